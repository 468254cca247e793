package momentfile

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"privatepca/core/dataset"
	"privatepca/core/fault"
	"privatepca/core/moment"
	"privatepca/core/passes"
	"privatepca/core/schema"
)

func columns() *schema.Schema {
	s := schema.New(
		schema.Field{Name: "a", Kind: schema.Number, Minimum: 0, Maximum: 10},
		schema.Field{Name: "b", Kind: schema.Category, Enum: []string{"p", "q", "r"}})
	s.NormRule, s.NormBound = schema.Clip, 1
	return s
}

// table is a text whose rows are numbers from lo to hi, and its digest.
func table(lo, hi int) (text, digest string) {
	var b strings.Builder
	b.WriteString("a,b\n")
	for i := lo; i < hi; i++ {
		b.WriteString(strconv.Itoa(i%11) + "," + []string{"p", "q", "r", "x"}[i%13%4] + "\n")
	}
	sum := sha256.Sum256([]byte(b.String()))
	return b.String(), hex.EncodeToString(sum[:])
}

// summed is the file of a table whose rows are numbers from lo to hi.
func summed(t *testing.T, s *schema.Schema, lo, hi int) *File {
	t.Helper()
	text, digest := table(lo, hi)
	a := moment.NewAccumulator(s.D(), schema.Scale)
	summary, err := dataset.Read(strings.NewReader(text), s, a.Add)
	if err != nil {
		t.Fatal(err)
	}
	return New(s, digest, summary, a.Matrix(), nil)
}

func features(t *testing.T, s *schema.Schema) *File {
	t.Helper()
	sum, summary, err := dataset.Reading{}.ReadSum(strings.NewReader("a,b\n1,p\n9,q\n"), s, func() {})
	if err != nil {
		t.Fatal(err)
	}
	return New(s, strings.Repeat("ab", 32), summary, nil, sum)
}

// passed is the file of a pass over a table whose rows are numbers from lo to hi.
func passed(t *testing.T, s *schema.Schema, p passes.Pass, lo, hi int) *File {
	t.Helper()
	text, digest := table(lo, hi)
	sum, err := passes.New(s, p, nil)
	if err != nil {
		t.Fatal(err)
	}
	summary, err := dataset.Reading{}.ReadRows(strings.NewReader(text), s, sum.Add)
	if err != nil {
		t.Fatal(err)
	}
	return NewPass(s, p, digest, summary, sum)
}

// standard is a schema under the norm rule mean, and its three passes by some numbers.
func standard() (*schema.Schema, []passes.Pass) {
	s := columns()
	s.NormRule, s.NormBound, s.Scaling = schema.Mean, 0, schema.Affine
	centre, weights := []float64{.1, .2, .3, .1}, []float64{1.5, 2, 2, 2}
	return s, []passes.Pass{
		passes.First(), {Number: passes.Lengths, Centre: centre, Weights: weights, Longest: 4}, {Number: passes.Moment, Centre: centre, Weights: weights, Radius: 1.25},
	}
}

