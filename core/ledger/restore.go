package ledger

import "slices"

// Restore looks for the entries of a debit, and writes those again that are not there any more, under their ids: whoever erased the
// ledger while the release was drawn has not undone the draw. It reports whether any was missing. What was spent before is not
// brought back: the receipt does not hold it.
func Restore(l *Ledger, r Receipt) (missing bool, err error) {
	if len(r.entries) == 0 {
		return false, nil
	}
	err = l.update(func(entries []Entry) ([]Entry, error) {
		var out []Entry
		for _, e := range r.entries {
			if slices.ContainsFunc(entries, func(o Entry) bool { return o.ID == e.ID }) {
				continue
			}
			missing = true
			if p := named(entries, e.Population); e.Kind == Open && p != nil && p.Known { // another release has opened it anew
				continue
			}
			out = append(out, e)
		}
		if p := named(entries, r.entries[len(r.entries)-1].Population); missing && len(out) == 1 && len(r.entries) == 1 && (p == nil || !p.Known) {
			out = append([]Entry{r.opening}, out...) // it was known at the debit, and is not any more
		}
		return out, nil
	})
	return missing, err
}
