// Package dataset reads files of records and encodes each record, by the public
// rule of a schema, as an integer vector in a ball: what the second moment sums.
//
//	bytes ─ Reader ─ Record ─ Persons ─ Encoder ─ []int16
//
// A file is streamed: memory does not grow with it, but for the ids of persons
// where the schema names a person column. Random pairs of rows, whose differences
// are encoded, are found in bounded memory by reading the file more than once. Errors and irregularities of cells and rows are
// for the curator, who holds the file; they name lines and columns, never a cell.
package dataset

import (
	"io"
	"math"
	"slices"

	"privatepca/core/schema"
)

// A Summary says what was read. It is for the curator.
type Summary struct {
	Records        int64 // of the file
	Rows           int64 // records that count: all of them, but for those a person column leaves out
	Persons        int64 // 0 without a person column
	Irregularities []Irregularity
}

// A Reading is how files are read: by which inner loops. All give the same bits. The zero
// value reads by this package alone, as do the functions Read, ReadNorms, ReadPairs and NewPart.
type Reading struct {
	// Kernel has passed its Check; nil leaves all rows to this package.
	Kernel *Kernel
}

// Read is Reading.Read by this package alone.
func Read(src io.Reader, s *schema.Schema, each func(q []int16) error) (*Summary, error) {
	return Reading{}.Read(src, s, each)
}

// ReadNorms is Reading.ReadNorms by this package alone.
func ReadNorms(src io.Reader, s *schema.Schema, each func(norm float64)) (*Summary, error) {
	return Reading{}.ReadNorms(src, s, each)
}

// Read reads a file from its first byte and gives the vector of each record that
// counts to each, in order. The vector is reused. It stops at the first error,
// each's among them; a file without records is an error. Pairs are read by
// ReadPairs: it panics for a schema with that rule.
func (r Reading) Read(src io.Reader, s *schema.Schema, each func(q []int16) error) (*Summary, error) {
	return r.walk(src, s, true, func(w *walker) error { return each(w.vector()) })
}

// ReadNorms reads a file as Read does, and gives the length ‖e − centre‖ of each
// record that counts, in scaled units, before the norm rule.
func (r Reading) ReadNorms(src io.Reader, s *schema.Schema, each func(norm float64)) (*Summary, error) {
	return r.walk(src, s, false, func(w *walker) error {
		each(math.Sqrt(w.read()))
		return nil
	})
}

// walk calls each with every record that counts; vectors tells whether these are asked
// for.
func (r Reading) walk(src io.Reader, s *schema.Schema, vectors bool, each func(w *walker) error) (*Summary, error) {
	return r.walkBy(src, s, NewEncoder, vectors, each)
}

// walkBy is walk by an encoder of another make.
func (r Reading) walkBy(src io.Reader, s *schema.Schema, encoder func(*schema.Schema, Header) (*Encoder, error), vectors bool, each func(w *walker) error) (*Summary, error) {
	records, err := NewReaderIn(src, s.Dialect)
	if err != nil {
		return nil, err
	}
	e, err := encoder(s, records.Header())
	if err != nil {
		return nil, err
	}
	p, err := NewPersons(s, records.Header())
	if err != nil {
		return nil, err
	}
	var sum Summary
	w := r.Kernel.newWalker(records, e, vectors)
	if err := w.walk(func() error {
		sum.Records++
		if !p.keep(w) {
			return nil
		}
		sum.Rows++
		return each(w)
	}); err != nil {
		return nil, err
	}
	if sum.Records == 0 {
		return nil, ErrNoRecords
	}
	sum.Persons = p.Count()
	sum.Irregularities = slices.Concat(p.Irregularities(), e.Irregularities(), records.Endings())
	return &sum, nil
}