// Parts of a pass add up to the whole table's integers; parts of another pass, of other numbers, and integers that no rows have are refused. The size of
// a file does not depend on the integers.
func TestPasses(t *testing.T) {
	s, list := standard()
	for i, p := range list {
		whole := passed(t, s, p, 0, 900)
		parts := []Part{{"one", passed(t, s, p, 0, 200)}, {"two", passed(t, s, p, 200, 201)}, {"three", passed(t, s, p, 201, 900)}}
		got, err := Merge(s, &p, []Part{parts[2], parts[0], parts[1]}, true)
		if err != nil {
			t.Fatal(err)
		}
		a, err := got.PassSum(s, p)
		b, err2 := whole.PassSum(s, p)
		if err != nil || err2 != nil || a.Digest() != b.Digest() || got.Records != 900 || got.Vector != 900 || !reflect.DeepEqual(got.Irregularities[0].Count, whole.Irregularities[0].Count) {
			t.Errorf("pass %d: another sum, %v %v, %+v", p.Number, err, err2, got.Header)
		}
		more := passed(t, s, p, 0, 900)
		more.Integers = make([]int64, len(whole.Integers))
		if len(more.Encode()) != len(whole.Encode()) {
			t.Errorf("pass %d: the size of a file depends on what was summed", p.Number)
		}
		if _, err := Merge(s, &p, []Part{{"none", more}}, true); err == nil {
			t.Errorf("pass %d: 900 rows that sum to nothing were taken", p.Number)
		}
		other := p
		if i > 0 {
			other.Centre = append([]float64{.11}, p.Centre[1:]...)
			_, err := Merge(s, &p, []Part{parts[0], {"other", passed(t, s, other, 200, 300)}}, true)
			if err == nil || !strings.Contains(err.Error(), "other holds pass "+strconv.Itoa(p.Number)+" by the numbers of another release") {
				t.Errorf("pass %d by other numbers: %v", p.Number, err)
			}
			text, err := EncodePass(s, p)
			if err != nil {
				t.Fatal(err)
			}
			own, again, err := DecodePass(text)
			if err != nil || again.Digest(own) != p.Digest(s) {
				t.Errorf("pass %d: its file says something else: %v", p.Number, err)
			}
			for _, change := range [][2]string{{"privatepca pass 1", "privatepca pass 2"}, {`"centre": [`, `"centre": [7,`}, {`"pass": `, `"pass": 9`}, {`"weights"`, `"heights"`}} {
				t.Run(fmt.Sprint(change), func(t *testing.T) {
					if _, _, err := DecodePass(bytes.Replace(text, []byte(change[0]), []byte(change[1]), 1)); err == nil {
						t.Errorf("pass %d: %v was taken", p.Number, change)
					}
				})
			}
		}
		next := list[(i+1)%3]
		if _, err := Merge(s, &p, []Part{{"next", passed(t, s, next, 0, 9)}}, true); err == nil || !strings.Contains(err.Error(), "is wanted here") {
			t.Errorf("another pass: %v", err)
		}
		if _, err := Merge(s, nil, []Part{{"x", whole}}, true); err == nil {
			t.Error("a pass was taken for another sum")
		}
	}
	if _, _, err := DecodePass(s.Encode()); err == nil || !strings.Contains(err.Error(), "no file of a pass") {
		t.Error(err)
	}
}

func TestEncodeIsRead(t *testing.T) {
	s := columns()
	mean, list := standard()
	for name, f := range map[string]*File{
		"second moment": summed(t, s, 0, 500), "features": features(t, s),
		"pass 1": passed(t, mean, list[0], 0, 90), "pass 2": passed(t, mean, list[1], 0, 90), "pass 3": passed(t, mean, list[2], 0, 90),
	} {
		t.Run(name, func(t *testing.T) {
			b := f.Encode()
			got, err := Decode(b)
			if err != nil {
				t.Fatal(name, err)
			}
			if !reflect.DeepEqual(got, f) || !bytes.Equal(got.Encode(), b) {
				t.Errorf("%s: %+v became %+v", name, f, got)
			}
		})
	}
}

