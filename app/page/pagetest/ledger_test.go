//go:build !js

package pagetest

import (
	"strings"
	"testing"

	"privatepca/app/account"
	"privatepca/app/client"
	"privatepca/app/job"
	"privatepca/app/page"
	"privatepca/app/page/tabtest"
	"privatepca/core/typed"
	"privatepca/wasm/protocol"
)

// ledgerOf is a ledger of one population, of which another ε was spent each time.
func ledgerOf(time int) protocol.Populations {
	return protocol.Populations{More: time % 2, Added: 2, Populations: []protocol.Population{{
		Names: []string{"panel"}, Fingerprints: []string{"abcd"}, Relation: "replace-one", RowsPerPerson: 1, Cap: 9, Spent: float64(time%8) + .5, Next: .6,
		Entries: []protocol.LedgerEntry{
			{ID: "first", Kind: "spend", Time: "2026-01-01T00:00:00Z", Mechanism: "gaussian", Epsilon: .5, Document: true},
			{ID: "second", Kind: "spend", Time: "2026-01-02T00:00:00Z", Mechanism: "gaussian", Epsilon: .5},
			{ID: "third", Kind: "cap", Time: "2026-01-03T00:00:00Z", Cap: 9},
		},
	}}}
}

// atLedger visits the page of the ledger.
func atLedger(t *testing.T) *Visit {
	t.Helper()
	s, h, _ := tabtest.Opened(t)
	v := At(t, s, page.LedgerPath)
	v.worker, v.began = h, h.Workers
	v.Screen.Texts = map[string][]byte{"ledger.json": []byte("{}")}
	keeps(v)
	return v
}

// A visitor changes a limit, resets a count, imports and exports; another visit begins afresh.
func TestTheLedgerIsUsed(t *testing.T) {
	v := atLedger(t)
	do := func(what string, done bool, says string) {
		t.Helper()
		if keeps(v); !done || !v.Says(says) {
			t.Fatalf("%s: done %t, and the page does not say %q", what, done, says)
		}
	}
	do("type a limit", v.Type("cap-panel", "4"), "of 9")
	do("set it", v.Press("cap-panel-set"), "The limit of panel is now ε = 4.")
	do("ask for a reset", v.Press("reset-panel"), "What was released stays released.")
	if v.Screen.Focused != "reset-panel-confirm" {
		t.Errorf("the focus is on %q", v.Screen.Focused)
	}
	do("take it back", v.Press("reset-panel-keep"), "Reset …")
	do("ask again", v.Press("reset-panel"), "What was released stays released.")
	do("reset", v.Press("reset-panel-confirm"), "The count of panel starts afresh.")
	do("choose a file", v.Give("import-input", client.NamedFile{Name: "ledger.json", Size: 2}), "That file has 2 entries that are not here.")
	do("add nothing", v.Press("import-drop"), "Reset …")
	do("choose it again", v.Give("import-input", client.NamedFile{Name: "ledger.json", Size: 2}), "That file has 2 entries that are not here.")
	do("add them", v.Press("import-confirm"), "2 entries added. What was there stays.")
	if do("export", v.Press("export-ledger"), "Saved as ledger.json."); len(v.Screen.Saved) != 1 {
		t.Error("nothing is saved")
	}
	do("type a wrong limit", v.Type("cap-panel", "none"), "of 9")
	do("set it", v.Press("cap-panel-set"), "The limit must be a positive number ε.")
	do("view a document that is gone", v.Press("view-first"), "The ledger has no such document.")
	v.To(page.LedgerPath)
	if keeps(v); v.Says("no such document") || v.Says(`value="none"`) || !v.Says("of 9") {
		t.Error("another visit shows what the first one left")
	}
}

// Stop replaces the worker while it reads a file of entries; while a release is under way there is no such button.
func TestTheReadingOfEntriesIsStopped(t *testing.T) {
	v := atLedger(t)
	v.Give("import-input", client.NamedFile{Name: "ledger.json", Size: 2})
	v.State.Worker.Job = &job.Job{}
	v.State.Change()
	if v.Settle(); v.Has("import-stop") {
		t.Error("a release would be stopped, too")
	}
	v.State.Worker.Job = nil
	v.State.Change()
	workers := v.worker.Workers
	if v.Settle(); !v.Press("import-stop") || v.worker.Workers != workers+1 || !v.Says("Stopped. Nothing was added.") {
		t.Error("the reading goes on")
	}
	if v.worker.Hello(); v.worker.Last() != protocol.OpenRequest.Name {
		t.Errorf("the fresh worker was asked %s, want open", v.worker.Last())
	}
}

