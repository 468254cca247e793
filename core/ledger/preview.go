package ledger

// A Preview says what an import would change.
type Preview struct {
	Added   int // entries that are new
	Changes []Change
}

// A Change is what an import would make of one population.
type Change struct {
	Added  int           // entries that are new
	Before []*Population // none for one that is new; several where the import joins them
	After  *Population
}

// Raises is how many more raises of the cap later documents would state than those of
// any population before.
func (c Change) Raises() int {
	return c.After.History.Raises - c.most(func(h History) int { return h.Raises })
}

// Resets is how many more resets they would state.
func (c Change) Resets() int {
	return c.After.History.Resets - c.most(func(h History) int { return h.Resets })
}

// LeftOut is how many more releases would not be counted any more.
func (c Change) LeftOut() int {
	return c.After.History.Before - c.most(func(h History) int { return h.Before })
}

func (c Change) most(of func(History) int) int {
	n := 0
	for _, p := range c.Before {
		n = max(n, of(p.History))
	}
	return n
}

// Less reports whether people with a budget here could be released less about than before: a release that counts is new, the cap is
// smaller, or budgets that were several become one.
func (c Change) Less() bool {
	was := map[string]bool{}
	known := 0
	for _, p := range c.Before {
		if !p.Known {
			continue
		}
		known++
		if c.After.Cap < p.Cap {
			return true
		}
	}
	for _, p := range c.Before {
		for _, e := range p.Entries {
			was[e.ID] = true
		}
	}
	for _, e := range c.After.Entries {
		if known > 0 && e.Kind == Spend && !was[e.ID] && !c.After.Void(e.ID) {
			return true
		}
	}
	return known > 1
}

// Public lists the files that would count as public and do not yet.
func (c Change) Public() []string {
	was := map[string]bool{}
	for _, p := range c.Before {
		for file := range p.public {
			was[file] = true
		}
	}
	var out []string
	for _, file := range c.After.Fingerprints {
		if c.After.public[file] && !was[file] {
			out = append(out, file)
		}
	}
	return out
}

// Preview says what an import would change, and changes nothing. It returns the errors of
// Import.
func (l *Ledger) Preview(text string) (*Preview, error) {
	in, err := readExport(text, l.mechanisms)
	if err != nil {
		return nil, err
	}
	entries, err := l.read()
	if err != nil {
		return nil, err
	}
	all, added, err := take(entries, in)
	if err != nil {
		return nil, err
	}
	return preview(entries, all, len(added)), nil
}

// preview compares the populations of the first entries with those of all.
func preview(entries, all []Entry, added int) *Preview {
	out := &Preview{Added: added}
	home := map[string]*Population{} // by entry
	for _, p := range populations(entries) {
		for _, e := range p.Entries {
			home[e.ID] = p
		}
	}
	for _, p := range populations(all) {
		c := Change{After: p}
		seen := map[*Population]bool{}
		for _, e := range p.Entries {
			switch before := home[e.ID]; {
			case before == nil:
				c.Added++
			case !seen[before]:
				seen[before] = true
				c.Before = append(c.Before, before)
			}
		}
		if c.Added > 0 {
			out.Changes = append(out.Changes, c)
		}
	}
	return out
}
