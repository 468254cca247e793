package pca

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"privatepca/core/privacy"
	"privatepca/core/release"
	"privatepca/core/schema"
)

// answersTable has six numbers and three lists of six answers, of which a row names all or hardly any: the answers of one list are related with each other.
// Where across is true one factor decides over the lists and three of the numbers; else no two columns are related.
func answersTable(seed uint64, n int, across bool) (string, *schema.Schema) {
	rng := rand.New(rand.NewPCG(seed, 31))
	levels := []string{"a", "b", "c", "d", "e", "f"}
	s := schema.New()
	var text strings.Builder
	for j := range 6 {
		s.Fields = append(s.Fields, schema.Field{Name: fmt.Sprintf("x%d", j), Kind: schema.Number, Minimum: -4, Maximum: 4})
		fmt.Fprintf(&text, "x%d,", j)
	}
	for l := range 3 {
		name := fmt.Sprintf("l%d", l)
		s.Fields = append(s.Fields, schema.ListOf(schema.Field{Name: name}, ";", levels)...)
		text.WriteString(name + []string{",", ",", "\n"}[l])
	}
	s.NormRule, s.Scaling = schema.Mean, schema.Affine
	for range n {
		common := rng.NormFloat64()
		for j := range 6 {
			x := rng.NormFloat64()
			if across && j < 3 {
				x = .7*common + .7*x
			}
			fmt.Fprintf(&text, "%.3f,", x)
		}
		for l := range 3 {
			own := rng.NormFloat64()
			if across {
				own = .9*common + .4*own
			}
			cell := []string{levels[rng.IntN(6)]}
			for _, level := range levels {
				if own+.3*rng.NormFloat64() > 0 {
					cell = append(cell, level)
				}
			}
			text.WriteString(strings.Join(cell, ";") + []string{",", ",", "\n"}[l])
		}
	}
	return text.String(), s
}

// A list is one column of the release: it has one spread, one share of answered cells and one scale, and what its answers have in common with each other
// relates no columns. What they have in common with other columns does.
func TestAListIsOneColumn(t *testing.T) {
	for seed := range uint64(5) {
		for _, c := range []struct {
			across bool
			least  int
			most   int
		}{{false, 0, 0}, {true, 1, 1}} {
			text, s := answersTable(seed, 4000, c.across)
			d := checked(t, standardRelease(t, text, s, usual(2, 5), usualMachine(seed)), 2)
			f := d.Finding
			if f.Clear < c.least || f.Clear > c.most {
				t.Errorf("seed %d, related: %v: %d directions are clear, values %v, level %g", seed, c.across, f.Clear, f.Values, f.Level)
			}
			if len(f.Scales) != 9 || len(f.Answered) != 9 || len(d.Encoding.Fields) != 24 {
				t.Errorf("%d scales, %d shares of answers, %d fields", len(f.Scales), len(f.Answered), len(d.Encoding.Fields))
			}
			for i := 6; i < 24; i++ { // features of one list are divided by one number
				if first := 6 + (i-6)/6*6; d.Scale[i] != d.Scale[first] {
					t.Errorf("feature %d is divided by %g, the first of its list by %g", i, d.Scale[i], d.Scale[first])
				}
			}
		}
	}
}

// A release as the first takes over what was measured of lists as columns, and not from a document in which each answer is one.
func TestListsAsTheFirst(t *testing.T) {
	text, s := answersTable(3, 2000, true)
	first := checked(t, standardRelease(t, text, s, usual(1, 5), usualMachine(1)), 1)
	encoded, err := release.Encode(first)
	if err != nil {
		t.Fatal(err)
	}
	c := usual(1, 5)
	if c.As, err = release.As(first, encoded, s, privacy.ReplaceOne); err != nil {
		t.Fatal(err)
	}
	if d := checked(t, standardRelease(t, text, s, c, usualMachine(2)), 1); d.Finding.Clear != 1 {
		t.Errorf("%d directions are clear", d.Finding.Clear)
	}
	earlier := *first
	earlier.Encoding.Fields = slices.Clone(first.Encoding.Fields)
	for i := range earlier.Encoding.Fields {
		f := &earlier.Encoding.Fields[i]
		f.Column, f.Separator, f.Level = "", "", ""
	}
	if _, err := release.As(&earlier, encoded, s, privacy.ReplaceOne); err == nil || !strings.Contains(err.Error(), "answers of a list") {
		t.Errorf("as a document of answers as columns: %v", err)
	}
	// Who takes the list's name out of a document, or puts other levels there, is found out.
	if _, err := release.Encode(&earlier); err == nil {
		t.Error("a document of 24 columns has 9 scales")
	}
	earlier.Encoding.Fields = slices.Clone(first.Encoding.Fields)
	earlier.Encoding.Fields[8].Level = "z"
	if _, err := release.Encode(&earlier); err == nil {
		t.Error("a level is not that of its field's name")
	}
}

// Without the list's name in its fields a document means what it meant: each answer is a column. Then the same table shows directions.
func TestAnswersAsColumns(t *testing.T) {
	text, s := answersTable(1, 4000, false)
	lines := strings.Split(strings.TrimSpace(text), "\n")
	for i := range lines {
		cells := strings.Split(lines[i], ",")
		for l, cell := range cells[6:] {
			flat := []string{}
			for _, level := range []string{"a", "b", "c", "d", "e", "f"} {
				switch {
				case i == 0:
					flat = append(flat, cell+"="+level)
				case strings.Contains(cell, level):
					flat = append(flat, "1")
				default:
					flat = append(flat, "0")
				}
			}
			cells[6+l] = strings.Join(flat, ",")
		}
		lines[i] = strings.Join(cells, ",")
	}
	for i := range s.Fields {
		f := &s.Fields[i]
		f.Column, f.Separator, f.Item = "", "", ""
	}
	d := checked(t, standardRelease(t, strings.Join(lines, "\n")+"\n", s, usual(2, 5), usualMachine(1)), 2)
	if d.Finding.Clear < 3 || len(d.Finding.Scales) != 24 {
		t.Errorf("%d directions are clear, %d scales", d.Finding.Clear, len(d.Finding.Scales))
	}
}
