//go:build !js

package command

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"privatepca/core/noise/noisetest"
	"privatepca/core/pca"
	"privatepca/core/release"
	"privatepca/core/schema"
)

// run runs the command as a program without a terminal. Seed 0 is the real source.
func run(t *testing.T, seed uint64, input string, args ...string) (code int, out, err string) {
	t.Helper()
	p, stdout, stderr := ready(t, seed, input)
	code = p.main(args)
	return code, stdout.String(), stderr.String()
}

func ready(t *testing.T, seed uint64, input string) (p *program, out, err *bytes.Buffer) {
	t.Helper()
	out, err = new(bytes.Buffer), new(bytes.Buffer)
	p = &program{
		ctx: t.Context(), in: strings.NewReader(input), out: out, err: err,
		software: release.Software{Version: "test"},
		now:      func() time.Time { return time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC) },
	}
	if seed > 0 {
		p.machine = pca.Machine{Random: noisetest.New(seed)}
	}
	return p, out, err
}

// A desk is a folder with a table, its schema and room for a ledger.
type desk struct {
	t              *testing.T
	dir            string
	table, schema  string
	ledger, folder string
}

// newDesk writes the table and the schema of the worker's golden documents.
func newDesk(t *testing.T, more string) *desk {
	t.Helper()
	d := &desk{t: t, dir: t.TempDir()}
	var b strings.Builder
	b.WriteString("person,age,weight,pressure,ward\n")
	for i := range 240 {
		fmt.Fprintf(&b, "p%d,%d,%.1f,%d,%s\n", i/3, 20+(i*37)%61, 45+float64((i*53)%700)/10, 90+(i*i)%71, []string{"north", "south", "west"}[(i*i+i/7)%3])
	}
	d.table = d.write("table.csv", b.String())
	d.schema = d.write("schema.json", `{"fields":[
 {"name":"age","type":"number","constraints":{"minimum":0,"maximum":100}},
 {"name":"weight","type":"number","constraints":{"minimum":30,"maximum":150}},
 {"name":"pressure","type":"number","constraints":{"minimum":60,"maximum":200}},
 {"name":"ward","type":"string","constraints":{"enum":["north","south","west"]}}],
 "privatepca":{`+more+`}}`)
	d.ledger, d.folder = filepath.Join(d.dir, "ledger"), filepath.Join(d.dir, "out")
	return d
}

const plain = `"norm_rule":"clip","norm_bound":1.5`

func (d *desk) write(name, text string) string {
	d.t.Helper()
	path := filepath.Join(d.dir, name)
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		d.t.Fatal(err)
	}
	return path
}

func (d *desk) read(path string) string {
	d.t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		d.t.Fatal(err)
	}
	return string(b)
}

// releasing is a call that releases, with more flags before the table.
func (d *desk) releasing(more ...string) []string {
	args := []string{"release", "-schema", d.schema, "-k", "2", "-epsilon", "1", "-population", "people", "-ledger", d.ledger, "-out", d.folder, "-yes"}
	return append(replaced(args, more...), d.table)
}

// replaced gives the arguments with more flags; a flag that is there already, with its value, is the later one alone.
func replaced(args []string, more ...string) []string {
	var out []string
	for i := 0; i < len(args); i++ {
		if strings.HasPrefix(args[i], "-") && slices.Contains(more, args[i]) {
			if i+1 < len(args) && !strings.HasPrefix(args[i+1], "-") {
				i++
			}
			continue
		}
		out = append(out, args[i])
	}
	return append(out, more...)
}

// spendings counts what the ledger has of them.
func (d *desk) spendings() int { return strings.Count(d.exported(), `"kind": "spend"`) }

func (d *desk) exported() string {
	d.t.Helper()
	if _, err := os.Stat(d.ledger); err != nil {
		return ""
	}
	code, out, err := run(d.t, 0, "", "ledger", "export", "-ledger", d.ledger)
	if code != codeDone {
		d.t.Fatal(err)
	}
	return out
}

