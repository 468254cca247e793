package session

import (
	"context"
	"time"

	"privatepca/core/fault"
	"privatepca/core/practice"
	"privatepca/core/privacy"
	"privatepca/core/schema"
	"privatepca/core/subspace"
	"privatepca/wasm/protocol"
)

// maxPracticeDraws bounds one request; pages ask for ten or so.
const maxPracticeDraws = 100

// practice answers with exact numbers, for a file that was declared public. This is the
// one place that decides so; for any other file it tells nothing.
func (s *Session) practice(in protocol.Practice) (protocol.Practised, error) {
	var none protocol.Practised
	if !s.isPublic() {
		return none, fault.New(fault.CodeProtected, "Practice shows exact numbers, so it is for public data alone. This file was not declared public.")
	}
	p := s.prepared
	sch := *p.schema
	if in.NormBound != 0 {
		if sch.NormRule != schema.Clip {
			return none, requestError("Only records that are clipped have a norm bound to change.")
		}
		sch.NormBound = in.NormBound
		if err := sch.Validate(); err != nil {
			return none, schema.Fault(err)
		}
	}
	if d := sch.D(); in.K < 1 || in.K >= d {
		return none, requestError("k = %d of d = %d features: k must be at least 1 and below d.", in.K, d)
	}
	if s.practised == nil || s.practisedEqual != in.Equal {
		c, err := practice.New(context.Background(), p.table, in.Equal)
		if err != nil {
			return none, err
		}
		s.practised, s.practisedEqual = c, in.Equal
	}
	c := s.practised
	trial := practice.Trial{
		Mechanism: in.Mechanism, K: in.K, Relation: privacy.Relation(in.Relation),
		Budget: privacy.Budget{Epsilon: in.Epsilon, Delta: in.Delta},
	}
	if in.Mechanism != "" {
		if in.Draws < 1 || in.Draws > maxPracticeDraws {
			return none, requestError("The number of draws must be from 1 to %d.", maxPracticeDraws)
		}
		if err := c.Check(trial); err != nil {
			return none, err
		}
	}
	progress := s.meter()
	if err := c.Learn(context.Background(), &sch, progress); err != nil {
		return none, err
	}
	practice.Decomposing(progress)
	if in.Mechanism == "" {
		return protocol.Practised{Truth: truth(c, &sch, in)}, nil
	}
	return tried(c, trial, in, progress)
}

// tried draws from one mechanism.
func tried(c *practice.Comparison, trial practice.Trial, in protocol.Practice, progress func(protocol.Progress)) (protocol.Practised, error) {
	end := time.Now().Add(time.Duration(in.Milliseconds) * time.Millisecond)
	d, cost, err := c.Try(context.Background(), trial, in.Draws, progress, func(int) bool { return time.Now().Before(end) })
	if err != nil {
		return protocol.Practised{}, err
	}
	out := &protocol.Draws{Refused: d.Refused, Epsilon: cost.Epsilon, Delta: cost.Delta, Claim: string(cost.Claim)}
	for _, u := range d.Utilities {
		out.Utilities = append(out.Utilities, protocol.Utility(u))
	}
	out.First = leading(d.First)
	return protocol.Practised{Draws: out}, nil
}

// leading are the first rows of a basis, as the page draws them; none where it has too many features.
func leading(v subspace.Basis) [][]float64 {
	if len(v) == 0 || len(v[0]) > protocol.PracticeFeatures {
		return nil
	}
	return v[:min(len(v), protocol.PracticeDirections)].Rounded()
}

// truth is what was learned, as the page hears it.
func truth(c *practice.Comparison, sch *schema.Schema, in protocol.Practice) *protocol.Truth {
	k := in.K
	out := &protocol.Truth{
		Of: "second moment", Records: c.Rows(), Values: c.Truth().Values(), Encoded: protocol.Utility(c.Encoded(k)),
	}
	out.Directions = leading(c.Truth().Top(k))
	switch sch.NormRule {
	case schema.Pairs, schema.Sign, schema.Mean:
		if out.Of = "covariance"; in.Equal && sch.NormRule == schema.Mean {
			out.Of = "correlations"
		}
	case schema.Clip:
		out.NormBound, out.Longest, out.AlwaysValid, out.Clipped = c.Bound(), c.Longest(), sch.AlwaysValidBound(), c.Clipped()
	}
	return out
}
