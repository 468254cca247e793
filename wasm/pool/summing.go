package pool

import (
	"privatepca/core/dataset"
	"privatepca/core/moment"
	"privatepca/core/passes"
	"privatepca/core/schema"
)

// A summing is what one worker, the lead or a helper, has summed of a file.
type summing struct {
	part *dataset.Part

	moment *moment.Accumulator // of vectors
	pass   *passes.Sum         // of rows under the norm rule mean
	rows   *passes.Rows        // that are kept; nil for none
}

// newSumming begins to sum vectors, or a pass where there is one. Its errors are those of dataset.Read.
func newSumming(k Kernels, s *schema.Schema, d dataset.Dialect, pass *passes.Pass, room int64) (*summing, error) {
	reading := dataset.Reading{Kernel: k.Rows}
	out := &summing{}
	var err error
	if pass == nil {
		out.part, err = reading.NewPart(s, d)
		out.moment = moment.NewAccumulatorWith(k.Sums, s.D(), schema.Scale)
		return out, err
	}
	if out.pass, err = passes.New(s, *pass, k.Sums); err != nil {
		return nil, err
	}
	if room > 0 {
		out.rows = passes.NewRows(s, passes.NewRoom(room))
	}
	out.part, err = reading.NewRowPart(s, d)
	return out, err
}

// read adds a run.
func (a *summing) read(run dataset.Run) error {
	if a.pass == nil {
		return a.part.Read(run, a.moment.Add)
	}
	return a.part.ReadRows(run, func(row []int16) error {
		if a.rows != nil {
			a.rows.Add(row)
		}
		return a.pass.Add(row)
	})
}

// bytes are the sum, for add of another.
func (a *summing) bytes() []byte {
	if a.pass == nil {
		return a.moment.Bytes()
	}
	return a.pass.Bytes()
}

// add adds the sum of another.
func (a *summing) add(b []byte) error {
	if a.pass == nil {
		return a.moment.AddBytes(b)
	}
	return a.pass.AddBytes(b)
}

// forget overwrites the rows, and keeps no more.
func (a *summing) forget() {
	a.rows.Forget()
	a.rows = nil
}
