package nuclear

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"privatepca/core/noise"
)

// reference holds statistics of the law that were computed by quadrature and
// Pfaffians, without Monte Carlo error.
type reference struct {
	d          int
	max        float64    // E max|λ|
	squares    float64    // E Σλ²
	quantiles  [7]float64 // of λ₁, at the levels below
	draws      int
	slowFactor int // when slow, draws × slowFactor; 0: slow only, with draws
}

var levels = [7]float64{.01, .05, .25, .5, .75, .95, .99}

var references = []reference{
	{2, 2.3333333, 8.3333333, [7]float64{-1.40671, -.601986, .250268, 1.04531, 2.13189, 4.24898, 6.16963}, 6000, 30},
	{3, 3.7513228, 21.428571, [7]float64{-.424322, .125210, 1.22628, 2.28927, 3.61810, 6.06219, 8.19789}, 6000, 30},
	{10, 14.218721, 509.87981, [7]float64{6.28204, 7.73994, 10.14298, 12.08152, 14.27886, 17.96226, 20.95825}, 1500, 40},
	{50, 76.032952, 53729.705, [7]float64{61.0918, 64.1122, 68.8247, 72.4381, 76.3748, 82.6784, 87.5933}, 200, 40},
	{150, 232.07694, 1408629.5, [7]float64{210.013, 214.568, 221.593, 226.918, 232.664, 241.752, 248.753}, 1500, 0},
	{513, 800.59431, 55760289, [7]float64{766.954, 773.970, 784.732, 792.843, 801.551, 815.241, 825.718}, 120, 0},
}

// limit on |z|: each comparison with a reference fails by chance with
// probability 5.7e-7 in the normal approximation, the whole file below 1e-4.
const limit = 5

func TestLaw(t *testing.T) {
	if testing.Short() {
		t.Skip("long sums: not with -short")
	}
	for _, r := range references {
		if r.slowFactor != 0 {
			checkLaw(t, r, r.draws)
		}
	}
}

func TestLawSlow(t *testing.T) {
	slow(t)
	for _, r := range references {
		checkLaw(t, r, r.draws*max(1, r.slowFactor))
	}
}

func checkLaw(t *testing.T, r reference, draws int) {
	t.Helper()
	worst, report := r.deviation(drawMany(t, r.d, draws, uint64(100+r.d)))
	t.Logf("d = %d, %d draws: %s", r.d, draws, report)
	if !(worst <= limit) {
		t.Errorf("d = %d: |z| reaches %.1f", r.d, worst)
	}
}

func drawMany(t *testing.T, d, draws int, seed uint64) [][]float64 {
	t.Helper()
	p, src := plan(t, d), newSource(seed)
	all := make([][]float64, draws)
	for i := range all {
		lambda, _, err := p.Eigenvalues(src)
		if err != nil {
			t.Fatal(err)
		}
		all[i] = lambda
	}
	return all
}

// deviation compares draws with r and returns the largest |z|. The radius Σ|λ| is
// Gamma(D), D = d(d+1)/2, independent of the direction λ/Σ|λ|, so E max|λ| is
// D times the mean of max|λ|/Σ|λ|, and E Σλ² is D(D+1) times that of Σλ²/(Σ|λ|)².
// The determinant, which weighs small eigenvalues, is compared by its direction too.
func (r reference) deviation(draws [][]float64) (worst float64, report string) {
	dimension := float64(r.d*(r.d+1)) / 2
	var radius, largest, squares, determinant []float64
	below := [7]float64{}
	logMean := r.logScaledDeterminant()
	for _, lambda := range draws {
		norm, top, square, logDet := 0.0, 0.0, 0.0, 0.0
		for _, l := range lambda {
			norm += math.Abs(l)
			top = math.Max(top, math.Abs(l))
			square += l * l
			logDet += math.Log(math.Abs(l))
		}
		radius = append(radius, norm)
		largest = append(largest, dimension*top/norm)
		squares = append(squares, dimension*(dimension+1)*square/(norm*norm))
		determinant = append(determinant, math.Exp(logDet-float64(r.d)*math.Log(norm)-logMean))
		for i, q := range r.quantiles {
			if lambda[0] < q {
				below[i]++
			}
		}
	}
	z := []float64{
		zScore(radius, dimension), zScore(largest, r.max), zScore(squares, r.squares), zScore(determinant, 1),
		math.Sqrt(float64(len(draws))) * (kolmogorov(radius, func(x float64) float64 { return gammaCDF(dimension, x) })),
	}
	n := float64(len(draws))
	for i, p := range levels {
		z = append(z, (below[i]-n*p)/math.Sqrt(n*p*(1-p)))
	}
	if r.d <= 10 {
		z = append(z, zPositives(draws)...)
	}
	for i, v := range z {
		if math.IsNaN(v) && r.d > 50 {
			continue
		}
		// Kolmogorov's statistic is not normal: 2·exp(−2·2.75²) = 5.4e-7.
		if i == 4 {
			v *= limit / 2.75
		}
		worst = math.Max(worst, math.Abs(v))
	}
	return worst, fmt.Sprintf("z of the radius, E max|λ|, E Σλ², E|det|, KS of the radius, λ₁ quantiles, numbers of positives %.1f", z)
}

