package columnar

import (
	"encoding/binary"
	"math"
	"math/big"
	"strconv"
	"time"

	"github.com/parquet-go/parquet-go/deprecated"
	"github.com/parquet-go/parquet-go/format"

	"privatepca/core/convert/cell"
)

// A writer appends value i as a cell.
type writer func(dst []byte, v *values, i int) []byte

// The most decimal places, and the most bytes of a decimal: twice what any writer has. What a number of any length takes to write
// grows by its square.
const (
	mostScale   = 150
	mostDecimal = 64
)

// writerOf gives the writer of a column's type, and its short way where there is one; nil where its values have no text: an interval has none.
func writerOf(e *format.SchemaElement) (writer, short) {
	kind := e.Type.V
	if kind == format.FixedLenByteArray && (e.TypeLength.V <= 0 || e.LogicalType.Value == nil && !e.ConvertedType.Valid) {
		return nil, nil // bytes of no type
	}
	switch t := e.LogicalType.Value.(type) {
	case *format.GeometryType, *format.GeographyType, *format.BsonType, *format.VariantType:
		return nil, nil
	case *format.DecimalType:
		return decimalWriter(kind, int(t.Scale), e.TypeLength.V), nil
	case *format.DateType:
		return writeDate, nil
	case *format.TimestampType:
		return timestampWriter(kind, unitOf(t.Unit), t.IsAdjustedToUTC), nil
	case *format.TimeType:
		return clockWriter(kind, unitOf(t.Unit)), nil
	case *format.IntType:
		if !t.IsSigned {
			return unsignedWriter(kind), nil
		}
	case *format.UUIDType:
		return writeUUID, nil
	case *format.Float16Type:
		return writeHalf, nil
	case nil:
		if e.ConvertedType.Valid {
			if w, known := convertedWriter(kind, e); known {
				return w, nil
			}
		}
	}
	return plainWriter(kind), shortOf(kind)
}

func isDecimal(e *format.SchemaElement) bool {
	_, ok := e.LogicalType.Value.(*format.DecimalType)
	return ok || e.LogicalType.Value == nil && e.ConvertedType.Valid && e.ConvertedType.V == deprecated.Decimal
}

// convertedWriter is writerOf for the types of older files. It reports whether the type is one that
// is not written as its values are stored.
func convertedWriter(kind format.Type, e *format.SchemaElement) (w writer, known bool) {
	switch e.ConvertedType.V {
	case deprecated.Decimal:
		return decimalWriter(kind, int(e.Scale.V), e.TypeLength.V), true
	case deprecated.Date:
		return writeDate, true
	case deprecated.TimeMillis:
		return clockWriter(kind, time.Millisecond), true
	case deprecated.TimeMicros:
		return clockWriter(kind, time.Microsecond), true
	case deprecated.TimestampMillis:
		return timestampWriter(kind, time.Millisecond, true), true
	case deprecated.TimestampMicros:
		return timestampWriter(kind, time.Microsecond, true), true
	case deprecated.Uint8, deprecated.Uint16, deprecated.Uint32, deprecated.Uint64:
		return unsignedWriter(kind), true
	case deprecated.Interval:
		return nil, true
	}
	return nil, false
}

func unitOf(u format.TimeUnit) time.Duration {
	if u.Value == nil {
		return time.Millisecond
	}
	return u.Value.Duration()
}

// plainWriter writes values as they are stored.
func plainWriter(kind format.Type) writer {
	switch kind {
	case format.Boolean:
		return func(dst []byte, v *values, i int) []byte { return strconv.AppendBool(dst, v.word(i) != 0) }
	case format.Int32:
		return func(dst []byte, v *values, i int) []byte { return strconv.AppendInt(dst, int64(int32(v.word(i))), 10) }
	case format.Int64:
		return func(dst []byte, v *values, i int) []byte { return strconv.AppendInt(dst, int64(v.word(i)), 10) }
	case format.Int96:
		return writeInt96
	case format.Float:
		return func(dst []byte, v *values, i int) []byte {
			return cell.AppendFloat(dst, float64(math.Float32frombits(uint32(v.word(i)))), 32)
		}
	case format.Double:
		return func(dst []byte, v *values, i int) []byte {
			return cell.AppendFloat(dst, math.Float64frombits(v.word(i)), 64)
		}
	case format.ByteArray, format.FixedLenByteArray:
		return func(dst []byte, v *values, i int) []byte { return cell.AppendText(dst, v.bytes(i)) }
	}
	return nil
}

