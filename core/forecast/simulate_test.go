package forecast

import (
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/mat"

	"privatepca/core/internal/madeup"
	"privatepca/core/privacy"
	"privatepca/core/scaling"
)

// A continuous simulation of a release by the rule mean: the three steps with normal noise in place of integers, for one row a
// person under replace-one. It measures what the forecast says of the rule. The test of relation is here too, for tables of
// numbers, since the forecast's headline counts what it finds.

// A drawn release: what of it is measured.
type drawn struct {
	c       *madeup.Encoded
	n       float64
	q       []float64 // a column's known share
	w       []float64
	off     float64 // about the length of the centre's error
	radius  float64
	tau     float64
	g       []float64
	y, m    *mat.SymDense
	scale   []float64
	values  []float64 // of m, descending, without the null directions
	vectors *mat.Dense
}

// releasing is a release of the table at that ε. Equal says that columns count equally.
func releasing(c *madeup.Encoded, epsilon, delta float64, equal bool, r *rand.Rand) *drawn {
	sigma, err := privacy.AnalyticGaussian(epsilon, delta)
	if err != nil {
		panic(err)
	}
	mu, t, n := 1/sigma, c.Table, float64(c.N)
	p := len(t.Columns)
	o := &drawn{c: c, n: n}

	// Step 1: sums, squares of numbers, missing cells.
	const alpha2, beta2 = 2.75, 1.6875
	reach, numbers := 0.0, 0
	for _, col := range t.Columns {
		if col.Levels > 0 {
			reach += 2
		} else {
			reach, numbers = reach+4, numbers+1
		}
	}
	s := math.Sqrt(reach) / (mu * math.Sqrt(.2) * n)
	mean, v := make([]float64, c.D), make([]float64, p)
	spread := 0.0
	for j, col := range t.Columns {
		known, square := 0.0, 0.0
		sums := make([]float64, c.At[j+1]-c.At[j])
		for i := range c.N {
			if c.There[i][j] {
				known++
				for f := range sums {
					sums[f] += c.Z.At(i, c.At[j]+f)
				}
				square += c.Z.At(i, c.At[j]) * c.Z.At(i, c.At[j])
			}
		}
		unit := 1.0
		if col.Levels == 0 {
			unit = math.Sqrt(beta2)
		}
		q := min(1, max(known/n+s/unit*r.NormFloat64(), min(1, max(.02, 2*s/unit))))
		o.q = append(o.q, q)
		for f := range sums {
			mean[c.At[j]+f] = (sums[f]/n + s*r.NormFloat64()) / q
		}
		if col.Levels == 0 {
			m := mean[c.At[j]]
			second := ((square+.5*(n-known))/n + s/math.Sqrt(alpha2)*r.NormFloat64() - .5*(1-q)) / q
			v[j] = q * (second - m*m + s*s/q/q)
			spread += 1/alpha2 + 4*min(1, m*m)
		}
	}
	sv := s * math.Sqrt(spread/float64(max(1, numbers)))
	centre := slices.Clone(mean)
	o.settle(centre, numbers, s)
	o.w = make([]float64, c.D)
	weight := o.weights(centre, v, s, sv, numbers)
	for f, j := range c.Column {
		o.w[f] = 1
		if equal {
			o.w[f] = weight[j]
		}
	}
	total := 0.0
	for j, col := range t.Columns {
		w2 := o.w[c.At[j]] * o.w[c.At[j]]
		x := float64(max(1, col.Levels)) * w2 * s * s / o.q[j] / o.q[j]
		most := w2 / 4
		if col.Levels > 0 {
			most = .3 * w2
		}
		total += x * most / (x + most)
	}
	o.off = math.Sqrt(total)

	// Step 2: the typical length, from a noisy histogram.
	o.radius = scaling.Kappa(o.edge(mu, p)) * o.typical(centre, mu, r)

	// Step 3: the second moment of (u, a).
	u := c.Records(centre, o.w, o.radius)
	o.tau = (1 + scaling.ConstantSquare) / (mu * math.Sqrt(scaling.MatrixShare))
	taum := o.tau / math.Sqrt(scaling.ConstantSquare)
	o.g = make([]float64, c.D)
	for f := range o.g {
		o.g[f] = mat.Sum(u.ColView(f)) + taum*r.NormFloat64()
	}
	o.y = mat.NewSymDense(c.D, nil)
	o.y.SymOuterK(1, u.T())
	for i := range c.D {
		for j := i; j < c.D; j++ {
			sd := o.tau
			if i == j {
				sd *= math.Sqrt2
			}
			o.y.SetSym(i, j, o.y.At(i, j)+sd*r.NormFloat64()-o.g[i]*o.g[j]/n)
		}
	}
	o.project(o.y)
	o.columns(equal, o.edge(mu, p))
	o.solve()
	return o
}

