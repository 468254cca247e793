package session

import (
	"context"

	"privatepca/core/fault"
	"privatepca/core/pca"
	"privatepca/core/schema"
	"privatepca/wasm/protocol"
)

// open reads the header of a file, and forgets what earlier files built.
func (s *Session) open(f File) (protocol.Opened, error) {
	var none protocol.Opened
	if s.forecasts {
		return none, requestError("This worker makes forecasts and takes no file. Reload the page.")
	}
	if f == nil {
		return none, requestError("No file came with the request. Choose a file.")
	}
	if f.Size() == 0 {
		return none, &fault.Error{
			Code: fault.CodeFile, Message: "The file is empty: choose a file with a header row and records.",
			Expected: "a header row, and records under it", Found: "0 bytes",
		}
	}
	h, err := pca.Header(context.Background(), source{f})
	if err != nil {
		return none, err
	}
	s.file, s.prepared, s.released, s.practised = f, nil, nil, nil
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
		return none, schema.Fault(err)
	}
	key := s.ledger.Key()
	m := s.machine
	m.Digest = func() pca.Digest { return s.ledger.Fingerprint(key) }
	table := pca.Open(source{s.file}, sch, &m)
	summary, err := table.Sum(context.Background(), s.meter())
	if err != nil {
		return none, err
	}
	s.prepared = &prepared{schema: sch, table: table, key: key}
	s.released, s.practised = nil, nil

	answer := protocol.Prepared{Public: s.isPublic(), Records: summary.Records, Persons: summary.Persons, Features: sch.Features()}
	for _, t := range summary.Irregularities {
		answer.Irregularities = append(answer.Irregularities, protocol.Irregularity(t))
	}
	return answer, nil
}
