package ledger

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"privatepca/core/privacy"
	"privatepca/core/words"
)

// A book that takes entries one by one says what a ledger says that reads them all, and lends what that would: seeded, 60 histories of 40 steps.
func TestBookSaysWhatTheLedgerSays(t *testing.T) {
	random := rand.New(rand.NewPCG(44, 5))
	lent, refused := 0, 0
	for range 60 {
		store := NewMemory()
		l, b := New(store, time.Now), NewBook()
		account := []Account{with(privacy.GDP), with(privacy.ZCDP), {Relation: privacy.ReplaceOne, RowsPerPerson: 1, Accounting: privacy.Plain}}[random.IntN(3)]
		if err := Begin(l, "p", account, 2); err != nil {
			t.Fatal(err)
		}
		if Begin(l, " P ", account, 3) == nil {
			t.Fatal("a budget is opened twice")
		}
		seen := 0
		follow := func() {
			texts, _ := store.Read()
			if err := b.Take(texts[seen:]); err != nil {
				t.Fatal(err)
			}
			seen = len(texts)
		}
		follow()
		var given []Debited
		for step := range 40 {
			epsilon := []float64{.01, .1, .4}[random.IntN(3)]
			charge := Charge{Mechanism: "laplace", Epsilon: epsilon, Claim: privacy.Exact}
			if account.Delta > 0 {
				rho := epsilon * epsilon / 60
				charge = Charge{Mechanism: "gaussian", Epsilon: epsilon, Delta: account.Delta, Rho: rho, Claim: privacy.Exact}
				if account.Accounting == privacy.GDP {
					charge.Rho, charge.Mu = 0, epsilon/6
				}
			}
			switch random.IntN(30) {
			case 0:
				if err := l.SetCap("p", 1+2*random.Float64()); err != nil {
					t.Fatal(err)
				}
			case 1:
				if err := l.Reset("p"); err != nil {
					t.Fatal(err)
				}
				if err := Begin(l, "p", account, 2); err != nil {
					t.Fatal(err)
				}
			case 2: // by another program, of a file
				l.Debit(Request{Population: "p", Fingerprint: fmt.Sprint(step % 2), Account: account, Charge: charge}, false)
			case 3:
				if len(given) > 0 {
					if err := Revoke(l, given[0].ID); err != nil {
						t.Fatal(err)
					}
				}
			}
			follow()
			id := fmt.Sprintf("%032x", random.Uint64())
			balance, err := l.Balance(Request{Population: "p", Account: account, Charge: charge})
			if err != nil {
				t.Fatal(err)
			}
			entry, err := b.Debit("p", id, account, charge, time.Now())
			if fits := balance.Check(charge) == nil; fits != (err == nil) || fits != (entry != "") {
				t.Fatalf("the ledger would lend ε = %v: %v; the book: %v", epsilon, fits, err)
			}
			if err != nil {
				refused++
				continue
			}
			lent++
			store.Update(func([]string) ([]string, error) { return []string{entry}, nil })
			follow()
			d, err := b.Debited(id)
			if err != nil || d.Charge != charge || d.Cap != balance.Cap || d.History != balance.History {
				t.Fatalf("the debit is %+v, %v", d, err)
			}
			given = append(given, d)
			if again, err := b.Debit("P", id, account, charge, time.Now()); again != "" || err != nil {
				t.Fatalf("the same again is %q, %v", again, err)
			}
		}
		list, err := l.Populations()
		if err != nil || len(list) != 1 {
			t.Fatal(len(list), err)
		}
		spent, err := list[0].Spent()
		stands, err2 := b.Standing("p")
		next, pure := list[0].Next()
		if err != nil || err2 != nil || spent != stands.Spent || stands.Cap != list[0].Cap || stands.History != list[0].History || next != stands.Next || pure != stands.Pure {
			t.Fatalf("the ledger: %+v of %v, next %v, %+v; the book: %+v", spent, list[0].Cap, next, list[0].History, stands)
		}
		// Read from the beginning, it gives the same debits.
		texts, _ := store.Read()
		other := NewBook()
		if err := other.Take(texts); err != nil {
			t.Fatal(err)
		}
		for _, d := range given {
			back, err := other.Debited(d.ID)
			if back.Revoked = d.Revoked; err != nil || back != d {
				t.Fatalf("read again, the debit %+v is %+v, %v", d, back, err)
			}
		}
	}
	if lent < 300 || refused < 200 {
		t.Errorf("%d were lent and %d refused: this shows too little", lent, refused)
	}
}