func (o *drawn) edge(mu float64, p int) float64 {
	return 2 * (1 + scaling.ConstantSquare) * math.Sqrt(float64(o.c.D)) * float64(p) / (.8 * o.n * mu * math.Sqrt(scaling.MatrixShare))
}

// settle moves a noisy mean to where means can be: numbers to each other (James and Stein), levels to the simplex.
func (o *drawn) settle(centre []float64, numbers int, s float64) {
	c := o.c
	if numbers > 4 {
		middle, noise, apart := 0.0, 0.0, 0.0
		for j, col := range c.Table.Columns {
			if col.Levels == 0 {
				middle += centre[c.At[j]] / float64(numbers)
				noise += s * s / o.q[j] / o.q[j] / float64(numbers)
			}
		}
		for j, col := range c.Table.Columns {
			if col.Levels == 0 {
				apart += (centre[c.At[j]] - middle) * (centre[c.At[j]] - middle)
			}
		}
		keep := max(0, 1-float64(numbers-3)*noise/apart)
		for j, col := range c.Table.Columns {
			if col.Levels == 0 {
				centre[c.At[j]] = middle + keep*(centre[c.At[j]]-middle)
			}
		}
	}
	for j, col := range c.Table.Columns {
		if block := centre[c.At[j]:c.At[j+1]]; col.Levels > 0 {
			onSimplex(block)
		} else {
			block[0] = min(1, max(-1, block[0]))
		}
	}
}

// onSimplex moves a point to the nearest of the simplex.
func onSimplex(y []float64) {
	u := slices.Clone(y)
	slices.Sort(u)
	slices.Reverse(u)
	sum, cut := 0.0, 0.0
	for i, x := range u {
		sum += x
		if c := (sum - 1) / float64(i+1); x > c {
			cut = c
		}
	}
	for i := range y {
		y[i] = max(0, y[i]-cut)
	}
}

// weights are one over the columns' deviations, as far as the noisy squares show them.
func (o *drawn) weights(centre, v []float64, s, sv float64, numbers int) []float64 {
	c, p := o.c, len(o.c.Table.Columns)
	w := make([]float64, p)
	var seen, levels []float64
	for j, col := range c.Table.Columns {
		if col.Levels == 0 {
			seen = append(seen, v[j])
			continue
		}
		x := 0.0
		for f := c.At[j]; f < c.At[j+1]; f++ {
			x += centre[f] * (1 - centre[f])
		}
		levels = append(levels, max(x*o.q[j], 2*s*math.Sqrt(float64(col.Levels))))
	}
	if numbers > 1 {
		seen = posteriorMeans(seen, sv)
	} else if numbers == 1 {
		seen[0] = max(seen[0], sv)
	}
	average := func(x []float64) (mean float64) {
		for _, v := range x {
			mean += v / float64(len(x))
		}
		return mean
	}
	least, few := max(sv, .25*average(seen), 1e-4), max(.25*average(levels), 1e-4)
	number, level := 0, 0
	for j, col := range c.Table.Columns {
		if col.Levels == 0 {
			w[j] = 1 / math.Sqrt(min(1, max(seen[number], least)))
			number++
		} else {
			w[j] = 1 / math.Sqrt(max(levels[level], few))
			level++
		}
	}
	return w
}

