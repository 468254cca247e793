package audit

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"
	"time"

	"privatepca/core/internal/nuclear"
	"privatepca/core/mechanism"
	"privatepca/core/method"
	"privatepca/core/moment"
	"privatepca/core/noise"
	"privatepca/core/noise/noisetest"
	"privatepca/core/pca"
	"privatepca/core/plan"
	"privatepca/core/privacy"
	document "privatepca/core/release"
	"privatepca/core/schema"
)

// Whole releases under the norm rule sign, through core/pca: a table is read, its noisy mean drawn, its records' directions from that mean summed, and the
// mechanism's noise added. What is audited is all that the document says: the mean, as it was rounded, and the mechanism's output.
//
// One record differs, x = (1, 0) or y = (0, 1), or is missing, of two numbers within ±1. The other rows have no values: they draw the
// mean to 0 and have no direction, so that the directions of x and y are nearly at right angles, whatever noise the mean has. The loss of the pair is
// that of the mean, plus that of the directions given the mean.

const (
	// signRows is how many rows there are. The more, the less the mean's noise turns x and y; six decimals of the mean still
	// leave its sum known to a hundredth of its noise.
	signRows = 800
	// signSlack is by how much a loss may differ from that of directions at right angles, and signError how far the law may be from it
	// beside that: the mean's noise turns x and y by some thousandths.
	signSlack = .05
	signError = .002
)

// A table is a text in memory.
type table string

func (t table) Open() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(string(t))), nil }
func (t table) Size() int64                  { return int64(len(t)) }

// signTable has that record, and no others with values of the two numbers. A column that is not used makes each row a record: one without any
// value is none.
func signTable(record string) table {
	return table("a,b,row\n" + record + ",x\n" + strings.Repeat(",,x\n", signRows-1))
}

// A whole release in place of a mechanism's draw.
type whole struct {
	cost privacy.Cost
	plan *pca.Plan
	a, b record
}

// A record of the two numbers; nil for one without values.
type record []float64

func (r record) text() string {
	if r == nil {
		return ","
	}
	return fmt.Sprintf("%g,%g", r[0], r[1])
}

// draw releases the table of that record.
func (w *whole) draw(r record, src noise.Source) (Output, error) {
	result, err := w.plan.Run(context.Background(), pca.Open(signTable(r.text()), w.plan.Schema(), &pca.Machine{Random: src}), pca.Run{Debit: pca.NoLedger, Now: time.Unix(0, 0)})
	if errors.Is(err, mechanism.ErrComplex) {
		return Output{Refused: true}, nil
	}
	if err != nil {
		return Output{}, err
	}
	d, err := result.Document(result.MaxK())
	if err != nil {
		return Output{}, err
	}
	out := Output{centre: d.Encoding.CentrePoint}
	out.Basis, out.Values, out.Spectrum = d.Components, d.ExplainedVariance, d.Spectrum
	if len(out.Spectrum) > 0 && d.VarianceUnit == document.PerPerson {
		out.Spectrum = nil
		for _, x := range d.Spectrum {
			out.Spectrum = append(out.Spectrum, x*signRows)
		}
	}
	return out, nil
}

