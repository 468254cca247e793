package pca

import (
	"context"
	"fmt"
	"testing"
	"time"

	"privatepca/core/method"
	"privatepca/core/plan"
	"privatepca/core/privacy"
	"privatepca/core/release"
	"privatepca/core/schema"
)

// TestNothingPaidIsLost: what a plan accepts, at the ends of ε, δ and the rows of a person, by every mechanism, norm rule, relation and
// paid step, gives documents that pass their own check, for the fewest and the most directions. Else the budget would be spent for
// nothing. Three mechanisms draw and may have nothing to release: method.Method.Refuses.
func TestNothingPaidIsLost(t *testing.T) {
	if testing.Short() {
		t.Skip("3,000 releases: not with -short")
	}
	steps := []*plan.Steps{
		nil,
		{Centre: &plan.Centre{Share: .01}},
		{NormBound: &plan.NormBound{Share: .1, Quantile: .9}},
		{Centre: &plan.Centre{Share: .1}, NormBound: &plan.NormBound{Share: .1, Quantile: .5}},
		{ChooseK: &plan.ChooseK{Share: .1, Target: .9, Max: 3}},
	}
	made := 0
	release := func(name string, s *schema.Schema, c Choices) {
		p, err := NewPlan(s, c)
		if err != nil {
			return // before any debit
		}
		made++
		machine, _ := seeded(uint64(made))
		paid := false
		r, err := p.Run(context.Background(), Open(mixedTable(30), s, machine), Run{
			Debit: func() (release.Account, error) { paid = true; return NoLedger() }, Now: time.Unix(0, 0),
		})
		if err != nil {
			if paid && !method.Named(c.Mechanism).Refuses {
				t.Errorf("%s: %v", name, err)
			}
			return
		}
		for _, k := range []int{r.K(), r.MaxK()} {
			if _, err := r.Encode(k); err != nil {
				t.Errorf("%s, k = %d: %v", name, k, err)
			}
		}
	}
	for _, how := range method.All() {
		deltas := []float64{0}
		if how.NeedsDelta() {
			deltas = []float64{privacy.MinDelta, 1e-30, 1e-9, .1}
		}
		for _, rule := range []schema.NormRule{schema.Clip, schema.Unit, schema.Sign, schema.Pairs} {
			for _, epsilon := range []float64{privacy.MinEpsilon, 1e-7, 1e-5, 1e-4, 1e-3, 1, 50, privacy.MaxEpsilon} {
				for _, delta := range deltas {
					for _, relation := range []privacy.Relation{privacy.ReplaceOne, privacy.AddRemove} {
						for _, rows := range []int{1, 7, 1000} {
							for i, paid := range steps {
								s := mixedColumns(func(s *schema.Schema) {
									s.NormRule = rule
									if rows > 1 {
										s.PersonColumn, s.RowsPerPerson = "id", rows
									}
								})
								c := Choices{Mechanism: how.Name, K: 1, Epsilon: epsilon, Delta: delta, Relation: relation, Shrink: paid == nil, Steps: paid}
								if paid != nil && paid.ChooseK != nil {
									c.K = 0
								}
								release(fmt.Sprintf("%s, %s, ε = %g, δ = %g, %s, %d rows, steps %d", how.Name, rule, epsilon, delta, relation, rows, i), s, c)
							}
						}
					}
				}
			}
		}
	}
	if made < 3000 {
		t.Errorf("%d releases were made", made)
	}
}
