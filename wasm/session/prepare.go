package session

import (
	"context"
	"io"
	"slices"

	"privatepca/core/dataset"
	"privatepca/core/fault"
	"privatepca/core/ledger"
	"privatepca/core/pca"
	"privatepca/core/schema"
	"privatepca/wasm/protocol"
)

// open reads the header of a file, and forgets what earlier files built.
func (s *Session) open(in protocol.Open, f File) (protocol.Opened, error) {
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
	out := protocol.Opened{Name: f.Name(), Size: f.Size(), Part: in.Part}
	if c, ok := f.(Converted); ok {
		if err := c.Begin(); err != nil {
			return none, err
		}
		out.Format, out.Parts, out.LeftOut = c.Format(), c.Parts(), c.LeftOut()
		if out.Part == "" && len(out.Parts) > 0 {
			out.Part = out.Parts[0]
		}
	}
	file := source{File: f, part: out.Part}
	if in.Dialect != nil {
		out.Dialect, file.hidden, file.encoding = *in.Dialect, in.Dialect.Hidden, string(in.Dialect.Encoding)
	} else if err := sniff(file, &out); err != nil {
		return none, err
	}
	head := file
	if head.hidden == "" {
		head.hidden = "read" // of the names of columns alone
	}
	h, err := s.machine.HeaderIn(context.Background(), head, out.Dialect)
	if err != nil {
		return none, err
	}
	if c, ok := f.(Converted); ok {
		out.Book = c.Book()
	}
	s.forget()
	s.file, s.dialect, s.drawn, s.prepared, s.practised = &file, out.Dialect, false, nil, nil
	out.Columns, out.Delimiter, out.Compressed = h.Columns, h.Delimiter, h.Compressed
	return out, nil
}

// sniff guesses how the text of a file is written.
func sniff(file source, out *protocol.Opened) error {
	text, err := file.Open()
	if err != nil {
		return fault.Of(err)
	}
	defer text.Close()
	ends := &ending{src: text}
	g := dataset.Sniff(ends)
	if _, ok := file.File.(Converted); !ok {
		last := make([]byte, min(file.File.Size(), dataset.LastBytes))
		if _, err := file.ReadAt(last, file.File.Size()-int64(len(last))); err != nil && err != io.EOF {
			return fault.Of(err)
		}
		g.Last(last)
	}
	out.Dialect, out.Doubts = g.Dialect, g.Doubts
	if ends.hides {
		out.Doubts = append(out.Doubts, protocol.DoubtHidden)
	}
	if file.Written(schema.Dialect{}) != (schema.Dialect{}) {
		out.Dialect.Encoding, out.Dialect.Delimiter = "", ""
		out.Doubts = slices.DeleteFunc(out.Doubts, func(doubt string) bool { return doubt == schema.DoubtEncoding })
	}
	if g.Empty {
		return dataset.ErrNoRecords
	}
	return nil
}

// An ending notices that a text ends with a question: that its sheet hides something, and nobody said what to do with that. Of a text that is
// longer than what is looked at it is noticed when all of it is read.
type ending struct {
	src   io.Reader
	hides bool
}

// Read implements io.Reader.
func (e *ending) Read(p []byte) (int, error) {
	n, err := e.src.Read(p)
	if err != nil && err != io.EOF {
		e.hides = fault.Of(err).Code == fault.CodeRequest
	}
	return n, err
}

// look gives the first rows of the open file, until a release of it began.
func (s *Session) look(protocol.Look) (protocol.Looked, error) {
	var none protocol.Looked
	switch {
	case s.file == nil:
		return none, requestError("No file is open. Choose a file first.")
	case s.drawn:
		return none, requestError("The first rows are not shown any more once a release has begun. Open the file again to see them.")
	}
	text, d, err := s.machine.Text(s.file, s.dialect)
	if err != nil {
		return none, fault.Of(err)
	}
	rows, header := dataset.First(text, d, protocol.MostLooked, protocol.MostLookedCells)
	text.Close()
	out := protocol.Looked{Rows: rows, Header: header}
	if c, ok := s.file.File.(Converted); ok && c.Cells() {
		return out, nil
	}
	start, err := s.file.Open()
	if err != nil {
		return none, fault.Of(err)
	}
	defer start.Close()
	for _, c := range dataset.Candidates(dataset.Start(start), s.dialect, s.machine.Decode) {
		out.Readings = append(out.Readings, protocol.Reading(c))
	}
	return out, nil
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
	m.RecordKey = key
	table := pca.Open(s.file, sch, &m)
	s.forget()
	summary, err := table.Sum(context.Background(), s.meter())
	if err != nil {
		return none, err
	}
	s.prepared = &prepared{schema: sch, table: table, key: key}
	s.practised = nil

	compared, err := s.file.compare(func() bool { return false })
	if err != nil {
		return none, err
	}
	answer := protocol.Prepared{Compare: !compared, Public: s.isPublic(), Records: summary.Records, Persons: summary.Persons, Features: sch.Features()}
	for _, t := range summary.Irregularities {
		answer.Irregularities = append(answer.Irregularities, protocol.Irregularity(t))
	}
	// Also where the numbers are all 0: that nothing misfits tells as much, and a mark that depended on them would publish whether
	// one person's cells do.
	file, facts := table.Fingerprint(), schema.Facts(sch)
	if !slices.Contains(s.counted[file], facts) {
		s.counted[file] = append(s.counted[file], facts)
	}
	if !answer.Public && ledger.Count(s.ledger, s.prepared.identity(), facts) != nil {
		s.uncounted = true // this worker's memory still has it
	}
	return answer, nil
}

// forget overwrites the rows that are kept of what was prepared. It can still be released: its file is read again.
func (s *Session) forget() {
	if s.prepared != nil {
		s.prepared.table.Forget()
	}
}

// changedAfterCounts reports whether the prepared file's columns were described otherwise when numbers of cells that do not fit, or that
// there are none, were shown, by the ledger and by this worker's memory; and whether that is not known, since the ledger could not tell.
func changedAfterCounts(s *Session) (changed, unknown bool) {
	if s.prepared == nil {
		return false, false
	}
	now := schema.Facts(s.prepared.schema)
	if slices.ContainsFunc(s.counted[s.prepared.table.Fingerprint()], func(then string) bool { return then != now }) {
		return true, false
	}
	changed, err := ledger.ChangedAfterCounts(s.ledger, s.prepared.identity(), now)
	return changed, !changed && (err != nil || s.uncounted)
}
