package session

import (
	"errors"
	"math"

	"privatepca/core/dataset"
	"privatepca/core/fault"
	"privatepca/core/mechanism"
	"privatepca/core/moment"
	"privatepca/core/schema"
	"privatepca/wasm/protocol"
)

// encoded is what a release's mechanism reads, and the public outputs of the steps by
// which it was encoded.
type encoded struct {
	matrix    *moment.Matrix
	centre    []float64 // nil where the schema's is used
	normBound float64   // 0 likewise
}

// run draws the steps of a plan: centre, norm bound, k. Where one of the first two
// is among them the file is encoded and summed again.
func (s *Session) run(p *prepared, l *planned) (e encoded, k int, err error) {
	sch := *p.schema
	e.matrix = p.matrix
	if l.centre != nil {
		if e.centre, err = s.drawCentre(&sch, l.centre); err != nil {
			return e, 0, spent(err)
		}
		sch.Centre, sch.Point = schema.CentrePoint, e.centre
	}
	if l.normBound != nil {
		if e.normBound, err = s.drawNormBound(&sch, *l.normBound); err != nil {
			return e, 0, spent(err)
		}
		sch.NormBound = e.normBound
	}
	if l.centre != nil || l.normBound != nil {
		var summary *dataset.Summary
		if e.matrix, summary, err = s.sum(&sch, nil); err != nil {
			return e, 0, spent(err)
		}
		if summary.Rows != p.summary.Rows {
			return e, 0, spent(ErrChanged)
		}
	}
	if l.chooseK == nil {
		return e, l.k, nil
	}
	meter := s.meter()
	meter(protocol.Progress{Phase: protocol.PhaseChooseK, Total: 1, Unit: "decompositions"})
	k, err = l.chooseK.Release(e.matrix, s.source)
	if err != nil {
		return e, 0, drawn(err)
	}
	meter(protocol.Progress{Phase: protocol.PhaseChooseK, Done: 1, Total: 1, Unit: "decompositions"})
	return e, k, nil
}

// drawCentre releases the noisy mean as a point: records are measured from the
// schema's public centre and clipped to its bound, whatever the norm rule.
func (s *Session) drawCentre(sch *schema.Schema, c *mechanism.Centre) ([]float64, error) {
	clipped := *sch
	clipped.NormRule = schema.Clip
	total := c.Sum()
	r := s.reading(protocol.PhaseCentre)
	_, err := s.reader().Read(r.open(), &clipped, func(q []int16) error {
		r.records++
		return total.Add(q)
	})
	if err != nil {
		return nil, err
	}
	mean := c.Release(total, s.source)
	point := append([]float64(nil), clipped.CentreVector()...)
	feature := 0
	for i := range sch.Fields {
		f := &sch.Fields[i]
		lo, hi := 0.0, 1.0 // of a level's feature
		if f.Kind == schema.Number {
			lo, hi = f.Feature(f.Minimum, sch.Scaling), f.Feature(f.Maximum, sch.Scaling)
		}
		for range f.D() {
			x := point[feature] + float64(mean[feature]*clipped.Bound())
			x = math.Max(lo, math.Min(x, hi))
			point[feature] = math.Round(x*1e6) / 1e6
			feature++
		}
	}
	return point, nil
}

// drawNormBound releases a norm bound, up to the one that always holds.
func (s *Session) drawNormBound(sch *schema.Schema, p mechanism.NormBoundParams) (float64, error) {
	p.Most = sch.AlwaysValidBound()
	b, err := mechanism.NewNormBound(p)
	if err != nil {
		return 0, drawn(err)
	}
	counts := b.Counts()
	r := s.reading(protocol.PhaseNormBound)
	if _, err := s.reader().ReadNorms(r.open(), sch, func(norm float64) {
		r.records++
		counts.Add(norm)
	}); err != nil {
		return 0, err
	}
	return b.Release(counts, s.source), nil
}

// spent marks an error as met after the debit, and words one of reading the file again,
// after draws have been made.
func spent(err error) error {
	err = fileError(err)
	f := *fault.Of(err)
	f.Spent = true
	if known := (*fault.Error)(nil); errors.As(err, &known) && f.Code != fault.CodeRefused {
		f.Message = "The file could not be read again as it was before. No document was written, but draws were made: count the release as spent. Choose the file again."
	}
	return &f
}
