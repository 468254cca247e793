package columnar

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"math"
	"math/rand/v2"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go/encoding/delta"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"

	"privatepca/core/fault"
)

// A page is one that a test states bit by bit.
type page struct {
	header format.PageHeader
	data   []byte
}

func marshalled(t testing.TB, v any) []byte {
	t.Helper()
	text, err := thrift.Marshal(new(thrift.CompactProtocol), v)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// dictionaryPage has texts, and dataPage what is packed, as it states them.
func dictionaryPage(texts ...[]byte) page {
	var data []byte
	for _, text := range texts {
		data = append(binary.LittleEndian.AppendUint32(data, uint32(len(text))), text...)
	}
	p := page{data: data}
	p.header.Type = format.DictionaryPage
	p.header.DictionaryPageHeader.Valid = true
	p.header.DictionaryPageHeader.V = format.DictionaryPageHeader{NumValues: int32(len(texts)), Encoding: format.Plain}
	return p
}

func dataPage(n int, e format.Encoding, data []byte) page {
	p := page{data: data}
	p.header.DataPageHeader.Valid = true
	p.header.DataPageHeader.V = format.DataPageHeader{NumValues: int32(n), Encoding: e, DefinitionLevelEncoding: format.RLE, RepetitionLevelEncoding: format.RLE}
	return p
}

// crafted is a file of those pages, with one row group; each column has the pages of its place.
func crafted(t testing.TB, rows int64, schema []format.SchemaElement, columns [][]page, codec format.CompressionCodec, change func(*format.FileMetaData)) []byte {
	t.Helper()
	file := []byte(Magic)
	m := &format.FileMetaData{Version: 1, NumRows: rows, Schema: append([]format.SchemaElement{{Name: "schema"}}, schema...)}
	m.Schema[0].NumChildren.V, m.Schema[0].NumChildren.Valid = int32(len(schema)), true
	g := format.RowGroup{NumRows: rows}
	for i, pages := range columns {
		var c format.ColumnChunk
		c.MetaData.Type, c.MetaData.Codec = schema[i].Type.V, codec
		c.MetaData.PathInSchema = []string{schema[i].Name}
		c.MetaData.DataPageOffset = int64(len(file))
		for _, p := range pages {
			stored := p.data
			if codec == format.Zstd {
				z, err := zstd.NewWriter(nil)
				if err != nil {
					t.Fatal(err)
				}
				stored = z.EncodeAll(p.data, nil)
			}
			p.header.CompressedPageSize, p.header.UncompressedPageSize = int32(len(stored)), int32(len(p.data))
			file = append(append(file, marshalled(t, &p.header)...), stored...)
		}
		c.MetaData.TotalCompressedSize = int64(len(file)) - c.MetaData.DataPageOffset
		g.Columns = append(g.Columns, c)
	}
	m.RowGroups = append(m.RowGroups, g)
	if change != nil {
		change(m)
	}
	return ended(file, marshalled(t, m))
}

// ended is a file with that footer.
func ended(file, footer []byte) []byte {
	file = append(file, footer...)
	return append(binary.LittleEndian.AppendUint32(file, uint32(len(footer))), Magic...)
}

func leaf(name string, kind format.Type, change ...func(*format.SchemaElement)) format.SchemaElement {
	e := format.SchemaElement{Name: name}
	e.Type.V, e.Type.Valid = kind, true
	for _, c := range change {
		c(&e)
	}
	return e
}

// run is a run of one place in a dictionary, packed in one bit.
func run(n int) []byte { return append(binary.AppendUvarint([]byte{1}, uint64(n)<<1), 0) }

// nested is the start of a structure that stands in itself so often, in field 20, which nobody knows.
func nested(n int) []byte { return bytes.Repeat([]byte{0x0c, 40}, n) }

// What a small file states, nests or repeats takes no memory: it is read, or refused in words, within 1.5 GB and 20 seconds.
func TestSmallFilesTakeLittle(t *testing.T) {
	long := bytes.Repeat([]byte("x"), 1<<20)
	varied := bytes.Repeat([]byte("y"), 40<<20)
	texts := []format.SchemaElement{leaf("a", format.ByteArray)}
	many := func(n int) (s []format.SchemaElement) {
		for range n {
			s = append(s, leaf("a", format.ByteArray))
		}
		return s
	}
	same := make([]int32, 100_000)
	for i := range same[1:] {
		same[i+1] = 1 << 20
	}
	first := make([]int32, len(same))
	first[0] = 1 << 20
	encode := func(list []int32) []byte {
		b, err := new(delta.BinaryPackedEncoding).EncodeInt32(nil, list)
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	repeated := slices.Concat(encode(same), encode(first), long)
	decimal := leaf("a", format.ByteArray, func(e *format.SchemaElement) { e.LogicalType.Value = &format.DecimalType{Scale: 2, Precision: 9} })
	wide := leaf("a", format.FixedLenByteArray, func(e *format.SchemaElement) {
		e.LogicalType.Value = &format.DecimalType{Scale: 2, Precision: 9}
		e.TypeLength.V, e.TypeLength.Valid = math.MaxInt32, true
	})
	quoted := func(text []byte) page { return dictionaryPage(bytes.Repeat([]byte{'"'}, len(text))) }
	var pages [][]page
	for range 200 {
		pages = append(pages, []page{dictionaryPage(varied[:1<<20]), dataPage(10, format.RLEDictionary, run(10))})
	}
	var large [][]page
	plain := dataPage(1, format.Plain, append(binary.LittleEndian.AppendUint32(nil, uint32(len(varied))), varied...))
	for range 30 {
		large = append(large, []page{plain})
	}
	constant, err := new(delta.BinaryPackedEncoding).EncodeInt64(nil, make([]int64, 1<<20))
	if err != nil {
		t.Fatal(err)
	}
	integers := []format.SchemaElement{leaf("a", format.Int64)}
	groups := func(n int) func(*format.FileMetaData) {
		return func(m *format.FileMetaData) { m.RowGroups = slices.Repeat(m.RowGroups, n) }
	}
	alike := slices.Concat([]byte{6, 0, 0, 0}, binary.AppendUvarint(nil, math.MaxInt32<<1), []byte{1}) // 2³¹ booleans, or levels
	stated := append(binary.AppendUvarint([]byte{0x80, 0x01, 0x04}, 1<<31-1), 0)
	for name, test := range map[string]struct {
		file []byte
		want string // in the error; "" where it is read
	}{
		"a list of 2³¹ columns":            {ended([]byte(Magic), append([]byte{0x15, 0x02, 0x19, 0xfc}, 0xff, 0xff, 0xff, 0xff, 0x07)), "damaged"},
		"a list of 2³¹ names":              {ended([]byte(Magic), append([]byte{0x15, 0x02, 0x19, 0xf8}, 0xff, 0xff, 0xff, 0xff, 0x07)), "damaged"},
		"a name of 2³¹ bytes":              {ended([]byte(Magic), []byte{0x15, 0x02, 0x19, 0x1c, 0x48, 0xff, 0xff, 0xff, 0xff, 0x07}), "damaged"},
		"a map of 2³¹ elements":            {ended([]byte(Magic), []byte{0x15, 0x02, 0x0b, 40, 0xff, 0xff, 0xff, 0xff, 0x07, 0xcc}), "damaged"},
		"a million columns without a name": {ended([]byte(Magic), slices.Concat([]byte{0x15, 0x02, 0x19, 0xfc}, binary.AppendUvarint(nil, 1e6), make([]byte, 1e6))), "damaged"},
		"a million empty row groups":       {ended([]byte(Magic), slices.Concat([]byte{0x15, 0x02, 0x49, 0xfc}, binary.AppendUvarint(nil, 1e6), make([]byte, 1e6), []byte{0})), "damaged"},
		"structures in structures":         {ended([]byte(Magic), nested(5_000_000)), "damaged"},
		"lists in lists":                   {ended([]byte(Magic), slices.Concat([]byte{0x09, 40}, bytes.Repeat([]byte{0x19}, 5_000_000))), "damaged"},
		"groups in groups": {crafted(t, 0, nil, nil, 0, func(m *format.FileMetaData) {
			for range 200_000 {
				m.Schema = append(m.Schema, m.Schema[0])
			}
			for i := range m.Schema {
				m.Schema[i].NumChildren.V = 1
			}
		}), "damaged"},
		"a group of 2³¹ groups": {crafted(t, 0, nil, nil, 0, func(m *format.FileMetaData) {
			m.Schema = append(m.Schema, m.Schema[0])
			m.Schema[1].NumChildren.V = math.MaxInt32
		}), "damaged"},
		"a page's head that nests":     {crafted(t, 1, texts, [][]page{{{data: nil}}}, 0, nil), "damaged"},
		"a text that all rows name":    {crafted(t, 40_000, texts, [][]page{{dictionaryPage(long), dataPage(40_000, format.RLEDictionary, run(40_000))}}, format.Zstd, nil), ""},
		"as quotation marks":           {crafted(t, 4_000, texts, [][]page{{quoted(long), dataPage(4_000, format.RLEDictionary, run(4_000))}}, format.Zstd, nil), ""},
		"many such columns":            {crafted(t, 10, many(200), pages, format.Zstd, nil), "unpack to more"},
		"many large pages":             {crafted(t, 1, many(30), large, format.Zstd, nil), "as text"},
		"strings that repeat":          {crafted(t, int64(len(same)), texts, [][]page{{dataPage(len(same), format.DeltaByteArray, repeated)}}, format.Zstd, nil), "unpack to more"},
		"differences without bits":     {crafted(t, 1<<20, integers, [][]page{{dataPage(1<<20, format.DeltaBinaryPacked, constant)}}, format.Zstd, nil), ""},
		"2³¹ differences stated":       {crafted(t, 1<<31-1, integers, [][]page{{dataPage(1<<31-1, format.DeltaBinaryPacked, stated)}}, 0, nil), "unpack to more"},
		"a decimal of a million bytes": {crafted(t, 1, []format.SchemaElement{decimal}, [][]page{{dictionaryPage(long), dataPage(1, format.RLEDictionary, run(1))}}, format.Zstd, nil), "150 digits"},
		"2³¹ booleans for one row":     {crafted(t, 1, []format.SchemaElement{leaf("a", format.Boolean)}, [][]page{{dataPage(math.MaxInt32, format.RLE, alike)}}, 0, groups(20)), "damaged"},
		"row groups of the same page":  {crafted(t, 1, integers, [][]page{{dataPage(1, format.Plain, make([]byte, MostPage))}}, format.Zstd, groups(1000)), "12,000 times"},
		"pages without rows, again":    {crafted(t, 1, integers, [][]page{append(slices.Repeat([]page{dataPage(0, format.Plain, nil)}, 20_000), dataPage(1, format.Plain, make([]byte, 8)))}, 0, groups(20_000)), "12,000 times"},
		"decimals of 2³¹ bytes":        {crafted(t, 1, []format.SchemaElement{wide}, [][]page{{dataPage(1, format.Plain, nil)}}, 0, nil), "no column"},
	} {
		t.Run(name, func(t *testing.T) {
			if strings.Contains(name, "head that nests") {
				test.file = bytes.Replace(test.file, marshalled(t, &format.PageHeader{}), nested(1000), 1)
			}
			began := time.Now()
			var err error
			if bytes := mostMemory(func() { err = readThrough(test.file) }); bytes > 1500<<20 {
				t.Errorf("it took %d MB of memory", bytes>>20)
			} else {
				t.Logf("%d MB of memory, for a file of %d bytes", bytes>>20, len(test.file))
			}
			switch {
			case test.want == "" && err != io.EOF:
				t.Errorf("the error is %v: %v", err, errors.Unwrap(err))
			case test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)):
				t.Errorf("the error is %v", err)
			}
			var known *fault.Error
			if err != io.EOF && (!errors.As(err, &known) || strings.Contains(known.Message, "\n")) {
				t.Errorf("the error is not in one line of words: %v", err)
			}
			if took := time.Since(began); took > 20*time.Second && !testing.Short() { // short runs have the race detector
				t.Errorf("it took %v", took)
			}
		})
	}
}