// The command makes the worker's documents from the worker's source, byte for byte: the same
// ones that wasm/session's test compares with.
func TestReleaseIsTheWorkers(t *testing.T) {
	for _, c := range []struct {
		name, more string
		seed       uint64 // of wasm/session's golden_test.go
		flags      string
	}{
		{"gaussian", plain, 100, ""},
		{"gaussian", `"norm_rule":"pairs"`, 100, "-norm 1.5"},
		{"gaussian-pairs", `"norm_rule":"pairs"`, 101, ""},
		{"gaussian-pairs", plain, 101, "-norm pairs"},
		{"gaussian-unit", `"norm_rule":"clip"`, 102, "-norm unit"},
		{"gaussian-add-remove", plain, 103, "-relation add-remove"},
		{"gaussian-rows", plain, 104, "-rows-per-person 3"},
		{"gaussian-persons", plain, 105, "-rows-per-person 2 -person person"},
		{"gaussian-steps", `"norm_rule":"clip"`, 108, "-centre-share 0.2 -norm-bound-share 0.1 -norm-quantile 0.9"},
		{"nuclear", plain, 109, "-mechanism nuclear"},
		{"ppca-core", plain, 113, "-mechanism ppca -core-share 0.3 -most-proposals 5000"},
		{"ppca-choose-k", plain, 114, "-mechanism ppca -k 0 -choose-k-share 0.2 -choose-k-target 0.8 -choose-k-max 3"},
		{"random", plain, 119, "-mechanism random"},
	} {
		t.Run(c.name+" "+c.flags, func(t *testing.T) {
			d := newDesk(t, c.more)
			code, _, err := run(t, c.seed, "", d.releasing(append([]string{"-epsilon", "4", "-cap", "1e6", "-shrink=false"}, strings.Fields(c.flags)...)...)...)
			if code != codeDone {
				t.Fatalf("code %d: %s", code, err)
			}
			want := d.read(filepath.Join(root, "wasm", "session", "testdata", "golden2", c.name+".json"))
			if got := d.read(filepath.Join(d.folder, documentName)); got != want {
				t.Errorf("the document differs from the worker's:\n%s\nwant\n%s", got, want)
			}
			if n, want := d.spendings(), map[bool]int{true: 0, false: 1}[c.name == "random"]; n != want {
				t.Errorf("%d spendings, want %d", n, want)
			}
			for _, name := range []string{"loadings.csv", "components.npy", "release.py", "release.R", "report.html", "config.json"} {
				if len(d.read(filepath.Join(d.folder, name))) == 0 {
					t.Errorf("%s is empty", name)
				}
			}
			// The config replays the run.
			again := filepath.Join(d.dir, "again")
			args := []string{"release", "-config", filepath.Join(d.folder, "config.json"), "-population", "people", "-ledger", filepath.Join(d.dir, "second"), "-cap", "1e6", "-out", again, "-yes", d.table}
			if code, _, err := run(t, c.seed, "", args...); code != codeDone {
				t.Fatalf("replay: code %d: %s", code, err)
			}
			if got := d.read(filepath.Join(again, documentName)); got != want {
				t.Error("the replayed document differs")
			}
		})
	}
}

var oneLineOnly = regexp.MustCompile(`^privatepca[^\n]*: [^\n]+\.\n$`)

