package relation_test

import (
	"bytes"
	"context"
	"flag"
	"io"
	"math"
	"slices"
	"testing"
	"time"

	"privatepca/core/internal/madeup"
	"privatepca/core/noise/noisetest"
	"privatepca/core/pca"
	"privatepca/core/privacy"
	"privatepca/core/relation"
	"privatepca/core/release"
	"privatepca/core/schema"
)

// thorough is for the figures of relation.md: -args -releases 100.
var thorough = flag.Int("releases", 0, "releases of each table in the tests by truth")

// releases is how many a test draws: few, unless figures are asked for.
func releases(few int) int {
	if *thorough > 0 {
		return *thorough
	}
	return few
}

type text []byte

func (f text) Open() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(f)), nil }
func (f text) Size() int64                  { return int64(len(f)) }

// A world is a law of tables with what a release of one is made with.
type world struct {
	maker    string
	n        int
	epsilon  float64
	missing  float64
	persons  int  // rows of one person, all alike in their factors
	weighted bool // rows have weights from 1 to 3
	private  bool // the number of rows is private
	bounds   bool // in the units of the bounds
}

func maker(name string) madeup.Maker {
	list := madeup.Planted()
	return list[slices.IndexFunc(list, func(m madeup.Maker) bool { return m.Name == name })]
}

// table is a draw, and the same with its cells missing.
func (w world) table(seed uint64) (whole, given *madeup.Table) {
	m := maker(w.maker)
	whole = m.Draw(w.n, seed)
	given = whole
	if w.missing > 0 {
		given = m.Missing(w.missing).Draw(w.n, seed)
	}
	if w.persons > 0 {
		given.Persons = make([]int, w.n)
		for i := range given.Persons {
			given.Persons[i] = i / w.persons
		}
		given.PerPerson = w.persons
	}
	if w.weighted {
		given.Heaviest = 3
		given.Weights = make([]float64, w.n)
		for i := range given.Weights {
			given.Weights[i] = 1 + 2*math.Mod(float64(i)*.6180339887498949, 1)
		}
	}
	return whole, given
}

// release makes one by core/pca.
func (w world) release(t *testing.T, table *madeup.Table, seed uint64) (*release.Document, []byte) {
	t.Helper()
	s := table.Schema()
	s.NormRule = schema.Mean
	if table.Weights != nil {
		s.RowWeight = &schema.RowWeight{Column: "weight", Maximum: table.Heaviest, Missing: 1}
	}
	c := pca.Choices{Mechanism: "gaussian", K: 2, Epsilon: w.epsilon, Delta: 1e-6, Relation: privacy.ReplaceOne, Correlations: !w.bounds}
	if table.Effect > 1 {
		c.DesignEffect = table.Effect
	}
	if w.private {
		c.Relation = privacy.AddRemove
	}
	return drawn(t, table, s, c, seed)
}

// drawn is a release of the table, with its text.
func drawn(t *testing.T, table *madeup.Table, s *schema.Schema, c pca.Choices, seed uint64) (*release.Document, []byte) {
	t.Helper()
	p, err := pca.NewPlan(s, c)
	if err != nil {
		t.Fatal(err)
	}
	var csv bytes.Buffer
	if err := table.WriteCSV(&csv); err != nil {
		t.Fatal(err)
	}
	r, err := p.Run(context.Background(), pca.Open(text(csv.Bytes()), s, &pca.Machine{Random: noisetest.New(seed)}), pca.Run{Debit: pca.NoLedger, Now: time.Unix(0, 0)})
	if err != nil {
		t.Fatal(err)
	}
	d, err := r.Document(2)
	if err != nil {
		t.Fatal(err)
	}
	b, err := r.Encode(2)
	if err != nil {
		t.Fatal(err)
	}
	return d, b
}

