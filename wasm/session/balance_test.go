package session

import (
	"strings"
	"testing"
	"time"

	"privatepca/core/ledger"
	"privatepca/core/noise/noisetest"
	"privatepca/core/release"
	"privatepca/wasm/protocol"
)

// What a balance says comes to pass: what is spent before and after a release, what fits, and what does not. Asking spends nothing.
func TestBalanceComesToPass(t *testing.T) {
	if e := newPage(t, 1).refused(protocol.BalanceRequest.Name, protocol.Balance{Release: ask("laplace", 1)}, nil); e.Code != protocol.CodeRequest {
		t.Errorf("without a file: %+v", e)
	}
	p := paying(t, ledger.New(ledger.NewMemory(), time.Now), &counting{from: noisetest.New(3)})
	balance := func(mechanism string, epsilon, most float64) protocol.Balanced {
		t.Helper()
		return must(p, protocol.BalanceRequest, protocol.Balance{Release: capped(mechanism, epsilon, most)}, nil)
	}
	near := func(x, want float64) bool { return x <= want && x > want*(1-1e-6) }
	for range 2 { // the second time is as the first
		b := balance("laplace", 1, 2.5)
		if b.Blocked+b.Refused+b.Name != "" || b.KnownName || b.KnownFile || b.Public || b.Releases != 0 || b.Spent != 0 || b.SpentRho != 0 {
			t.Errorf("before any release: %+v", b)
		}
		if b.Cap != 2.5 || b.Delta != 1e-6 || b.After != 1 || b.Plain != 1 || !near(b.Most, 2.5) || !near(b.Next, 1.5) || b.Fingerprint == "" {
			t.Errorf("before any release: %+v", b)
		}
	}
	if b := balance("laplace", 3, 2.5); !strings.Contains(b.Refused, "2.5") || b.Next != 0 || !near(b.Most, 2.5) {
		t.Errorf("beyond the cap: %+v", b)
	}
	if b := balance("laplace", 1, 10); !near(b.Most, 10) || !near(b.Next, 9) {
		t.Errorf("of a large limit: %+v", b)
	}
	if b := balance("laplace", .25, .75); !near(b.Most, .75) || !near(b.Next, .5) {
		t.Errorf("of a limit below 1: %+v", b)
	}
	if b := balance("random", 1, 2.5); b.After != 0 || b.Most != 0 || b.Refused != "" {
		t.Errorf("without a cost: %+v", b)
	}
	if e := p.refused(protocol.BalanceRequest.Name, protocol.Balance{Release: capped("no such mechanism", 1, 2)}, nil); e.Message == "" {
		t.Errorf("%+v", e)
	}
	must(p, protocol.ReleaseRequest, capped("laplace", 1, 2.5), nil)
	b := balance("laplace", 1, 9) // the cap is the one that was fixed
	if b.Name != "people" || !b.KnownName || !b.KnownFile || b.Releases != 1 || b.Spent != 1 || b.Cap != 2.5 || b.After != 2 || !near(b.Most, 1.5) || !near(b.Next, .5) {
		t.Errorf("after a release: %+v", b)
	}
	if b := balance("laplace", 1.4, 2.5); b.Refused != "" {
		t.Errorf("what fits: %+v", b)
	}
	if b := balance("laplace", 1.6, 2.5); b.Refused == "" {
		t.Errorf("what does not fit: %+v", b)
	}
	add := capped("laplace", 1, 2.5)
	add.Relation = "add-remove"
	if b := must(p, protocol.BalanceRequest, protocol.Balance{Release: add}, nil); b.Refused == "" || b.Most != 0 {
		t.Errorf("another relation: %+v", b)
	}
	if b := must(paying(t, ledger.New(blocked{ledger.NewMemory()}, time.Now), &counting{from: noisetest.New(3)}), protocol.BalanceRequest, protocol.Balance{Release: capped("laplace", 1, 2.5)}, nil); b.Blocked == "" {
		t.Errorf("without a ledger: %+v", b)
	}
}

// A file that was declared public in the session is released from without a debit; one that was not is not, whatever the request says.
func TestPublicInTheSessionIsNotDebited(t *testing.T) {
	for _, declared := range []bool{true, false} {
		source := &counting{from: noisetest.New(3)}
		p := paying(t, ledger.New(full{ledger.NewMemory()}, time.Now), source)
		if declared {
			must(p, protocol.DeclareRequest, protocol.Declare{Session: true}, nil)
			if b := must(p, protocol.BalanceRequest, protocol.Balance{Release: capped("laplace", 1, 2.5)}, nil); !b.Public || b.After != 0 || b.Most != 0 {
				t.Errorf("the balance of a public file: %+v", b)
			}
		}
		in, words := capped("laplace", 1, 1.5), source.words
		in.Budget.Session = true
		e := p.ask(protocol.ReleaseRequest.Name, in, nil)
		if released := e.Type == protocol.ReleaseRequest.Name; released != declared || source.words > words != declared {
			t.Errorf("declared %t: %s %s, %d words", declared, e.Type, e.Body, source.words-words)
		}
		if list := must(p, protocol.LedgerRequest, protocol.Ledger{}, nil).Populations; declared && (len(list) != 1 || len(list[0].Entries) != 1 || !list[0].Public) || !declared && len(list) != 0 {
			t.Errorf("declared %t: the ledger holds %+v", declared, list)
		}
	}
}

