package experiment_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"testing"
	"time"

	"gonum.org/v1/gonum/mat"

	"privatepca/core/finding"
	"privatepca/core/internal/madeup"
	"privatepca/core/internal/nuclear"
	"privatepca/core/noise/noisetest"
	"privatepca/core/pca"
	"privatepca/core/privacy"
	"privatepca/core/scaling"
	"privatepca/core/scaling/scalingtest"
	"privatepca/core/schema"
)

// Would pure ε find more by the norm rule mean? It was measured before anything was built: what is released today, the rule sign about a K-norm mean with
// nuclear-norm noise, beside the three steps of the rule mean with noise of pure ε. All of these are drawn in real numbers.

// A memory is a file.
type memory []byte

func (m memory) Open() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(m)), nil }
func (m memory) Size() int64                  { return int64(len(m)) }

// Shares of ε of the rule mean's first two steps.
const (
	ofSums    = .15
	ofLengths = .05
)

// supportOf is the support function of the set of (z, z² − ½), z in [−1, 1], in a direction.
func supportOf(x, y float64) float64 {
	best := math.Inf(-1)
	try := func(z float64) { best = math.Max(best, z*x+(z*z-.5)*y) }
	try(-1)
	try(1)
	if y < 0 {
		try(math.Min(1, math.Max(-1, -x/(2*y))))
	}
	return best
}

// numberBody tells whether (a, b, m) lies in the convex hull of the differences of two cells of a number, a cell being (z, z² − ½, 0) and a missing one
// (0, 0, 1). At the height m it is the sum of 1 − |m| times the differences of two answered cells and |m| times those of an answered and a missing one.
func numberBody(a, b, m float64) bool {
	t := math.Abs(m)
	if m > 0 { // symmetric: look at an answered cell less a missing one
		a, b = -a, -b
	}
	for i := range directions {
		x, y := directions[i][0], directions[i][1]
		if a*x+b*y > (1-t)*(supports[i]+supports[(i+len(directions)/2)%len(directions)])+t*supports[i] {
			return false
		}
	}
	return true
}

var directions, supports = func() (d [][2]float64, h []float64) {
	for i := range 128 {
		s, c := math.Sincos(2 * math.Pi * float64(i) / 128)
		d, h = append(d, [2]float64{c, s}), append(h, supportOf(c, s))
	}
	return d, h
}()

// numberPoint is uniform in numberBody.
func numberPoint(r *rand.Rand) (a, b, m float64) {
	for {
		if a, b, m = 4*r.Float64()-2, 2*r.Float64()-1, 2*r.Float64()-1; numberBody(a, b, m) {
			return a, b, m
		}
	}
}

// categoryPoint is uniform in the vectors whose positive and whose negative parts sum to at most 1 each (core/mechanism/mean.md).
func categoryPoint(r *rand.Rand, levels int) []float64 {
	weights, total := make([]float64, levels+1), 0.0
	for j := range weights {
		a, _ := math.Lgamma(float64(j + 1))
		b, _ := math.Lgamma(float64(levels - j + 1))
		weights[j] = math.Exp(-2*a - 2*b)
		total += weights[j]
	}
	positives, u := 0, total*r.Float64()
	for ; positives < levels; positives++ {
		if u -= weights[positives]; u < 0 {
			break
		}
	}
	out := make([]float64, levels)
	order := r.Perm(levels)
	for part, members := range [][]int{order[:positives], order[positives:]} {
		sum := r.ExpFloat64()
		for _, i := range members {
			out[i] = r.ExpFloat64()
			sum += out[i]
		}
		for _, i := range members {
			out[i] *= float64(1-2*part) / sum
		}
	}
	return out
}

