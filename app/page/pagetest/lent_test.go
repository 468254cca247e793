//go:build !js

package pagetest

import (
	"encoding/json"
	"fmt"
	"html"
	"maps"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"privatepca/app/budget"
	"privatepca/app/client"
	"privatepca/app/job"
	"privatepca/app/lend"
	"privatepca/app/page"
	"privatepca/app/page/tabtest"
	"privatepca/core/ledger"
	"privatepca/core/ledger/disk"
	"privatepca/core/privacy"
	"privatepca/core/receipt"
	"privatepca/wasm/protocol"
)

const lentName = "Everyday Life 2024"

// A site is a service that lends a budget, and what stands before it.
type site struct {
	*budget.Service
	before func(path string) (status int, text string, answers bool) // in place of the service
	loses  func(path string) bool                                    // its answer
	ids    int
}

// AskSite asks the service at once.
func (s *site) AskSite(path string, body []byte, done func(status int, text string)) {
	if s.before != nil {
		if status, text, answers := s.before(path); answers {
			done(status, text)
			return
		}
	}
	r := httptest.NewRequest(http.MethodGet, path, nil)
	if body != nil {
		r = httptest.NewRequest(http.MethodPost, path, strings.NewReader(string(body)))
		r.Header.Set("Content-Type", "application/json")
	}
	w := httptest.NewRecorder()
	if s.ServeHTTP(w, r); s.loses != nil && s.loses(path) {
		done(0, "")
		return
	}
	done(w.Code, w.Body.String())
}

// NewID counts.
func (s *site) NewID() string {
	s.ids++
	return fmt.Sprintf("%032x", s.ids)
}

// spent is what the site's budget has spent, and by how many releases.
func (s *site) spent(t *testing.T) (left lend.Left) {
	t.Helper()
	w := httptest.NewRecorder()
	s.ServeHTTP(w, httptest.NewRequest(http.MethodGet, lend.LeftPath+"?budget=everyday+life+2024", nil))
	if err := json.Unmarshal(w.Body.Bytes(), &left); err != nil {
		t.Fatal(err)
	}
	return left
}

// A borrower is a page in a frame whose site lends a budget, with everything answered.
type borrower struct {
	*tabtest.State
	t      *testing.T
	worker *tabtest.Worker
	site   *site
	texts  *tabtest.Texts
}

