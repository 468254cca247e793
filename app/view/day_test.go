//go:build !js

package view

import (
	"strings"
	"testing"

	"privatepca/app/account"
	"privatepca/app/state"
	"privatepca/app/state/statetest"
	"privatepca/wasm/protocol"
)

// withLedger is a session at the privacy page whose ledger has a population, and whose answers are kept.
func withLedger(t *testing.T) *state.State {
	t.Helper()
	s := statetest.AtPrivacy(t)
	s.Keeping.Store = &statetest.Texts{}
	s.Models.Deliver(account.Listed{List: protocol.Populations{Populations: []protocol.Population{{
		Names: []string{"panel"}, Cap: 2, Spent: 1.23, Next: 1.4,
		Entries: []protocol.LedgerEntry{{ID: "first", Kind: "spend", Time: "2026-01-01T00:00:00Z", Epsilon: .5, Document: true}, {ID: "second", Kind: "spend", Time: "2026-02-01T00:00:00Z", Epsilon: 1, Document: true}},
	}}}})
	return s
}

// The statement stands before the button in the document, as on a phone.
func TestTheStatementComesBeforeTheButton(t *testing.T) {
	text := draw(t, &releasePage{of(statetest.AtPrivacy(t))})
	if a, b := strings.Index(text, `id="statement"`), strings.Index(text, `id="release-button"`); a < 0 || b < 0 || a > b {
		t.Errorf("the statement is at %d, the button at %d", a, b)
	}
}
