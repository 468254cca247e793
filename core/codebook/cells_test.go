package codebook

import (
	"encoding/csv"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// Lists are split as encoding/csv splits them where it takes stray quotation marks, but for a blank before one and behind one.
func TestListsAreSplit(t *testing.T) {
	for text, want := range map[string][][]string{
		"a,b\r\n1, \"x, y\" \r\n": {{"a", "b"}, {"1", "x, y"}},
		"a;b\n\"x\"\"y\";2":       {{"a;b"}, {`x"y";2`}},
		"\n\na,\"b\r\nc\"\n":      {{"a", "b\nc"}},
		"a,":                      {{"a", ""}},
		"a,\"he said \"no\" \",b": {{"a", `he said "no" `, "b"}},
		"\"never closed\n1,2":     {{"never closed\n1,2"}},
		`5" pipe,x`:               {{`5" pipe`, "x"}},
	} {
		if got := splitAll(text); fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	rng := rand.New(rand.NewPCG(38, 2))
	for range 20_000 {
		var b strings.Builder
		for range rng.IntN(14) {
			b.WriteString([]string{"a", ",", "\"", "\"\"", "\n", "b", ",\"", "\",", "é"}[rng.IntN(9)])
		}
		std := csv.NewReader(strings.NewReader(b.String()))
		std.FieldsPerRecord, std.LazyQuotes = -1, true
		want, err := std.ReadAll()
		if got := splitAll(b.String()); err == nil && !slices.EqualFunc(got, want, slices.Equal[[]string]) {
			t.Fatalf("%q: %q, want %q", b.String(), got, want)
		}
	}
}

func splitAll(text string) (all [][]string) {
	for r := (&rows{[]byte(text), ','}); ; {
		cells, err := r.Read()
		if err != nil {
			return all
		}
		all = append(all, cells)
	}
}
