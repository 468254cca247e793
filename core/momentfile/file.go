// Package momentfile writes exact sums of records to files, and seals them to one reader.
//
// A moment file is raw data: who knows all records but one can try out the last one on it. The rules of this package: a file is
// written sealed (seal.go) unless the caller says otherwise; what is read is refused by name unless it is whole, of this format,
// and a sum that records can have; sums are added exactly, and each part once (merge.go).
//
// The bytes, version 1:
//
//	"privatepca moment 1\n"
//	uvarint n, n bytes of JSON: Header
//	d·(d+1)/2 zigzag varints: the rows of the upper triangle, diagonal first; of features d of them
//	32 bytes: SHA-256 of all before
//
// Version 2 is for a pass of the norm rule mean alone. It has the same bytes, but for its first line, "privatepca moment 2\n", and in place of the
// rows the integers of passes.Sum, 8 bytes each, lowest first: the size of a sealed file then tells nothing of them.
package momentfile

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"

	"privatepca/core/dataset"
	"privatepca/core/fault"
	"privatepca/core/moment"
	"privatepca/core/passes"
	"privatepca/core/schema"
)

// Magic starts a moment file, and MagicPass one of a pass of the norm rule mean.
const (
	Magic     = "privatepca moment 1\n"
	MagicPass = "privatepca moment 2\n"
)

// MaxSize is how large a moment file may be, in bytes: one of schema.MaxD features fits.
const MaxSize = 256 << 20

// mostHeader is how large its header may be, in bytes.
const mostHeader = 16 << 20

// Kinds of sums.
const (
	SecondMoment = "second moment"
	Features     = "features" // what a mean is released from, under the norm rule sign
	Pass         = "pass"     // a pass of the norm rule mean
)

// A Header says what was summed.
type Header struct {
	Kind   string `json:"kind"`
	Dim    int    `json:"d"`
	Scale  int    `json:"s"`
	Vector int64  `json:"vectors"` // summed: rows, or pairs of them
	Schema string `json:"schema"`  // SchemaDigest of the schema by which records were encoded

	// Run names the collection that the file is a part of; Part counts its files from 1 to Parts. Parts is 0 where
	// nobody said how many there are.
	Run   string `json:"run,omitempty"`
	Part  int    `json:"part,omitempty"`
	Parts int    `json:"parts,omitempty"`

	// Pass is the number of a pass, and Numbers the digest of the numbers that it was summed by (passes.Pass.Digest).
	Pass    int    `json:"pass,omitempty"`
	Numbers string `json:"numbers,omitempty"`

	Sources []Source `json:"sources"`

	Records        int64                  `json:"records"`
	Rows           int64                  `json:"rows"`
	Persons        int64                  `json:"persons,omitempty"`
	Irregularities []dataset.Irregularity `json:"irregularities,omitempty"`
}

// A Source is one text whose records were summed.
type Source struct {
	Text    string `json:"text"` // its SHA-256, in 64 hex digits
	Records int64  `json:"records"`
	Tag     uint64 `json:"tag"` // Tag of the text: the tags of a file's sources add up to the file's
}

// A File is one sum: Matrix of the kind SecondMoment, Sum of Features, and Integers of Pass; the others are nil.
type File struct {
	Header
	Matrix   *moment.Matrix
	Sum      *dataset.FeatureSum
	Integers []int64
}

// SchemaDigest is the SHA-256 of a schema, in 64 hex digits.
func SchemaDigest(s *schema.Schema) string {
	sum := sha256.Sum256(s.Encode())
	return hex.EncodeToString(sum[:])
}

// Tag is a number that stands for one text: the first 64 bits of its SHA-256.
func Tag(text string) uint64 {
	b, err := hex.DecodeString(text)
	if err != nil || len(b) < 8 {
		return 0
	}
	return binary.LittleEndian.Uint64(b)
}

