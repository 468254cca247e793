package bingham

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

// accuracy is what LogNormaliser promises beyond the rounding of its largest
// eigenvalue.
const accuracy = 1e-10

func close(t *testing.T, what string, got, want, size float64) {
	t.Helper()
	if !(math.Abs(got-want) <= accuracy+1e-15*size) {
		t.Errorf("%s: got %.15g, want %.15g, difference %.2g", what, got, want, got-want)
	}
}

// logI0 is log of the Bessel function I₀ by the trapezoidal rule, which
// converges exponentially on a period.
func logI0(x float64) float64 {
	n := 200 + int(40*math.Sqrt(math.Abs(x)))
	s := 0.0
	for i := range n {
		s += math.Exp(math.Abs(x) * (math.Cos(2*math.Pi*float64(i)/float64(n)) - 1))
	}
	return math.Abs(x) + math.Log(s/float64(n))
}

// logSphere is log c in three dimensions by quadrature over the third
// coordinate z = 1 − y², scaled by the top eigenvalue, which must be mu[2].
func logSphere(mu [3]float64) float64 {
	top := mu[2]
	half, diff := (mu[0]+mu[1])/2-top, (mu[0]-mu[1])/2
	width := min(1, 14/(1+math.Sqrt(-2*(half+math.Abs(diff)))))
	f := func(y float64) float64 { // z = 1−y², by symmetry twice the half
		u := y * y * (2 - y*y) // 1−z²
		return 2 * y * math.Exp(half*u+logI0(diff*u))
	}
	return top + math.Log(simpson(f, 0, width, 6000))
}

func TestLogNormaliserClosedForms(t *testing.T) {
	if testing.Short() {
		t.Skip("long sums: not with -short")
	}
	for _, mu := range []float64{0, 1e-6, -3, 7, 1e3, 1e6, -1e10} {
		for _, q := range []int{1, 2, 3, 10, 513, 2000} {
			flat := make([]float64, q)
			for i := range flat {
				flat[i] = mu
			}
			close(t, "flat", LogNormaliser(flat, simple(flat).mult), mu, math.Abs(mu))
		}
		close(t, "flat, multiplicity", LogNormaliser([]float64{mu}, []float64{2.5}), mu, math.Abs(mu))
	}
	for _, a := range []float64{1e-6, 0.1, 1, 10, 200, 1e4, 1e6, 1e8} {
		for _, shift := range []float64{0, -a, 5} {
			got := LogNormaliser([]float64{shift, a + shift}, []float64{1, 1})
			close(t, "d=2", got, shift+a/2+logI0(a/2), a)
		}
	}
	for _, mu := range [][3]float64{{0, 0, 0.1}, {-1, 0, 2}, {-30, -1, 0}, {-1, -1, 0}, {-500, -0.5, 0}, {-40, -40, 0}, {-1e4, -1e3, 1e4}} {
		close(t, "d=3", LogNormaliser(mu[:], []float64{1, 1, 1}), logSphere(mu), math.Abs(mu[2]))
	}
}

// logSeries is log c by the series Σ aₙ/(q/2)ₙ, ∏(1−μᵢx)^(−mᵢ/2) = Σ aₙxⁿ, in
// 200 bits; the μ are shifted to be positive, so that all terms are.
func logSeries(mu, mult []float64) float64 {
	const bits = 200
	num := func(x float64) *big.Float { return new(big.Float).SetPrec(bits).SetFloat64(x) }
	low, high, q := math.Inf(1), math.Inf(-1), 0.0
	for i, x := range mu {
		low, high, q = min(low, x), max(high, x), q+mult[i]
	}
	terms := int(high-low) + 60 + 14*int(math.Sqrt(high-low))
	moment := make([]*big.Float, terms) // ½Σ mᵢμᵢⁿ
	power := make([]*big.Float, len(mu))
	for i := range power {
		power[i] = num(mult[i] / 2)
	}
	for n := range moment {
		moment[n] = num(0)
		for i, p := range power {
			moment[n].Add(moment[n], p)
			p.Mul(p, new(big.Float).Sub(num(mu[i]), num(low)))
		}
	}
	a := []*big.Float{num(1)}
	sum, poch := num(1), num(1)
	for n := 1; n < terms; n++ {
		x, y := num(0), num(0)
		for p := 1; p <= n; p++ {
			x.Add(x, y.Mul(moment[p], a[n-p]))
		}
		a = append(a, x.Quo(x, num(float64(n))))
		poch.Mul(poch, num(q/2+float64(n-1)))
		sum.Add(sum, new(big.Float).Quo(x, poch))
	}
	mantissa := new(big.Float)
	exponent := sum.MantExp(mantissa)
	m, _ := mantissa.Float64()
	return low + math.Log(m) + float64(exponent)*math.Ln2
}

