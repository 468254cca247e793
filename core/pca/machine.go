package pca

import (
	"crypto/sha256"
	"encoding/hex"
	"hash"
	"io"

	"privatepca/core/dataset"
	"privatepca/core/eigen"
	"privatepca/core/moment"
	"privatepca/core/noise"
	"privatepca/core/schema"
)

// A Machine is what this computer lends to the work. The zero value and nil are good: the
// operating system's random numbers, Go's own loops, one goroutine. Kernels give the same
// bits as Go's loops.
type Machine struct {
	// Random is the only way in for randomness: the pairing's seed, the paid steps, the
	// mechanism. Nil is the cryptographic source; others are for tests.
	Random noise.Source

	// Kernels that have passed their Check.
	Sums    moment.Kernel   // of the second moment; nil: Go's own, or this processor's
	Rows    *dataset.Kernel // of reading rows
	Vectors *eigen.Kernel   // of decompositions

	// Sharing reads large files with helpers; nil: alone.
	Sharing Reader
	// Digest makes the fingerprint of the text of each reading, by which a changed file is
	// found; nil: SHA-256.
	Digest func() Digest
	// RowsMemory is how many bytes of rows a table may keep between the readings of the norm rule mean; 0 for UsualRowsMemory, negative for none.
	RowsMemory int64
	// RecordKey is the key under which the first reading recognises the records, too, however they are written (dataset.Contents);
	// nil: it does not.
	RecordKey []byte
	// Decode gives a text as UTF-8, in an encoding that core/dataset does not read in every program (dataset.Tabled), from the first byte on, in
	// memory that does not grow; nil: what core/dataset has here is all.
	Decode func(text io.Reader, e schema.Encoding) io.Reader
}

// A Reader reads a file and sums the second moment of its records under a schema whose
// rows are encoded one by one. It reports the number of records that have been read.
type Reader interface {
	Sum(src io.Reader, s *schema.Schema, progress func(records int64)) (*moment.Matrix, *dataset.Summary, error)
}

// A FeatureReader is a Reader that also sums features, for a mean: dataset.Reading.ReadSum says what.
type FeatureReader interface {
	SumFeatures(src io.Reader, s *schema.Schema, progress func(records int64)) (*dataset.FeatureSum, *dataset.Summary, error)
}

// A Digest fingerprints a text that is written to it. Writing never fails, and nothing is
// written after Sum.
type Digest interface {
	io.Writer
	Sum() string
}

// complete is a copy in which nothing that is needed is nil.
func (m *Machine) complete() Machine {
	var out Machine
	if m != nil {
		out = *m
	}
	if out.Random == nil {
		out.Random = noise.NewSource()
	}
	if out.Digest == nil {
		out.Digest = func() Digest { return plainDigest{sha256.New()} }
	}
	return out
}

// UsualRowsMemory fits beside a sum into a tab of a browser.
const UsualRowsMemory = 96 << 20

func (m *Machine) rowsMemory() int64 {
	if m.RowsMemory == 0 {
		return UsualRowsMemory
	}
	return m.RowsMemory
}

// Solver decomposes by the machine's kernel.
func (m *Machine) Solver() eigen.Solver { return eigen.Solver{Kernel: m.Vectors} }

// reader reads by the machine's kernel.
func (m *Machine) reader() dataset.Reading { return dataset.Reading{Kernel: m.Rows} }

type plainDigest struct{ hash.Hash }

func (d plainDigest) Sum() string { return hex.EncodeToString(d.Hash.Sum(nil)) }
