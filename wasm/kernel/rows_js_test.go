package kernel

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"privatepca/core/dataset"
	"privatepca/core/dataset/datasettest"
	"privatepca/core/fault"
	"privatepca/core/schema"
)

// reading is all that reading a file gives.
type reading struct {
	vectors []int16
	norms   []float64
	summary *dataset.Summary
	err     error

	contents string
}

func read(by dataset.Reading, text string, chunk int, s *schema.Schema) (r reading) {
	r.summary, r.err = by.Read(&trickle{strings.NewReader(text), chunk}, s, func(q []int16) error {
		r.vectors = append(r.vectors, q...)
		return nil
	})
	r.contents, _ = by.Contents(&trickle{strings.NewReader(text), chunk}, s.Dialect, []byte("a key"))
	by.ReadNorms(strings.NewReader(text), s, func(norm float64) { r.norms = append(r.norms, norm) })
	if s.PersonColumn == "" && r.err == nil {
		pairs := *s
		pairs.NormRule, pairs.RowsPerPerson = schema.Pairs, 1
		by.ReadPairs(func() io.Reader { return strings.NewReader(text) }, &pairs, [32]byte{7}, func(q []int16) error {
			r.vectors = append(r.vectors, q...)
			return nil
		})
	}
	return r
}

// A trickle gives a few bytes at a time.
type trickle struct {
	io.Reader
	most int
}

func (t *trickle) Read(p []byte) (int, error) { return t.Reader.Read(p[:min(len(p), t.most)]) }

// same compares reading with the kernel and without.
func same(t *testing.T, k *Kernels, text string, chunk int, s *schema.Schema) {
	t.Helper()
	got := read(dataset.Reading{Kernel: k.Rows}, text, chunk, s)
	want := read(dataset.Reading{}, text, chunk, s)
	var e, e2 *fault.Error
	errors.As(got.err, &e)
	errors.As(want.err, &e2)
	if !reflect.DeepEqual(e, e2) || !reflect.DeepEqual(got.summary, want.summary) {
		t.Fatalf("%.400q:\n%+v, %+v; want\n%+v, %+v", text, got.summary, e, want.summary, e2)
	}
	if got.contents != want.contents || want.err == nil && want.contents == "" {
		t.Fatalf("%.400q: contents %q, want %q", text, got.contents, want.contents)
	}
	if !reflect.DeepEqual(got.vectors, want.vectors) || !reflect.DeepEqual(got.norms, want.norms) {
		for i := range want.vectors {
			if i >= len(got.vectors) || got.vectors[i] != want.vectors[i] {
				t.Fatalf("%.400q: entry %d differs", text, i)
			}
		}
		t.Fatalf("%.400q: norms differ", text)
	}
}

