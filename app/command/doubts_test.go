//go:build !js

package command

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
)

// misfitting is a table of 4,000 rows of which so many are planted misfits of each kind, and the same with these left out or put right where the
// rule says what they are read as. It holds ages, heights and smokers.
func misfitting(each int) string {
	rng := rand.New(rand.NewPCG(5, 6))
	var rows []string
	for i := range 4000 {
		row := fmt.Sprintf("%d,%d,%s", 18+i%60, 150+i%40, []string{"yes", "no"}[i%2])
		switch kind := i / each; kind {
		case 0:
			row = fmt.Sprintf("%d,170,yes", 121+i)
		case 1:
			row = "40,170,perhaps"
		case 2:
			row = "forty,170,yes"
		case 3:
			row = ",170,yes"
		case 4:
			row = "40,170"
		case 5:
			row = "40,170,yes,more"
		case 6:
			row = "40,170,YES"
		}
		rows = append(rows, row)
	}
	rng.Shuffle(len(rows), func(i, j int) { rows[i], rows[j] = rows[j], rows[i] })
	return "age,height,smoker\n" + strings.Join(rows, "\n") + "\n,,\n"
}

// One misfit of each kind in a hundred rows is counted exactly, by one thread and by several, for sums and for releases.
func TestMisfitsAreCounted(t *testing.T) {
	want := []string{
		"4,000 records", "40 × outside in column age", "80 × unknown-category in column smoker", "40 × alike-category in column smoker", "40 × unparsable in column age",
		"40 × missing in column age", "40 × short-row", "40 × long-row",
	}
	d := newDesk(t, plain)
	table := d.write("t.csv", misfitting(40))
	schema := d.write("s.json", small(`"minimum":0,"maximum":120`, `"yes","no"`))
	for _, threads := range []string{"1", "3"} {
		code, _, err := run(t, 0, "", "sum", "-digest", "-schema", schema, "-threads", threads, table)
		for _, w := range want {
			if code != 0 || !strings.Contains(err, w) {
				t.Errorf("sum by %s threads: %d, %q lacks %q", threads, code, err, w)
			}
		}
	}
	d.write("table.csv", misfitting(40))
	d.write("schema.json", small(`"minimum":0,"maximum":120`, `"yes","no"`))
	code, _, err := run(t, 0, "", d.releasing("-norm", "1.5", "-k", "1")...)
	for _, w := range want {
		if code != 0 || !strings.Contains(err, w) {
			t.Errorf("release: %d, %q lacks %q", code, err, w)
		}
	}
}