// What is wrong is said in one line. Nothing is written, and nothing spent.
func TestRefusals(t *testing.T) {
	const secret = "Zaphod"
	for name, c := range map[string]struct {
		args   func(d *desk) []string
		input  string
		before func(d *desk)
		want   string
	}{
		"no subcommand":     {args: func(d *desk) []string { return []string{"relaese"} }, want: "no subcommand"},
		"no flag":           {args: func(d *desk) []string { return d.releasing("-epsilno", "1") }, want: "-help"},
		"no number":         {args: func(d *desk) []string { return d.releasing("-epsilon", "one") }, want: "epsilon"},
		"no consent":        {args: func(d *desk) []string { return remove(d.releasing(), "-yes", 1) }, want: "-yes"},
		"no consent, asked": {args: func(d *desk) []string { return append(remove(d.releasing(), "-yes", 1)[:13], "-") }, input: "person\nyes\n", want: "-yes"},
		"no ledger":         {args: func(d *desk) []string { return remove(d.releasing(), "-ledger", 2) }, want: "-ledger"},
		"ledger none":       {args: func(d *desk) []string { return d.releasing("-ledger", "none") }, want: "-i-understand"},
		"no population":     {args: func(d *desk) []string { return remove(d.releasing(), "-population", 2) }, want: "-population"},
		"no folder":         {args: func(d *desk) []string { return remove(d.releasing(), "-out", 2) }, want: "-out"},
		"no schema":         {args: func(d *desk) []string { return remove(d.releasing(), "-schema", 2) }, want: "-schema"},
		"no table":          {args: func(d *desk) []string { a := d.releasing(); return a[:len(a)-1] }, want: "Name a table"},
		"absent table":      {args: func(d *desk) []string { return append(d.releasing(), filepath.Join(d.dir, "no*.csv")) }, want: "no such file"},
		"folder as table":   {args: func(d *desk) []string { return append(d.releasing(), d.dir) }, want: "folder"},
		"k":                 {args: func(d *desk) []string { return d.releasing("-k", "6") }, want: "below d"},
		"epsilon":           {args: func(d *desk) []string { return d.releasing("-epsilon", "-1") }, want: "ε"},
		"mechanism":         {args: func(d *desk) []string { return d.releasing("-mechanism", "magic") }, want: "magic"},
		"relation":          {args: func(d *desk) []string { return d.releasing("-relation", "both") }, want: "relation"},
		"norm":              {args: func(d *desk) []string { return d.releasing("-norm", "long") }, want: "norm rule"},
		"negative norm":     {args: func(d *desk) []string { return d.releasing("-norm", "-3") }, want: "norm rule"},
		"pairs, add-remove": {args: func(d *desk) []string { return d.releasing("-norm", "pairs", "-relation", "add-remove") }, want: "replace-one"},
		"over the cap":      {args: func(d *desk) []string { return d.releasing("-epsilon", "3") }, want: "An ε up to 2 fits"},
		"progress":          {args: func(d *desk) []string { return d.releasing("-progress", "much") }, want: "-progress"},
		"schema of nothing": {args: func(d *desk) []string { return d.releasing() }, before: func(d *desk) { d.write("schema.json", "{") }, want: "schema.json"},
		"foreign ledger":    {args: func(d *desk) []string { return d.releasing() }, before: func(d *desk) { d.write("ledger", "no ledger\n") }, want: "no ledger of this program"},
		"empty table":       {args: func(d *desk) []string { return d.releasing() }, before: func(d *desk) { d.write("table.csv", "") }, want: "empty"},
		"header alone":      {args: func(d *desk) []string { return d.releasing() }, before: func(d *desk) { d.write("table.csv", "person,age,weight,pressure,ward\n") }, want: "no records"},
		"another header":    {args: func(d *desk) []string { return d.releasing() }, before: func(d *desk) { d.write("table.csv", "a,b\n1,2\n") }, want: "table.csv"},
		"open quote":        {args: func(d *desk) []string { return d.releasing() }, before: func(d *desk) { d.write("table.csv", "person,age,weight,pressure,ward\np,1,2,3,\""+secret) }, want: "line 2"},
		"NUL":               {args: func(d *desk) []string { return d.releasing() }, before: func(d *desk) { d.write("table.csv", "person,age,weight,pressure,ward\np,1,2,\x00,"+secret+"\n") }, want: "line 2"},
		"broken gzip": {args: func(d *desk) []string { return d.releasing() }, before: func(d *desk) {
			d.write("table.csv", packed("person,age,weight,pressure,ward\np,1,2,3," + secret + "\n")[:30])
		}, want: "table.csv"},
		"taken folder":     {args: func(d *desk) []string { return d.releasing() }, before: func(d *desk) { os.Mkdir(d.folder, 0o777); d.write("out/release.json", "{}") }, want: "already"},
		"file as folder":   {args: func(d *desk) []string { return d.releasing() }, before: func(d *desk) { d.write("out", "") }, want: "no folder"},
		"no parent":        {args: func(d *desk) []string { return d.releasing("-out", filepath.Join(d.dir, "a", "b")) }, want: "Nothing can be written"},
		"ledger nowhere":   {args: func(d *desk) []string { return d.releasing("-ledger", filepath.Join(d.dir, "a", "b")) }, want: "no folder"},
		"stream, twice":    {args: func(d *desk) []string { return append(d.releasing("-centre-share", ".1")[:16], "-") }, input: "person\n", want: "only once"},
		"two streams":      {args: func(d *desk) []string { return append(d.releasing(), "-") }, want: "Standard input"},
		"shard of another": {args: func(d *desk) []string { return append(d.releasing(), d.write("b.csv", "person,age\nq,3\n")) }, want: "b.csv: Its header"},
		"shard of quotes": {args: func(d *desk) []string {
			a := d.releasing()
			return append(a[:len(a)-1], d.write("a.csv", "person,age,weight,pressure,ward\np,1,2,3,\"x\n"), d.table)
		}, want: "a.csv: The file has an odd number"},
		"shard, its line": {args: func(d *desk) []string {
			return append(d.releasing(), d.write("b.csv", "person,age,weight,pressure,ward\np,1,2,3,north\nq,1,2,\x00,north\n"))
		}, want: "b.csv: line 3"},
		"foreign config":    {args: func(d *desk) []string { return d.releasing("-config", d.table) }, want: "configuration"},
		"sum without":       {args: func(d *desk) []string { return []string{"sum", "-schema", d.schema, d.table} }, want: "-digest"},
		"verify nothing":    {args: func(d *desk) []string { return []string{"verify"} }, want: "release.json"},
		"verify a table":    {args: func(d *desk) []string { return []string{"verify", d.table} }, want: "table.csv"},
		"forecast without":  {args: func(d *desk) []string { return []string{"forecast", "-schema", d.schema, "-k", "2", "-epsilon", "1"} }, want: "-n"},
		"ledger of nothing": {args: func(d *desk) []string { return []string{"ledger", "show", "-ledger", d.ledger} }, want: "no such file"},
		"ledger, a verb":    {args: func(d *desk) []string { return []string{"ledger", "burn", "-ledger", d.ledger} }, want: "burn"},
	} {
		t.Run(name, func(t *testing.T) {
			d := newDesk(t, plain)
			if c.before != nil {
				c.before(d)
			}
			args := c.args(d)
			before := listed(t, d.dir)
			code, out, err := run(t, 0, c.input, args...)
			if code != codeRefused || out != "" || !oneLineOnly.MatchString(lastLine(err)) || !strings.Contains(err, c.want) {
				t.Errorf("code %d, out %q, error %q; want %q in it", code, out, err, c.want)
			}
			if strings.Contains(err, secret) {
				t.Errorf("a cell is quoted: %s", err)
			}
			// Where numbers of the table were shown, the ledger keeps that, and nothing else.
			if text, err := os.ReadFile(d.ledger); err == nil && bytes.Contains(text, []byte(`"kind":"counted"`)) && bytes.Count(text, []byte(`"kind":`)) == 1 && !strings.Contains(before, d.ledger) {
				os.Remove(d.ledger)
			}
			if after := listed(t, d.dir); after != before {
				t.Errorf("files were\n%s and are\n%s", before, after)
			}
		})
	}
}