// Every changed byte, every cut, and headers that no table has are refused, and no error is a panic.
func TestDecodeRefuses(t *testing.T) {
	s := columns()
	f := summed(t, s, 0, 500)
	b := f.Encode()
	for i := range b {
		changed := bytes.Clone(b)
		changed[i] ^= 4
		if _, err := Decode(changed); err == nil {
			t.Fatalf("byte %d was changed, and nothing noticed it", i)
		}
		if _, err := Decode(b[:i]); err == nil {
			t.Fatalf("%d bytes were taken for the whole", i)
		}
	}
	// What a program that computes checksums may write.
	for name, change := range map[string]func(*File){
		"more vectors than rows":    func(f *File) { f.Vector++ },
		"more rows than records":    func(f *File) { f.Records-- },
		"fewer records than summed": func(f *File) { f.Vector, f.Rows = 3, 3 },
		"another scale":             func(f *File) { f.Scale = 100 },
		"another kind":              func(f *File) { f.Kind = "mean" },
		"another dimension":         func(f *File) { f.Dim = 1 },
		"another tag":               func(f *File) { f.Sources[0].Tag++ },
		"part 3 of 2":               func(f *File) { f.Part, f.Parts = 3, 2 },
	} {
		t.Run(name, func(t *testing.T) {
			other := summed(t, s, 0, 500)
			change(other)
			header, err := json.Marshal(other.Header)
			if err != nil {
				t.Fatal(err)
			}
			_, w := binary.Uvarint(b[len(Magic):])
			n, _ := binary.Uvarint(b[len(Magic):])
			sums := b[len(Magic)+w+int(n) : len(b)-32]
			text := append(binary.AppendUvarint([]byte(Magic), uint64(len(header))), header...)
			text = append(text, sums...)
			check := sha256.Sum256(text)
			if got, err := Decode(append(text, check[:]...)); err == nil {
				t.Errorf("%s: %+v", name, got.Header)
			}
		})
	}
	if _, err := Decode([]byte("privatepca moment 3\n...")); err == nil || !strings.Contains(err.Error(), "version") {
		t.Error(err)
	}
	if _, err := Decode([]byte("a,b\n1,2\n")); err == nil || !strings.Contains(err.Error(), "no moment file") {
		t.Error(err)
	}
}

// The parts' sum is the whole's, in any order.
func TestMergeIsTheWhole(t *testing.T) {
	s := columns()
	whole := summed(t, s, 0, 900)
	parts := []Part{{"one", summed(t, s, 0, 200)}, {"two", summed(t, s, 200, 201)}, {"three", summed(t, s, 201, 900)}}
	for _, order := range [][]Part{parts, {parts[2], parts[0], parts[1]}} {
		got, err := Merge(s, nil, order, true)
		if err != nil {
			t.Fatal(err)
		}
		if got.Matrix.Digest() != whole.Matrix.Digest() || got.Records != 900 || got.Irregularities[0].Count != whole.Irregularities[0].Count {
			t.Errorf("another sum, %+v, %+v", got.Header, whole.Header)
		}
		if again, err := Decode(got.Encode()); err != nil || again.Matrix.Digest() != whole.Matrix.Digest() {
			t.Error(err)
		}
	}
}

func TestMergeRefuses(t *testing.T) {
	s := columns()
	numbered := func(run string, part, parts, lo int) *File {
		f := summed(t, s, lo, lo+50)
		f.Run, f.Part, f.Parts = run, part, parts
		return f
	}
	other := columns()
	other.NormBound = 2
	pairs, persons := columns(), columns()
	pairs.NormRule, pairs.NormBound = schema.Pairs, 0
	persons.PersonColumn = "a"
	under := func(s *schema.Schema, lo int) *File {
		f := summed(t, columns(), lo, lo+50)
		f.Schema = SchemaDigest(s)
		return f
	}
	one := summed(t, s, 0, 50)
	for name, c := range map[string]struct {
		s     *schema.Schema
		parts []Part
		want  string
	}{
		"another schema": {s, []Part{{"x", one}, {"y", under(other, 50)}}, "y was summed under another schema"},
		"the same table": {s, []Part{{"x", one}, {"y", summed(t, s, 0, 50)}}, "x and y hold the same table"},
		"two passes":     {s, []Part{{"x", one}, {"y", features(t, s)}}, "two passes"},
		"a stale part":   {s, []Part{{"x", numbered("may", 1, 2, 0)}, {"y", numbered("june", 2, 2, 50)}}, "y is a stale part"},
		"a part twice":   {s, []Part{{"x", numbered("may", 1, 2, 0)}, {"y", numbered("may", 1, 2, 50)}}, "both part 1"},
		"a part missing": {s, []Part{{"x", numbered("may", 1, 3, 0)}, {"y", numbered("may", 3, 3, 50)}}, "Part 2 of 3"},
		"pairs":          {pairs, []Part{{"x", under(pairs, 0)}, {"y", under(pairs, 50)}}, "were never paired"},
		"persons":        {persons, []Part{{"x", under(persons, 0)}, {"y", under(persons, 50)}}, "-apart"},
		"no ids either":  {s, []Part{{"x", one}, {"y", summed(t, s, 50, 100)}}, "-apart"},
		"nothing":        {s, nil, "Name the moment files"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := Merge(c.s, nil, c.parts, !strings.Contains(c.want, "apart"))
			var f *fault.Error
			if !errors.As(err, &f) || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%s: %v", name, err)
			}
		})
	}
	if _, err := Merge(persons, nil, []Part{{"x", under(persons, 0)}, {"y", under(persons, 50)}}, true); err != nil {
		t.Error(err)
	}
	// A sum that would not fit is refused whole.
	full, twice := summed(t, s, 0, 50), summed(t, s, 50, 100)
	full.Matrix, twice.Matrix = crowd(t, s), crowd(t, s)
	if _, err := Merge(s, nil, []Part{{"x", full}, {"y", twice}}, true); !errors.Is(err, moment.ErrFull) {
		t.Error(err)
	}
}

