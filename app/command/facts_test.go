//go:build !js

package command

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// keys are all field names of a JSON value.
func keys(v any, into map[string]bool) {
	switch v := v.(type) {
	case map[string]any:
		for k, x := range v {
			into[k] = true
			keys(x, into)
		}
	case []any:
		for _, x := range v {
			keys(x, into)
		}
	}
}

// Each fact that is printed as JSON is named in docs/command.md, and what that names is printed, or is of a kind that these calls do not make.
func TestFactsAsJSON(t *testing.T) {
	d := newDesk(t, plain)
	d.succeeds(d.releasing()...)
	document := filepath.Join(d.folder, documentName)
	text, err := os.ReadFile(filepath.Join(root, "docs", "command.md"))
	if err != nil {
		t.Fatal(err)
	}
	rows := map[string]string{}
	for _, row := range regexp.MustCompile("(?m)^\\| `([a-z -]+) -json` \\| (.*) \\|$").FindAllStringSubmatch(string(text), -1) {
		rows[row[1]] = row[2]
	}
	seldom := map[string][]string{ // what these calls do not print
		"compare": {"same people", "other people", "same", "different", "not tested", "not_testable", "feature", "first", "other", "noise"}, "verify": {"-quiet"},
		"ledger show": {"fault", "person_column", "mu", "cap"}, "plan": {"rho", "mu", "balance"}, "sum -digest": {"pass"},
		"matrix": {"names"}, "forecast": {"reaches"},
	}
	for name, args := range map[string][]string{
		"verify":      {"verify", "-json", document, foundDocument("factors")},
		"compare":     {"compare", "-json", foundDocument("factors"), foundDocument("again"), foundDocument("none")},
		"ledger show": {"ledger", "show", "-json", "-ledger", d.ledger},
		"plan":        {"plan", "-json", "-schema", d.schema, "-k", "2", "-epsilon", "1", "-delta", "1e-6"},
		"forecast":    {"forecast", "-json", "-schema", d.schema, "-k", "2", "-epsilon", "1", "-n", "4000"},
		"sum -digest": {"sum", "-digest", "-json", "-schema", d.schema, d.table},
		"matrix":      {"matrix", "-json", "-of", "regression", "-outcome", "x1", "-columns", "x2,x3", foundDocument("factors")},
	} {
		t.Run(name, func(t *testing.T) {
			code, out, said := run(t, 0, "", args...)
			var v any
			if err := json.Unmarshal([]byte(out), &v); err != nil || code != codeDone {
				t.Fatalf("code %d: %v: %s%s", code, err, out, said)
			}
			printed := map[string]bool{}
			keys(v, printed)
			stated := map[string]bool{}
			for _, word := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(rows[name], -1) {
				stated[word[1]] = true
			}
			for k := range printed {
				if !stated[k] {
					t.Errorf("%s is printed, and docs/command.md does not name it", k)
				}
			}
			for k := range stated {
				if !printed[k] && !slices.Contains(seldom[name], k) {
					t.Errorf("docs/command.md names %s, which is not printed: %s", k, out)
				}
			}
		})
	}
	if len(rows) != 7 {
		t.Errorf("docs/command.md has %d calls", len(rows))
	}
}

// What is printed as JSON says what the text says: a check that fails, a difference, a spending.
func TestFactsSayWhatTheTextSays(t *testing.T) {
	d := newDesk(t, plain)
	d.succeeds(d.releasing()...)
	text, err := os.ReadFile(filepath.Join(d.folder, documentName))
	if err != nil {
		t.Fatal(err)
	}
	forged := d.write("forged.json", strings.Replace(string(text), `"epsilon": 1`, `"epsilon": 0.5`, 1))
	code, out, _ := run(t, 0, "", "verify", "-json", "-quiet", forged)
	var checked verified
	if err := json.Unmarshal([]byte(out), &checked); err != nil || code != codeNo || len(checked.Documents) != 1 || checked.Documents[0].Holds || len(checked.Documents[0].Checks) == 0 {
		t.Errorf("code %d, %v: %s", code, err, out)
	}
	for _, c := range checked.Documents[0].Checks {
		if c.Holds {
			t.Errorf("%s holds, and is printed", c.What)
		}
	}
	var spent shownLedger
	if _, out, _ = run(t, 0, "", "ledger", "show", "-json", "-ledger", d.ledger); json.Unmarshal([]byte(out), &spent) != nil || len(spent.Populations) != 1 {
		t.Fatal(out)
	}
	p := spent.Populations[0]
	if !p.Known || !(p.Epsilon > 0 && p.Epsilon <= p.Cap) || p.Relation == "" || p.Rows != 1 {
		t.Errorf("%+v", p)
	}
	kept := 0
	for _, e := range p.Entries {
		if e.Document && e.Counts && e.Epsilon > 0 && e.Claim != "" {
			kept++
		}
	}
	if kept != 1 {
		t.Errorf("%d kept documents: %s", kept, out)
	}
	var beside compared
	_, out, _ = run(t, 0, "", "compare", "-json", foundDocument("factors"), foundDocument("none"))
	if err := json.Unmarshal([]byte(out), &beside); err != nil || len(beside.Beside) != 1 || len(beside.Beside[0].Directions) == 0 || beside.Beside[0].Reason == "" {
		t.Fatalf("%v: %s", err, out)
	}
	for _, x := range beside.Beside[0].Directions {
		if x.Verdict != "not tested" || x.Cosine < 0 || x.Cosine > 1 {
			t.Errorf("%+v", x)
		}
	}
}
