//go:build !js

package command

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"privatepca/core/release"
)

// A second release takes over what the first measured, and names it. What cannot be compared is refused by the name of what differs, before anything is
// spent or written.
func TestReleaseAsTheFirst(t *testing.T) {
	d := newDesk(t, `"norm_rule":"mean"`)
	schema := d.read(d.schema)
	made := func(folder string, more ...string) string {
		d.succeeds(d.releasing(append([]string{"-cap", "90", "-out", filepath.Join(d.dir, folder)}, more...)...)...)
		return filepath.Join(d.dir, folder, "release.json")
	}
	first := made("first")
	sign := made("sign", "-norm", "sign")
	d.schema = d.write("taken.json", strings.Replace(schema, `"norm_rule":"mean"`, `"norm_rule":"mean","bounds_from":"data"`, 1))
	notPrivate := made("taken", "-accept-not-private")
	d.schema = filepath.Join(d.dir, "schema.json")
	second, err := release.Decode([]byte(d.read(made("second", "-as", first))))
	if err != nil || second.Finding == nil || second.Finding.As == "" {
		t.Fatalf("the second does not name the first: %v", err)
	}
	before, spent := listed(t, d.dir), d.spendings()
	for name, c := range map[string]struct {
		old, new string // in the schema
		as       string
		more     []string
		want     string
	}{
		"columns":     {`"name":"pressure"`, `"name":"person"`, first, nil, `Column 3, "person", has another name`},
		"bounds":      {`"maximum":200`, `"maximum":210`, first, nil, `Column 3, "pressure", has other bounds`},
		"levels":      {`"south","west"`, `"west","south"`, first, nil, `Column 4, "ward", has other levels`},
		"fewer":       {"},\n {\"name\":\"ward\"", "}],\"x\":[{\"name\":\"ward\"", first, nil, "columns"},
		"relation":    {"", "", first, []string{"-relation", "add-remove"}, "protects under replace-one, this one under add-remove"},
		"rule":        {"", "", first, []string{"-norm", "sign"}, "norm rule is sign"},
		"its rule":    {"", "", sign, nil, "under the norm rule sign"},
		"rows":        {"", "", first, []string{"-rows-per-person", "2"}, "row"},
		"not private": {"", "", notPrivate, []string{"-accept-not-private"}, "The earlier release is not private"},
	} {
		t.Run(name, func(t *testing.T) {
			text := schema
			if c.old != "" {
				text = strings.Replace(schema, c.old, c.new, 1)
			}
			d.schema = filepath.Join(t.TempDir(), "schema.json")
			if err := os.WriteFile(d.schema, []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
			code, out, err := run(t, 0, "", d.releasing(append([]string{"-out", filepath.Join(d.dir, "refused"), "-as", c.as}, c.more...)...)...)
			if code != codeRefused || out != "" || !strings.Contains(lastLine(err), c.want) {
				t.Errorf("code %d, out %q, error %q", code, out, err)
			}
			if listed(t, d.dir) != before || d.spendings() != spent {
				t.Error("something was written or spent")
			}
		})
	}
}

// What the records are never stops the recommended release: it has 0 directions, and says of wide bounds what they hide.
// Whether a direction is tested there is the noise's doing: either the centre is noise, or the spread of one of the four columns at least is not seen, but
// in about one run of 10⁴. Both say what to do.
func TestTheDefaultOfPoorTables(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 2))
	factor := func(row string) string {
		f := rng.NormFloat64()
		return fmt.Sprintf(row, 5+f, 5+f+.5*rng.NormFloat64(), 5-f, 5+rng.NormFloat64())
	}
	for name, c := range map[string]struct {
		rows int
		row  func() string
		high string
		more []string
		said string
	}{
		"constant columns":          {300, func() string { return "3,3,3,3,1\n" }, "10", nil, ""},
		"equal rows":                {300, func() string { return "1,2,8,4,1\n" }, "10", nil, ""},
		"two rows":                  {2, func() string { return factor("%.2f,%.2f,%.2f,%.2f,1\n") }, "10", nil, ""},
		"missing cells":             {300, func() string { return "NA,NA,NA,NA,1\n" }, "10", nil, ""},
		"weights of 0":              {300, func() string { return factor("%.2f,%.2f,%.2f,%.2f,0\n") }, "10", []string{"-row-weight", "w", "-row-weight-max", "2"}, ""},
		"a thousand times too wide": {300, func() string { return factor("%.2f,%.2f,%.2f,%.2f,1\n") }, "10000", nil, "too wide for this ε.* [Nn]arrow"},
	} {
		t.Run(name, func(t *testing.T) {
			d := newDesk(t, "")
			var b strings.Builder
			b.WriteString("a,b,c,d,w\n")
			for range c.rows {
				b.WriteString(c.row())
			}
			d.table = d.write("table.csv", b.String())
			var fields []string
			for _, column := range []string{"a", "b", "c", "d"} {
				fields = append(fields, fmt.Sprintf(`{"name":%q,"type":"number","missingValues":["","NA"],"constraints":{"minimum":0,"maximum":%s}}`, column, c.high))
			}
			d.schema = d.write("schema.json", `{"fields":[`+strings.Join(fields, ",")+`]}`)
			out := d.succeeds(d.releasing(c.more...)...)
			doc, err := release.Decode([]byte(d.read(filepath.Join(d.folder, "release.json"))))
			if err != nil || doc.Finding == nil || doc.Finding.Clear != 0 || d.spendings() != 1 {
				t.Errorf("%v, %d spendings: %+v", err, d.spendings(), doc.Finding)
			}
			if report := d.read(filepath.Join(d.folder, "report.html")); !regexp.MustCompile(c.said).MatchString(out + report) {
				t.Errorf("neither output nor report says %q: %s", c.said, out)
			}
		})
	}
}

// A row without a value is no record, so a table without one has none: it is refused, and nothing is spent. A code for a missing value is a value.
func TestNoValueIsNoRecord(t *testing.T) {
	for name, row := range map[string]string{"empty": ",", "spaces": " , ", "empty lines": ""} {
		t.Run(name, func(t *testing.T) {
			d := newDesk(t, "")
			d.table = d.write("table.csv", "a,b\n"+strings.Repeat(row+"\n", 300))
			d.schema = d.write("schema.json", `{"fields":[{"name":"a","type":"number","constraints":{"minimum":0,"maximum":10}},{"name":"b","type":"number","constraints":{"minimum":0,"maximum":10}}]}`)
			before := listed(t, d.dir)
			code, _, err := run(t, 0, "", d.releasing("-k", "1")...)
			if code != codeRefused || !strings.Contains(lastLine(err), "no records") || listed(t, d.dir) != before || d.spendings() != 0 {
				t.Errorf("code %d, %q, %d spendings", code, err, d.spendings())
			}
		})
	}
}
