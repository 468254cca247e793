package release

import (
	"testing"

	"privatepca/core/method"
	"privatepca/core/privacy"
)

// jointOf is a release of a whole matrix of n features by Gaussian noise of that width and ρ.
func jointOf(n int, width uint64, rho float64, beside ...privacy.Part) *Document {
	d := &Document{Version: Version, NumFeatures: n}
	d.Privacy = Privacy{Epsilon: 1, Delta: 1e-6, RowsPerPerson: 1, Relation: privacy.ReplaceOne, Mechanism: "gaussian"}
	d.Privacy.Parts = append(beside, privacy.Part{
		Step: method.StepSecondMoment, Mechanism: "gaussian", Epsilon: 1, Delta: 1e-6, Rho: rho, Claim: privacy.Exact,
		Law: &privacy.Law{Family: privacy.DiscreteGaussian, Unit: "1/s²", Width: width, OffDiagonal: width},
	})
	return d
}

// mostRho is the largest ρ, to 50 halvings, that holds in that many coordinates.
func mostRho(width uint64, coordinates int) float64 {
	low, high := 0.0, 1.0
	for range 50 {
		if mid := (low + high) / 2; privacy.GaussianHolds(mid, width, coordinates, privacy.Budget{Epsilon: 1, Delta: 1e-6}) {
			low = mid
		} else {
			high = mid
		}
	}
	return low
}

// Parts that are calibrated together may have the ρ that is private, and 10⁻⁹ of it more for rounding.
func TestJointRhoAtItsLimit(t *testing.T) {
	rho, err := privacy.RhoFor(1, 1e-6)
	if err != nil {
		t.Fatal(err)
	}
	if privacy.GaussianHolds(rho*(1+1e-12), 1, 10, privacy.Budget{Epsilon: 1, Delta: 1e-6}) {
		t.Fatal("so narrow a noise is private by another proof")
	}
	for factor, holds := range map[float64]bool{1 + .9e-9: true, 1 + 1.1e-9: false} {
		if got := jointHolds(jointOf(4, 1, rho*factor)); got != holds {
			t.Errorf("%v of the limit: %v", factor, got)
		}
	}
}

// A symmetric matrix of n features has n(n+1)/2 coordinates, also where that is 1: what is private in one more is so, and what is private
// only in one less is not.
func TestJointCoordinates(t *testing.T) {
	const width = 60
	for _, n := range []int{1, 2, 3, 5} {
		coordinates := n * (n + 1) / 2
		most := mostRho(width, coordinates)
		if more := mostRho(width, coordinates+1); !(more < most*(1-1e-6)) {
			t.Fatalf("%d coordinates: %v, one more: %v", coordinates, most, more)
		}
		for factor, holds := range map[float64]bool{1 - 1e-7: true, 1 + 1e-6: false} {
			if got := jointHolds(jointOf(n, width, most*factor)); got != holds {
				t.Errorf("%d coordinates, %v of the limit: %v", coordinates, factor, got)
			}
		}
	}
}

// A Gaussian part without a width or without a ρ is not calibrated together with others, up to three steps without δ stand beside it, and
// there is no joint calibration of none.
func TestJointParts(t *testing.T) {
	choice := privacy.Part{
		Step: method.StepChoiceOfK, Mechanism: "exponential", Epsilon: .01, Claim: privacy.Idealised,
		Law: &privacy.Law{Family: privacy.Exponential, Unit: "1", Exponent: .005, Target: .8, Candidates: 3},
	}
	free := privacy.Part{Step: method.StepBounds, Mechanism: method.None, Claim: privacy.NotPrivate}
	good := jointOf(4, 1e6, .001)
	second := func(change func(*privacy.Part)) *Document {
		d := jointOf(4, 1e6, .001, good.Privacy.Parts[0])
		d.Privacy.Parts[0].Law = &privacy.Law{Family: privacy.DiscreteGaussian, Unit: "1/s", Width: 1e6}
		d.Privacy.Parts[0].Step = method.StepCentre
		change(&d.Privacy.Parts[0])
		return d
	}
	none := jointOf(4, 1e6, .001, choice)
	none.Privacy.Parts = none.Privacy.Parts[:1]
	for name, c := range map[string]struct {
		d     *Document
		holds bool
	}{
		"as it is":         {good, true},
		"one beside":       {jointOf(4, 1e6, .001, choice), true},
		"three beside":     {jointOf(4, 1e6, .001, choice, choice, choice), true},
		"four beside":      {jointOf(4, 1e6, .001, choice, choice, choice, choice), false},
		"nothing spent":    {jointOf(4, 1e6, .001, free, choice, choice, choice), true},
		"none by Gaussian": {none, false},
		"two":              {second(func(p *privacy.Part) {}), true},
		"one of no ρ":      {second(func(p *privacy.Part) { p.Rho = 0 }), false},
		"one of no width":  {second(func(p *privacy.Part) { p.Law.Width = 0 }), false},
		"one of width 1":   {second(func(p *privacy.Part) { p.Law.Width = 1 }), true},
	} {
		if got := jointHolds(c.d); got != c.holds {
			t.Errorf("%s: %v", name, got)
		}
	}
	// A ρ of 1 is one like any other.
	d := jointOf(4, 1e6, 1)
	d.Privacy.Epsilon = 20
	if !jointHolds(d) {
		t.Error("a ρ of 1 at ε = 20")
	}
}
