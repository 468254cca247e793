package release

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"math/rand/v2"
	"os/exec"
	"strings"
	"testing"

	"privatepca/core/words"
)

// A spreadsheet opens the loadings as text, whatever a column is called.
func TestCSVHoldsNoFormula(t *testing.T) {
	for name, want := range map[string]string{
		"=1+1": "'=1+1", "+1": "'+1", "-log10(p)": "'-log10(p)", "@SUM(A1)": "'@SUM(A1)", "\t=1": "'\t'=1", "\rx": "'\rx",
		"x;=cmd": "x;'=cmd", "＝1": "'＝1", "x\n=1": "x\n'=1", "\u200b=1": "'\u200b=1", `x;"=1`: `x;'"=1`, "x; \u00ad+1;-2": "x;' \u00ad+1;'-2",
		"a\u2028＠b": "a\u2028'＠b", "\x00=": "\ufffd=",
		"plain": "plain", "a=b": "a=b", "": "", "'=1": "'=1", "(-5,-1]": "(-5,-1]", "a; b": "a; b", "\tx": "'\tx", "x-ray": "x-ray",
	} {
		d := sample()
		d.FeatureNames[0] = name
		rows, err := csv.NewReader(bytes.NewReader(d.CSV())).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		if rows[1][1] != strings.ReplaceAll(want, "\r\n", "\n") {
			t.Errorf("%q is written as %q, want %q", name, rows[1][1], want)
		}
		if again := words.Inert(want); name != "'=1" && again != want {
			t.Errorf("%q is changed again, to %q", want, again)
		}
	}
}

// hostileName draws a name by a grammar of what readers of tables stumble over.
func hostileName(random *rand.Rand) string {
	pieces := []string{
		"=", "+", "-", "@", "＝", "＋", "－", "＠", "−", "﬩", ";", ",", "\t", "\n", "\r", "\r\n", "\v", "\f", "\u0085", "\u2028", "\u2029", `"`, `""`, "'", "|", "\\",
		" ", "\u00a0", "\u200b", "\u200d", "\ufeff", "\u2060", "\u00ad", "\u034f", "\ufe0f", "\u3164", "\x00", "\x01", "\x1f", "\x7f", "\u202e", "\u2066", "\uffff", "\U0010ffff",
		"cmd|' /C calc'!A0", "HYPERLINK(\"http://x\")", "1", "x", "é", "漢", "😀", "<b>", "&amp;", "<!--", "]]>", "%0A", "${x}", "\xff",
	}
	var b strings.Builder
	for range 1 + random.IntN(8) {
		b.WriteString(pieces[random.IntN(len(pieces))])
	}
	return b.String()
}

// reader is Python's, with what a spreadsheet does: it takes a table apart by each
// separator, with quotes and without, and looks at where each cell begins, after
// compatibility normalisation. It prints what could be a formula, and the names as its
// csv module reads them.
const reader = `
import csv, io, json, sys, unicodedata
ignorable = {0x34f, 0x115f, 0x1160, 0x17b4, 0x17b5, 0x3164, 0xffa0, 0x2065, *range(0xfe00, 0xfe10), *range(0xe0100, 0xe01f0)}
def formula(cell):
    for c in cell:
        if c in '\t\r"' or c.isspace() or unicodedata.category(c) in ('Cc', 'Cf', 'Zs') or ord(c) in ignorable:
            continue
        return unicodedata.normalize('NFKC', c)[0] in '=+-@' or c == '\u2212'
    return False
text = sys.stdin.buffer.read().decode('utf-8')
found = []
numbers = [row[2] for row in csv.reader(io.StringIO(text, newline=''))][1:]
for line_ends in ('\n', '\r\n\v\f\x85\u2028\u2029'):
    rows = [text]
    for end in line_ends:
        rows = [piece for row in rows for piece in row.split(end)]
    for sep in ';\t':
        found += [cell for row in rows for cell in row.split(sep) if formula(cell)]
for sep in ',;\t':
    for row in csv.reader(io.StringIO(text, newline=''), delimiter=sep):
        found += [c for c in row if formula(c) and c not in numbers]
json.dump({'found': [f for f in found if f.strip() not in numbers], 'names': [row[1] for row in csv.reader(io.StringIO(text, newline=''))][1:]}, sys.stdout)
`

