package ledger

import (
	"errors"
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

func newLedger() *Ledger { return New(NewMemory(), time.Now) }

// spend debits and returns what the ledger says.
func spend(l *Ledger, name, file string, a Account, cap float64, c Charge) error {
	_, err := l.Debit(Request{Population: name, Fingerprint: file, Account: a, Cap: cap, Charge: c}, false)
	return err
}

func refused(t *testing.T, err error, want Reason) {
	t.Helper()
	var r *Refusal
	if !errors.As(err, &r) || r.Reason != want {
		t.Errorf("%v, want a refusal of kind %q", err, want)
	}
}

func TestPureAddsUpToTheCap(t *testing.T) {
	l := newLedger()
	for range 4 {
		if err := spend(l, "Clinic", "f", pure, 1, laplace(.25)); err != nil {
			t.Fatal(err)
		}
	}
	refused(t, spend(l, "clinic", "f", pure, 1, laplace(1e-9)), OverCap)
	list, err := l.Populations()
	if err != nil || len(list) != 1 {
		t.Fatal(list, err)
	}
	if spent, err := list[0].Spent(); err != nil || spent.Epsilon != 1 || list[0].Cap != 1 {
		t.Error(spent, err)
	}
}
