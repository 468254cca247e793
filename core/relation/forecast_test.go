package relation_test

import (
	"math"
	"testing"

	"privatepca/core/forecast"
	"privatepca/core/privacy"
)

// The noise of correlations is about what is forecast from public facts alone: the root mean square of what releases state.
func TestCorrelationNoiseIsForecast(t *testing.T) {
	for i, w := range []world{
		{maker: "40 Likert items", n: 10000, epsilon: 1},
		{maker: "two close factors", n: 2000, epsilon: 3},
		{maker: "40 Likert items", n: 2000, epsilon: 1},
		{maker: "40 Likert items", n: 50000, epsilon: 1},
		{maker: "40 Likert items", n: 10000, epsilon: 1, private: true},
		{maker: "two close factors", n: 10000, epsilon: .5},
		{maker: "two close factors", n: 50000, epsilon: 3},
		{maker: "counts and incomes", n: 10000, epsilon: 1},
		{maker: "40 rare conditions", n: 10000, epsilon: 1},
		{maker: "lab values, wide bounds", n: 10000, epsilon: 1},
		{maker: "one dominant factor", n: 5000, epsilon: 1},
		{maker: "unequal variances", n: 10000, epsilon: 1},
	} {
		if i >= 3 && *thorough == 0 {
			break
		}
		_, table := w.table(1)
		m := w.matrix(t, table, 1)
		var c count
		for j := range m.Features {
			for i := range j {
				if v := m.Correlation(i, j); v.Seen {
					c.add(v, 0, false)
				}
			}
		}
		stated := math.Sqrt(c.stated / float64(c.of))
		p := forecast.Public{Features: len(m.Features), Directions: 2, Delta: 1e-6, Relation: privacy.ReplaceOne, RowsPerPerson: 1, Columns: forecast.Columns{Numbers: len(m.Features)}}
		if w.private {
			p.Relation = privacy.AddRemove
		}
		g, err := p.Group(float64(w.n), w.epsilon)
		if err != nil {
			t.Fatal(err)
		}
		expected := g.CorrelationNoise(p.Features)
		t.Logf("%-28s %d/%g: forecast %.4f, stated %.4f: %.2f", w.maker, w.n, w.epsilon, expected, stated, stated/expected)
		if r := stated / expected; i < 11 && (r < .65 || r > 1.5) {
			t.Errorf("%s: forecast %.4f, stated %.4f", w.maker, expected, stated)
		}
	}
}
