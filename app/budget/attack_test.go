//go:build !js

package budget

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"privatepca/app/lend"
	"privatepca/core/fault"
	"privatepca/core/ledger"
	"privatepca/core/ledger/disk"
	"privatepca/core/privacy"
	"privatepca/core/receipt"
	"privatepca/core/release"
)

// What a visitor asks for stands in the ledger, in the audit log and in the counts of every later receipt: a mechanism's name has its form, and only private
// releases that cost something are paid for.
func TestAVisitorWritesNothingOfHisOwn(t *testing.T) {
	var audit bytes.Buffer
	s := serviceOf(t, opened(t, 1e-6), func(o *Options) { o.Audit = &audit })
	n := 0
	for name, change := range map[string]func(*lend.Reserve){
		"lines":             func(r *lend.Reserve) { r.Mechanism = "laplace\n{\"event\":\"reserved\"}" },
		"a C1 control code": func(r *lend.Reserve) { r.Mechanism = "laplace\u009b31m" },
		"turned writing":    func(r *lend.Reserve) { r.Mechanism = "laplace\u202e" },
		"markup":            func(r *lend.Reserve) { r.Mechanism = "<b>" },
		"a long text":       func(r *lend.Reserve) { r.Mechanism = strings.Repeat("a", 41) },
		"none":              func(r *lend.Reserve) { r.Mechanism = "" },
		"not private":       func(r *lend.Reserve) { r.Claim = privacy.NotPrivate },
		"of no data":        func(r *lend.Reserve) { r.Claim = privacy.NoData },
		"free":              func(r *lend.Reserve) { r.Epsilon = 0 },
		"an id in capitals": func(r *lend.Reserve) { r.ID = strings.Repeat("A", 32) },
	} {
		n++
		r := pure(n, .1)
		change(&r)
		t.Run(name, func(t *testing.T) {
			if status, said := ask(t, s, lend.ReservePath, r, nil); status != http.StatusBadRequest || said.Code != fault.CodeRequest {
				t.Errorf("it is answered by %d, %+v", status, said)
			}
		})
	}
	if left := standing(t, s); left.Spent != 0 || left.Releases != 0 {
		t.Errorf("after refusals the budget stands at %+v", left)
	}
	if got := strings.Count(audit.String(), "\n"); got != n || strings.Count(audit.String(), `"event":"refused","why":"request"`) != n {
		t.Errorf("%d lines of %d refusals: %s", got, n, &audit)
	}
	var first lend.Receipted
	if status, said := ask(t, s, lend.ReservePath, pure(1, .1), &first); status != 200 || first.Receipt.Unprotected != 0 || first.Receipt.Number != 1 {
		t.Errorf("the first debit: %d, %+v, %+v", status, said, first.Receipt)
	}
}

// A μ or ρ that was debited pays for a document that states it, and for no other: else a visitor who states 10⁻¹² of both gets receipts for any ε.
func TestAStatedMuPaysForNoPureRelease(t *testing.T) {
	file := filepath.Join(t.TempDir(), "budgets")
	if err := ledger.Begin(ledger.New(disk.New(file), time.Now), people, ledger.Account{Relation: privacy.ReplaceOne, RowsPerPerson: 1, Delta: 1e-6, Accounting: privacy.GDP}, 1e9); err != nil {
		t.Fatal(err)
	}
	s := serviceOf(t, file, nil)
	tried := 0
	list, asks := documents(t)
	for i, d := range list {
		if p := &d.Privacy; p.Delta == 0 { // ε alone is stated, as a document may
			p.Rho, p.Mu = 0, 0
			p.Parts = slices.Clone(p.Parts)
			for j := range p.Parts {
				p.Parts[j].Rho, p.Parts[j].Mu = 0, 0
			}
		}
		if _, err := release.Encode(d); err != nil || d.Privacy.Delta > 0 {
			continue
		}
		for name, of := range map[string][2]float64{"ρ": {1e-12, 0}, "μ": {0, 1e-12}, "both": {1e-12, 1e-12}} {
			t.Run(asks[i].Mechanism+" "+name, func(t *testing.T) {
				asked := asks[i]
				tried++
				asked.ID, asked.Rho, asked.Mu = fmt.Sprintf("%032x", tried), of[0], of[1]
				var r lend.Receipted
				if status, said := ask(t, s, lend.ReservePath, asked, &r); status != 200 {
					t.Fatalf("%d, %+v", status, said)
				}
				digest, err := release.Digest(d)
				if err != nil {
					t.Fatal(err)
				}
				ask(t, s, lend.SettlePath, lend.Settle{ID: asked.ID, Document: digest}, &r)
				if _, err := release.Receipted(d, r.Receipt); err == nil {
					t.Errorf("ε = %v: a receipt of ρ = %v and μ = %v stands in a document that states neither", d.Privacy.Epsilon, of[0], of[1])
				}
			})
		}
	}
	if tried == 0 {
		t.Error("no document was tried")
	}
}

// Settlements are limited as reservations are, since each has a line in the audit log; an unlimited service limits none.
func TestSettlementsAreLimited(t *testing.T) {
	for rate, limited := range map[int]int{0: 0, 2: 12} {
		t.Run(fmt.Sprint(rate), func(t *testing.T) {
			s := serviceOf(t, opened(t, 0), func(o *Options) { o.Rate = rate })
			got := 0
			for i := range 20 {
				r := httptest.NewRequest("POST", lend.SettlePath, strings.NewReader(fmt.Sprintf(`{"id":"%032x","document":"%064x"}`, i, i)))
				r.Header.Set("Content-Type", "application/json")
				w := httptest.NewRecorder()
				if s.ServeHTTP(w, r); w.Code == http.StatusTooManyRequests {
					got++
				} else if w.Code != http.StatusNotFound {
					t.Errorf("it is answered by %d", w.Code)
				}
			}
			if got != limited {
				t.Errorf("%d of 20 were too many, want %d", got, limited)
			}
		})
	}
}

