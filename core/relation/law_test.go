package relation

import (
	"math"
	"math/rand/v2"
	"testing"

	"privatepca/core/finding"
	"privatepca/core/scaling"
)

// A sample is rows of z with their columns, and what a release without noise states of them.
type sample struct {
	columns scaling.Columns
	z       [][]float64
}

// drawn has six numbers of two factors, a category of three levels and one of two.
func drawn(rng *rand.Rand, n int) sample {
	s := sample{columns: scaling.Columns{{}, {}, {}, {}, {}, {}, {Kind: scaling.Category, Levels: 3}, {Kind: scaling.Category, Levels: 2}}}
	for range n {
		f := [2]float64{rng.NormFloat64(), rng.NormFloat64()}
		z := make([]float64, s.columns.Features())
		for j := range 6 {
			z[j] = .2*(.7*f[j%2]+.5*rng.NormFloat64()) + .1*float64(j)
		}
		switch x := f[0] + rng.NormFloat64(); {
		case x < -.7:
			z[6] = 1
		case x < .8:
			z[7] = 1
		default:
			z[8] = 1
		}
		z[9+rng.IntN(2)] = 1
		s.z = append(s.z, z)
	}
	return s
}

// input is what a release without noise states.
func (s sample) input(radius float64) *finding.Input {
	d, n := s.columns.Features(), float64(len(s.z))
	w := make([]float64, d)
	for i := range w {
		w[i] = 2 + float64(i%2)
	}
	for i, b := range s.columns.Blocks() {
		for at := b.From; at < b.To; at++ {
			w[at] = 2 + .5*float64(i%3)
		}
	}
	in := &finding.Input{
		Columns: s.columns, Rows: n, Effect: 1, Present: make([]float64, len(s.columns)), SumsNoise: 1e-9, Weight: w, Radius: radius,
		Counts: make([]float64, scaling.Bins), CountsNoise: 1e-9, Tau: 1e-12, MeanTau: 1e-12 / math.Sqrt(scaling.ConstantSquare),
	}
	for i := range in.Present {
		in.Present[i] = 1
	}
	lengths := scaling.NewLengths(s.columns, w)
	moment := newSquare(d + 1)
	for _, z := range s.z {
		u, q := make([]float64, d+1), 0.
		for i := range d {
			u[i] = w[i] * (z[i] - .3)
			q += u[i] * u[i]
		}
		length := math.Sqrt(q)
		bin := int(math.Floor(math.Log(lengths.Top/length) / math.Log(scaling.Ratio)))
		in.Counts[min(max(bin, 0), scaling.Bins-1)]++
		for i := range d {
			u[i] /= max(radius, length)
		}
		u[d] = math.Sqrt(scaling.ConstantSquare)
		for i := range u {
			for j := range u {
				moment.add(i, j, u[i]*u[j])
			}
		}
	}
	lower := make([]float64, 0, (d+1)*(d+2)/2)
	for i := range d + 1 {
		for j := range i + 1 {
			lower = append(lower, moment.at(i, j))
		}
	}
	in.Mean, in.Matrix = finding.Centred(s.columns, lower, n)
	return in
}

// named gives a matrix in units of v names and columns.
func named(m *Matrix, columns scaling.Columns) *Matrix {
	for i, b := range columns.Blocks() {
		c := Column{Name: string(rune('a' + i)), Kind: columns[i].Kind, From: b.From, To: b.To, Low: -1, High: 1}
		for at := b.From; at < b.To; at++ {
			name := c.Name
			if c.Kind == scaling.Category {
				name += "=" + string(rune('0'+at-b.From))
				c.Levels = append(c.Levels, name)
			}
			m.Features = append(m.Features, name)
			m.Mean, m.MeanError = append(m.Mean, .4), append(m.MeanError, .001)
		}
		m.Columns = append(m.Columns, c)
	}
	indexed(m)
	return m
}

// covariance of v, without noise and without a cut.
func (s sample) covariance(w []float64) square {
	d, n := len(w), float64(len(s.z))
	mean := make([]float64, d)
	for _, z := range s.z {
		for i := range mean {
			mean[i] += w[i] * z[i] / n
		}
	}
	out := newSquare(d)
	for _, z := range s.z {
		for i := range d {
			for j := range d {
				out.add(i, j, (w[i]*z[i]-mean[i])*(w[j]*z[j]-mean[j])/n)
			}
		}
	}
	return out
}

