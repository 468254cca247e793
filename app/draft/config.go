package draft

import (
	"encoding/json"
	"strings"

	"privatepca/core/plan"
	"privatepca/core/release"
	"privatepca/core/typed"
)

// Restore takes what a schema does not say, or leaves to the curator.
func (a *Answers) Restore(c *plan.Config) {
	var person struct {
		PrivatePCA struct {
			PersonColumn  string `json:"person_column"`
			RowsPerPerson int    `json:"rows_per_person"`
		} `json:"privatepca"`
	}
	json.Unmarshal(c.Schema, &person) // what is absent is one row a person
	rows := max(1, person.PrivatePCA.RowsPerPerson)
	a.PersonColumn, a.Rows = strings.TrimSpace(person.PrivatePCA.PersonColumn), typed.CountOf(rows)
	switch {
	case a.PersonColumn != "":
		a.Unit = UnitColumn
	case rows > 1:
		a.Unit = UnitRows
	default:
		a.Unit = UnitRow
	}
	if steps := c.Choices.Steps; steps != nil {
		if steps.Centre != nil {
			a.Mean, a.CentreShare = true, Share{typed.Of(steps.Centre.Share)}
		}
		if steps.NormBound != nil {
			a.NormPrivate = true
			a.NormShare, a.NormQuantile = Share{typed.Of(steps.NormBound.Share)}, Share{typed.Of(steps.NormBound.Quantile)}
		}
	}
	a.Equal, a.RuleOpen, a.DesignEffect = c.Choices.Correlations, false, DesignEffect{}
	if x := c.Choices.DesignEffect; x > 0 {
		a.DesignEffect = DesignEffect{typed.Of(x)}
	}
	a.Count()
}

// Restore takes the choices of an earlier release.
func (c *Choices) Restore(r plan.Choices) {
	c.Seen = true
	c.Mechanism, c.MechanismOpen, c.Relation = r.Mechanism, false, r.Relation
	c.Epsilon, c.Delta, c.K, c.KOpen = typed.Of(r.Epsilon), typed.Of(r.Delta), typed.Count{}, false
	if r.K > 0 {
		c.K = typed.CountOf(r.K)
	}
	c.KPrivate = false
	if r.Steps != nil && r.Steps.ChooseK != nil {
		k := r.Steps.ChooseK
		c.KPrivate, c.KShare, c.KTarget, c.KMax = true, Share{typed.Of(k.Share)}, Share{typed.Of(k.Target)}, typed.CountOf(k.Max)
	}
	c.Core = r.CoreShare > 0
	if c.Core {
		c.CoreShare = Share{typed.Of(r.CoreShare)}
	}
	c.Capped = r.Cap > 0
	if c.Capped {
		c.Cap = typed.CountOf(r.Cap)
	}
	c.Advanced = c.Core || c.Capped
	c.LargeDelta = false
}

// RestoreAs takes the earlier release that a config's choices measure as. The draft's columns are the config's.
func RestoreAs(d *Draft, as *plan.As) {
	if d.Choices.As = nil; as != nil {
		d.Choices.As = release.EarlierIn(as, d.Answers.Schema(), d.Choices.Relation)
	}
}
