//go:build !js

package budget

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
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
	"privatepca/core/release/releasetest"
)

const people = "Everyday Life 2024"

// opened makes a ledger with one budget: ε = 2 at δ = 10⁻⁶, or of pure ε.
func opened(t testing.TB, delta float64) (file string) {
	t.Helper()
	file = filepath.Join(t.TempDir(), "budgets")
	account := ledger.Account{Relation: privacy.ReplaceOne, RowsPerPerson: 1, Delta: delta, Accounting: privacy.GDP}
	if delta == 0 {
		account.Accounting = privacy.Plain
	}
	if err := ledger.Begin(ledger.New(disk.New(file), time.Now), people, account, 2); err != nil {
		t.Fatal(err)
	}
	return file
}

// serviceOf starts a service of a file.
func serviceOf(t testing.TB, file string, change func(*Options)) *Service {
	t.Helper()
	log, err := disk.New(file).Follow()
	if err != nil {
		t.Fatal(err)
	}
	key, err := receipt.Open(file + ".key")
	if err != nil {
		t.Fatal(err)
	}
	o := Options{Log: log, Key: key}
	if change != nil {
		change(&o)
	}
	s, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// pure asks for a release of that ε, without a δ.
func pure(id int, epsilon float64) lend.Reserve {
	return lend.Reserve{
		Budget: people, ID: fmt.Sprintf("%032x", id), Mechanism: "laplace", Epsilon: epsilon, Claim: privacy.Exact, Relation: privacy.ReplaceOne, RowsPerPerson: 1,
	}
}

// ask sends a request and reads the answer.
func ask(t testing.TB, s http.Handler, path string, in, out any, header ...string) (status int, said lend.Refused) {
	t.Helper()
	text, err := json.Marshal(in)
	if err != nil {
		t.Fatal(err)
	}
	r := httptest.NewRequest("POST", path, bytes.NewReader(text))
	if in == nil {
		r = httptest.NewRequest("GET", path, nil)
	}
	r.Header.Set("Content-Type", "application/json")
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	if w.Code != http.StatusOK {
		if err := json.Unmarshal(w.Body.Bytes(), &said); err != nil || said.Message == "" {
			t.Errorf("%s is refused by the status %d in no words: %q", path, w.Code, w.Body)
		}
		return w.Code, said
	}
	if err := json.Unmarshal(w.Body.Bytes(), out); err != nil {
		t.Fatalf("%s: %v in %q", path, err, w.Body)
	}
	return w.Code, said
}

func standing(t testing.TB, s http.Handler) lend.Left {
	t.Helper()
	var left lend.Left
	if status, said := ask(t, s, lend.LeftPath+"?budget=everyday+life%202024", nil, &left); status != http.StatusOK {
		t.Fatalf("the standing is not told: %d, %+v", status, said)
	}
	return left
}

// A reservation is spent once, however often it is asked for; settled once; and what the ledger refuses is refused in words.
func TestReserveSettleLeft(t *testing.T) {
	file := opened(t, 0)
	var audit bytes.Buffer
	s := serviceOf(t, file, func(o *Options) { o.Audit = &audit })
	if left := standing(t, s); left.Cap != 2 || left.Spent != 0 || left.Next != 2 || left.Budget != people {
		t.Errorf("a new budget stands at %+v", left)
	}
	var first, again, settled, other lend.Receipted
	if status, said := ask(t, s, lend.ReservePath, pure(1, 1.5), &first); status != 200 || !receipt.Genuine(&first.Receipt) || first.Receipt.Number != 1 {
		t.Fatalf("%d, %+v, %+v", status, said, first)
	}
	if ask(t, s, lend.ReservePath, pure(1, 1.5), &again); again != first {
		t.Errorf("asked again, the receipt is another: %+v, %+v", first, again)
	}
	if left := standing(t, s); left.Spent != 1.5 || left.Releases != 1 || left.Next != .5 {
		t.Errorf("after one release the budget stands at %+v", left)
	}
	document := strings.Repeat("ab", 32)
	if ask(t, s, lend.SettlePath, lend.Settle{ID: first.Receipt.ID, Document: document}, &settled); !receipt.Genuine(&settled.Receipt) || settled.Receipt.Document != document {
		t.Errorf("it is settled as %+v", settled)
	}
	if ask(t, s, lend.SettlePath, lend.Settle{ID: first.Receipt.ID, Document: document}, &other); other != settled {
		t.Errorf("settled again, the receipt is another: %+v", other)
	}
	if ask(t, s, lend.ReservePath, pure(1, 1.5), &again); again != first {
		t.Errorf("after it was settled, the reservation is another: %+v", again)
	}
	for name, c := range map[string]struct {
		path   string
		in     any
		header []string
		status int
		code   string
	}{
		"over the cap":            {lend.ReservePath, pure(2, .6), nil, 409, fault.CodeBudget},
		"an id of another":        {lend.ReservePath, pure(1, .1), nil, 400, fault.CodeRequest},
		"a receipt replayed":      {lend.SettlePath, lend.Settle{ID: first.Receipt.ID, Document: strings.Repeat("cd", 32)}, nil, 409, fault.CodeRefused},
		"a reservation of nobody": {lend.SettlePath, lend.Settle{ID: strings.Repeat("9", 32), Document: document}, nil, 404, "unknown"},
		"no digest":               {lend.SettlePath, lend.Settle{ID: first.Receipt.ID, Document: "x"}, nil, 400, fault.CodeRequest},
		"no id":                   {lend.ReservePath, lend.Reserve{Budget: people, ID: "1", Mechanism: "laplace", Epsilon: .1, Claim: privacy.Exact}, nil, 400, fault.CodeRequest},
		"no such budget":          {lend.LeftPath + "?budget=x", nil, nil, 404, "unknown"},
		"an unknown field":        {lend.SettlePath, map[string]any{"id": "x", "person": "y"}, nil, 400, fault.CodeRequest},
		"a page of another site":  {lend.ReservePath, pure(3, .1), []string{"Sec-Fetch-Site", "cross-site"}, 403, fault.CodeRequest},
		"a form of another site":  {lend.ReservePath, pure(3, .1), []string{"Content-Type", "text/plain"}, 415, fault.CodeRequest},
		"a δ of a pure budget":    {lend.ReservePath, func() lend.Reserve { r := pure(4, .1); r.Delta = 1e-6; return r }(), nil, 409, fault.CodeBudget},
		"another unit":            {lend.ReservePath, func() lend.Reserve { r := pure(5, .1); r.RowsPerPerson = 2; return r }(), nil, 409, fault.CodeBudget},
		"a negative ε":            {lend.ReservePath, pure(6, -1), nil, 400, fault.CodeRequest},
	} {
		t.Run(name, func(t *testing.T) {
			status, said := ask(t, s, c.path, c.in, new(json.RawMessage), c.header...)
			if status != c.status || said.Code != c.code {
				t.Errorf("the answer is %d, %+v", status, said)
			}
		})
	}
	if left := standing(t, s); left.Spent != 1.5 {
		t.Errorf("what was refused spent: %+v", left)
	}
	if text := audit.String(); strings.Count(text, `"reserved"`) != 1 || strings.Count(text, `"repeated"`) != 2 || strings.Count(text, `"settled"`) != 1 || strings.Contains(text, "192.0.2") {
		t.Errorf("the audit log is\n%s", text)
	}
}

// What an operator does between two requests counts for the next, and every receipt from then on says so.
func TestOperatorsChangesCount(t *testing.T) {
	file := opened(t, 1e-6)
	s := serviceOf(t, file, nil)
	l := ledger.New(disk.New(file), time.Now)
	var first, second lend.Receipted
	ask(t, s, lend.ReservePath, pure(1, .5), &first)
	if err := ledger.Revoke(l, first.Receipt.ID); err != nil {
		t.Fatal(err)
	}
	if status, said := ask(t, s, lend.SettlePath, lend.Settle{ID: first.Receipt.ID, Document: strings.Repeat("ab", 32)}, nil); status != 409 || !strings.Contains(said.Message, "revoked") {
		t.Errorf("a revoked reservation is settled: %d, %+v", status, said)
	}
	if err := l.SetCap(people, 3); err != nil {
		t.Fatal(err)
	}
	if ask(t, s, lend.ReservePath, pure(2, .5), &second); second.Receipt.Raises != 1 || second.Receipt.Cap != 3 || first.Receipt.Raises != 0 {
		t.Errorf("after the cap was raised the receipt is %+v", second)
	}
	var again lend.Receipted
	if ask(t, s, lend.ReservePath, pure(1, .5), &again); again != first {
		t.Errorf("the earlier receipt changed: %+v, %+v", first, again)
	}
	if left := standing(t, s); left.Releases != 2 {
		t.Errorf("a revoked reservation is not spent any more: %+v", left)
	}
}

// One service at a time lends a file; a file that was put in its place, and a clock that was set back, change nothing that was said.
func TestOneServiceOneFileNoClock(t *testing.T) {
	file := opened(t, 0)
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	s := serviceOf(t, file, func(o *Options) { o.Now = func() time.Time { return now } })
	if _, err := disk.New(file).Follow(); err == nil || !strings.Contains(err.Error(), "another service") {
		t.Errorf("a second service opens the file: %v", err)
	}
	var first, again lend.Receipted
	ask(t, s, lend.ReservePath, pure(1, 1), &first)
	now = now.Add(-10 * 365 * 24 * time.Hour)
	if ask(t, s, lend.ReservePath, pure(1, 1), &again); again != first {
		t.Errorf("after the clock was set back the receipt is %+v, not %+v", again, first)
	}
	if status, _ := ask(t, s, lend.ReservePath, pure(2, 1.5), nil); status != 409 {
		t.Errorf("after the clock was set back more is lent: %d", status)
	}
	before, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, before[:len(before)-20], 0o600); err != nil { // as from a copy of before
		t.Fatal(err)
	}
	if status, said := ask(t, s, lend.ReservePath, pure(3, .1), nil); status != 503 || !strings.Contains(said.Message, "lost lines") {
		t.Errorf("a file that lost lines is lent from: %d, %+v", status, said)
	}
	if err := s.Healthy(); err == nil {
		t.Error("it is lent from later")
	}
}

