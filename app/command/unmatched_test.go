//go:build !js

package command

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// What matches no level is listed on request, on standard error alone, those values of ten people or more. A schema that recodes them replays from
// config.json, which alone of the release's files holds them.
func TestUnmatchedValuesAreListed(t *testing.T) {
	const often, seldom = "often-qzx", "seldom-qzx"
	d := newDesk(t, plain)
	row := func(smoker string) string { return "40,170," + smoker + "\n" }
	table := d.write("table.csv", "age,height,smoker\n"+strings.Repeat(row(often), 1200)+strings.Repeat(row(seldom), 9)+strings.Repeat(row("yes")+row("no"), 1000))
	d.table = table
	d.write("schema.json", small(`"minimum":0,"maximum":120`, `"yes","no"`))
	code, out, err := run(t, 0, "", "sum", "-digest", "-schema", d.schema, table)
	if strings.Contains(out+err, "qzx") || code != 0 {
		t.Errorf("listed without being asked: %s %s", out, err)
	}
	unread := out
	code, out, err = run(t, 0, "", "sum", "-digest", "-show-unmatched", "-schema", d.schema, table)
	if code != 0 || out != unread || strings.Contains(err, seldom) || !strings.Contains(err, "column smoker") || !strings.Contains(err, `1,200 × "`+often+`"`) || !strings.Contains(err, "9 × 1 other value") {
		t.Errorf("%d, %q: %s", code, out, err)
	}
	recoded := strings.Replace(small(`"minimum":0,"maximum":120`, `"yes","no"`), `{"name":"smoker",`, `{"name":"smoker","privatepca":{"recode":{"`+often+`":"yes","`+seldom+`":null}},`, 1)
	d.write("schema.json", recoded)
	code, out, err = run(t, 0, "", "sum", "-digest", "-show-unmatched", "-schema", d.schema, table)
	if code != 0 || out == unread || !strings.Contains(err, "Each value is a level of its column") || strings.Contains(err, "qzx") {
		t.Errorf("recoded: %d, %q: %s", code, out, err)
	}
	code, _, err = run(t, 1, "", d.releasing("-norm", "1.5", "-k", "1")...)
	if code != 0 || !strings.Contains(err, "keep that one to yourself") || strings.Contains(err, "qzx") || strings.Contains(d.exported(), "qzx") {
		t.Fatalf("release: %d, %s", code, err)
	}
	files, problem := os.ReadDir(d.folder)
	if problem != nil {
		t.Fatal(problem)
	}
	for _, f := range files {
		text := d.read(filepath.Join(d.folder, f.Name()))
		if strings.Contains(text, "qzx") != (f.Name() == "config.json") {
			t.Errorf("%s holds a value: %v", f.Name(), strings.Contains(text, "qzx"))
		}
	}
	if !strings.Contains(d.read(filepath.Join(d.folder, "release.json")), `"recoded": true`) {
		t.Error("the document does not say that values were recoded")
	}
	config := d.write("config.json", d.read(filepath.Join(d.folder, "config.json")))
	d.folder = filepath.Join(d.dir, "again")
	code, _, err = run(t, 1, "", "release", "-config", config, "-population", "people", "-ledger", d.ledger, "-out", d.folder, "-yes", table)
	if code != 0 || strings.Contains(err, "unknown-category") {
		t.Errorf("from config.json: %d, %s", code, err)
	}
	code, out, err = run(t, 0, "", "convert", "-to", "frictionless", d.schema)
	if code != 0 || strings.Contains(out+err, "qzx") {
		t.Errorf("convert: %d, %s %s", code, out, err)
	}
}
