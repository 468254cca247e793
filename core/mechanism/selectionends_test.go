package mechanism

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"privatepca/core/internal/nuclear"
	"privatepca/core/method"
	"privatepca/core/noise/noisetest"
	"privatepca/core/privacy"
)

// A share is held in millionths, from one of them to one less than all.
func TestSharesInMillionths(t *testing.T) {
	for x, want := range map[float64]int64{0: 0, 4e-7: 0, 1e-6: 1, .25: 250_000, .999999: 999_999, .9999996: 0, 1: 0, -1: 0, math.Inf(1): 0} {
		t.Run(fmt.Sprint(x), func(t *testing.T) {
			if n, err := inMillionths(x, "share"); n != want || (err == nil) != (want > 0) {
				t.Errorf("%v: %d millionths, %v, want %d", x, n, err, want)
			}
		})
	}
	if _, err := inMillionths(math.NaN(), "share"); err == nil {
		t.Error("what is not a number is a share")
	}
}

// A selection's loss changes by the rows of a person where they are replaced, and by the larger side of the share where they come or go.
func TestSensitivityOfAShare(t *testing.T) {
	for _, c := range []struct {
		share    int64
		relation privacy.Relation
		rows     int
		want     int64
	}{
		{300_000, privacy.ReplaceOne, 1, 1_000_000},
		{300_000, privacy.ReplaceOne, 7, 7_000_000},
		{300_000, privacy.AddRemove, 1, 700_000},
		{800_000, privacy.AddRemove, 3, 2_400_000},
		{500_000, privacy.AddRemove, 2, 1_000_000},
	} {
		t.Run(fmt.Sprint(c.share, c.rows), func(t *testing.T) {
			if got := shareSensitivity(c.share, c.relation, c.rows).Int64(); got != c.want {
				t.Errorf("%+v: %d", c, got)
			}
		})
	}
	for rows, taken := range map[int]bool{0: false, 1: true, maxRowsPerPerson: true, maxRowsPerPerson + 1: false} {
		t.Run(fmt.Sprint(rows), func(t *testing.T) {
			if err := validateSelection(1, privacy.ReplaceOne, rows); (err == nil) != taken {
				t.Errorf("%d rows: %v", rows, err)
			}
		})
	}
	if validateSelection(0, privacy.ReplaceOne, 1) == nil || validateSelection(1, "none", 1) == nil {
		t.Error("a selection without ε, or without a relation")
	}
}

// The largest norm bound may be as large as a number is, and must be positive.
func TestEndsOfANormBound(t *testing.T) {
	for most, taken := range map[float64]bool{math.MaxFloat64: true, 1: true, 1e-300: true, 0: false, -1: false, math.Inf(1): false} {
		t.Run(fmt.Sprint(most), func(t *testing.T) {
			_, err := NewNormBound(NormBoundParams{Most: most, Quantile: .5, Epsilon: 1, Relation: privacy.ReplaceOne, RowsPerPerson: 1})
			if (err == nil) != taken {
				t.Errorf("at most %g: %v", most, err)
			}
		})
	}
}

// The exponent is ε over a person's rows, half of it where they are replaced, and never beyond what is drawn.
func TestExponents(t *testing.T) {
	for _, c := range []struct {
		relation privacy.Relation
		rows     int
		epsilon  float64
		want     float64
	}{
		{privacy.ReplaceOne, 1, 1, .5},
		{privacy.ReplaceOne, 4, 1, .125},
		{privacy.AddRemove, 1, 1, 1},
		{privacy.AddRemove, 4, 2, .5},
		{privacy.AddRemove, 1, 4 * method.MaxExponent, method.MaxExponent},
	} {
		t.Run(fmt.Sprint(c.rows, c.epsilon), func(t *testing.T) {
			if got := exponent(Params{Relation: c.relation, RowsPerPerson: c.rows}, c.epsilon); got != c.want {
				t.Errorf("%+v: %v", c, got)
			}
		})
	}
}

// A subspace states the number of its directions, and the sweeps and proposals of its chain where it has one.
func TestStatedSweepsAndProposals(t *testing.T) {
	m := spectrum(t, 50, []float64{.5, .3, .1, .05})
	for _, c := range []struct {
		name                          string
		sweeps, cap                   int
		statedSweeps, statedProposals int
	}{
		{NameGibbs, 0, 0, DefaultSweeps, 0},
		{NameGibbs, 1, 0, 1, 0},
		{NameGibbs, 7, 0, 7, 0},
		{NamePPCA, 7, 0, 0, 0},
		{NamePPCA, 0, 1, DefaultSweeps, 1},
		{NamePPCA, 7, 1000, 7, 1000},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := params(m, 2, 1, 0)
			p.Sweeps, p.Cap = c.sweeps, c.cap
			mech, err := New(c.name, p)
			if err != nil {
				t.Fatal(err)
			}
			out, err := mech.Release(t.Context(), m, noisetest.New(1))
			if err != nil {
				t.Fatal(err)
			}
			law := out.Parts[0].Law
			if law.Sweeps != c.statedSweeps || law.Proposals != c.statedProposals || law.Directions != 2 || law.Exponent != .5 {
				t.Errorf("%+v: %+v", c, law)
			}
			claim := privacy.Idealised
			if c.name == NameGibbs || c.cap > 0 {
				claim = privacy.Conditional
			}
			if out.Cost.Claim != claim || mech.Cost() != out.Cost {
				t.Errorf("%+v: %+v, and beforehand %+v", c, out.Cost, mech.Cost())
			}
		})
	}
}

// Nuclear-norm noise is made for as many features as its tables hold, and an ε above what its sampler charges. Its plan is the first half of
// its progress, its draw the second.
func TestEndsAndProgressOfNuclearNoise(t *testing.T) {
	p := Params{Dim: nuclear.MaxDimension, Scale: testScale, K: 1, Budget: privacy.Budget{Epsilon: 1}, Relation: privacy.ReplaceOne, RowsPerPerson: 1}
	if _, err := NewNuclear(p); err != nil {
		t.Error(err)
	}
	p.Dim++
	if _, err := NewNuclear(p); err == nil {
		t.Error("more features than the tables hold")
	}
	m := spectrum(t, 50, []float64{.5, .3, .1, .05})
	p = params(m, 2, 2*nuclear.ChargedGap, 0)
	if _, err := NewNuclear(p); err == nil {
		t.Error("an ε of what the sampler charges")
	}
	p.Budget.Epsilon = 1
	var said []int
	p.Progress = func(phase Phase, done, total int) {
		if phase != PhaseNoise {
			return
		}
		if total != 2000 || len(said) > 0 && done < said[len(said)-1] {
			t.Errorf("%d of %d after %v", done, total, said)
		}
		said = append(said, done)
	}
	mech, err := NewNuclear(p)
	if err != nil {
		t.Fatal(err)
	}
	out, err := mech.Release(t.Context(), m, noisetest.New(1))
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Contains(said, 1000) || said[len(said)-1] != 2000 {
		t.Errorf("progress %v", said)
	}
	if want := (1 - 2*nuclear.ChargedGap) / 2; out.Parts[0].Law.Exponent != want {
		t.Errorf("exponent %v, want %v", out.Parts[0].Law.Exponent, want)
	}
}
