package noise

import (
	"fmt"
	"hash/fnv"
	"math"
	"math/big"
	"math/bits"
	"math/rand/v2"
	"testing"

	"privatepca/core/noise/noisetest"
)

func mustGaussian(sigma uint64) *DiscreteGaussian {
	g, err := NewDiscreteGaussian(sigma)
	if err != nil {
		panic(err)
	}
	return g
}

func mustLaplace(scale uint64) *DiscreteLaplace {
	l, err := NewDiscreteLaplace(scale)
	if err != nil {
		panic(err)
	}
	return l
}

// smallDraws is the size of the χ² tests at small widths.
const smallDraws = 100_000

// TestDiscreteGaussianLaw: χ² against the exact probabilities; false rejection
// about 1e-9 each.
func TestDiscreteGaussianLaw(t *testing.T) {
	if testing.Short() {
		t.Skip("long sums: not with -short")
	}
	for _, sigma := range []uint64{1, 2, 3, 7, 40} {
		src := noisetest.New(10 + sigma)
		got, limit := gaussianFit(sigma, func() int64 { return mustGaussian(sigma).Draw(src) })
		if got > limit {
			t.Errorf("σ = %d: χ² %.1f over %.1f", sigma, got, limit)
		}
	}
}

// TestDiscreteLaplaceLaw: as above.
func TestDiscreteLaplaceLaw(t *testing.T) {
	if testing.Short() {
		t.Skip("long sums: not with -short")
	}
	for _, scale := range []uint64{1, 2, 3, 7, 40} {
		src := noisetest.New(20 + scale)
		got, limit := laplaceFit(scale, func() int64 { return mustLaplace(scale).Draw(src) })
		if got > limit {
			t.Errorf("t = %d: χ² %.1f over %.1f", scale, got, limit)
		}
	}
}

func gaussianFit(sigma uint64, draw func() int64) (statistic, limit float64) {
	s, edge := float64(sigma), int64(12*sigma)
	p := law(-edge, edge, func(x float64) float64 { return math.Exp(-x * x / (2 * s * s)) })
	return chiSquare(tally(smallDraws, -edge, edge, draw), p)
}

func laplaceFit(scale uint64, draw func() int64) (statistic, limit float64) {
	edge := int64(40 * scale)
	p := law(-edge, edge, func(x float64) float64 { return math.Exp(-math.Abs(x) / float64(scale)) })
	return chiSquare(tally(smallDraws, -edge, edge, draw), p)
}

// TestMutants: samplers with one fault each must be rejected by the same χ².
func TestMutants(t *testing.T) {
	if testing.Short() {
		t.Skip("long sums: not with -short")
	}
	src := noisetest.New(30)
	const sigma = 7
	g, l := mustGaussian(sigma), mustLaplace(sigma)
	for name, draw := range map[string]func() int64{
		"accepts every proposal": func() int64 { return l.Draw(src) },
		"σ/√2":                   func() int64 { return mustGaussian(5).Draw(src) },
		"σ+1":                    func() int64 { return mustGaussian(sigma + 1).Draw(src) },
		"rounded normal of σ/1.05": func() int64 {
			return int64(math.Round(Normal(src) * sigma / 1.05))
		},
		"accepts exp(−γ/2)": func() int64 {
			for {
				p := l.propose(src)
				num, den := g.exactExponent(p)
				if BernoulliExp(src, num, den.Lsh(den, 1)) {
					return p.value(sigma)
				}
			}
		},
		"forgets the lap in γ": func() int64 {
			for {
				p := l.propose(src)
				q := p
				q.laps = 1
				if g.accept(src, q) {
					return p.value(sigma)
				}
			}
		},
		"one sign": func() int64 { return max(g.Draw(src), -g.Draw(src)) },
	} {
		t.Run(name, func(t *testing.T) {
			if got, limit := gaussianFit(sigma, draw); got <= limit {
				t.Errorf("mutant %q passes: χ² %.1f under %.1f", name, got, limit)
			}
		})
	}
	twoZeros := func() int64 { // a zero of either sign is kept
		for {
			u := Below(src, sigma)
			if !l.keep(src, u, uint64(float64(u)/sigma*0x1p64)) {
				continue
			}
			x := int64(u)
			for bernoulliE(src) {
				x += sigma
			}
			if src.Uint64()>>63 == 1 {
				x = -x
			}
			return x
		}
	}
	if got, limit := laplaceFit(sigma, twoZeros); got <= limit {
		t.Errorf("mutant with two zeros passes: χ² %.1f under %.1f", got, limit)
	}
}

