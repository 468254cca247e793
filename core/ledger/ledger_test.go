package ledger

import (
	"errors"
	"math"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"privatepca/core/privacy"
)

var (
	pure = Account{Relation: privacy.ReplaceOne, RowsPerPerson: 1}
	zcdp = Account{Relation: privacy.ReplaceOne, RowsPerPerson: 1, Delta: 1e-6}
)

func laplace(epsilon float64) Charge {
	return Charge{Mechanism: "laplace", Epsilon: epsilon, Rho: privacy.PureRho(epsilon), Claim: privacy.Exact}
}

func gaussian(t *testing.T, epsilon float64) Charge {
	t.Helper()
	g, err := privacy.CalibrateGaussian(privacy.FrobeniusSquared(privacy.ReplaceOne, 8191, 1), 55, privacy.Budget{Epsilon: epsilon, Delta: 1e-6})
	if err != nil {
		t.Fatal(err)
	}
	return Charge{Mechanism: "gaussian", Epsilon: epsilon, Delta: 1e-6, Rho: g.Rho, Claim: privacy.Exact}
}

func newLedger() *Ledger { return New(NewMemory(), time.Now) }

// spend debits and returns what the ledger says.
func spend(l *Ledger, name, file string, a Account, most float64, c Charge) error {
	_, err := l.Debit(Request{Population: name, Fingerprint: file, Account: a, Cap: most, Charge: c}, false)
	return err
}