// Files of odd and plain cells give the same with the kernel as without: vectors, norms,
// irregularities, lines and errors.
func TestRowsAreTheSame(t *testing.T) {
	k := load(t)
	rng := rand.New(rand.NewPCG(1, 2))
	levels := []string{"a", "b ", "eight ch", "nine char", "exactly sixteen.", "more than sixteen", "more than sixteen too", "more than 16, quoted", "no", "7"}
	s := schema.New(
		schema.Field{Name: "x", Kind: schema.Number, Minimum: -2, Maximum: 1000},
		schema.Field{Name: "c", Kind: schema.Category, Enum: levels},
		schema.Field{Name: "y", Kind: schema.Number, Minimum: 0.1, Maximum: 0.9},
		schema.Field{Name: "b", Kind: schema.Category, Enum: []string{"false", "true"}, Spellings: [][]string{{"0"}, {"1"}}})
	oddities := []string{
		"", " ", "NaN", "1e3", "1,5", "\"1\"", "\"2\n\"", "\"", "x", "+1", "--1", "1.2.3", ".", "-", "-.5", "5.", "0x1", "1\x00", "é",
		"123456789012345678901234567890", "0.30000000000000004", "9007199254740993", "-0", "1 ", "-9", ",", "\r", "unknown", "99999999999999999",
	}
	plain := func() string {
		digits := fmt.Sprintf("%020d", rng.Uint64())[:1+rng.IntN(18)]
		switch rng.IntN(4) {
		case 0:
			return digits
		case 1:
			return "-" + digits
		}
		at := rng.IntN(len(digits))
		return []string{"", "-"}[rng.IntN(2)] + digits[:at] + "." + digits[at:]
	}
	rules := []func(*schema.Schema){
		func(*schema.Schema) {},
		func(s *schema.Schema) { s.NormRule = schema.Unit },
		func(s *schema.Schema) { s.Centre, s.Scaling = schema.CentreMidpoint, schema.Affine },
		func(s *schema.Schema) { s.NormBound = 0.25 },
		func(s *schema.Schema) { s.Centre, s.Point = schema.CentrePoint, make([]float64, s.D()) },
		func(s *schema.Schema) {
			s.NormRule, s.Centre, s.Point = schema.Sign, schema.CentrePoint, slices.Repeat([]float64{.125}, s.D())
		},
		func(s *schema.Schema) { s.PersonColumn, s.RowsPerPerson = "c", 2 },
		func(s *schema.Schema) { s.MissingValues = []string{"", "-9", "no"} },
	}
	for i := range 150 {
		var text strings.Builder
		delimiter := []string{",", ",", "\t", ";"}[rng.IntN(4)]
		end := []string{"\n", "\n", "\r\n", "\r"}[rng.IntN(4)]
		text.WriteString(strings.Join([]string{"x", "other", "c", "y", "b"}, delimiter) + end)
		odd := []int{0, 3, 30, 300}[rng.IntN(4)] // of 1000 cells
		rows := rng.IntN(60)
		if i%50 == 0 {
			rows = 3000
		}
		for range rows {
			for c := range 5 {
				if c > 0 {
					text.WriteString(delimiter)
				}
				switch {
				case rng.IntN(1000) < odd:
					text.WriteString(oddities[rng.IntN(len(oddities))])
				case c == 2:
					if l := levels[rng.IntN(len(levels))]; !strings.Contains(l, delimiter) {
						text.WriteString(l)
					}
				case c == 4:
					text.WriteString([]string{"0", "1", "false", "true"}[rng.IntN(4)])
				default:
					text.WriteString(plain())
				}
			}
			text.WriteString(end)
			if rng.IntN(1000) < odd {
				text.WriteString(end)
			}
		}
		ruled := *s
		rules[i%len(rules)](&ruled)
		same(t, k, text.String(), 1+rng.IntN(5000), &ruled)
	}
	single := schema.New(schema.Field{Name: "x", Kind: schema.Number, Minimum: 0, Maximum: 9}, schema.Field{Name: "x2", Kind: schema.Number, Minimum: 0, Maximum: 9})
	single.Fields = single.Fields[:1]
	same(t, k, "x\n1\n\n2\n\r\n3", 7, single)
	for _, shape := range datasettest.Shapes(100_000) {
		same(t, k, string(shape.Text), 1<<16, shape.Schema)
		same(t, k, string(shape.Text[:len(shape.Text)-1]), 1<<16, shape.Schema)
	}
}

// A number cell gives the same whatever character stands wherever in it, in each of an odd number of columns.
func TestEveryCharacterIsTheSame(t *testing.T) {
	k := load(t)
	s := schema.New(
		schema.Field{Name: "x", Kind: schema.Number, Minimum: -10, Maximum: 10},
		schema.Field{Name: "y", Kind: schema.Number, Minimum: 0, Maximum: 123456},
		schema.Field{Name: "z", Kind: schema.Number, Minimum: -1e16, Maximum: 1e16})
	s.Centre, s.Scaling = schema.CentreMidpoint, schema.Affine
	for _, delimiter := range []string{",", ";"} {
		var text strings.Builder
		text.WriteString(strings.Join([]string{"z", "y", "x"}, delimiter) + "\n")
		for _, cell := range []string{"7", "98", "-5", "1.5", "12345678", "-0.765432", "123456789", "9007199254740992", "9007199254740991", "0.12345678901234", "99999999999999999"} {
			for place := range len(cell) {
				for b := 1; b < 256; b++ {
					changed := cell[:place] + string([]byte{byte(b)}) + cell[place+1:]
					if b == '"' || b == '\n' || string([]byte{byte(b)}) == delimiter {
						changed = cell
					}
					row := []string{"1", "1", "1"}
					row[b%3] = changed
					text.WriteString(strings.Join(row, delimiter) + "\n")
				}
			}
		}
		same(t, k, text.String(), 1<<16, s)
	}
}

