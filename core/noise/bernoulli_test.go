package noise

import (
	"math"
	"math/big"
	"testing"

	"privatepca/core/noise/noisetest"
)

// reference returns ⌊2ᵇ·exp(−r)⌋, r ≥ 0, from the Taylor series in rationals of
// a further 64 bits: independent of the package's own evaluations.
func reference(r *big.Rat, b uint) *big.Int {
	scale := new(big.Int).Lsh(big.NewInt(1), b+64)
	sum, term := new(big.Int), new(big.Int).Set(scale)
	for k := int64(1); term.Sign() != 0; k++ {
		sum.Add(sum, term)
		term.Mul(term, r.Num())
		term.Quo(term, new(big.Int).Mul(r.Denom(), big.NewInt(-k)))
	}
	return sum.Rsh(sum, 64)
}

// TestExpNegative holds the fixed-point exponential to Lemma 2's bound.
func TestExpNegative(t *testing.T) {
	src := noisetest.New(2)
	worst := 0.0
	for i := range 2000 {
		fraction := src.Uint64()
		switch i {
		case 0:
			fraction = 0
		case 1:
			fraction = math.MaxUint64
		case 2:
			fraction = 1
		}
		x := new(big.Rat).SetFrac(new(big.Int).SetUint64(fraction), new(big.Int).Lsh(big.NewInt(1), 64))
		want := reference(x, 63+32)
		got := new(big.Int).Lsh(new(big.Int).SetUint64(expNegative(fraction)), 32)
		diff, _ := new(big.Float).SetInt(got.Sub(got, want)).Float64()
		worst = max(worst, math.Abs(diff)*0x1p-32)
	}
	t.Logf("worst error %.2f units of 2⁻⁶³", worst)
	if worst > 3 {
		t.Errorf("error %v exceeds the proved 3 units", worst)
	}
}

// TestInverseE checks the constant.
func TestInverseE(t *testing.T) {
	if want := reference(big.NewRat(1, 1), 64); want.Uint64() != inverseE {
		t.Errorf("⌊2⁶⁴/e⌋ = %#x", want)
	}
}

// TestBernoulliExpThreshold: for γ < 1 the event is U < exp(−γ) for the U whose
// binary digits are the words drawn, so the probability is exact if the threshold
// is. Feed the true digits of exp(−γ), up to one unit of the last of 1 … 4 words.
func TestBernoulliExpThreshold(t *testing.T) {
	power := func(b uint) *big.Int { return new(big.Int).Lsh(big.NewInt(1), b) }
	for _, g := range []*big.Rat{
		big.NewRat(1, 2), big.NewRat(1, 3), big.NewRat(999_999, 1_000_000),
		new(big.Rat).SetFrac(big.NewInt(1), power(30)),
		new(big.Rat).SetFrac(big.NewInt(1), power(63)),
		new(big.Rat).SetFrac(big.NewInt(3), power(120)),
		new(big.Rat).SetFrac(new(big.Int).Sub(power(256), big.NewInt(1)), power(256)),
		new(big.Rat).SetFrac(big.NewInt(12_345), new(big.Int).Add(power(250), big.NewInt(7))),
	} {
		for n := uint(1); n <= 4; n++ {
			digits := reference(g, 64*n)
			for _, shift := range []int64{-1, 1} {
				u := new(big.Int).Add(digits, big.NewInt(shift))
				if u.BitLen() > int(64*n) {
					continue // exp(−γ) is within a unit of 1
				}
				words := make([]uint64, n)
				for i := range words {
					words[i] = new(big.Int).Rsh(u, 64*(n-1-uint(i))).Uint64()
				}
				// More words, if any are asked for, cannot change the answer.
				src := &script{t, append(words, 1<<63, 1<<63, 1<<63)}
				if got := BernoulliExp(src, g.Num(), g.Denom()); got != (shift < 0) {
					t.Errorf("γ = %s, %d words, %+d: %v", g.FloatString(12), n, shift, got)
				}
			}
		}
	}
}

// TestBernoulliExpFrequency: |z| ≤ 6, false rejection 2e-9 each.
func TestBernoulliExpFrequency(t *testing.T) {
	src := noisetest.New(3)
	const n = 40_000
	for _, g := range []*big.Rat{
		new(big.Rat), big.NewRat(1, 3), big.NewRat(1, 1), big.NewRat(5, 2), big.NewRat(4, 1), big.NewRat(1, 10_000),
	} {
		hits := 0
		for range n {
			if BernoulliExp(src, g.Num(), g.Denom()) {
				hits++
			}
		}
		x, _ := g.Float64()
		p := math.Exp(-x)
		if z := (float64(hits) - n*p) / math.Sqrt(max(n*p*(1-p), 1e-9)); math.Abs(z) > 6 {
			t.Errorf("γ = %v: z = %.1f", x, z)
		}
	}
}

// TestBernoulliExpHuge: an exponent of 300 bits ends at once, and is false (true
// with probability e^(−2³⁰⁰)).
func TestBernoulliExpHuge(t *testing.T) {
	if BernoulliExp(noisetest.New(4), new(big.Int).Lsh(big.NewInt(1), 300), big.NewInt(1)) {
		t.Error("exp(−2³⁰⁰) came true")
	}
}

// TestCompareExp plants words about the threshold: a verdict other than open must
// hold for both ends of the interval in which x is known to lie.
func TestCompareExp(t *testing.T) {
	src := noisetest.New(5)
	two64 := new(big.Int).Lsh(big.NewInt(1), 64)
	undecided := 0
	for range 3000 {
		width := Below(src, 1<<Below(src, 17)) + 1
		fraction := Below(src, math.MaxUint64-width)
		at := func(f uint64) *big.Int {
			return reference(new(big.Rat).SetFrac(new(big.Int).SetUint64(f), two64), 64)
		}
		highest, lowest := at(fraction), at(fraction+width) // bounds on 2⁶⁴·exp(−x)
		word := lowest.Uint64() + Below(src, 8*width+64) - 4*width - 32
		w := new(big.Int).SetUint64(word)
		switch compareExp(word, fraction, width) {
		case less:
			if w.Cmp(lowest) >= 0 {
				t.Errorf("less is not proved: fraction %#x width %d word %#x", fraction, width, word)
			}
		case notLess:
			if w.Cmp(highest) <= 0 {
				t.Errorf("notLess is not proved: fraction %#x width %d word %#x", fraction, width, word)
			}
		default:
			undecided++
		}
	}
	if undecided == 0 {
		t.Error("no word was near enough to stay open")
	}
}
