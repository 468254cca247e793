package view

import (
	"encoding/json"
	"strings"
	"testing"

	"privatepca/app/state/statetest"
	"privatepca/wasm/protocol"
)

// What an import would change is shown before anything is added; what later documents would
// state stands out.
func TestImportIsShownFirst(t *testing.T) {
	s, h, _ := statetest.Opened(t)
	s.Ledger.PreviewImport([]byte("the file"))
	if h.Last() != protocol.PreviewRequest.Name {
		t.Fatalf("asked %q, want a preview", h.Last())
	}
	h.Say(protocol.PreviewRequest.Name, protocol.Previewed{Added: 1234, More: 9, MoreMarked: 2, Changes: []protocol.Change{
		{Names: []string{"clinic"}, Added: 2, Cap: 1000, WasCap: 2, Spent: .5, WasSpent: 1.5, Raises: 1, Resets: 2, LeftOut: 3, Public: []string{"7d1e·40ab"}},
		{Names: []string{"north"}, Added: 1, Joins: []string{"north", "south"}, Cap: 1, WasCap: 1, Spent: 2, WasSpent: 1, Refusal: "Its releases count differently."},
		{Names: []string{"elsewhere"}, Added: 4, New: true, Cap: 3},
		{Names: []string{"south"}, Added: 1, Cap: 2, WasCap: 2, Less: true, Next: .2345, WasNext: 1.9},
		{Names: []string{"west"}, Added: 1, Cap: 2, WasCap: 2, Less: true, WasNext: 1.9},
	}, MoreLess: 3})
	text := draw(t, &ledgerPage{page: of(s)})
	for _, want := range []string{
		"1,234 entries that are not here", "cannot be undone", "9 more populations would change", "In 2 of them later documents would state",
		"gets 2 entries. Its limit becomes ε = 1000, from ε = 2. Its total becomes ε = 0.5, from 1.5.",
		"Every later document would state: the limit was raised once more, the count was reset 2 times more, releases that are not counted: 3 more and public data, not private, for the file 7d1e·40ab.",
		"joins north and south: they share one budget from then on. Its total becomes ε = 2, from 1. Nothing more could be released: Its releases count differently.",
		"is new, with a limit of ε = 3.",
		"Afterwards the next release can have up to ε = 0.234. Now it can have up to ε = 1.9.",
		"Afterwards nothing more can be released about these people. Now the next release can have up to ε = 1.9.",
		"In 3 of them less could be released than now.",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the page does not say %q", want)
		}
	}
	if n := strings.Count(text, "Every later document would state"); n != 1 {
		t.Errorf("%d changes stand out, want the marked one", n)
	}
	if strings.Count(text, `data-marked="yes"`) != 1 || strings.Count(text, `data-marked="no"`) != 4 {
		t.Error("the marks are not told apart")
	}

	s.Ledger.DropImport()
	if len(h.Asked) == 0 || h.Last() != protocol.PreviewRequest.Name || strings.Contains(draw(t, &ledgerPage{page: of(s)}), "import-confirm") {
		t.Error("what was not wanted was asked for, or is still shown")
	}

	s.Ledger.PreviewImport([]byte("another file"))
	h.Say(protocol.PreviewRequest.Name, protocol.Previewed{Added: 1, Changes: []protocol.Change{{Names: []string{"clinic"}, Added: 1}}})
	s.Ledger.ConfirmImport()
	var in protocol.Import
	if err := json.Unmarshal(h.Asked[len(h.Asked)-1].Body, &in); err != nil || h.Last() != protocol.ImportRequest.Name || in.Text != "another file" {
		t.Fatalf("asked %q for %+v", h.Last(), in)
	}
	h.Say(protocol.ImportRequest.Name, protocol.Populations{Added: 1})
	if text := draw(t, &ledgerPage{page: of(s)}); !strings.Contains(text, "1 entry added") || strings.Contains(text, "import-confirm") {
		t.Error("the page does not say what was added")
	}

	s.Ledger.PreviewImport([]byte("the same file"))
	h.Say(protocol.PreviewRequest.Name, protocol.Previewed{Changes: []protocol.Change{}})
	if text := draw(t, &ledgerPage{page: of(s)}); !strings.Contains(text, "is here already") || strings.Contains(text, "import-confirm") {
		t.Error("an import of nothing is to be confirmed")
	}
}

// Of a large ledger the page shows a part, and finds the rest.
func TestLargeLedger(t *testing.T) {
	s, h, _ := statetest.Opened(t)
	s.Ledger.Read()
	page := protocol.Populations{More: 1500, Populations: []protocol.Population{{Names: []string{"clinic"}, Entries: []protocol.LedgerEntry{}, Earlier: 900}}}
	h.Say(protocol.LedgerRequest.Name, page)
	text := draw(t, &ledgerPage{page: of(s)})
	for _, want := range []string{"1,500 more populations are not listed", "900 entries before these are not shown", "find-population"} {
		if !strings.Contains(text, want) {
			t.Errorf("the page does not say %q", want)
		}
	}
	s.Ledger.Find = "north"
	s.Ledger.Search()
	var in protocol.Ledger
	if err := json.Unmarshal(h.Asked[len(h.Asked)-1].Body, &in); err != nil || in.Find != "north" {
		t.Errorf("asked for %+v", in)
	}
	page.More = 0
	h.Say(protocol.LedgerRequest.Name, page)
	if text := draw(t, &ledgerPage{page: of(s)}); !strings.Contains(text, "find-population") {
		t.Error("there is no way back from what was found")
	}
}