// TestDiscreteGaussianWide compares draws at the widths of a real release with the
// normal law, from which the discrete one differs by less than 1e-16 here: four
// moments and two tails (|z| ≤ 6, false rejection 2e-9 each), 64 cells and the
// eight lowest bits (χ², about 1e-9 each).
func TestDiscreteGaussianWide(t *testing.T) {
	if testing.Short() {
		t.Skip("long sums: not with -short")
	}
	for i, sigma := range []uint64{500_000_000, 3_700_000_001, 1 << 58} {
		src := noisetest.New(40 + uint64(i))
		const n = 100_000
		var m [5]float64
		var beyond2, beyond3 float64
		cells, low := make([]int, 64), make([]int, 256)
		g := mustGaussian(sigma)
		for range n {
			x := g.Draw(src)
			y := float64(x) / float64(sigma)
			for k, p := 1, y; k <= 4; k, p = k+1, p*y {
				m[k] += p / n
			}
			if math.Abs(y) > 2 {
				beyond2++
			}
			if math.Abs(y) > 3 {
				beyond3++
			}
			cells[int(64*math.Erfc(-y/math.Sqrt2)/2)]++
			low[x&255]++
		}
		zs := map[string]float64{
			"mean":     m[1] * math.Sqrt(n),
			"variance": (m[2] - 1) * math.Sqrt(n/2.0),
			"skewness": m[3] * math.Sqrt(n/15.0),
			"kurtosis": (m[4] - 3) * math.Sqrt(n/96.0),
			"2σ":       binomialZ(beyond2, n, math.Erfc(2/math.Sqrt2)),
			"3σ":       binomialZ(beyond3, n, math.Erfc(3/math.Sqrt2)),
		}
		for name, z := range zs {
			t.Run(name, func(t *testing.T) {
				if math.Abs(z) > 6 {
					t.Errorf("σ = %d: %s off by z = %.1f", sigma, name, z)
				}
			})
		}
		for name, counts := range map[string][]int{"cells": cells, "low bits": low} {
			t.Run(name, func(t *testing.T) {
				uniform := law(0, int64(len(counts))-1, func(float64) float64 { return 1 })
				if got, limit := chiSquare(counts, uniform); got > limit {
					t.Errorf("σ = %d: %s: χ² %.1f over %.1f", sigma, name, got, limit)
				}
			})
		}
	}
}

func binomialZ(hits, n, p float64) float64 {
	return (hits - n*p) / math.Sqrt(n*p*(1-p))
}

// TestExponentBounds holds the fixed-point γ to Lemma 3, on random proposals and
// on the corners of the range.
func TestExponentBounds(t *testing.T) {
	src := noisetest.New(50)
	two64 := new(big.Int).Lsh(big.NewInt(1), 64)
	near, far := 0, 0
	for i := range 4000 {
		sigma := Below(src, 1<<Below(src, 61)) + 1
		p := proposal{offset: Below(src, sigma), laps: Below(src, 1<<Below(src, 18))}
		switch i % 4 {
		case 0:
			p.offset = 0
		case 1:
			p.offset = sigma - 1
		case 2:
			p.laps = Below(src, 4)
		case 3: // the greatest |y| − σ with (|y| − σ)² < 2kσ², so that γ < k
			sigma = MaxScale
			square := new(big.Int).SetUint64(sigma)
			square.Mul(square, square).Mul(square, big.NewInt(int64(2*(i+1))))
			y := square.Sqrt(square.Sub(square, big.NewInt(1)))
			laps, offset := y.DivMod(y, new(big.Int).SetUint64(sigma), new(big.Int))
			p.laps, p.offset = laps.Uint64()+1, offset.Uint64()
		}
		p.fraction = new(big.Int).Quo(new(big.Int).Lsh(new(big.Int).SetUint64(p.offset), 64), new(big.Int).SetUint64(sigma)).Uint64()
		num, den := mustGaussian(sigma).exactExponent(p)
		whole, fraction, width, ok := exponent(p)
		if !ok {
			if i%4 == 3 {
				near++
			} else {
				far++
			}
			continue
		}
		exact := new(big.Rat).SetFrac(num, den)
		low := new(big.Rat).SetFrac(new(big.Int).SetUint64(fraction), two64)
		low.Add(low, new(big.Rat).SetInt(new(big.Int).SetUint64(whole)))
		high := new(big.Rat).SetFrac(new(big.Int).SetUint64(width), two64)
		high.Add(low, high)
		if exact.Cmp(low) < 0 || exact.Cmp(high) > 0 || math.MaxUint64-fraction < width {
			t.Errorf("σ = %d, %+v: γ is not in %d + [%#x, +%d]", sigma, p, whole, fraction, width)
		}
	}
	if near == 0 || far == 0 {
		t.Errorf("the exact path was taken %d times for a near integer, %d times for many laps", near, far)
	}
}

