package app

import (
	"encoding/json"
	"strconv"
	"strings"

	"privatepca/core/plan"
)

// restore takes what a schema does not say, or leaves to the curator.
func (a *Answers) restore(c *plan.Config) {
	var person struct {
		PrivatePCA struct {
			PersonColumn  string `json:"person_column"`
			RowsPerPerson int    `json:"rows_per_person"`
		} `json:"privatepca"`
	}
	json.Unmarshal(c.Schema, &person) // what is absent is one row a person
	rows := max(1, person.PrivatePCA.RowsPerPerson)
	a.personColumn, a.rows = strings.TrimSpace(person.PrivatePCA.PersonColumn), strconv.Itoa(rows)
	switch {
	case a.personColumn != "":
		a.unit = unitColumn
	case rows > 1:
		a.unit = unitRows
	default:
		a.unit = unitRow
	}
	if steps := c.Choices.Steps; steps != nil {
		if steps.Centre != nil {
			a.mean, a.centreShare = true, share(formatBound(steps.Centre.Share))
		}
		if steps.NormBound != nil {
			a.normPrivate = true
			a.normShare, a.normQuantile = share(formatBound(steps.NormBound.Share)), share(formatBound(steps.NormBound.Quantile))
		}
	}
	a.count()
}

func (c *Choices) restore(r plan.Choices) {
	c.seen = true
	c.mechanism, c.relation = r.Mechanism, r.Relation
	c.epsilon, c.delta, c.k = formatBound(r.Epsilon), formatBound(r.Delta), ""
	if r.K > 0 {
		c.k = strconv.Itoa(r.K)
	}
	c.kPrivate = false
	if r.Steps != nil && r.Steps.ChooseK != nil {
		k := r.Steps.ChooseK
		c.kPrivate, c.kShare, c.kTarget, c.kMax = true, share(formatBound(k.Share)), share(formatBound(k.Target)), strconv.Itoa(k.Max)
	}
	c.core = r.CoreShare > 0
	if c.core {
		c.coreShare = share(formatBound(r.CoreShare))
	}
	c.capped = r.Cap > 0
	if c.capped {
		c.cap = strconv.Itoa(r.Cap)
	}
	c.advanced = c.core || c.capped
}
