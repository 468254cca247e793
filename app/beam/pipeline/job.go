// Package pipeline sums the records of many files exactly, on an engine that runs Apache Beam pipelines.
//
//	rows     files ─ Range ─ sumRows ─ Tile ─ CombinePerKey ─ sealed tiles
//	persons  files ─ Range ─ readRows ─ Row by id ─ CombinePerKey (first m) ─ keepRows ─ Tile ─ …
//	pairs    … Row by bucket ─ pairRows ─ Tile, and the row left over ─ pairRows ─ Tile ─ …
//	         each ─ Done, the manifest ─ sealed
//
// The rules of this package: nothing here draws noise, since an engine repeats work that failed, and noise that is drawn twice is
// twice the budget. Each stretch of text is counted once: an element's tag is h(file, end) − h(file, start) mod 2⁶⁴ with a keyed
// h, so the tags of all that was summed add up to what the driver computes from the files' ends alone, however an engine cut
// them; a stretch that was summed twice, or not at all, shows. What leaves the engine is sealed to a key that this run of the
// driver made and keeps in memory. No error and no log line holds text of a record.
package pipeline

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"hash"
	"io"
	"math/bits"
	"strings"

	"privatepca/core/dataset"
	"privatepca/core/fault"
	"privatepca/core/moment"
	"privatepca/core/passes"
	"privatepca/core/schema"
)

// A Job is what every element is worked on by. It stands in the pipeline's graph, which the engine keeps: the schema is public,
// and the seed serves this run alone.
type Job struct {
	Schema   []byte
	Dialect  dataset.Dialect // of the first file; others have the same header
	Seed     []byte          // 32 bytes: keys of h and of the pairing
	Features bool            // sum features, for a mean
	Pass     *passes.Pass    // sum a pass of the norm rule mean: numbers that were released; nil under others
	Tile     int             // entries of a tile
	Buckets  int             // of the pairing, a power of 2
	Meeting  Meeting         // of workers with the driver
}

// parse gives the job's schema.
func (j *Job) parse() (*schema.Schema, error) {
	s, err := schema.Parse(j.Schema)
	if err != nil {
		return nil, schema.Fault(err)
	}
	return s, nil
}

// places computes keyed numbers of places in files. It is not safe for concurrent use.
type places struct {
	mac hash.Hash
	sum []byte
}

func newPlaces(seed []byte, what string) *places {
	return &places{mac: hmac.New(sha256.New, append([]byte(what), seed...))}
}

// at is the HMAC-SHA-256 of file ‖ 0 ‖ offset.
func (p *places) at(file string, offset int64) []byte {
	p.mac.Reset()
	io.WriteString(p.mac, file)
	p.mac.Write(binary.LittleEndian.AppendUint64([]byte{0}, uint64(offset)))
	p.sum = p.mac.Sum(p.sum[:0])
	return p.sum
}

// tag is h(file, end) − h(file, start).
func (p *places) tag(file string, start, end int64) uint64 {
	last := binary.LittleEndian.Uint64(p.at(file, end))
	return last - binary.LittleEndian.Uint64(p.at(file, start))
}

// bucket is the group of a row's key: its leading bits.
func bucket(key []byte, buckets int) int {
	if buckets <= 1 {
		return 0
	}
	return int(binary.BigEndian.Uint64(key) >> (64 - bits.TrailingZeros(uint(buckets))))
}

// A sum is what one bundle of elements adds up.
type sum struct {
	part     *dataset.Part
	pairs    *dataset.PairEncoder
	dialect  dataset.Dialect
	moment   *moment.Accumulator
	features *dataset.FeatureSum
	pass     *passes.Sum
	counts   Tile
	tile     int
}

// newSum starts a sum of a job.
func newSum(j *Job) (*sum, error) {
	s, err := j.parse()
	if err != nil {
		return nil, err
	}
	own := *s
	own.PersonColumn = "" // whose rows these are was decided before
	out := &sum{dialect: j.Dialect, tile: j.Tile}
	switch {
	case j.Pass != nil:
		if out.pass, err = passes.New(&own, *j.Pass, nil); err == nil {
			out.part, err = dataset.Reading{}.NewRowPart(&own, j.Dialect)
		}
	case j.Features:
		out.features = dataset.NewFeatureSum(s.D())
		out.part, err = dataset.Reading{}.NewFeaturePart(&own, j.Dialect)
	case s.NormRule == schema.Pairs:
		out.moment = moment.NewAccumulator(s.D(), schema.Scale)
		out.pairs, err = dataset.NewPairEncoder(&own, j.Dialect.Header)
	default:
		out.moment = moment.NewAccumulator(s.D(), schema.Scale)
		out.part, err = dataset.NewPart(&own, j.Dialect)
	}
	return out, err
}

// add adds the records of a run, and how many there are to the counts.
func (s *sum) add(run dataset.Run) (err error) {
	before := s.part.Records()
	switch {
	case s.pass != nil:
		err = s.part.ReadRows(run, s.pass.Add)
	case s.features != nil:
		err = s.part.ReadFeatures(run, s.features)
	default:
		err = s.part.Read(run, s.moment.Add)
	}
	n := s.part.Records() - before
	s.counts.Rows += n
	s.counts.Vectors += n
	return err
}

// pack reads the row of a text, for a pair.
func (s *sum) pack(text []byte) (dataset.PackedRow, error) {
	record, err := dataset.NewRunReader(s.dialect, dataset.Run{Text: text}).Next()
	if err != nil {
		return nil, err
	}
	return s.pairs.Pack(record), nil
}

// pair adds a pair of rows.
func (s *sum) pair(a, b dataset.PackedRow) error {
	s.counts.Vectors++
	return s.moment.Add(s.pairs.Encode(a, b))
}

// emit gives the sum in tiles.
func (s *sum) emit(emit func(int, Tile)) {
	if s == nil {
		return
	}
	var flat []int64
	switch {
	case s.pass != nil:
		flat = s.pass.Integers()
	case s.features != nil:
		flat = s.features.Sum
	default:
		m := s.moment.Matrix()
		for i := range m.Dim() {
			flat = append(flat, m.Row(i)...)
		}
	}
	tiles(s.counts, flat, s.tile, emit)
}

// guarded turns an error into one that an engine may log: a fault's words, which hold no cell, or none. A panic's text is lost.
func guarded(file string, f func() error) (err error) {
	defer func() {
		if recover() != nil {
			err = said("a defect of the program, whose text could hold a cell and is withheld")
		}
	}()
	err = f()
	var known *fault.Error
	var plain plainError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &known):
		return said(file + ": " + known.Error())
	case errors.Is(err, moment.ErrFull):
		return said("more records than exact 64-bit sums can hold")
	case errors.As(err, &plain):
		return said(string(plain))
	}
	return said(file + " cannot be read to its end")
}

// Words between these marks were written by guarded; an engine puts its own around them.
const saidFrom, saidTo = "⟦", "⟧"

func said(text string) error { return errors.New("pipeline: " + saidFrom + text + saidTo) }

// heard is what guarded said, in an engine's error; "" for nothing.
func heard(err error) string {
	_, text, ok := strings.Cut(err.Error(), saidFrom)
	text, _, whole := strings.Cut(text, saidTo)
	if !ok || !whole {
		return ""
	}
	return text
}

// A plainError is one whose text this package wrote from public facts.
type plainError string

func (e plainError) Error() string { return "pipeline: " + string(e) }