// Counts that wrap around, and irregularities that no reading counts, are refused before anything is spent.
func TestCountsAreChecked(t *testing.T) {
	s := columns()
	with := func(change func(f *File)) *File {
		f := summed(t, s, 0, 50)
		change(f)
		return f
	}
	for name, change := range map[string]func(f *File){
		"many records":      func(f *File) { f.Records, f.Sources[0].Records = 1<<62, 1<<62 },
		"a negative count":  func(f *File) { f.Irregularities[0].Count = -1 },
		"more than records": func(f *File) { f.Irregularities[0].Count = 51 },
		"no line":           func(f *File) { f.Irregularities[0].FirstLine = 0 },
		"one kind twice":    func(f *File) { f.Irregularities = append(f.Irregularities, f.Irregularities[0]) },
		"more than kinds": func(f *File) {
			for i := range 4*f.Dim + 8 {
				f.Irregularities = append(f.Irregularities, dataset.Irregularity{Kind: dataset.Missing, Column: strconv.Itoa(i), Count: 1, FirstLine: 2})
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := Decode(with(change).Encode()); err == nil {
				t.Errorf("%s was read", name)
			}
		})
	}
	rows := func(n int64, text string) Part {
		f := features(t, s)
		f.Sum = &dataset.FeatureSum{Sum: make([]int64, s.D()), Rows: n}
		f.Records, f.Rows, f.Vector, f.Sources = n, n, n, []Source{{strings.Repeat(text, 32), n, Tag(strings.Repeat(text, 32))}}
		for i := range f.Sum.Sum {
			f.Sum.Sum[i] = n * schema.Scale
		}
		return Part{text, f}
	}
	if _, err := Merge(s, nil, []Part{rows(1<<49, "aa")}, true); err != nil {
		t.Error(err)
	}
	if got, err := Merge(s, nil, []Part{rows(1<<49, "aa"), rows(1<<49, "bb"), rows(1<<49, "cc")}, true); err == nil {
		t.Errorf("a mean of %d over %d", got.Sum.Sum[0], got.Sum.Rows)
	}
	for _, i := range []dataset.Irregularity{{Kind: "forged\nline", Count: 1, FirstLine: 2}, {Kind: dataset.Missing, Column: "nobody's", Count: 1, FirstLine: 2}, {Kind: dataset.NoDate, Column: "a", Count: 1, FirstLine: 2}} {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			if _, err := Merge(s, nil, []Part{{"x", with(func(f *File) { f.Irregularities = []dataset.Irregularity{i} })}}, true); err == nil {
				t.Errorf("%+v was taken", i)
			}
		})
	}
	got, err := Merge(s, nil, []Part{{"x", with(func(f *File) { f.Irregularities[0].Treatment = "\nforged" })}}, true)
	if err != nil || !reflect.DeepEqual(got.Irregularities, summed(t, s, 0, 50).Irregularities) {
		t.Errorf("%v: %+v", err, got)
	}
}

