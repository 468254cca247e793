package words

import (
	"encoding/csv"
	"strings"
	"testing"
)

// A text that people edit in a spreadsheet begins no formula there, and comes back as it was; also one that has apostrophes already.
func TestEditable(t *testing.T) {
	for text, want := range map[string]string{
		"=1+1": "'=1+1", "+1+1": "'+1+1", "@SUM(1)": "'@SUM(1)", "-log10(p)": "'-log10(p)", "'=1": "''=1", "''@x": "'''@x", "\t=1": "'\t'=1", "＝1": "'＝1", "a\n=1": "a\n'=1", "a;'=1": "a;''=1",
		"-9": "-9", "-9.5": "-9.5", "-9 | -8": "'-9 | -8", "+9": "'+9", "'-9": "''-9", "'\tx": "''\tx",
		"plain": "plain", "a=b": "a=b", "": "", "it's": "it's", "'quoted'": "'quoted'", "(-5,-1]": "(-5,-1]", "d’-x": "d’-x",
	} {
		if got := Editable(text); got != want || Edited(got) != text {
			t.Errorf("%q is written as %q, want %q, and read as %q", text, got, want, Edited(got))
		}
	}
}

// Whatever the text, no place where a cell could begin has a formula but a plain number, and Edited is the inverse.
func FuzzEditable(f *testing.F) {
	for _, text := range []string{"=1", "'=1", "a;=b\n+c", "\t-x", "\"=x", "\u200b'@", "-5", "'-5", "x\r\n=1"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		text = strings.ReplaceAll(strings.ToValidUTF8(text, "?"), "\x00", "")
		cell := Editable(text)
		if back := Edited(cell); back != text {
			t.Fatalf("%q is written as %q and read as %q", text, cell, back)
		}
		if inert := Inert(cell); cell != text && inert != cell {
			t.Fatalf("%q, of %q, begins a formula: %q", cell, text, inert)
		}
		var b strings.Builder
		w := csv.NewWriter(&b)
		w.Write([]string{cell, "x"})
		w.Flush()
		if rows, err := csv.NewReader(strings.NewReader(b.String())).ReadAll(); err != nil || len(rows) != 1 {
			t.Fatalf("%q: %v", cell, err)
		}
	})
}
