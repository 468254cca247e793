//go:build !js

package command

import (
	"bytes"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"privatepca/app/lend"
	"privatepca/core/release"
)

// expect runs the command, which is to end with that code, and returns what it prints.
func expect(t *testing.T, code int, args ...string) string {
	t.Helper()
	got, out, err := run(t, 1, "", args...)
	if got != code {
		t.Errorf("%q ends with %d: %s", args, got, err)
	}
	return out
}

// A budget that the command opens is lent, seen, revoked and exported by the command; documents with its receipts verify by the site's key alone.
func TestLentBudgets(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "budgets")
	for name, args := range map[string][]string{
		"no name":  {"ledger", "open", "-ledger", file, "-cap", "2"},
		"no cap":   {"ledger", "open", "-ledger", file, "-population", "p"},
		"no rule":  {"ledger", "open", "-ledger", file, "-population", "p", "-cap", "2", "-accounting", "gdp"},
		"a scheme": {"ledger", "open", "-ledger", "postgres://x", "-population", "p", "-cap", "2"},
	} {
		t.Run(name, func(t *testing.T) { expect(t, 2, args...) })
	}
	p, _, _ := ready(t, 1, "")
	if _, _, err := (lending{ledger: file}).start(p); err == nil || !strings.Contains(err.Error(), "ledger open") {
		t.Errorf("a ledger that is not there is lent from: %v", err)
	}
	expect(t, 0, "ledger", "open", "-ledger", file, "-population", "panel", "-cap", "2")
	expect(t, 2, "ledger", "open", "-ledger", file, "-population", "Panel", "-cap", "3")
	audit := filepath.Join(dir, "audit")
	s, end, err := lending{ledger: file, audit: audit, rate: 60}.start(p)
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := (lending{ledger: file}).start(p); err == nil || !strings.Contains(err.Error(), "another service") {
		t.Errorf("two services lend one file: %v", err)
	}
	link := filepath.Join(dir, "link")
	if err := os.Symlink(file, link); err != nil {
		t.Fatal(err)
	}
	for name, l := range map[string]lending{"the ledger": {ledger: file, audit: file}, "the ledger by a link": {ledger: file, audit: link}, "the key": {ledger: file, audit: file + ".key"}} {
		t.Run("the audit log is "+name, func(t *testing.T) {
			if _, _, err := l.start(p); err == nil || !strings.Contains(err.Error(), "-budget-audit names") {
				t.Errorf("%v", err)
			}
		})
	}
	post := func(path string, in any) (out lend.Receipted) {
		t.Helper()
		body, _ := json.Marshal(in)
		r := httptest.NewRequest("POST", path, bytes.NewReader(body))
		r.Header.Set("Content-Type", "application/json")
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		if w.Code != http.StatusOK || json.Unmarshal(w.Body.Bytes(), &out) != nil {
			t.Fatalf("%s: %d, %s", path, w.Code, w.Body)
		}
		return out
	}
	schema, table := filepath.Join(dir, "s.json"), filepath.Join(dir, "t.csv")
	if err := errors.Join(
		os.WriteFile(schema, []byte(`{"fields":[{"name":"a","type":"number","constraints":{"minimum":0,"maximum":10}},{"name":"b","type":"number","constraints":{"minimum":0,"maximum":10}}]}`), 0o600),
		os.WriteFile(table, []byte("a,b\n"+strings.Repeat("1,2\n3,4\n5,9\n", 20)), 0o600),
	); err != nil {
		t.Fatal(err)
	}
	expect(t, 0, "release", "-schema", schema, "-mechanism", "laplace", "-epsilon", "0.5", "-k", "1", "-ledger", "none", "-i-understand", "-yes", "-out", filepath.Join(dir, "out"), table)
	text, err := os.ReadFile(filepath.Join(dir, "out", "release.json"))
	if err != nil {
		t.Fatal(err)
	}
	d, err := release.Decode(text)
	if err != nil {
		t.Fatal(err)
	}
	q := d.Privacy
	id := strings.Repeat("0a", 16)
	post(lend.ReservePath, lend.Reserve{Budget: "panel", ID: id, Mechanism: q.Mechanism, Epsilon: q.Epsilon, Delta: q.Delta, Rho: q.Rho, Mu: q.Mu, Claim: q.Claim, Relation: q.Relation, RowsPerPerson: 1})
	digest, err := release.Digest(d)
	if err != nil {
		t.Fatal(err)
	}
	r := post(lend.SettlePath, lend.Settle{ID: id, Document: digest}).Receipt
	if text, err = release.Receipted(d, r); err != nil {
		t.Fatal(err)
	}
	paid := filepath.Join(dir, "paid.json")
	if err := os.WriteFile(paid, text, 0o600); err != nil {
		t.Fatal(err)
	}
	out := expect(t, 0, "verify", paid)
	if !strings.Contains(out, "holds  Its receipt was signed by the site") || !strings.Contains(out, `Debit 1 of the budget "panel"`) {
		t.Errorf("verify says\n%s", out)
	}
	expect(t, 0, "verify", "-receipt-key", r.Key, paid)
	expect(t, 1, "verify", "-receipt-key", strings.Repeat("0", 64), paid)
	expect(t, 1, "verify", "-receipt-key", r.Key, filepath.Join(dir, "out", "release.json"))
	if err := os.WriteFile(paid, bytes.Replace(text, []byte(`"number": 1`), []byte(`"number": 2`), 1), 0o600); err != nil {
		t.Fatal(err)
	}
	expect(t, 1, "verify", paid)

	out = expect(t, 0, "ledger", "revoke", "-ledger", file, id) // while the service runs
	if !strings.Contains(out, "stays spent") {
		t.Errorf("revoke says %s", out)
	}
	out = expect(t, 0, "ledger", "show", "-ledger", file)
	if !strings.Contains(out, "spent ε = 0.5 of at most 2") || !strings.Contains(out, "settled") || !strings.Contains(out, "revoked") {
		t.Errorf("the ledger shows\n%s", out)
	}
	expect(t, 0, "ledger", "lower", "-ledger", file, "-population", "panel", "-cap", "0.4")
	exported := expect(t, 0, "ledger", "export", "-ledger", file)
	if err := os.WriteFile(filepath.Join(dir, "exported"), []byte(exported), 0o600); err != nil {
		t.Fatal(err)
	}
	expect(t, 0, "ledger", "import", "-ledger", filepath.Join(dir, "copy"), "-yes", filepath.Join(dir, "exported"))
	end()
	if log, err := os.ReadFile(audit); err != nil || bytes.Count(log, []byte("\n")) != 2 {
		t.Errorf("the audit log is %s, %v", log, err)
	}
	for _, name := range []string{file, file + ".key", audit} {
		t.Run(filepath.Base(name), func(t *testing.T) {
			if info, err := os.Stat(name); err != nil || info.Mode().Perm() != 0o600 {
				t.Errorf("%v, %v", info, err)
			}
		})
	}
}