func unsignedWriter(kind format.Type) writer {
	if kind == format.Int32 {
		return func(dst []byte, v *values, i int) []byte {
			return strconv.AppendUint(dst, uint64(uint32(v.word(i))), 10)
		}
	}
	return func(dst []byte, v *values, i int) []byte { return strconv.AppendUint(dst, v.word(i), 10) }
}

// decimalWriter writes a decimal exactly.
func decimalWriter(kind format.Type, scale int, length int32) writer {
	if scale < 0 || scale > mostScale || length > mostDecimal {
		return nil
	}
	switch kind {
	case format.Int32:
		return func(dst []byte, v *values, i int) []byte {
			return cell.AppendDecimal(dst, strconv.AppendInt(nil, int64(int32(v.word(i))), 10), scale)
		}
	case format.Int64:
		return func(dst []byte, v *values, i int) []byte {
			return cell.AppendDecimal(dst, strconv.AppendInt(nil, int64(v.word(i)), 10), scale)
		}
	case format.ByteArray, format.FixedLenByteArray:
	default:
		return nil
	}
	return func(dst []byte, v *values, i int) []byte { // big-endian, in two's complement
		b := v.bytes(i)
		n := new(big.Int).SetBytes(b)
		if len(b) > 0 && b[0]&0x80 != 0 {
			n.Sub(n, new(big.Int).Lsh(big.NewInt(1), uint(8*len(b))))
		}
		return cell.AppendDecimal(dst, n.Append(nil, 10), scale)
	}
}

func writeDate(dst []byte, v *values, i int) []byte {
	return cell.AppendDate(dst, time.Unix(int64(int32(v.word(i)))*86400, 0).UTC())
}

func timestampWriter(kind format.Type, unit time.Duration, utc bool) writer {
	perSecond := int64(time.Second / unit)
	return func(dst []byte, v *values, i int) []byte {
		n := int64(v.word(i))
		if kind == format.Int32 { // some programs declare it of these, too
			n = int64(int32(n))
		}
		s := n / perSecond
		return cell.AppendTime(dst, time.Unix(s, (n-s*perSecond)*int64(unit)).UTC(), utc)
	}
}

func clockWriter(kind format.Type, unit time.Duration) writer {
	return func(dst []byte, v *values, i int) []byte {
		n := int64(v.word(i))
		if kind == format.Int32 {
			n = int64(int32(v.word(i)))
		}
		if n < 0 || n > int64(24*time.Hour/unit) {
			return dst
		}
		return cell.AppendClock(dst, time.Duration(n)*unit)
	}
}

// writeInt96 writes the timestamp of older programs: nanoseconds of the day, then the Julian day.
func writeInt96(dst []byte, v *values, i int) []byte {
	const epoch = 2440588 // the Julian day of 1970-01-01
	b := v.bytes(i)
	nanos := int64(binary.LittleEndian.Uint64(b))
	return cell.AppendTime(dst, time.Unix((int64(binary.LittleEndian.Uint32(b[8:]))-epoch)*86400, 0).Add(time.Duration(nanos)).UTC(), false)
}

func writeUUID(dst []byte, v *values, i int) []byte {
	const digits = "0123456789abcdef"
	for j, b := range v.bytes(i) {
		if j == 4 || j == 6 || j == 8 || j == 10 {
			dst = append(dst, '-')
		}
		dst = append(dst, digits[b>>4], digits[b&15])
	}
	return dst
}

func writeHalf(dst []byte, v *values, i int) []byte {
	if b := v.bytes(i); len(b) == 2 {
		return cell.AppendHalf(dst, binary.LittleEndian.Uint16(b))
	}
	return dst
}