func (w world) matrix(t *testing.T, table *madeup.Table, seed uint64) *relation.Matrix {
	t.Helper()
	m, err := relation.FromDocument(w.release(t, table, seed))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// exact is the covariance of features in own units, a missing cell counting as its column's mean, rows by their weights.
func exact(table *madeup.Table) [][]float64 {
	e := madeup.Encode(table)
	d := e.D
	out := make([][]float64, d)
	unit := make([]float64, d)
	for i := range out {
		out[i] = make([]float64, d)
		unit[i] = 1
		if c := table.Columns[e.Column[i]]; c.Levels == 0 {
			unit[i] = (c.High - c.Low) / 2
		}
	}
	mean := slices.Clone(e.Mean)
	total := float64(e.N)
	weight := func(int) float64 { return 1 }
	if table.Weights != nil {
		weight = func(i int) float64 { return table.Weights[i] }
		total = 0
		clear(mean)
		there := make([]float64, d)
		for i := range e.N {
			total += weight(i)
			for f := range d {
				if e.There[i][e.Column[f]] {
					mean[f] += weight(i) * e.Z.At(i, f)
					there[f] += weight(i)
				}
			}
		}
		for f := range d {
			mean[f] /= there[f]
		}
	}
	for i := range e.N {
		row := make([]float64, d)
		for f := range d {
			if e.There[i][e.Column[f]] {
				row[f] = e.Z.At(i, f) - mean[f]
			}
		}
		w := weight(i) / total
		for a := range d {
			for b := range a + 1 {
				out[a][b] += w * row[a] * row[b]
			}
		}
	}
	for a := range d {
		for b := range a + 1 {
			out[a][b] *= unit[a] * unit[b]
			out[b][a] = out[a][b]
		}
	}
	return out
}

// A count is how many intervals hold.
type count struct {
	held, of int
	squares  float64 // of the errors
	stated   float64 // of what is stated of noise and cut
	xy, xx   float64 // for the slope
}

func (c *count) add(v relation.Value, truth float64, people bool) {
	low, high := v.ThisTable()
	if people {
		low, high = v.Low, v.High
	}
	c.of++
	if low <= truth && truth <= high {
		c.held++
	}
	c.squares += (v.Value - truth) * (v.Value - truth)
	c.stated += v.Noise * v.Noise
	c.xy += v.Value * truth
	c.xx += truth * truth
}

func (c *count) share() float64 { return float64(c.held) / float64(c.of) }
func (c *count) slope() float64 { return c.xy / c.xx }
func (c *count) rms() float64   { return math.Sqrt(c.squares / float64(c.of)) }

// correlations counts the intervals of all pairs of features of different columns.
func correlations(c *count, m *relation.Matrix, truth [][]float64, people bool) {
	for j := range m.Features {
		for i := range j {
			if !m.Related(i, j) || !(truth[i][i] > 0) || !(truth[j][j] > 0) {
				continue
			}
			if v := m.Correlation(i, j); v.Seen {
				c.add(v, truth[i][j]/math.Sqrt(truth[i][i]*truth[j][j]), people)
			}
		}
	}
}

// Intervals of correlations hold what they are for, by the integer program: for this table, and for the law that it is drawn from. Shares are of
// hundreds of pairs a release, which are not independent: bounds are .02 below the shares that -releases 20 gives, and seeds are fixed.
func TestCorrelationsAreCovered(t *testing.T) {
	few := []bool{true, false}
	for _, c := range []struct {
		name       string
		world      world
		least      float64
		population bool
		quick      bool
	}{
		{"Likert 10000/1", world{maker: "40 Likert items", n: 10000, epsilon: 1}, .93, true, few[0]},
		{"Likert 2000/1", world{maker: "40 Likert items", n: 2000, epsilon: 1}, .93, true, few[1]},
		{"survey 10000/1", world{maker: "survey, 54 mixed columns", n: 10000, epsilon: 1}, .93, false, few[0]},
		{"survey 2000/3", world{maker: "survey, 54 mixed columns", n: 2000, epsilon: 3}, .93, false, few[1]},
		{"counts and incomes 10000/1", world{maker: "counts and incomes", n: 10000, epsilon: 1}, .92, true, few[0]},
		{"counts and incomes 2000/3", world{maker: "counts and incomes", n: 2000, epsilon: 3}, .88, true, few[1]},
		{"rare conditions 10000/1", world{maker: "40 rare conditions", n: 10000, epsilon: 1}, .93, true, few[1]},
		{"yes/no 10000/1", world{maker: "30 yes/no", n: 10000, epsilon: 1}, .92, true, few[1]},
		{"two close factors 10000/1", world{maker: "two close factors", n: 10000, epsilon: 1}, .93, true, few[0]},
		{"two close factors 2000/3", world{maker: "two close factors", n: 2000, epsilon: 3}, .92, true, few[1]},
		{"lab values 10000/1", world{maker: "lab values, wide bounds", n: 10000, epsilon: 1}, .93, true, few[1]},
		{"many levels 10000/1", world{maker: "many-level categories", n: 10000, epsilon: 1}, .9, false, few[1]},
		{"many levels 2000/3", world{maker: "many-level categories", n: 2000, epsilon: 3}, .88, false, few[1]},
		{"unequal variances 10000/1", world{maker: "unequal variances", n: 10000, epsilon: 1}, .93, true, few[1]},
		{"heavy tails 10000/1", world{maker: "heavy tails, outliers", n: 10000, epsilon: 1}, .88, true, few[1]},
		{"Likert 10000/1, n private", world{maker: "40 Likert items", n: 10000, epsilon: 1, private: true}, .93, true, few[1]},
		{"two factors 6000/1, three rows a person", world{maker: "two close factors", n: 6000, epsilon: 1, persons: 3}, .93, true, few[1]},
		{"Likert 10000/1, weights", world{maker: "40 Likert items", n: 10000, epsilon: 1, weighted: true}, .93, true, few[1]},
		{"Likert 10000/1, 15 % missing", world{maker: "40 Likert items", n: 10000, epsilon: 1, missing: .15}, .93, false, few[0]},
		{"survey 10000/1, 15 % missing", world{maker: "survey, 54 mixed columns", n: 10000, epsilon: 1, missing: .15}, .93, false, few[1]},
		{"counts 10000/1, bounds", world{maker: "counts and incomes", n: 10000, epsilon: 1, bounds: true}, .88, true, few[1]},
		{"Likert 50000/1", world{maker: "40 Likert items", n: 50000, epsilon: 1}, .93, true, few[1]},
	} {
		reps := releases(2)
		if !c.quick && (*thorough == 0 || testing.Short()) {
			continue
		}
		var law [][]float64
		if c.population && *thorough > 0 {
			big := c.world
			big.n, big.persons, big.weighted, big.missing = 150000, 0, false, 0
			whole, _ := big.table(1 << 30)
			law = exact(whole)
		}
		var here, people, random count
		for r := range reps {
			whole, table := c.world.table(uint64(r))
			m := c.world.matrix(t, table, uint64(r)+100)
			correlations(&here, m, exact(table), false)
			if law != nil {
				correlations(&people, m, law, true)
			}
			if c.world.missing > 0 {
				correlations(&random, m.MissingAtRandom(), exact(whole), true)
			}
		}
		t.Logf("%-40s this table %.3f of %d, slope %.3f, rms %.4f, noise stated %.4f; people %.3f; at random %.3f, slope %.3f", c.name, here.share(), here.of, here.slope(), here.rms(), math.Sqrt(here.stated/float64(here.of)), people.share(), random.share(), random.slope())
		if !(here.share() >= c.least) || people.of > 0 && !(people.share() >= c.least) || random.of > 0 && !(random.share() >= c.least) {
			t.Errorf("%s: %.3f, %.3f and %.3f of correlations lie within their intervals", c.name, here.share(), people.share(), random.share())
		}
	}
}
