//go:build !js

package command

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"privatepca/core/release"
	"privatepca/core/schema"
)

// A schema file with dates, levels in order, logarithms, missing codes of a column and weights gives a release that states them, verifies, and
// is encoded by its loader.
func TestTypesEndToEnd(t *testing.T) {
	d := newDesk(t, plain)
	var b strings.Builder
	b.WriteString("born,seen,mood,income,children,ok\n")
	for i := range 240 {
		fmt.Fprintf(&b, "%04d-%02d-%02d,%02d.%02d.2020,%s,%s,%d,%s\n", 1940+i%60, 1+i%12, 1+i%28, 1+i%28, 1+i%12, []string{"bad", "so so", "good", "-9"}[i%4],
			[]string{"1200.50", "90000", "refused", "0"}[i*i%4], i%5, []string{"yes", "no"}[i%2])
	}
	d.table = d.write("table.csv", b.String())
	d.schema = d.write("schema.json", `{"fields":[
 {"name":"born","type":"date","constraints":{"minimum":"1930-01-01","maximum":"2010-12-31"}},
 {"name":"seen","type":"date","format":"%d.%m.%Y","privatepca":{"type":"date","part":"month cycle","weight":0.5}},
 {"name":"mood","type":"string","constraints":{"enum":["bad","so so","good"]},"missingValues":["-9"],"privatepca":{"type":"ordinal","scores":[1,2,4]}},
 {"name":"income","type":"number","missingValues":["refused"],"constraints":{"minimum":100,"maximum":1000000},"privatepca":{"type":"log"}},
 {"name":"children","type":"integer","constraints":{"minimum":0,"maximum":10},"privatepca":{"type":"integer"}},
 {"name":"ok","type":"boolean","trueValues":["yes"],"falseValues":["no"]}],
 "privatepca":{"norm_rule":"pairs"}}`)
	for _, rule := range []string{"pairs", "1.5", "unit", "sign"} {
		d.folder = filepath.Join(d.dir, "out-"+rule)
		code, _, stderr := run(t, 7, "", d.releasing("-epsilon", "4", "-cap", "1e6", "-norm", rule)...)
		if code != codeDone {
			t.Fatalf("%s: code %d: %s", rule, code, stderr)
		}
		text := d.read(filepath.Join(d.folder, documentName))
		doc, err := release.Decode([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range release.Verify(doc, []byte(text)) {
			if !c.Holds {
				t.Errorf("%s: %s: %s", rule, c.What, c.Detail)
			}
		}
		want := []string{"born", "seen (month cycle, cos)", "seen (month cycle, sin)", "mood", "income (log)", "children", "ok=no", "ok=yes"}
		if fmt.Sprint(doc.FeatureNames) != fmt.Sprint(want) {
			t.Errorf("%s: features %q", rule, doc.FeatureNames)
		}
		f := doc.Encoding.Fields
		if f[0].Type != string(schema.Date) || f[1].Part != string(schema.MonthCycle) || f[1].Weight != .5 || f[1].Format != "%d.%m.%Y" || len(f[2].Scores) != 3 || len(f[3].MissingValues) != 1 || f[4].Type != string(schema.Integer) {
			t.Errorf("%s: fields %+v", rule, f)
		}
		html := d.read(filepath.Join(d.folder, "report.html"))
		for _, said := range []string{"1930-01-01 to 2010-12-31", "date, month cycle", "weight 0.5", "so so = 2", "missing: empty, refused"} {
			if !strings.Contains(html, said) {
				t.Errorf("%s: the report lacks %q", rule, said)
			}
		}
		refused := func(why string) {
			t.Helper()
			for _, c := range release.Verify(doc, nil) {
				if !c.Holds && strings.Contains(c.Detail, why) {
					return
				}
			}
			t.Errorf("%s: not refused: %s", rule, why)
		}
		doc.Encoding.Fields[2].Scores[1] = .5
		refused("cannot encode records: schema: column \"mood\": the scores of its levels must ascend")
		doc.Encoding.Fields[0].Type = "quantile"
		refused("which is no type")
	}
}