// lastLine is the error, behind what was said about the table that was read.
func lastLine(text string) string {
	lines := strings.SplitAfter(strings.TrimSuffix(text, "\n"), "\n")
	return lines[len(lines)-1] + "\n"
}

// remove takes a flag with its value out of arguments.
func remove(args []string, name string, n int) []string {
	for i, a := range args {
		if a == name {
			return append(append([]string(nil), args[:i]...), args[i+n:]...)
		}
	}
	panic("no " + name)
}

// listed is what a folder holds, with every file's text.
func listed(t *testing.T, dir string) string {
	t.Helper()
	var b strings.Builder
	if err := filepath.WalkDir(dir, func(path string, e os.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			fmt.Fprintln(&b, path)
			return err
		}
		text, err := os.ReadFile(path)
		fmt.Fprintf(&b, "%s %q\n", path, text)
		return err
	}); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func packed(text string) string {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	z.Write([]byte(text))
	z.Close()
	return b.String()
}

// A person at a terminal is asked. Only yes is consent.
func TestConsent(t *testing.T) {
	for answer, want := range map[string]int{"yes\n": codeDone, "no\n": codeRefused, "": codeRefused, "y\n": codeRefused} {
		d := newDesk(t, plain)
		p, _, err := ready(t, 0, answer)
		p.person = true
		if code := p.main(remove(d.releasing("-progress", "none"), "-yes", 1)); code != want {
			t.Errorf("%q: code %d: %s", answer, code, err)
		}
		if !strings.Contains(err.String(), "One person is one row.") || !strings.Contains(err.String(), "afterwards 1, of at most 2.") {
			t.Errorf("what is confirmed is not told: %s", err)
		}
		_, gone := os.Stat(d.folder)
		if spent := d.spendings(); spent != map[bool]int{true: 1}[want == codeDone] || (gone == nil) != (want == codeDone) {
			t.Errorf("%q: %d spendings", answer, spent)
		}
	}
}