// kNorm is noise of the first step, laid out as scaling.Facts.Sums: of density exp(−ε‖z‖_K), K the product of the columns' bodies.
func kNorm(f scaling.Facts, epsilon float64, r *rand.Rand) []float64 {
	layout, dims := f.Sums(), 0
	out := make([]float64, layout.Len)
	number := 0
	for i, b := range f.Columns.Blocks() {
		if f.Columns[i].Kind == scaling.Category {
			dims += b.Size()
			sum := 0.0
			for l, x := range categoryPoint(r, b.Size()) {
				out[b.From+l] = x
				sum += x
			}
			out[layout.Missing+i] = -sum // n is public
			continue
		}
		dims += 3
		a, square, missing := numberPoint(r)
		out[b.From], out[layout.Squares+number], out[layout.Missing+i] = a, layout.SquareUnit*square, layout.MissingUnit[i]*missing
		number++
	}
	radius := 0.0
	for range dims + 1 {
		radius += r.ExpFloat64()
	}
	for i := range out {
		out[i] *= radius / epsilon
	}
	return out
}

// released are the feature weights of the first k scores of one release by the rule mean.
func released(e *madeup.Encoded, table *scalingtest.Table, columns scaling.Columns, plan *nuclear.Plan, k int, epsilon float64, seed uint64) (*mat.Dense, error) {
	r := rand.New(rand.NewPCG(seed, 17))
	f := scaling.Facts{Columns: columns, Rows: e.N, Mu: 1}
	sums := table.Sums(f)
	drawn := kNorm(f, ofSums*epsilon, r)
	width := 0.0
	const some = 60
	for range some {
		for _, x := range kNorm(f, ofSums*epsilon, r)[:e.D] {
			width += x * x / some / float64(e.D)
		}
	}
	for i := range sums {
		sums[i] += drawn[i]
	}
	means, err := scaling.FromSums(f, sums, math.Sqrt(width))
	if err != nil {
		return nil, err
	}
	lengths := scaling.NewLengths(columns, means.Weight)
	counts := table.Counts(f, means, lengths)
	b := 2 / (ofLengths * epsilon)
	for i := range counts {
		counts[i] += b * (r.ExpFloat64() - r.ExpFloat64())
	}
	d := float64(e.D + 1)
	c := (1 - ofSums - ofLengths) * epsilon / (2 * (1 + scaling.ConstantSquare))
	tau := math.Pi / (2 * c) * math.Sqrt(d/6)
	cut, err := scaling.FromCounts(f, lengths, counts, b*math.Sqrt2, tau, float64(e.N))
	if err != nil {
		return nil, err
	}
	moment := table.Moment(f, means, cut.Radius)
	n, err := plan.Matrix(c, noisetest.New(seed), nil)
	if err != nil {
		return nil, err
	}
	for i, at := 0, 0; i <= e.D; i++ {
		for j := range i + 1 {
			moment[at] += n[i*(e.D+1)+j]
			at++
		}
	}
	in := &finding.Input{
		Columns: columns, Rows: float64(e.N), Effect: 1, Present: means.Present, SumsNoise: means.Noise, Weight: means.Weight, Radius: cut.Radius,
		Counts: cut.Counts, CountsNoise: cut.Noise, Tau: tau, MeanTau: scalingtest.MeanNoise(tau),
	}
	in.Mean, in.Matrix = finding.Centred(columns, moment, in.Rows)
	found, err := finding.Solver{}.Find(context.Background(), in, nil)
	if err != nil {
		return nil, err
	}
	out := mat.NewDense(e.D, k, nil)
	for l := range k {
		for i, v := range found.Vectors[l] {
			out.Set(i, l, v*means.Weight[i]/found.Scale[i])
		}
	}
	return out, nil
}

// today are those of the program's own release under pure ε.
func today(rule schema.NormRule, m *madeup.Table, e *madeup.Encoded, k int, epsilon float64, seed uint64) (*mat.Dense, error) {
	s := m.Schema()
	s.NormRule = rule
	p, err := pca.NewPlan(s, pca.Choices{Mechanism: "nuclear", K: k, Epsilon: epsilon, Relation: privacy.ReplaceOne, Shrink: true, Correlations: true})
	if err != nil {
		return nil, err
	}
	var file bytes.Buffer
	if err := m.WriteCSV(&file); err != nil {
		return nil, err
	}
	result, err := p.Run(context.Background(), pca.Open(memory(file.Bytes()), s, &pca.Machine{Random: noisetest.New(seed)}), pca.Run{Debit: pca.NoLedger, Now: time.Unix(0, 0)})
	if err != nil {
		return nil, err
	}
	doc, err := result.Document(k)
	if err != nil {
		return nil, err
	}
	out := mat.NewDense(e.D, k, nil)
	for l, row := range doc.Components {
		for i, x := range row {
			out.Set(i, l, x/doc.Scale[i])
		}
	}
	return out, nil
}