// After a cancelled release no page shows a balance of before: what was spent is asked again, and until the ledger has said it nothing is said of it. A
// worker that died between the debit and the document is no other.
func TestAfterACancelNoOldBalanceIsShown(t *testing.T) {
	for _, c := range []struct {
		name string
		end  func(v *Visit)
	}{
		{"cancelled", func(v *Visit) { v.State.Cancel() }},
		{"died", func(v *Visit) {
			v.worker.Died("out of memory")
			v.Settle()
			if !v.Says("The release had begun: count") {
				v.t.Error("the page does not say what counts as spent")
			}
			v.Press("error-action")
		}},
		{"silent", func(v *Visit) { v.State.Deliver(job.StartAfresh{}) }},
	} {
		t.Run(c.name, func(t *testing.T) {
			v := released(t)
			c.end(v)
			v.Settle()
			for _, path := range []string{page.ReleasePath, page.PrivacyPath, page.ColumnsPath} {
				if path != page.ReleasePath {
					v.To(path)
				}
				for _, old := range []string{"1.37", `id="remains"`, "up to ε = 0.63"} {
					if v.Says(old) {
						t.Errorf("%s shows %q, a balance of before", path, old)
					}
				}
			}
			if !v.State.Account().Old || v.State.Account().Balance != nil {
				t.Fatal("what was said before is not forgotten")
			}
			v.worker.Hello()
			for range 3 { // the file, and the ledger
				switch name := v.worker.Last(); name {
				case protocol.OpenRequest.Name:
					v.worker.Say(name, protocol.Opened{Name: "clinic.csv", Columns: []string{"age", "sex"}})
				case protocol.PrepareRequest.Name:
					v.worker.Say(name, protocol.Prepared{Records: 42})
				}
			}
			if v.worker.Last() != protocol.LedgerRequest.Name {
				t.Fatalf("asked %s, want the ledger", v.worker.Last())
			}
			v.worker.Say(protocol.LedgerRequest.Name, protocol.Populations{Populations: []protocol.Population{{Names: []string{"panel"}, Cap: 2, Spent: 1.9, Next: .05}}})
			if v.To(page.ReleasePath); !v.Says("1.9") || v.Says("1.37") {
				t.Error("what the ledger says now is not shown")
			}
		})
	}
}

// released is a visit to the review whose release was asked for, charged to people of whom ε = 1.37 of 2 was spent.
func released(t *testing.T) *Visit {
	t.Helper()
	s, h, _ := tabtest.Opened(t)
	v := At(t, s, page.ReleasePath)
	v.worker, v.began = h, h.Workers
	tabtest.Summing(s)
	balanced(v)
	s.Deliver(account.SamePeople{Name: "panel"})
	s.Draft.Choices.Epsilon = typed.ReadNumber("0.5")
	s.Deliver(account.Ask{})
	s.Change()
	balanced(v)
	if v.Settle(); !v.Says("1.37") || !v.Has("remains") {
		t.Fatalf("the balance is not shown: %s", strings.Join(v.asked(), " "))
	}
	if s.Release(); h.Last() != protocol.ReleaseRequest.Name {
		t.Fatalf("asked %s, want the release", h.Last())
	}
	v.Settle()
	return v
}

// balanced has the worker answer everything up to the balance of the release.
func balanced(v *Visit) {
	for range 9 {
		switch name := v.worker.Last(); name {
		case protocol.LedgerRequest.Name:
			v.worker.Say(name, protocol.Populations{Populations: []protocol.Population{{Names: []string{"panel"}, Cap: 2, Spent: 1.37, Next: .63}}})
		case protocol.PrepareRequest.Name:
			v.worker.Say(name, protocol.Prepared{Records: 42})
		case protocol.BalanceRequest.Name:
			v.worker.Say(name, protocol.Balanced{Name: "panel", Cap: 2, Spent: 1.37, After: 1.87, Most: .63, Next: .2, Releases: 1})
		}
	}
}

// asked are the names of what the worker was asked.
func (v *Visit) asked() (names []string) {
	for _, e := range v.worker.Asked {
		names = append(names, e.Type)
	}
	return names
}

// Another tab has spent meanwhile, and the ledger refuses: the page says so in place, and what it says of the budget is what the ledger says now.
func TestAnotherTabHasSpent(t *testing.T) {
	v := released(t)
	v.worker.Say(protocol.TypeError, protocol.Error{Code: protocol.CodeBudget, Message: "This release would pass the limit of panel.", Most: .1})
	if v.Settle(); !v.Says("This release would pass the limit of panel.") || v.Says("1.37") || v.Screen.Focused != "budget" {
		t.Errorf("the refusal is not said, or an old balance is; the focus is on %q", v.Screen.Focused)
	}
	for range 2 {
		switch name := v.worker.Last(); name {
		case protocol.LedgerRequest.Name:
			v.worker.Say(name, protocol.Populations{Populations: []protocol.Population{{Names: []string{"panel"}, Cap: 2, Spent: 1.87, Next: .11}}})
		case protocol.BalanceRequest.Name:
			v.worker.Say(name, protocol.Balanced{Name: "panel", Cap: 2, Spent: 1.87, Most: .11, Refused: "This release would pass the limit of panel."})
		}
	}
	if v.Settle(); !v.Says("1.87") || v.Says("1.37") || v.Press("release-button") {
		t.Error("what the other tab has spent is not shown, or can be spent again")
	}
	if !v.Press("set-epsilon") || v.State.Draft.Choices.Epsilon.Text() != "0.11" {
		t.Errorf("ε is %q, want what fits", v.State.Draft.Choices.Epsilon.Text())
	}
}