// zPositives compares how many draws have k = 0, …, d positive eigenvalues with
// the exact law, for those k that ten draws or more are expected to have.
func zPositives(draws [][]float64) []float64 {
	d, n := len(draws[0]), float64(len(draws))
	count := make([]float64, d+1)
	for _, lambda := range draws {
		k := 0
		for k < d && lambda[k] > 0 {
			k++
		}
		count[k]++
	}
	var z []float64
	for k, p := range positives(d) {
		if n*p >= 10 {
			z = append(z, (count[k]-n*p)/math.Sqrt(n*p*(1-p)))
		}
	}
	return z
}

// logScaledDeterminant is log E ∏(|λᵢ|/Σ|λ|), from Pfaffians; it is NaN for large d.
func (r reference) logScaledDeterminant() float64 {
	if r.d > 50 {
		return math.NaN()
	}
	dimension, d := float64(r.d*(r.d+1))/2, float64(r.d)
	a, _ := math.Lgamma(dimension)
	b, _ := math.Lgamma(dimension + d)
	return logBig(pfaffianNormaliser(r.d, 1, 1)) - logBig(pfaffianNormaliser(r.d, 1, 0)) + a - b
}

// Wrong samplers with the right radius, and mostly with the right |λ|, must fail
// the comparison that TestLaw passes, with no more draws.
func TestLawMutants(t *testing.T) {
	if testing.Short() {
		t.Skip("long sums: not with -short")
	}
	r := references[2]
	draws := drawMany(t, r.d, r.draws, 7)
	rescaled := func(from, to []float64) []float64 { // to, at the radius of from
		a, b := 0.0, 0.0
		for i := range from {
			a += math.Abs(from[i])
			b += math.Abs(to[i])
		}
		for i := range to {
			to[i] *= a / b
		}
		descending(to)
		return to
	}
	var src noise.Source
	for name, mutant := range map[string]func(i int, lambda []float64) []float64{
		"signs drawn independently": func(_ int, lambda []float64) []float64 {
			for i, l := range lambda {
				lambda[i] = math.Copysign(l, noise.Uniform(src)-0.5)
			}
			descending(lambda)
			return lambda
		},
		"signs alternate": func(_ int, lambda []float64) []float64 {
			s := absolute(lambda)
			for i := range s {
				s[i] *= 1 - 2*float64(i%2)
			}
			descending(s)
			return s
		},
		"A and B of different draws": func(i int, lambda []float64) []float64 {
			s, other := absolute(lambda), absolute(draws[(i+1)%len(draws)])
			for i := 0; i < len(s); i += 2 {
				s[i] = other[i]
			}
			descending(s)
			drawSigns(src, s, new(sum), nil)
			return rescaled(lambda, s)
		},
		"independent eigenvalues": func(_ int, lambda []float64) []float64 {
			l := make([]float64, len(lambda))
			for i := range l {
				l[i] = noise.Exponential(src) * math.Copysign(1, noise.Uniform(src)-0.5)
			}
			return rescaled(lambda, l)
		},
	} {
		t.Run(name, func(t *testing.T) {
			src = newSource(8) // for each alike, whatever the order of the map
			mutants := make([][]float64, len(draws))
			for i, lambda := range draws {
				mutants[i] = mutant(i, slices.Clone(lambda))
			}
			worst, report := r.deviation(mutants)
			t.Logf("%s: %s", name, report)
			if worst < limit {
				t.Errorf("%s: |z| reaches only %.1f", name, worst)
			}
		})
	}
}

func absolute(lambda []float64) []float64 {
	s := make([]float64, len(lambda))
	for i, l := range lambda {
		s[i] = math.Abs(l)
	}
	descending(s)
	return s
}

// The exact law of the number of positive eigenvalues that deviation uses.
func TestPositivesOfThree(t *testing.T) {
	for i, want := range []float64{1. / 28, 13. / 28, 13. / 28, 1. / 28} {
		if got := positives(3)[i]; math.Abs(got-want) > 1e-12 {
			t.Errorf("P(%d positive) = %g, want %g", i, got, want)
		}
	}
}

// At d = 1 the law is the Laplace distribution. √n·KS > 2.75 has probability 5.4e-7.
func TestOneDimension(t *testing.T) {
	const n = 4000
	var x []float64
	for _, lambda := range drawMany(t, 1, n, 9) {
		x = append(x, lambda[0])
	}
	laplace := func(x float64) float64 { return 0.5 + math.Copysign(0.5*-math.Expm1(-math.Abs(x)), x) }
	if ks := math.Sqrt(n) * kolmogorov(x, laplace); ks > 2.75 {
		t.Errorf("√n·KS = %.2f", ks)
	}
}
