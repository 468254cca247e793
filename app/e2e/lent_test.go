package e2e

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"privatepca/app/e2e/at"
	"privatepca/app/e2e/drive"
	"privatepca/core/release"
)

// A lender is a site whose server lends a budget, behind a proxy that can lose requests and answers. The pages' origin is the proxy's.
type lender struct {
	*portal
	t       *testing.T
	budgets string // the ledger's file
	server  *drive.Server
	host    string // of the server itself

	mu   sync.Mutex
	lose func(path string) (before, after bool) // whether the request is lost, or its answer
	seen []string                               // what was asked of the service, in order
}

const lentName = "Everyday Life 2024"

// lends starts one, with a portal's page that names the budget.
func lends(t *testing.T, limit string) *lender {
	t.Helper()
	l := &lender{t: t, budgets: filepath.Join(t.TempDir(), "budgets")}
	l.command(0, "ledger", "open", "-ledger", l.budgets, "-population", lentName, "-cap", limit, "-delta", "1e-6")
	mux := http.NewServeMux()
	front := httptest.NewServer(mux) // on 127.0.0.1
	t.Cleanup(front.Close)
	site := httptest.NewServer(http.NewServeMux())
	t.Cleanup(site.Close)
	l.portal = &portal{Server: site, mux: site.Config.Handler.(*http.ServeMux), url: strings.Replace(site.URL, "127.0.0.1", "localhost", 1)}
	l.portal.pages = &drive.Server{URL: front.URL}
	l.start("")
	to, err := url.Parse("http://" + l.host)
	if err != nil {
		t.Fatal(err)
	}
	proxy := &httputil.ReverseProxy{
		Rewrite:      func(r *httputil.ProxyRequest) { r.SetURL(to); r.Out.Host = r.In.Host },
		ErrorHandler: func(http.ResponseWriter, *http.Request, error) { panic(http.ErrAbortHandler) }, // as a server that is gone
	}
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		before, after := false, false
		if strings.HasPrefix(r.URL.Path, "/budget/") {
			l.mu.Lock()
			l.seen = append(l.seen, strings.TrimPrefix(r.URL.Path, "/budget/v1/"))
			if l.lose != nil {
				before, after = l.lose(r.URL.Path)
			}
			l.mu.Unlock()
		}
		if before {
			panic(http.ErrAbortHandler)
		}
		if after {
			proxy.ServeHTTP(httptest.NewRecorder(), r)
			panic(http.ErrAbortHandler)
		}
		proxy.ServeHTTP(w, r)
	})
	l.mux.HandleFunc("/{$}", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprintf(w, `<!doctype html><html lang="en"><title>Portal</title><h1>Portal</h1><script src="%s/web/embed.js"></script><script>
		  const view = privatePCA(document.body, { schema: %s, budget: %q, file: new File([%s], "visits.csv", { type: "text/csv" }) });</script>`,
			front.URL, quote(fourColumns), lentName, quote(table(3)))
	})
	return l
}

// start starts the service, at its earlier address if it had one.
func (l *lender) start(host string) {
	l.t.Helper()
	var err error
	more := []string{"-embed-hosts", l.url, "-budgets", l.budgets}
	if host == "" {
		l.server, err = drive.Serve(binary, web, more...)
	} else {
		l.server, err = drive.ServeAt(host, binary, web, more...)
	}
	if err != nil {
		l.t.Fatal(err)
	}
	l.t.Cleanup(l.server.Close)
	l.host = strings.TrimPrefix(l.server.URL, "http://")
}

// losing has requests or answers lost from now on; nil for none.
func (l *lender) losing(lose func(path string) (before, after bool)) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.lose = lose
}

// asked counts what the service was asked.
func (l *lender) asked(what string) (n int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, s := range l.seen {
		if s == what {
			n++
		}
	}
	return n
}

// command runs the program, which is to end with that code, and returns what it prints.
func (l *lender) command(code int, args ...string) string {
	l.t.Helper()
	c := exec.CommandContext(l.t.Context(), binary, args...)
	out, err := c.CombinedOutput()
	if c.ProcessState == nil || c.ProcessState.ExitCode() != code {
		l.t.Fatalf("%q: %v, %s", args, err, out)
	}
	return string(out)
}

// verifies holds a document to the site's key, as its reader does.
func (l *lender) verifies(document string) *release.Document {
	l.t.Helper()
	file := filepath.Join(l.t.TempDir(), "release.json")
	if err := os.WriteFile(file, []byte(document), 0o600); err != nil {
		l.t.Fatal(err)
	}
	r, err := http.NewRequestWithContext(l.t.Context(), http.MethodGet, l.server.URL+"/budget/v1/key", nil)
	if err != nil {
		l.t.Fatal(err)
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		l.t.Fatal(err)
	}
	defer answer.Body.Close()
	var key string
	fmt.Fscan(answer.Body, &key)
	if said := l.command(0, "verify", "-receipt-key", key, file); !strings.Contains(said, "The signature is of the key that was named.") {
		l.t.Errorf("verify says\n%s", said)
	}
	l.command(1, "verify", "-receipt-key", strings.Repeat("0", 64), file)
	d, err := release.Decode([]byte(document))
	if err != nil || d.Receipt == nil || d.Receipt.Budget != lentName {
		l.t.Fatalf("the document has no receipt of the budget: %v", err)
	}
	return d
}

