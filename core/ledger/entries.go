package ledger

import "privatepca/core/fault"

// union is what both lists hold, each entry once, and which are in the second alone. Two
// entries of one id are the same entry; where they differ, somebody has changed one, and
// union returns an error.
func union(a, b []Entry) (all, added []Entry, err error) {
	seen := make(map[string]*Entry, len(a)+len(b))
	for i := range a {
		seen[a[i].ID] = &a[i]
	}
	all = append(make([]Entry, 0, len(a)+len(b)), a...)
	for i := range b {
		switch old := seen[b[i].ID]; {
		case old == nil:
			seen[b[i].ID] = &b[i]
			all = append(all, b[i])
		case encode(*old) != encode(b[i]):
			return nil, nil, fault.Request("", "Two entries have one id and differ: one of them was changed. Export the ledger again where it came from. Nothing was taken over.")
		}
	}
	return all, all[len(a):], nil
}

// decodeAll reads the entries of a store, each once. An entry that was read before is not
// decoded again: entries never change.
func (l *Ledger) decodeAll(texts []string) ([]Entry, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	out := make([]Entry, 0, len(texts))
	seen := make(map[string]string, len(texts))
	for _, text := range texts {
		e, ok := l.decoded[text]
		if !ok {
			var err error
			if e, err = decode(text); err != nil {
				return nil, errDamaged()
			}
			l.decoded[text] = e
		}
		if same, twice := seen[e.ID]; twice {
			if same != text {
				return nil, errDamaged()
			}
			continue
		}
		seen[e.ID] = text
		out = append(out, e)
	}
	return out, nil
}

// encodeAll refuses an entry that decode would not read: written once, it would close the
// ledger for good.
func (l *Ledger) encodeAll(entries []Entry) ([]string, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	out := make([]string, len(entries))
	for i, e := range entries {
		if err := e.validate(); err != nil {
			return nil, err
		}
		out[i] = encode(e)
		l.decoded[out[i]] = e
	}
	return out, nil
}

func errDamaged() error {
	return &Unavailable{"the ledger cannot be read: it is damaged, or of a newer version"}
}