// A doubt about a table is refused with the key that answers it, before anything is spent or written; with the answer the table is the plain one,
// in one file and in several, and a release's config.json repeats it.
func TestDoubtsAreRefused(t *testing.T) {
	rows := func(from, to int, before string) string {
		var b strings.Builder
		for i := from; i < to; i++ {
			if before != "" {
				fmt.Fprintf(&b, "%s%d,", before, i)
			}
			fmt.Fprintf(&b, "%d,%d,%s\n", 20+i%50, 150+i%40, []string{"yes", "no"}[i%2])
		}
		return b.String()
	}
	header := "age,height,smoker\n"
	for name, c := range map[string]struct {
		text   func(from, to int) string
		says   string
		answer []string
	}{
		"row names":  {func(a, b int) string { return header + rows(a, b, "r") }, `"row_names": true`, []string{"row_names"}},
		"units":      {func(a, b int) string { return header + "years,cm,\n" + rows(a, b, "") }, `"below": 1`, []string{"below=1"}},
		"a footer":   {func(a, b int) string { return header + rows(a, b, "") + "Total,,\nSource: here\n" }, `"end": 2`, []string{"end=2"}},
		"a title":    {func(a, b int) string { return "A survey of 2024,,\n,,\n" + header + rows(a, b, "") }, `"skip": 2`, []string{"skip=2"}},
		"a count":    {func(a, b int) string { return header + rows(a, b, "") + "\n(90 rows affected)\n" }, `"end": 1`, []string{"end=1"}},
		"a comment":  {func(a, b int) string { return "# by a logger\n" + header + rows(a, b, "") }, `"comment": "#"`, []string{"comment=#"}},
		"other case": {func(a, b int) string { return header + strings.ReplaceAll(rows(a, b, ""), "yes", "Yes ") }, `"ignore_case": true`, []string{"ignore_case"}},
		"all of it": {func(a, b int) string {
			return "# by a logger\n" + header + "years,cm,\n" + strings.ReplaceAll(rows(a, b, "r"), "no", "NO") + "Total,,\n"
		}, `"comment": "#"`, []string{"comment=#", "row_names", "below=1", "end=1", "ignore_case"}},
	} {
		d := newDesk(t, plain)
		schema := d.write("schema.json", small(`"minimum":0,"maximum":120`, `"yes","no"`))
		digest := func(args ...string) string {
			return d.succeeds(append([]string{"sum", "-digest", "-schema", schema}, args...)...)
		}
		want := digest(d.write("plain.csv", header+rows(0, 90, "")))
		whole := d.write("table.csv", c.text(0, 90))
		before := listed(t, d.dir)
		for _, args := range [][]string{{"sum", "-digest", "-schema", schema, whole}, d.releasing("-norm", "1.5", "-k", "1")} {
			code, out, err := run(t, 0, "", args...)
			if code != 2 || out != "" || !strings.Contains(err, c.says) || !strings.Contains(err, "as_written") {
				t.Errorf("%s: %s ends with %d, %q", name, args[0], code, err)
			}
		}
		if d.spendings() > 0 {
			t.Errorf("%s: it was refused, and spent", name)
		}
		os.Remove(d.ledger) // which notes that counts were shown
		if after := listed(t, d.dir); after != before {
			t.Errorf("%s: it was refused, and %v became %v", name, before, after)
		}
		var answer []string
		for _, a := range c.answer {
			answer = append(answer, "-dialect", a)
		}
		if got := digest(append(answer, whole)...); got != want {
			t.Errorf("%s: answered, it is another table", name)
		}
		if got := digest(append(answer, d.write("one.csv", c.text(0, 30)), d.write("two.csv", c.text(30, 60)), d.write("three.csv", c.text(60, 90)))...); got != want {
			t.Errorf("%s: in three files it is another table", name)
		}
		if code, out, err := run(t, 0, c.text(0, 90), append(append([]string{"sum", "-digest", "-schema", schema}, answer...), "-")...); code != 0 || strings.TrimSpace(out) != strings.TrimSpace(want) {
			t.Errorf("%s: from a stream: %d, %q", name, code, err)
		}
		d.succeeds(d.releasing(append(answer, "-norm", "1.5", "-k", "1")...)...)
		code, out, err := run(t, 0, "", "sum", "-digest", "-schema", schema, "-dialect", "as_written", whole)
		if code != 0 && !strings.Contains(err, "-accept-unreadable") && !strings.Contains(err, "header lacks") || out == want {
			t.Errorf("%s: as it is written: %d, %q", name, code, err)
		}
	}
}

// A column of which most cells cannot be read costs nothing, unless it is named.
func TestUnreadableColumns(t *testing.T) {
	d := newDesk(t, plain)
	d.write("table.csv", "age,height,smoker\n"+strings.Repeat("old,170,y\n33,160,no\nyoung,180,z\n", 30))
	d.write("schema.json", small(`"minimum":0,"maximum":120`, `"yes","no"`))
	args := d.releasing("-norm", "1.5", "-k", "1")
	for accepted, ok := range map[string]bool{"": false, "age": false, "smoker": false, "age,smoker": true, "smoker, age": true} {
		code, _, err := run(t, 0, "", append([]string{args[0], "-accept-unreadable", accepted}, args[1:]...)...)
		if ok != (code == 0) || !ok && (code != 2 || d.spendings() > 0 || !strings.Contains(err, "-accept-unreadable")) {
			t.Errorf("%q: %d, %q", accepted, code, err)
		}
		if ok {
			break
		}
	}
	if code, _, err := run(t, 0, "", "sum", "-digest", "-schema", d.dir+"/schema.json", "-dialect", "belowe=1", d.dir+"/table.csv"); code != 2 || !strings.Contains(err, "no such key") {
		t.Errorf("a key that is none: %d, %q", code, err)
	}
}

// Inspect says what a sum would be refused for.
func TestInspectAsks(t *testing.T) {
	d := newDesk(t, plain)
	code, _, err := run(t, 0, "", "inspect", d.write("t.csv", "yes,1940-01-02,a@example.org\nno,1950-02-03,b@example.org\n"))
	if code != 0 || !strings.Contains(err, "seems to be a record") || !strings.Contains(err, "no_header") {
		t.Errorf("%d, %q", code, err)
	}
}

