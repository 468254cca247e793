package passes

import (
	"encoding/binary"
	"hash/crc32"

	"privatepca/core/moment"
	"privatepca/core/schema"
)

// mostRows is how many rows of weight 1 the sums of pass 1 hold in 64 bits.
const mostRows = 1 << 49

// AddIntegers adds the sum of that many rows that came from elsewhere, as Integers gives it. It returns moment.ErrWire where no rows have it, as
// far as the integers show, and moment.ErrFull where there are too many rows together; a then stays as it was.
func (a *Sum) AddIntegers(rows int64, x []int64) error {
	most, unit := int64(mostRows), int64(1)
	if a.schema.RowWeight != nil {
		most, unit = schema.MostWeightedRows, schema.RowWeightUnit()
	}
	switch {
	case rows < 0 || len(x) != a.pass.Len(a.schema):
		return moment.ErrWire
	case rows > most-a.rows:
		return moment.ErrFull
	}
	switch {
	case a.features != nil:
		weight := x[len(x)-1]
		if weight < 0 || weight > rows*unit || unit == 1 && weight != rows || !a.possible(x[:len(x)-1], weight) {
			return moment.ErrWire
		}
		a.features.Rows += weight
		for i := range a.features.Sum {
			a.features.Sum[i] += x[i]
		}
	case a.lengths != nil:
		rest := rows * unit
		for _, n := range x {
			if n < 0 || n > rest {
				return moment.ErrWire
			}
			rest -= n
		}
		if unit == 1 && rest != 0 {
			return moment.ErrWire
		}
		for i, n := range x {
			a.lengths.Counts[i] += n
		}
	default:
		one := schema.Constant() * schema.Constant()
		if corner := x[len(x)-1]; corner < 0 || corner/one > rows || unit == 1 && corner != rows*one {
			return moment.ErrWire
		}
		if err := a.moment.AddUpper(rows, x); err != nil {
			return err
		}
	}
	a.rows += rows
	return nil
}

// possible reports whether rows of that weight can have the coordinates of pass 1.
func (a *Sum) possible(x []int64, weight int64) bool {
	d, missing := a.schema.D(), len(x)-len(a.schema.Fields)
	for i, v := range x {
		least, most := -weight*schema.Scale, weight*schema.Scale
		switch {
		case i >= missing:
			least, most = 0, weight*schema.MissingNumber()
		case i >= d:
			least, most = 0, weight*schema.Squared(schema.Scale)
		}
		if v < least || v > most {
			return false
		}
	}
	return true
}

// Bytes gives the sum for AddBytes of another of the same pass.
func (a *Sum) Bytes() []byte {
	out := binary.LittleEndian.AppendUint64(nil, uint64(a.rows))
	if a.moment != nil {
		out = append(out, a.moment.Bytes()...)
	} else {
		for _, x := range a.Integers() {
			out = binary.LittleEndian.AppendUint64(out, uint64(x))
		}
	}
	return binary.LittleEndian.AppendUint32(out, crc32.Checksum(out, crc32.MakeTable(crc32.Castagnoli)))
}

// AddBytes adds what another sum of the same pass was when it gave its Bytes. Errors are those of AddIntegers; bytes that were harmed are
// moment.ErrWire.
func (a *Sum) AddBytes(b []byte) error {
	end := len(b) - crc32.Size
	if end < 8 || crc32.Checksum(b[:end], crc32.MakeTable(crc32.Castagnoli)) != binary.LittleEndian.Uint32(b[end:]) {
		return moment.ErrWire
	}
	rows, b := int64(binary.LittleEndian.Uint64(b)), b[8:end]
	if a.moment != nil {
		if err := a.moment.AddBytes(b); err != nil {
			return err
		}
		a.rows += rows
		return nil
	}
	if len(b)%8 != 0 {
		return moment.ErrWire
	}
	x := make([]int64, len(b)/8)
	for i := range x {
		x[i] = int64(binary.LittleEndian.Uint64(b[8*i:]))
	}
	return a.AddIntegers(rows, x)
}