// New makes the file of one table's sum: its matrix, or its features. Text is the SHA-256 of the table's text.
func New(s *schema.Schema, text string, summary *dataset.Summary, m *moment.Matrix, f *dataset.FeatureSum) *File {
	out := &File{
		Header: Header{
			Kind: SecondMoment, Dim: s.D(), Scale: schema.Scale, Schema: SchemaDigest(s), Sources: []Source{{text, summary.Records, Tag(text)}},
			Records: summary.Records, Rows: summary.Rows, Persons: summary.Persons, Irregularities: summary.Irregularities,
		},
		Matrix: m, Sum: f,
	}
	if m != nil {
		out.Vector = m.Records()
	} else {
		out.Kind, out.Vector = Features, f.Rows
	}
	return out
}

// NewPass makes the file of one table's sum of a pass.
func NewPass(s *schema.Schema, p passes.Pass, text string, summary *dataset.Summary, sum *passes.Sum) *File {
	return &File{
		Header: Header{
			Kind: Pass, Dim: s.D(), Scale: schema.Scale, Vector: sum.Rows(), Schema: SchemaDigest(s), Pass: p.Number, Numbers: p.Digest(s),
			Sources: []Source{{text, summary.Records, Tag(text)}},
			Records: summary.Records, Rows: summary.Rows, Persons: summary.Persons, Irregularities: summary.Irregularities,
		},
		Integers: sum.Integers(),
	}
}

// PassSum is the sum of a file of a pass. It refuses integers that no rows have.
func (f *File) PassSum(s *schema.Schema, p passes.Pass) (*passes.Sum, error) {
	sum, err := passes.New(s, p, nil)
	if err == nil {
		err = sum.AddIntegers(f.Vector, f.Integers)
	}
	if err != nil {
		return nil, malformed()
	}
	return sum, nil
}

// Summary says what reading the records met.
func (f *File) Summary() *dataset.Summary {
	return &dataset.Summary{Records: f.Records, Rows: f.Rows, Persons: f.Persons, Irregularities: f.Irregularities}
}

// Encode gives the file's bytes, in the clear.
func (f *File) Encode() []byte {
	header, err := json.Marshal(f.Header)
	if err != nil {
		panic("momentfile: a header cannot be encoded") // it holds plain values
	}
	magic := Magic
	if f.Kind == Pass {
		magic = MagicPass
	}
	out := append([]byte(magic), binary.AppendUvarint(nil, uint64(len(header)))...)
	out = append(out, header...)
	if f.Kind == Pass {
		for _, x := range f.Integers {
			out = binary.LittleEndian.AppendUint64(out, uint64(x))
		}
	} else if f.Kind == Features {
		for _, x := range f.Sum.Sum {
			out = binary.AppendVarint(out, x)
		}
	} else {
		for i := range f.Dim {
			for _, x := range f.Matrix.Row(i) {
				out = binary.AppendVarint(out, x)
			}
		}
	}
	sum := sha256.Sum256(out)
	return append(out, sum[:]...)
}

// refused is a fault of a moment file.
func refused(format string, args ...any) error {
	return fault.New(fault.CodeFile, fmt.Sprintf(format, args...))
}