func accepted(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func refused(t *testing.T, err error, want Reason) {
	t.Helper()
	var r *Refusal
	if !errors.As(err, &r) || r.Reason != want {
		t.Errorf("%v, want a refusal of kind %q", err, want)
	}
}

// one is the only population.
func one(t *testing.T, l *Ledger) (*Population, Total) {
	t.Helper()
	list, err := l.Populations()
	if err != nil || len(list) != 1 {
		t.Fatalf("%d populations, %v", len(list), err)
	}
	spent, err := list[0].Spent()
	accepted(t, err)
	return list[0], spent
}

func TestPureAddsUpToTheCap(t *testing.T) {
	l := newLedger()
	for range 4 {
		accepted(t, spend(l, "Clinic", "f", pure, 1, laplace(.25)))
	}
	refused(t, spend(l, " clinic ", "f", pure, 1, laplace(1e-9)), OverCap)
	refused(t, spend(l, "clinic", "f", pure, 1, gaussian(t, 1e-3)), Differs)
	if p, spent := one(t, l); spent.Epsilon != 1 || p.Cap != 1 || len(p.Names) != 1 {
		t.Errorf("%+v %+v", p, spent)
	} else if next, _ := p.Next(); next != 0 {
		t.Errorf("%v fits", next)
	}
}

// Under zCDP, what is charged is ρ: two releases cost less than their ε, and more than
// either; a pure one of bounded range costs what its ρ does.
func TestZCDPComposes(t *testing.T) {
	l := newLedger()
	accepted(t, spend(l, "p", "f", zcdp, 4, gaussian(t, 1)))
	if _, spent := one(t, l); spent.Epsilon != 1 {
		t.Errorf("one release costs %v, want its own ε", spent.Epsilon)
	}
	accepted(t, spend(l, "p", "f", zcdp, 4, gaussian(t, 1)))
	_, two := one(t, l)
	rho := 2 * gaussian(t, 1).Rho
	if want, _ := privacy.EpsilonFor(rho, 1e-6); two.Epsilon < want || two.Epsilon > want*1.001 || !(two.Epsilon < 2) {
		t.Errorf("two releases cost %v, want %v", two.Epsilon, want)
	}
	ppca := Charge{Mechanism: "ppca", Epsilon: 1, Rho: privacy.BoundedRangeRho(1), Claim: privacy.Idealised}
	accepted(t, spend(l, "p", "f", zcdp, 4, ppca))
	if _, three := one(t, l); math.Abs(three.Rho-(rho+ppca.Rho)) > 1e-12 {
		t.Errorf("ρ = %v, want %v", three.Rho, rho+ppca.Rho)
	}
	// One without ρ needs a δ that is left beside the others'.
	sulq := Charge{Mechanism: "modsulq", Epsilon: .1, Delta: 1e-6, Claim: privacy.Exact}
	refused(t, spend(l, "p", "f", zcdp, 4, sulq), OverCap)
	sulq.Delta = 5e-7
	accepted(t, spend(l, "p", "f", zcdp, 4, sulq))
}

// Where μ² adds up, releases cost what one of their joint μ does, a pure one what its μ does; the accounting is fixed by the
// first release, and a release without a μ has no place in it.
func TestGDPComposes(t *testing.T) {
	l := newLedger()
	charge := gaussian(t, 1)
	charge.Mu = math.Sqrt(2 * charge.Rho)
	accepted(t, spend(l, "p", "f", zcdp, 4, charge))
	p, spent := one(t, l)
	if p.Account.Accounting != privacy.GDP || spent.Epsilon != 1 {
		t.Errorf("%+v costs %v", p.Account, spent.Epsilon)
	}
	accepted(t, spend(l, "p", "f", zcdp, 4, charge))
	_, two := one(t, l)
	want := privacy.EpsilonForMu(math.Sqrt2*charge.Mu, 1e-6)
	zcdpEpsilon, err := privacy.EpsilonFor(2*charge.Rho, 1e-6)
	accepted(t, err)
	if two.Epsilon < want || two.Epsilon > want+3e-6 || two.Epsilon > .95*zcdpEpsilon || math.Abs(two.Mu-math.Sqrt2*charge.Mu) > 1e-9 {
		t.Errorf("two releases cost %+v, want %v; by zCDP %v", two, want, zcdpEpsilon)
	}
	accepted(t, spend(l, "p", "f", zcdp, 4, laplace(.5)))
	_, three := one(t, l)
	mu := math.Sqrt(2*charge.Mu*charge.Mu + privacy.PureMu(.5)*privacy.PureMu(.5))
	if math.Abs(three.Mu-mu) > 1e-9 || three.Epsilon <= two.Epsilon {
		t.Errorf("with a pure one: %+v, want μ = %v", three, mu)
	}
	refused(t, spend(l, "p", "f", zcdp, 4, gaussian(t, .1)), OverCap)
	// Pure releases alone cost no more than their sum.
	for range 3 {
		accepted(t, spend(l, "q", "g", zcdp, 4, laplace(.5)))
	}
	list, err := l.Populations()
	accepted(t, err)
	if spent, err := list[1].Spent(); err != nil || spent.Epsilon != 1.5 {
		t.Errorf("three halves cost %+v, %v", spent, err)
	}
}

// An account of an earlier version states what it stated, and refuses what does not pass a filter: half of ε and δ as a
// Gaussian release, then pure releases up to the cap, by basic composition alone.
func TestAccountsOfEarlierVersions(t *testing.T) {
	l := newLedger()
	text := `{"format":"privatepca/ledger","version":1,"entries":[
{"id":"00000000000000000000000000000001","kind":"open","time":"","population":"p","account":{"relation":"replace-one","rows_per_person":1,"delta":1e-6},"cap":2},
{"id":"00000000000000000000000000000002","kind":"spend","time":"","population":"p","charge":{"mechanism":"gaussian","epsilon":1,"delta":1e-6,"rho":0.028,"claim":"exact arithmetic"}}]}`
	_, err := l.Import(text)
	accepted(t, err)
	if _, spent := one(t, l); spent.Epsilon != 1 {
		t.Errorf("it states %v", spent.Epsilon)
	}
	// By basic composition ε = 2, by zCDP more.
	if cost, err := privacy.Compose([]privacy.Part{{Epsilon: 1, Delta: 1e-6, Rho: .028, Claim: privacy.Exact}, laplace(1).part()}, 1e-6); err != nil || cost.Epsilon != 2 {
		t.Fatalf("%+v, %v", cost, err)
	}
	refused(t, spend(l, "p", "f", zcdp, 2, laplace(1)), OverCap)
	accepted(t, spend(l, "p", "f", zcdp, 2, laplace(.1)))
	if p, _ := one(t, l); p.Account.Accounting != "" {
		t.Errorf("the account became %+v", p.Account)
	}
}

// What is said to fit fits, and nothing larger by a thousandth does.
func TestNextIsTheLargestThatFits(t *testing.T) {
	for _, a := range []Account{pure, zcdp} {
		l := newLedger()
		charge := func(epsilon float64) Charge {
			if a.Delta == 0 {
				return laplace(epsilon)
			}
			return gaussian(t, epsilon)
		}
		accepted(t, spend(l, "p", "f", a, 2, charge(1)))
		p, _ := one(t, l)
		next, _ := p.Next()
		b, err := l.Balance(Request{Population: "p", Fingerprint: "f", Account: a})
		accepted(t, err)
		if !b.Fits(charge(next*.999)) || b.Fits(charge(next*1.001)) {
			t.Errorf("δ = %g: next %v", a.Delta, next)
		}
		if a.Delta > 0 && next <= 1 {
			t.Errorf("next is %v, no more than cap minus spent", next)
		}
	}
}

func TestAccountIsFixedAtFirstUse(t *testing.T) {
	l := newLedger()
	refused(t, spend(l, "p", "f", pure, 0, laplace(.1)), NoCap)
	refused(t, spend(l, "  ", "f", pure, 1, laplace(.1)), NoName)
	accepted(t, spend(l, "p", "f", pure, 1, laplace(.1)))
	for _, change := range []func(*Account){
		func(a *Account) { a.Relation = privacy.AddRemove },
		func(a *Account) { a.RowsPerPerson = 2 },
		func(a *Account) { a.PersonColumn = "id" },
	} {
		a := pure
		change(&a)
		refused(t, spend(l, "p", "g", a, 1, laplace(.1)), Differs)
	}
	accepted(t, spend(l, "p", "f", zcdp, 9, laplace(.1))) // pure stays pure, and its cap
	opened := pure
	opened.Accounting = privacy.Plain
	if p, spent := one(t, l); p.Account != opened || p.Cap != 1 || spent.Epsilon != .2 {
		t.Errorf("%+v", p)
	}
}

// A known file under a new name, and a changed file under an old name, share a budget;
// so do two populations that a file joins.
func TestFilesAndNamesLink(t *testing.T) {
	l := newLedger()
	accepted(t, spend(l, "north", "f", pure, 1, laplace(.5)))
	accepted(t, spend(l, "other name", "f", pure, 9, laplace(.25)))
	accepted(t, spend(l, "NORTH", "changed", pure, 9, laplace(.125)))
	refused(t, spend(l, "third", "changed", pure, 9, laplace(.25)), OverCap)
	accepted(t, spend(l, "south", "g", pure, .5, laplace(.1)))
	if list, _ := l.Populations(); len(list) != 2 {
		t.Fatalf("%d populations", len(list))
	}
	// South's file under the name north: both have spent .975 of the smaller cap.
	refused(t, spend(l, "north", "g", pure, 9, laplace(.001)), OverCap)
	if list, _ := l.Populations(); len(list) != 2 {
		t.Error("a refusal joined two populations")
	}
	accepted(t, spend(l, "islands", "h", zcdp, 9, laplace(.1)))
	refused(t, spend(l, "islands", "f", zcdp, 9, laplace(.1)), Conflict)
}

func TestCapsAndResetsLeaveMarks(t *testing.T) {
	l := newLedger()
	if err := l.SetCap("p", 1); err != ErrUnknown {
		t.Error(err)
	}
	accepted(t, spend(l, "p", "f", pure, 1, laplace(.5)))
	accepted(t, l.SetCap("p", .75))
	if p, _ := one(t, l); p.History != (History{}) || p.Cap != .75 {
		t.Errorf("a cap that was lowered: %+v", p.History)
	}
	accepted(t, l.SetCap("p", .75))
	if p, _ := one(t, l); p.History != (History{}) || p.Cap != .75 {
		t.Errorf("a cap that was set to what it was: %+v", p.History)
	}
	accepted(t, l.SetCap("p", 2))
	p, _ := one(t, l)
	if p.History != (History{Raises: 1}) || p.Cap != 2 {
		t.Errorf("a cap that was raised: %+v, %v", p.History, p.Cap)
	}
	accepted(t, l.Reset("p"))
	if p, spent := one(t, l); p.Known || spent.Epsilon != 0 || p.History != (History{Raises: 1, Resets: 1, Before: 1}) {
		t.Errorf("after a reset: %+v", p)
	}
	receipt, err := l.Debit(Request{Population: "p", Fingerprint: "f", Account: zcdp, Cap: 1, Charge: laplace(.5)}, false)
	if err != nil || receipt.History.Resets != 1 || receipt.History.Before != 1 {
		t.Errorf("%+v %v", receipt, err)
	}
}

func TestDeclaredPublic(t *testing.T) {
	l := newLedger()
	for range 2 { // a second time it says nothing new
		accepted(t, l.Declare(Identity{Fingerprint: "open"}, false))
	}
	if entries, err := l.store.Read(); err != nil || len(entries) != 1 {
		t.Errorf("%d entries of one declaration, %v", len(entries), err)
	}
	receipt, err := l.Debit(Request{Population: "p", Fingerprint: "open", Account: pure, Cap: 1, Charge: laplace(5)}, false)
	if err != nil || !receipt.Public || receipt.ID != "" {
		t.Errorf("%+v %v", receipt, err)
	}
	accepted(t, spend(l, "p", "closed", pure, 1, laplace(.5)))
	refused(t, l.Declare(Identity{Fingerprint: "closed"}, false), Released)
	accepted(t, l.Reset("p"))
	refused(t, l.Declare(Identity{Fingerprint: "closed"}, false), Released) // a reset forgets no release
}

// The clock is shown and nothing else: entries of any time count alike.
func TestClockDoesNotMatter(t *testing.T) {
	clock := time.Date(2030, 1, 1, 0, 0, 0, 0, time.UTC)
	l := New(NewMemory(), func() time.Time { return clock })
	accepted(t, spend(l, "p", "f", pure, 1, laplace(.5)))
	clock = time.Date(1970, 1, 1, 0, 0, 0, 0, time.UTC)
	accepted(t, l.SetCap("p", .9))
	accepted(t, spend(l, "p", "f", pure, 1, laplace(.3)))
	clock = clock.AddDate(-100, 0, 0)
	refused(t, spend(l, "p", "f", pure, 1, laplace(.3)), OverCap)
	if _, spent := one(t, l); spent.Epsilon != .8 {
		t.Error(spent)
	}
}

// What a file and a name are known by: each by itself, and never by what is not given.
func TestWhatABalanceKnows(t *testing.T) {
	l := newLedger()
	_, err := l.Debit(Request{Population: "p", Fingerprint: "f", Records: "r", Account: pure, Cap: 1, Charge: laplace(.5)}, false)
	accepted(t, err)
	accepted(t, spend(l, "bare", "", pure, 1, laplace(.5)))
	for _, c := range []struct {
		name, file, records string
		knownName, known    bool
	}{
		{"p", "f", "r", true, true},
		{"p", "f", "s", true, true},
		{"p", "g", "r", true, true},
		{"p", "g", "s", true, false},
		{"p", "", "", true, false},
		{"q", "f", "", false, true},
		{"q", "", "r", false, true},
		{"q", "g", "s", false, false},
		{"bare", "", "", true, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			b, err := l.Balance(Request{Population: c.name, Fingerprint: c.file, Records: c.records, Account: pure, Cap: 1, Charge: laplace(.1)})
			if err != nil || b.KnownName != c.knownName || b.KnownFile != c.known {
				t.Errorf("%+v: name known %v, file known %v, %v", c, b.KnownName, b.KnownFile, err)
			}
		})
	}
}

