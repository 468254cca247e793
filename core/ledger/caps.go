package ledger

// Openings and caps set caps. A cap names the ones that it replaces. Whoever writes a ledger
// by hand can make any graph of that, so here is what each graph means (LEDGER.md has the
// proof that no graph raises a cap without a mark).

// raises reports whether an entry raises a cap: it says so, or it is above one that it
// replaces. caps are those of the population, by id.
func raises(e Entry, caps map[string]float64) bool {
	if e.Raise {
		return true
	}
	for _, id := range e.Replaces {
		if c, ok := caps[id]; ok && e.Cap > c {
			return true
		}
	}
	return false
}

// inForce lists the entries whose caps are in force, and the smallest of these caps; 0 where
// none is. A cap is replaced by chains of replacements, each of which ends in a cap that
// nothing replaces. Caps that replace each other in a cycle have no such end: all of them, and
// all that they replace, stay in force. What a reset left out neither is in force nor replaces.
func inForce(entries []Entry, void map[string]bool) (heads []string, smallest float64) {
	var setting []*Entry
	node := map[string]int{}
	for i := range entries {
		if e := &entries[i]; (e.Kind == Open || e.Kind == Cap) && !void[e.ID] {
			node[e.ID] = len(setting)
			setting = append(setting, e)
		}
	}
	replacing := make([]int, len(setting)) // how many caps replace it
	for _, e := range setting {
		for _, id := range e.Replaces {
			if n, ok := node[id]; ok {
				replacing[n]++
			}
		}
	}
	// From those that nothing replaces downwards: whatever is reached from them alone.
	left := append([]int(nil), replacing...)
	var next []int
	for n, count := range left {
		if count == 0 {
			next = append(next, n)
		}
	}
	for len(next) > 0 {
		n := next[len(next)-1]
		next = next[:len(next)-1]
		for _, id := range setting[n].Replaces {
			if m, ok := node[id]; ok {
				if left[m]--; left[m] == 0 {
					next = append(next, m)
				}
			}
		}
	}
	for n, e := range setting {
		if replacing[n] > 0 && left[n] == 0 {
			continue
		}
		heads = append(heads, e.ID)
		if len(heads) == 1 || e.Cap < smallest {
			smallest = e.Cap
		}
	}
	return heads, smallest
}

// lowestOpening is the smallest first cap that no reset left out; 0 for none.
func lowestOpening(entries []Entry, void map[string]bool) float64 {
	lowest := 0.0
	for _, e := range entries {
		if e.Kind == Open && !void[e.ID] && (lowest == 0 || e.Cap < lowest) {
			lowest = e.Cap
		}
	}
	return lowest
}

// backstop counts a raise where the cap in force is above the smallest opening and no entry
// was found to raise it. LEDGER.md proves that this never happens; it is looked at all the
// same, since a raise without a mark would be a false document.
func backstop(raises int, inForce, lowest float64) int {
	if raises == 0 && lowest > 0 && inForce > lowest {
		return 1
	}
	return raises
}
