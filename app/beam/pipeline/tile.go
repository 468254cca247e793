package pipeline

import (
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io"
	"reflect"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
)

// A Tile is a piece of a sum: the entries from Index·size on, of the rows of the upper triangle, of the features, or of a pass. Each tile of
// a sum has the counts and the tag of all that was summed.
type Tile struct {
	Index   int
	Tag     uint64 // Σ h(file, end) − h(file, start) over the text that was summed, mod 2⁶⁴
	Records int64  // read
	Rows    int64  // that count
	Vectors int64  // summed
	Persons int64
	Sums    []int64
}

// add adds another piece of the same place.
func (t Tile) add(other Tile) (Tile, error) {
	if t.Index != other.Index || len(t.Sums) != len(other.Sums) {
		return t, errors.New("pipeline: tiles of different places")
	}
	t.Tag += other.Tag
	t.Records += other.Records
	t.Rows += other.Rows
	t.Vectors += other.Vectors
	t.Persons += other.Persons
	for i, x := range other.Sums {
		t.Sums[i] += x
	}
	return t, nil
}

// tiles cuts a sum into tiles of a size.
func tiles(counts Tile, sums []int64, size int, emit func(int, Tile)) {
	for i := 0; i*size < len(sums); i++ {
		t := counts
		t.Index, t.Sums = i, sums[i*size:min((i+1)*size, len(sums))]
		emit(i, t)
	}
}

// tileMagic starts a tile's bytes, version 1.
const tileMagic = "ppt1"

// errTile refuses bytes that are no whole tile.
var errTile = errors.New("pipeline: these bytes are no whole tile")

func encodeTile(t Tile) []byte {
	b := append(make([]byte, 0, 64+3*len(t.Sums)), tileMagic...)
	b = binary.LittleEndian.AppendUint64(b, t.Tag)
	for _, x := range []int64{int64(t.Index), t.Records, t.Rows, t.Vectors, t.Persons, int64(len(t.Sums))} {
		b = binary.AppendVarint(b, x)
	}
	for _, x := range t.Sums {
		b = binary.AppendVarint(b, x)
	}
	return binary.LittleEndian.AppendUint32(b, crc32.Checksum(b, crc32.MakeTable(crc32.Castagnoli)))
}

func decodeTile(b []byte) (Tile, error) {
	var t Tile
	if len(b) < len(tileMagic)+12 || string(b[:len(tileMagic)]) != tileMagic {
		return t, errTile
	}
	body, sum := b[:len(b)-4], binary.LittleEndian.Uint32(b[len(b)-4:])
	if crc32.Checksum(body, crc32.MakeTable(crc32.Castagnoli)) != sum {
		return t, errTile
	}
	t.Tag = binary.LittleEndian.Uint64(body[len(tileMagic):])
	body = body[len(tileMagic)+8:]
	next := func() int64 {
		x, w := binary.Varint(body)
		if w <= 0 {
			body = nil
			return -1
		}
		body = body[w:]
		return x
	}
	t.Index, t.Records, t.Rows, t.Vectors, t.Persons = int(next()), next(), next(), next(), next()
	n := next()
	if t.Index < 0 || t.Records < 0 || t.Rows < 0 || t.Vectors < 0 || t.Persons < 0 || n < 0 || n > int64(len(body)) {
		return t, errTile
	}
	t.Sums = make([]int64, n)
	for i := range t.Sums {
		x, w := binary.Varint(body)
		if w <= 0 {
			return t, errTile
		}
		t.Sums[i], body = x, body[w:]
	}
	if len(body) > 0 {
		return t, errTile
	}
	return t, nil
}

// addTiles adds tiles of the same index.
type addTiles struct{}

// CreateAccumulator starts without entries: the first tile says how many there are.
func (*addTiles) CreateAccumulator() Tile { return Tile{Index: -1} }

// AddInput adds a tile.
func (a *addTiles) AddInput(sum, t Tile) (Tile, error) { return a.MergeAccumulators(sum, t) }

// MergeAccumulators adds two sums.
func (*addTiles) MergeAccumulators(a, b Tile) (Tile, error) {
	switch {
	case a.Index < 0 || b.Index < 0:
		if a.Index < 0 {
			a = b
		}
		a.Sums = append([]int64(nil), a.Sums...) // the runner may still hold the input
		return a, nil
	}
	return a.add(b)
}

// ExtractOutput gives the sum.
func (*addTiles) ExtractOutput(sum Tile) Tile { return sum }

func init() {
	register.Combiner1[Tile](&addTiles{})
	beam.RegisterCoder(reflect.TypeFor[Tile](), encodeTile, decodeTile)
	register.Emitter2[int, Tile]()
}

// readAll reads a small object whole.
func readAll(r io.Reader, most int64) ([]byte, error) {
	b, err := io.ReadAll(io.LimitReader(r, most+1))
	if err == nil && int64(len(b)) > most {
		err = errors.New("pipeline: an object is larger than any that was written")
	}
	return b, err
}