// Once the budget is debited, an error says that it is spent, and the document is not lost.
func TestFailureAfterTheDebit(t *testing.T) {
	d := newDesk(t, plain)
	if err := os.MkdirAll(filepath.Join(d.folder, "loadings.csv", "x"), 0o777); err != nil {
		t.Fatal(err)
	}
	code, _, err := run(t, 0, "", d.releasing()...)
	found := regexp.MustCompile(`ledger document -ledger \S+ ([0-9a-f]{32})`).FindStringSubmatch(err)
	if code != codeSpent || found == nil || d.spendings() != 1 {
		t.Fatalf("code %d: %s", code, err)
	}
	code, out, err := run(t, 0, "", "ledger", "document", "-ledger", d.ledger, found[1])
	if _, bad := release.Decode([]byte(out)); code != codeDone || bad != nil {
		t.Errorf("the kept document: code %d, %v: %s", code, bad, err)
	}
	// Where the ledger cannot keep it either, it is printed.
	d = newDesk(t, plain)
	if err := os.MkdirAll(filepath.Join(d.folder, "loadings.csv", "x"), 0o777); err != nil {
		t.Fatal(err)
	}
	d.write("ledger.documents", "")
	code, out, err = run(t, 0, "", d.releasing()...)
	if _, bad := release.Decode([]byte(out)); code != codeSpent || bad != nil {
		t.Errorf("code %d, %v: %s", code, bad, err)
	}
}

// What is public about the columns was changed after numbers were shown: the document says so, in a run that was not confirmed and in one that was.
// Without a ledger it is unknown.
func TestChangesAfterCountsAreTold(t *testing.T) {
	d := newDesk(t, plain)
	history := func(more ...string) *release.History {
		d.folder = filepath.Join(d.dir, fmt.Sprint("out", len(listed(t, d.dir))))
		d.succeeds(d.releasing(more...)...)
		doc, err := release.Decode([]byte(d.read(filepath.Join(d.folder, documentName))))
		if err != nil {
			t.Fatal(err)
		}
		if doc.Privacy.History == nil {
			return &release.History{}
		}
		return doc.Privacy.History
	}
	schemaOf := d.read(d.schema)
	if code, _, err := run(t, 0, "no\n", remove(d.releasing("-cap", "100"), "-yes", 1)...); code != codeRefused {
		t.Fatalf("code %d: %s", code, err)
	}
	if h := history("-cap", "100"); h.ChangedAfterCounts || h.ChangeUnknown {
		t.Errorf("as it was: %+v", *h)
	}
	d.write("schema.json", strings.Replace(schemaOf, `"maximum":150`, `"maximum":140`, 1))
	if h := history("-cap", "100"); !h.ChangedAfterCounts {
		t.Errorf("changed: %+v", *h)
	}
	d.write("schema.json", schemaOf)
	if h := history("-cap", "100"); !h.ChangedAfterCounts {
		t.Errorf("changed, and back: %+v", *h)
	}
	if h := history("-ledger", "none", "-i-understand"); !h.ChangeUnknown || !h.Unrecorded {
		t.Errorf("without a ledger: %+v", *h)
	}
}

