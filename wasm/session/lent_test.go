package session

import (
	"slices"
	"strings"
	"testing"
	"time"

	"privatepca/core/ledger"
	"privatepca/core/noise/noisetest"
	"privatepca/core/plan"
	"privatepca/core/privacy"
	"privatepca/core/release"
	"privatepca/wasm/protocol"
)

// reserved is a release that a site's budget pays for, with the receipt that the site gives for it under an id.
func reserved(p *page, id string) protocol.Release {
	p.t.Helper()
	in := ask("gaussian", 2)
	in.Budget = &protocol.Budget{Population: "everyday life", Cap: 4, Delta: 1e-6, Accounting: privacy.GDP}
	b := must(p, protocol.BalanceRequest, protocol.Balance{Release: in}, nil)
	if b.Charge == nil {
		p.t.Fatal("the worker does not say what the release costs")
	}
	c := b.Charge
	in.Budget.Receipt = &release.Receipt{
		Budget: "everyday life", ID: id, Number: 1, Cap: 4, CapDelta: 1e-6, Accounting: privacy.GDP,
		Mechanism: c.Cost.Mechanism, Epsilon: c.Cost.Epsilon, Delta: c.Cost.Delta, Rho: c.Cost.Rho, Mu: c.Cost.Mu, Claim: c.Cost.Claim,
		Relation: c.Relation, RowsPerPerson: c.RowsPerPerson, PersonColumn: c.PersonColumn,
	}
	return in
}

// refusedFor is the worker's refusal of a release, which says so.
func refusedFor(p *page, name string, in protocol.Release, says string) protocol.Error {
	p.t.Helper()
	e := p.refused(name, in, nil)
	if !strings.Contains(e.Message, says) {
		p.t.Errorf("%s is refused by %q", name, e.Message)
	}
	return e
}

// Between the reservation and the draw nothing may change that the site has counted, in what is released or in what the site has set aside. What was changed draws
// nothing, and is debited nowhere.
func TestAReservationPaysForItsReleaseAlone(t *testing.T) {
	set := func(f func(*release.Receipt)) func(*protocol.Release) {
		return func(in *protocol.Release) { f(in.Budget.Receipt) }
	}
	for name, alter := range map[string]func(*protocol.Release){
		"a larger ε":          func(in *protocol.Release) { in.Epsilon *= 1.5 },
		"a larger δ":          func(in *protocol.Release) { in.Delta *= 2 },
		"another mechanism":   func(in *protocol.Release) { in.Mechanism = "laplace" },
		"another relation":    func(in *protocol.Release) { in.Relation = privacy.AddRemove },
		"a step more":         func(in *protocol.Release) { in.Steps = &plan.Steps{ChooseK: &plan.ChooseK{Share: .1}} },
		"a larger limit":      func(in *protocol.Release) { in.Budget.Cap = 5 },
		"another budget":      func(in *protocol.Release) { in.Budget.Population = "others" },
		"another δ of sums":   func(in *protocol.Release) { in.Budget.Delta = 1e-5 },
		"another accounting":  func(in *protocol.Release) { in.Budget.Accounting = privacy.ZCDP },
		"no receipt":          func(in *protocol.Release) { in.Budget.Receipt = nil },
		"for a document":      set(func(r *release.Receipt) { r.Document = strings.Repeat("ab", 32) }),
		"of another budget":   set(func(r *release.Receipt) { r.Budget = "others" }),
		"under another limit": set(func(r *release.Receipt) { r.Cap = 5 }),
		"of another sum":      set(func(r *release.Receipt) { r.CapDelta = 1e-5 }),
		"added up otherwise":  set(func(r *release.Receipt) { r.Accounting = privacy.ZCDP }),
		"by a mechanism":      set(func(r *release.Receipt) { r.Mechanism = "laplace" }),
		"of a smaller ε":      set(func(r *release.Receipt) { r.Epsilon /= 2 }),
		"of a smaller δ":      set(func(r *release.Receipt) { r.Delta /= 2 }),
		"of a smaller ρ":      set(func(r *release.Receipt) { r.Rho /= 2 }),
		"of a smaller μ":      set(func(r *release.Receipt) { r.Mu /= 2 }),
		"of another claim":    set(func(r *release.Receipt) { r.Claim = privacy.NotPrivate }),
		"under a relation":    set(func(r *release.Receipt) { r.Relation = privacy.AddRemove }),
		"of other rows":       set(func(r *release.Receipt) { r.RowsPerPerson++ }),
		"of other persons":    set(func(r *release.Receipt) { r.PersonColumn = "id" }),
	} {
		for _, session := range []bool{false, true} {
			t.Run(name, func(t *testing.T) {
				store := ledger.Store(ledger.NewMemory())
				if session {
					store = blocked{ledger.NewMemory()}
				}
				source := &counting{from: noisetest.New(3)}
				p := paying(t, ledger.New(store, time.Now), source)
				in := reserved(p, strings.Repeat("a", 32))
				in.Budget.Session = session
				alter(&in)
				if session {
					refusedFor(p, protocol.DebitRequest.Name, in, "")
				}
				refusedFor(p, protocol.ReleaseRequest.Name, in, "")
				if source.words > 0 {
					t.Errorf("%d words were drawn", source.words)
				}
				if list := must(p, protocol.LedgerRequest, protocol.Ledger{}, nil).Populations; len(list) > 0 {
					t.Errorf("the ledger holds %+v", list)
				}
			})
		}
	}
}

