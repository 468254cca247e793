package experiment

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"time"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/distuv"

	"privatepca/core/internal/madeup"
	"privatepca/core/method"
	"privatepca/core/pca"
	"privatepca/core/plan"
	"privatepca/core/privacy"
	"privatepca/core/release"
	"privatepca/core/schema"
)

// What is found in tables whose truth is known (core/internal/madeup). Tables are written as files and released by the program, as a curator's are; the
// parts are on the page docs/findings.md.

// A finder is a way to release whose findings are compared.
type finder struct {
	name  string
	rule  schema.NormRule
	equal bool // columns count equally
}

// Ways that are compared.
const (
	recommended = "mean, columns equal (recommended)" // by page, command and library
	signBounds  = "sign, units of the bounds"
)

var finders = []finder{
	{name: recommended, rule: schema.Mean, equal: true},
	{name: "sign, columns equal", rule: schema.Sign, equal: true},
	{name: signBounds, rule: schema.Sign},
	{name: "pairs, columns equal", rule: schema.Pairs, equal: true},
	{name: "clip, about zero", rule: schema.Clip},
}

// Of no noise: the PCA of the table itself with equal columns, and that of records as the rule mean cuts them. Neither is private.
const (
	baseline = "exact, columns equal (not private)"
	ruleOnly = "the rule mean without noise (not private)"
)

// A trial is a table as a file, opened to be released.
type trial struct {
	drawn  *madeup.Table
	schema *schema.Schema
	open   *pca.Table
}

// try opens a table for a rule.
func try(drawn *madeup.Table, rule schema.NormRule, src *rand.ChaCha8) (*trial, error) {
	t := &trial{drawn: drawn, schema: drawn.Schema()}
	t.schema.NormRule = rule
	if rule != schema.Mean { // the others know no weights of rows
		t.schema.RowWeight = nil
	}
	var file bytes.Buffer
	if err := drawn.WriteCSV(&file); err != nil {
		return nil, err
	}
	t.open = pca.Open(text(file.Bytes()), t.schema, &pca.Machine{Random: src})
	return t, nil
}

// release is one of the table. as may be nil.
func (t *trial) release(k int, epsilon float64, equal bool, as *plan.As) (*release.Document, []byte, error) {
	c := pca.Choices{Mechanism: method.Default, K: k, Epsilon: epsilon, Delta: smallDelta, Relation: privacy.ReplaceOne, Correlations: equal, As: as}
	c.Shrink = t.schema.NormRule == schema.Sign || t.schema.NormRule == schema.Pairs
	if t.drawn.Effect > float64(t.drawn.PerPerson) && t.schema.NormRule == schema.Mean {
		c.DesignEffect = t.drawn.Effect
	}
	p, err := pca.NewPlan(t.schema, c)
	if err != nil {
		return nil, nil, err
	}
	result, err := p.Run(context.Background(), t.open, pca.Run{Debit: pca.NoLedger, Now: time.Unix(0, 0)})
	if err != nil {
		return nil, nil, err
	}
	d, err := result.Document(k)
	if err != nil {
		return nil, nil, err
	}
	text, err := result.Encode(k)
	return d, text, err
}

// weightsOf are what the scores of k directions multiply encoded cells by: one column for each.
func weightsOf(d *release.Document, k int) *mat.Dense {
	out := mat.NewDense(len(d.Components[0]), k, nil)
	for l, row := range d.Components[:k] {
		for i, x := range row {
			if d.Scale != nil {
				x /= d.Scale[i]
			}
			out.Set(i, l, x)
		}
	}
	return out
}

// cut are the moments of records about their own mean, measured, weighted and cut as a release did.
func cut(t *madeup.Encoded, centre, weights []float64, radius float64) *mat.SymDense {
	u := t.Records(centre, weights, radius)
	sum := mat.NewVecDense(t.D, nil)
	for i := range t.N {
		sum.AddVec(sum, u.RowView(i))
	}
	s := mat.NewSymDense(t.D, nil)
	s.SymOuterK(1, u.T())
	s.SymRankOne(s, -1/float64(t.N), sum)
	return s
}

