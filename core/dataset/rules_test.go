package dataset

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"privatepca/core/schema"
)

// A ruled kernel reads rows by what a batch says of them alone, one character after another. It keeps the numbers of rows that it read.
type ruled struct {
	rows, odd int
	most      int // rows of a batch
}

// kernel is one whose batches have at most so many rows of its own accord.
func (k *ruled) kernel(limit int) *Kernel {
	return &Kernel{
		Index:     func(b *Batch) { k.index(b, limit) },
		Parse:     k.parse,
		Quantise:  k.quantise,
		Recognise: k.recognise,
	}
}

func (k *ruled) index(b *Batch, limit int) {
	if len(b.Starts) != b.maxRows+32 || len(b.Odd) != len(b.Starts) || len(b.Marks) != max(batchMarks, 4*b.Columns) {
		panic(fmt.Sprintf("room for %d starts, %d odd, %d marks", len(b.Starts), len(b.Odd), len(b.Marks)))
	}
	b.Rows, b.Starts[0] = 0, 0
	used := 0
	for at := b.From; at < b.To && b.Rows < limit && b.Rows+1 < len(b.Starts); {
		marks := []uint32{uint32(at - 1)}
		end := at
		for ; end < b.To && b.Text[end] != b.LineEnd; end++ {
			switch b.Text[end] {
			case '"', 0:
				return
			case b.Delimiter:
				marks = append(marks, uint32(end))
			}
		}
		if end == b.To {
			return
		}
		last := end
		if b.Return && last > at && b.Text[last-1] == '\r' {
			last--
		}
		marks = append(marks, uint32(last))
		if used+len(marks)+1 > len(b.Marks) {
			return
		}
		used += copy(b.Marks[used:], marks)
		b.Marks[used] = uint32(end)
		b.Rows++
		b.Starts[b.Rows] = uint32(used)
		at = end + 1
	}
}

// cells are those of a row.
func cellsOf(b *Batch, row int) (out []span) {
	marks := b.Marks[b.Starts[row]:b.Starts[row+1]]
	for i := range marks[1:] {
		out = append(out, span{int32(marks[i] + 1), int32(marks[i+1])})
	}
	return out
}

func (k *ruled) parse(b *Batch) {
	k.most = max(k.most, b.Rows)
	for row := range b.Rows {
		b.Odd[row] = 1
		if k.one(b, row, cellsOf(b, row)) {
			b.Odd[row] = 0
			k.rows++
		} else {
			k.odd++
		}
	}
}

func (k *ruled) one(b *Batch, row int, cells []span) bool {
	if len(cells) != b.Columns {
		return false
	}
	numbers, categories := 0.0, 0.0
	for i, rule := range b.Numbers {
		cell := b.Text[cells[rule.Column].lo:cells[rule.Column].hi]
		x, v := parseNumber(cell, b.Point)
		if v != isNumber || len(cell) > 8 || bytes.ContainsAny(cell, "eE+ ") || x < rule.Lo || x > rule.Hi {
			return false
		}
		f := (x-rule.Zero)/rule.Unit - rule.Centre
		b.Values[row*len(b.Numbers)+i] = f
		numbers += f * f
	}
	for i, rule := range b.Categories {
		at := cells[rule.Column]
		length := uint64(at.hi - at.lo)
		var first, last uint64 // the first eight characters, and the last where there are as many
		for i := range min(length, 8) {
			first |= uint64(b.Text[uint64(at.lo)+i]) << (8 * i)
			if length >= 8 {
				last |= uint64(b.Text[uint64(at.hi)-8+i]) << (8 * i)
			}
		}
		h := (first ^ last*0x9e3779b97f4a7c15 ^ length) * 0xd6e8feb86659fd93
		slot := int((h ^ h<<32) >> rule.Shift)
		for ; rule.Slots[slot].Length >= 0; slot = (slot + 1) % len(rule.Slots) {
			if s := rule.Slots[slot]; s.First == first && s.Last == last && s.Length == at.hi-at.lo &&
				string(rule.Texts[s.Text:][:s.Length]) == string(b.Text[at.lo:at.hi]) {
				break
			}
		}
		level := rule.Slots[slot].Level
		if rule.Slots[slot].Length < 0 || level < 0 {
			return false
		}
		b.Levels[row*len(b.Categories)+i] = level
		categories += rule.Squares[level]
	}
	b.Norms[row] = numbers + categories
	return true
}

