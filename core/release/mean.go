package release

import (
	"fmt"

	"privatepca/core/method"
	"privatepca/core/privacy"
	"privatepca/core/schema"
)

// meanQuery has the public facts of a mean step, from the document's columns.
func (d *Document) meanQuery() privacy.MeanQuery {
	s := &schema.Schema{Scaling: schema.Scaling(d.Encoding.Scaling)}
	for i := range d.Encoding.Fields {
		s.Fields = append(s.Fields, d.Encoding.Fields[i].schema())
	}
	return privacy.MeanQuery{Dim: d.NumFeatures, Spread: s.Spread(), Reach: s.Reach(), Relation: d.Privacy.Relation, RowsPerPerson: d.Privacy.RowsPerPerson}
}

// meanOverclaims says what a mean of Gaussian noise states beyond its proof (core/mechanism/mean.md); "" for nothing.
func (d *Document) meanOverclaims(part *privacy.Part) string {
	if part.Sigma == 0 {
		return "it states no σ of its noise."
	}
	if d.Encoding.Quantisation != schema.Scale {
		return fmt.Sprintf("its proof is for the scale %d.", schema.Scale)
	}
	query := d.meanQuery()
	rho := privacy.GaussianRho(query.Squared(), part.Sigma)
	budget := privacy.Budget{Epsilon: part.Epsilon * (1 + slack), Delta: part.Delta}
	switch {
	case part.Rho < rho*(1-slack):
		return fmt.Sprintf("its noise of σ = %d is %.6g-zCDP; it states ρ = %.6g.", part.Sigma, rho, part.Rho)
	case !privacy.GaussianHolds(rho, part.Sigma, query.Coordinates(), budget):
		return fmt.Sprintf("its noise of σ = %d is too narrow for its ε and δ.", part.Sigma)
	}
	return ""
}

// jointHolds reports whether the document's parts, all of them discrete Gaussian noise of a stated width, cost no more
// than its ε and δ together (core/privacy/calibration.md, Theorem 3). Each part's ρ is looked at by itself.
func (d *Document) jointHolds() bool {
	p := &d.Privacy
	paid := 0
	for i := range p.Parts {
		if p.Parts[i].Epsilon > 0 { // bounds from the records, and a declaration, spend nothing
			paid++
		}
	}
	if p.Noise == nil || p.Noise.Law != privacy.GaussianNoise || paid != 2 {
		return false
	}
	mean, moment := p.part(method.StepMean, ""), p.part(method.StepSecondMoment, "")
	if mean == nil || moment == nil || mean.Sigma == 0 || mean.Rho == 0 || moment.Rho == 0 {
		return false
	}
	coordinates := d.meanQuery().Coordinates() + d.NumFeatures*(d.NumFeatures+1)/2
	narrowest := min(mean.Sigma, uint64(p.Noise.Diagonal))
	return privacy.GaussianHolds((mean.Rho+moment.Rho)*(1-slack), narrowest, coordinates, privacy.Budget{Epsilon: p.Epsilon, Delta: p.Delta})
}