// A write that fails spends nothing, and the request can be made again.
func TestAWriteThatFails(t *testing.T) {
	file := opened(t, 0)
	log, err := disk.New(file).Follow()
	if err != nil {
		t.Fatal(err)
	}
	f := &failing{Log: log}
	key, err := receipt.Open(file + ".key")
	if err != nil {
		t.Fatal(err)
	}
	s, err := New(Options{Log: f, Key: key})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	f.fails = true
	if status, said := ask(t, s, lend.ReservePath, pure(1, 1.5), nil); status != 503 || said.Code != fault.CodeBlocked {
		t.Errorf("a write that fails is answered by %d, %+v", status, said)
	}
	f.fails = false
	var r lend.Receipted
	if status, said := ask(t, s, lend.ReservePath, pure(2, 1.5), &r); status != 200 || r.Receipt.Number != 1 {
		t.Errorf("what was not written counts: %d, %+v, %+v", status, said, r)
	}
}

// failing is a log whose writes fail.
type failing struct {
	Log
	fails bool
}

func (f *failing) Update(do func([]string) ([]string, error)) error {
	return f.Log.Update(func(fresh []string) ([]string, error) {
		out, err := do(fresh)
		if f.fails && len(out) > 0 {
			return nil, &ledger.Unavailable{Why: "the disk is full"}
		}
		return out, err
	})
}