// crowd is a sum of as many records as fit.
func crowd(t *testing.T, s *schema.Schema) *moment.Matrix {
	a := moment.NewAccumulator(s.D(), schema.Scale)
	if err := a.AddUpper((1<<61-1)/(schema.Scale*schema.Scale), make([]int64, s.D()*(s.D()+1)/2)); err != nil {
		t.Fatal(err)
	}
	return a.Matrix()
}

func TestSealing(t *testing.T) {
	one, err := NewSecret("releaser")
	if err != nil {
		t.Fatal(err)
	}
	text, err := one.Encode()
	if err != nil {
		t.Fatal(err)
	}
	again, err := ParseSecret(text)
	if err != nil || again.Name != "releaser" || again.Identity() != one.Identity() {
		t.Fatal(err)
	}
	other, err := NewSecret("other")
	if err != nil {
		t.Fatal(err)
	}
	keys, err := ParseKeys([]byte("# recipients\n\n" + one.String() + other.String()))
	if err != nil || len(keys) != 2 || keys[0].Identity() != one.Identity() || keys[1].Name != "other" {
		t.Fatal(err, keys)
	}
	plain := summed(t, columns(), 0, 50).Encode()
	sealed, err := Seal(plain, keys[0])
	if err != nil {
		t.Fatal(err)
	}
	if opened, err := again.Open(sealed); err != nil || !bytes.Equal(opened, plain) {
		t.Fatal(err)
	}
	if bytes.Contains(sealed, []byte("second moment")) || bytes.Contains(sealed, plain[len(plain)-32:]) {
		t.Error("the sealed file shows what is in it")
	}
	if _, err := other.Open(sealed); err == nil || !strings.Contains(err.Error(), "sealed to another key, "+one.Identity()) {
		t.Error(err)
	}
	for _, i := range []int{0, 25, 40, 500, len(sealed) / 2, len(sealed) - 1} {
		changed := bytes.Clone(sealed)
		changed[i] ^= 1
		if _, err := one.Open(changed); err == nil {
			t.Errorf("byte %d was changed, and nothing noticed it", i)
		}
		if _, err := one.Open(sealed[:i]); err == nil {
			t.Errorf("%d bytes were taken for the whole", i)
		}
	}
	for _, bad := range []string{"", "privatepca-key-1 x AAAA", "privatepca-key-1 x !", "hello", string(text)} {
		if _, err := ParseKeys([]byte(bad)); err == nil || strings.Contains(err.Error(), strings.Fields(string(text))[2]) {
			t.Errorf("%q: %v", bad, err)
		}
	}
	for _, bad := range []string{"", "x y z", one.String(), strings.Replace(string(text), "privatepca-secret-key-1 releaser ", "privatepca-secret-key-1 releaser A", 1)} {
		if _, err := ParseSecret([]byte(bad)); err == nil {
			t.Errorf("%q was taken for a secret", bad)
		}
	}
	for _, name := range []string{"", "two words", "#x", strings.Repeat("x", 61)} {
		if _, err := NewSecret(name); err == nil {
			t.Errorf("%q is a name", name)
		}
	}
}

