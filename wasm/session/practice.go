package session

import (
	"context"
	"io"
	"math"
	"time"

	"privatepca/core/fault"
	"privatepca/core/mechanism"
	"privatepca/core/moment"
	"privatepca/core/plan"
	"privatepca/core/practice"
	"privatepca/core/privacy"
	"privatepca/core/schema"
	"privatepca/wasm/protocol"
)

// maxPracticeDraws bounds one request; pages ask for ten or so.
const maxPracticeDraws = 100

// practising is what practice has found out about the prepared file.
type practising struct {
	of      *prepared
	truth   *practice.Truth
	longest float64

	encoded // by the norm bound of the last request
	clipped int64
	own     *practice.Truth // of the records as encoded
}

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
	var from mechanism.Mechanism
	if in.Mechanism != "" {
		if in.Draws < 1 || in.Draws > maxPracticeDraws {
			return none, requestError("The number of draws must be from 1 to %d.", maxPracticeDraws)
		}
		var err error
		request := protocol.Release{Choices: plan.Choices{Mechanism: in.Mechanism, Relation: privacy.Relation(in.Relation)}}
		if from, err = mechanism.New(in.Mechanism, s.params(p, request, in.K, privacy.Budget{Epsilon: in.Epsilon, Delta: in.Delta}, privacy.Budget{})); err != nil {
			return none, parameterError(err)
		}
	}
	if err := s.learn(p, &sch); err != nil {
		return none, fileError(err)
	}
	s.decomposing()
	if from == nil {
		return protocol.Practised{Truth: s.practised.tell(&sch, in.K)}, nil
	}
	return s.try(from, in)
}

// try draws from one mechanism.
func (s *Session) try(from mechanism.Mechanism, in protocol.Practice) (protocol.Practised, error) {
	t := s.practised
	end := time.Now().Add(time.Duration(in.Milliseconds) * time.Millisecond)
	d, err := t.truth.Draw(context.Background(), from, t.matrix, in.K, in.Draws, s.source, func(int) bool { return time.Now().Before(end) })
	if err != nil {
		return protocol.Practised{}, parameterError(err)
	}
	cost := from.Cost()
	out := &protocol.Draws{Refused: d.Refused, Epsilon: cost.Epsilon, Delta: cost.Delta, Claim: string(cost.Claim)}
	for _, u := range d.Utilities {
		out.Utilities = append(out.Utilities, protocol.Utility(u))
	}
	return protocol.Practised{Draws: out}, nil
}

// learn reads what practice compares with, unless it has been read: the truth once for
// what is prepared, the encoded records once for each norm bound.
func (s *Session) learn(p *prepared, sch *schema.Schema) error {
	t := s.practised
	if t == nil || t.of != p {
		t = &practising{of: p}
		if err := s.learnTruth(t); err != nil {
			return err
		}
		s.practised = t
	}
	if t.matrix != nil && t.normBound == sch.Bound() {
		return nil
	}
	e, clipped := encoded{matrix: p.matrix, normBound: sch.Bound()}, int64(0)
	if sch.Bound() != p.schema.Bound() {
		if err := s.same(p, func(tap io.Writer) (err error) {
			e.matrix, _, err = s.sum(sch, tap)
			return err
		}); err != nil {
			return err
		}
	}
	if sch.NormRule == schema.Clip {
		longest := 0.0
		if err := s.same(p, func(tap io.Writer) error {
			r := s.reading(protocol.PhaseNormBound)
			r.tap = tap
			_, err := s.reader().ReadNorms(r.open(), sch, func(norm float64) {
				r.records++
				longest = math.Max(longest, norm)
				if norm > sch.Bound()*(1+1e-12) { // not by rounding alone
					clipped++
				}
			})
			return err
		}); err != nil {
			return err
		}
		t.longest = longest
	}
	t.encoded, t.clipped, t.own = e, clipped, practice.Exactly(s.solver(), e.matrix, sch.Bound())
	return nil
}

// learnTruth sums all records at their full length: about the centre, or about their
// mean where pairs stand for it.
func (s *Session) learnTruth(t *practising) error {
	full := *t.of.schema
	full.NormRule, full.NormBound = schema.Clip, 0
	acc := moment.NewAccumulatorWith(s.kernels.Sums, full.D(), schema.Scale)
	total := make([]int64, full.D())
	if err := s.same(t.of, func(tap io.Writer) error {
		r := s.reading(protocol.PhaseRead)
		r.tap = tap
		_, err := s.reader().Read(r.open(), &full, func(q []int16) error {
			r.records++
			for i, x := range q {
				total[i] += int64(x)
			}
			return acc.Add(q)
		})
		return err
	}); err != nil {
		return err
	}
	if t.of.schema.NormRule == schema.Pairs {
		t.truth = practice.Covariance(s.solver(), acc.Matrix(), total, full.Bound())
	} else {
		t.truth = practice.Exactly(s.solver(), acc.Matrix(), full.Bound())
	}
	return nil
}

// same reads the file again, and returns ErrChanged where it is not the one that was
// prepared, and declared public, byte for byte.
func (s *Session) same(p *prepared, read func(tap io.Writer) error) error {
	f := s.ledger.Fingerprint(s.ledger.Key())
	if err := read(f); err != nil {
		return err
	}
	if f.Sum() != p.fingerprint {
		return ErrChanged
	}
	return nil
}

// decomposing tells that a decomposition begins, which says nothing until it ends.
func (s *Session) decomposing() {
	s.meter()(protocol.Progress{Phase: protocol.PhaseVectors, Total: 1, Unit: "decompositions"})
}

// tell is the truth as the page hears it.
func (t *practising) tell(sch *schema.Schema, k int) *protocol.Truth {
	out := &protocol.Truth{
		Of:      "second moment",
		Records: t.of.summary.Rows,
		Values:  t.truth.Values(),
		Encoded: protocol.Utility(t.truth.Utility(t.own.Top(k))),
	}
	switch sch.NormRule {
	case schema.Pairs:
		out.Of = "covariance"
	case schema.Clip:
		out.NormBound, out.Longest, out.AlwaysValid = t.normBound, t.longest, sch.AlwaysValidBound()
		out.Clipped = float64(t.clipped) / math.Max(1, float64(t.of.summary.Rows))
	}
	return out
}
