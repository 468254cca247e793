package madeup

import (
	"bytes"
	"encoding/csv"
	"math"
	"slices"
	"testing"

	"privatepca/core/schema"
)

func all() []Maker {
	out := append(Planted(), Null()...)
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
	for _, m := range Null() {
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