func (k *ruled) quantise(b *Batch) {
	for row := range b.Rows {
		if b.Odd[row] != 0 {
			continue
		}
		length, norm := b.Bound, math.Sqrt(b.Norms[row])
		if b.Unit && b.Norms[row] < shortest {
			continue
		}
		if b.Unit || norm > length {
			length = norm
		}
		g, sum, q := b.Scale/length, int64(0), b.Vectors[row*b.D:(row+1)*b.D]
		set := func(feature int, x float64) {
			q[feature] = int16(math.RoundToEven(x * g))
			sum += int64(q[feature]) * int64(q[feature])
		}
		for i, rule := range b.Numbers {
			set(int(rule.Feature), b.Values[row*len(b.Numbers)+i])
		}
		for i, rule := range b.Categories {
			for l := range int(rule.Levels) {
				x := rule.Off
				if l == int(b.Levels[row*len(b.Categories)+i]) {
					x = rule.On
				}
				set(int(rule.Feature)+l, x)
			}
		}
		if sum > int64(b.Scale)*int64(b.Scale) {
			b.Odd[row] = 1
		}
	}
}

func (k *ruled) recognise(b *Batch) {
	h := contentsHash{start: b.Words[0], factor: b.Words[1], first: b.Words[2], second: b.Words[3]}
	for row := range b.Rows {
		cells := cellsOf(b, row)
		b.Odd[row] = 0
		if len(cells) != b.Columns {
			b.Odd[row] = 1
			k.odd++
			continue
		}
		k.rows++
		h.add(&Record{buf: b.Text, cells: cells, n: len(cells)})
	}
	b.Words[4] += h.records
	b.Words[5] += h.sum
	b.Words[6] += h.other
}

// ruledTable is a table of so many rows, most of them plain, of two numbers, two categories and a column of no use; every so many rows one is odd.
func ruledTable(rows, odd int, delimiter, end string, seed uint64) string {
	rng := rand.New(rand.NewPCG(seed, 9))
	levels := []string{"a", "bcd", "a level that is long", "a level that was long", "eight ch"}
	lines := []string{strings.Join([]string{"id", "x", "c", "y", "e"}, delimiter)}
	for i := range rows {
		cells := []string{fmt.Sprint("p", i), fmt.Sprintf("%.2f", 20*rng.Float64()-8), levels[rng.IntN(5)], fmt.Sprint(rng.IntN(5)), levels[1+rng.IntN(2)]}
		if odd > 0 && i%odd == odd-1 {
			switch i / odd % 9 {
			case 0:
				cells[1] = ""
			case 1:
				cells[1] = "1e1"
			case 2:
				cells[2] = "unknown"
			case 3:
				cells[2] = `"bcd"`
			case 4:
				cells = cells[:3]
			case 5:
				cells = append(cells, "more")
			case 6:
				cells[3] = "400" // beyond the bounds
			case 7:
				lines = append(lines, "")
			case 8:
				cells[1], cells[2] = " 3.25", " a "
			}
		}
		lines = append(lines, strings.Join(cells, delimiter))
	}
	return strings.Join(lines, end) + end
}

func ruledSchema(rule schema.NormRule, centre schema.Centre) *schema.Schema {
	levels := []string{"a", "bcd", "a level that is long", "a level that was long", "eight ch"}
	s := schema.New(
		schema.Field{Name: "e", Kind: schema.Category, Enum: levels[1:3]},
		schema.Field{Name: "y", Kind: schema.Number, Minimum: 0, Maximum: 4},
		schema.Field{Name: "c", Kind: schema.Category, Enum: levels},
		schema.Field{Name: "x", Kind: schema.Number, Minimum: -8, Maximum: 12})
	s.NormRule, s.Centre = rule, centre
	return s
}

