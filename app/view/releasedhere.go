package view

import (
	"slices"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/state"
	"privatepca/app/ui"
	"privatepca/core/method"
	"privatepca/core/words"
	"privatepca/wasm/protocol"
)

// mostReleases is how many earlier releases are listed.
const mostReleases = 12

// releasedHere lists what was released on this device, the latest first: what was paid for is found again after a
// reload, and another k is still free.
func releasedHere(s *state.State) app.UI {
	if s.Ledger.List == nil {
		return nil
	}
	type release struct {
		people string
		entry  *protocol.LedgerEntry
	}
	var list []release
	for i := range s.Ledger.List.Populations {
		p := &s.Ledger.List.Populations[i]
		for j := range p.Entries {
			if e := &p.Entries[j]; e.Kind == "spend" && e.Document {
				list = append(list, release{titleOf(p), e})
			}
		}
	}
	if len(list) == 0 {
		return nil
	}
	slices.SortFunc(list, func(a, b release) int { return strings.Compare(b.entry.Time+b.entry.ID, a.entry.Time+a.entry.ID) })
	var rows []app.UI
	for _, r := range list[:min(len(list), mostReleases)] {
		e := r.entry
		rows = append(rows, app.Tr().Body(
			app.Th().Scope("row").Text(r.people), app.Td().Text(method.Named(e.Mechanism).Title), app.Td().Class("num").Text(words.Cost(e.Epsilon)), app.Td().Text(when(e.Time)),
			app.Td().Body(ui.Button("show-"+e.ID, "Show", func() { s.Ledger.Open(e.ID) }, "btn-s"))))
	}
	head := func(text, class string) app.UI { return app.Th().Scope("col").Class(class).Text(text) }
	return app.Div().ID("released-here").Class("panel stack-s").Body(
		app.H2().Class("eyebrow").Text("Released on this device"),
		app.Div().Class("table-wrap").TabIndex(0).Attr("role", "region").Aria("label", "Releases on this device").Body(app.Table().Body(
			app.THead().Body(app.Tr().Body(head("People", ""), head("Mechanism", ""), head("ε", "num"), head("Released", ""), app.Td())),
			app.TBody().Body(rows...))),
		app.P().Class("help").Text("Looking again costs nothing. If all directions were released, you may also change their number at no cost."))
}