// A reservation that was made stands, whatever the operator allows by now: its answer may have been lost, and who is refused takes nothing for spent.
func TestAReservationOutlivesALowerLimit(t *testing.T) {
	file := opened(t, 0)
	s := serviceOf(t, file, nil)
	var first, again lend.Receipted
	if status, said := ask(t, s, lend.ReservePath, pure(1, 1), &first); status != http.StatusOK {
		t.Fatalf("%d, %+v", status, said)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	s = serviceOf(t, file, func(o *Options) { o.Most = .5 })
	if status, said := ask(t, s, lend.ReservePath, pure(1, 1), &again); status != http.StatusOK || again != first {
		t.Errorf("asked again: %d, %+v, %+v", status, said, again)
	}
	if status, said := ask(t, s, lend.ReservePath, pure(2, .6), nil); status != http.StatusConflict || said.Code != fault.CodeBudget {
		t.Errorf("another one: %d, %+v", status, said)
	}
	if left := standing(t, s); left.Spent != 1 || left.Releases != 1 {
		t.Errorf("the budget stands at %+v", left)
	}
}

// A receipt pays for one document: whatever is changed in it, in any place, is no document with that receipt any more, but for the curator's words and k.
func TestAReceiptPaysForOneDocument(t *testing.T) {
	file := filepath.Join(t.TempDir(), "budgets")
	if err := ledger.Begin(ledger.New(disk.New(file), time.Now), people, ledger.Account{Relation: privacy.ReplaceOne, RowsPerPerson: 1, Delta: 1e-3, Accounting: privacy.ZCDP}, 1e9); err != nil {
		t.Fatal(err)
	}
	s := serviceOf(t, file, nil)
	list, asks := documents(t)
	tried, kept := 0, map[string]bool{}
	for i, d := range list {
		asks[i].ID = fmt.Sprintf("%032x", i+1)
		var r lend.Receipted
		if status, _ := ask(t, s, lend.ReservePath, asks[i], &r); status != http.StatusOK {
			continue
		}
		digest, err := release.Digest(d)
		if err != nil {
			t.Fatal(err)
		}
		ask(t, s, lend.SettlePath, lend.Settle{ID: asks[i].ID, Document: digest}, &r)
		text, err := release.Receipted(d, r.Receipt)
		if err != nil {
			t.Fatal(err)
		}
		leaves(t, text, func(at string, changed []byte) {
			tried++
			other, err := release.Decode(changed)
			if err != nil || bytes.Equal(changed, text) {
				return
			}
			for _, c := range append(release.Verify(other, changed), receipt.Check(other.Receipt, r.Receipt.Key)) {
				if !c.Holds && c.What != "It is written as this program writes documents" {
					return
				}
			}
			kept[at] = true
		})
	}
	if tried < 1000 {
		t.Errorf("%d changes were tried", tried)
	}
	for at := range kept {
		if strings.HasPrefix(at, ".about.") {
			continue
		}
		t.Errorf("a document with another %s has the same receipt", at)
	}
}

// leaves gives a document with one number, text or truth value changed, or an element of a list left out or said twice: the first and the last of each list.
func leaves(t *testing.T, text []byte, each func(at string, changed []byte)) {
	t.Helper()
	decode := func() (root any) {
		d := json.NewDecoder(bytes.NewReader(text))
		d.UseNumber()
		if err := d.Decode(&root); err != nil {
			t.Fatal(err)
		}
		return root
	}
	var walk func(at string, get func(root any) (any, func(any)))
	try := func(at string, get func(any) (any, func(any)), value any) {
		root := decode()
		_, set := get(root)
		set(value)
		changed, err := json.Marshal(root)
		if err != nil {
			t.Fatal(err)
		}
		each(at, changed)
	}
	walk = func(at string, get func(any) (any, func(any))) {
		switch v, _ := get(decode()); v := v.(type) {
		case map[string]any:
			for key := range v {
				walk(at+"."+key, func(root any) (any, func(any)) {
					of, _ := get(root)
					m := of.(map[string]any)
					return m[key], func(x any) { m[key] = x }
				})
			}
		case []any:
			if len(v) > 0 {
				try(at+" of fewer", get, v[:len(v)-1])
				try(at+" of more", get, append(slices.Clone(v), v[len(v)-1]))
			}
			for i := range v {
				if i > 0 && i < len(v)-1 {
					continue
				}
				walk(at+"[]", func(root any) (any, func(any)) {
					of, _ := get(root)
					l := of.([]any)
					return l[i], func(x any) { l[i] = x }
				})
			}
		case json.Number:
			x, _ := v.Float64()
			for _, y := range []float64{-x, x * (1 + 1e-6), x + 1} {
				if y != x {
					try(at, get, y)
				}
			}
		case string:
			try(at, get, v+"x")
			if v != "" {
				try(at, get, "")
			}
		case bool:
			try(at, get, !v)
		}
	}
	walk("", func(root any) (any, func(any)) { return root, func(any) {} })
}