// What a batch says of a file and a schema is all that a kernel needs: one that goes by it alone reads the same vectors, sums, irregularities and
// contents as Go, and most rows are its own.
func TestBatchSaysAllOfARow(t *testing.T) {
	for i, c := range []struct {
		rows, odd, limit int
		delimiter, end   string
		least            int // rows that are the kernel's
	}{
		{2000, 0, maxBatch + 20, ",", "\n", 2000}, {2000, 40, maxBatch, ",", "\r\n", 1800}, {300, 7, 10, ";", "\n", 190}, {300, 5, 3, "\t", "\r", 150}, {90, 3, 1, "|", "\n", 20},
	} {
		t.Run(fmt.Sprint(c.odd), func(t *testing.T) {
			text := ruledTable(c.rows, c.odd, c.delimiter, c.end, uint64(i))
			read := func(by Reading, s *schema.Schema) (out []int16, norms []float64, sum *FeatureSum, told []*Summary) {
				t.Helper()
				summary, err := by.Read(strings.NewReader(text), s, func(q []int16) error { out = append(out, q...); return nil })
				if err != nil {
					t.Fatal(err)
				}
				told = append(told, summary)
				sum, summary, err = by.ReadSum(strings.NewReader(text), s, func() {})
				if err != nil {
					t.Fatal(err)
				}
				told = append(told, summary)
				if summary, err = by.ReadNorms(strings.NewReader(text), s, func(norm float64) { norms = append(norms, norm) }); err != nil {
					t.Fatal(err)
				}
				return out, norms, sum, append(told, summary)
			}
			for _, rule := range []schema.NormRule{schema.Clip, schema.Unit} {
				for _, centre := range []schema.Centre{schema.CentreNone, schema.CentreMidpoint} {
					s := ruledSchema(rule, centre)
					want, norms, sum, told := read(Reading{}, s)
					var k ruled
					got, norms2, sum2, told2 := read(Reading{Kernel: k.kernel(c.limit)}, s)
					if !slices.Equal(got, want) || !slices.Equal(norms, norms2) || !reflect.DeepEqual(sum, sum2) || !reflect.DeepEqual(told, told2) {
						t.Errorf("%+v, %s, %s: the kernel reads otherwise", c, rule, centre)
					}
					if k.rows < 3*c.least || k.most > maxBatch || c.odd == 0 && (k.odd > 0 || k.most < maxBatch) {
						t.Errorf("%+v: %d rows are the kernel's, %d odd, in batches of up to %d", c, k.rows, k.odd, k.most)
					}
				}
			}
			want, err := Contents(strings.NewReader(text), schema.Dialect{}, []byte("key"))
			var k ruled
			got, wrong := Reading{Kernel: k.kernel(c.limit)}.Contents(strings.NewReader(text), schema.Dialect{}, []byte("key"))
			if err != nil || wrong != nil || got != want || k.rows < c.least {
				t.Errorf("%+v: contents %s, want %s; %v, %v; %d rows are the kernel's", c, got, want, err, wrong, k.rows)
			}
		})
	}
}

// Rows of a point centre go to Go's own rounding, with the kernel's levels.
func TestBatchOfAPoint(t *testing.T) {
	s := ruledSchema(schema.Clip, schema.CentrePoint)
	s.Point = make([]float64, s.D())
	for i := range s.Point {
		s.Point[i] = .01 * float64(i)
	}
	text := ruledTable(700, 50, ",", "\n", 4)
	for _, rule := range []schema.NormRule{schema.Clip, schema.Sign} {
		s.NormRule = rule
		var want, got []int16
		var k ruled
		if _, err := (Reading{}).Read(strings.NewReader(text), s, func(q []int16) error { want = append(want, q...); return nil }); err != nil {
			t.Fatal(err)
		}
		if _, err := (Reading{Kernel: k.kernel(99)}).Read(strings.NewReader(text), s, func(q []int16) error { got = append(got, q...); return nil }); err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(got, want) || k.rows < 600 {
			t.Errorf("%s: the vectors differ, %d rows are the kernel's", rule, k.rows)
		}
	}
}