// mostMemory runs do, and gives the most memory that the program had in use meanwhile, in bytes.
func mostMemory(do func()) (bytes uint64) {
	debug.FreeOSMemory()
	done, ended := make(chan bool), make(chan bool)
	go func() {
		defer close(ended)
		for {
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			bytes = max(bytes, m.HeapInuse+m.StackInuse)
			select {
			case <-done:
				return
			case <-time.After(5 * time.Millisecond):
			}
		}
	}()
	do()
	close(done)
	<-ended
	return bytes
}

// readThrough reads a file to its end, io.EOF, or to its error.
func readThrough(file []byte) error {
	table, err := Open(bytes.NewReader(file), int64(len(file)))
	var line []byte
	for err == nil {
		line, err = table.Append(line[:0])
	}
	return err
}

// What is counted of a page's levels, before its first row, is what is read of them, and a run takes no longer than its bytes.
func TestLevelsAreCountedAsTheyAreRead(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 8))
	var src []byte
	n := 0
	for range 300 {
		switch some := rng.IntN(40); rng.IntN(3) {
		case 0:
			src, n = append(binary.AppendUvarint(src, uint64(some)<<1), byte(rng.IntN(3))), n+some // also empty runs
		default:
			src, n = binary.AppendUvarint(src, uint64(some)<<1|1), n+8*some
			for range some {
				src = append(src, byte(rng.Uint32()))
			}
		}
	}
	for range 200 {
		h, err := newHybrid(src, 1)
		if err != nil {
			t.Fatal(err)
		}
		skipped := make([]uint32, rng.IntN(n))
		if err := h.read(skipped); err != nil {
			t.Fatal(err)
		}
		counted := make([]uint32, rng.IntN(n-len(skipped)+1))
		ones, err := h.ones(len(counted), make([]uint32, 1+rng.IntN(64)))
		if err := errors.Join(err, h.read(counted)); err != nil || ones != count(counted) {
			t.Fatalf("%d levels are counted, %d read: %v", ones, count(counted), err)
		}
		if _, err := h.ones(n+1, make([]uint32, 16)); err == nil {
			t.Fatal("more levels are counted than there are")
		}
	}
	long, err := newHybrid(append(binary.AppendUvarint(nil, math.MaxInt32<<1), 1), 1)
	if err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	for range 1000 {
		if ones, err := long.ones(math.MaxInt32, make([]uint32, 16)); ones != math.MaxInt32 || err != nil {
			t.Fatal(ones, err)
		}
	}
	if took := time.Since(began); took > 5*time.Second {
		t.Errorf("it took %v", took)
	}
}