// A settlement is of one document, and of a spending that was not revoked.
func TestSettlements(t *testing.T) {
	store := NewMemory()
	l, b := New(store, time.Now), NewBook()
	if err := Begin(l, "p", with(privacy.GDP), 2); err != nil {
		t.Fatal(err)
	}
	texts, _ := store.Read()
	if err := b.Take(texts); err != nil {
		t.Fatal(err)
	}
	id, own := fmt.Sprintf("%032x", 1), fmt.Sprintf("%032x", 2)
	account := with(privacy.GDP)
	entry, err := b.Debit("p", id, account, Charge{Mechanism: "gaussian", Epsilon: .1, Delta: account.Delta, Mu: .02, Claim: privacy.Exact}, time.Now())
	if err != nil || b.Take([]string{entry}) != nil {
		t.Fatal(err)
	}
	first, second := fmt.Sprintf("%064x", 1), fmt.Sprintf("%064x", 2)
	settled, err := b.Settle(own, id, first, time.Now())
	if err != nil || b.Take([]string{settled}) != nil {
		t.Fatal(err)
	}
	if again, err := b.Settle(own, id, first, time.Now()); again != "" || err != nil {
		t.Errorf("settled again: %q, %v", again, err)
	}
	if _, err := b.Settle(own, id, second, time.Now()); err == nil {
		t.Error("a spending is settled with two documents")
	}
	if err := Revoke(l, id); err == nil {
		t.Error("what is in no store is revoked")
	}
	store.Update(func([]string) ([]string, error) { return []string{entry, settled}, nil })
	if err := Revoke(l, id); err != nil {
		t.Fatal(err)
	}
	all, _ := store.Read()
	if err := b.Take(all); err != nil { // each once
		t.Fatal(err)
	}
	if _, err := b.Settle(own, id, first, time.Now()); err == nil {
		t.Error("a revoked spending is settled")
	}
	if err := b.Take([]string{settled[:len(settled)-2] + `,"x":1}`}); err == nil {
		t.Error("an entry that was changed is taken")
	}
	if n := len(b.budgets); n != 1 {
		t.Errorf("%d budgets", n)
	}
	if _, err := b.Standing("nobody"); err == nil || slices.Contains([]int{0, 2}, len(b.budgets)) {
		t.Error("a name that is asked for is kept")
	}
}

// Names that no entry has are answered without a look at the entries: anybody may ask for as many as he likes.
func TestUnknownNamesCostNothing(t *testing.T) {
	b := NewBook()
	store := NewMemory()
	if err := Begin(New(store, time.Now), "Some People", with(privacy.GDP), 2); err != nil {
		t.Fatal(err)
	}
	texts, _ := store.Read()
	if err := b.Take(texts); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]bool{"some  PEOPLE": true, "nobody": false, "": false, " ": false} {
		t.Run(name, func(t *testing.T) {
			if got := b.knows(name); got != want {
				t.Errorf("it is known: %v", got)
			}
		})
	}
	if n := testing.AllocsPerRun(100, func() { b.knows("nobody") }); n > 0 {
		t.Errorf("an unknown name allocates %v times: its balance was read", n)
	}
}

// A budget that was reset is none, which costs one look at the entries and not one each time that somebody asks, until it is opened again.
func TestABudgetThatWasResetIsLookedAtOnce(t *testing.T) {
	store := NewMemory()
	l, b := New(store, time.Now), NewBook()
	account := Account{Relation: privacy.ReplaceOne, RowsPerPerson: 1, Accounting: privacy.Plain}
	follow := func(err error) {
		t.Helper()
		texts, _ := store.Read()
		if err := errors.Join(err, b.Take(texts)); err != nil {
			t.Fatal(err)
		}
	}
	follow(Begin(l, "p", account, 2))
	follow(l.Reset("p"))
	if b.knows("p") {
		t.Error("it is known")
	}
	if n := testing.AllocsPerRun(100, func() { b.knows("p") }); n > 0 {
		t.Errorf("it allocates %v times: its balance was read", n)
	}
	if follow(Begin(l, "p", account, 1)); !b.knows("p") {
		t.Error("it is unknown after it was opened again")
	}
}

