package ledger

import (
	"privatepca/core/privacy"
	"privatepca/core/words"
)

// A Population is what shares one budget: names and files that entries connect,
// directly or over others. A file that is known under another name joins both, and a
// changed file under an old name joins the name.
type Population struct {
	Names        []string // as first typed, in that order
	Fingerprints []string
	Known        bool // it has an account and a cap
	Account      Account
	Cap          float64  // ε: the smallest in force
	Charges      []Charge // that count
	Entries      []Entry  // all, in order
	History      History

	mixed     bool            // accounts in force that differ
	heads     []string        // the caps in force
	void      map[string]bool // entries that a reset left out
	public    map[string]bool // files declared public
	records   map[string]bool // those of files declared public
	spent     files           // that releases were debited for
	spendings int             // ever, also those that a reset left out
}

// A History is what every later document must state.
type History struct {
	Raises int // of the cap
	Resets int
	Before int // releases that a reset left out
	// Overlaps is how often a budget was opened for people who were said to be others although their columns have the names of earlier
	// ones', also where a reset left it out.
	Overlaps int
	// Unprotected is how many releases were not private, also those that a reset left out. No total bounds what is known
	// about these people then.
	Unprotected int
}

// Void reports whether a reset left the entry out.
func (p *Population) Void(id string) bool { return p.void[id] }

// Public reports whether a file of the population was declared public.
func (p *Population) Public() bool { return len(p.public) > 0 }

// A node is what an entry connects: a name, a file or the records of files.
type node struct {
	of   int    // which of the three
	text string // "" for none
}

// nodes are a name, a file and its records. A refusal and a count connect nothing.
func (e *Entry) nodes() [3]node {
	out := [3]node{{text: words.Folded(e.Population)}, {of: 1}, {of: 2}}
	if e.Kind != Refused && e.Kind != Counted {
		out[1].text, out[2].text = e.Fingerprint, e.Records
	}
	return out
}

// isPublic reports whether a file was declared public, or one with the same records, and no release was debited for either.
func (p *Population) isPublic(file Identity) bool {
	if p.spent.has(file) {
		return false
	}
	return p.public[file.Fingerprint] || file.Records != "" && p.records[file.Records]
}

// files are known by their bytes, and by their records.
type files map[Identity]bool

// add takes a file; one without either is none.
func (f files) add(file Identity) {
	f[Identity{Fingerprint: file.Fingerprint}], f[Identity{Records: file.Records}] = true, true
	delete(f, Identity{})
}

// has reports whether a file of these bytes, or of these records, was taken.
func (f files) has(file Identity) bool {
	return f[Identity{Fingerprint: file.Fingerprint}] || f[Identity{Records: file.Records}]
}

// connected labels each entry with its population: the index of one of its entries.
func connected(entries []Entry) []int {
	parent := make([]int, len(entries))
	root := func(i int) int {
		for parent[i] != i {
			parent[i] = parent[parent[i]]
			i = parent[i]
		}
		return i
	}
	first := make(map[node]int, len(entries))
	for i := range entries {
		parent[i] = i
		for _, n := range entries[i].nodes() {
			if n.text == "" {
				continue
			}
			if j, ok := first[n]; ok {
				a, b := root(i), root(j)
				parent[max(a, b)] = min(a, b)
			} else {
				first[n] = i
			}
		}
	}
	for i := range entries {
		parent[i] = root(i)
	}
	return parent
}

// populations groups all entries, in the order of first entries.
func populations(entries []Entry) []*Population {
	label := connected(entries)
	size := make([]int, len(entries)) // by label
	for _, l := range label {
		size[l]++
	}
	groups := make([][]Entry, len(entries))
	var order []int
	for i, e := range entries {
		if e.Kind == Counted { // of a file, and of no people
			continue
		}
		l := label[i]
		if groups[l] == nil {
			groups[l] = make([]Entry, 0, size[l])
			order = append(order, l)
		}
		groups[l] = append(groups[l], e)
	}
	out := make([]*Population, len(order))
	for i, l := range order {
		out[i] = newPopulation(groups[l])
	}
	return out
}

// component is the population that a probe, an entry that is none, would belong to.
func component(entries []Entry, probe Entry) *Population {
	all := append(entries[:len(entries):len(entries)], probe)
	label := connected(all)
	var mine []Entry
	for i, e := range entries {
		if label[i] == label[len(entries)] {
			mine = append(mine, e)
		}
	}
	return newPopulation(mine)
}

// named is the population of that name, or nil.
func named(entries []Entry, name string) *Population {
	p := component(entries, Entry{Population: name})
	if len(p.Entries) == 0 {
		return nil
	}
	return p
}

// newPopulation reads what connected entries say together, in time linear in them.
func newPopulation(entries []Entry) *Population {
	p := &Population{Entries: entries, void: map[string]bool{}, public: map[string]bool{}, records: map[string]bool{}, spent: files{}}
	caps := make(map[string]float64)
	for _, e := range entries {
		switch e.Kind {
		case Spend:
			p.spent.add(Identity{e.Fingerprint, e.Records})
		case Open, Cap:
			caps[e.ID] = e.Cap
		}
		for _, id := range e.Voids {
			p.void[id] = true
		}
	}
	names, seen := map[string]bool{}, map[string]bool{}
	for _, e := range entries {
		if n := words.Folded(e.Population); n != "" && !names[n] {
			names[n] = true
			p.Names = append(p.Names, e.Population)
		}
		if f := e.Fingerprint; f != "" && !seen[f] {
			seen[f] = true
			p.Fingerprints = append(p.Fingerprints, f)
		}
		// Declare refuses a file that was spent on; an import could still hold one.
		if e.Kind == Public && !p.spent.has(Identity{e.Fingerprint, e.Records}) {
			p.public[e.Fingerprint], p.records[e.Records] = true, true
		}
		p.count(e, raises(e, caps))
	}
	p.heads, p.Cap = inForce(entries, p.void)
	p.History.Raises = backstop(p.History.Raises, p.Cap, lowestOpening(entries, p.void))
	return p
}

// count takes one entry into account; raised says that it raises the cap.
func (p *Population) count(e Entry, raised bool) {
	void := p.void[e.ID]
	if raised {
		p.History.Raises++ // also a void one: later documents state it
	}
	switch e.Kind {
	case Reset:
		p.History.Resets++
	case Open:
		if e.Overlap {
			p.History.Overlaps++
		}
		if void {
			return
		}
		if p.Known && p.Account != *e.Account {
			p.mixed = true
		}
		p.Known, p.Account = true, *e.Account
	case Spend:
		p.spendings++
		if e.Charge.Claim == privacy.NotPrivate {
			p.History.Unprotected++
		}
		if void {
			p.History.Before++
			return
		}
		p.Charges = append(p.Charges, *e.Charge)
	}
}