// An import that is not written adds nothing, and says so.
func TestFailedImportAddsNothing(t *testing.T) {
	a, b := newLedger(), New(&refusing{NewMemory()}, time.Now)
	accepted(t, spend(a, "p", "f", pure, 1, laplace(.5)))
	text, err := a.Export()
	accepted(t, err)
	for _, text := range []string{text, "no ledger"} {
		if n, err := b.Import(text); err == nil || n != 0 {
			t.Errorf("%d entries, %v", n, err)
		}
	}
}

// refusing is a store that writes nothing.
type refusing struct{ *Memory }

func (*refusing) Update(func([]string) ([]string, error)) error { return errors.New("refused") }

func TestImportIsAUnion(t *testing.T) {
	a, b := newLedger(), newLedger()
	accepted(t, spend(a, "p", "f", pure, 1, laplace(.5)))
	text, err := a.Export()
	accepted(t, err)
	accepted(t, spend(b, "p", "g", pure, 2, laplace(.25)))
	for i, want := range []int{2, 0} {
		if n, err := b.Import(text); err != nil || n != want {
			t.Errorf("import %d: %d entries, %v", i, n, err)
		}
	}
	if p, spent := one(t, b); spent.Epsilon != .75 || p.Cap != 1 {
		t.Errorf("after an import: %v of %v", spent.Epsilon, p.Cap)
	}
	// A reset over there leaves out what it knew, not what was spent here.
	accepted(t, a.Reset("p"))
	text, err = a.Export()
	accepted(t, err)
	if _, err := b.Import(text); err != nil {
		t.Fatal(err)
	}
	if p, spent := one(t, b); spent.Epsilon != .25 || p.History.Resets != 1 {
		t.Errorf("after a reset came: %v", spent.Epsilon)
	}
	for _, bad := range []string{
		"", "{}", `{"format":"privatepca/ledger","version":2,"entries":[]}`,
		strings.Replace(text, `"kind": "spend"`, `"kind": "gift"`, 1), strings.Replace(text, `"epsilon": 0.5`, `"epsilon": -0.5`, 1),
		strings.Replace(text, `"time"`, `"new": 1, "time"`, 1),
		strings.Replace(text, `"kind": "spend"`, `"kind": "spend", "voids": ["00"]`, 1), // a reset without its mark
		strings.Replace(text, `"kind": "spend"`, `"kind": "spend", "replaces": ["00"]`, 1),
	} {
		if n, err := b.Import(bad); err == nil {
			t.Errorf("%d entries were taken from %.60q", n, bad)
		}
	}
}

