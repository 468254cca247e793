package release

import (
	"math"

	"privatepca/core/method"
	"privatepca/core/privacy"
	"privatepca/core/schema"
)

// meanQueryOf has the public facts of a mean step, from the document's columns.
func meanQueryOf(d *Document) privacy.MeanQuery {
	s := SchemaOf(d)
	return privacy.MeanQuery{Dim: d.NumFeatures, Spread: s.Spread(), Reach: s.Reach(), Relation: d.Privacy.Relation, RowsPerPerson: d.Privacy.RowsPerPerson}
}

// sumsQueryOf has the public facts of the sums of the norm rule mean, from the document's columns.
func sumsQueryOf(d *Document) privacy.MeanQuery {
	s := SchemaOf(d)
	return privacy.MeanQuery{Dim: schema.SumsDim(s), Spread: schema.SumsSpread(s), Reach: schema.SumsReach(s), Relation: d.Privacy.Relation, RowsPerPerson: d.Privacy.RowsPerPerson, WeightUnit: s.RowWeight.Unit()}
}

// countsFactor is what counts of records were multiplied by before the noise.
func countsFactor(d *Document) uint64 {
	return schema.Scale * uint64(max(1, SchemaOf(d).RowWeight.Unit()))
}

// jointHolds reports whether the document's parts, discrete Gaussian noise of stated widths and steps without δ, cost no more
// than its ε and δ together (core/privacy/calibration.md, Theorems 3 and 4). Each part's ρ is looked at by itself.
func jointHolds(d *Document) bool {
	p := &d.Privacy
	var beside []privacy.Selection
	rho, coordinates, narrowest := 0.0, 0, uint64(math.MaxUint64)
	for i := range p.Parts {
		part := &p.Parts[i]
		if part.Epsilon == 0 { // bounds from the records, and a declaration, spend nothing
			continue
		}
		if selection, ok := part.Selection(); ok {
			beside = append(beside, selection)
			continue
		}
		width := part.Width()
		if part.Step == method.StepSecondMoment && p.Noise != nil && p.Noise.Law == privacy.GaussianNoise {
			width = uint64(min(p.Noise.Diagonal, privacy.MaxScale))
		}
		if width == 0 || part.Rho == 0 {
			return false
		}
		rho, coordinates, narrowest = rho+part.Rho, coordinates+coordinatesOf(d, part), min(narrowest, width)
	}
	return len(beside) <= mostBeside && privacy.GaussianHolds(rho*(1-slack), narrowest, coordinates, privacy.Budget{Epsilon: p.Epsilon, Delta: p.Delta}, beside...)
}

// mostBeside is how many steps without δ a release has beside its Gaussian ones: a norm bound, a choice of k, a subspace.
const mostBeside = 3