// Files of earlier versions open for ever: a sealed one with its key.
func TestGolden(t *testing.T) {
	dir := filepath.Join("testdata", "golden")
	read := func(name string) []byte {
		b, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	if os.Getenv("PRIVATEPCA_UPDATE") != "" {
		secret, err := NewSecret("golden")
		if err != nil {
			t.Fatal(err)
		}
		text, _ := secret.Encode()
		plain := summed(t, columns(), 0, 500).Encode()
		sealed, err := Seal(plain, secret.Key)
		if err != nil {
			t.Fatal(err)
		}
		os.MkdirAll(dir, 0o777)
		for name, b := range map[string][]byte{"secret.key": text, "table.moment": plain, "table.sealed": sealed} {
			os.WriteFile(filepath.Join(dir, name), b, 0o666)
		}
		mean, list := standard()
		third, err := EncodePass(mean, list[2])
		if err != nil {
			t.Fatal(err)
		}
		os.WriteFile(filepath.Join(dir, "pass-3.json"), third, 0o666)
		os.WriteFile(filepath.Join(dir, "pass-3.moment"), passed(t, mean, list[2], 0, 500).Encode(), 0o666)
	}
	s, p, err := DecodePass(read("pass-3.json"))
	if err != nil {
		t.Fatal(err)
	}
	third, err := Decode(read("pass-3.moment"))
	if err != nil {
		t.Fatal(err)
	}
	if merged, err := Merge(s, &p, []Part{{"golden", third}}, false); err != nil || !slices.Equal(merged.Integers, passed(t, s, p, 0, 500).Integers) {
		t.Fatal(err)
	}
	secret, err := ParseSecret(read("secret.key"))
	if err != nil {
		t.Fatal(err)
	}
	opened, err := secret.Open(read("table.sealed"))
	if err != nil || !bytes.Equal(opened, read("table.moment")) {
		t.Fatal(err)
	}
	f, err := Decode(opened)
	if err != nil || f.Matrix.Digest() != summed(t, columns(), 0, 500).Matrix.Digest() {
		t.Fatal(err)
	}
}

func FuzzDecode(f *testing.F) {
	for _, name := range []string{"table.moment", "pass-3.moment"} {
		b, err := os.ReadFile(filepath.Join("testdata", "golden", name))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(b)
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		if len(b) > 32 { // past the checksum, which a fuzzer does not find
			sum := sha256.Sum256(b[:len(b)-32])
			copy(b[len(b)-32:], sum[:])
		}
		file, err := Decode(b)
		if err != nil {
			return
		}
		if again, err := Decode(file.Encode()); err != nil || !reflect.DeepEqual(again, file) {
			t.Errorf("%v: %+v became %+v", err, file, again)
		}
	})
}

// What is read as a file of a pass is written again as one that means the same.
func FuzzDecodePass(f *testing.F) {
	b, err := os.ReadFile(filepath.Join("testdata", "golden", "pass-3.json"))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(b)
	f.Fuzz(func(t *testing.T, b []byte) {
		s, p, err := DecodePass(b)
		if err != nil {
			return
		}
		text, err := EncodePass(s, p)
		if err != nil {
			t.Fatal(err)
		}
		if own, again, err := DecodePass(text); err != nil || again.Digest(own) != p.Digest(s) {
			t.Errorf("%v: %+v became %+v", err, p, again)
		}
	})
}

// As many irregularities as a file may state are merged in a time that grows with their number, not with its square.
func TestManyIrregularitiesAreMerged(t *testing.T) {
	s := schema.New()
	for i := range 1000 {
		s.Fields = append(s.Fields, schema.Field{Name: strconv.Itoa(i), Kind: schema.Number, Minimum: 0, Maximum: 1})
	}
	var list []dataset.Irregularity
	for i := range 3 * len(s.Fields) {
		kind := [...]string{dataset.Missing, dataset.Unparsable, dataset.Outside}[i%3]
		list = append(list, dataset.Irregularity{Kind: kind, Column: s.Fields[i/3].Name, Count: 1, FirstLine: 2})
	}
	m := merging{schema: s}
	start := time.Now()
	for range 20 {
		if !m.add(list) {
			t.Fatal("it is refused")
		}
	}
	if took := time.Since(start); took > 20*time.Second || len(m.list) != len(list) || m.list[0].Count != 20 {
		t.Errorf("%d of %d in %v", len(m.list), len(list), took)
	}
}