// scaledBy divides moments by the scales of columns. Where own says so, a column is divided by its own exact scale.
func scaledBy(t *madeup.Encoded, s *mat.SymDense, scales []float64, own func(column int) bool) *mat.SymDense {
	scale := make([]float64, t.D)
	for j := range t.Table.Columns {
		trace := 0.0
		for f := t.At[j]; f < t.At[j+1]; f++ {
			trace += s.At(f, f)
		}
		for f := t.At[j]; f < t.At[j+1]; f++ {
			if own(j) {
				scale[f] = math.Sqrt(math.Max(trace, 1e-12))
			} else {
				scale[f] = scales[j]
			}
		}
	}
	out := mat.NewSymDense(t.D, nil)
	for f := range t.D {
		for g := f; g < t.D; g++ {
			out.SetSym(f, g, s.At(f, g)/scale[f]/scale[g])
		}
	}
	return out
}

// given is for scales that are taken as they were released.
func given(int) bool { return false }

// exactMeans are the directions, as rows, that a document's intervals are about, given its scales: of records that are measured, weighted and cut as the
// release did, about their own mean, without noise.
func exactMeans(t *madeup.Encoded, d *release.Document) *mat.Dense {
	return leading(scaledBy(t, cut(t, d.Encoding.CentrePoint, d.Finding.Weights, d.Finding.Radius), d.Finding.Scales, given))
}

// leading are the eigenvectors as rows, those of the largest eigenvalues first.
func leading(s *mat.SymDense) *mat.Dense {
	d, _ := s.Dims()
	var e mat.EigenSym
	e.Factorize(s, true)
	var v mat.Dense
	e.VectorsTo(&v)
	rows := mat.NewDense(d, d, nil)
	for i := range d {
		for f := range d {
			rows.Set(i, f, v.At(f, d-1-i))
		}
	}
	return rows
}

// nearest is the row of the first few that is nearest in angle to an estimate, with its sign.
func nearest(rows *mat.Dense, estimate []float64, first int) []float64 {
	best, most := 0, 0.0
	d, _ := rows.Dims()
	e := mat.NewVecDense(len(estimate), estimate)
	for i := range min(first, d) {
		if c := mat.Dot(rows.RowView(i), e); math.Abs(c) > math.Abs(most) {
			best, most = i, c
		}
	}
	out := make([]float64, len(estimate))
	for j := range out {
		out[j] = math.Copysign(1, most) * rows.At(best, j)
	}
	return out
}

// sized says how many rows are released, at which ε.
type sized struct {
	n       int
	epsilon float64
}

func (s sized) String() string { return fmt.Sprintf("%d/%g", s.n, s.epsilon) }

// some are all makers, but in a quick run every fourth.
func (r *Run) some(makers []madeup.Maker) (out []madeup.Maker) {
	for i, m := range makers {
		if !r.Quick || i%4 == 0 {
			out = append(out, m)
		}
	}
	return out
}

// exactInterval is Clopper and Pearson's 95 % interval of a share of which hits of n were seen.
func exactInterval(hits, n int) (low, high float64) {
	if hits > 0 {
		low = distuv.Beta{Alpha: float64(hits), Beta: float64(n - hits + 1)}.Quantile(.025)
	}
	if high = 1; hits < n {
		high = distuv.Beta{Alpha: float64(hits + 1), Beta: float64(n - hits)}.Quantile(.975)
	}
	return low, high
}

// atLeast is the probability of that many hits or more of n at a rate.
func atLeast(hits, n int, rate float64) float64 {
	if hits == 0 {
		return 1
	}
	return distuv.Beta{Alpha: float64(hits), Beta: float64(n - hits + 1)}.CDF(rate)
}

// share3 is a share with its exact interval: .954 (.950–.958) of 1,234.
func share3(hits, n int) string {
	if n == 0 {
		return "–"
	}
	low, high := exactInterval(hits, n)
	return fmt.Sprintf("%s (%s–%s)", f3(float64(hits)/float64(n)), f3(low), f3(high))
}

// A wanted is what the project demands of a figure.
type wanted struct {
	what  string
	value float64
	least bool // the bound is the least, else the most
	bound float64
}

func (d wanted) holds() bool { return d.least && d.value >= d.bound || !d.least && d.value <= d.bound }

// missed is an error that names the demands that do not hold; nil where all do.
func missed(demands []wanted) error {
	text := ""
	for _, d := range demands {
		if !d.holds() {
			text += fmt.Sprintf("; %s: %s, demanded %s %s", d.what, g3(d.value), map[bool]string{true: "≥", false: "≤"}[d.least], g3(d.bound))
		}
	}
	if text == "" {
		return nil
	}
	return fmt.Errorf("figures miss what is demanded%s", text)
}