// Without noise, and where no record is cut, every number is that of the exact table.
func TestWithoutNoiseAllIsExact(t *testing.T) {
	s := drawn(rand.New(rand.NewPCG(1, 1)), 4000)
	in := s.input(100)
	m := named(fromInput(in, 2, 0), s.columns)
	want := s.covariance(in.Weight)
	near := func(what string, have, want float64) {
		t.Helper()
		if !(math.Abs(have-want) <= 1e-9*max(1, math.Abs(want))) {
			t.Errorf("%s is %v, want %v", what, have, want)
		}
	}
	for i := range want.n {
		for j := range want.n {
			near("a covariance", m.Covariance(i, j), want.at(i, j))
			r := want.at(i, j) / math.Sqrt(want.at(i, i)*want.at(j, j))
			near("a correlation", m.Correlation(i, j).Value, r)
		}
	}
	block := func(a, b int) (sum float64) {
		for i := m.Columns[a].From; i < m.Columns[a].To; i++ {
			for j := m.Columns[b].From; j < m.Columns[b].To; j++ {
				sum += want.at(i, j) * want.at(i, j)
			}
		}
		return sum
	}
	for _, pair := range [][2]int{{0, 6}, {6, 7}, {3, 7}} {
		v, _ := m.Association(pair[0], pair[1])
		near("an association", v.Value, math.Sqrt(block(pair[0], pair[1])/math.Sqrt(block(pair[0], pair[0])*block(pair[1], pair[1]))))
	}
	// Least squares by its normal equations, and partial correlations by residuals.
	fit := func(y int, on []int) []float64 {
		a := newSquare(len(on))
		b := make([]float64, len(on))
		for i, p := range on {
			b[i] = want.at(p, y)
			for j, q := range on {
				a.set(i, j, want.at(p, q))
			}
		}
		for k := range on { // Gauss and Jordan
			for i := range on {
				if i == k {
					continue
				}
				f := a.at(i, k) / a.at(k, k)
				for j := range on {
					a.add(i, j, -f*a.at(k, j))
				}
				b[i] -= f * b[k]
			}
		}
		for k := range on {
			b[k] /= a.at(k, k)
		}
		return b
	}
	r, err := m.Regress(0, []int{1, 2, 3, 7}, Advice{})
	if err != nil {
		t.Fatal(err)
	}
	explained := 0.
	for i, b := range fit(0, []int{1, 2, 3, 7}) {
		near("a coefficient", r.Coefficients[i].Value, b)
		explained += b * want.at(0, []int{1, 2, 3, 7}[i])
	}
	near("R²", r.R2.Value, explained/want.at(0, 0))
	partial, err := m.Partial([]int{0, 1, 2, 9}, Advice{})
	if err != nil {
		t.Fatal(err)
	}
	residual := func(x, y int) float64 { // covariance of what is left of x and y by 2 and 9
		bx := fit(x, []int{2, 9})
		return want.at(x, y) - bx[0]*want.at(2, y) - bx[1]*want.at(9, y)
	}
	near("a partial correlation", partial[0].Value, residual(0, 1)/math.Sqrt(residual(0, 0)*residual(1, 1)))
}