// A raise that does not call itself one leaves its mark all the same.
func TestImportedRaiseIsMarked(t *testing.T) {
	l := newLedger()
	accepted(t, spend(l, "p", "f", pure, 1, laplace(.5)))
	accepted(t, l.SetCap("p", 2))
	text, err := l.Export()
	accepted(t, err)
	silent := strings.Replace(text, `"raise": true`, `"raise": false`, 1)
	if silent == text {
		t.Fatal("no raise was exported")
	}
	other := newLedger()
	if _, err := other.Import(silent); err != nil {
		t.Fatal(err)
	}
	if p, _ := one(t, other); p.Cap != 2 || p.History.Raises != 1 {
		t.Errorf("cap %v, %d raises", p.Cap, p.History.Raises)
	}
	accepted(t, other.SetCap("p", 1.5)) // lower is no raise
	if p, _ := one(t, other); p.Cap != 1.5 || p.History.Raises != 1 {
		t.Errorf("cap %v, %d raises", p.Cap, p.History.Raises)
	}
}

// A declaration that comes by an import makes no file public that was released from.
func TestImportedDeclarationIsTooLate(t *testing.T) {
	l := newLedger()
	accepted(t, l.Declare(Identity{Fingerprint: "f"}, false))
	accepted(t, l.Declare(Identity{Fingerprint: "g"}, false))
	text, err := l.Export()
	accepted(t, err)
	other := newLedger()
	accepted(t, spend(other, "p", "f", pure, 1, laplace(.5)))
	if _, err := other.Import(text); err != nil {
		t.Fatal(err)
	}
	for file, want := range map[string]bool{"f": false, "g": true} {
		t.Run(file, func(t *testing.T) {
			if public, err := other.Public(Identity{Fingerprint: file}); public != want || err != nil {
				t.Errorf("%s: public %v, %v", file, public, err)
			}
		})
	}
}

