package session

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"privatepca/core/ledger"
	"privatepca/core/privacy"
	"privatepca/wasm/protocol"
)

// written is an exported ledger that somebody wrote: of each population an opening and
// spendings, with a cap of 2.
func written(populations, spendings int) string {
	type file struct {
		Format  string         `json:"format"`
		Version int            `json:"version"`
		Entries []ledger.Entry `json:"entries"`
	}
	out := file{Format: ledger.Format, Version: ledger.Version}
	id := 0
	add := func(e ledger.Entry) {
		e.ID = fmt.Sprintf("%032x", id)
		id++
		out.Entries = append(out.Entries, e)
	}
	for i := range populations {
		name := fmt.Sprintf("people %d", i)
		add(ledger.Entry{Kind: ledger.Open, Population: name, Account: &ledger.Account{Relation: privacy.ReplaceOne, RowsPerPerson: 1}, Cap: 2})
		for range spendings {
			add(ledger.Entry{Kind: ledger.Spend, Population: name, Charge: &ledger.Charge{Mechanism: "laplace", Epsilon: 1e-3, Claim: privacy.Exact}})
		}
	}
	text, err := json.Marshal(out)
	if err != nil {
		panic(err)
	}
	return string(text)
}

// However large an imported ledger is, an answer holds a part of it, and says how much is
// missing.
func TestListsAreShort(t *testing.T) {
	p := newPage(t, 1)
	got := must(p, protocol.ImportRequest, protocol.Import{Text: written(protocol.MostPopulations+10, 104)}, nil)
	if len(got.Populations) != protocol.MostPopulations || got.More != 10 || got.Added != 60*105 {
		t.Fatalf("%d populations, %d more, %d added", len(got.Populations), got.More, got.Added)
	}
	if one := got.Populations[3]; len(one.Entries) != protocol.FewestEntries || one.Earlier != 95 || one.Spent < .1039 || one.Spent > .1041 {
		t.Errorf("%d entries, %d earlier, spent %v", len(one.Entries), one.Earlier, one.Spent)
	}
	got = must(p, protocol.LedgerRequest, protocol.Ledger{Find: " PEOPLE  59"}, nil)
	if len(got.Populations) != 1 || got.More != 0 || len(got.Populations[0].Entries) != 105 || got.Populations[0].Earlier != 0 {
		t.Errorf("found %+v", got)
	}
	if got = must(p, protocol.LedgerRequest, protocol.Ledger{Find: "nobody"}, nil); len(got.Populations) != 0 {
		t.Errorf("found %d", len(got.Populations))
	}
}

// One population has the whole answer.
func TestListOfOnePopulation(t *testing.T) {
	p := newPage(t, 1)
	got := must(p, protocol.ImportRequest, protocol.Import{Text: written(1, protocol.MostEntries+6)}, nil).Populations[0]
	if len(got.Entries) != protocol.MostEntries || got.Earlier != 7 || got.Entries[0].Kind != "spend" {
		t.Errorf("%d entries, %d earlier", len(got.Entries), got.Earlier)
	}
}

// An entry tells whether its document is kept, a population how many rows a person has and what still fits.
func TestListTellsWhatIsKept(t *testing.T) {
	p := prepareSmall(t)
	in := ask("laplace", 1)
	in.Budget.Cap = 3
	must(p, protocol.ReleaseRequest, in, nil)
	got := must(p, protocol.LedgerRequest, protocol.Ledger{}, nil).Populations[0]
	for _, e := range got.Entries {
		if e.Document != (e.Kind == "spend") {
			t.Errorf("%+v", e)
		}
	}
	if len(got.Entries) != 2 || got.RowsPerPerson != 1 || !(got.Next > 2*(1-1e-6)) || got.Next > 8*3 {
		t.Errorf("%+v", got)
	}
	// What a ledger that ends with the page goes on with was not added by anyone.
	held := must(prepareSmall(t), protocol.DeclareRequest, protocol.Declare{Session: true}, nil).Session
	if taken := must(newPage(t, 2), protocol.ImportRequest, protocol.Import{Text: held, Session: true}, nil); taken.Added != 0 {
		t.Errorf("resumed: %+v", taken)
	}
}

// The page tells that an import has too many entries where the ledger would, and nowhere else: it counts braces as the ledger does.
func TestPageAndLedgerCountBracesAlike(t *testing.T) {
	p := newPage(t, 1)
	for braces, want := range map[int]string{protocol.MostEntryBraces: "not an exported ledger", protocol.MostEntryBraces + 1: "more entries"} {
		if e := p.refused(protocol.PreviewRequest.Name, protocol.Preview{Text: strings.Repeat("{", braces)}, nil); !strings.Contains(e.Message, want) {
			t.Errorf("%d braces: %s", braces, e.Message)
		}
	}
}

