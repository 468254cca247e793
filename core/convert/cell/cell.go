// Package cell writes values of typed formats as the cells of CSV text that mean the same.
//
// The rules of this package (core/dataset/ENCODING.md states them): a decimal is written exactly;
// a float is the shortest text that reads as the same float of its own width; dates and times are
// ISO 8601; booleans are true and false. A value without a text is an empty cell.
package cell

import (
	"bytes"
	"math"
	"strconv"
	"time"
	"unicode/utf8"
)

// Append writes a text as a cell after dst, between quotes where CSV needs them.
func Append(dst, text []byte) []byte {
	if !Special(text) {
		return append(dst, text...)
	}
	return AppendQuoted(dst, text)
}

// AppendText is Append for bytes that a file calls a text. Those that are none, since they hold a NUL or are not UTF-8, are an empty cell.
func AppendText(dst, text []byte) []byte {
	special, ascii := false, true
	for _, c := range text {
		switch {
		case c >= utf8.RuneSelf:
			ascii = false
		case c == ',' || c == '"' || c == '\n' || c == '\r':
			special = true
		case c == 0:
			return dst
		}
	}
	switch {
	case !ascii && !utf8.Valid(text):
		return dst
	case special:
		return AppendQuoted(dst, text)
	}
	return append(dst, text...)
}

// AppendQuoted writes a text as a cell between quotes.
func AppendQuoted(dst, text []byte) []byte {
	dst = append(dst, '"')
	for {
		i := bytes.IndexByte(text, '"')
		if i < 0 {
			break
		}
		dst = append(append(dst, text[:i]...), '"', '"')
		text = text[i+1:]
	}
	return append(append(dst, text...), '"')
}

// Special reports whether a cell has to stand between quotes.
func Special(text []byte) bool {
	for _, c := range text {
		if c == ',' || c == '"' || c == '\n' || c == '\r' {
			return true
		}
	}
	return false
}

// AppendFloat writes the shortest decimal that reads as x, a float of 32 or 64 bits.
func AppendFloat(dst []byte, x float64, bits int) []byte {
	if math.Float64bits(x) == 0 {
		return append(dst, '0')
	}
	if out, ok := appendShort(dst, x, bits); ok {
		return out
	}
	format := byte('f')
	if a := math.Abs(x); a != 0 && (a < 1e-5 || a >= 1e15) {
		format = 'e'
	}
	return strconv.AppendFloat(dst, x, format, -1, bits)
}

// appendShort writes a float of few decimals, as most tables have them, without the search for the shortest. It reports whether it did.
//
// Decimals of so many digits as a float always keeps (15 of 64 bits, 6 of 32) are floats of their own, so one
// of them that reads as x is the shortest one. n/10^k of integers that are floats rounds once: that is how n·10^−k reads.
func appendShort(dst []byte, x float64, bits int) (out []byte, ok bool) {
	most := 1e15
	if bits == 32 {
		most = 1e6
	}
	a := math.Abs(x)
	if !(a < most) || a < 1e-5 { // also 0, whose sign would be lost
		return dst, false
	}
	for k, power := range [...]float64{1, 10, 100, 1e3, 1e4, 1e5, 1e6} {
		n := math.RoundToEven(a * power)
		if n >= most {
			return dst, false
		}
		if back := n / power; back != a && (bits != 32 || float32(back) != float32(a)) {
			continue
		}
		if x < 0 {
			dst = append(dst, '-')
		}
		whole := uint64(n) / uint64(power)
		dst = strconv.AppendUint(dst, whole, 10)
		if k == 0 {
			return dst, true
		}
		rest := uint64(n) - whole*uint64(power)
		dst = append(dst, ".000000"[:k+1]...)
		for i := len(dst) - 1; rest > 0; i-- {
			dst[i] = byte('0' + rest%10)
			rest /= 10
		}
		return dst, true
	}
	return dst, false
}

// AppendHalf writes a float of 16 bits (IEEE 754 binary16), exactly.
func AppendHalf(dst []byte, bits uint16) []byte {
	fraction, exponent := float64(bits&0x3ff), int(bits>>10&0x1f)
	x := math.Ldexp(1024+fraction, exponent-25)
	switch {
	case exponent == 0:
		x = math.Ldexp(fraction, -24)
	case exponent == 31 && fraction == 0:
		x = math.Inf(1)
	case exponent == 31:
		x = math.NaN()
	}
	if bits>>15 == 1 {
		x = -x
	}
	return AppendFloat(dst, x, 64)
}

// AppendDecimal writes unscaled·10^−scale, exactly, from the digits of unscaled with its sign.
// Digits has a minus sign or none; scale is at least 0.
func AppendDecimal(dst, digits []byte, scale int) []byte {
	if len(digits) > 0 && digits[0] == '-' {
		dst, digits = append(dst, '-'), digits[1:]
	}
	if scale == 0 {
		return append(dst, digits...)
	}
	if point := len(digits) - scale; point > 0 {
		dst = append(append(dst, digits[:point]...), '.')
		return append(dst, digits[point:]...)
	}
	dst = append(dst, '0', '.')
	for range scale - len(digits) {
		dst = append(dst, '0')
	}
	return append(dst, digits...)
}

// AppendDate writes a day, as in 2006-01-02. Years beyond 0000 to 9999 have no such text: the cell stays empty.
func AppendDate(dst []byte, t time.Time) []byte {
	if y := t.Year(); y < 0 || y > 9999 {
		return dst
	}
	return t.AppendFormat(dst, time.DateOnly)
}

// AppendTime writes a day and a time, with as many digits of the second as it has, and a Z
// where it is of UTC. Years beyond 0000 to 9999 stay empty.
func AppendTime(dst []byte, t time.Time, utc bool) []byte {
	if y := t.Year(); y < 0 || y > 9999 {
		return dst
	}
	dst = t.AppendFormat(dst, "2006-01-02T15:04:05.999999999")
	if utc {
		dst = append(dst, 'Z')
	}
	return dst
}

// AppendClock writes the time of a day, as in 15:04:05.25.
func AppendClock(dst []byte, sinceMidnight time.Duration) []byte {
	return time.Time{}.Add(sinceMidnight).AppendFormat(dst, "15:04:05.999999999")
}