// toReview goes to the page with the button that spends, in a frame whose site lends.
func (l *lender) toReview(f *person, epsilon string) {
	l.t.Helper()
	j := drive.Job{Epsilon: epsilon, Delta: "1e-6", K: "1", Mechanism: "gaussian"}
	at.Columns(f).Stands()
	toRelease(f, j)
	at.Review(f).Stands()
}

// handed is the document that the portal has received.
func (l *lender) handed(p, f *person) string {
	l.t.Helper()
	at.Lent(f).ToHand()
	f.handOver()
	p.until(`kept.some(k => k.name === 'released')`)
	return ask[string](p, `kept.findLast(k => k.name === 'released').text`)
}

// A site lends a budget: what it has left is shown, a release is reserved before it is drawn and settled behind it, its receipt verifies by the site's key, and
// what does not fit any more is refused before anything is drawn.
func TestASiteLendsItsBudget(t *testing.T) {
	t.Parallel()
	feature(t, "In a frame of another site: a release from the site's budget, with its receipt")
	l := lends(t, "2")
	p := l.visit(t, 15*time.Second)
	f := p.inside(0)
	l.toReview(f, "1.5")
	f.says(at.Shared, lentName, "2 in all", "0 spent", "It counts one row as one person")
	at.Lent(f).Says(at.SharedTakes, "This release takes ε = 1.5: ε = 1.5 of 2 is spent then")
	if n := l.asked("reserve"); n != 0 {
		t.Errorf("the site was asked %d times before anything was released", n)
	}
	f.release()
	d := l.verifies(l.handed(p, f))
	if d.Receipt.Number != 1 || d.Receipt.Epsilon != 1.5 || d.Privacy.Epsilon != 1.5 {
		t.Errorf("the receipt is %+v", d.Receipt)
	}
	if show := l.command(0, "ledger", "show", "-ledger", l.budgets); strings.Count(show, "settled") != 1 || !strings.Contains(show, "spent ε = 1.5 of at most 2") {
		t.Errorf("the site's ledger shows\n%s", show)
	}

	// Another visit: as much again does not fit.
	p = l.visit(t, 15*time.Second)
	f = p.inside(0)
	l.toReview(f, "1.9")
	f.says(at.Shared, "1.5 spent, by 1 release")
	f.look(at.Review(f).Button())
	at.Review(f).Press()
	at.Review(f).IsRefused()
	f.says(at.Review(f).Budget(), "Refused.", "Nothing was drawn or spent.")
	if n := l.asked("settle"); n != 1 {
		t.Errorf("what was refused was settled: %d", n)
	}

	// The operator ends the budget.
	l.command(0, "ledger", "lower", "-ledger", l.budgets, "-population", lentName, "-cap", "1")
	at.Lent(f).AskAgain()
	at.Lent(f).Says(at.SharedEmpty, "Nothing more can be released about these people here")
	at.Review(f).Shut()
}

// What is lost on the way spends nothing twice: a request, an answer, and a service that is killed between the draw and the receipt, which is taken up
// after a reload.
func TestAReceiptIsTakenUpAgain(t *testing.T) {
	t.Parallel()
	feature(t, "In a frame of another site: a receipt that was lost, taken up after a reload")
	l := lends(t, "2")
	p := l.visit(t, 18*time.Second)
	f := p.inside(0)
	l.toReview(f, "1")
	lost := func(path string, before, after bool) {
		l.losing(func(asked string) (bool, bool) {
			return strings.HasSuffix(asked, path) && before, strings.HasSuffix(asked, path) && after
		})
	}
	lostOnTheWay := func(name string, what [2]bool) {
		lost("/reserve", what[0], what[1])
		n := l.asked("reserve")
		f.look(at.Review(f).Button())
		at.Review(f).Press()
		at.Lent(f).Says(at.SharedWhy, "out of reach. Nothing was drawn")
		f.says(at.Waiting, "is set aside, or may be, for a release that was not drawn")
		if l.asked("reserve") != n+1 {
			t.Errorf("%s is lost, and the site was asked %d times", name, l.asked("reserve")-n)
		}
		l.losing(nil)
		at.Lent(f).AskAgain()
	}
	lostOnTheWay("the request", [2]bool{true, false})
	lostOnTheWay("the answer", [2]bool{false, true})

	// The service is killed once the cost is set aside.
	l.losing(func(asked string) (bool, bool) { return strings.HasSuffix(asked, "/settle"), false })
	f.release()
	at.Lent(f).Says(at.Waiting, "has no receipt of the site yet")
	f.says(at.HandWaits, "once it has the receipt")
	l.server.Close()
	l.losing(nil)
	at.Lent(f).SettleAgain()
	at.Lent(f).Says(at.Waiting, "out of reach")
	l.start(l.host)

	p.must(p.Open(p.ctx, l.url+"/"))
	p.until(`window.kept?.some(k => k.name === 'ready')`)
	f = p.inside(0)
	at.Lent(f).Says(at.Waiting, "A release of ε = 1 has the site’s receipt now")
	at.Lent(f).OpenSigned()
	d := l.verifies(l.handed(p, f))
	if d.Receipt.Number != 1 || d.Receipt.Epsilon != 1 {
		t.Errorf("the receipt is %+v", d.Receipt)
	}
	if show := l.command(0, "ledger", "show", "-ledger", l.budgets); strings.Count(show, "settled") != 1 || !strings.Contains(show, "spent ε = 1 of at most 2") || strings.Count(show, "spend ")+strings.Count(show, "spent by") > 1 {
		t.Errorf("the site's ledger shows\n%s", show)
	}
}
