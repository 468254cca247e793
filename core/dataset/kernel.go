package dataset

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"

	"privatepca/core/schema"
)

// A Kernel reads and encodes plain rows, many at a time: rows without a quote, with as
// many cells as the header, whose numbers are short decimals within their bounds and whose categories are
// levels. All other rows it calls odd and leaves to the Reader and the Encoder. A row
// that it does read has the same bits as theirs.
type Kernel struct {
	// Index finds the cells of whole rows in Text[From:To], up to the first quote or
	// NUL, until there is no room. It sets Rows, Marks and Starts.
	Index func(*Batch)
	// Parse sets Odd of each row and, where that is 0, Values, Levels and Norms.
	Parse func(*Batch)
	// Quantise sets Vectors of each row that is not odd, or makes it odd. They are zero
	// before.
	Quantise func(*Batch)
	// Recognise adds the words of each row's cells to Sums (Contents) and sets Odd, 1 for a row that it leaves out. Nil leaves
	// all rows to Go.
	Recognise func(*Batch)
}

// A Batch is what a kernel works on.
type Batch struct {
	Text               []byte // goes on for at least 16 bytes after To
	From, To           int
	Delimiter, LineEnd byte
	Return             bool // a '\r' before LineEnd belongs to it
	Point              byte // of decimals
	Columns            int
	Marks              []uint32 // cell c of row r is Text[Marks[s+c]+1 : Marks[s+c+1]], s = Starts[r]
	Starts             []uint32 // one more than there are rows; Starts[0] is 0
	Rows               int
	Numbers            []NumberRule
	Categories         []CategoryRule
	Values             []float64 // of each row, centred features of the number columns
	Levels             []int32   // of each row's category columns
	Norms              []float64 // ‖e − centre‖² of each row
	Odd                []byte    // of each row: 0 or 1
	Scale, Bound       float64
	Unit               bool
	D                  int
	Vectors            []int16
	Words              [7]uint64 // for Recognise: contentsHash's
	maxRows            int
}

// A NumberRule is what a kernel has to know of a number column.
type NumberRule struct {
	Lo, Hi, Zero, Unit, Centre float64
	Column, Feature            uint32
}

// A CategoryRule is what a kernel has to know of a category column. A level is looked up
// as levelTable does.
type CategoryRule struct {
	On, Off         float64
	Slots           []LevelSlot
	Texts           []byte
	Shift           uint32
	Squares         []float64 // of a row's share of ‖e − centre‖², by level
	Column, Feature uint32
	Levels          uint32
}

// A LevelSlot is one of a hash table with open addressing.
type LevelSlot struct {
	First, Last   uint64
	Length, Level int32 // length −1: free
	Text, _       uint32
}

// ErrKernel refuses a kernel that does not encode as this package does.
var ErrKernel = errors.New("dataset: the kernel's vectors are wrong")

// Check has k and this package read the same text, and returns ErrKernel where a bit differs.
// A program calls it once, when it starts. A nil kernel is right.
func (k *Kernel) Check() error {
	if k == nil {
		return nil
	}
	text, s := specimen()
	want, err := vectorsOf(Reading{}, text, s)
	if err != nil {
		return err
	}
	got, err := vectorsOf(Reading{Kernel: k}, text, s)
	if err != nil || string(got) != string(want) {
		return ErrKernel
	}
	is, err := Contents(bytes.NewReader(text), s.Dialect, nil)
	if err != nil {
		return err
	}
	if by, err := (Reading{Kernel: k}).Contents(bytes.NewReader(text), s.Dialect, nil); err != nil || by != is {
		return ErrKernel
	}
	return nil
}

// maxBatch is the most rows that a batch holds; batchEntries bounds rows times features.
const (
	maxBatch     = 512
	batchEntries = 1 << 17
	batchMarks   = 1 << 14
)