// replayed draws as draw does, without reading a table each time. Some whole releases, replayed from their seeds, must come out the
// same: else it returns an error beside the drawer.
func (w *whole) replayed(r record, how method.Method) (drawer, error) {
	const s = schema.Scale
	public := w.plan.Schema()
	steps := w.plan.Steps()
	query := privacy.MeanQuery{Dim: 2, Spread: public.Spread(), Reach: public.Reach(), Relation: privacy.ReplaceOne, RowsPerPerson: 1}
	in := mechanism.MeanParams{MeanQuery: query, Scale: s, Base: public.Base()}
	var mean interface {
		Release(sum []int64, rows int64, src noise.Source) ([]float64, float64)
	}
	var err error
	switch {
	case steps[0].Budget.Pure():
		mean, err = mechanism.NewKNormMean(in, []mechanism.MeanColumn{{Range: 2 * s}, {Range: 2 * s}}, steps[0].Budget.Epsilon)
	case steps[0].Width != nil:
		mean, err = mechanism.NewMean(in, *steps[0].Width)
	default:
		joint, failed := privacy.CalibrateGaussians([]privacy.Query{query.Query(1)}, steps[0].Budget)
		if failed != nil {
			return nil, failed
		}
		mean, err = mechanism.NewMean(in, joint.Steps[0])
	}
	if err != nil {
		return nil, err
	}
	c := w.plan.Choices()
	from, err := mechanism.New(how.Name, mechanism.Params{
		Dim: 2, Scale: s, K: 1, Budget: steps[1].Budget, Width: steps[1].Width, Relation: privacy.ReplaceOne, RowsPerPerson: 1, Sweeps: c.Sweeps,
	})
	if err != nil {
		return nil, err
	}
	// Nuclear noise prepares a plan at each release, which costs more than the draw.
	var prepared *nuclear.Plan
	exponent := 0.0
	if how.Curve == method.NuclearBall {
		if prepared, err = nuclear.NewPlan(2, nil); err != nil {
			return nil, err
		}
		o, err := from.Release(context.Background(), moment.NewAccumulator(2, s).Matrix(), noisetest.New(1))
		if err != nil {
			return nil, err
		}
		exponent = o.Noise.Exponent
	}
	sum := make([]int64, 2)
	for i, x := range r {
		sum[i] = int64(math.Round(s * x))
	}
	draw := func(src noise.Source) (Output, error) {
		centre, sigma := mean.Release(sum, signRows, src)
		settled := *public
		settled.Settle(centre, sigma)
		a := moment.NewAccumulator(2, s)
		if r != nil {
			if err := a.Add(quantised(r[0]-centre[0], r[1]-centre[1])); err != nil {
				return Output{}, err
			}
		}
		m := a.Matrix()
		if prepared == nil {
			o, err := release(from, m)(src)
			o.centre = centre
			return o, err
		}
		n, err := prepared.Matrix(exponent, src, nil)
		if err != nil {
			return Output{}, err
		}
		const s2 = s * s
		out := Output{centre: centre}
		for i, at := range [][2]int{{0, 0}, {0, 1}, {1, 1}} {
			out.noisy = append(out.noisy, math.RoundToEven(float64(m.At(at[0], at[1]))+n[[]int{0, 1, 3}[i]]*s2)/s2)
		}
		return out, nil
	}
	const trials = 60
	for i := range trials {
		seed := seed("replay of sign, "+how.Name, r.text(), i)
		got, err := draw(noisetest.New(seed))
		if err != nil {
			return nil, err
		}
		want, err := w.draw(r, noisetest.New(seed))
		if err != nil {
			return nil, err
		}
		same := got.Refused == want.Refused && (got.noisy != nil || len(got.Basis) == len(want.Basis))
		if got.noisy != nil {
			for i, x := range noisyMatrix(want, 1) {
				same = same && math.Abs(x-got.noisy[i]) < 1e-4*(1+math.Abs(want.Spectrum[0])+math.Abs(want.Spectrum[1]))
			}
		}
		for i := range got.Basis {
			for j, x := range got.Basis[i] {
				same = same && math.Abs(x-want.Basis[i][j]) < 2e-6
			}
		}
		for i, x := range got.centre {
			same = same && (want.Refused || x == want.centre[i])
		}
		for i, x := range got.Spectrum {
			same = same && math.Abs(x-want.Spectrum[i]) < 1e-4*(1+math.Abs(x)) // a document rounds the variances of one person
		}
		if !same {
			return draw, fmt.Errorf("release %d is %+v, replayed %+v", i, want, got)
		}
	}
	return draw, nil
}