// TestAcceptThreshold: the event of accept is, after ⌊γ⌋ successes at 1/e,
// U < exp(−(γ−⌊γ⌋)). Feed the true digits up to one unit of the first, second or
// third word: the fixed-point bounds and the refinement after them must both tell.
func TestAcceptThreshold(t *testing.T) {
	for _, c := range []struct{ sigma, offset, laps uint64 }{
		{3, 0, 0},
		{3, 1, 0},
		{3, 2, 1},
		{7, 5, 2},
		{7, 1, 3},
		{3_700_000_001, 1_234_567_890, 2},
		{3_700_000_001, 3_700_000_000, 4},
		{1 << 60, 1<<59 + 12345, 5},
		{1, 0, 2},
		{1_000_003, 77, 9},
	} {
		t.Run(fmt.Sprint(c.sigma, c.offset, c.laps), func(t *testing.T) {
			g := mustGaussian(c.sigma)
			p := proposal{offset: c.offset, laps: c.laps}
			p.fraction, _ = bits.Div64(c.offset, 0, c.sigma)
			num, den := g.exactExponent(p)
			whole, rest := new(big.Int).DivMod(num, den, new(big.Int))
			for n := uint(1); n <= 3; n++ {
				digits := reference(new(big.Rat).SetFrac(rest, den), 64*n)
				for _, shift := range []int64{-1, 1} {
					words := make([]uint64, whole.Uint64()) // zeros: successes at 1/e
					u := new(big.Int).Add(digits, big.NewInt(shift))
					for i := range n {
						words = append(words, new(big.Int).Rsh(u, 64*(n-1-i)).Uint64())
					}
					// More words, if any are asked for, cannot change the answer.
					src := &script{t, append(words, 1<<63, 1<<63)}
					if got := g.accept(src, p); got != (shift < 0) {
						t.Errorf("%+v, %d words, %+d: %v", c, n, shift, got)
					}
				}
			}
		})
	}
}

// undecided is a source whose every word equals the threshold of the draw at hand
// as often as chance allows: words repeat with high probability, so that ties and
// the refinement after them occur.
type undecided struct{ src Source }

func (u undecided) Uint64() uint64 {
	if u.src.Uint64()&1 == 0 {
		return inverseE
	}
	return u.src.Uint64()
}

// TestTiesAreResolved: with words that tie with ⌊2⁶⁴/e⌋, draws still end.
func TestTiesAreResolved(t *testing.T) {
	if testing.Short() {
		t.Skip("long sums: not with -short")
	}
	src := undecided{noisetest.New(51)}
	g := mustGaussian(1000)
	for range 2000 {
		g.Draw(src)
	}
}

// TestReproducible pins what the seeds yield: the same on every platform, since
// every step is integer arithmetic.
func TestReproducible(t *testing.T) {
	digest := func(draw func(Source) int64) string {
		src := noisetest.New(60)
		h := fnv.New64a()
		for range 20_000 {
			fmt.Fprintln(h, draw(src))
		}
		return fmt.Sprintf("%016x", h.Sum64())
	}
	for _, c := range []struct {
		name, want string
		draw       func(Source) int64
	}{
		{"gaussian 3", "f6316d8cd8f99041", mustGaussian(3).Draw},
		{"gaussian 3700000001", "4ebfe34cb9722db2", mustGaussian(3_700_000_001).Draw},
		{"gaussian 2^60", "5d99d48490e40391", mustGaussian(1 << 60).Draw},
		{"laplace 1", "6e8ea870a55def3a", mustLaplace(1).Draw},
		{"laplace 3700000001", "25a8bce6f0cd5fe9", mustLaplace(3_700_000_001).Draw},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := digest(c.draw); got != c.want {
				t.Errorf("%s: digest %s, want %s", c.name, got, c.want)
			}
		})
	}
}

func TestScaleRange(t *testing.T) {
	for _, scale := range []uint64{0, MaxScale + 1, math.MaxUint64} {
		if _, err := NewDiscreteGaussian(scale); err == nil {
			t.Errorf("σ = %d is accepted", scale)
		}
		if _, err := NewDiscreteLaplace(scale); err == nil {
			t.Errorf("t = %d is accepted", scale)
		}
	}
}

func TestDrawDoesNotAllocate(t *testing.T) {
	var src Source = rand.NewPCG(1, 2)
	g := mustGaussian(3_700_000_001)
	if allocs := testing.AllocsPerRun(10_000, func() { g.Draw(src) }); allocs != 0 {
		t.Errorf("%v allocations a draw", allocs)
	}
}

// DrawBig is Draw before the reduction: equal modulo 2⁶⁴ on the same words, and
// wide where Draw wraps.
func TestDrawBigReducesToDraw(t *testing.T) {
	for _, scale := range []uint64{1, 3, 1 << 40, 1 << 60} {
		l, err := NewDiscreteLaplace(scale)
		if err != nil {
			t.Fatal(err)
		}
		g, err := NewDiscreteGaussian(scale)
		if err != nil {
			t.Fatal(err)
		}
		a, b := noisetest.New(scale), noisetest.New(scale)
		wide := 0
		for range 30_000 {
			for _, pair := range []struct {
				small int64
				big   *big.Int
			}{{l.Draw(a), l.DrawBig(b)}, {g.Draw(a), g.DrawBig(b)}} {
				if reduced := int64(new(big.Int).And(pair.big, new(big.Int).SetUint64(math.MaxUint64)).Uint64()); reduced != pair.small {
					t.Fatalf("scale %d: %v reduces to %d, Draw gave %d", scale, pair.big, reduced, pair.small)
				}
				if !pair.big.IsInt64() {
					wide++
				}
			}
		}
		if (wide > 0) != (scale == 1<<60) { // P(|x| ≥ 2⁶³) is e⁻⁸ at scale 2⁶⁰
			t.Errorf("scale %d: %d draws of 60,000 pass 64 bits", scale, wide)
		}
	}
}
