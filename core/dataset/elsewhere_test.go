package dataset

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"privatepca/core/moment"
	"privatepca/core/schema"
)

// What programs that read in parts, keep persons and pair rows by themselves rely on.

// Offsets tile the text: of whole files, of runs, and of records in a run, whatever the size of what is read at a time.
func TestOffsets(t *testing.T) {
	var b strings.Builder
	b.WriteString("\ufeffsep=;\nx;y\n")
	for i := range 20000 {
		fmt.Fprintf(&b, "%d;\"%d\n\"\n", i, i)
		if i%50 == 0 {
			b.WriteString("\n")
		}
	}
	text := b.String()
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	io.WriteString(z, text)
	z.Close()
	for name, src := range map[string]io.Reader{"plain": strings.NewReader(text), "gzip": &packed} {
		t.Run(name, func(t *testing.T) {
			r, err := NewReader(src)
			if err != nil {
				t.Fatal(err)
			}
			rows := 0
			for at := r.Offset(); ; at = r.Offset() {
				run, err := r.Run(5000)
				if err == io.EOF {
					if at != int64(len(text)) {
						t.Errorf("%s: it ended at %d of %d", name, at, len(text))
					}
					break
				}
				if err != nil || string(run.Text) != text[at:r.Offset()] {
					t.Fatalf("%s: the run at %d is another text: %v", name, at, err)
				}
				own := NewRunReader(r.Dialect(), Run{Text: slices.Clone(run.Text), Line: run.Line})
				for {
					from := own.Offset()
					record, err := own.Next()
					if err == io.EOF {
						break
					}
					if err != nil {
						t.Fatal(err)
					}
					if cell := string(record.Cell(0)); !strings.HasPrefix(strings.TrimLeft(string(run.Text[from:own.Offset()]), "\n"), cell+";") {
						t.Fatalf("%s: the record at %d is not %s", name, from, cell)
					}
					rows++
				}
			}
			if rows != 20000 {
				t.Errorf("%s: %d rows", name, rows)
			}
		})
	}
}

// Rows that are packed one by one make the pairs' vectors of ReadPairs.
func TestPairEncoder(t *testing.T) {
	s := schema.New(
		schema.Field{Name: "a", Kind: schema.Number, Minimum: 0, Maximum: 9},
		schema.Field{Name: "b", Kind: schema.Category, Enum: []string{"p", "q"}},
		schema.Field{Name: "c", Kind: schema.Number, Minimum: -1, Maximum: 1})
	s.NormRule = schema.Pairs
	var b strings.Builder
	b.WriteString("a,b,c\n")
	rng := rand.New(rand.NewPCG(1, 1))
	const n = 301
	for range n {
		fmt.Fprintf(&b, "%d,%s,%g\n", rng.IntN(12), []string{"p", "q", ""}[rng.IntN(3)], rng.Float64()*2-1)
	}
	seed := [32]byte{5}
	want := moment.NewAccumulator(s.D(), schema.Scale)
	if _, err := ReadPairs(func() io.Reader { return strings.NewReader(b.String()) }, s, seed, want.Add); err != nil {
		t.Fatal(err)
	}
	r, err := NewReader(strings.NewReader(b.String()))
	if err != nil {
		t.Fatal(err)
	}
	p, err := NewPairEncoder(s, r.Header())
	if err != nil {
		t.Fatal(err)
	}
	keys := rand.NewChaCha8(seed)
	keys.Read(make([]byte, 32))
	type row struct {
		key uint64
		PackedRow
	}
	var rows []row
	for {
		record, err := r.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		rows = append(rows, row{keys.Uint64(), p.Pack(record)})
	}
	slices.SortFunc(rows, func(a, b row) int {
		if a.key < b.key {
			return -1
		}
		return 1
	})
	got := moment.NewAccumulator(s.D(), schema.Scale)
	for i := 0; i+1 < len(rows); i += 2 {
		if err := got.Add(p.Encode(rows[i].PackedRow, rows[i+1].PackedRow)); err != nil {
			t.Fatal(err)
		}
	}
	if got.Matrix().Digest() != want.Matrix().Digest() {
		t.Error("another sum of pairs")
	}
}

// A record's id is what Persons goes by.
func TestPersonID(t *testing.T) {
	s := schema.New(schema.Field{Name: "a", Kind: schema.Number, Minimum: 0, Maximum: 9})
	s.PersonColumn, s.RowsPerPerson, s.MissingValues = "id", 1, []string{"-"}
	r, err := NewReader(strings.NewReader("a,id\n1, x \n2,-\n3,\n4\n5,\"y\"\n"))
	if err != nil {
		t.Fatal(err)
	}
	p, err := NewPersons(s, r.Header())
	if err != nil {
		t.Fatal(err)
	}
	var ids []string
	for {
		record, err := r.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, string(p.ID(record)))
	}
	if !slices.Equal(ids, []string{"x", "", "", "", "y"}) {
		t.Errorf("%q", ids)
	}
}
