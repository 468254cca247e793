package dataset

import (
	"bytes"
	"encoding/binary"
	"errors"
	"math"
	"math/bits"
	"strconv"
)

// A verdict says what a cell of a number column holds.
type verdict uint8

const (
	isNumber verdict = iota
	isMissing
	isUnparsable
	isUnknown // a list with a level that is none
	isOutside // a number, of which a bound is taken
)

// pow10 holds the powers of ten that are exact in float64.
var pow10 = [...]float64{1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22}

// parseNumber reads a decimal number, with spaces around it or not:
//
//	[+-] digits [. [digits]] | [+-] . digits, then [(e|E) [+-] digits]
//
// point is a second character, besides the full stop, that may stand before the
// fraction. The value is the float64 nearest to the decimal, the same as
// strconv.ParseFloat's; beyond the largest it is ±Inf, which clamps to a bound.
// Spelled-out NaN and infinities are no values: they are missing, like blanks.
// Hexadecimal numbers, digit grouping and units are unparsable.
func parseNumber(b []byte, point byte) (float64, verdict) {
	b = trim(b)
	if len(b) == 0 {
		return 0, isMissing
	}
	i, neg := 0, false
	if b[0] == '-' || b[0] == '+' {
		neg = b[0] == '-'
		i++
	}
	var mantissa uint64
	digits := i
	for ; i < len(b); i++ {
		c := b[i] - '0'
		if c > 9 {
			break
		}
		mantissa = mantissa*10 + uint64(c)
	}
	digits = i - digits
	fraction := 0
	if i < len(b) && (b[i] == '.' || b[i] == point) {
		i++
		fraction = i
		for ; i < len(b); i++ {
			c := b[i] - '0'
			if c > 9 {
				break
			}
			mantissa = mantissa*10 + uint64(c)
		}
		fraction = i - fraction
		digits += fraction
	}
	if i < len(b) || digits > 19 || digits == 0 {
		return parseOther(b, point)
	}
	var x float64
	if mantissa < 1<<53 {
		// Both are exact, so the quotient is the nearest float64 (Clinger 1990).
		x = float64(mantissa) / pow10[fraction]
	} else {
		x = quotient(mantissa, fraction)
	}
	if neg {
		x = -x
	}
	return x, isNumber
}

// quotient returns the float64 nearest to mantissa / 10^fraction, ties to even, for a
// mantissa above 0 and at most 19 digits of fraction.
//
// Both are shifted until their highest bit is set, so that the quotient is in (½, 2); times
// 2⁶³ its integer part has 63 or 64 bits. Bit 0 is set where there is a remainder. It is far below
// the 53 bits of a float64, so the conversion, which rounds to even, rounds as the
// quotient itself would; scaling by a power of two is exact, far from the ends of the range.
func quotient(mantissa uint64, fraction int) float64 {
	divisor := uint64(1)
	for range fraction {
		divisor *= 10
	}
	up, down := bits.LeadingZeros64(mantissa), bits.LeadingZeros64(divisor)
	mantissa <<= up
	q, remainder := bits.Div64(mantissa>>1, mantissa<<63, divisor<<down)
	if remainder != 0 {
		q |= 1
	}
	return float64(q) * math.Float64frombits(uint64(1023+down-up-63)<<52)
}

// tens[i] is the divisor where the point stands i bytes from a word's end; i = 0
// is for no point.
var tens = [16]float64{1, 1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7}

// A short is what shortNumbers makes of a cell.
type short struct {
	x  float64
	ok bool
}

// shortNumbers reads what most cells hold, at most eight characters: digits, with
// or without a full stop and a minus sign before them. For all else ok is false.
// The cells are those at the indices, one for each of out. buf goes on for at
// least eight bytes after each.
//
// The characters are the bytes of one word, the last in the highest byte, '0'
// filled in below the first. There are no branches and no calls: WebAssembly code
// from Go takes each by way of a table, and the shapes of cells are hard to predict.
func shortNumbers(buf []byte, cells []span, indices []int, out []short) {
	const digits = ones * '0'
	for i, index := range indices {
		at := cells[index]
		n := uint64(at.hi - at.lo)
		bad := (n - 1) >> 3
		w := binary.LittleEndian.Uint64(buf[at.lo:])
		minus := ((w^'-')&0xff - 1) >> 63
		w >>= 8 * minus & 63
		n -= minus
		unused := (64 - 8*n) & 63 // bits
		w = w<<unused | digits&^(^uint64(0)<<unused)

		marks := zeros(w ^ ones*'.')
		below := uint64(bits.TrailingZeros64(marks)) &^ 7 // bits of the characters before a point; 64 for none
		point := 1 - below>>6
		after := ^uint64(0) << (below & 63) << 8
		w = w&(after|-(1-point)) | w&^(^uint64(0)<<(below&63))<<8 | '0'*point

		bad |= (n - point - 1) >> 3 // no digits
		bad |= w&(ones*0xf0) ^ digits
		bad |= (w+ones*6)&(ones*0xf0) ^ digits
		// Pairs of digits, then pairs of those, then both.
		w = (w & (ones * 0x0f)) * (1 + 10<<8) >> 8
		w = (w & 0x00ff00ff00ff00ff) * (1 + 100<<16) >> 16
		w = (w & 0x0000ffff0000ffff) * (1 + 10000<<32) >> 32
		x := float64(int64(w)) / tens[(8-below>>3)&15]
		out[i] = short{math.Float64frombits(math.Float64bits(x) | minus<<63), bad == 0}
	}
}

// parseOther reads what the fast path does not: exponents, many digits, no number.
func parseOther(b []byte, point byte) (float64, verdict) {
	for i, c := range b {
		switch {
		case '0' <= c && c <= '9', c == '+', c == '-', c == '.', c == 'e', c == 'E':
		case c == point:
			b = append([]byte(nil), b...) // what is left of the cell is the reader's
			b[i] = '.'
		default: // ParseFloat would take NaN, infinities, 0x and _ as well
			if spelledOut(b) {
				return 0, isMissing
			}
			return 0, isUnparsable
		}
	}
	x, err := strconv.ParseFloat(string(b), 64)
	if err != nil && !errors.Is(err, strconv.ErrRange) {
		return 0, isUnparsable
	}
	return x, isNumber
}

// spelledOut reports whether the text is NaN or an infinity in words.
func spelledOut(b []byte) bool {
	if len(b) > 0 && (b[0] == '+' || b[0] == '-') {
		b = b[1:]
	}
	return bytes.EqualFold(b, []byte("nan")) || bytes.EqualFold(b, []byte("inf")) || bytes.EqualFold(b, []byte("infinity"))
}

// trim cuts the spaces, tabs and carriage returns at both ends.
func trim(b []byte) []byte {
	for len(b) > 0 && blank(b[0]) {
		b = b[1:]
	}
	for len(b) > 0 && blank(b[len(b)-1]) {
		b = b[:len(b)-1]
	}
	return b
}

func blank(c byte) bool { return c == ' ' || c == '\t' || c == '\r' }
