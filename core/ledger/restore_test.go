package ledger

import (
	"testing"
	"time"
)

// A spending that was erased after its debit is there again, under its id, with an account that it counts in; one that is there stays
// as it is.
func TestRestore(t *testing.T) {
	request := Request{Population: "p", Fingerprint: "f", Account: Account{Relation: "replace-one", RowsPerPerson: 1}, Cap: 2, Charge: Charge{Mechanism: "laplace", Epsilon: .5, Claim: "exact arithmetic"}}
	debit := func(l *Ledger) Receipt {
		t.Helper()
		r, err := l.Debit(request, false)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	for name, c := range map[string]struct {
		before  int                 // debits before the one at hand
		after   func(store *Memory) // what becomes of the store
		missing bool
		spent   float64
	}{
		"it stands":             {after: func(*Memory) {}, spent: .5},
		"the first, erased":     {after: func(m *Memory) { m.entries = nil }, missing: true, spent: .5},
		"the second, erased":    {before: 1, after: func(m *Memory) { m.entries = nil }, missing: true, spent: .5},
		"opened anew meanwhile": {after: func(m *Memory) { m.entries = nil; debit(New(m, time.Now)) }, missing: true, spent: 1},
		"the last line alone":   {before: 1, after: func(m *Memory) { m.entries = m.entries[:2] }, missing: true, spent: 1},
	} {
		t.Run(name, func(t *testing.T) {
			store := NewMemory()
			l := New(store, time.Now)
			for range c.before {
				debit(l)
			}
			r := debit(l)
			c.after(store)
			for i := range 2 {
				missing, err := Restore(l, r)
				if err != nil || missing != (c.missing && i == 0) && !(name == "opened anew meanwhile") {
					t.Errorf("%s: missing %v, %v", name, missing, err)
				}
			}
			list, err := New(store, time.Now).Populations()
			if err != nil || len(list) != 1 || !list[0].Known || list[0].Cap != 2 {
				t.Fatalf("%s: %v, %+v", name, err, list)
			}
			if spent, err := list[0].Spent(); err != nil || spent.Epsilon != c.spent {
				t.Errorf("%s: %v spent, %v; want %v", name, spent, err, c.spent)
			}
			found := false
			for _, e := range list[0].Entries {
				found = found || e.ID == r.ID
			}
			if !found {
				t.Errorf("%s: the spending has another id", name)
			}
		})
	}
}