// posteriorMeans are those of the nonparametric maximum likelihood prior on 61 points; a value above four deviations stays.
func posteriorMeans(y []float64, s float64) []float64 {
	grid := []float64{0}
	low, high := s/30, max(slices.Max(y), s)*1.05
	for i := range 60 {
		grid = append(grid, low*math.Pow(high/low, float64(i)/59))
	}
	prior := make([]float64, len(grid))
	for l := range prior {
		prior[l] = 1 / float64(len(grid))
	}
	likelihood := make([][]float64, len(y))
	for i, x := range y {
		nearest := math.Inf(1)
		for _, g := range grid {
			nearest = min(nearest, (x-g)*(x-g))
		}
		for _, g := range grid {
			likelihood[i] = append(likelihood[i], math.Exp((nearest-(x-g)*(x-g))/(2*s*s)))
		}
	}
	posterior := func(i int) []float64 {
		out, total := make([]float64, len(grid)), 0.0
		for l, f := range likelihood[i] {
			out[l] = f * prior[l]
			total += out[l]
		}
		for l := range out {
			out[l] /= total
		}
		return out
	}
	for range 200 {
		next := make([]float64, len(grid))
		for i := range y {
			for l, x := range posterior(i) {
				next[l] += x / float64(len(y))
			}
		}
		prior = next
	}
	out := slices.Clone(y)
	for i, x := range y {
		if x > 4*s {
			continue
		}
		out[i] = 0
		for l, share := range posterior(i) {
			out[i] += share * grid[l]
		}
	}
	return out
}

// typical is the root mean square length, by 48 noisy counts.
func (o *drawn) typical(centre []float64, mu float64, r *rand.Rand) float64 {
	c, top := o.c, 0.0
	for j, col := range c.Table.Columns {
		most := 4.0
		if col.Levels > 0 {
			most = 2
		}
		top += most * o.w[c.At[j]] * o.w[c.At[j]]
	}
	top = math.Sqrt(top)
	const bins, ratio = 48, 1.2
	var counts [bins]float64
	v := c.Records(centre, o.w, math.Inf(1))
	for i := range c.N {
		length := 0.0
		for _, x := range v.RawRowView(i) {
			length += x * x
		}
		at := math.Floor(math.Log(top/max(math.Sqrt(length), 1e-12)) / math.Log(ratio))
		counts[int(min(max(at, 0), bins-1))]++
	}
	sigma := math.Sqrt2 / (mu * math.Sqrt(scaling.LengthsShare))
	total, squares, largest := 0.0, 0.0, 0
	for b := range counts {
		counts[b] += sigma * r.NormFloat64()
		if counts[b] > counts[largest] {
			largest = b
		}
	}
	for b, x := range counts {
		if middle := top * math.Pow(ratio, -float64(b)-.5); x > 3*sigma {
			total, squares = total+x, squares+x*middle*middle
		}
	}
	if total == 0 {
		return top * math.Pow(ratio, -float64(largest)-.5)
	}
	return math.Sqrt(squares / total)
}

// project takes the null direction out of each category: its levels sum to 1.
func (o *drawn) project(y *mat.SymDense) {
	c := o.c
	p := mat.NewDense(c.D, c.D, nil)
	for f := range c.D {
		p.Set(f, f, 1)
	}
	for j, col := range c.Table.Columns {
		if col.Levels == 0 {
			continue
		}
		for a := c.At[j]; a < c.At[j+1]; a++ {
			for b := c.At[j]; b < c.At[j+1]; b++ {
				p.Set(a, b, p.At(a, b)-1/float64(col.Levels))
			}
		}
	}
	var half, whole mat.Dense
	half.Mul(p, y)
	whole.Mul(&half, p)
	for i := range c.D {
		for j := i; j < c.D; j++ {
			y.SetSym(i, j, (whole.At(i, j)+whole.At(j, i))/2)
		}
	}
}

// columns divides by the columns' own scales, with their floors; or by nothing.
func (o *drawn) columns(equal bool, edge float64) {
	c, p := o.c, len(o.c.Table.Columns)
	traces, mean := make([]float64, p), 0.0
	for j := range p {
		for f := c.At[j]; f < c.At[j+1]; f++ {
			traces[j] += o.y.At(f, f)
		}
		traces[j] = max(0, traces[j])
		mean += traces[j] / float64(p)
	}
	o.scale = make([]float64, c.D)
	for f, j := range c.Column {
		size := float64(c.At[j+1] - c.At[j])
		o.scale[f] = 1
		if equal {
			o.scale[f] = math.Sqrt(max(traces[j], 4*math.Sqrt2*o.tau*math.Sqrt(size), min(.25, edge)*mean))
		}
	}
	o.m = mat.NewSymDense(c.D, nil)
	for i := range c.D {
		for j := i; j < c.D; j++ {
			o.m.SetSym(i, j, o.y.At(i, j)/o.scale[i]/o.scale[j])
		}
	}
}