// The writing of a document is a phase with a first and a last word.
func TestReleaseSaysThatItWrites(t *testing.T) {
	p := prepareSmall(t)
	var words []protocol.Progress
	from := len(p.sent)
	must(p, protocol.ReleaseRequest, ask("laplace", 1), nil)
	for _, e := range p.sent[from:] {
		if e.Type == protocol.TypeProgress {
			if w := said(t, e); w.Phase == protocol.PhaseWrite {
				words = append(words, w)
			}
		}
	}
	if len(words) != 2 || words[0].Done != 0 || words[0].Total != 1 || words[1].Done != 1 || words[1].Total != 1 {
		t.Errorf("%+v", words)
	}
}

// What is kept has every direction that was released, whatever k was asked, and says which was.
func TestAllDirectionsAreKept(t *testing.T) {
	for _, k := range []int{1, 3} {
		p := prepareSmall(t) // of 4 features
		out := must(p, protocol.ReleaseRequest, ask("laplace", k), nil)
		kept, err := p.s.ledger.Document(out.Entry)
		if !out.Kept || err != nil || kept != out.Document {
			t.Fatalf("k = %d: %+v, %v", k, out, err)
		}
		if e := p.edition(out); e.K() != k || e.MaxK() != 3 {
			t.Errorf("k = %d of %d, want %d of 3", e.K(), e.MaxK(), k)
		}
	}
}

// What the curator decides is there at the next visit, and what was decided last counts. The spending and its document stay as they were.
func TestDecisionsAreKept(t *testing.T) {
	p := prepareSmall(t)
	out := must(p, protocol.ReleaseRequest, ask("laplace", 2), nil)
	exported := must(p, protocol.ExportRequest, protocol.Export{}, nil).Text
	e := p.edition(out)
	for _, name := range []string{"Diet", "Sleep"} {
		e, _ = e.Keep(3)
		e, _ = e.Name(release.Direction{Index: 1}, name)
		e, _ = e.Print(release.Imprint{Title: name})
		must(p, protocol.DescribeRequest, protocol.Describe{ID: out.Entry, Decisions: string(e.Decisions().Encode())}, nil)
		again := must(p, protocol.EntryRequest, protocol.GetEntry{ID: out.Entry}, nil)
		if d := p.edition(again).Document(); again.Document != out.Document || d.NumComponents != 3 || d.Direction(1) != name || d.About.Title != name {
			t.Errorf("%s: %+v", name, again)
		}
	}
	if text := must(p, protocol.ExportRequest, protocol.Export{}, nil).Text; text != exported {
		t.Error("a decision changed the entries")
	}
	last := must(p, protocol.EntryRequest, protocol.GetEntry{ID: out.Entry}, nil).Decisions
	for _, text := range []string{"no JSON", `{"cells":["a"]}`, strings.Replace(last, "{", `{"cells":["a"],`, 1), "{}"} { // whatever is kept is of decisions
		p.refused(protocol.DescribeRequest.Name, protocol.Describe{ID: out.Entry, Decisions: text}, nil)
	}
	written := " \n" + strings.Replace(last, `"k":3`, `"k" : 1, "k":3`, 1) + "\n" // the same, with what a caller added to the text
	must(p, protocol.DescribeRequest, protocol.Describe{ID: out.Entry, Decisions: written}, nil)
	if kept := must(p, protocol.EntryRequest, protocol.GetEntry{ID: out.Entry}, nil).Decisions; kept != last || written == last {
		t.Errorf("%q is kept, want %q", kept, last)
	}
}

// Ledgers of earlier versions kept a document of the k that was asked, and one of all directions beside it: they open with that k, and every other is at
// hand. Where the two use different sets of directions, the one that was asked is shown.
func TestEarlierLedgersOpen(t *testing.T) {
	p := prepareSmall(t)
	out := must(p, protocol.ReleaseRequest, ask("laplace", 2), nil)
	all, err := release.Decode([]byte(out.Document))
	if err != nil {
		t.Fatal(err)
	}
	first, err := all.First(2)
	if err != nil {
		t.Fatal(err)
	}
	asked, err := release.Encode(first)
	if err != nil {
		t.Fatal(err)
	}
	other := *first
	other.Shrinkage = &release.Shrinkage{Other: other.Components}
	differs, err := release.Encode(&other)
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		asked, all string
		k, maxK    int
	}{
		"asked alone": {string(asked), "", 2, 2}, "both": {string(asked), out.Document, 2, 3}, "another set": {string(differs), out.Document, 2, 2},
		"all damaged": {string(asked), "{", 2, 2},
	} {
		t.Run(name, func(t *testing.T) {
			store := ledger.NewMemory()
			a := accounts{ledger.New(store, time.Now)}
			store.Keep("id", c.asked)
			if c.all != "" {
				store.Keep(allOf("id"), c.all)
			}
			got, err := a.entry(protocol.GetEntry{ID: "id"})
			if err != nil {
				t.Fatal(err)
			}
			if e := p.edition(got); e.K() != c.k || e.MaxK() != c.maxK {
				t.Errorf("k = %d of %d, want %d of %d", e.K(), e.MaxK(), c.k, c.maxK)
			}
		})
	}
}