// Without a ledger, the document says so.
func TestNoLedger(t *testing.T) {
	d := newDesk(t, plain)
	if code, _, err := run(t, 0, "", d.releasing("-ledger", "none", "-i-understand")...); code != codeDone {
		t.Fatal(err)
	}
	if text := d.read(filepath.Join(d.folder, documentName)); !strings.Contains(text, "no ledger recorded this release") {
		t.Error("the document does not say that no ledger recorded it")
	}
	if _, err := os.Stat(filepath.Join(d.dir, "none")); err == nil {
		t.Error("a ledger named none was made")
	}
}

// The sum is the same from one file, from shards in any order, plain or compressed, by a
// pattern, and from a stream; and another where a record differs.
func TestSumIsTheSame(t *testing.T) {
	d := newDesk(t, plain)
	lines := strings.SplitAfter(d.read(d.table), "\n")
	head, records := lines[0], lines[1:]
	a := d.write("a.csv", "\ufeff"+head+strings.Join(records[:100], ""))
	b := d.write("b.csv", strings.TrimSuffix(strings.ReplaceAll(head+strings.Join(records[100:101], ""), "\n", "\r\n"), "\r\n"))
	c := d.write("c.csv.gz", packed(head+strings.Join(records[101:], "")))
	digest := func(input string, args ...string) string {
		t.Helper()
		code, out, err := run(t, 0, input, append([]string{"sum", "-schema", d.schema, "-digest"}, args...)...)
		if code != codeDone || !regexp.MustCompile(`^[0-9a-f]{64}\n$`).MatchString(out) {
			t.Fatalf("%v: code %d, %q, %s", args, code, out, err)
		}
		return out
	}
	whole := digest("", d.table)
	for name, got := range map[string]string{
		"shards": digest("", a, b, c), "another order": digest("", c, b, a), "a pattern": digest("", filepath.Join(d.dir, "[abc].csv*")),
		"a stream": digest(d.read(d.table), "-"), "a compressed stream": digest(packed(d.read(d.table)), "-"), "the same rule": digest("", "-norm", "1.5", d.table)[:65],
	} {
		if got != whole {
			t.Errorf("%s: %s, want %s", name, got, whole)
		}
	}
	if sign := digest("", "-norm", "sign", d.table); sign == whole || sign != digest("", "-norm", "sign", b, a, c) {
		t.Error("the sum of directions depends on the order, or is the sum of clipped records")
	}
	if digest("", a, b) == whole || digest("", "-norm", "unit", d.table) == whole {
		t.Error("another sum has the same digest")
	}
}

func TestVerify(t *testing.T) {
	d := newDesk(t, plain)
	if code, _, err := run(t, 0, "", d.releasing()...); code != codeDone {
		t.Fatal(err)
	}
	file := filepath.Join(d.folder, documentName)
	code, out, err := run(t, 0, "", "verify", file)
	if code != codeDone || !strings.Contains(out, "agrees with itself. It states: One person is one row.") || !strings.Contains(out, "No reading of a document can tell") {
		t.Errorf("code %d: %s%s", code, out, err)
	}
	wrong := d.write("false.json", strings.Replace(d.read(file), `"rho": 0.`, `"rho": 0.0`, 1))
	if code, out, _ := run(t, 0, "", "verify", "-quiet", file, wrong); code != codeNo || !strings.Contains(out, "FAILS") || !strings.Contains(out, "false.json does not agree") {
		t.Errorf("code %d: %s", code, out)
	}
}

// What inspect prints is a schema once it is filled in, and none before.
func TestInspect(t *testing.T) {
	d := newDesk(t, plain)
	code, out, err := run(t, 0, "", "inspect", d.table)
	if code != codeDone {
		t.Fatal(err)
	}
	if _, err := schema.Parse([]byte(out)); err == nil {
		t.Error("a schema without bounds was taken")
	}
	filled := strings.ReplaceAll(strings.ReplaceAll(out, `"minimum": null`, `"minimum": 0`), `"maximum": null`, `"maximum": 200`)
	s, bad := schema.Parse([]byte(filled))
	if bad != nil || len(s.Fields) != 5 || s.Fields[1].Name != "age" || strings.Contains(out, "norm_rule") { // the recommended rule is used
		t.Errorf("%v: %s", bad, filled)
	}
	if strings.Contains(out+err, "north") {
		t.Error("a record was read")
	}
}

