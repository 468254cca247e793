//go:build !js

package command

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"strings"
	"testing"
)

const smallTable = "age,height,smoker\n34,170,yes\n51,182,no\n28,165,no\n60,175,yes\n45,160,no\n"

// small is the schema of a table of ages, heights and smokers.
func small(age, smoker string) string {
	return `{"fields":[{"name":"age","type":"number","constraints":{` + age + `}},
	 {"name":"height","type":"number","constraints":{"minimum":100,"maximum":230}},
	 {"name":"smoker","type":"string","constraints":{"enum":[` + smoker + `]}}]}`
}

// cutGzip is half of a table whose header can still be read.
func cutGzip() string {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	fmt.Fprintln(w, "age,height,smoker")
	for i := range 20_000 {
		fmt.Fprintf(w, "%d,%d,yes\n", i*i%97, 100+i*7919%131)
	}
	w.Close()
	return b.String()[:b.Len()/2]
}

// wideSchema has so many numeric columns.
func wideSchema(n int) (header, fields string) {
	var names, all []string
	for i := range n {
		names = append(names, fmt.Sprint("c", i))
		all = append(all, fmt.Sprintf(`{"name":"c%d","type":"number","constraints":{"minimum":0,"maximum":10}}`, i))
	}
	return strings.Join(names, ","), `{"fields":[` + strings.Join(all, ",") + `]}`
}

// Every case of the page's list of bad files (app/e2e/badinput_test.go), on the command line: one line of what is wrong, where, and
// what to do; code 2; nothing written and nothing spent. What the page takes with a note, the command takes with a note.
func TestThePagesBadFiles(t *testing.T) {
	good := small(`"minimum":0,"maximum":120`, `"yes","no"`)
	wide, fields := wideSchema(10_000)
	for name, c := range map[string]struct {
		table, schema string
		want          []string
		taken         bool
	}{
		"empty file":                    {table: "", schema: good, want: []string{"empty"}},
		"header only":                   {table: "age,height,smoker\n", schema: good, want: []string{"no records"}},
		"one column":                    {table: "age\n34\n51\n", schema: `{"fields":[{"name":"age","type":"number","constraints":{"minimum":0,"maximum":120}}]}`, want: []string{"feature"}},
		"binary junk":                   {table: string([]byte{0, 1, 2, 3, 0xff, 0xfe, 0x80, 0x81, '\n', 0, 7, 0}), schema: good, want: []string{"table.csv"}},
		"gzip cut short":                {table: cutGzip(), schema: good, want: []string{"cut"}},
		"gzip cut in its header":        {table: cutGzip()[:6], schema: good, want: []string{"table.csv"}},
		"ragged rows":                   {table: "age,height,smoker\n34,170,yes\n51\n28,165,no,4,5\n60,175,yes\n", schema: good, want: []string{"short-row, first in line 3", "long-row, first in line 4"}, taken: true},
		"a quote left open":             {table: "age,height,smoker\n34,170,yes\n51,\"182.75,no\n", schema: good, want: []string{"line 3, column 2", "closing quote", "table.csv"}},
		"text among numbers":            {table: "age,height,smoker\n34,170,yes\nold,182,no\nyoung,165,no\n60,175,yes\n", schema: good, want: []string{"2 × unparsable in column age, first in line 3"}, taken: true},
		"NaN, infinities and overflow":  {table: "age,height,smoker\nNaN,170,yes\nInf,182,no\n-Inf,165,no\n1e999,175,yes\n", schema: good, want: []string{"age", "line 2"}, taken: true},
		"schema for other columns":      {table: smallTable, schema: `{"fields":[{"name":"a","type":"number","constraints":{"minimum":0,"maximum":1}},{"name":"b","type":"number","constraints":{"minimum":0,"maximum":1}}]}`, want: []string{"table.csv"}},
		"minimum above maximum":         {table: smallTable, schema: small(`"minimum":120,"maximum":0`, `"yes","no"`), want: []string{"age", "minimum must be below"}},
		"minimum equal to maximum":      {table: smallTable, schema: small(`"minimum":5,"maximum":5`, `"yes","no"`), want: []string{"age", "minimum must be below"}},
		"enum of one":                   {table: smallTable, schema: small(`"minimum":0,"maximum":120`, `"yes"`), want: []string{"smoker"}},
		"schema that is not JSON":       {table: smallTable, schema: "age: number", want: []string{"schema.json"}},
		"schema that nests without end": {table: smallTable, schema: strings.Repeat(`{"schema":`, 20_000) + "1" + strings.Repeat("}", 20_000), want: []string{"64 deep"}},
		"schema that nests in a value":  {table: smallTable, schema: `{"columns":[{"titles":` + strings.Repeat(`{"a":`, 9_000) + `"x"` + strings.Repeat("}", 9_000) + `}]}`, want: []string{"64 deep"}},
		"10,000 features":               {table: wide + "\n" + strings.Repeat("1,", 9_999) + "1\n", schema: fields, want: []string{"10000 features are too many"}},
	} {
		t.Run(name, func(t *testing.T) {
			d := newDesk(t, plain)
			d.write("table.csv", c.table)
			d.write("schema.json", c.schema)
			before := listed(t, d.dir)
			code, out, err := run(t, 0, "", d.releasing("-norm", "1.5", "-k", "1")...)
			for _, want := range c.want {
				if !strings.Contains(err, want) {
					t.Errorf("%q is not in %.2000s", want, err)
				}
			}
			if c.taken {
				if code != codeDone || d.spendings() != 1 {
					t.Errorf("code %d, %d spendings", code, d.spendings())
				}
				return
			}
			if code != codeRefused || out != "" || !oneLineOnly.MatchString(lastLine(err)) {
				t.Errorf("code %d, out %q, error %.2000q", code, out, err)
			}
			if strings.Contains(err, "182.75") {
				t.Errorf("a cell is quoted: %s", err)
			}
			if after := listed(t, d.dir); after != before {
				t.Error("something was written")
			}
		})
	}
}

// Every case of the page's list of bad settings, on the command line.
func TestThePagesBadSettings(t *testing.T) {
	d := newDesk(t, plain)
	d.write("table.csv", smallTable)
	d.write("schema.json", small(`"minimum":0,"maximum":120`, `"yes","no"`))
	before := listed(t, d.dir)
	for flag, values := range map[string][]string{
		"-norm":    {"0", "-1", "NaN", "Inf", "many", ""},
		"-epsilon": {"0", "-1", "NaN", "Inf", "1e999", ""},
		"-delta":   {"1", "2", "-0.1", "NaN", "0"},
		"-k":       {"0", "-1", "1.5", "5", "1000", "two", "4"}, // of d = 4
		// What a shell makes of a variable that is not set.
		"-person": {""}, "-mechanism": {""}, "-relation": {""}, "-population": {""}, "-ledger": {""}, "-schema": {""}, "-out": {""}, "-cap": {""},
	} {
		for _, value := range values {
			code, out, err := run(t, 0, "", d.releasing("-norm", "1.5", "-k", "2", "-mechanism", "gaussian", flag, value)...)
			if code != codeRefused || out != "" || !oneLineOnly.MatchString(lastLine(err)) {
				t.Errorf("%s %q: code %d, out %q, error %q", flag, value, code, out, err)
			}
			if after := listed(t, d.dir); after != before {
				t.Fatalf("%s %q: something was written", flag, value)
			}
		}
	}
	// A right answer goes through.
	if code, _, err := run(t, 0, "", d.releasing("-norm", "1.5", "-k", "2")...); code != codeDone || d.spendings() != 1 {
		t.Errorf("code %d: %s", code, err)
	}
}
