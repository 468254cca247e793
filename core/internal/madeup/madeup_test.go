package madeup

import (
	"bytes"
	"encoding/csv"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"privatepca/core/schema"
)

func all() []Maker {
	out := append(append(Planted(), Null()...), Own()...)
	return append(out, Planted()[0].Missing(.1), Group(10, 4, .4))
}

// Every table is the same with the same seed, another with another, and a file that its schema describes.
func TestTables(t *testing.T) {
	seen := map[string]bool{}
	for _, m := range all() {
		if seen[m.Name] {
			t.Errorf("two tables are called %q", m.Name)
		}
		seen[m.Name] = true
		const n = 60
		text := func(seed uint64) []byte {
			var b bytes.Buffer
			if err := m.Draw(n, seed).WriteCSV(&b); err != nil {
				t.Fatal(err)
			}
			return b.Bytes()
		}
		if !bytes.Equal(text(1), text(1)) || bytes.Equal(text(1), text(2)) {
			t.Errorf("%s: a seed does not tell the table", m.Name)
		}
		table := m.Draw(n, 1)
		s := table.Schema()
		if err := s.Validate(); err != nil {
			t.Errorf("%s: %v", m.Name, err)
		}
		if again, err := schema.Parse(s.Encode()); err != nil || again.D() != table.Features() {
			t.Errorf("%s: the schema does not come back: %v", m.Name, err)
		}
		rows, err := csv.NewReader(bytes.NewReader(text(1))).ReadAll()
		if err != nil || len(rows) != len(table.Rows)+1 {
			t.Errorf("%s: %d lines of %d rows: %v", m.Name, len(rows), len(table.Rows), err)
		}
		for j, c := range table.Columns {
			for _, row := range table.Rows {
				if x := row[j]; c.Levels > 0 && !math.IsNaN(x) && (x != math.Trunc(x) || x < 0 || int(x) >= c.Levels) {
					t.Fatalf("%s: column %d has the level %g", m.Name, j, x)
				}
			}
		}
		if table.Effect < float64(table.PerPerson) || table.PerPerson < 1 {
			t.Errorf("%s: %d rows a person, design effect %g", m.Name, table.PerPerson, table.Effect)
		}
		for _, w := range table.Weights {
			if !(w >= 0 && w <= table.Heaviest) {
				t.Fatalf("%s: a weight of %g", m.Name, w)
			}
		}
	}
}

// Null tables have no correlation that chance does not make: in numbers that are there, |r|·√(pairs of rows) stays below 6 for every pair of
// columns. Planted ones have one.
func TestRelations(t *testing.T) {
	strongest := func(table *Table, n float64) (most float64) {
		for a, ca := range table.Columns {
			for b := range a {
				if ca.Levels > 0 || table.Columns[b].Levels > 0 {
					continue
				}
				var sa, sb, saa, sbb, sab, count float64
				for _, row := range table.Rows {
					if x, y := row[a], row[b]; !math.IsNaN(x) && !math.IsNaN(y) {
						sa, sb, saa, sbb, sab, count = sa+x, sb+y, saa+x*x, sbb+y*y, sab+x*y, count+1
					}
				}
				va, vb := saa-sa*sa/count, sbb-sb*sb/count
				if count > 20 && va > 0 && vb > 0 {
					most = max(most, math.Abs(sab-sa*sb/count)/math.Sqrt(va*vb)*math.Sqrt(min(n, count)))
				}
			}
		}
		return most
	}
	for _, m := range append(Null(), Own()...) {
		table := m.Draw(1500, 3)
		// A few rows, or the longest, make these correlations: chance is larger than 1/n in them.
		heavy := slices.Contains([]string{"yes/no at .4 %", "t of 2.1 degrees", "common length, t of 4 degrees", "a block that few use"}, m.Name)
		if r := strongest(table, float64(len(table.Rows))/table.Effect); r > 6 && !heavy {
			t.Errorf("%s: a correlation is %.1f times what chance makes", m.Name, r)
		}
	}
	for _, m := range Planted() {
		if m.Name == "30 yes/no" {
			continue // categories alone
		}
		if r := strongest(m.Draw(1500, 3), 1500); r < 5 {
			t.Errorf("%s: the strongest correlation is %.1f times what chance makes", m.Name, r)
		}
	}
}

// Encoded moments of a small table, by hand: affine numbers, one-hot levels, a missing cell at the mean.
func TestEncode(t *testing.T) {
	e := Encode(&Table{
		Columns: []Column{{Low: 0, High: 10}, {Levels: 2}},
		Rows:    [][]float64{{0, 1}, {20, 1}, {math.NaN(), 0}, {5, 0}},
		Factors: [][]float64{{-1}, {1}, {0}, {0}},
	})
	// Numbers −1, 1, missing, 0 about their mean 0; a fair level.
	want := [][]float64{{.5, 0, 0}, {0, .25, -.25}, {0, -.25, .25}}
	for i := range want {
		for j := range want[i] {
			if got := e.Covariance.At(i, j); math.Abs(got-want[i][j]) > 1e-12 {
				t.Errorf("entry %d, %d of the covariance is %g, want %g", i, j, got, want[i][j])
			}
		}
	}
	if e.Equal[0] != math.Sqrt(.5) || e.Equal[1] != math.Sqrt(.5) || e.Levels[2] != math.Sqrt(.5) {
		t.Errorf("scales %v, %v", e.Equal, e.Levels)
	}
	if s := e.Spectrum(e.Equal); math.Abs(s[0]-1) > 1e-12 || math.Abs(s[1]-1) > 1e-12 || s[2] > 1e-12 {
		t.Errorf("the spectrum of equal columns is %v", s)
	}
	first := mat.NewDense(3, 1, []float64{2, 0, 0}) // the number alone: one of two equal columns, and the factor
	if share, r2 := e.Share(first, e.Equal), e.R2(first); math.Abs(share-1) > 1e-12 || len(r2) != 1 || math.Abs(r2[0]-1) > 1e-12 {
		t.Errorf("the number's share is %g, R² %v", share, r2)
	}
	level := mat.NewDense(3, 1, []float64{0, 1, -1})
	if share, r2 := e.Share(level, e.Bounds), e.R2(level); math.Abs(share-1) > 1e-12 || math.Abs(r2[0]) > 1e-12 {
		t.Errorf("the level's share in the units of the bounds is %g, R² %v", share, r2)
	}
}

// The exact directions of a planted table are the best scores, and find the factors that they can.
func TestBest(t *testing.T) {
	for _, m := range []Maker{Planted()[0], Planted()[8], Planted()[2].Missing(.1)} {
		e := Encode(m.Draw(2000, 1))
		for what, scale := range map[string][]float64{"equal": e.Equal, "levels": e.Levels, "bounds": e.Bounds} {
			best := e.Best(scale, m.K)
			if share := e.Share(best, scale); math.Abs(share-1) > 1e-9 {
				t.Errorf("%s, %s: the best scores have the share %g", m.Name, what, share)
			}
		}
		for q, r2 := range e.R2(e.Best(e.Equal, m.K)) {
			if r2 < .6 || r2 > 1 {
				t.Errorf("%s: factor %d is found with R² = %.3f", m.Name, q+1, r2)
			}
		}
	}
}