// quantised is the direction of (x, y) in integers, as dataset/ENCODING.md has it: each to the nearest, or towards 0, one after the other, where
// that is too long.
func quantised(x, y float64) []int16 {
	const s = schema.Scale
	g := s / math.Sqrt(x*x+y*y)
	q := []int16{int16(math.RoundToEven(x * g)), int16(math.RoundToEven(y * g))}
	for i, exact := range []float64{x * g, y * g} {
		if int(q[0])*int(q[0])+int(q[1])*int(q[1]) > s*s {
			q[i] = int16(exact)
		}
	}
	return q
}

// signPairs audits every mechanism that spends something. The widths in scores and laws are calculated here from the claim,
// and shared with no code of the program's, so that a wrong calibration shows in the law.
func signPairs() []Row {
	var rows []Row
	for _, how := range method.All() {
		if how.Free() {
			continue
		}
		name := "sign, " + how.Name
		rows = append(rows, Row{name, func() *Pair { return signPair(name, how, false) }})
		if how.Joint || how.Curve == method.NuclearBall { // by Gaussian and by K-norm noise
			name := "sign, the mean of " + how.Name
			rows = append(rows, Row{name, func() *Pair { return signPair(name, how, true) }})
		}
	}
	return rows
}

// signPair is a release as a whole, or, with meanAlone, what its mean alone shows: there the two records are opposite corners, which are
// as far apart as records can be.
func signPair(name string, how method.Method, meanAlone bool) *Pair {
	number := func(name string) schema.Field {
		return schema.Field{Name: name, Kind: schema.Number, Minimum: -1, Maximum: 1}
	}
	s := schema.New(number("a"), number("b"))
	s.NormRule, s.Scaling = schema.Sign, schema.MaxAbs
	budget := privacy.Budget{Epsilon: 4}
	if how.NeedsDelta() {
		budget.Delta = delta
	}
	switch { // as in their own rows: their published noise is far wider than is claimed
	case how.Refuses:
		budget.Epsilon = 32
	case how.Curve == method.Entries && how.NeedsDelta() && !how.Joint:
		budget.Epsilon = 8
	}
	draws := 320_000
	if budget.Epsilon == 8 {
		draws = 480_000
	}
	share := plan.UsualMean(how.Name)
	c := pca.Choices{Mechanism: how.Name, K: 1, Epsilon: budget.Epsilon, Delta: budget.Delta, Relation: privacy.ReplaceOne}
	if how.HasSweeps && !how.HasCap {
		c.Sweeps = 12
	}
	p, err := pca.NewPlan(s, c)
	if err != nil {
		panic("audit: " + err.Error())
	}
	pair := &Pair{
		Name: name, Mechanism: how.Name, Draws: draws, At: .15,
		whole: &whole{cost: p.Cost(), plan: p, a: record{1, 0}, b: record{0, 1}},
	}
	if meanAlone {
		w := pair.whole
		w.a, w.b, pair.LawOnly = record{1, 1}, record{-1, -1}, true
		mean, law := signMean(how, budget, share, w.a, w.b)
		pair.Score = func(o Output) float64 { return mean(o.centre) }
		pair.Law = law
		return pair
	}
	mean, law := signMean(how, budget, share, pair.whole.a, pair.whole.b)
	directions, inner := signDirections(how, budget, share)
	pair.Score = func(o Output) float64 {
		if o.Refused {
			return 0
		}
		return mean(o.centre) + directions(o)
	}
	if inner != nil {
		pair.Law = together(law, inner)
		pair.Law.error += signError
		pair.Law.slack = signSlack
	}
	return pair
}