// Decode reads a file in the clear. It refuses, by name: another format or version, changed bytes, and a sum that no records
// can have.
func Decode(b []byte) (*File, error) {
	const start = len("privatepca moment ")
	switch {
	case len(b) < start || string(b[:start]) != Magic[:start]:
		return nil, refused("This is no moment file. privatepca sum -out FILE -to KEY writes one.")
	case !bytes.HasPrefix(b, []byte(Magic)) && !bytes.HasPrefix(b, []byte(MagicPass)):
		return nil, refused("This moment file is of a version that this program does not know. Use a newer program.")
	case len(b) < len(Magic)+sha256.Size:
		return nil, refused("The moment file is cut short. Fetch it again.")
	}
	body, sum := b[:len(b)-sha256.Size], b[len(b)-sha256.Size:]
	if own := sha256.Sum256(body); !bytes.Equal(own[:], sum) {
		return nil, refused("The moment file was changed or cut short: its checksum is another. Fetch it again.")
	}
	pass := bytes.HasPrefix(b, []byte(MagicPass))
	body = body[len(Magic):]
	n, w := binary.Uvarint(body)
	if w <= 0 || n > mostHeader || n > uint64(len(body)-w) {
		return nil, malformed()
	}
	f := new(File)
	d := json.NewDecoder(bytes.NewReader(body[w : w+int(n)]))
	d.DisallowUnknownFields()
	if err := d.Decode(&f.Header); err != nil {
		return nil, malformed()
	}
	if pass != (f.Kind == Pass) {
		return nil, malformed()
	}
	if err := f.check(); err != nil {
		return nil, err
	}
	if pass { // how many integers it has follows from the schema: Merge sees to it
		return f, f.readIntegers(body[w+int(n):])
	}
	return f, f.readSums(body[w+int(n):])
}

func malformed() error {
	return refused("This moment file does not hold what its format says. No version of this program writes that.")
}

// check refuses a header that no table has.
func (h *Header) check() error {
	var records int64
	for _, s := range h.Sources {
		if len(s.Text) != 2*sha256.Size || s.Tag != Tag(s.Text) || s.Records < 0 || s.Records > h.Records-records {
			return malformed()
		}
		records += s.Records
	}
	switch {
	case !h.countable():
		return malformed()
	case h.Scale != schema.Scale:
		return refused("This moment file has another scale, %d in place of %d. Sum the table again with this version.", h.Scale, schema.Scale)
	case h.Kind != SecondMoment && h.Kind != Features && h.Kind != Pass, h.Dim < 2 || h.Dim > schema.MaxD, len(h.Schema) != 2*sha256.Size, len(h.Sources) == 0,
		records != h.Records, h.Rows < 0 || h.Rows > h.Records, h.Vector < 0 || h.Vector > h.Rows, h.Persons < 0 || h.Persons > h.Rows,
		h.Parts < 0 || h.Part < 0 || h.Part > h.Parts || h.Parts > 0 && h.Part == 0:
		return malformed()
	case h.Kind == Pass && (h.Pass < passes.Sums || h.Pass > passes.Moment || len(h.Numbers) != 2*sha256.Size || h.Vector != h.Rows), h.Kind != Pass && (h.Pass != 0 || h.Numbers != ""):
		return malformed()
	}
	return nil
}

// readSums reads the entries, and refuses those that no records give.
func (f *File) readSums(b []byte) error {
	n := f.Dim
	if f.Kind == SecondMoment {
		n = f.Dim * (f.Dim + 1) / 2
	}
	if n > len(b) { // each takes a byte at least
		return malformed()
	}
	sums := make([]int64, n)
	for i := range sums {
		x, w := binary.Varint(b)
		if w <= 0 {
			return malformed()
		}
		sums[i], b = x, b[w:]
	}
	if len(b) > 0 {
		return malformed()
	}
	if f.Kind == Features {
		if f.Rows > mostRows {
			return malformed()
		}
		for _, x := range sums {
			if most := f.Rows * schema.Scale; x > most || x < -most {
				return malformed()
			}
		}
		f.Sum = &dataset.FeatureSum{Sum: sums, Rows: f.Rows}
		return nil
	}
	a := moment.NewAccumulator(f.Dim, f.Scale)
	if err := a.AddUpper(f.Vector, sums); err != nil {
		return malformed()
	}
	f.Matrix = a.Matrix()
	return nil
}

// readIntegers reads those of a pass.
func (f *File) readIntegers(b []byte) error {
	if len(b)%8 != 0 {
		return malformed()
	}
	f.Integers = make([]int64, len(b)/8)
	for i := range f.Integers {
		f.Integers[i] = int64(binary.LittleEndian.Uint64(b[8*i:]))
	}
	return nil
}