// newBatch returns a batch for a reader's file, nil where its rows are for Go.
func (k *Kernel) newBatch(r *Reader, e *Encoder) *Batch {
	if k == nil || e.anyListed || e.derives() || e.grouping != nil || e.marked || e.columns == 0 || r.quote != '"' {
		return nil
	}
	b := &Batch{
		Delimiter: r.delim, LineEnd: r.eol, Return: r.eol == '\n', Point: e.point, Columns: e.columns,
		Scale: e.scale, Bound: e.bound, Unit: e.unit, D: e.d,
	}
	b.maxRows = max(1, min(maxBatch, batchEntries/e.d))
	b.Marks = make([]uint32, max(batchMarks, 4*e.columns))
	b.Starts = make([]uint32, b.maxRows+32)
	for i := range e.numbers {
		c := &e.numbers[i]
		b.Numbers = append(b.Numbers, NumberRule{c.lo, c.hi, c.zero, c.unit, c.centre, uint32(c.index), uint32(c.feature)})
	}
	for i := range e.categories {
		c := &e.categories[i]
		rule := CategoryRule{
			On: c.on, Off: c.off, Shift: uint32(c.table.shift), Squares: c.hit2,
			Column: uint32(c.index), Feature: uint32(c.feature), Levels: uint32(c.levels),
		}
		for _, s := range c.table.slots {
			rule.Slots = append(rule.Slots, LevelSlot{First: s.first, Last: s.last, Length: s.length, Level: s.level, Text: uint32(len(rule.Texts))})
			rule.Texts = append(rule.Texts, s.text...)
		}
		rule.Texts = append(rule.Texts, make([]byte, 8)...)
		b.Categories = append(b.Categories, rule)
	}
	rows := len(b.Starts)
	b.Values = make([]float64, rows*len(b.Numbers))
	b.Levels = make([]int32, rows*len(b.Categories))
	b.Norms = make([]float64, rows)
	b.Odd = make([]byte, rows)
	return b
}

// A walker goes over the records of a reader and encodes them, plain ones many at a time.
type walker struct {
	kernel  *Kernel
	reader  *Reader
	encoder *Encoder
	vectors bool // are wanted
	batch   *Batch
	byGo    int // records to leave to Go before the next batch

	record *Record // the one at hand, where Go reads it
	row    int     // of the batch, otherwise
	q      []int16
}

func (k *Kernel) newWalker(r *Reader, e *Encoder, vectors bool) *walker {
	w := &walker{kernel: k, reader: r, encoder: e, vectors: vectors, batch: k.newBatch(r, e), row: -1}
	if vectors {
		w.q = make([]int16, e.d)
	}
	if w.batch != nil && vectors {
		w.batch.Vectors = make([]int16, len(w.batch.Starts)*e.d)
	}
	return w
}

// quoteBackoff is how many records Go reads after one with a quote.
const quoteBackoff = 16

// walk calls each for every record, with the line it starts on.
func (w *walker) walk(each func() error) error {
	for {
		if w.batch != nil && w.byGo == 0 {
			more, err := w.walkBatch(each)
			if err != nil {
				return err
			}
			if more {
				continue
			}
		}
		w.byGo = max(0, w.byGo-1)
		rec, err := w.reader.Next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		w.record, w.row = rec, -1
		if err := each(); err != nil {
			return err
		}
	}
}

// walkBatch goes over the plain rows that are in the reader's buffer. It reports whether
// there was one.
func (w *walker) walkBatch(each func() error) (bool, error) {
	b := w.batch
	more, err := w.kernel.batch(w.reader, b, func() {
		w.kernel.Parse(b)
		if w.vectors && w.encoder.plainCentre() {
			clear(b.Vectors[:b.Rows*b.D])
			w.kernel.Quantise(b)
		}
	}, func(row int) error {
		w.record, w.row = nil, row
		if row < 0 {
			w.record = &w.reader.rec
		}
		return each()
	}, nil)
	if !more && err == nil {
		w.byGo = w.reader.byGo()
	}
	return more, err
}

// batch goes over the rows without a quote that are in the reader's buffer: it has look look at them, and calls each for those that are
// records with their number, or below 0 for one that look left to Go, in r.rec. It calls none, which may be nil, for a row without a value
// that look did not leave to Go. It reports whether there was a row.
func (k *Kernel) batch(r *Reader, b *Batch, look func(), each func(row int) error, none func()) (bool, error) {
	b.Text, b.From, b.To = r.buf[:r.end+padding], r.pos, r.end
	k.Index(b)
	b.Rows = min(b.Rows, b.maxRows)
	if b.Rows == 0 {
		return false, nil
	}
	look()
	for row := range b.Rows {
		start := b.Starts[row]
		r.pos = int(b.Marks[start] + 1)
		if b.withoutValue(row) {
			if r.line++; b.Odd[row] == 0 && none != nil {
				none()
			}
			continue
		}
		if b.Odd[row] != 0 {
			if err := r.scan(); err != nil {
				return false, err
			}
			row = -1
		} else {
			r.line++
		}
		if err := each(row); err != nil {
			return false, err
		}
	}
	r.pos = int(b.Marks[b.Starts[b.Rows]] + 1)
	return true, nil
}

