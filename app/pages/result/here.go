package result

import (
	"slices"
	"strings"

	"privatepca/app/panel"
	"privatepca/wasm/protocol"
)

// ReleasedHere are the releases that this device's ledger has documents of, the latest first.
func ReleasedHere(of *protocol.Populations) (list []Released) {
	if of == nil {
		return nil
	}
	at := map[string]string{} // exact times
	for i := range of.Populations {
		p := &of.Populations[i]
		for j := range p.Entries {
			if e := &p.Entries[j]; e.Kind == "spend" && e.Document {
				list = append(list, Released{Entry: e.ID, People: panel.TitleOf(p), Mechanism: e.Mechanism, Epsilon: e.Epsilon, When: panel.When(e.Time)})
				at[e.ID] = e.Time + e.ID
			}
		}
	}
	slices.SortFunc(list, func(a, b Released) int { return strings.Compare(at[b.Entry], at[a.Entry]) })
	return list
}
