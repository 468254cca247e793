package passes

import (
	"encoding/binary"
	"hash/crc32"

	"privatepca/core/moment"
	"privatepca/core/schema"
)

// mostRows is how many rows of weight 1 the sums of pass 1 hold in 64 bits: a row adds at most √MaxD·HalfLevel < 2¹⁸ to a coordinate.
const mostRows = 1 << 45

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

// possible reports whether rows of that weight can have the coordinates of pass 1: features, squares of numbers, and what is missing of each
// column (schema/sums.go). A list is one column.
func (a *Sum) possible(x []int64, weight int64) bool {
	within := func(v, least, most int64) bool { return weight*least <= v && v <= weight*most }
	fields, at := a.schema.Fields, 0
	for i := range fields {
		unit := int64(schema.Scale)
		if fields[i].IsList() {
			unit = schema.HalfLevel
		}
		for range fields[i].D() {
			if !within(x[at], -unit, unit) {
				return false
			}
			at++
		}
	}
	runs := schema.Runs(a.schema)
	for ; at < len(x)-len(runs); at++ {
		if !within(x[at], 0, schema.Squared(schema.Scale)) {
			return false
		}
	}
	for i, run := range runs {
		most := int64(schema.Scale)
		switch f := &fields[run.From]; {
		case f.IsList():
			most = schema.MissingList(run.To - run.From)
		case schema.IsNumber(f):
			most = schema.MissingNumber()
		}
		if !within(x[at+i], 0, most) {
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
