package session

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"privatepca/core/schema"
	"privatepca/wasm/protocol"
)

// Whatever a file looks like, what is guessed of it is asked about, what is shown are the records that are summed, and with the guess the sum is
// the plain table's: what a page shows, counts and releases is read by one reader.
func TestWhatIsShownIsWhatIsSummed(t *testing.T) {
	rows := func(before, after string) string {
		var b strings.Builder
		for i := range 60 {
			if before != "" {
				fmt.Fprintf(&b, "%s%d,", before, i)
			}
			fmt.Fprintf(&b, "%d,%d.5,%s%s\n", 20+i%50, 150+i%40, []string{"yes", "no"}[i%2], after)
		}
		return b.String()
	}
	header := "age,height,smoker\n"
	plain := header + rows("", "")
	s := schema.New(schema.Field{Name: "age", Kind: schema.Number, Maximum: 120}, schema.Field{Name: "height", Kind: schema.Number, Minimum: 100, Maximum: 250},
		schema.Field{Name: "smoker", Kind: schema.Category, Enum: []string{"yes", "no"}})
	s.NormRule = schema.Unit
	sum := func(text string, doubts ...string) (digest string, shown [][]string) {
		p := newPage(t, 1)
		o := must(p, protocol.OpenRequest, protocol.Open{}, &memory{name: "t.csv", data: []byte(text)})
		if !slices.Equal(o.Doubts, doubts) {
			t.Errorf("%.40q: asked about %v, want %v", text, o.Doubts, doubts)
		}
		looked := must(p, protocol.LookRequest, protocol.Look{}, nil)
		of := *s
		of.Dialect = o.Dialect
		must(p, protocol.PrepareRequest, protocol.Prepare{Schema: of.Encode()}, nil)
		return p.s.prepared.table.Matrix().Digest(), looked.Rows[looked.Header+1:]
	}
	want, first := sum(plain)
	for name, c := range map[string]struct {
		text   string
		doubts []string
	}{
		"row names":        {header + rows("r", ""), []string{schema.DoubtRowNames}},
		"an empty cell":    {header + rows("", ","), nil},
		"units":            {header + "years,cm,\n" + rows("", ""), []string{schema.DoubtBelow}},
		"a footer":         {plain + "Total,,\n\"Source: here, 2024\",,\n", []string{schema.DoubtEnd}},
		"a sum":            {plain + "2700,10200.5,Sum\n", []string{schema.DoubtEnd}},
		"CR CR LF":         {strings.ReplaceAll(plain, "\n", "\r\r\n"), nil},
		"blanks and marks": {header + strings.NewReplacer("yes", " \"yes\u200e\" ", ".5", ".5\u200b").Replace(rows("", "")), nil},
		"DOS's end":        {plain + "\x1a", nil},
		"a comment":        {"# by a logger\n" + plain, []string{schema.DoubtComment}},
		"empty rows":       {strings.ReplaceAll(plain, "no\n", "no\n,,\n \n"), nil},
	} {
		got, shown := sum(c.text, c.doubts...)
		if got != want {
			t.Errorf("%s: it is summed as another table", name)
		}
		if name == "row names" {
			for i := range shown {
				shown[i] = shown[i][1:]
			}
		}
		for i := range min(5, len(shown)) {
			for j, cell := range shown[i] {
				if strings.Trim(cell, " \u200e\u200b") != first[i][j] {
					t.Errorf("%s: row %d is shown as %q, and is %q", name, i, shown[i], first[i])
				}
			}
		}
	}
}
