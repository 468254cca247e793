//go:build !js

package command

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// people are lines of random rows of that many values a cell.
func people(rng *rand.Rand, n, values int) []string {
	var out []string
	for range n {
		out = append(out, fmt.Sprintf("%d,%d,%d", rng.IntN(values), rng.IntN(values), rng.IntN(values)))
	}
	return out
}

// The same people in two files are refused, told, or let through where others may be meant, in release and in sum.
func TestTheSamePeopleTwice(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	d := newDesk(t, plain)
	d.schema = d.write("schema.json", `{"fields":[
 {"name":"a","type":"number","constraints":{"minimum":0,"maximum":1000}},{"name":"b","type":"number","constraints":{"minimum":0,"maximum":1000}},
 {"name":"c","type":"number","constraints":{"minimum":0,"maximum":1000}}],"privatepca":{"norm_rule":"clip","norm_bound":1}}`)
	file := func(name string, rows ...[]string) string {
		return d.write(name, "a,b,c\n"+strings.Join(slices.Concat(rows...), "\n")+"\n")
	}
	one, two := people(rng, 500, 1000), people(rng, 500, 1000)
	mixed := slices.Clone(one)
	rng.Shuffle(len(mixed), func(i, j int) { mixed[i], mixed[j] = mixed[j], mixed[i] })
	a := file("a.csv", one)
	os.Symlink(a, filepath.Join(d.dir, "link.csv"))
	packedA := d.write("a.csv.gz", packed(d.read(a)))
	narrow := func() []string { return people(rng, 500, 2) } // 8 rows that differ
	for name, c := range map[string]struct {
		files   []string
		flags   string
		refused string
		told    string
	}{
		"named twice":         {files: []string{a, a}, refused: "named twice"},
		"by another path":     {files: []string{a, filepath.Join(d.dir, ".", "x", "..", "a.csv")}, refused: "named twice"},
		"by a link":           {files: []string{a, filepath.Join(d.dir, "link.csv")}, refused: "same file"},
		"its gzip":            {files: []string{a, packedA}, refused: "holds the same text as"},
		"a copy":              {files: []string{a, file("copy.csv", one)}, refused: "holds the same text as"},
		"a copy, accepted":    {files: []string{a, file("copy.csv", one)}, flags: "-accept-overlap", told: "About 100 %"},
		"another order":       {files: []string{a, file("order.csv", mixed)}, refused: "About 100 % of the rows"},
		"other line ends":     {files: []string{a, d.write("crlf.csv", strings.ReplaceAll(d.read(a), "\n", "\r\n"))}, refused: "About 100 %"},
		"one row more":        {files: []string{a, file("more.csv", one, two[:1])}, refused: "About 100 %"},
		"an earlier part":     {files: []string{file("part.csv", one[:50]), file("whole.csv", mixed, two)}, refused: "About 100 %"},
		"accepted":            {files: []string{a, file("more.csv", one, two[:1])}, flags: "-accept-overlap", told: "About 100 %"},
		"half of them":        {files: []string{a, file("half.csv", one[:250], two[:250])}, told: "About 50 %"},
		"other people":        {files: []string{a, file("b.csv", two)}},
		"of few values":       {files: []string{file("n1.csv", narrow()), file("n2.csv", narrow())}},
		"some values":         {files: []string{file("s1.csv", people(rng, 500, 5)), file("s2.csv", people(rng, 500, 5))}, told: "by chance, too"},
		"no rows":             {files: []string{file("e1.csv"), a, file("e2.csv")}},
		"three, two of them":  {files: []string{a, file("b.csv", two), file("order.csv", mixed)}, refused: "of the rows"},
		"few rows, by chance": {files: []string{file("f1.csv", one[:5], two[:1]), file("f2.csv", one[:5], two[1:2])}},
	} {
		os.Mkdir(filepath.Join(d.dir, "x"), 0o777)
		for _, sub := range []string{"release", "sum"} {
			args := []string{"sum", "-schema", d.schema, "-digest"}
			if sub == "release" {
				all := d.releasing("-ledger", filepath.Join(t.TempDir(), "ledger"), "-out", filepath.Join(t.TempDir(), "out"))
				args = all[:len(all)-1]
			}
			code, _, err := run(t, 0, "", slices.Concat(args, strings.Fields(c.flags), c.files)...)
			switch {
			case c.refused != "":
				if code != codeRefused || !strings.Contains(err, c.refused) {
					t.Errorf("%s, %s: code %d: %s", name, sub, code, err)
				}
			case code != codeDone || !strings.Contains(err, c.told) || strings.Contains(err, "letter for letter") != (c.told != ""):
				t.Errorf("%s, %s: code %d: %s", name, sub, code, err)
			}
			for _, row := range slices.Concat(one[:20], two[:20]) {
				if strings.Contains(err, row) {
					t.Fatalf("%s: a row is quoted", name)
				}
			}
		}
	}
	// A column that names people tells who is in both: these are counted once.
	text := "id," + "a,b,c\n"
	for i, row := range one {
		text += fmt.Sprintf("p%d,%s\n", i, row)
	}
	v2 := d.write("v2.csv", text+"q,1,2,3\n")
	code, _, err := run(t, 0, "", append(remove(d.releasing("-person", "id", "-rows-per-person", "2"), d.table, 1), d.write("v1.csv", text), v2)...)
	if code != codeDone || !strings.Contains(err, "tells who is in both") {
		t.Errorf("code %d: %s", code, err)
	}
}

// The memory of the comparison does not grow with the rows, and the share stays right.
func TestOverlapIsBounded(t *testing.T) {
	o := newOverlap()
	for file := range 4 {
		o.begin()
		for i := range 200_000 { // of the last file a third are the first one's
			row := fmt.Sprintf("%d:%d\n", file, i)
			if file == 3 && i%3 == 0 {
				row = fmt.Sprintf("0:%d\n", i)
			}
			o.Write([]byte(row[:2]))
			o.Write([]byte(row[2:]))
		}
	}
	o.end()
	if len(o.kept) > mostKeptRows || len(o.kept) < mostKeptRows/4 {
		t.Errorf("%d rows are kept", len(o.kept))
	}
	p, ok := o.worst()
	if !ok || p.a+p.b != 3 || p.a*p.b != 0 || p.share < .305 || p.share > .36 { // 7 standard deviations of 16,000 rows
		t.Errorf("%+v", p)
	}
}
