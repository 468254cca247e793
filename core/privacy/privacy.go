// Package privacy holds the numbers of a privacy guarantee: what a release
// claims, what each of its steps costs, how the costs compose, and how wide the
// noise must be for a given cost.
//
// Everything here depends on public parameters only. Every number that bounds a
// privacy loss is rounded towards more loss, and every noise width towards more
// noise, so that the guarantee holds for the floating-point number that is
// stored and not only for the real number it approximates; calibration.md has
// the proofs.
//
// The page shows costs and so reaches this package, and must not reach gonum: tails, quantiles
// and root finding are this package's own, and are rounded as the proofs want it.
package privacy

import "fmt"

// A Relation says which data sets are neighbours: the pairs whose outputs must
// be hard to tell apart.
type Relation string

const (
	// ReplaceOne: one person's rows are replaced by other rows. The number of
	// people is public.
	ReplaceOne Relation = "replace-one"
	// AddRemove: one person's rows are added or removed. The number of people
	// is private.
	AddRemove Relation = "add-remove"
)

// Validate returns an error unless r is one of the two relations.
func (r Relation) Validate() error {
	switch r {
	case ReplaceOne, AddRemove:
		return nil
	}
	return fmt.Errorf("privacy: unknown neighbour relation %q", string(r))
}

// A Claim says how far the stated ε, δ and ρ can be relied upon.
type Claim string

const (
	// NoData: the output does not depend on any record.
	NoData Claim = "no data used"
	// Exact: proved for the program's integer arithmetic, given an ideal
	// cryptographic generator and no observer of its run time.
	Exact Claim = "exact arithmetic"
	// Idealised: proved for real arithmetic; the program rounds to double
	// precision.
	Idealised Claim = "idealised numerics"
	// Conditional: as Idealised, provided that a Markov chain has converged.
	Conditional Claim = "conditional on convergence"
	// NotPrivate: something of the data was used without being paid for, and
	// the stated numbers do not cover it.
	NotPrivate Claim = "not private"
)

// claims lists the claims from the strongest to the weakest.
var claims = [...]Claim{NoData, Exact, Idealised, Conditional, NotPrivate}

// strength is c's index in claims, or -1.
func (c Claim) strength() int {
	for i, known := range claims {
		if c == known {
			return i
		}
	}
	return -1
}

// Validate returns an error unless c is one of the five claims.
func (c Claim) Validate() error {
	if c.strength() < 0 {
		return fmt.Errorf("privacy: unknown claim %q", string(c))
	}
	return nil
}

// Weakest returns the weaker of two claims: what can be said of a release that
// makes use of both. It panics if a claim is unknown.
func Weakest(a, b Claim) Claim {
	i, j := a.strength(), b.strength()
	if i < 0 || j < 0 {
		panic("privacy: unknown claim")
	}
	return claims[max(i, j)]
}