// The limit of a minute is one address's own, and a proxy on this machine says whose it is.
func TestRateLimit(t *testing.T) {
	s := serviceOf(t, opened(t, 0), func(o *Options) { o.Rate = 3 })
	post := func(remote, forwarded string, id int) int {
		text, _ := json.Marshal(pure(id, .001))
		r := httptest.NewRequest("POST", lend.ReservePath, bytes.NewReader(text))
		r.Header.Set("Content-Type", "application/json")
		r.RemoteAddr = remote
		if forwarded != "" {
			r.Header.Set("X-Forwarded-For", forwarded)
		}
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		return w.Code
	}
	for i := range 5 {
		if status, want := post("198.51.100.7:1234", "203.0.113.1", i+1), []int{200, 200, 200, 429, 429}[i]; status != want {
			t.Errorf("request %d is answered by %d, want %d", i+1, status, want)
		}
	}
	if status := post("198.51.100.8:1", "", 10); status != 200 {
		t.Errorf("another address is limited, too: %d", status)
	}
	for i := range 5 {
		if status, want := post("127.0.0.1:9", "1.2.3.4, 203.0.113.9", 20+i), []int{200, 200, 200, 429, 429}[i]; status != want {
			t.Errorf("request %d over a proxy is answered by %d, want %d", i+1, status, want)
		}
	}
	var l limiter
	now := time.Now()
	for i := range 61 {
		if got := l.allows(60, visitor(&http.Request{RemoteAddr: "[2001:db8::1]:5"}), now.Add(time.Duration(i)*time.Millisecond)); got != (i < 60) {
			t.Errorf("request %d: %v", i, got)
		}
	}
	if l.allows(60, visitor(&http.Request{RemoteAddr: "[2001:db8::2]:5"}), now) || !l.allows(60, visitor(&http.Request{RemoteAddr: "[2001:db8::2]:5"}), now.Add(2*time.Second)) {
		t.Error("a network of IPv6 is not one address, or a minute does not fill it again")
	}
}