// Races on one store: however many ask at once, what is spent keeps to the cap, and is
// what was granted.
func TestRacesKeepTheCap(t *testing.T) {
	store := NewMemory()
	var granted atomic.Int64
	var wait sync.WaitGroup
	for range 8 {
		l := New(store, time.Now)
		wait.Go(func() {
			for range 5 {
				if spend(l, "p", "f", pure, 1, laplace(.125)) == nil {
					granted.Add(1)
				}
			}
		})
	}
	wait.Wait()
	if _, spent := one(t, New(store, time.Now)); granted.Load() != 8 || spent.Epsilon != 1 {
		t.Errorf("%d were granted, %v spent", granted.Load(), spent.Epsilon)
	}
}

// lazy is a store whose check and append are two steps: the race that it allows is one
// that the test above must notice.
type lazy struct{ *Memory }

func (s lazy) Update(f func([]string) ([]string, error)) error {
	old, _ := s.Read()
	out, err := f(old)
	if err != nil {
		return err
	}
	time.Sleep(time.Millisecond)
	return s.Memory.Update(func([]string) ([]string, error) { return out, nil })
}

func TestMutantStoreOverspends(t *testing.T) {
	store := lazy{NewMemory()}
	var granted atomic.Int64
	var wait sync.WaitGroup
	for range 8 {
		wait.Go(func() {
			l := New(store, time.Now)
			for range 8 {
				if spend(l, "p", "f", pure, 1, laplace(.25)) == nil {
					granted.Add(1)
				}
			}
		})
	}
	wait.Wait()
	if granted.Load() <= 4 {
		t.Errorf("without one atomic step %d were granted: the test of races could not see it", granted.Load())
	}
}

