package session

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"io"

	"privatepca/core/dataset"
	"privatepca/core/fault"
	"privatepca/core/moment"
	"privatepca/core/schema"
	"privatepca/wasm/pool"
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
	r, err := dataset.NewReader(newStream(f, func(int64) {}))
	if err != nil {
		return none, fileError(err)
	}
	s.file, s.prepared, s.released, s.practised = f, nil, nil, nil
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
		return none, schema.Fault(err)
	}
	if err := sch.Validate(); err != nil {
		return none, schema.Fault(err)
	}
	if d := sch.D(); d < 2 {
		return none, fault.New(fault.CodeSchema, "The columns make one feature only. A subspace needs at least two: take in another column.")
	}

	key := s.ledger.Key()
	fingerprint := s.ledger.Fingerprint(key)
	sum, summary, err := s.sum(sch, fingerprint)
	if err != nil {
		return none, fileError(err)
	}
	s.prepared = &prepared{schema: sch, matrix: sum, summary: *summary, fingerprint: fingerprint.Sum(), key: key}
	s.released, s.practised = nil, nil

	answer := protocol.Prepared{Public: s.isPublic(), Records: summary.Records, Persons: summary.Persons, Features: sch.Features()}
	for _, t := range summary.Troubles {
		answer.Troubles = append(answer.Troubles, protocol.Trouble(t))
	}
	return answer, nil
}

// worthSharing is the size, in bytes, from which a file is shared with the pool: below it
// the sums' way back costs more.
const worthSharing = 1 << 20

// sum reads the open file and sums its second moment under a schema. The
// decompressed bytes go to tap, too, where it is not nil.
func (s *Session) sum(sch *schema.Schema, tap io.Writer) (*moment.Matrix, *dataset.Summary, error) {
	r := s.reading(protocol.PhaseRead)
	r.tap = tap
	if s.pool != nil && s.file.Size() >= worthSharing && dataset.Divisible(sch) {
		return s.pool.Sum(r.open(), sch, func(records int64) { r.records = records })
	}
	a := moment.NewAccumulatorWith(s.kernels.Sums, sch.D(), schema.Scale)
	add := func(q []int16) error {
		r.records++
		return a.Add(q)
	}
	var summary *dataset.Summary
	var err error
	if sch.NormRule == schema.Pairs {
		var seed [32]byte
		for i := 0; i < len(seed); i += 8 {
			binary.LittleEndian.PutUint64(seed[i:], s.source.Uint64())
		}
		summary, err = s.reader().ReadPairs(r.open, sch, seed, add)
	} else {
		summary, err = s.reader().Read(r.open(), sch, add)
	}
	return a.Matrix(), summary, err
}

// A reading gives the open file from its start, any number of times, and tells how
// far it is.
type reading struct {
	file    File
	phase   string
	meter   func(protocol.Progress)
	times   int
	tap     io.Writer // gets the decompressed bytes of the first reading; nil for none
	records int64     // told beside the bytes
}

func (s *Session) reading(phase string) *reading {
	return &reading{file: s.file, phase: phase, meter: s.meter()}
}

func (r *reading) open() io.Reader {
	r.times++
	tell := func(done int64) {
		p := protocol.Progress{Phase: r.phase, Done: done, Total: r.file.Size(), Unit: "bytes", Records: r.records}
		if r.times > 1 {
			p.Reading = r.times
		}
		r.meter(p)
	}
	tell(0)
	if r.tap == nil || r.times > 1 {
		return newStream(r.file, tell)
	}
	return io.TeeReader(decompressed(newStream(r.file, tell)), r.tap)
}

// decompressed gives the text of a file, plain or gzip.
func decompressed(src io.Reader) io.Reader {
	raw := bufio.NewReaderSize(src, 64<<10)
	if start, _ := raw.Peek(2); !bytes.Equal(start, []byte{0x1f, 0x8b}) {
		return raw
	}
	z, err := gzip.NewReader(raw)
	if err != nil {
		return failing{err}
	}
	return z
}

// failing is a Reader that fails.
type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }

// fileError words the errors of reading a file that are no faults yet.
func fileError(err error) error {
	switch {
	case errors.Is(err, ErrChanged):
		return fault.New(fault.CodeFile, "The file changed or vanished while it was read. Nothing was released. Choose it again.").Because(err)
	case errors.Is(err, pool.ErrLost):
		return fault.New(fault.CodeInternal,
			"One of the workers that read the file stopped answering, so that its part of the sum is lost. Nothing was released. Try again: the others go on without it.").Because(err)
	case errors.Is(err, moment.ErrFull):
		return fault.New(fault.CodeRecords, "The file has more records than exact 64-bit sums can hold. Nothing was released. Split it.").Because(err)
	}
	return err
}
