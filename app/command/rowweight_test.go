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
	if _, _, said := run(t, 0, "", "forecast", "-schema", d.schema, "-k", "1", "-epsilon", "1", "-n", "500", "-row-weight", "weight", "-row-weight-max", "200"); !strings.Contains(said, "mean weight over 200") {
		t.Errorf("the forecast says: %s", said)
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