func TestPreviewOfAnImport(t *testing.T) {
	p := newPage(t, 1)
	must(p, protocol.ImportRequest, protocol.Import{Text: written(2, 1)}, nil)
	before := must(p, protocol.ExportRequest, protocol.Export{}, nil).Text

	// One cap is raised, of many populations that are new.
	other := newPage(t, 2)
	must(other, protocol.ImportRequest, protocol.Import{Text: before}, nil)
	must(other, protocol.CapRequest, protocol.Cap{Population: "people 1", Epsilon: 50}, nil)
	raised := must(other, protocol.ExportRequest, protocol.Export{}, nil).Text
	more := strings.ReplaceAll(written(protocol.MostPopulations+5, 0), "people", "others")
	more = strings.ReplaceAll(more, `"id":"0`, `"id":"f`)
	raised = strings.Replace(raised, `"entries": [`, `"entries": [`+more[strings.Index(more, "[")+1:strings.LastIndex(more, "]")]+",", 1)

	got := must(p, protocol.PreviewRequest, protocol.Preview{Text: raised}, nil)
	if got.Added != protocol.MostPopulations+6 || len(got.Changes) != protocol.MostPopulations || got.More != 6 || got.MoreMarked != 0 {
		t.Fatalf("%d added, %d changes, %d more, %d of them marked", got.Added, len(got.Changes), got.More, got.MoreMarked)
	}
	if c := got.Changes[0]; !c.Marked() || c.Names[0] != "people 1" || c.Raises != 1 || c.Cap != 50 || c.WasCap != 2 || c.New || c.Added != 1 || c.Spent != c.WasSpent || len(c.Joins) > 0 {
		t.Errorf("the marked change is %+v", c)
	}
	if c := got.Changes[1]; c.Marked() || !c.New || c.Cap != 2 || c.WasCap != 0 {
		t.Errorf("the next one is %+v", c)
	}
	if after := must(p, protocol.ExportRequest, protocol.Export{}, nil).Text; after != before {
		t.Error("a preview changed the ledger")
	}
	// Of marked changes that are not listed it says how many there are.
	const all = protocol.MostPopulations + 3
	p, other = newPage(t, 3), newPage(t, 4)
	must(p, protocol.ImportRequest, protocol.Import{Text: written(all, 0)}, nil)
	must(other, protocol.ImportRequest, protocol.Import{Text: written(all, 0)}, nil)
	for i := range all {
		must(other, protocol.CapRequest, protocol.Cap{Population: "people " + fmt.Sprint(i), Epsilon: 50}, nil)
	}
	raised = must(other, protocol.ExportRequest, protocol.Export{}, nil).Text
	if got := must(p, protocol.PreviewRequest, protocol.Preview{Text: raised}, nil); got.Added != all || got.More != 3 || got.MoreMarked != 3 {
		t.Errorf("%d added, %d more, %d of them marked", got.Added, got.More, got.MoreMarked)
	}
	// And of those after which less is left to release.
	p = newPage(t, 3)
	must(p, protocol.ImportRequest, protocol.Import{Text: written(all, 0)}, nil)
	if got := must(p, protocol.PreviewRequest, protocol.Preview{Text: strings.ReplaceAll(written(all, 2), `"id":"0`, `"id":"f`)}, nil); got.More != 3 || got.MoreLess != 3 || got.MoreMarked != 0 {
		t.Errorf("%d more, %d of them leave less, %d are marked", got.More, got.MoreLess, got.MoreMarked)
	}
	if e := p.refused(protocol.PreviewRequest.Name, protocol.Preview{Text: "{}"}, nil); e.Code != protocol.CodeRequest || !strings.Contains(e.Message, "not an exported ledger") {
		t.Errorf("%+v", e)
	}
}

// A change says how many releases and which cap are new to each of the populations that it joins, and what later documents state comes first, then what
// is joined.
func TestChangeOfPopulations(t *testing.T) {
	charges := make([]ledger.Charge, 7)
	after := &ledger.Population{Names: []string{"a", "b"}, Cap: 2, Charges: charges}
	one := &ledger.Population{Names: []string{"a"}, Cap: 4, Charges: charges[:2]}
	two := &ledger.Population{Fingerprints: []string{"0123456789abcdef"}, Cap: 3, Charges: charges[:1]}
	none := &ledger.Population{Names: []string{"c"}}
	for i, c := range []struct {
		before   []*ledger.Population
		releases int
		cap      float64
		joins    []string
	}{
		{nil, 7, 0, nil},
		{[]*ledger.Population{one}, 5, 4, nil},
		{[]*ledger.Population{one, two}, 4, 3, []string{"a", "file 0123·4567"}},
		{[]*ledger.Population{two, none, one}, 4, 3, []string{"file 0123·4567", "c", "a"}},
	} {
		got := change(ledger.Change{Added: 3, Before: c.before, After: after})
		if got.Releases != c.releases || got.WasCap != c.cap || !slices.Equal(got.Joins, c.joins) || got.New != (c.before == nil) || got.Cap != 2 || got.Added != 3 {
			t.Errorf("%d: %+v", i, got)
		}
	}
	marked, joined, plain := protocol.Change{Raises: 1}, protocol.Change{Joins: []string{"a", "b"}}, protocol.Change{}
	both := protocol.Change{Raises: 1, Joins: joined.Joins}
	if !(rank(marked) < rank(joined) && rank(joined) < rank(plain) && rank(both) == rank(marked)) {
		t.Errorf("marked %d, joined %d, others %d", rank(marked), rank(joined), rank(plain))
	}
}

