package pipeline

import (
	"archive/zip"
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/graph/coder"
	beamlog "github.com/apache/beam/sdks/v2/go/pkg/beam/log"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/x/beamx"

	"privatepca/core/convert/converttest"
	"privatepca/core/dataset"
	"privatepca/core/moment"
	"privatepca/core/momentfile"
	"privatepca/core/passes"
	"privatepca/core/pca"
	"privatepca/core/schema"
)

func TestMain(m *testing.M) {
	beamlog.LogLevel = "error"
	beam.Init()
	os.Exit(m.Run())
}

func columns(change func(*schema.Schema)) *schema.Schema {
	s := schema.New(
		schema.Field{Name: "a", Kind: schema.Number, Minimum: -5, Maximum: 5},
		schema.Field{Name: "b", Kind: schema.Category, Enum: []string{"p", "q", "r"}},
		schema.Field{Name: "c", Kind: schema.Number, Minimum: 0, Maximum: 1e3})
	s.NormRule, s.NormBound = schema.Clip, 1.5
	if change != nil {
		change(s)
	}
	return s
}

const header = "id,a,b,c\n"

// records are rows with odd cells among them. Ids repeat, and some rows have none.
func records(n int, quoted bool) []string {
	rng := rand.New(rand.NewPCG(1, 2))
	var out []string
	for i := range n {
		id := fmt.Sprintf("p%d", rng.IntN(n/3+1))
		switch rng.IntN(40) {
		case 0:
			out = append(out, id+",x,,1\n")
		case 1:
			out = append(out, id+",1\n\n")
		case 2:
			out = append(out, fmt.Sprintf(",%d,p,3\n", i))
		case 3:
			if quoted {
				out = append(out, id+",\"1\",\"p\n\",,7\n")
				continue
			}
			fallthrough
		default:
			out = append(out, fmt.Sprintf("%s,%.6f,%c,%d.%d\n", id, rng.NormFloat64(), 'p'+rune(rng.IntN(4)), rng.IntN(1200), i))
		}
	}
	return out
}