// The standard deviations that are stated are those of the noise: of covariances, correlations, coefficients and partial correlations, levels of
// categories included. 3,000 draws have 1.3 % of error each; the bound of 6 % fails by chance in one of 10⁵ of them.
func TestTheLawIsThatOfTheNoise(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	s := drawn(rng, 3000)
	const radius, tau = 100, .0008 // lengths are far below: tau·R² is what counts
	exactly := named(fromInput(s.input(radius), 2, 0), s.columns)
	clean := s.input(radius)
	functions := func(m *Matrix) (names []string, list []Value) {
		for _, p := range [][2]int{{0, 0}, {0, 2}, {6, 6}, {6, 7}, {0, 6}, {6, 9}, {9, 9}} {
			names, list = append(names, "covariance"), append(list, m.CovarianceOf(p[0], p[1]))
		}
		for _, p := range [][2]int{{0, 2}, {0, 1}, {0, 6}, {6, 9}, {0, 9}} {
			names, list = append(names, "correlation"), append(list, m.Correlation(p[0], p[1]))
		}
		r, err := m.Regress(0, []int{1, 2, 7}, Advice{})
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range append(r.Coefficients, r.R2) {
			names, list = append(names, "coefficient of "+c.Column), append(list, c)
		}
		p, err := m.Partial([]int{0, 1, 2, 9}, Advice{})
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range p {
			names, list = append(names, "partial correlation"), append(list, v)
		}
		a, _ := m.Association(0, 6)
		return append(names, "association"), append(list, a)
	}
	law := *clean
	law.Tau, law.MeanTau = tau, tau/math.Sqrt(scaling.ConstantSquare)
	stated := named(fromInput(&law, 2, 0), s.columns)
	names, want := functions(stated)
	_, truth := functions(exactly)
	sums, squares := make([]float64, len(want)), make([]float64, len(want))
	const draws = 3000
	d := s.columns.Features()
	lower := make([]float64, (d+1)*(d+2)/2)
	base := s.moment(radius)
	for range draws {
		at := 0
		for i := range d + 1 {
			for j := range i + 1 {
				lower[at] = base.at(i, j) + tau*rng.NormFloat64()*map[bool]float64{true: math.Sqrt2, false: 1}[i == j]
				at++
			}
		}
		one := law
		one.Mean, one.Matrix = finding.Centred(s.columns, lower, law.Rows)
		_, have := functions(named(fromInput(&one, 2, 0), s.columns))
		for i, v := range have {
			x := v.Value - truth[i].Value
			sums[i] += x
			squares[i] += x * x
		}
	}
	for i, v := range want {
		sd := math.Sqrt(squares[i]/draws - sums[i]*sums[i]/draws/draws)
		if math.Abs(sd/v.Noise-1) > .06 {
			t.Errorf("%s of %s and %s: standard deviation %.5f, stated %.5f", names[i], v.Row, v.Column, sd, v.Noise)
		}
		if names[i] != "association" && math.Abs(sums[i]/draws) > 5*sd/math.Sqrt(draws)+.02*sd {
			t.Errorf("%s of %s and %s: mean error %.5f of a standard deviation of %.5f", names[i], v.Row, v.Column, sums[i]/draws, sd)
		}
	}
}

// moment is the second moment of (u, a).
func (s sample) moment(radius float64) square {
	d := s.columns.Features()
	in := s.input(radius)
	out := newSquare(d + 1)
	for _, z := range s.z {
		u := make([]float64, d+1)
		for i := range d {
			u[i] = in.Weight[i] * (z[i] - .3) / radius
		}
		u[d] = math.Sqrt(scaling.ConstantSquare)
		for i := range u {
			for j := range u {
				out.add(i, j, u[i]*u[j])
			}
		}
	}
	return out
}

// No interval of a correlation or an association leaves what it can be, and a value that noise took there stays as it is.
func TestIntervalsStayWithinTheMeasure(t *testing.T) {
	s := drawn(rand.New(rand.NewPCG(3, 3)), 12) // few people: nearly every interval is wide
	m := named(fromInput(s.input(100), 2, 0), s.columns)
	cut := 0
	inside := func(v Value, least float64) {
		t.Helper()
		low, high := v.ThisTable()
		if !v.Seen {
			return
		}
		if !(v.Low >= least && v.Low <= low && low <= high && high <= v.High && v.High <= 1) {
			t.Errorf("%s and %s: %v from %v to %v, for this table %v to %v", v.Row, v.Column, v.Value, v.Low, v.High, low, high)
		}
		if w := quantile * v.Error(); v.Value-w < least || v.Value+w > 1 {
			cut++
		}
	}
	for a := range m.Columns {
		for b := range a {
			least := 0.
			if m.Columns[a].Kind == scaling.Number && m.Columns[b].Kind == scaling.Number { // where both are Pearson's r
				least = -1
			}
			v, _ := m.Association(a, b)
			inside(v, least)
			inside(m.Cramer(a, b), least)
			inside(m.Correlation(m.Columns[a].From, m.Columns[b].From), -1)
		}
	}
	if cut < 20 {
		t.Errorf("only %d intervals had to be cut", cut)
	}
	for _, v := range []Value{valued("a", "b", 1.3, .1, 0, 0).within(-1, 1), valued("a", "b", -1.3, .1, 0, 0).within(-1, 1)} {
		if math.Abs(v.Value) != 1.3 || math.Abs(v.Low) != 1 || v.High != v.Low {
			t.Errorf("%+v", v)
		}
	}
}