// Where the start of a file suggests why cells cannot be read, the refusal names the dialect's key for it, and with that the table is read.
func TestUnreadableCellsNameTheKey(t *testing.T) {
	var commas, russian strings.Builder
	for i := range 40 {
		fmt.Fprintf(&commas, "%d|17%d,5|%s\n", 20+i, i%10, []string{"yes", "no"}[i%2])
		fmt.Fprintf(&russian, "%d,170,%s\n", 20+i, []string{"\xc4\xc1", "\xce\xc5\xd4"}[i%2]) // in KOI8-R
	}
	for _, c := range []struct{ name, text, levels, says, key string }{
		{"decimal commas", "age|height|smoker\n" + commas.String(), `"yes","no"`, `State "decimal": ","`, "decimal=,"},
		{"an encoding", "age,height,smoker\n" + russian.String(), `"\u0434\u0430","\u043d\u0435\u0442"`, `State "encoding"`, "encoding=koi8-r"},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := newDesk(t, plain)
			table, schema := d.write("t.csv", c.text), d.write("s.json", small(`"minimum":0,"maximum":250`, c.levels))
			code, _, said := run(t, 0, "", "sum", "-digest", "-schema", schema, table)
			if code != codeRefused || !strings.Contains(said, c.says) {
				t.Errorf("code %d: %s", code, said)
			}
			if code, _, said = run(t, 0, "", "sum", "-digest", "-schema", schema, "-dialect", c.key, table); code != codeDone || strings.Contains(said, "unknown") || strings.Contains(said, "unparsable") {
				t.Errorf("with the key: code %d: %s", code, said)
			}
		})
	}
}

// Digits in groups that would be read as fractions, and letters of an encoding that nobody stated, are refused although most cells can be read: in a column
// that reaches a thousand, and among levels. What is stated reads the plain table; where no bound reaches a thousand they are fractions.
func TestWhatWouldBeReadAsSomethingElse(t *testing.T) {
	var groups, plainNumbers, letters, composed strings.Builder
	for i := range 60 {
		rent, size := 40+i*137, []string{"klein", "klein", "gro\xdf"}[i%3]
		grouped := fmt.Sprint(rent)
		if rent >= 1000 {
			grouped = fmt.Sprintf("%d.%03d", rent/1000, rent%1000)
		}
		fmt.Fprintf(&groups, "%s;%d\n", grouped, 20+i%50)
		fmt.Fprintf(&plainNumbers, "%d;%d\n", rent, 20+i%50)
		fmt.Fprintf(&letters, "%s,%d\n", size, 20+i%50)
		fmt.Fprintf(&composed, "%s,%d\n", strings.ReplaceAll(size, "\xdf", "ß"), 20+i%50)
	}
	number := func(name, most string) string {
		return `{"name":"` + name + `","type":"number","constraints":{"minimum":0,"maximum":` + most + `}}`
	}
	for _, c := range []struct{ name, text, plain, fields, says, answer string }{
		{"groups", "rent;age\n" + groups.String(), "rent;age\n" + plainNumbers.String(), number("rent", "9000"), `"grouping": "."`, "grouping=."},
		{"letters", "size,age\n" + letters.String(), "size,age\n" + composed.String(), `{"name":"size","type":"string","constraints":{"enum":["groß","klein"]}}`, `"encoding"`, "encoding=windows-1252"},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := newDesk(t, plain)
			d.write("table.csv", c.text)
			schema := d.write("schema.json", `{"fields":[`+c.fields+`,`+number("age", "120")+`]}`)
			refused := func(args ...string) {
				t.Helper()
				if code, out, err := run(t, 0, "", args...); code != 2 || out != "" || !strings.Contains(err, c.says) || d.spendings() > 0 {
					t.Errorf("%s ends with %d, %q", args[0], code, err)
				}
			}
			refused("sum", "-digest", "-schema", schema, d.dir+"/table.csv")
			refused(d.releasing("-norm", "1.5", "-k", "1")...)
			want := d.succeeds("sum", "-digest", "-schema", schema, d.write("plain.csv", c.plain))
			if got := d.succeeds("sum", "-digest", "-schema", schema, "-dialect", c.answer, d.dir+"/table.csv"); got != want {
				t.Error("with the answer it is another table")
			}
			d.succeeds("sum", "-digest", "-schema", schema, "-dialect", "as_written", d.dir+"/table.csv")
			if c.name == "groups" {
				d.succeeds("sum", "-digest", "-schema", d.write("fractions.json", `{"fields":[`+number("rent", "900")+`,`+number("age", "120")+`]}`), d.dir+"/table.csv")
			}
		})
	}
}