// Through Python's reader, which knows nothing of ours, no hostile name begins a formula,
// in whichever way the table is taken apart, and each comes back as it was written.
func TestHostileNamesThroughPython(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("NO PYTHON HERE: names were read by no reader but Go's")
	}
	const seed = 20261122
	random := rand.New(rand.NewPCG(seed, 0))
	d := sample()
	d.Components, d.FeatureNames = [][]float64{nil}, nil
	add := func(name string) {
		d.FeatureNames = append(d.FeatureNames, name)
		d.Components[0] = append(d.Components[0], .5)
	}
	for range 4000 {
		add(strings.ToValidUTF8(hostileName(random), "\ufffd"))
	}
	end := rune(0x20000)
	if testing.Short() {
		end = 0x3400
	}
	for r := rune(1); r < end; r++ { // each character, first and after a break
		if r < 0xd800 || r > 0xdfff {
			add(string(r) + "1")
			add("x;" + string(r) + "1")
		}
	}
	run := func(table []byte) (got struct{ Found, Names []string }) {
		t.Helper()
		c := exec.Command(python, "-c", reader)
		c.Stdin = bytes.NewReader(table)
		out, err := c.Output()
		if err != nil {
			t.Fatalf("python: %v", err)
		}
		if err := json.Unmarshal(out, &got); err != nil {
			t.Fatal(err)
		}
		return got
	}
	got := run(d.CSV())
	for i, f := range got.Found {
		if i == 10 {
			t.Errorf("and %d more", len(got.Found)-10)
			break
		}
		t.Errorf("seed %d: %q begins a formula", seed, f)
	}
	if len(got.Names) != len(d.FeatureNames) {
		t.Fatalf("%d names of %d came back", len(got.Names), len(d.FeatureNames))
	}
	for i, name := range d.FeatureNames {
		if want := words.Inert(name); got.Names[i] != want {
			t.Errorf("%q came back as %q, not %q", name, got.Names[i], want)
			break
		}
	}
	// The reader must find formulas where there are some.
	if bad := run([]byte("component,feature,loading\n1,\"=1\",0.5\n1,\"x;=2\",0.5\n")); len(bad.Found) < 2 {
		t.Errorf("the reader sees no formula: %q", bad.Found)
	}
}

// The Python program's literals are read by Python's own parser, without running it: each
// hostile name is the string again.
func TestHostileNamesInTheLoader(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("NO PYTHON HERE: the loader's names were read by no reader but Go's")
	}
	const seed = 20261122
	random := rand.New(rand.NewPCG(seed, 1))
	d := sample()
	d.FeatureNames = nil
	for range 2000 {
		d.FeatureNames = append(d.FeatureNames, strings.ToValidUTF8(hostileName(random), "\ufffd"))
	}
	c := exec.Command(python, "-c", `
import ast, json, sys
tree = ast.parse(sys.stdin.buffer.read())
found = [n.value for n in tree.body if isinstance(n, ast.Assign) and n.targets[0].id == 'RELEASE']
json.dump(ast.literal_eval(found[0])['feature_names'], sys.stdout)`)
	// A list of the names alone: the rest of the document is none of this test.
	l := literal{b: &strings.Builder{}, list: "[", end: "]", nul: '0'}
	l.strings(d.FeatureNames)
	c.Stdin = strings.NewReader("RELEASE = {'feature_names': " + l.b.String() + "}\n")
	out, err := c.Output()
	if err != nil {
		t.Fatalf("seed %d: python: %v", seed, err)
	}
	var got []string
	if err := json.Unmarshal(out, &got); err != nil || len(got) != len(d.FeatureNames) {
		t.Fatalf("%d names of %d came back: %v", len(got), len(d.FeatureNames), err)
	}
	for i, name := range d.FeatureNames {
		if got[i] != name {
			t.Errorf("seed %d: %q came back as %q", seed, name, got[i])
		}
	}
}
