package ledger

import (
	"encoding/hex"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"privatepca/core/privacy"
)

// What still fits of an account that adds up μ² is the largest Gaussian release whose μ is left, in whatever unit its noise is drawn.
func TestNextByGaussianDP(t *testing.T) {
	squared := privacy.FrobeniusSquared(privacy.ReplaceOne, 8191, 1)
	charge := func(epsilon float64) Charge {
		g, err := privacy.CalibrateGaussian(squared, 1, privacy.Budget{Epsilon: epsilon, Delta: 1e-6})
		accepted(t, err)
		return Charge{Mechanism: "gaussian", Epsilon: epsilon, Delta: 1e-6, Rho: g.Rho, Mu: privacy.GaussianMu(squared, g.Sigma, 1), Claim: privacy.Exact}
	}
	l := newLedger()
	accepted(t, spend(l, "p", "f", zcdp, 2, charge(1)))
	p, _ := one(t, l)
	if p.Account.Accounting != privacy.GDP {
		t.Fatalf("the account adds up %q", p.Account.Accounting)
	}
	b, err := l.Balance(Request{Population: "p", Fingerprint: "f", Account: zcdp})
	accepted(t, err)
	if next, pure := p.Next(); pure || !b.Fits(charge(next*.9999)) || b.Fits(charge(next*1.0001)) {
		t.Errorf("next is %v", next)
	}
}

// After a pure release of half the cap no Gaussian noise at the account's δ fits, but another pure one does.
func TestNextWithoutDelta(t *testing.T) {
	approximate := pure
	approximate.Delta = 1e-6
	for _, c := range []struct {
		account     Account
		spent, next float64
		pure        bool
	}{{approximate, 1, 1, true}, {approximate, .1, 1.8, false}, {pure, .5, 1.5, true}, {approximate, 2, 0, false}, {pure, 2, 0, false}} {
		t.Run(fmt.Sprint(c.spent, c.next), func(t *testing.T) {
			p := &Population{Known: true, Account: c.account, Cap: 2, Charges: []Charge{{Mechanism: "nuclear", Epsilon: c.spent, Claim: privacy.Exact}}}
			next, pure := p.Next()
			if math.Abs(next-c.next) > .01 || pure != c.pure {
				t.Errorf("δ = %g, %g spent: %g, pure %t", c.account.Delta, c.spent, next, pure)
			}
		})
	}
}

// Of spendings that cannot be added up nothing more fits.
func TestNothingFitsWhatCannotBeAdded(t *testing.T) {
	p := &Population{Known: true, Account: pure, Cap: 2, Charges: []Charge{{Mechanism: "laplace", Epsilon: -1, Claim: privacy.Exact}}}
	if _, err := p.Spent(); err == nil {
		t.Fatal("a negative ε was added")
	}
	if next, _ := p.Next(); next != 0 {
		t.Errorf("%v fits", next)
	}
}

// The first charge decides what an account adds up.
func TestWhatAnAccountAddsUp(t *testing.T) {
	for _, c := range []struct {
		delta float64 // of the account
		first Charge
		want  privacy.Accounting
	}{
		{0, Charge{Mu: .5}, privacy.Plain},
		{1e-6, Charge{Mu: .5, Delta: 1e-6}, privacy.GDP},
		{1e-6, Charge{Mu: 1e-9, Delta: 1e-6}, privacy.GDP},
		{1e-6, Charge{Delta: 1e-6, Rho: .1}, privacy.ZCDP},
		{1e-6, Charge{Epsilon: 1}, privacy.GDP},
	} {
		t.Run(fmt.Sprint(c.delta), func(t *testing.T) {
			if got := (Account{Delta: c.delta}).opened(c.first).Accounting; got != c.want {
				t.Errorf("at δ = %g the first charge %+v opens %q, want %q", c.delta, c.first, got, c.want)
			}
		})
	}
}

// An entry with a field that this program does not know is not read in part.
func TestUnknownFieldsCloseTheLedger(t *testing.T) {
	text := encode(spending(1, .5))
	if _, err := decode(text); err != nil {
		t.Fatal(err)
	}
	if _, err := decode(strings.Replace(text, "{", `{"refund":1,`, 1)); err == nil {
		t.Error("a field that nobody knows was passed over")
	}
}

// A reset names what counted until then: no refusal, and nothing that an earlier reset named.
func TestAResetNamesEachEntryOnce(t *testing.T) {
	l := newLedger()
	accepted(t, spend(l, "p", "f", pure, 1, laplace(.5)))
	refused(t, spend(l, "p", "f", pure, 1, laplace(2)), OverCap)
	accepted(t, l.Reset("p"))
	accepted(t, spend(l, "p", "f", pure, 1, laplace(.25)))
	accepted(t, l.Reset("p"))
	list, err := l.Populations()
	accepted(t, err)
	named := map[string]int{}
	for _, e := range list[0].Entries {
		for _, id := range e.Voids {
			named[id]++
		}
	}
	for _, e := range list[0].Entries {
		want := 0
		if counts(e.Kind) {
			want = 1
		}
		if named[e.ID] != want {
			t.Errorf("an entry of kind %s was left out %d times", e.Kind, named[e.ID])
		}
	}
}

// What recognises a file's bytes and what recognises its records are two things, even where they read alike.
func TestBytesAndRecordsAreTwoThings(t *testing.T) {
	bytes, records := spending(1, .5), spending(2, .5)
	bytes.Population, records.Population = "a", "b"
	bytes.Fingerprint, bytes.Records, records.Fingerprint, records.Records = "same", "other", "third", "same"
	if label := connected([]Entry{bytes, records}); label[0] == label[1] {
		t.Error("two populations are one")
	}
	records.Fingerprint = "same"
	if label := connected([]Entry{bytes, records}); label[0] != label[1] {
		t.Error("one file is in two populations")
	}
}

// An import is said to add what no population had before: marks that one of them has are not new.
func TestAChangeAddsWhatWasNotThere(t *testing.T) {
	had := func(raises, resets, before int) *Population {
		return &Population{History: History{Raises: raises, Resets: resets, Before: before}}
	}
	c := Change{Before: []*Population{had(2, 1, 4), had(1, 3, 0)}, After: had(7, 5, 9)}
	if c.Raises() != 5 || c.Resets() != 2 || c.LeftOut() != 5 {
		t.Errorf("%d raises, %d resets, %d left out; want 5, 2 and 5", c.Raises(), c.Resets(), c.LeftOut())
	}
}

// The key of a temporary ledger has 32 bytes, all in hex.
func TestKeyOfATemporaryLedger(t *testing.T) {
	for key, taken := range map[string]bool{
		hex.EncodeToString(make([]byte, 32)):        true,
		hex.EncodeToString(make([]byte, 31)):        false,
		hex.EncodeToString(make([]byte, 33)):        false,
		hex.EncodeToString(make([]byte, 32)) + "zz": false,
		"": false,
	} {
		t.Run(key, func(t *testing.T) {
			if err := New(NewMemory(), time.Now).Resume(`{"key":"` + key + `","entries":[]}`); (err == nil) != taken {
				t.Errorf("%q: %v", key, err)
			}
		})
	}
}

// A name of as many bytes as can be is taken over.
func TestLongestWordOfAnImport(t *testing.T) {
	e := opening(1, 2)
	e.Population = strings.Repeat("x", mostWord)
	if _, err := newLedger().Import(exported(e)); err != nil {
		t.Error(err)
	}
	if n := e.longest(); n != mostWord {
		t.Errorf("the longest word has %d bytes", n)
	}
}