// blocked is a store that can be read, or not even that, and never written.
type blocked struct {
	*Memory
	unreadable bool
}

func (s *blocked) Read() ([]string, error) {
	if s.unreadable {
		return nil, &Unavailable{"blocked"}
	}
	return s.Memory.Read()
}

func (s *blocked) Update(func([]string) ([]string, error)) error { return &Unavailable{"full"} }

func TestTemporaryLedgerGoesOnWhereTheStoreEnds(t *testing.T) {
	memory := NewMemory()
	accepted(t, spend(New(memory, time.Now), "p", "f", pure, 1, laplace(.5)))
	r := Request{Population: "p", Fingerprint: "f", Account: pure, Cap: 1, Charge: laplace(.25)}

	full := New(&blocked{Memory: memory}, time.Now)
	var u *Unavailable
	if _, err := full.Debit(r, false); !errors.As(err, &u) {
		t.Fatalf("a full store: %v", err)
	}
	_, err := full.Debit(r, true)
	accepted(t, err)
	_, err = full.Debit(r, true)
	accepted(t, err)
	_, err = full.Debit(r, true) // .5 in the store and twice .25 in the session
	refused(t, err, OverCap)

	// The next worker has it from the page; when the store can be written, it goes there.
	next := New(memory, time.Now)
	accepted(t, next.Resume(full.Temporary()))
	refused(t, spend(next, "p", "f", pure, 1, laplace(.1)), OverCap)
	if _, spent := one(t, New(memory, time.Now)); spent.Epsilon != 1 {
		t.Errorf("the store holds %v", spent.Epsilon)
	}

	// A store that has come back gets what is debited with an older consent.
	back := New(NewMemory(), time.Now)
	_, err = back.Debit(r, true)
	accepted(t, err)
	if back.Temporary() != "" {
		t.Error("a spending is in the session alone where the store can be written")
	}
	one(t, New(back.store, time.Now))

	// A store that cannot even be read: the session alone.
	none := New(&blocked{NewMemory(), true}, time.Now)
	if _, err := none.Balance(r); !errors.As(err, &u) {
		t.Error(err)
	}
	_, err = none.Debit(r, true)
	accepted(t, err)
	if _, spent := one(t, none); spent.Epsilon != .25 {
		t.Error(spent)
	}
}

// What cannot be understood is not left out: the ledger is not usable then.
func TestUnknownEntriesCloseTheLedger(t *testing.T) {
	memory := NewMemory()
	l := New(memory, time.Now)
	accepted(t, spend(l, "p", "f", pure, 1, laplace(.5)))
	memory.entries = append(memory.entries, `{"id":"00000000000000000000000000000000","kind":"tithe","time":"","population":"p"}`)
	var u *Unavailable
	if err := spend(l, "p", "f", pure, 1, laplace(.1)); !errors.As(err, &u) {
		t.Errorf("an unknown entry: %v", err)
	}
}

// No request writes what cannot be read again, which would close the ledger for good.
func TestNoRequestClosesTheLedger(t *testing.T) {
	bad := func(f func(*Account)) Account { a := zcdp; f(&a); return a }
	for _, session := range []bool{false, true} {
		for what, r := range map[string]Request{
			"a cap beyond all":     {Account: pure, Cap: 1e12},
			"a cap of nothing":     {Account: pure, Cap: 1e-12},
			"no relation":          {Account: bad(func(a *Account) { a.Relation = "" }), Cap: 1},
			"no rows":              {Account: bad(func(a *Account) { a.RowsPerPerson = 0 }), Cap: 1},
			"a δ beyond all":       {Account: bad(func(a *Account) { a.Delta = 2 }), Cap: 1},
			"a δ below resolution": {Account: bad(func(a *Account) { a.Delta = 1e-310 }), Cap: 1},
		} {
			t.Run(what, func(t *testing.T) {
				r.Population, r.Fingerprint, r.Charge = "p", "f", laplace(1e-9)
				l := newLedger()
				if _, err := l.Debit(r, session); err == nil {
					t.Errorf("%s: debited", what)
				}
				accepted(t, spend(l, "q", "g", pure, 1, laplace(.5)))
			})
		}
	}
}