// documents are released ones whose cost is of the budget's accounting, with the reservation of each.
func documents(t testing.TB) (list []*release.Document, asks []lend.Reserve) {
	t.Helper()
	for _, g := range releasetest.Genuine(t) {
		d, err := release.Decode(g.Text)
		p := &d.Privacy
		if err != nil || d.Version == 1 || p.Claim == privacy.NoData || p.Claim == privacy.NotPrivate || p.RowsPerPerson != 1 || p.PersonColumn != "" || p.Relation != privacy.ReplaceOne {
			continue
		}
		list = append(list, d)
		asks = append(asks, lend.Reserve{
			Budget: people, Mechanism: p.Mechanism, Epsilon: p.Epsilon, Delta: p.Delta, Rho: p.Rho, Mu: p.Mu, Claim: p.Claim, Relation: p.Relation, RowsPerPerson: 1,
		})
	}
	if len(list) < 4 {
		t.Fatalf("%d documents are of the budget's account", len(list))
	}
	return list, asks
}

// A document with its receipt verifies, also that of fewer directions and other words; one with another's does not, nor one that was changed.
func TestReceiptsOfDocuments(t *testing.T) {
	file := filepath.Join(t.TempDir(), "budgets")
	if err := ledger.Begin(ledger.New(disk.New(file), time.Now), people, ledger.Account{Relation: privacy.ReplaceOne, RowsPerPerson: 1, Delta: 1e-3, Accounting: privacy.ZCDP}, 1e9); err != nil {
		t.Fatal(err)
	}
	s := serviceOf(t, file, nil)
	list, asks := documents(t)
	var receipts []release.Receipt
	var whole []*release.Document
	for i, d := range list {
		asks[i].ID = fmt.Sprintf("%032x", i+1)
		var r lend.Receipted
		if status, said := ask(t, s, lend.ReservePath, asks[i], &r); status != 200 {
			t.Logf("%s, ε = %v, δ = %v: %s", asks[i].Mechanism, asks[i].Epsilon, asks[i].Delta, said.Message)
			continue
		}
		if _, err := release.Receipted(d, r.Receipt); err == nil {
			t.Error("a receipt that names no document stands in one")
		}
		digest, err := release.Digest(d)
		if err != nil {
			t.Fatal(err)
		}
		ask(t, s, lend.SettlePath, lend.Settle{ID: asks[i].ID, Document: digest}, &r)
		text, err := release.Receipted(d, r.Receipt)
		if err != nil {
			t.Fatalf("%s: %v", d.Privacy.Mechanism, err)
		}
		receipts, whole = append(receipts, r.Receipt), append(whole, d)
		e, err := release.Open(text, func() {})
		if err != nil {
			t.Fatal(err)
		}
		if e.Ordered() && e.MaxK() > 1 {
			if e, err = e.Keep(e.MaxK() - 1); err != nil {
				t.Fatal(err)
			}
			if e.MaxK() > 2 { // and once more, of what is left
				if text, err = e.Encode(); err != nil {
					t.Fatal(err)
				}
				if e, err = release.Open(text, func() {}); err == nil {
					e, err = e.Keep(1)
				}
				if err != nil {
					t.Fatal(err)
				}
			}
		}
		if e, err = e.Print(release.Imprint{Title: "A title"}); err != nil {
			t.Fatal(err)
		}
		if text, err = e.Encode(); err != nil {
			t.Fatalf("%s with fewer directions: %v", d.Privacy.Mechanism, err)
		}
		back, err := release.Decode(text)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range append(release.Verify(back, text), receipt.Check(back.Receipt, r.Receipt.Key)) {
			if !c.Holds && c.What != "It is written as this program writes documents" {
				t.Errorf("%s: %s: %s", d.Privacy.Mechanism, c.What, c.Detail)
			}
		}
		if len(back.Components) > 0 && back.NumFeatures > 1 {
			back.Components[0], back.Created = append([]float64(nil), back.Components[0]...), "2020-01-01"
			if _, err := release.Encode(back); err == nil {
				t.Errorf("%s: a document that was changed keeps its receipt", d.Privacy.Mechanism)
			}
		}
	}
	if len(receipts) < 4 {
		t.Fatalf("%d receipts were given", len(receipts))
	}
	for i := range receipts {
		j := (i + 1) % len(receipts)
		if _, err := release.Receipted(whole[i], receipts[j]); err == nil {
			t.Errorf("the receipt of document %d stands in document %d", j, i)
		}
		forged := receipts[i]
		forged.Epsilon *= 2
		if receipt.Genuine(&forged) {
			t.Error("a receipt that was changed is genuine")
		}
		other, err := receipt.Open(filepath.Join(t.TempDir(), "key"))
		if err != nil {
			t.Fatal(err)
		}
		if mine := other.Sign(receipts[i]); receipt.Check(&mine, receipts[i].Key).Holds || !receipt.Check(&mine, "").Holds {
			t.Error("a receipt of another key is the site's, or is not its own")
		}
	}
}
