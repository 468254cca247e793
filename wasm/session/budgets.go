package session

import (
	"errors"

	"privatepca/core/mechanism"
	"privatepca/core/privacy"
	"privatepca/wasm/protocol"
)

// usesDelta reports whether the mechanism spends a δ.
func usesDelta(in protocol.Release) bool {
	switch in.Mechanism {
	case mechanism.NameGaussian, mechanism.NameMODSULQ, mechanism.NameSULQ:
		return true
	case mechanism.NamePPCA:
		return in.CoreShare > 0
	}
	return false
}

// budgets are what each part of a release may spend.
type budgets struct {
	centre, mechanism  privacy.Budget
	normBound, chooseK float64
}

// divide shares out ε by the steps' shares, the mechanism having what is left, and δ
// between the centre and a mechanism that uses it, in the same proportion. Without
// steps the mechanism has the whole budget.
func divide(whole privacy.Budget, steps protocol.Steps, delta bool) (b budgets, err error) {
	var shares []float64
	if steps.Centre != nil {
		shares = append(shares, steps.Centre.Share)
	}
	if steps.NormBound != nil {
		shares = append(shares, steps.NormBound.Share)
	}
	if steps.ChooseK != nil {
		shares = append(shares, steps.ChooseK.Share)
	}
	if len(shares) == 0 {
		b.mechanism = whole
		return b, nil
	}
	left := 1.0
	for _, share := range shares {
		if !(share > 0 && share < 1) {
			return b, errors.New("session: a step's share of ε must be above 0 and below 1")
		}
		left -= share
	}
	if left < 1e-6 {
		return b, errors.New("session: the steps' shares of ε leave nothing for the mechanism")
	}
	if err := whole.Validate(); err != nil {
		return b, err
	}
	split, err := privacy.Budget{Epsilon: whole.Epsilon}.Split(append(shares, left)...)
	if err != nil {
		return b, err
	}
	b.mechanism.Epsilon = split[len(shares)].Epsilon
	if delta {
		b.mechanism.Delta = whole.Delta
	}
	if steps.Centre != nil {
		b.centre = privacy.Budget{Epsilon: split[0].Epsilon, Delta: whole.Delta}
		if delta && whole.Delta > 0 {
			c := steps.Centre.Share
			both, err := whole.Split(c/(c+left), left/(c+left))
			if err != nil {
				return b, err
			}
			b.centre.Delta, b.mechanism.Delta = both[0].Delta, both[1].Delta
		}
		split = split[1:]
	}
	if steps.NormBound != nil {
		b.normBound = split[0].Epsilon
		split = split[1:]
	}
	if steps.ChooseK != nil {
		b.chooseK = split[0].Epsilon
	}
	return b, nil
}