// Spending only grows with entries: whatever happens but a reset, in any order.
func TestSpendingNeverFalls(t *testing.T) {
	for _, a := range []Account{pure, zcdp, with(privacy.ZCDP), with(privacy.GDP)} {
		l, before := newLedger(), 0.0
		steps := []func() error{
			func() error { return spend(l, "p", "f", a, 50, laplace(.3)) },
			func() error { return l.SetCap("p", 40) },
			func() error { return spend(l, "q", "f", a, 50, laplace(.01)) },
			func() error { return l.SetCap("q", 60) },
			func() error { return spend(l, "p", "g", a, 50, laplace(2)) },
			func() error { return spend(l, "q", "h", a, 50, laplace(.001)) },
		}
		for i, step := range append(steps, steps...) {
			accepted(t, step())
			_, spent := one(t, l)
			if spent.Epsilon < before {
				t.Errorf("step %d: %v after %v", i, spent.Epsilon, before)
			}
			before = spent.Epsilon
		}
	}
}

// Whoever spends a Gaussian release, looks at its loss, and then spends the rest as one pure release or as another Gaussian one,
// whichever leaks more, attains no more than the δ that the ledger states; what fits is asked of the ledger itself. The loss is
// integrated over the first release, with randomised response for the pure one.
func TestAdaptiveAnalyst(t *testing.T) {
	tail := func(z float64) float64 { return math.Erfc(z/math.Sqrt2) / 2 }
	gaussianDelta := func(mu, epsilon float64) float64 {
		return tail(epsilon/mu-mu/2) - math.Exp(epsilon)*tail(epsilon/mu+mu/2)
	}
	stated := func(epsilon float64) (Charge, bool) {
		g, err := privacy.CalibrateGaussian(privacy.FrobeniusSquared(privacy.ReplaceOne, 8191, 1), 55, privacy.Budget{Epsilon: epsilon, Delta: 1e-6})
		return Charge{Mechanism: "gaussian", Epsilon: epsilon, Delta: 1e-6, Rho: g.Rho, Mu: math.Sqrt(2 * g.Rho), Claim: privacy.Exact}, err == nil
	}
	for _, accounting := range []privacy.Accounting{privacy.GDP, privacy.ZCDP} {
		for _, most := range []float64{2, 8} {
			worst := 0.0
			for _, share := range []float64{.2, .4, .6, .8, .95} {
				l := newLedger()
				first, _ := stated(share * most)
				r := Request{Population: "p", Fingerprint: "f", Account: with(accounting), Cap: most, Charge: first}
				_, err := l.Debit(r, false)
				accepted(t, err)
				b, err := l.Balance(r)
				accepted(t, err)
				pure := b.Most(2*most, func(epsilon float64) (Charge, bool) { return laplace(epsilon), true })
				second, _ := stated(max(privacy.MinEpsilon, b.Most(2*most, stated)))
				delta, mass := 0.0, 0.0
				for z := -8.0; z < 8; z += .01 {
					left, w := most-first.Mu*first.Mu/2-first.Mu*z, math.Exp(-z*z/2)
					p := 1 / (1 + math.Exp(-pure))
					response := p*max(0, -math.Expm1(left-pure)) + (1-p)*max(0, -math.Expm1(left+pure))
					delta, mass = delta+w*max(response, gaussianDelta(second.Mu, left)), mass+w
				}
				worst = max(worst, delta/mass/1e-6)
			}
			t.Logf("%s, cap %g: δ attained/stated %.4f", accounting, most, worst)
			if worst > 1 {
				t.Errorf("%s, cap %g: δ attained is %g times the stated one", accounting, most, worst)
			}
			if accounting == privacy.GDP && worst < .9 {
				t.Errorf("cap %g: the accounting is loose: %g", most, worst)
			}
		}
	}
}
