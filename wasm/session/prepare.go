package session

import (
	"errors"
	"strings"

	"privatepca/core/dataset"
	"privatepca/core/moment"
	"privatepca/core/schema"
	"privatepca/wasm/protocol"
)

// open reads the header of a file, and forgets what earlier files built.
func (s *Session) open(f File) (protocol.Opened, error) {
	var none protocol.Opened
	if f == nil {
		return none, requestError("No file came with the request. Choose a file.")
	}
	if f.Size() == 0 {
		return none, fileError(&dataset.Error{Code: dataset.CodeFile, Message: "the file is empty: choose a file with a header row and records"})
	}
	r, err := dataset.NewReader(newStream(f, func(int64) {}))
	if err != nil {
		return none, fileError(err)
	}
	s.file, s.prepared, s.released = f, nil, nil
	h := r.Header()
	return protocol.Opened{Name: f.Name(), Size: f.Size(), Columns: h.Columns, Delimiter: h.Delimiter, Compressed: h.Compressed}, nil
}

// prepare reads the open file under a schema and sums its second moment.
func (s *Session) prepare(in protocol.Prepare) (protocol.Prepared, error) {
	var none protocol.Prepared
	if s.file == nil {
		return none, requestError("No file is open. Choose a file first.")
	}
	sch, err := schema.Parse(in.Schema)
	if err != nil {
		return none, schemaError(err)
	}
	if err := sch.Validate(); err != nil {
		return none, schemaError(err)
	}
	if d := sch.D(); d < 2 {
		return none, &failure{protocol.Error{Code: protocol.CodeSchema,
			Message: "The columns make one feature only. A subspace needs at least two: take in another column."}}
	}

	sum := moment.NewAccumulator(sch.D(), schema.Scale)
	var records int64
	meter := s.meter()
	tell := func(done int64) {
		meter(protocol.Progress{Phase: protocol.PhaseRead, Done: done, Total: s.file.Size(), Unit: "bytes", Records: records})
	}
	tell(0)
	summary, err := dataset.Read(newStream(s.file, tell), sch, func(q []int16) error {
		records++
		return sum.Add(q)
	})
	if err != nil {
		return none, fileError(err)
	}
	s.prepared = &prepared{schema: sch, matrix: sum.Matrix(), summary: *summary}
	s.released = nil

	answer := protocol.Prepared{Records: summary.Records, Persons: summary.Persons, Features: sch.Features()}
	for _, t := range summary.Troubles {
		answer.Troubles = append(answer.Troubles, protocol.Trouble(t))
	}
	return answer, nil
}

// fileError turns an error of reading a file into one for the curator.
// dataset.Error never quotes a cell; of other errors only their kind is told.
func fileError(err error) error {
	var d *dataset.Error
	switch {
	case errors.Is(err, ErrChanged):
		return &failure{protocol.Error{Code: protocol.CodeFile,
			Message: "The file changed or vanished while it was read. Nothing was released. Choose it again."}}
	case errors.As(err, &d):
		return &failure{protocol.Error{Code: d.Code, Message: sentence(d.Message), Line: d.Line, Column: d.Column}}
	case errors.Is(err, moment.ErrFull):
		return &failure{protocol.Error{Code: protocol.CodeRecords,
			Message: "The file has more records than exact 64-bit sums can hold. Split it."}}
	}
	return err
}

// schemaError passes on what schema says of a schema: it never saw a record.
func schemaError(err error) error {
	text := sentence(strings.TrimPrefix(err.Error(), "schema: "))
	var problems schema.Problems
	column := ""
	if errors.As(err, &problems) && len(problems) > 0 {
		column = problems[0].Column
	}
	return &failure{protocol.Error{Code: protocol.CodeSchema, Message: text, Column: column}}
}