// A plan reads and spends nothing, and states what the release then does.
func TestPlan(t *testing.T) {
	d := newDesk(t, plain)
	if code, _, err := run(t, 0, "", d.releasing()...); code != codeDone {
		t.Fatal(err)
	}
	before := listed(t, d.dir)
	args := []string{"plan", "-schema", d.schema, "-k", "2", "-epsilon", "1", "-centre-share", "0.1", "-ledger", d.ledger, "-population", "people"}
	code, out, err := run(t, 0, "", args...)
	if code != codeDone || !strings.Contains(out, "One person is one row.") || !strings.Contains(out, "spent so far ε = 1, afterwards 1.46, of at most 2.") || !strings.Contains(out, "calibrated together: their shares are of μ²") {
		t.Errorf("code %d: %s%s", code, out, err)
	}
	_, out, _ = run(t, 0, "", append(args, "-json")...)
	var got planned
	if err := json.Unmarshal([]byte(out), &got); err != nil || got.Epsilon != 1 || len(got.Steps) != 2 || got.Steps[0].Step != "centre" || got.Steps[0].Share != .1 {
		t.Errorf("%v: %s", err, out)
	}
	if code, _, err := run(t, 0, "", replaced(args, "-epsilon", "3")...); code != codeRefused || !strings.Contains(err, "An ε up to") {
		t.Errorf("code %d: %s", code, err)
	}
	after := listed(t, d.dir)
	if after != before {
		t.Errorf("files were\n%s and are\n%s", before, after)
	}
}

func TestForecast(t *testing.T) {
	d := newDesk(t, plain)
	kept := func(n string) float64 {
		_, out, err := run(t, 0, "", "forecast", "-schema", d.schema, "-k", "2", "-epsilon", "0.3", "-n", n, "-json")
		var rows []forecasts
		if bad := json.Unmarshal([]byte(out), &rows); bad != nil || len(rows) < 8 || rows[0].Mechanism != "gaussian" {
			t.Fatalf("%v: %s%s", bad, out, err)
		}
		return rows[0].Energy
	}
	if few, many := kept("300"), kept("30000"); !(few < many-.01) || many > 1 {
		t.Errorf("300 rows keep %v, 30,000 %v", few, many)
	}
	if code, out, _ := run(t, 0, "", "forecast", "-schema", d.schema, "-k", "2", "-epsilon", "1", "-n", "5000"); code != codeDone || !strings.Contains(out, "Gaussian") {
		t.Errorf("code %d: %s", code, out)
	}
	// What it recommends, why, what comes next, and what would help where little is kept.
	_, out, _ := run(t, 0, "", "forecast", "-schema", d.schema, "-k", "2", "-epsilon", "0.01", "-n", "60", "-mechanism", "nuclear", "-delta", "0")
	for _, want := range []string{"Recommended for variation about the mean: -norm sign -mechanism nuclear. It would keep between", "private mean of all columns is mostly noise", "Next best: -norm", "rows"} {
		if !strings.Contains(out, want) {
			t.Errorf("the forecast lacks %q:\n%s", want, out)
		}
	}
	if _, out, _ := run(t, 0, "", "forecast", "-schema", d.schema, "-k", "2", "-epsilon", "1", "-n", "5000"); !strings.Contains(out, "Recommended for variation about the mean: -norm mean -mechanism gaussian.") || strings.Contains(out, "A group of") {
		t.Errorf("5,000 rows at ε = 1, of a schema that clips: %s", out)
	}
}