// What later documents would state comes first, whatever the ledger's order is.
func TestMarkedChangesComeFirst(t *testing.T) {
	p, other := newPage(t, 6), newPage(t, 7)
	for _, at := range []*page{p, other} {
		must(at, protocol.ImportRequest, protocol.Import{Text: written(3, 0)}, nil)
	}
	must(other, protocol.CapRequest, protocol.Cap{Population: "people 0", Epsilon: 1}, nil) // lower: no mark
	must(other, protocol.CapRequest, protocol.Cap{Population: "people 2", Epsilon: 9}, nil)
	got := must(p, protocol.PreviewRequest, protocol.Preview{Text: must(other, protocol.ExportRequest, protocol.Export{}, nil).Text}, nil)
	if len(got.Changes) != 2 || !got.Changes[0].Marked() || got.Changes[0].Names[0] != "people 2" || got.Changes[1].Names[0] != "people 0" {
		t.Errorf("%+v", got.Changes)
	}
}

// A limit that is set and a population that is reset are answered by the ledger as it then is; nothing was added from elsewhere.
func TestCapAndResetAreAnsweredByTheLedger(t *testing.T) {
	p := newPage(t, 5)
	must(p, protocol.ImportRequest, protocol.Import{Text: written(2, 3)}, nil)
	of := func(got protocol.Populations, name string) *protocol.Population {
		t.Helper()
		if got.Added != 0 || got.More != 0 || len(got.Populations) != 2 {
			t.Fatalf("%d added, %d more, %d populations", got.Added, got.More, len(got.Populations))
		}
		for i := range got.Populations {
			if slices.Contains(got.Populations[i].Names, name) {
				return &got.Populations[i]
			}
		}
		t.Fatalf("%q is not there", name)
		return nil
	}
	if one := of(must(p, protocol.CapRequest, protocol.Cap{Population: "people 1", Epsilon: 7}, nil), "people 1"); one.Cap != 7 || len(one.Entries) != 5 {
		t.Errorf("after the limit was set: %+v", one)
	}
	got := must(p, protocol.ResetRequest, protocol.Reset{Population: "people 1"}, nil)
	one, other := of(got, "people 1"), of(got, "people 0")
	if one.Spent != 0 || len(one.Entries) != 6 || other.Spent == 0 || len(other.Entries) != 4 {
		t.Errorf("after one was reset: %+v, and the other %+v", one, other)
	}
	voids := 0
	for _, e := range one.Entries {
		if e.Void {
			voids++
		}
	}
	if voids < 3 {
		t.Errorf("%d of three spendings are void", voids)
	}
	for _, e := range []protocol.Error{
		p.refused(protocol.CapRequest.Name, protocol.Cap{Population: "nobody", Epsilon: 1}, nil),
		p.refused(protocol.ResetRequest.Name, protocol.Reset{Population: "nobody"}, nil),
	} {
		if e.Code != protocol.CodeRequest || !strings.Contains(e.Message, "no such entry") {
			t.Errorf("%+v", e)
		}
	}
}

// Caps below 1 are caps, the lowest counts, and no more populations are named than an answer holds.
func TestChangeOfManyPopulations(t *testing.T) {
	after := &ledger.Population{Names: []string{"all"}, Cap: .25}
	var before []*ledger.Population
	for i := range protocol.MostNames + 4 {
		before = append(before, &ledger.Population{Names: []string{fmt.Sprint(i)}, Cap: .5 + .01*float64((i+5)%9)})
	}
	got := change(ledger.Change{Before: before, After: after})
	if got.WasCap != .5 || got.Cap != .25 || len(got.Joins) != protocol.MostNames || got.Joins[0] != "0" {
		t.Errorf("%+v", got)
	}
	if one := change(ledger.Change{Before: before[1:2], After: after}); one.WasCap != before[1].Cap || one.Joins != nil || one.New {
		t.Errorf("of one: %+v", one)
	}
}