// signMean is the loss of the mean's release for two records, and its law. No two records are further apart than √8·s.
func signMean(how method.Method, budget privacy.Budget, share float64, one, other record) (score func(centre []float64) float64, law *Law) {
	const s = schema.Scale
	a, b := [2]float64{s * one[0], s * one[1]}, [2]float64{s * other[0], s * other[1]}
	sum := func(centre []float64) (t [2]float64) { // up to the rounding of the released mean
		for i, x := range centre {
			t[i] = x * s * signRows
		}
		return t
	}
	if how.NeedsDelta() {
		mu := gaussianMu(budget.Epsilon, budget.Delta) * math.Sqrt(share)
		if !how.Joint {
			mu = gaussianMu(budget.Epsilon*share, budget.Delta*share)
		}
		sigma := math.Sqrt(8) * s / mu
		return func(centre []float64) float64 {
			t, loss := sum(centre), 0.0
			for i, x := range t {
				loss += (a[i] - b[i]) * (2*x - a[i] - b[i]) / (2 * sigma * sigma)
			}
			return loss
		}, normalLaw(math.Hypot(a[0]-b[0], a[1]-b[1]) / sigma)
	}
	epsilon := budget.Epsilon * share
	norm := func(x, y float64) float64 { return max(math.Abs(x), math.Abs(y)) / (2 * s) } // K is a square of ±2s
	span := 60 * s / epsilon
	return func(centre []float64) float64 {
			t := sum(centre)
			return epsilon * (norm(t[0]-b[0], t[1]-b[1]) - norm(t[0]-a[0], t[1]-a[1]))
		}, integrate(2, 4_000_000, epsilon*norm(a[0]-b[0], a[1]-b[1])+.01, func(u []float64) (float64, float64) {
			x, y := span*(2*u[0]-1), span*(2*u[1]-1)
			return -epsilon * norm(x-a[0], y-a[1]), -epsilon * norm(x-b[0], y-b[1])
		})
}

// signDirections is the loss of the mechanism's output given the mean, and its law for directions at right angles; nil
// where a release may be refused, which shows neither.
func signDirections(how method.Method, budget privacy.Budget, share float64) (score func(Output) float64, law *Law) {
	left := privacy.Budget{Epsilon: budget.Epsilon * (1 - share), Delta: budget.Delta * (1 - share)}
	// direction is a record's second moment about the released mean, as the encoder quantises it.
	direction := func(x, y float64, centre []float64) [3]float64 {
		x, y = x-centre[0], y-centre[1]
		length := math.Hypot(x, y)
		x, y = x/length, y/length
		return [3]float64{x * x, x * y, y * y}
	}
	both := func(o Output) (a, b [3]float64) { return direction(1, 0, o.centre), direction(0, 1, o.centre) }
	entries := func(o Output) (y [3]float64) {
		copy(y[:], noisyMatrix(o, 1))
		return y
	}
	gaussian := func(on, off float64) func(Output) float64 {
		return func(o Output) float64 {
			a, b := both(o)
			loss := 0.0
			for i, y := range entries(o) {
				sigma := on
				if i == 1 {
					sigma = off
				}
				loss += (a[i] - b[i]) * (2*y - a[i] - b[i]) / (2 * sigma * sigma)
			}
			return loss
		}
	}
	switch how.Curve {
	case method.Entries:
		switch {
		case how.Joint:
			mu := gaussianMu(budget.Epsilon, budget.Delta) * math.Sqrt(1-share)
			sigma := math.Sqrt2 / mu
			return gaussian(sigma, sigma/math.Sqrt2), normalLaw(mu)
		case how.Refuses:
			return func(o Output) float64 {
				a, b := both(o)
				v := o.Basis[0]
				return (a[0]-b[0])*v[0]*v[0] + 2*(a[1]-b[1])*v[0]*v[1] + (a[2]-b[2])*v[1]*v[1]
			}, nil
		case how.NeedsDelta():
			root := math.Sqrt(2 * math.Log(6/(2*math.Sqrt(2*math.Pi)*left.Delta)))
			beta := 3/left.Epsilon*root + 1/math.Sqrt(left.Epsilon)
			return gaussian(beta, beta), normalLaw(math.Sqrt2 / beta)
		}
		t := math.Sqrt(5) / left.Epsilon
		return func(o Output) float64 {
			a, b := both(o)
			loss := 0.0
			for i, y := range entries(o) {
				loss += (math.Abs(y-b[i]) - math.Abs(y-a[i])) / t
			}
			return loss
		}, laplaceLaw(diagonal(coarse, 1, 0), diagonal(coarse, 0, 1), t*coarse*coarse)
	case method.NuclearBall:
		rate := left.Epsilon / 2
		return func(o Output) float64 {
			a, b := both(o)
			y := entries(o)
			return rate * (planeNorm(y[0]-b[0], y[1]-b[1], y[2]-b[2]) - planeNorm(y[0]-a[0], y[1]-a[1], y[2]-a[2]))
		}, nuclearLaw(4_000_000, rate, diagonal(fine, 1, 0), diagonal(fine, 0, 1))
	}
	rate := left.Epsilon / 2
	return func(o Output) float64 {
		a, b := both(o)
		v := o.Basis[0]
		return rate * ((a[0]-b[0])*v[0]*v[0] + 2*(a[1]-b[1])*v[0]*v[1] + (a[2]-b[2])*v[1]*v[1])
	}, lineLaw(400_000, []float64{rate, 0}, []float64{0, rate})
}