func TestLedger(t *testing.T) {
	d := newDesk(t, plain)
	must := func(args ...string) string {
		t.Helper()
		code, out, err := run(t, 0, "", args...)
		if code != codeDone {
			t.Fatalf("%v: code %d: %s", args, code, err)
		}
		return out
	}
	must(d.releasing()...)
	if out := must("ledger", "show", "-ledger", d.ledger); !strings.Contains(out, "spent ε = 1 of at most 2") || !strings.Contains(out, "document ") {
		t.Error(out)
	}
	exported := filepath.Join(d.dir, "exported.json")
	must("ledger", "export", "-ledger", d.ledger, "-out", exported)
	other := filepath.Join(d.dir, "other")
	if out := must("ledger", "import", "-ledger", other, exported); out != "3 new lines taken in.\n" {
		t.Error(out)
	}
	if out := must("ledger", "import", "-ledger", other, exported); out != "0 new lines taken in.\n" {
		t.Error(out)
	}
	if d.read(exported) != must("ledger", "export", "-ledger", other) {
		t.Error("the imported ledger is another one")
	}
	must("ledger", "lower", "-ledger", d.ledger, "-population", "People", "-cap", "1.2")
	for _, limit := range []string{"1.2", "5", "0"} {
		if code, _, err := run(t, 0, "", "ledger", "lower", "-ledger", d.ledger, "-population", "people", "-cap", limit); code != codeRefused {
			t.Errorf("the cap became %s: %s", limit, err)
		}
	}
	again := filepath.Join(d.dir, "again")
	if code, _, err := run(t, 0, "", d.releasing("-out", again)...); code != codeRefused || !strings.Contains(err, "the limit of this population is 1.2") {
		t.Errorf("code %d: %s", code, err)
	}
	if code, _, err := run(t, 0, "", d.releasing("-out", again, "-cap", "9")...); code != codeRefused || !strings.Contains(err, "is ε = 1.2 already") {
		t.Errorf("code %d: %s", code, err)
	}
	if code, _, err := run(t, 0, "", "ledger", "reset", "-ledger", d.ledger, "-population", "people"); code != codeRefused || !strings.Contains(err, "-yes") {
		t.Errorf("code %d: %s", code, err)
	}
	must("ledger", "reset", "-ledger", d.ledger, "-population", "people", "-yes")
	must(d.releasing("-out", again)...)
	if text := d.read(filepath.Join(again, documentName)); !strings.Contains(text, "was reset once") {
		t.Error("the document does not state the reset")
	}
}

// Who interrupts before the debit has spent nothing.
func TestInterrupted(t *testing.T) {
	d := newDesk(t, plain)
	p, _, err := ready(t, 0, "")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	p.ctx = ctx
	if code := p.main(d.releasing()); code != codeRefused || !strings.Contains(err.String(), "interrupted") || d.spendings() != 0 {
		t.Errorf("code %d: %s", code, err)
	}
}

// Progress for programs is a line of JSON each.
func TestProgress(t *testing.T) {
	d := newDesk(t, plain)
	_, _, err := run(t, 0, "", d.releasing("-progress", "json")...)
	n := 0
	for line := range strings.Lines(err) {
		if strings.HasPrefix(line, "{") {
			var g pca.Progress
			if bad := json.Unmarshal([]byte(line), &g); bad != nil || g.Phase == "" {
				t.Errorf("%v: %s", bad, line)
			}
			n++
		}
	}
	if n < 2 {
		t.Errorf("%d words of progress in %s", n, err)
	}
}

func TestHelp(t *testing.T) {
	code, out, err := run(t, 0, "", "help")
	if code != codeDone || err != "" {
		t.Errorf("code %d: %s", code, err)
	}
	for _, s := range subcommands {
		if !strings.Contains(out, "privatepca "+s.name+" ") {
			t.Errorf("help does not name %s", s.name)
		}
		if code, out, err := run(t, 0, "", s.name, "-help"); code != codeDone || err != "" || !strings.Contains(out, "privatepca "+s.name) {
			t.Errorf("%s -help: code %d: %s%s", s.name, code, out, err)
		}
	}
	if code, out, _ := run(t, 0, "", "-version"); code != codeDone || out != "Private PCA test, built with \n" {
		t.Errorf("%q", out)
	}
}