// withoutValue reports whether all cells of a row that stand under the header are empty, or hold blanks alone.
func (b *Batch) withoutValue(row int) bool {
	marks := b.Marks[b.Starts[row]:b.Starts[row+1]]
	for i := range min(len(marks)-1, b.Columns) {
		if !blanks(b.Text[marks[i]+1 : marks[i+1]]) {
			return false
		}
	}
	return true
}

// byGo is how many records are to be read by Next where a kernel found none: one, which asks for more text, or some if there is a quote.
func (r *Reader) byGo() int {
	if bytes.IndexByte(r.buf[r.pos:r.end], r.quote) >= 0 {
		return quoteBackoff
	}
	return 1
}

// plainCentre reports whether all levels of a category but one have the same feature.
func (e *Encoder) plainCentre() bool {
	for i := range e.categories {
		if e.categories[i].point != nil {
			return false
		}
	}
	return true
}

// read sets the encoder's columns to the record at hand and returns its squared length.
func (w *walker) read() float64 {
	if w.row < 0 {
		return w.encoder.read(w.record)
	}
	e, b := w.encoder, w.batch
	for i, x := range b.Values[w.row*len(e.numbers) : (w.row+1)*len(e.numbers)] {
		e.numbers[i].value = x
	}
	for i, l := range b.Levels[w.row*len(e.categories) : (w.row+1)*len(e.categories)] {
		e.categories[i].level = int(l)
	}
	return b.Norms[w.row]
}

// vector is that of the record at hand. It is reused.
func (w *walker) vector() []int16 {
	switch b := w.batch; {
	case w.row < 0:
		w.encoder.Encode(w.record, w.q)
	case w.encoder.plainCentre():
		return b.Vectors[w.row*b.D : (w.row+1)*b.D]
	default:
		w.encoder.quantise(w.read(), w.q)
	}
	return w.q
}

// cell is cell i of the record at hand, empty where there is none.
func (w *walker) cell(i int) []byte {
	if w.row >= 0 {
		at := w.batch.Marks[w.batch.Starts[w.row]+uint32(i):]
		return w.batch.Text[at[0]+1 : at[1]]
	}
	if i < w.record.Len() {
		return w.record.Cell(i)
	}
	return nil
}

// line is that of the record at hand's first character.
func (w *walker) line() int64 {
	if w.row < 0 {
		return w.record.Line
	}
	return w.reader.line - 1
}

// specimen is a file with what a kernel meets.
func specimen() ([]byte, *schema.Schema) {
	levels := []string{"a", "bcd", "eight ch", "more than eight", "a level longer than sixteen", "a level longer than 16 by far"}
	s := schema.New(
		schema.Field{Name: "x", Kind: schema.Number, Minimum: -2, Maximum: 1000},
		schema.Field{Name: "c", Kind: schema.Category, Enum: levels},
		schema.Field{Name: "y", Kind: schema.Number, Minimum: 0, Maximum: 1})
	text := []byte("x,c,y\n")
	for i, x := range []string{"1", "-1.50", "12345678", "0.123456789", "-0.12345678901234", "", "1e3", ".500", "7.", "1.2.0", " 30"} {
		text = append(text, x+","+levels[i%len(levels)]+",0."+x+"\r\n\n"...)
		text = append(text, x+",unknown,"+x+",more\n1\n\"2\",a,0.25\n"...)
	}
	return text, s
}

// vectorsOf reads a text's vectors, and what is counted of it.
func vectorsOf(r Reading, text []byte, s *schema.Schema) ([]byte, error) {
	var all []byte
	sum, err := r.Read(bytes.NewReader(text), s, func(q []int16) error {
		for _, x := range q {
			all = binary.LittleEndian.AppendUint16(all, uint16(x))
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	for _, i := range sum.Irregularities {
		all = binary.LittleEndian.AppendUint64(append(all, i.Kind...), uint64(i.Count))
	}
	return all, nil
}
