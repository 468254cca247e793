package release

import (
	"errors"
	"fmt"

	"privatepca/core/privacy"
)

func (p *Privacy) validate() error {
	cost := privacy.Cost{Epsilon: p.Epsilon, Delta: p.Delta, Rho: p.Rho, Mu: p.Mu, Claim: p.Claim}
	if err := cost.Validate(); err != nil {
		return fmt.Errorf("release: %w", err)
	}
	if err := p.Relation.Validate(); err != nil {
		return fmt.Errorf("release: %w", err)
	}
	switch {
	case p.Mechanism == "":
		return errors.New("release: no mechanism is named")
	case p.RowsPerPerson < 1:
		return errors.New("release: rows_per_person is below 1")
	case len(p.Parts) == 0:
		return errors.New("release: no part of the release is listed")
	}
	if p.Noise != nil {
		if err := p.Noise.Validate(); err != nil {
			return fmt.Errorf("release: %w", err)
		}
	}
	weakest := privacy.NoData
	if err := p.History.validate(); err != nil {
		return err
	}
	for _, part := range p.Parts {
		if err := part.Validate(); err != nil {
			return fmt.Errorf("release: part %q: %w", part.Step, err)
		}
		weakest = privacy.Weakest(weakest, part.Claim)
	}
	if p.Claim != weakest {
		return fmt.Errorf("release: the claim is %q, but a part's is %q", p.Claim, weakest)
	}
	return nil
}