// lent starts a service, and a page whose file is read. With late, the site around the page says that it lends once Release was pressed.
func lent(t *testing.T, o budget.Options, late bool) *borrower {
	t.Helper()
	file := filepath.Join(t.TempDir(), "budgets")
	account := ledger.Account{Relation: privacy.ReplaceOne, RowsPerPerson: 1, Delta: 1e-6, Accounting: privacy.GDP}
	if err := ledger.Begin(ledger.New(disk.New(file), time.Now), lentName, account, 4); err != nil {
		t.Fatal(err)
	}
	log, err := disk.New(file).Follow()
	if err != nil {
		t.Fatal(err)
	}
	if o.Key, err = receipt.Open(file + ".key"); err != nil {
		t.Fatal(err)
	}
	o.Log = log
	s, err := budget.New(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	b := &borrower{t: t, site: &site{Service: s}, texts: &tabtest.Texts{}}
	b.visits(late)
	return b
}

// visits is a fresh page over what the browser keeps.
func (b *borrower) visits(late bool) {
	b.t.Helper()
	b.worker = &tabtest.Worker{}
	b.State = tabtest.New(b.worker, &tabtest.Screen{})
	page.Borrow(b.Page, b.texts, b.site)
	b.Client().Start()
	b.worker.Hello()
	if !late {
		b.Deliver(job.Lend{Name: lentName})
	}
	b.Open(client.NamedFile{Handle: "handle", Name: "clinic.csv", Size: 1234}, nil, job.Offered{})
	b.worker.Say(protocol.OpenRequest.Name, protocol.Opened{Name: "clinic.csv", Columns: []string{"age", "sex"}})
	if tabtest.Summing(b.State); late {
		b.Release()
		b.Deliver(job.Lend{Name: lentName})
	}
	b.worker.Say(protocol.PrepareRequest.Name, protocol.Prepared{Records: 42})
}

// presses presses Release, whose cost the worker says.
func (b *borrower) presses() {
	b.t.Helper()
	b.Release()
	if b.worker.Last() != protocol.BalanceRequest.Name {
		b.t.Fatalf("asked %q, want the cost", b.worker.Last())
	}
	in := b.Request()
	b.worker.Say(protocol.BalanceRequest.Name, protocol.Balanced{Charge: &protocol.Charge{
		Cost:     privacy.Part{Mechanism: in.Mechanism, Epsilon: in.Epsilon, Delta: in.Delta, Rho: .02, Mu: .2, Claim: privacy.Exact},
		Relation: in.Relation, RowsPerPerson: 1,
	}})
}

// says is what the page at its review says, without tags.
func (b *borrower) says() string {
	b.t.Helper()
	return html.UnescapeString(drawn(b.t, b.State, page.ReleasePath))
}

// honest holds what the page says to what the site has spent: nothing says that nothing was spent where something was.
func (b *borrower) honest(says string) {
	b.t.Helper()
	text := b.says()
	if spent := b.site.spent(b.t); spent.Releases > 0 {
		for _, never := range []string{"nothing was spent", "Nothing was spent", "drawn or spent", "nothing spent", "not spent"} {
			if strings.Contains(strings.ReplaceAll(text, "not spent twice", ""), never) {
				b.t.Errorf("%d releases are spent, and the page says %q", spent.Releases, never)
			}
		}
	}
	if !strings.Contains(text, says) {
		b.t.Errorf("the page does not say %q", says)
	}
}

// Whatever the worker says once the site has set the cost aside, no word says that nothing was spent; and what was not drawn is taken up by the same release,
// under the same id, so that it is spent once.
func TestARefusedDrawStaysSpent(t *testing.T) {
	const aside = "is set aside, or may be, for a release that was not drawn"
	for name, c := range map[string]struct {
		of    protocol.Error
		says  string
		drawn bool // it may have been
	}{
		"the own ledger's limit":    {protocol.Error{Code: protocol.CodeBudget, Message: "With this release the total would be too much."}, aside, false},
		"the own ledger is blocked": {protocol.Error{Code: protocol.CodeBlocked, Message: "The ledger cannot be kept. Nothing was drawn."}, aside, false},
		"a file that changed":       {protocol.Error{Code: protocol.CodeFile, Message: "The file is another one by now."}, aside, false},
		"a file that changed later": {protocol.Error{Code: protocol.CodeFile, Message: "The file is another one by now.", Spent: true}, "has no receipt of the site yet", true},
		"settings":                  {protocol.Error{Code: protocol.CodeRequest, Message: "The site’s budget has not set aside what this release costs. Nothing was drawn."}, aside, false},
		"an id that was used":       {protocol.Error{Code: protocol.CodeRequest, Field: "id", Message: "It was used."}, "has no receipt of the site yet", true},
		"a mechanism that gives up": {protocol.Error{Code: protocol.CodeRefused, Message: "It drew, and has nothing.", Spent: true}, "has no receipt of the site yet", true},
		"a defect":                  {protocol.Error{Code: protocol.CodeInternal, Message: "A defect."}, "has no receipt of the site yet", true},
	} {
		t.Run(name, func(t *testing.T) {
			b := lent(t, budget.Options{}, false)
			b.presses()
			if b.worker.Last() != protocol.ReleaseRequest.Name || b.site.spent(t).Releases != 1 {
				t.Fatalf("asked %q, and %d releases are spent", b.worker.Last(), b.site.spent(t).Releases)
			}
			b.worker.Say(protocol.TypeError, c.of)
			if c.drawn { // the ledger is asked for its document
				if b.worker.Last() != protocol.EntryRequest.Name {
					t.Fatalf("asked %q, want the document", b.worker.Last())
				}
				b.worker.Say(protocol.TypeError, protocol.Error{Code: protocol.CodeRequest, Message: "There is none."})
			}
			b.honest(c.says)
			b.visits(false) // a fresh page
			b.presses()
			want := 1
			if c.drawn {
				want = 2
			}
			if got := b.site.spent(t).Releases; got != want || b.worker.Last() != protocol.ReleaseRequest.Name {
				t.Errorf("pressed again, %d releases are spent, want %d; asked %q", got, want, b.worker.Last())
			}
		})
	}
}

// A worker that ends behind the reservation leaves it counted, and its receipt can be asked for.
func TestAWorkerThatEndsBehindTheReservation(t *testing.T) {
	for name, end := range map[string]func(*borrower){
		"it ends":   func(b *borrower) { b.worker.Died("out of memory") },
		"cancelled": func(b *borrower) { b.Cancel() },
	} {
		t.Run(name, func(t *testing.T) {
			b := lent(t, budget.Options{}, false)
			b.presses()
			end(b)
			b.honest("It was ended before it was known whether it was drawn.")
			if b.Notice.Fault != nil && !b.Notice.Fault.Spent {
				t.Error("the fault says that nothing is spent")
			}
		})
	}
}

// An answer that was lost is followed by a refusal that is not the service's, or of what is asked now: the reservation may stand, so it is kept, and its id is
// asked for again. The same id is spent once.
func TestARefusalBehindALostAnswer(t *testing.T) {
	for name, answer := range map[string]func(path string) (int, string, bool){
		"a proxy's sign-in": func(path string) (int, string, bool) {
			return http.StatusUnauthorized, "<title>Sign in</title>", path == lend.ReservePath
		},
		"a proxy's refusal": func(path string) (int, string, bool) {
			return http.StatusForbidden, "", path == lend.ReservePath
		},
		"a newer service": func(path string) (int, string, bool) {
			return http.StatusBadRequest, `{"code":"request","message":"The request is none that this version of the service knows."}`, path == lend.ReservePath
		},
	} {
		t.Run(name, func(t *testing.T) {
			b := lent(t, budget.Options{}, false)
			b.site.loses = func(path string) bool { return path == lend.ReservePath }
			b.presses()
			b.honest("Nothing was drawn. Press Release again")
			b.site.loses, b.site.before = nil, answer
			b.presses()
			b.honest("is set aside, or may be, for a release that was not drawn")
			b.site.before = nil
			b.presses()
			if got := b.site.spent(t).Releases; got != 1 || b.worker.Last() != protocol.ReleaseRequest.Name {
				t.Errorf("%d releases are spent, and the worker was asked %q", got, b.worker.Last())
			}
		})
	}
}

// Whoever has the browser forget all answers, in another tab of the same origin, leaves what the site may have set aside: it is taken up all the same.
func TestForgottenAnswersLeaveWhatIsSetAside(t *testing.T) {
	b := lent(t, budget.Options{}, false)
	b.site.loses = func(path string) bool { return path == lend.ReservePath }
	b.presses()
	b.texts.Kept["header"] = "an answer"
	other := tabtest.New(&tabtest.Worker{}, &tabtest.Screen{})
	other.Page.Keeps(b.texts)
	other.Do(job.ForgetAnswers)
	if len(b.texts.Kept) != 1 {
		t.Errorf("kept are %v", b.texts.Kept)
	}
	b.site.loses = nil
	b.visits(false)
	if b.presses(); b.site.spent(t).Releases != 1 || b.worker.Last() != protocol.ReleaseRequest.Name {
		t.Errorf("%d releases are spent, and the worker was asked %q", b.site.spent(t).Releases, b.worker.Last())
	}
}

// A text that is kept under the key of one reservation and states the id of another is none: it would be read in place of that one.
func TestAReservationStandsUnderItsOwnKey(t *testing.T) {
	b := lent(t, budget.Options{}, false)
	b.site.loses = func(path string) bool { return path == lend.ReservePath }
	b.presses()
	const drawn = `"drawn":true}`
	for key, text := range maps.Clone(b.texts.Kept) {
		b.texts.Kept[key+"0"] = strings.TrimSuffix(text, "}") + "," + drawn
	}
	b.visits(false)
	if list := b.Reserved; len(list) != 1 || list[0].Drawn || b.worker.Last() == protocol.EntryRequest.Name {
		t.Errorf("taken up: %+v; asked %q", list, b.worker.Last())
	}
}

// What the site's budget does not allow sets nothing aside, is drawn nowhere, and is not asked for again under its id.
func TestWhatTheSiteRefusesIsNotSetAside(t *testing.T) {
	b := lent(t, budget.Options{Most: .5}, false)
	b.presses()
	if left := b.site.spent(t); left.Releases != 0 || b.worker.Last() == protocol.ReleaseRequest.Name || len(b.Reserved) != 0 || len(b.texts.Kept) != 0 {
		t.Errorf("the budget stands at %+v; asked %q; kept are %v", left, b.worker.Last(), b.texts.Kept)
	}
	b.honest("Nothing was drawn or spent.")
}

// Where the site says that it lends once Release was pressed, nothing is released from a budget that the visitor did not see: neither its nor one of his own.
func TestABudgetThatComesBehindThePress(t *testing.T) {
	for name, knows := range map[string]bool{"a site that answers": true, "a site that is silent": false} {
		t.Run(name, func(t *testing.T) {
			b := lent(t, budget.Options{}, false)
			b.site.before = func(string) (int, string, bool) { return 0, "", !knows }
			b.visits(true)
			switch last := b.worker.Last(); {
			case !knows && (last == protocol.ReleaseRequest.Name || last == protocol.BalanceRequest.Name):
				t.Errorf("the worker was asked %q", last)
			case last == protocol.ReleaseRequest.Name:
				t.Error("it was released from a budget of the visitor's own")
			}
		})
	}
}

// Whatever stands in an answer of the site, the page goes on: it is drawn, and where the answer is no receipt for what was asked, nothing is drawn from the records.
func TestOddAnswersOfTheSite(t *testing.T) {
	left := func(more string) string {
		return `{"budget":"Everyday Life 2024","cap":4,"delta":1e-6,"accounting":"gdp","relation":"replace-one","rows_per_person":1,"spent":1,"spent_rho":0.1,"spent_mu":0.2,"releases":3,"next":2` + more + `}`
	}
	odd := []string{
		"", "null", "{}", "[]", "7", `"text"`, "{\"cap\":\"4\"}", strings.Repeat("[", 20_000), left(""), left(`,"next":-1`), left(`,"next":1e308`), left(`,"cap":1e-300`), left(`,"cap":1e308,"spent":1e308`),
		left(`,"spent":-5`), left(`,"accounting":"other"`), left(`,"accounting":"zcdp","spent_rho":-1`), left(`,"delta":0`), left(`,"delta":7`), left(`,"relation":"<img src=x onerror=alert(1)>"`),
		left(`,"rows_per_person":-3`), left(`,"person_column":"` + strings.Repeat(`\u202e<b>`, 500) + `"`), left(`,"releases":-9223372036854775808`), left(`,"budget":"another"`),
		`{"receipt":null}`, `{"receipt":{}}`, `{"receipt":{"id":"` + strings.Repeat("0", 31) + `2"}}`,
	}
	for i, text := range odd {
		for _, path := range []string{lend.LeftPath, lend.ReservePath} {
			t.Run(fmt.Sprint(i, path), func(t *testing.T) {
				b := lent(t, budget.Options{}, false)
				b.site.before = func(asked string) (int, string, bool) {
					return http.StatusOK, text, strings.HasPrefix(asked, path)
				}
				b.visits(false)
				if shown := drawn(t, b.State, page.PrivacyPath) + drawn(t, b.State, page.ReleasePath); strings.Contains(shown, "<img src=x") || strings.Contains(shown, "<b>\u202e") {
					t.Error("markup of an answer is drawn")
				}
				if b.Release(); b.worker.Last() != protocol.BalanceRequest.Name {
					return // refused before its cost was asked
				}
				in := b.Request()
				b.worker.Say(protocol.BalanceRequest.Name, protocol.Balanced{Charge: &protocol.Charge{
					Cost:     privacy.Part{Mechanism: in.Mechanism, Epsilon: in.Epsilon, Delta: in.Delta, Rho: .02, Mu: .2, Claim: privacy.Exact},
					Relation: in.Relation, RowsPerPerson: 1,
				}})
				if path == lend.ReservePath && b.worker.Last() == protocol.ReleaseRequest.Name && !strings.Contains(text, `"receipt":{"id"`) {
					t.Errorf("%.60q was taken for a receipt", text)
				}
				b.says()
			})
		}
	}
}
