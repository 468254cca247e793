package privacy

import (
	"errors"
	"fmt"
	"math"
)

// A Share is one step's part of a budget, under both accountings. A release
// keeps to one of them: every step to its (Epsilon, Delta), or every step to its
// Rho. Rho is 0 for a pure budget.
type Share struct {
	Epsilon, Delta, Rho float64
}

// Split divides the budget among the steps of one release in proportion to
// shares, which are positive and whose sum is at most 1 (a rounding error over
// is forgiven). The sums of the steps' ε, δ and ρ, each rounded up, do not exceed
// the budget's.
func (b Budget) Split(shares ...float64) ([]Share, error) {
	if err := b.Validate(); err != nil {
		return nil, err
	}
	sum := 0.0
	for _, s := range shares {
		if !(s > 0) {
			return nil, errors.New("privacy: shares of a budget must be positive")
		}
		sum += s
	}
	if sum > 1+1e-9 {
		return nil, errors.New("privacy: shares of a budget exceed the whole")
	}
	rho := 0.0
	if !b.Pure() {
		var err error
		if rho, err = RhoFor(b.Epsilon, b.Delta); err != nil {
			return nil, err
		}
	}
	epsilons, deltas, rhos := split(b.Epsilon, shares, sum), split(b.Delta, shares, sum), split(rho, shares, sum)
	out := make([]Share, len(shares))
	for i := range out {
		out[i] = Share{Epsilon: epsilons[i], Delta: deltas[i], Rho: rhos[i]}
	}
	return out, nil
}

// split returns total·share for each share, lowered by ulps until the sum fits.
func split(total float64, shares []float64, sum float64) []float64 {
	out := make([]float64, len(shares))
	for i, s := range shares {
		out[i] = total * (s / max(1, sum))
	}
	for sumUp(out...) > total {
		for i := range out {
			out[i] = down(out[i])
		}
	}
	return out
}

// Compose returns what the parts cost together, stated at the given δ, which is
// 0 for a pure ε statement. It proves ε in two ways and keeps the smaller:
//
//   - basic composition: the ε add up, and so do the δ, if these fit in delta;
//   - zCDP: the ρ of the parts that state one add up, a pure part standing in
//     with ε·tanh(ε/2); what δ the other parts leave converts the sum to ε; the
//     other parts' ε are added.
//
// Rho and Mu are stated if every part has one. The claim is the weakest of the
// parts'. The statement covers steps chosen in advance and steps that depend on
// earlier outputs, as long as the costs do not. Where the costs do, as in a
// ledger, use a Filter.
func Compose(parts []Part, delta float64) (Cost, error) {
	if err := validateComposed(delta); err != nil {
		return Cost{}, err
	}
	var sum Sum
	for _, p := range parts {
		if err := sum.Add(p); err != nil {
			return Cost{}, err
		}
	}
	return sum.Cost(delta)
}

// validateComposed accepts the δ of a composition, also 0.
func validateComposed(delta float64) error {
	if delta == 0 {
		return nil
	}
	return validateDelta(delta)
}

// A Sum composes parts one by one, as Compose does all at once. The zero value is the
// sum of none. A copy of it can be continued by itself.
type Sum struct {
	all, rest Budget // basic composition of all parts, and of those without a ρ
	rho       float64
	partial   bool    // a part has no ρ
	muSquared float64 // the sum of μ²
	noMu      bool    // a part has no μ
	claim     Claim
}

// Add composes one more part.
func (s *Sum) Add(p Part) error {
	if err := p.Validate(); err != nil {
		return fmt.Errorf("%w (step %q)", err, p.Step)
	}
	if s.claim == "" {
		s.claim = NoData
	}
	s.claim = Weakest(s.claim, p.Claim)
	s.all = s.all.plus(p)
	mu, ok := p.mu()
	s.muSquared, s.noMu = addUp(s.muSquared, squareUp(mu)), s.noMu || !ok
	if rho, ok := p.rho(); ok {
		s.rho = addUp(s.rho, rho)
	} else {
		s.partial = true
		s.rest = s.rest.plus(p)
	}
	return nil
}

// Cost states the sum at δ, 0 for a pure ε statement. It returns an error where δ does not
// allow the parts together.
func (s Sum) Cost(delta float64) (Cost, error) {
	if err := validateComposed(delta); err != nil {
		return Cost{}, err
	}
	cost := Cost{Rho: s.rho, Claim: s.claim}
	if cost.Claim == "" {
		cost.Claim = NoData
	}
	proven := false
	if s.all.Delta <= delta {
		cost.Epsilon, cost.Delta, proven = s.all.Epsilon, s.all.Delta, true
	}
	left := delta
	if s.rest.Delta > 0 {
		left = down(delta - s.rest.Delta)
	}
	if left >= MinDelta {
		epsilon, err := EpsilonFor(s.rho, left)
		if err != nil {
			return Cost{}, err
		}
		if epsilon = addUp(epsilon, s.rest.Epsilon); !proven || epsilon < cost.Epsilon {
			cost.Epsilon, cost.Delta, proven = epsilon, delta, true
		}
	}
	if !proven {
		return Cost{}, errors.New("privacy: the steps need a larger δ than is stated for the whole")
	}
	if s.partial {
		cost.Rho = 0
	}
	if !s.noMu && s.muSquared > 0 {
		cost.Mu = up(math.Sqrt(s.muSquared))
	}
	return cost, cost.Validate()
}

func (b Budget) plus(p Part) Budget {
	return Budget{Epsilon: addUp(b.Epsilon, p.Epsilon), Delta: addUp(b.Delta, p.Delta)}
}

// rho is the zCDP statement that the part makes or, being pure, implies.
func (p *Part) rho() (rho float64, ok bool) {
	switch {
	case p.Rho > 0, p.Epsilon == 0 && p.Delta == 0:
		return p.Rho, true
	case p.Delta == 0:
		s, _ := p.Selection()
		return s.Rho(), true
	}
	return 0, false
}

// mu is the GDP statement that the part makes or, being pure, implies.
func (p *Part) mu() (mu float64, ok bool) {
	switch {
	case p.Mu > 0, p.Epsilon == 0 && p.Delta == 0:
		return p.Mu, true
	case p.Delta == 0:
		s, _ := p.Selection()
		return s.Mu(), true
	}
	return 0, false
}
