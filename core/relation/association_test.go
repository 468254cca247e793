package relation_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"privatepca/core/internal/madeup"
	"privatepca/core/relation"
)

// associationOf is √A² of the exact table.
func associationOf(s [][]float64, m *relation.Matrix, a, b int) float64 {
	block := func(x, y int) (sum float64) {
		for i := m.Columns[x].From; i < m.Columns[x].To; i++ {
			for j := m.Columns[y].From; j < m.Columns[y].To; j++ {
				u := s[i][i] // only the ratio of units within a column counts: a number is divided by its own
				if m.Columns[x].Levels != nil {
					u = 1
				}
				v := s[j][j]
				if m.Columns[y].Levels != nil {
					v = 1
				}
				sum += s[i][j] * s[i][j] / (u * v)
			}
		}
		return sum
	}
	return math.Sqrt(block(a, b) / math.Sqrt(block(a, a)*block(b, b)))
}

// Associations of categories are covered, and unrelated columns are called related in at most one of twenty pairs.
func TestAssociationsAreCovered(t *testing.T) {
	var here, strong count
	called, unrelated := 0, 0
	for r := range releases(3) {
		_, table := world{maker: "survey, 54 mixed columns", n: 10000}.table(uint64(r))
		coins(table, uint64(r))
		m := world{epsilon: 1}.matrix(t, table, uint64(r)+5)
		s := exact(table)
		last := len(m.Columns) - 1
		for b := range m.Columns {
			for a := range b {
				if m.Columns[a].Levels == nil && m.Columns[b].Levels == nil {
					continue
				}
				v, chance := m.Association(a, b)
				if !v.Seen {
					continue
				}
				if b == last {
					unrelated++
					if chance < .05 {
						called++
					}
				}
				truth := associationOf(s, m, a, b)
				here.add(v, truth, false)
				if truth > .15 {
					strong.add(v, truth, false)
				}
			}
		}
	}
	t.Logf("this table %.3f of %d; above .15: %.3f of %d, slope %.3f; unrelated ones called related %d of %d", here.share(), here.of, strong.share(), strong.of, strong.slope(), called, unrelated)
	if !(here.share() >= .93) || !(strong.share() >= .86) || float64(called) > .05*float64(unrelated)+3*math.Sqrt(.05*float64(unrelated)) {
		t.Errorf("%.3f and %.3f of associations lie within their intervals, %d of %d unrelated pairs are called related", here.share(), strong.share(), called, unrelated)
	}
}

// coins adds a category of three levels that nothing is related to.
func coins(table *madeup.Table, seed uint64) {
	rng := rand.New(rand.NewPCG(seed, 99))
	table.Columns = append(table.Columns, madeup.Column{Levels: 3})
	for i := range table.Rows {
		table.Rows[i] = append(table.Rows[i], float64(rng.IntN(3)))
	}
}

// Tetrachoric correlations of yes/no columns are those of the normal values behind them.
func TestTetrachoricIsThatOfTheNormalValues(t *testing.T) {
	var law count
	truth := func(i, j int) float64 { return .64 * map[bool]float64{true: 1, false: 0}[i%2 == j%2] }
	for r := range releases(3) {
		rng := rand.New(rand.NewPCG(uint64(r), 5))
		table := &madeup.Table{PerPerson: 1, Effect: 1}
		for range 8 {
			table.Columns = append(table.Columns, madeup.Column{Levels: 2})
		}
		for range 10000 {
			f := [2]float64{rng.NormFloat64(), rng.NormFloat64()}
			row := make([]float64, 8)
			for j := range row {
				if .8*f[j%2]+.6*rng.NormFloat64() > float64(j%4)*.3-.3 {
					row[j] = 1
				}
			}
			table.Rows = append(table.Rows, row)
		}
		m := world{epsilon: 1}.matrix(t, table, uint64(r)+5)
		for b := range 8 {
			for a := range b {
				v := m.Tetrachoric(a, b)
				if !v.Seen {
					t.Errorf("%d and %d are not seen", a, b)
					continue
				}
				law.add(v, truth(a, b), true)
			}
		}
	}
	t.Logf("planted %.3f of %d, slope %.3f, rms %.4f", law.share(), law.of, law.slope(), law.rms())
	if !(law.share() >= .9) || math.Abs(law.slope()-1) > .03 {
		t.Errorf("%.3f of planted correlations lie within their intervals; slope %.3f", law.share(), law.slope())
	}
}

// Cramér's V, the correlation ratio and centroids of levels are those of the exact table.
func TestMeasuresThatDivideByFrequencies(t *testing.T) {
	var ratio, centroid count
	for r := range releases(3) {
		rng := rand.New(rand.NewPCG(uint64(r), 6))
		table := &madeup.Table{PerPerson: 1, Effect: 1, Columns: []madeup.Column{{Levels: 4}, {Levels: 3}}}
		for range 10 {
			table.Columns = append(table.Columns, madeup.Column{Low: -5, High: 5})
		}
		for range 10000 {
			f := rng.NormFloat64()
			level := func(cuts ...float64) float64 {
				x, l := .7*f+.7*rng.NormFloat64(), 0.
				for _, c := range cuts {
					if x > c {
						l++
					}
				}
				return l
			}
			row := []float64{level(-.9, 0, 1), level(-.4, .6)}
			for range 10 {
				row = append(row, .7*f+.7*rng.NormFloat64())
			}
			table.Rows = append(table.Rows, row)
		}
		m := world{epsilon: 1}.matrix(t, table, uint64(r)+5)
		s := exact(table)
		frequency := make([]float64, 7)
		for _, row := range table.Rows {
			frequency[int(row[0])] += 1e-4
			frequency[4+int(row[1])] += 1e-4
		}
		for b := 1; b < 12; b++ {
			v := m.Cramer(0, b)
			truth := 0.
			for i := range 4 {
				for j := m.Columns[b].From; j < m.Columns[b].To; j++ {
					u := s[j][j]
					if b == 1 {
						u = frequency[j]
					}
					truth += s[i][j] * s[i][j] / (frequency[i] * u)
				}
			}
			if b == 1 {
				truth /= 2
			}
			ratio.add(v, math.Sqrt(truth), false)
		}
		w := m.Directions[0]
		spread, sw := 0., make([]float64, len(w))
		for i := range w {
			for j := range w {
				sw[i] += s[i][j] * w[j]
			}
			spread += sw[i] * w[i]
		}
		for c := range 2 {
			for l, place := range m.Centroids(c, 1) {
				i := m.Columns[c].From + l
				centroid.add(place.Place[0], sw[i]/(frequency[i]*math.Sqrt(spread)), false)
			}
		}
	}
	t.Logf("this table: Cramér's V and correlation ratios %.3f of %d, slope %.3f; centroids %.3f of %d, slope %.3f", ratio.share(), ratio.of, ratio.slope(), centroid.share(), centroid.of, centroid.slope())
	if !(ratio.share() >= .86) || math.Abs(ratio.slope()-1) > .04 || !(centroid.share() >= .82) || math.Abs(centroid.slope()-1) > .04 {
		t.Errorf("%.3f of ratios and %.3f of centroids lie within their intervals", ratio.share(), centroid.share())
	}
}