// A batch has room for 512 rows, fewer where a row has many features, and for marks of four rows at least. What a kernel cannot read has none.
func TestRoomOfABatch(t *testing.T) {
	batch := func(columns int, change func(*schema.Schema)) *Batch {
		t.Helper()
		names := make([]string, columns)
		var fields []schema.Field
		for i := range names {
			names[i] = fmt.Sprint("x", i)
			if i < 1000 { // the others are of no use
				fields = append(fields, schema.Field{Name: names[i], Kind: schema.Number, Maximum: 1})
			}
		}
		s := schema.New(fields...)
		change(s)
		r, err := NewReader(strings.NewReader(strings.Join(names, ",") + "\n"))
		if err != nil {
			t.Fatal(err)
		}
		e, err := NewEncoder(s, r.Header())
		if err != nil {
			t.Fatal(err)
		}
		return (&Kernel{}).newBatch(r, e)
	}
	none := func(*schema.Schema) {}
	for columns, rows := range map[int]int{2: 512, 256: 512, 257: 510, 1000: 131} {
		t.Run(fmt.Sprint(columns), func(t *testing.T) {
			b := batch(columns, none)
			if b.maxRows != rows || len(b.Starts) != rows+32 || len(b.Marks) != 1<<14 || len(b.Odd) != rows+32 || len(b.Norms) != rows+32 || len(b.Values) != (rows+32)*columns || len(b.Levels) != 0 {
				t.Errorf("%d columns: %d rows, %d starts, %d marks", columns, b.maxRows, len(b.Starts), len(b.Marks))
			}
		})
	}
	if b := batch(5000, none); len(b.Marks) != 4*5000 || b.maxRows != 131 {
		t.Errorf("many columns: %d marks, %d rows", len(b.Marks), b.maxRows)
	}
	for name, change := range map[string]func(*schema.Schema){
		"listed":  func(s *schema.Schema) { s.Fields[0].MissingValues = []string{"-1"} },
		"derived": func(s *schema.Schema) { s.Fields[1].Kind = schema.Integer },
		"grouped": func(s *schema.Schema) { s.Dialect.Grouping = "'" },
		"marked":  func(s *schema.Schema) { s.Fields[0].Decimal = "," },
	} {
		t.Run(name, func(t *testing.T) {
			if batch(2, change) != nil {
				t.Errorf("%s: a kernel reads it", name)
			}
		})
	}
	if (*Kernel)(nil).newBatch(nil, nil) != nil {
		t.Error("no kernel has a batch")
	}
	if (&Kernel{}).newBatch(&Reader{quote: '"'}, &Encoder{}) != nil {
		t.Error("a kernel reads rows of which no column is of use")
	}
	s := schema.New(schema.Field{Name: "a", Kind: schema.Number, Maximum: 1})
	e, err := NewEncoder(s, Header{Columns: []string{"a"}})
	if err != nil {
		t.Fatal(err)
	}
	if (&Kernel{}).newBatch(&Reader{eol: '\n', delim: ';', quote: '\''}, e) != nil {
		t.Error("a kernel reads cells between other quotes")
	}
	r := &Reader{eol: '\r', delim: ';', quote: '"'}
	if b := (&Kernel{}).newBatch(r, e); b.Return || b.LineEnd != '\r' || b.Delimiter != ';' || b.Columns != 1 {
		t.Errorf("lines that end in CR: %+v", b)
	}
	if w := (&Kernel{}).newWalker(r, e, false); w.q != nil || w.batch.Vectors != nil || w.row != -1 {
		t.Errorf("without vectors: %+v", w)
	}
	if w := (&Kernel{}).newWalker(r, e, true); len(w.q) != 1 || len(w.batch.Vectors) != 512+32 {
		t.Errorf("with vectors: %d, %d", len(w.q), len(w.batch.Vectors))
	}
}

// An error ends a reading by a kernel at the same record, and under the same line, as one by Go.
func TestErrorsOfABatch(t *testing.T) {
	text := ruledTable(50, 6, ",", "\n", 5) + "p,1,a,1,\"bcd\" x\n" + "p,1,a,1,bcd\n"
	s := ruledSchema(schema.Clip, schema.CentreNone)
	stop := fmt.Errorf("stop")
	for after := range 53 {
		read := func(by Reading) (n int, err error) {
			_, err = by.Read(strings.NewReader(text), s, func([]int16) error {
				if n++; n > after {
					return stop
				}
				return nil
			})
			return n, err
		}
		var k ruled
		want, wanted := read(Reading{})
		got, err := read(Reading{Kernel: k.kernel(7)})
		if got != want || !reflect.DeepEqual(err, wanted) || err == nil || err == io.EOF {
			t.Errorf("after %d: %d records, %v; want %d, %v", after, got, err, want, wanted)
		}
	}
}