// TestPureEpsilon has the figures of core/mechanism/mean.md, "What pure ε releases". Of each release it takes the block share and the planted factors' R².
//
//	PRIVATEPCA_SLOW=1 go -C core/lab test -run TestPureEpsilon -v -timeout 1h ./experiment
func TestPureEpsilon(t *testing.T) {
	type cell struct {
		n       int
		epsilon float64
	}
	names, cells, draws := []string{"40 Likert items"}, []cell{{10000, .3}}, 2
	if os.Getenv("PRIVATEPCA_SLOW") != "" {
		names = []string{"survey, 54 mixed columns", "40 Likert items", "counts and incomes", "many-level categories", "30 yes/no", "lab values, wide bounds", "unequal variances"}
		cells = []cell{{500, 3}, {2000, 1}, {2000, 3}, {10000, .1}, {10000, .3}, {10000, 1}, {10000, 3}, {50000, 1}}
		draws = 8
	} else if testing.Short() {
		t.Skip("releases of 10,000 rows")
	}
	total, count := map[string][2]float64{}, 0.0
	for _, m := range madeup.Planted() {
		if !slices.Contains(names, m.Name) {
			continue
		}
		var plan *nuclear.Plan
		for _, c := range cells {
			drawn := m.Draw(c.n, 1)
			e := madeup.Encode(drawn)
			if plan == nil {
				var err error
				if plan, err = nuclear.NewPlan(e.D+1, func(int, int) error { return nil }); err != nil {
					t.Fatal(err)
				}
			}
			columns, table := realNumbers(e)
			most, line := e.R2(e.Best(e.Equal, m.K)), ""
			score := func(name string, draw func(seed uint64) (*mat.Dense, error)) {
				block, r2 := 0.0, 0.0
				for seed := range uint64(draws) {
					w, err := draw(seed)
					if err != nil {
						t.Fatal(name, err)
					}
					block += e.Share(w, e.Equal) / float64(draws)
					for q, x := range e.R2(w) {
						r2 += x / most[q] / float64(draws*len(most))
					}
				}
				line += fmt.Sprintf("; %s %.3f %.3f", name, block, r2)
				v := total[name]
				total[name] = [2]float64{v[0] + block, v[1] + r2}
			}
			for _, rule := range []schema.NormRule{schema.Sign, schema.Pairs} {
				score(string(rule), func(seed uint64) (*mat.Dense, error) { return today(rule, drawn, e, m.K, c.epsilon, seed) })
			}
			score("mean", func(seed uint64) (*mat.Dense, error) { return released(e, table, columns, plan, m.K, c.epsilon, seed) })
			count++
			t.Logf("%s %d/%g%s", m.Name, c.n, c.epsilon, line)
		}
	}
	for _, name := range []string{"sign", "pairs", "mean"} {
		t.Logf("%s: block share %.3f, R² %.3f", name, total[name][0]/count, total[name][1]/count)
		if name != "sign" && total["sign"][0] < total[name][0] {
			t.Errorf("what is recommended under pure ε keeps a share of %.3f, %s %.3f", total["sign"][0]/count, name, total[name][0]/count)
		}
	}
}

// realNumbers is the table as the rule mean encodes it, without integers.
func realNumbers(e *madeup.Encoded) (columns scaling.Columns, table *scalingtest.Table) {
	for _, c := range e.Table.Columns {
		one := scaling.Column{Kind: scaling.Number}
		if c.Levels > 0 {
			one = scaling.Column{Kind: scaling.Category, Levels: c.Levels}
		}
		columns = append(columns, one)
	}
	table = &scalingtest.Table{}
	for i := range e.N {
		table.Add(slices.Clone(e.Z.RawRowView(i)), len(columns))
		copy(table.There[i], e.There[i])
	}
	return columns, table
}