// shards writes the rows to files with a header each, compressed or not, and gives their pattern.
func shards(t *testing.T, rows []string, files int, packed bool) string {
	t.Helper()
	dir := t.TempDir()
	for i := range files {
		text := []byte(header + strings.Join(rows[len(rows)*i/files:len(rows)*(i+1)/files], ""))
		name := fmt.Sprintf("part-%03d.csv", i)
		if packed {
			var b bytes.Buffer
			z := gzip.NewWriter(&b)
			z.Write(text)
			z.Close()
			text, name = b.Bytes(), name+".gz"
		}
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return filepath.Join(dir, "part-*")
}

// native is the table of the rows, summed by one goroutine.
func native(t *testing.T, s *schema.Schema, rows []string) *pca.Table {
	t.Helper()
	name := filepath.Join(t.TempDir(), "whole.csv")
	if err := os.WriteFile(name, []byte(header+strings.Join(rows, "")), 0o666); err != nil {
		t.Fatal(err)
	}
	table := pca.Open(pca.OSFile(name), s, nil)
	if _, err := table.Sum(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	return table
}

// Parquet shards and zip archives give the sum of their text.
func TestOtherFormats(t *testing.T) {
	rows := []string{"p0,1,p,3\n", "p1,-2,q,900\n", "p2,0.5,r,17\n"}
	s := columns(nil)
	want := native(t, s, append(slices.Clone(rows), rows...)).Matrix().Digest()
	dir := t.TempDir()
	for i := range 2 {
		f, err := os.Create(filepath.Join(dir, fmt.Sprintf("%d.zip", i)))
		if err != nil {
			t.Fatal(err)
		}
		z := zip.NewWriter(f)
		w, err := z.Create("table.csv")
		if err != nil {
			t.Fatal(err)
		}
		io.WriteString(w, header+strings.Join(rows, ""))
		if err := errors.Join(z.Close(), f.Close()); err != nil {
			t.Fatal(err)
		}
	}
	m, _, err := source(t, dir+"/*.zip", s, Options{Split: 10}).Sum(t.Context(), s, nil)
	if err != nil || m.Digest() != want {
		t.Errorf("%v, or another sum", err)
	}
	text := header + strings.Join(rows, "")
	table, err := converttest.Read(strings.NewReader(text), len(rows))
	if err != nil {
		t.Fatal(err)
	}
	for i := range 2 {
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("%d.parquet", i)), table.Parquet(converttest.Codecs["snappy"], 1, 2), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	m, summary, err := source(t, dir+"/*.parquet", s, Options{}).Sum(t.Context(), s, nil)
	if err != nil || m.Digest() != want || summary.Rows != 6 {
		t.Errorf("%v, or another sum", err)
	}
}

func source(t *testing.T, pattern string, s *schema.Schema, o Options) *Source {
	t.Helper()
	src, err := Open(t.Context(), []string{pattern}, s, o)
	if err != nil {
		t.Fatal(err)
	}
	return src
}

// Rows, however they are cut and delivered, and first rows of persons give the sum of a native reading.
func TestSumIsTheNativeOne(t *testing.T) {
	point := func(s *schema.Schema) {
		s.NormRule, s.NormBound, s.Centre, s.Point = schema.Sign, 0, schema.CentrePoint, []float64{.1, .2, .3, .1, -.1}
	}
	persons := func(s *schema.Schema) { s.PersonColumn, s.RowsPerPerson = "id", 2 }
	for name, c := range map[string]struct {
		change func(*schema.Schema)
		quoted bool
		files  int
		packed bool
		o      Options
	}{
		"one file":                    {nil, true, 1, false, Options{}},
		"gzip shards":                 {nil, true, 7, true, Options{}},
		"plain shards":                {func(s *schema.Schema) { s.NormRule, s.NormBound = schema.Unit, 0 }, true, 5, false, Options{}},
		"one file that is split":      {nil, false, 1, false, Options{Split: 4001}},
		"shards that are split":       {point, false, 3, false, Options{Split: 997}},
		"an element a row":            {nil, false, 1, false, Options{Split: 9}},
		"tiles":                       {nil, true, 3, true, Options{Tile: 4}},
		"persons":                     {persons, true, 1, false, Options{}},
		"persons of shards, in tiles": {persons, true, 4, true, Options{Tile: 7}},
		"persons of a file in pieces": {persons, false, 1, false, Options{Split: 1500}},
	} {
		t.Run(name, func(t *testing.T) {
			s := columns(c.change)
			n := 3000
			if c.o.Split == 9 {
				n = 60
			}
			rows := records(n, c.quoted)
			table := native(t, s, rows)
			src := source(t, shards(t, rows, c.files, c.packed), s, c.o)
			m, summary, err := src.Sum(t.Context(), s, nil)
			if err != nil {
				t.Fatal(err)
			}
			want, _ := table.Sum(t.Context(), nil)
			if m.Digest() != table.Matrix().Digest() || summary.Records != want.Records || summary.Rows != want.Rows || summary.Persons != want.Persons {
				t.Errorf("another sum: %+v, want %+v", summary, want)
			}
		})
	}
}

// Under the norm rule sign without a centre the first pass sums features, of all rows and of persons' first rows.
func TestFeaturesAreTheNativeOnes(t *testing.T) {
	for name, change := range map[string]func(*schema.Schema){
		"rows": func(s *schema.Schema) { s.NormRule, s.NormBound = schema.Sign, 0 },
		"persons": func(s *schema.Schema) {
			s.NormRule, s.NormBound, s.PersonColumn, s.RowsPerPerson = schema.Sign, 0, "id", 1
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := columns(change)
			rows := records(2000, true)
			src := source(t, shards(t, rows, 3, true), s, Options{})
			f, _, err := src.SumFeatures(t.Context(), s, nil)
			if err != nil {
				t.Fatal(err)
			}
			if want := native(t, s, rows).Features(); !slices.Equal(f.Sum, want.Sum) || f.Rows != want.Rows {
				t.Errorf("%v, want %v", f, want)
			}
		})
	}
}

// The three passes of the norm rule mean, of all rows, of weighted rows and of persons' first rows, are the command's integers digit by digit.
func TestPassesAreTheNativeOnes(t *testing.T) {
	mean := func(s *schema.Schema) { s.NormRule, s.NormBound, s.Scaling = schema.Mean, 0, schema.Affine }
	for name, c := range map[string]struct {
		change func(*schema.Schema)
		quoted bool
		files  int
		packed bool
		o      Options
	}{
		"gzip shards":            {mean, true, 3, true, Options{}},
		"one file that is split": {mean, false, 1, false, Options{Split: 4001}},
		"weighted rows": {func(s *schema.Schema) {
			mean(s)
			s.Fields = s.Fields[:2]
			s.RowWeight = &schema.RowWeight{Column: "c", Maximum: 1e3, Missing: 1}
		}, true, 2, false, Options{}},
		"persons of shards, in tiles": {func(s *schema.Schema) { mean(s); s.PersonColumn, s.RowsPerPerson = "id", 2 }, true, 4, true, Options{Tile: 4}},
	} {
		t.Run(name, func(t *testing.T) {
			s := columns(c.change)
			rows := records(1500, c.quoted)
			centre, weights := make([]float64, s.D()), make([]float64, s.D())
			for i := range centre {
				centre[i], weights[i] = .05*float64(i), 1.25
			}
			src := source(t, shards(t, rows, c.files, c.packed), s, c.o)
			whole := native(t, s, rows)
			heavy := map[int64]bool{}
			for _, p := range []passes.Pass{
				passes.First(), {Number: passes.Lengths, Centre: centre, Weights: weights, Longest: 4}, {Number: passes.Moment, Centre: centre, Weights: weights, Radius: 1.1},
			} {
				want, wanted, err := whole.SumPass(t.Context(), p, nil)
				if err != nil {
					t.Fatal(err)
				}
				got, summary, err := src.SumPass(t.Context(), s, p, nil)
				if err != nil {
					t.Fatal(err)
				}
				if !slices.Equal(got.Integers(), want.Integers()) || summary.Records != wanted.Records || summary.Rows != wanted.Rows || summary.Persons != wanted.Persons {
					t.Errorf("pass %d: another sum, %+v, want %+v", p.Number, summary, wanted)
				}
				heavy[got.Weight()] = true
			}
			if len(heavy) != 1 {
				t.Errorf("the passes have the weights %v", heavy)
			}
		})
	}
}

// reference pairs the rows of a table by the same keys, in one place.
func reference(t *testing.T, src *Source, s *schema.Schema, seed []byte, buckets int) string {
	t.Helper()
	type row struct {
		key    []byte
		packed dataset.PackedRow
	}
	p, err := dataset.NewPairEncoder(s, src.dialect.Header)
	if err != nil {
		t.Fatal(err)
	}
	persons, err := dataset.NewPersons(s, src.dialect.Header)
	if err != nil {
		t.Fatal(err)
	}
	key, seen := newPlaces(seed, "pairing"), map[string]int{}
	groups := make([][]row, buckets)
	for _, g := range src.ranges {
		f, err := os.Open(g.File)
		if err != nil {
			t.Fatal(err)
		}
		r, err := dataset.NewReader(f)
		if err != nil {
			t.Fatal(err)
		}
		for {
			at := r.Offset()
			record, err := r.Next()
			if err == io.EOF {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
			if persons != nil {
				id := string(persons.ID(record))
				if seen[id]++; id == "" || seen[id] > s.RowsPerPerson {
					continue
				}
			}
			k := bytes.Clone(key.at(g.File, at)[:16])
			groups[bucket(k, buckets)] = append(groups[bucket(k, buckets)], row{k, p.Pack(record)})
		}
		f.Close()
	}
	a := moment.NewAccumulator(s.D(), schema.Scale)
	var over []row
	pair := func(rows []row) []row {
		slices.SortFunc(rows, func(a, b row) int { return bytes.Compare(a.key, b.key) })
		for ; len(rows) >= 2; rows = rows[2:] {
			if err := a.Add(p.Encode(rows[0].packed, rows[1].packed)); err != nil {
				t.Fatal(err)
			}
		}
		return rows
	}
	for _, rows := range groups {
		over = append(over, pair(rows)...)
	}
	pair(over)
	return a.Matrix().Digest()
}

// Pairs are those of a reference that has the same keys; of all rows, and of persons' first rows.
func TestPairsAreTheReferences(t *testing.T) {
	seed := bytes.Repeat([]byte{3}, 32)
	for name, c := range map[string]struct {
		change  func(*schema.Schema)
		n       int
		buckets int
	}{
		"one bucket":        {nil, 500, 1},
		"an odd number":     {nil, 501, 1},
		"16 buckets":        {nil, 777, 16},
		"more than rows":    {nil, 5, 64},
		"one row":           {nil, 1, 4},
		"of persons":        {func(s *schema.Schema) { s.PersonColumn, s.RowsPerPerson = "id", 2 }, 600, 8},
		"of persons, alone": {func(s *schema.Schema) { s.PersonColumn, s.RowsPerPerson = "id", 1 }, 601, 1},
	} {
		t.Run(name, func(t *testing.T) {
			s := columns(func(s *schema.Schema) {
				s.NormRule, s.NormBound = schema.Pairs, 0
				if c.change != nil {
					c.change(s)
				}
			})
			src := source(t, shards(t, records(c.n, true), min(3, c.n), false), s, Options{Buckets: c.buckets, Seed: seed})
			m, summary, err := src.Sum(t.Context(), s, nil)
			if err != nil {
				t.Fatal(err)
			}
			if m.Records() != summary.Rows/2 || m.Digest() != reference(t, src, s, seed, c.buckets) {
				t.Errorf("%d rows, %d pairs: another sum", summary.Rows, m.Records())
			}
		})
	}
}

// Two files of the same records are named, however they are cut and packed; records of which folders tell other cells are others.
func TestAlike(t *testing.T) {
	s := columns(nil)
	rows := strings.Join(records(60, false), "")
	for name, c := range map[string]struct {
		files map[string]string
		o     Options
		want  string
	}{
		"copies":           {map[string]string{"a.csv": rows, "b.csv": records(9, false)[0], "c.csv": rows}, Options{}, "c.csv is a.csv"},
		"copies in pieces": {map[string]string{"a.csv": rows, "c.csv": rows}, Options{Split: 200}, "c.csv is a.csv"},
		"one row more":     {map[string]string{"a.csv": rows, "c.csv": rows + "p,1,q,2\n"}, Options{}, ""},
		"of no record":     {map[string]string{"a.csv": rows, "b.csv": "", "c.csv": ""}, Options{}, ""},
		"other folders":    {map[string]string{"c=1/a.csv": rows, "c=2/a.csv": rows}, Options{}, ""},
		"equal folders":    {map[string]string{"x/c=1/a.csv": rows, "y/c=1/a.csv": rows}, Options{}, "a.csv is a.csv"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			for file, text := range c.files {
				head := header
				if strings.Contains(file, "=") { // the folder has the column
					head = strings.Replace(header, "c\n", "d\n", 1)
				}
				path := filepath.Join(dir, file)
				if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o777), os.WriteFile(path, []byte(head+text), 0o666)); err != nil {
					t.Fatal(err)
				}
			}
			src := source(t, dir+"/", s, c.o)
			if _, _, err := src.Sum(t.Context(), s, nil); err != nil {
				t.Fatal(err)
			}
			got := ""
			if a, b := src.Alike(); b != "" {
				got = filepath.Base(b) + " is " + filepath.Base(a)
			}
			if got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}

// One pipeline, and then what an engine, a disk or a person may do to what it wrote.
func TestRefusedByName(t *testing.T) {
	ctx := context.Background()
	s := columns(nil)
	src := source(t, shards(t, records(400, false), 4, false), s, Options{Tile: 5})
	job := Job{Schema: s.Encode(), Dialect: src.dialect, Seed: make([]byte, 32), Tile: 5}
	secret, err := momentfile.NewSecret("run")
	if err != nil {
		t.Fatal(err)
	}
	kept := t.TempDir()
	st := &store{Folder: kept, Key: secret.String(), secret: secret}
	if err := beamx.Run(ctx, src.build(&job, s, st)); err != nil {
		t.Fatal(err)
	}
	read := func(name string) []byte {
		b, err := st.open(ctx, name)
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	sealed := func(name string, b []byte) {
		if err := (Meeting{}).seal(ctx, st.Key, kept+"/"+name, b); err != nil {
			t.Fatal(err)
		}
	}
	tile := func(i int, change func(*Tile)) {
		x, err := decodeTile(read(tileName(i)))
		if err != nil {
			t.Fatal(err)
		}
		change(&x)
		sealed(tileName(i), encodeTile(x))
	}
	manifest := func(change func([]Done) []Done) {
		var all []Done
		if err := json.Unmarshal(read(manifestName), &all); err != nil {
			t.Fatal(err)
		}
		slices.SortFunc(all, func(a, b Done) int { return cmp.Compare(a.File, b.File) })
		b, err := json.Marshal(change(all))
		if err != nil {
			t.Fatal(err)
		}
		sealed(manifestName, b)
	}
	h := newPlaces(job.Seed, "tag")
	block := h.tag(src.ranges[0].File, int64(len(header)), src.ranges[0].Size)
	other, err := momentfile.NewSecret("other")
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		do   func()
		want string
	}{
		"nothing": {func() {}, ""},
		"a block twice": {func() {
			for i := range 3 {
				tile(i, func(x *Tile) { x.Tag += block })
			}
		}, "summed twice, or not at all"},
		"a block never": {func() {
			for i := range 3 {
				tile(i, func(x *Tile) { x.Tag -= block })
			}
		}, "summed twice, or not at all"},
		"a block twice in one tile":   {func() { tile(1, func(x *Tile) { x.Tag += block }) }, "summed twice, or not at all"},
		"records that are not listed": {func() { tile(0, func(x *Tile) { x.Records++ }) }, "summed twice, or not at all"},
		"a range that is listed twice": {func() {
			manifest(func(all []Done) []Done { return append(all, all[0]) })
		}, "The manifest has 5 of 4"},
		"a range that is not listed": {func() { manifest(func(all []Done) []Done { return all[1:] }) }, "The manifest has 3 of 4"},
		"one in place of another":    {func() { manifest(func(all []Done) []Done { all[0] = all[1]; return all }) }, "do not fill the file"},
		"a file that grew":           {func() { manifest(func(all []Done) []Done { all[3].Last--; return all }) }, "do not fill the file"},
		"a tile that is missing":     {func() { os.Remove(kept + "/" + tileName(1)) }, "Tile 1 of the sum is missing"},
		"a tile in another's place":  {func() { sealed(tileName(1), read(tileName(0))) }, "Tile 1 of the sum is missing"},
		"a tile that is cut":         {func() { b := read(tileName(0)); sealed(tileName(0), b[:len(b)-1]) }, "Tile 0 of the sum is missing, of another run, or was changed"},
		"a changed byte": {func() {
			b, _ := os.ReadFile(kept + "/" + tileName(2))
			b[len(b)-30] ^= 1
			os.WriteFile(kept+"/"+tileName(2), b, 0o666)
		}, "Tile 2 of the sum is missing, of another run, or was changed"},
		"a stale part, of another run": {func() {
			if err := (Meeting{}).seal(ctx, other.String(), kept+"/"+tileName(2), read(tileName(2))); err != nil {
				t.Fatal(err)
			}
		}, "Tile 2 of the sum is missing, of another run"},
		"a manifest of another run": {func() {
			if err := (Meeting{}).seal(ctx, other.String(), kept+"/"+manifestName, read(manifestName)); err != nil {
				t.Fatal(err)
			}
		}, "The manifest of the sum is missing, of another run"},
	} {
		t.Run(name, func(t *testing.T) {
			before := map[string][]byte{}
			files, _ := filepath.Glob(kept + "/*")
			for _, f := range files {
				before[f], _ = os.ReadFile(f)
			}
			if len(before) != 4 {
				t.Fatalf("%d objects", len(before))
			}
			for _, b := range before {
				if !momentfile.IsSealed(b) {
					t.Error("an object is not sealed")
				}
			}
			c.do()
			_, sums, err := src.collect(ctx, &job, s, st)
			if c.want == "" && err != nil || c.want != "" && (err == nil || sums != nil || !strings.Contains(err.Error(), c.want)) {
				t.Errorf("%v", err)
			}
			for f, b := range before {
				os.WriteFile(f, b, 0o666)
			}
		})
	}
}

// A bad file ends the pipeline with the words for the person who has it, and no cell.
func TestBadInput(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return path
	}
	good := header + strings.Join(records(50, false), "")
	s := columns(nil)
	for name, c := range map[string]struct {
		files map[string]string
		o     Options
		want  string
	}{
		"another header":      {map[string]string{"a.csv": good, "b.csv": "id,a,c,b\np1,1,2,p\n"}, Options{}, "header of a file is not that of the first"},
		"a column is missing": {map[string]string{"a.csv": "id,a\np1,1\n"}, Options{}, "header lacks"},
		"an open quote":       {map[string]string{"a.csv": good + "p1,\"SECRET,2\n"}, Options{}, "a.csv: line "},
		"quotes in a part":    {map[string]string{"a.csv": good + "p1,\"SECRET\",2,3\n"}, Options{Split: 300}, "quoted cells"},
		"cut gzip":            {map[string]string{"a.csv.gz": "\x1f\x8b\x08"}, Options{}, "gzip"},
		"no records":          {map[string]string{"a.csv": header}, Options{}, "no records"},
		"a workbook":          {map[string]string{"a.csv": good, "b.csv": "PK\x03\x04SECRET"}, Options{}, "b.csv: "},
	} {
		t.Run(name, func(t *testing.T) {
			clear, _ := filepath.Glob(dir + "/*")
			for _, f := range clear {
				os.Remove(f)
			}
			for file, text := range c.files {
				write(file, text)
			}
			src, err := Open(t.Context(), []string{dir + "/*"}, s, c.o)
			if err == nil {
				_, _, err = src.Sum(t.Context(), s, nil)
			}
			if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(fmt.Sprintf("%+v", err), "SECRET") {
				t.Errorf("%v", err)
			}
		})
	}
	if _, err := Open(t.Context(), []string{dir + "/none-*"}, s, Options{}); err == nil {
		t.Error("no file was found, and nothing said so")
	}
	if _, err := Open(t.Context(), []string{dir + "/*"}, s, Options{Buckets: 3}); err == nil {
		t.Error("3 is no power of 2")
	}
}

// What goes over the wire is read as it was written, and every changed byte of a tile is noticed.
func TestWire(t *testing.T) {
	x := Tile{Index: 3, Tag: 1 << 63, Records: 7, Rows: 6, Vectors: 3, Persons: 2, Sums: []int64{0, -1, 1 << 60}}
	b := encodeTile(x)
	if got, err := decodeTile(b); err != nil || fmt.Sprint(got) != fmt.Sprint(x) {
		t.Error(got, err)
	}
	for i := range b {
		c := bytes.Clone(b)
		c[i] ^= 1
		if _, err := decodeTile(c); err == nil {
			t.Errorf("byte %d was changed", i)
		}
		if _, err := decodeTile(b[:i]); err == nil {
			t.Errorf("%d bytes were taken", i)
		}
	}
	rows := []Row{{File: 1, Start: 1 << 40, Key: []byte("0123456789abcdef"), Tag: 5, Text: []byte("a,b\n")}, {Tag: 9}}
	k := Kept{Rows: rows, Tag: 14, Records: 1}
	if got, err := decodeKept(encodeKept(k)); err != nil || fmt.Sprint(got) != fmt.Sprint(k) || got.Rows[1].Text != nil {
		t.Error(got, err)
	}
	if got, err := decodeRow(encodeRow(rows[0])); err != nil || fmt.Sprint(got) != fmt.Sprint(rows[0]) {
		t.Error(got, err)
	}
	g := Range{File: "a", Number: 2, Start: 3, End: 1 << 40, Size: 1 << 41, Whole: true, Cells: []string{"", "ä,"}}
	text, err := encodeRange(g)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := decodeRange(text); err != nil || fmt.Sprint(got) != fmt.Sprint(g) {
		t.Error(got, err)
	}
	if coder.LookupCustomCoder(reflect.TypeFor[Range]()) == nil {
		t.Error("a Range goes to the engine as a row, whose empty list Java reads without end")
	}
	for i := range len(encodeRow(rows[0])) {
		if _, err := decodeRow(encodeRow(rows[0])[:i]); err == nil {
			t.Errorf("%d bytes were taken for a row", i)
		}
	}
}