// Each flag that docs/operating.md gives to a subcommand is one, and each metric that it names is measured.
func TestTheOperatorsDocument(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(root, "docs", "operating.md"))
	if err != nil {
		t.Fatal(err)
	}
	flags := 0
	for _, of := range []string{"serve", "ledger", "verify"} {
		t.Run(of, func(t *testing.T) {
			_, help, _ := run(t, 1, "", of, "-help")
			for line := range strings.Lines(string(text)) {
				_, call, found := strings.Cut(line, "privatepca "+of+" ")
				if of == "serve" && strings.HasPrefix(strings.TrimSpace(line), "-budgets ") {
					call, found = line, true // goes on
				}
				call, _, _ = strings.Cut(call, "`")
				for _, word := range strings.Fields(call) {
					if found && len(word) > 2 && word[0] == '-' && word[1] >= 'a' {
						name, _, _ := strings.Cut(word, "=")
						if flags++; !strings.Contains(help, "  "+name+" ") && !strings.Contains(help, "  "+name+"\n") {
							t.Errorf("%s is no flag of %s: %s", name, of, line)
						}
					}
				}
			}
		})
	}
	if flags < 12 {
		t.Errorf("%d flags were found", flags)
	}
	file := filepath.Join(t.TempDir(), "budgets")
	expect(t, 0, "ledger", "open", "-ledger", file, "-population", "p", "-cap", "2")
	p, _, _ := ready(t, 1, "")
	s, end, err := lending{ledger: file}.start(p)
	if err != nil {
		t.Fatal(err)
	}
	defer end()
	w := httptest.NewRecorder()
	operated(p, http.NotFoundHandler(), s).ServeHTTP(w, httptest.NewRequest("GET", "/metrics", nil))
	for _, name := range []string{"requests_total", "budget_events_total", "budget_reserve_seconds", "ledger_failures_total", "audit_failures_total"} {
		t.Run(name, func(t *testing.T) {
			if !strings.Contains(string(text), name) || !strings.Contains(w.Body.String(), name+"{") && !strings.Contains(w.Body.String(), name+" ") && !strings.Contains(w.Body.String(), name+"_sum ") {
				t.Errorf("%s is not in the document, or not measured:\n%s", name, w.Body)
			}
		})
	}
}
