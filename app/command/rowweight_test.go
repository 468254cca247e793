//go:build !js

package command

import (
	"path/filepath"
	"strings"
	"testing"

	"privatepca/core/release"
)

// Flags weigh rows as the schema's key does, in the place of it; the price comes with a warning, config.json repeats the weights, and what cannot be
// is refused before anything is spent.
func TestRowWeights(t *testing.T) {
	d := newDesk(t, `"norm_rule":"mean"`)
	d.schema = d.write("schema.json", strings.Replace(d.read(d.schema), ` {"name":"weight","type":"number","constraints":{"minimum":30,"maximum":150}},`+"\n", "", 1))
	usual := func(more ...string) []string {
		return append([]string{"release", "-schema", d.schema, "-k", "1", "-epsilon", "5", "-population", "people", "-ledger", d.ledger, "-cap", "100", "-yes", "-progress", "none"}, append(more, d.table)...)
	}
	first := filepath.Join(d.dir, "first")
	code, _, said := run(t, 0, "", usual("-row-weight", "weight", "-row-weight-max", "200", "-row-weight-missing", "50", "-out", first)...)
	if code != codeDone || !strings.Contains(said, "Rows are weighted by weight: a row of weight w counts as w/200 rows.") {
		t.Fatalf("code %d: %s", code, said)
	}
	document := func(folder string) *release.Document {
		t.Helper()
		doc, err := release.Decode([]byte(d.read(filepath.Join(folder, "release.json"))))
		if err != nil {
			t.Fatal(err)
		}
		return doc
	}
	want := release.RowWeight{Column: "weight", Maximum: 200, Missing: 50}
	if w := document(first).Encoding.RowWeight; w == nil || *w != want {
		t.Errorf("weights %+v", w)
	}
	if config := d.read(filepath.Join(first, "config.json")); !strings.Contains(config, `"row_weight"`) {
		t.Errorf("config.json has no weights: %s", config)
	}
	again := filepath.Join(d.dir, "again")
	d.succeeds("release", "-config", filepath.Join(first, "config.json"), "-row-weight-max", "150", "-population", "people", "-ledger", d.ledger, "-yes", "-progress", "none", "-out", again, d.table)
	want.Maximum = 150
	if w := document(again).Encoding.RowWeight; w == nil || *w != want {
		t.Errorf("by the configuration, weights %+v", w)
	}
	// A forecast of weighted rows counts them by a guess of their mean weight: a third of the largest, unless it is stated.
	forecast := func(n string, more ...string) (out, said string) {
		code, out, said := run(t, 0, "", append([]string{"forecast", "-schema", d.schema, "-k", "1", "-epsilon", "1", "-n", n, "-json"}, more...)...)
		if code != codeDone {
			t.Fatalf("code %d: %s", code, said)
		}
		return out, said
	}
	weighed := []string{"-row-weight", "weight", "-row-weight-max", "200"}
	plain, _ := forecast("500")
	for _, c := range []struct {
		n      string
		stated []string
		says   bool
	}{{"1500", nil, true}, {"1000", []string{"-mean-weight", "100"}, false}, {"500", []string{"-mean-weight", "200"}, false}} {
		out, said := forecast(c.n, append(weighed, c.stated...)...)
		// The rule mean comes first in both; weights leave no other rule.
		first := func(text string) string { return strings.SplitAfter(text, "}")[0] }
		if first(out) != first(plain) || strings.Contains(said, "a third of 200") != c.says || strings.Contains(out, `"sign"`) || !strings.Contains(plain, `"sign"`) {
			t.Errorf("%s rows, %v: %s %s; 500 rows without weights: %s", c.n, c.stated, out, said, plain)
		}
	}
	for stated, want := range map[string]string{"0": "above 0", "201": "at most 200"} {
		if code, _, said := run(t, 0, "", append([]string{"forecast", "-schema", d.schema, "-k", "1", "-epsilon", "1", "-n", "500", "-mean-weight", stated}, weighed...)...); code != codeRefused || !strings.Contains(said, want) {
			t.Errorf("a mean weight of %s: code %d: %s", stated, code, said)
		}
	}
	if code, _, said := run(t, 0, "", "forecast", "-schema", d.schema, "-k", "1", "-epsilon", "1", "-n", "500", "-mean-weight", "3"); code != codeRefused || !strings.Contains(said, "no weights") {
		t.Errorf("a mean weight without weights: code %d: %s", code, said)
	}
	before := d.spendings()
	for name, c := range map[string]struct {
		more []string
		want string
	}{
		"no maximum":    {[]string{"-row-weight", "weight"}, "-row-weight-max"},
		"no column":     {[]string{"-row-weight-max", "3"}, "-row-weight COLUMN"},
		"below 0":       {[]string{"-row-weight", "weight", "-row-weight-max", "-3"}, "above 0"},
		"missing above": {[]string{"-row-weight", "weight", "-row-weight-max", "3", "-row-weight-missing", "4"}, "from 0"},
		"a feature":     {[]string{"-row-weight", "age", "-row-weight-max", "3"}, "cannot be a feature"},
		"the person":    {[]string{"-row-weight", "person", "-row-weight-max", "3", "-person", "person", "-rows-per-person", "3"}, "names the person"},
		"absent":        {[]string{"-row-weight", "nothing", "-row-weight-max", "3"}, "weighs the rows"},
		"another rule":  {[]string{"-row-weight", "weight", "-row-weight-max", "3", "-norm", "sign"}, "weighs rows"},
	} {
		if code, _, err := run(t, 0, "", usual(append(c.more, "-out", filepath.Join(d.dir, "refused"))...)...); code != codeRefused || !strings.Contains(err, c.want) {
			t.Errorf("%s: code %d: %s", name, code, err)
		}
	}
	if n := d.spendings(); n != before {
		t.Errorf("%d spendings by refusals", n-before)
	}
}