// Cells that are written in several ways have the words that Go gives them, in rows of several lengths.
func TestWordsAreTheSame(t *testing.T) {
	k := load(t)
	rng := rand.New(rand.NewPCG(3, 4))
	cells := []string{
		"", "0", "00", "000", "10", "100", "1.0", "1.50", "-0.00", "+2.500", "1.2.0", "v1.50", "1e.0", ".0", ".00", "-.0", "0.", "10.", "1.000000000000", "-12345678.90",
		" 1", "1\t", "\r1", "eight ch", "nine char", "sixteen letters.", "a cell of many letters and a zero 0", "a cell. of many letters, and 0", "é0.0", "12345670", "1234567.0", "1234567800",
	}
	for _, columns := range []int{1, 2, 3, 20} {
		for _, end := range []string{"\n", "\r\n", "\r"} {
			header := strings.Repeat("c;", columns-1) + "c" + end
			var text strings.Builder
			text.WriteString(header)
			for range 2000 {
				n := columns
				if rng.IntN(8) == 0 {
					n = 1 + rng.IntN(columns+2)
				}
				for i := range n {
					if i > 0 {
						text.WriteByte(';')
					}
					cell := cells[rng.IntN(len(cells))]
					if end == "\r" {
						cell = strings.ReplaceAll(cell, "\r", "")
					}
					if rng.IntN(200) == 0 {
						cell = `"` + cell + `"`
					}
					text.WriteString(cell)
				}
				text.WriteString(end)
			}
			d := schema.Dialect{Delimiter: ";"}
			want, err := dataset.Contents(strings.NewReader(text.String()), d, []byte("a key"))
			if err != nil {
				t.Fatal(err)
			}
			got, err := (dataset.Reading{Kernel: k.Rows}).Contents(&trickle{strings.NewReader(text.String()), 3000}, d, []byte("a key"))
			if err != nil || got != want {
				t.Errorf("%d columns, lines that end in %q: %v, contents %s, want %s", columns, end, err, got, want)
			}
		}
	}
}

// BenchmarkContents measures bytes of text to contents.
func BenchmarkContents(b *testing.B) {
	for _, s := range datasettest.Shapes(8 << 20) {
		run := func(b *testing.B, by dataset.Reading) {
			b.SetBytes(int64(len(s.Text)))
			for b.Loop() {
				if _, err := by.Contents(bytes.NewReader(s.Text), s.Schema.Dialect, nil); err != nil {
					b.Fatal(err)
				}
			}
		}
		b.Run(s.Name+"/go", func(b *testing.B) { run(b, dataset.Reading{}) })
		b.Run(s.Name+"/kernel", func(b *testing.B) {
			k := load(b).Rows
			b.ResetTimer()
			run(b, dataset.Reading{Kernel: k})
		})
	}
}

// BenchmarkRows measures bytes of text to vectors.
func BenchmarkRows(b *testing.B) {
	for _, s := range datasettest.Shapes(8 << 20) {
		run := func(b *testing.B, by dataset.Reading) {
			b.SetBytes(int64(len(s.Text)))
			for b.Loop() {
				if _, err := by.Read(bytes.NewReader(s.Text), s.Schema, func([]int16) error { return nil }); err != nil {
					b.Fatal(err)
				}
			}
		}
		b.Run(s.Name+"/go", func(b *testing.B) { run(b, dataset.Reading{}) })
		b.Run(s.Name+"/simd", func(b *testing.B) {
			k := load(b).Rows
			b.ResetTimer()
			run(b, dataset.Reading{Kernel: k})
		})
	}
}