func TestLogNormaliserSeries(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for range 60 {
		q := 1 + rng.IntN(40)
		size := math.Exp(rng.Float64()*9 - 4)
		mu, mult := make([]float64, q), make([]float64, q)
		shape := rng.IntN(3)
		for i := range mu {
			mult[i] = float64(rng.IntN(4)) + float64(1-min(1, i)) // some absent
			switch shape {
			case 0:
				mu[i] = size * rng.Float64()
			case 1:
				mu[i] = size * math.Pow(0.6, float64(i))
			case 2:
				mu[i] = size * float64(rng.IntN(3)) / 2 // ties
			}
		}
		close(t, "series", LogNormaliser(mu, mult), logSeries(mu, mult), size)
	}
}

// Spectra spread over 30 powers of e, tied, isolated or in bulk, up to e^23:
// against the same contour at a fine step.
func TestLogNormaliserStress(t *testing.T) {
	if testing.Short() {
		t.Skip("long sums: not with -short")
	}
	rng := rand.New(rand.NewPCG(1, 3))
	for n := range 1500 {
		q := 1 + rng.IntN(30)
		if n%20 == 0 {
			q = 1 + rng.IntN(500)
		}
		size := rng.Float64() * 23
		mu := make([]float64, q)
		for i := range mu {
			switch n % 4 {
			case 0:
				mu[i] = -math.Exp(size - rng.Float64()*30)
			case 1:
				mu[i] = -math.Exp(size * rng.Float64())
			case 2:
				mu[i] = -math.Exp(size) * rng.Float64()
			case 3:
				mu[i] = -math.Exp(size) * float64(rng.IntN(3))
			}
		}
		p := simple(mu)
		got := LogNormaliser(mu, p.mult)
		top := p.top()
		for i := range mu {
			mu[i] -= top
		}
		s, k2 := p.saddle()
		var c contour
		kappa := -p.k3(s) / (6 * k2 * k2)
		for c.place(s, 1/math.Sqrt(k2), kappa, 0.03, p.logProduct) == rising {
			kappa /= 2
		}
		fine, _ := c.log(c.product)
		close(t, "stress", got, top+logGamma(float64(q)/2)+fine, math.Abs(top))
	}
}

// E|xᵢ|² = ∂ log c/∂μᵢ = (mᵢ/q)·c(mᵢ+2)/c, and these sum to one.
func TestLogNormaliserDerivatives(t *testing.T) {
	mu, mult := []float64{40, 39, 12, 0, -5}, []float64{1, 3, 1, 2, 10}
	lc, sum, q := LogNormaliser(mu, mult), 0.0, 17.0
	for i := range mu {
		mult[i] += 2
		byMult := (mult[i] - 2) / q * math.Exp(LogNormaliser(mu, mult)-lc)
		mult[i] -= 2
		const h = 1e-3
		mu[i] += h
		up := LogNormaliser(mu, mult)
		mu[i] -= 2 * h
		down := LogNormaliser(mu, mult)
		mu[i] += h
		if diff := (up - down) / (2 * h); math.Abs(diff-byMult) > 1e-6 {
			t.Errorf("derivative %d: %g by difference, %g by multiplicity", i, diff, byMult)
		}
		sum += byMult
	}
	close(t, "sum of E|xᵢ|²", sum, 1, 1)
}