// Two names of the same people share one budget, whichever of them is asked for: a book that kept a balance for each would lend what the other has spent. What
// is said is said of the name that was asked for, since the other one may be nobody's business.
func TestNamesOfOneBudgetShareIt(t *testing.T) {
	store := NewMemory()
	l, b := New(store, time.Now), NewBook()
	account := Account{Relation: privacy.ReplaceOne, RowsPerPerson: 1, Accounting: privacy.Plain}
	charge := Charge{Mechanism: "laplace", Epsilon: .25, Claim: privacy.Exact}
	for _, name := range []string{"our own", "Everyday Life"} {
		if _, err := l.Debit(Request{Population: name, Fingerprint: "a", Account: account, Cap: 2, Charge: charge}, false); err != nil {
			t.Fatal(err)
		}
	}
	texts, _ := store.Read()
	if err := b.Take(texts); err != nil {
		t.Fatal(err)
	}
	lent := 0
	for i := range 20 {
		name := []string{"everyday life", "Our  Own"}[i%2]
		id := fmt.Sprintf("%032x", i+1)
		entry, err := b.Debit(name, id, account, charge, time.Now())
		if err != nil {
			continue
		}
		lent++
		if err := b.Take([]string{entry}); err != nil {
			t.Fatal(err)
		}
		store.Update(func([]string) ([]string, error) { return []string{entry}, nil })
		if again, err := b.Debit(name, id, account, charge, time.Now()); again != "" || err != nil {
			t.Errorf("the same again, by the name %q, is %q, %v", name, again, err)
		}
		d, err := b.Debited(id)
		stands, err2 := b.Standing(name)
		if err != nil || err2 != nil || words.Folded(d.Population) != words.Folded(name) || words.Folded(stands.Name) != words.Folded(name) || stands.Releases != lent+2 || d.Number != lent+2 {
			t.Errorf("asked for %q it is %+v, %v, and stands at %+v, %v", name, d, err, stands, err2)
		}
	}
	list, err := l.Populations()
	if err != nil || len(list) != 1 {
		t.Fatal(len(list), err)
	}
	if spent, err := list[0].Spent(); err != nil || spent.Epsilon > 2 || lent != 6 {
		t.Errorf("%d were lent, and ε = %v of 2 is spent, %v", lent, spent.Epsilon, err)
	}
}

// A budget pays for a bounded number of releases: whoever asks for as little as there is would else have the service keep entries without end.
func TestABudgetPaysForSoMany(t *testing.T) {
	store := NewMemory()
	if err := Begin(New(store, time.Now), "p", Account{Relation: privacy.ReplaceOne, RowsPerPerson: 1, Accounting: privacy.Plain}, 2); err != nil {
		t.Fatal(err)
	}
	texts, _ := store.Read()
	b := NewBook()
	if err := b.Take(texts); err != nil {
		t.Fatal(err)
	}
	account, least := Account{Relation: privacy.ReplaceOne, RowsPerPerson: 1}, Charge{Mechanism: "laplace", Epsilon: 5e-324, Claim: privacy.Exact}
	var first string
	for i := range 1 << 16 {
		entry, err := b.Debit("p", fmt.Sprintf("%032x", i+1), account, least, time.Now())
		if err != nil || b.Take([]string{entry}) != nil {
			t.Fatalf("release %d: %v", i+1, err)
		}
		if i == 0 {
			first = entry
		}
	}
	if _, err := b.Debit("p", fmt.Sprintf("%032x", (1<<16)+1), account, least, time.Now()); err == nil || !strings.Contains(err.Error(), "65,536") {
		t.Errorf("one more: %v", err)
	}
	if again, err := b.Debit("p", fmt.Sprintf("%032x", 1), account, least, time.Now()); again != "" || err != nil || first == "" {
		t.Errorf("the first one again: %q, %v", again, err)
	}
	if s, err := b.Standing("p"); err != nil || s.Next != 0 || s.Releases != (1<<16) {
		t.Errorf("it stands at %+v, %v", s, err)
	}
}
