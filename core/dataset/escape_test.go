package dataset

import (
	"encoding/csv"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"privatepca/core/schema"
)

// dataverse writes a cell as Dataverse does.
func dataverse(cell string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\t", `\t`, "\r", `\r`).Replace(cell) + `"`
}

// Texts that Dataverse has written are read as what they were, however the text comes in.
func TestEscapes(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	const letters = "ab \\\"\n\tré"
	var want [][]string
	text := "id\tnote\tx\n"
	for range 300 {
		var cell []rune
		for range rng.IntN(8) {
			r := []rune(letters)
			cell = append(cell, r[rng.IntN(len(r))])
		}
		want = append(want, []string{"1", string(cell), "2"})
		text += "1\t" + dataverse(string(cell)) + "\t2\n"
	}
	for name, src := range map[string]io.Reader{"whole": strings.NewReader(text), "a byte at a time": iotest.OneByteReader(strings.NewReader(text)), "with an error beside data": iotest.DataErrReader(strings.NewReader(text))} {
		t.Run(name, func(t *testing.T) {
			r, err := NewReaderIn(src, schema.Dialect{Encoding: schema.UTF8, Delimiter: "\t", Escape: schema.Backslash})
			if err != nil {
				t.Fatal(err)
			}
			for i, row := range want {
				rec, err := r.Next()
				if err != nil {
					t.Fatalf("%s, row %d: %v", name, i, err)
				}
				var got []string
				for j := range rec.Len() {
					got = append(got, string(rec.Cell(j)))
				}
				if !slices.Equal(got, row) {
					t.Fatalf("%s, row %d is %q, want %q", name, i, got, row)
				}
			}
			if _, err := r.Next(); err != io.EOF {
				t.Errorf("%s: %v", name, err)
			}
		})
	}
	// Without the dialect a backslash is a character like any other.
	if r, err := NewReader(strings.NewReader("a\tb\n\"x\\\\y\"\t1\n")); err != nil {
		t.Fatal(err)
	} else if rec, err := r.Next(); err != nil || string(rec.Cell(0)) != `x\\y` {
		t.Errorf("%v", err)
	}
}

// Whatever the text, reading it in any pieces gives the same, and a cell that was written is read.
func FuzzEscapes(f *testing.F) {
	for _, text := range []string{"a\"b\\c\nd", "\\", "\\\"", "x\ty", "\"\"", "\\x"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		whole, err := io.ReadAll(unescaped(strings.NewReader(text), schema.Backslash))
		if err != nil {
			t.Fatal(err)
		}
		pieces, err := io.ReadAll(unescaped(iotest.OneByteReader(strings.NewReader(text)), schema.Backslash))
		if err != nil || string(pieces) != string(whole) {
			t.Fatalf("%q is %q, in pieces %q", text, whole, pieces)
		}
		cell := strings.ReplaceAll(text, "\r", "")
		out, err := io.ReadAll(unescaped(strings.NewReader(dataverse(cell)+"\n"), schema.Backslash))
		if err != nil {
			t.Fatal(err)
		}
		rows, err := csv.NewReader(strings.NewReader(string(out))).ReadAll()
		if err != nil || len(rows) != 1 || rows[0][0] != cell {
			t.Fatalf("%q is written as %q and read as %q (%v)", cell, dataverse(cell), rows, err)
		}
	})
}

// A text that ends behind a backslash keeps it; one whose reading fails there has no character of its own.
func TestAnEscapeThatIsCutOff(t *testing.T) {
	const text = "\"a\\"
	if got, err := io.ReadAll(unescaped(strings.NewReader(text), schema.Backslash)); string(got) != text || err != nil {
		t.Errorf("cut off: %q, %v", got, err)
	}
	got, err := io.ReadAll(unescaped(io.MultiReader(strings.NewReader(text), iotest.ErrReader(io.ErrClosedPipe)), schema.Backslash))
	if string(got) != `"a` || err != io.ErrClosedPipe {
		t.Errorf("a reading that fails: %q, %v", got, err)
	}
}
