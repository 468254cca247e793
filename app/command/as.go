//go:build !js

package command

import (
	"fmt"
	"math"

	"privatepca/core/fault"
	"privatepca/core/pca"
	"privatepca/core/plan"
	"privatepca/core/privacy"
	"privatepca/core/release"
	"privatepca/core/schema"
	"privatepca/core/words"
)

// earlier reads the document of an earlier release, as which a table under s is to be measured.
func earlier(path string, s *schema.Schema, relation privacy.Relation) (*release.Document, *plan.As, error) {
	d, text, err := readDocument(path)
	if err != nil {
		return nil, nil, err
	}
	for _, check := range release.Verify(d, text) {
		if !check.Holds {
			return nil, nil, about(path, fault.New(fault.CodeRequest, "This document contradicts itself, so nothing is taken over from it: "+check.What+": "+check.Detail))
		}
	}
	as, err := release.As(d, text, s, relation)
	if err != nil {
		return nil, nil, about(path, fault.Public(fault.CodeRequest, err))
	}
	return d, as, nil
}

// bothCost says what a release and the earlier one that it measures as cost together, if their people are the same: one sum, since Gaussian privacy
// adds squares of μ.
func bothCost(d *release.Document, p *pca.Plan) string {
	first, second := d.Privacy.Mu, p.Cost().Mu
	if first == 0 || second == 0 {
		return ""
	}
	epsilon := privacy.EpsilonForMu(math.Hypot(first, second), p.Cost().Delta)
	return fmt.Sprintf("If the people are those of the earlier release, both cost ε = %s together at δ = %s.", words.ThreeUp(epsilon), words.Number(p.Cost().Delta))
}