// What a site has set aside is drawn once, whatever draws it: another request, another worker of the same browser, or one that has debited it in a ledger that
// ends with the page.
func TestAReservationIsDrawnOnce(t *testing.T) {
	l := ledger.New(ledger.NewMemory(), time.Now)
	source := &counting{from: noisetest.New(3)}
	p := paying(t, l, source)
	in := reserved(p, strings.Repeat("a", 32))
	first := must(p, protocol.ReleaseRequest, in, nil)
	if first.Entry != in.Budget.Receipt.ID || source.words == 0 {
		t.Fatalf("it is kept as %q, after %d words", first.Entry, source.words)
	}
	other := &counting{from: noisetest.New(4)}
	for _, q := range []*page{p, paying(t, l, other)} {
		drawn := source.words
		e := refusedFor(q, protocol.ReleaseRequest.Name, in, "was used for a release already")
		if e.Field != "id" || source.words != drawn || other.words > 0 {
			t.Errorf("the field is %q; %d words were drawn, and %d", e.Field, source.words-drawn, other.words)
		}
	}

	source = &counting{from: noisetest.New(3)}
	p = paying(t, ledger.New(blocked{ledger.NewMemory()}, time.Now), source)
	in = reserved(p, strings.Repeat("b", 32))
	in.Budget.Session = true
	debited := must(p, protocol.DebitRequest, in, nil)
	in.Budget.Debit = debited.Debit
	must(p, protocol.ReleaseRequest, in, nil)
	drawn := source.words
	refusedFor(p, protocol.ReleaseRequest.Name, in, "is not the one that was debited")
	in.Budget.Debit = ""
	refusedFor(p, protocol.DebitRequest.Name, in, "was used for a release already")
	refusedFor(p, protocol.ReleaseRequest.Name, in, "")
	if debited.Debit != in.Budget.Receipt.ID || source.words != drawn {
		t.Errorf("debited as %q; %d words were drawn afterwards", debited.Debit, source.words-drawn)
	}
}

// A site's limit lifts no limit that somebody set for a file under a name of his own, and follows the site's where its budget alone has paid.
func TestASitesLimitLiftsNoOther(t *testing.T) {
	own := func(name string) *page {
		p := paying(t, ledger.New(ledger.NewMemory(), time.Now), &counting{from: noisetest.New(3)})
		in := capped("gaussian", 1, 1)
		in.Budget.Population = name
		must(p, protocol.ReleaseRequest, in, nil)
		return p
	}
	p := own("mine")
	in := reserved(p, strings.Repeat("c", 32))
	if b := must(p, protocol.BalanceRequest, protocol.Balance{Release: in}, nil); !strings.Contains(b.Refused, "the limit of this population is 1") {
		t.Errorf("the balance says %q", b.Refused)
	}
	e := refusedFor(p, protocol.ReleaseRequest.Name, in, "the limit of this population is 1")
	if e.Code != protocol.CodeBudget {
		t.Errorf("the code is %q", e.Code)
	}
	p = own("Everyday  Life")
	must(p, protocol.ReleaseRequest, reserved(p, strings.Repeat("d", 32)), nil)
	if list := must(p, protocol.LedgerRequest, protocol.Ledger{}, nil).Populations; len(list) != 1 || slices.ContainsFunc(list[0].Entries, func(e protocol.LedgerEntry) bool { return e.Kind == string(ledger.Cap) }) {
		t.Errorf("the ledger holds %+v", list)
	}
}

// A site's receipt is put beside the release that it is for, and beside no other: what the ledger keeps is never another document.
func TestAReceiptIsKeptBesideItsRelease(t *testing.T) {
	p := paying(t, ledger.New(ledger.NewMemory(), time.Now), &counting{from: noisetest.New(3)})
	in, other := reserved(p, strings.Repeat("e", 32)), reserved(p, strings.Repeat("f", 32))
	kept := must(p, protocol.ReleaseRequest, in, nil)
	unpaid := must(p, protocol.ReleaseRequest, other, nil)
	signed := func(document, id string) string {
		t.Helper()
		d, err := release.Decode([]byte(document))
		if err != nil {
			t.Fatal(err)
		}
		r := *in.Budget.Receipt
		r.ID, r.Key, r.Signature = id, strings.Repeat("1", 64), strings.Repeat("2", 128)
		if r.Document, err = release.Digest(d); err != nil {
			t.Fatal(err)
		}
		text, err := release.Receipted(d, r)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	genuine := signed(kept.Document, kept.Entry)
	for name, c := range map[string]protocol.Describe{
		"another release":     {ID: kept.Entry, Document: signed(unpaid.Document, kept.Entry)},
		"another entry":       {ID: unpaid.Entry, Document: genuine},
		"an id of its own":    {ID: kept.Entry, Document: signed(kept.Document, unpaid.Entry)},
		"no receipt":          {ID: kept.Entry, Document: kept.Document},
		"no document":         {ID: kept.Entry, Document: "{}"},
		"an unknown entry":    {ID: strings.Repeat("0", 32), Document: genuine},
		"one that was undone": {ID: kept.Entry, Document: strings.Replace(genuine, `"n": 3`, `"n": 4`, 1)},
	} {
		t.Run(name, func(t *testing.T) {
			p.t = t
			if e := p.refused(protocol.DescribeRequest.Name, c, nil); e.Code != protocol.CodeRequest {
				t.Errorf("it is refused as %q: %s", e.Code, e.Message)
			}
		})
	}
	p.t = t
	if got := must(p, protocol.EntryRequest, protocol.GetEntry{ID: kept.Entry}, nil); got.Document != kept.Document {
		t.Error("what was refused is kept")
	}
	must(p, protocol.DescribeRequest, protocol.Describe{ID: kept.Entry, Document: genuine}, nil)
	if got := must(p, protocol.EntryRequest, protocol.GetEntry{ID: kept.Entry}, nil); got.Document != genuine || got.Decisions != kept.Decisions {
		t.Error("the receipt is not kept")
	}
}
