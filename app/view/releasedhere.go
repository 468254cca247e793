package view

import (
	"slices"
	"strings"

	"privatepca/app/pages/result"
	"privatepca/app/state"
)

// ReleasedHere are the releases that this device's ledger has documents of, the latest first.
func ReleasedHere(s *state.State) (list []result.Released) {
	if s.Ledger.List == nil {
		return nil
	}
	at := map[string]string{} // exact times
	for i := range s.Ledger.List.Populations {
		p := &s.Ledger.List.Populations[i]
		for j := range p.Entries {
			if e := &p.Entries[j]; e.Kind == "spend" && e.Document {
				list = append(list, result.Released{Entry: e.ID, People: titleOf(p), Mechanism: e.Mechanism, Epsilon: e.Epsilon, When: when(e.Time)})
				at[e.ID] = e.Time + e.ID
			}
		}
	}
	slices.SortFunc(list, func(a, b result.Released) int { return strings.Compare(at[b.Entry], at[a.Entry]) })
	return list
}
