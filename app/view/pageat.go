package view

import (
	"slices"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/state"
)

// PageAt is a fresh component for an address.
func PageAt(site *Site, path string) app.Composer {
	site.State.Account.Pressed = "" // who leaves the page of the button takes the press back; on the new page it may be pressed before OnNav
	p := newPage(site, slices.Index(state.Steps(), path))
	switch p.step {
	case 0:
		return &startPage{p}
	case 1:
		return &columnsPage{page: p}
	case 2:
		return &privacyPage{page: p}
	case 3:
		return &releasePage{p}
	case 4:
		return &resultPage{page: p}
	}
	switch path {
	case state.HelpPath:
		return &helpPage{newPage(site, noStep)}
	case state.PracticePath:
		return &practicePage{page: newPage(site, practiceStep)}
	case state.LedgerPath:
		return visitLedger(newPage(site, ledgerStep))
	}
	panic("app: no page at " + path)
}
