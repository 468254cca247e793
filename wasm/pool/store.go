package pool

import (
	"context"
	"encoding/json"

	"privatepca/core/moment"
	"privatepca/core/passes"
	"privatepca/core/schema"
)

// A store has the rows of one file: the lead's own, and which helpers have kept theirs.
type store struct {
	pool *Pool
	job  int
	own  passes.Kept
	rows int64
	with []*linked
}

var _ passes.Store = (*store)(nil)

// store gives the rows of the job at hand; nil where not every one of them was kept.
func (p *Pool) store(own *summing, records int64) *store {
	if own.rows == nil || !own.rows.Whole() {
		return nil
	}
	out := &store{pool: p, job: p.job, own: passes.Kept{own.rows}, rows: own.rows.Len(), with: p.working()}
	for _, l := range out.with {
		out.rows += l.sum.Kept
	}
	if out.rows != records {
		return nil
	}
	return out
}

// forget has everybody forget the rows of the job at hand, a helper that was too slow and counts as lost among them.
func (p *Pool) forget(own *summing) {
	if own.rows == nil {
		return
	}
	own.forget()
	for _, l := range p.links {
		l.Send(Message{Job: p.job, Kind: kindForget})
	}
}

// Len is how many rows are kept.
func (s *store) Len() int64 { return s.rows }

// Forget has everybody overwrite the rows.
func (s *store) Forget() {
	s.own.Forget()
	for _, l := range s.pool.links {
		l.Send(Message{Job: s.job, Kind: kindForget})
	}
	s.with, s.rows = nil, 0
}

// SumPass sums a pass over the rows: each worker over its own.
func (s *store) SumPass(ctx context.Context, of *schema.Schema, pass passes.Pass, kernel moment.Kernel, progress func(rows int64)) (*passes.Sum, error) {
	p := s.pool
	p.job++
	body, err := json.Marshal(again{s.job, of.Encode(), pass})
	if err != nil {
		return nil, err
	}
	for _, l := range p.links {
		l.dealt, l.done, l.records, l.sum, l.failed = 0, 0, 0, nil, false
	}
	for _, l := range s.with {
		if l.lost {
			return nil, passes.ErrLost
		}
		l.dealt = 1
		l.Send(Message{Job: p.job, Kind: kindAgain, Body: body})
	}
	done := int64(0)
	tell := func() {
		total := done
		for _, l := range s.with {
			total += l.records
		}
		progress(total)
	}
	sum, err := s.own.SumPass(ctx, of, pass, kernel, func(rows int64) {
		done = rows
		tell()
	})
	if err != nil {
		return nil, err
	}
	if p.wait(func(l *linked) bool { tell(); return l.sum != nil || l.failed }) != nil {
		return nil, passes.ErrLost
	}
	for _, l := range s.with {
		if l.sum == nil || sum.AddBytes(l.sum.Data) != nil {
			return nil, passes.ErrLost
		}
	}
	if sum.Rows() != s.rows {
		return nil, passes.ErrLost
	}
	return sum, nil
}