// gaussianMu is the μ of Gaussian differential privacy that is (ε,δ): Dong, Roth and Su (2022), Corollary 2.13.
func gaussianMu(epsilon, delta float64) float64 {
	lo, hi := 0.0, 100.0
	for range 200 {
		mu := (lo + hi) / 2
		if normal(mu/2-epsilon/mu)-math.Exp(epsilon)*normal(-mu/2-epsilon/mu) > delta {
			hi = mu
		} else {
			lo = mu
		}
	}
	return lo
}

func normal(x float64) float64 { return math.Erfc(-x/math.Sqrt2) / 2 }

// normalLaw is the law of the loss of two normal laws of variance 1 whose means are μ apart.
func normalLaw(mu float64) *Law {
	l := &Law{}
	reach := mu*mu/2 + 8*mu
	const n = 4000
	below := [2]float64{}
	for i := range n {
		edge := reach * (2*float64(i)/(n-1) - 1)
		at := [2]float64{normal(edge/mu - mu/2), normal(edge/mu + mu/2)}
		l.edge = append(l.edge, edge)
		l.a, l.b, below = append(l.a, at[0]-below[0]), append(l.b, at[1]-below[1]), at
	}
	l.a, l.b, l.top = append(l.a, 1-below[0]), append(l.b, 1-below[1]), reach
	return l
}

// together is the law of the sum of two independent losses.
func together(x, y *Law) *Law {
	const most = 2000
	coarser := func(l *Law) (value, a, b []float64) {
		low, high := l.edge[0], l.edge[len(l.edge)-1]
		value, a, b = make([]float64, most), make([]float64, most), make([]float64, most)
		width := (high - low) / most
		for i := range value {
			value[i] = low + (float64(i)+.5)*width
		}
		for i := range l.a {
			mid := high
			if i < len(l.edge) {
				mid = l.edge[i]
				if i > 0 {
					mid = (l.edge[i-1] + l.edge[i]) / 2
				}
			}
			at := min(max(int((mid-low)/width), 0), most-1)
			a[at] += l.a[i]
			b[at] += l.b[i]
		}
		return value, a, b
	}
	vx, ax, bx := coarser(x)
	vy, ay, by := coarser(y)
	low, high := vx[0]+vy[0], vx[most-1]+vy[most-1]
	width := (high - low) * 1.00123 / cells
	out := &Law{a: make([]float64, cells), b: make([]float64, cells), top: x.top + y.top, shift: x.shift + y.shift}
	for i := range cells - 1 {
		out.edge = append(out.edge, low+width*float64(i+1))
	}
	for i := range vx {
		for j := range vy {
			at := min(max(int((vx[i]+vy[j]-low)/width), 0), cells-1)
			out.a[at] += ax[i] * ay[j]
			out.b[at] += bx[i] * by[j]
		}
	}
	out.error = x.error + y.error
	return out
}