// solve finds the directions, without the null ones: their eigenvalue is 0, so they are moved below all others first.
func (o *drawn) solve() {
	c := o.c
	far, moved, categories := 1+2*mat.Norm(o.m, 2), mat.NewSymDense(c.D, nil), 0
	moved.CopySym(o.m)
	for j, col := range c.Table.Columns {
		if col.Levels == 0 {
			continue
		}
		categories++
		for a := c.At[j]; a < c.At[j+1]; a++ {
			for b := a; b < c.At[j+1]; b++ {
				moved.SetSym(a, b, moved.At(a, b)-far/float64(col.Levels))
			}
		}
	}
	var e mat.EigenSym
	if !e.Factorize(moved, true) {
		panic("no eigenvectors")
	}
	var v mat.Dense
	e.VectorsTo(&v)
	values := e.Values(nil)
	o.vectors = mat.NewDense(c.D, c.D-categories, nil)
	for i := range c.D - categories {
		o.values = append(o.values, values[c.D-1-i])
		for f := range c.D {
			o.vectors.Set(f, i, v.At(f, c.D-1-i))
		}
	}
}

// share is what the first k directions' scores explain: of equal columns, or of the covariance in the units of the bounds.
func (o *drawn) share(k int, equal bool) float64 {
	w := mat.NewDense(o.c.D, k, nil)
	for f := range o.c.D {
		for l := range k {
			w.Set(f, l, o.w[f]/o.scale[f]*o.vectors.At(f, l))
		}
	}
	if equal {
		return o.c.Share(w, o.c.Equal)
	}
	return o.c.Share(w, o.c.Bounds)
}

// clear counts the directions that relate columns: eigenvalues above what columns without relation would show. Tables of numbers alone.
func (o *drawn) clear(r *rand.Rand) int {
	c, n := o.c, o.n
	d, least := c.D, math.Inf(1)
	for _, s := range o.scale {
		least = min(least, s*s)
	}
	t := min(1, max(mat.Trace(o.y)/n, .02))
	t = min(t, float64(d)*least/n)
	top := 1.0
	for f := range d {
		top = max(top, o.m.At(f, f))
	}
	taum := o.tau / math.Sqrt(scaling.ConstantSquare)
	var edges []float64
	x, z := mat.NewSymDense(d, nil), make([]float64, d)
	for range 30 {
		for f := range z {
			z[f] = taum * r.NormFloat64()
		}
		for i := range d {
			x.SetSym(i, i, 0)
			for j := i + 1; j < d; j++ {
				noise := o.tau*r.NormFloat64() - (o.g[i]*z[j]+z[i]*o.g[j]+z[i]*z[j])/n
				chance := math.Sqrt(max(0, o.m.At(i, i))*max(0, o.m.At(j, j))) * r.NormFloat64() / math.Sqrt(n*t)
				x.SetSym(i, j, noise/o.scale[i]/o.scale[j]+chance)
			}
		}
		var e mat.EigenSym
		e.Factorize(x, false)
		edges = append(edges, e.Values(nil)[d-1])
	}
	mean, squares := 0.0, 0.0
	for _, e := range edges {
		mean += e / float64(len(edges))
	}
	for _, e := range edges {
		squares += (e - mean) * (e - mean) / float64(len(edges)-1)
	}
	level := top + mean + 3*math.Sqrt(squares) + float64(d)/(n*t)
	size := 0.0
	for f, g := range o.g {
		q := o.q[c.Column[f]]
		level += n * q * (1 - q) * max(0, g*g-taum*taum) / (q * n) / (q * n) / o.scale[f] / o.scale[f]
		size += g * g
	}
	size = math.Sqrt(size)
	if o.off > 2*o.radius {
		return 0
	}
	beta := size / n * max(0, min(1, o.off/o.radius)-size/n)
	corrected := mat.NewSymDense(d, nil)
	for i := range d {
		for j := i; j < d; j++ {
			corrected.SetSym(i, j, o.m.At(i, j)-n*beta*o.g[i]*o.g[j]/size/size/o.scale[i]/o.scale[j])
		}
	}
	var e mat.EigenSym
	e.Factorize(corrected, false)
	clear := 0
	for _, v := range e.Values(nil) {
		if v > level {
			clear++
		}
	}
	return clear
}
