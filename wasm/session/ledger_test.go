package session

import (
	"strings"
	"testing"
	"time"

	"privatepca/core/ledger"
	"privatepca/core/method"
	"privatepca/core/noise/noisetest"
	"privatepca/core/pca"
	"privatepca/core/release"
	"privatepca/wasm/protocol"
)

// small releases on a page whose ledger is given.
func paying(t *testing.T, l *ledger.Ledger, source *counting) *page {
	t.Helper()
	p := &page{t: t}
	p.s = New(&pca.Machine{Random: source}, l, release.Software{Version: "test"}, time.Now, func(e protocol.Envelope) { p.sent = append(p.sent, e) })
	must(p, protocol.OpenRequest, protocol.Open{}, &memory{name: "small.csv", data: []byte(small)})
	must(p, protocol.PrepareRequest, protocol.Prepare{Schema: smallSchema}, nil)
	return p
}

func capped(mechanism string, epsilon, most float64) protocol.Release {
	r := ask(mechanism, 2)
	r.Epsilon = epsilon
	r.Budget = &protocol.Budget{Population: "people", Cap: most, Delta: 1e-6}
	return r
}

// Every mechanism is debited at what its document states, at least; a refusal draws
// nothing and says what fits.
func TestEveryReleaseIsDebited(t *testing.T) {
	for _, mechanism := range method.Names() {
		l := ledger.New(ledger.NewMemory(), time.Now)
		source := &counting{from: noisetest.New(3)}
		p := paying(t, l, source)
		e := p.ask(protocol.ReleaseRequest.Name, capped(mechanism, 1, 1.5), nil)
		list := must(p, protocol.LedgerRequest, protocol.Ledger{}, nil).Populations
		if mechanism == "random" {
			if len(list) != 0 || e.Type != protocol.ReleaseRequest.Name {
				t.Errorf("random: %s, %+v", e.Type, list)
			}
			continue
		}
		// Published noise is far wider than its ε calls for, and is charged by its μ.
		if published := method.Named(mechanism).Published(); len(list) != 1 || list[0].Spent != 1 && !published || !(list[0].Spent <= 1 && list[0].Mu > 0) {
			t.Fatalf("%s: the ledger holds %+v", mechanism, list)
		}
		spending := list[0].Entries[1]
		if e.Type == protocol.TypeError { // sulq, which drew and has nothing to release
			if mechanism != "sulq" || spending.Document {
				t.Errorf("%s: %s", mechanism, e.Body)
			}
			continue
		}
		text := must(p, protocol.EntryRequest, protocol.GetEntry{ID: spending.ID}, nil).Document
		d, err := release.Decode([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		if c := d.Privacy; spending.Epsilon < c.Epsilon || spending.Delta < c.Delta || spending.Rho < c.Rho || strings.Contains(text, "people") {
			t.Errorf("%s: charged %+v, stated (%v, %v, %v)", mechanism, spending, c.Epsilon, c.Delta, c.Rho)
		}

		words := source.words
		beyond := 1.4
		if method.Named(mechanism).Published() {
			beyond = 100
		}
		refused := p.refused(protocol.ReleaseRequest.Name, capped(mechanism, beyond, 9), nil)
		if refused.Code != protocol.CodeBudget || source.words != words {
			t.Errorf("%s: beyond the cap: %+v, %d words drawn", mechanism, refused, source.words-words)
		}
		if mechanism == "sulq" {
			continue // it may refuse
		}
		if again := p.ask(protocol.ReleaseRequest.Name, capped(mechanism, refused.Most, 9), nil); refused.Most == 0 || again.Type != protocol.ReleaseRequest.Name {
			t.Errorf("%s: ε = %v was said to fit: %s", mechanism, refused.Most, again.Body)
		}
	}
}

// full is a store that cannot be written.
type full struct{ *ledger.Memory }

func (full) Update(func([]string) ([]string, error)) error { return &ledger.Unavailable{Why: "full"} }

// late is a store that has no key at first.
type late struct {
	*ledger.Memory
	here bool
}

func (l *late) Key() ([]byte, error) {
	if !l.here {
		return nil, &ledger.Unavailable{Why: "late"}
	}
	return l.Memory.Key()
}

// A file that was read while there was no store is not taken for a new one when there is:
// what was spent on it, or that it was declared public, would be missed.
func TestStorageThatComesBackKnowsTheFile(t *testing.T) {
	store, source := &late{Memory: ledger.NewMemory(), here: true}, &counting{from: noisetest.New(3)}
	must(paying(t, ledger.New(store, time.Now), source), protocol.ReleaseRequest, capped("laplace", 1, 1.5), nil)

	store.here = false
	p := paying(t, ledger.New(store, time.Now), source)
	store.here = true
	words, in := source.words, capped("laplace", 1, 1.5)
	in.Budget.Population = "others"
	for kind, body := range map[string]any{protocol.ReleaseRequest.Name: in, protocol.DeclareRequest.Name: protocol.Declare{}} {
		if e := p.refused(kind, body, nil); e.Code != protocol.CodeFile || source.words != words {
			t.Errorf("%s: %+v, %d words drawn", kind, e, source.words-words)
		}
	}
	must(p, protocol.PrepareRequest, protocol.Prepare{Schema: smallSchema}, nil)
	for kind, code := range map[string]string{protocol.ReleaseRequest.Name: protocol.CodeBudget, protocol.DeclareRequest.Name: protocol.CodeProtected} {
		if e := p.refused(kind, map[string]any{protocol.ReleaseRequest.Name: in, protocol.DeclareRequest.Name: protocol.Declare{}}[kind], nil); e.Code != code {
			t.Errorf("%s, read again: %+v", kind, e)
		}
	}
}

// Where the store is full nothing is drawn; in the session the debit comes first, and
// pays once.
func TestSessionDebitsFirst(t *testing.T) {
	source := &counting{from: noisetest.New(3)}
	p := paying(t, ledger.New(full{ledger.NewMemory()}, time.Now), source)
	in := capped("laplace", 1, 1.5)
	words := source.words
	if e := p.refused(protocol.ReleaseRequest.Name, in, nil); e.Code != protocol.CodeBlocked || source.words != words {
		t.Errorf("a full store: %+v, %d words drawn", e, source.words-words)
	}
	p.refused(protocol.DebitRequest.Name, in, nil) // without consent
	in.Budget.Session = true
	if e := p.refused(protocol.ReleaseRequest.Name, in, nil); e.Code != protocol.CodeBlocked || source.words != words { // consent alone pays for nothing
		t.Errorf("with consent, without a debit: %+v, %d words drawn", e, source.words-words)
	}
	debit := must(p, protocol.DebitRequest, in, nil)
	in.Budget.Debit = debit.Debit
	other := in
	other.Epsilon = 1.2
	p.refused(protocol.ReleaseRequest.Name, other, nil)
	if source.words != words {
		t.Error("a release that was not paid for drew")
	}
	early := paying(t, ledger.New(full{ledger.NewMemory()}, time.Now), source) // a worker of the same session
	must(early, protocol.ImportRequest, protocol.Import{Text: debit.Session, Session: true}, nil)
	words = source.words
	early.refused(protocol.ReleaseRequest.Name, in, nil) // was debited by another one, which may have used it
	if source.words != words {
		t.Error("a debit paid in two workers")
	}
	add := in
	add.Relation = "add-remove"
	p.refused(protocol.ReleaseRequest.Name, add, nil)
	if out := must(p, protocol.ReleaseRequest, in, nil); out.Entry != debit.Debit || !out.Kept {
		t.Errorf("what was debited as %q is kept as %q: %t", debit.Debit, out.Entry, out.Kept)
	}
	p.refused(protocol.ReleaseRequest.Name, in, nil) // twice

	// The next worker refuses what the first one spent.
	next := paying(t, ledger.New(full{ledger.NewMemory()}, time.Now), source)
	must(next, protocol.ImportRequest, protocol.Import{Text: debit.Session, Session: true}, nil)
	in.Budget = &protocol.Budget{Population: "people", Cap: 9, Session: true, Delta: 1e-6}
	if e := next.refused(protocol.DebitRequest.Name, in, nil); e.Code != protocol.CodeBudget {
		t.Errorf("after another worker: %+v", e)
	}
}
