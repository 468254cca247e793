// Package words writes numbers and counts for people: in documents, reports, on the page
// and on a terminal.
//
// The rules of this package: one function a meaning; the minus sign is −; whatever is a
// bound is rounded so that it stays one.
package words

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Number writes x shortly and exactly as entered: 0.1, 1, 10⁻⁶, 2.5 × 10⁻⁸.
func Number(x float64) string {
	if x == 0 || math.Abs(x) >= 1e-3 && math.Abs(x) < 1e6 {
		return strconv.FormatFloat(x, 'f', -1, 64)
	}
	mantissa, exponent, _ := strings.Cut(strconv.FormatFloat(x, 'e', -1, 64), "e")
	n, _ := strconv.Atoi(exponent)
	power := "10" + superscript(n)
	if mantissa == "1" {
		return power
	}
	return mantissa + " × " + power
}

// Six writes x as Number does, with six significant digits: shares of a number end in
// rounding errors.
func Six(x float64) string {
	return Number(Round(x, 6))
}

// Round gives the number of so many significant digits that is nearest to x.
func Round(x float64, digits int) float64 {
	x, _ = strconv.ParseFloat(strconv.FormatFloat(x, 'g', digits, 64), 64) // what was formatted
	return x
}

// Cost writes an ε or a δ that is a bound as people enter it: exactly where six significant digits are enough, else rounded up to six. What a
// release's noise allows may be a little less than what was entered: 0.9999999974 is written 1.
func Cost(x float64) string {
	text := strconv.FormatFloat(x, 'e', 5, 64)
	short, _ := strconv.ParseFloat(text, 64)
	if short < x { // by one of the last digit
		_, exponent, _ := strings.Cut(text, "e")
		tens, _ := strconv.Atoi(exponent)
		short, _ = strconv.ParseFloat(strconv.FormatFloat(short+math.Pow10(tens-5), 'g', 6, 64), 64)
	}
	return Number(short)
}

// Three writes x with three significant digits.
func Three(x float64) string {
	return strings.ReplaceAll(strconv.FormatFloat(x, 'g', 3, 64), "-", "−")
}

// ThreeUp writes an upper bound with three significant digits, rounded up; "0" for one that
// is not positive.
func ThreeUp(x float64) string {
	if !(x > 0) {
		return "0"
	}
	unit := math.Pow(10, math.Floor(math.Log10(x))-2)
	return Three(math.Ceil(x/unit*(1-1e-12)) * unit)
}

// ThreeDown writes what may still be spent with three significant digits, rounded down; "0" for what is not positive.
func ThreeDown(x float64) string {
	if !(x > 0) {
		return "0"
	}
	unit := math.Pow(10, math.Floor(math.Log10(x))-2)
	return Three(math.Floor(x/unit*(1+1e-12)) * unit)
}

// TwoUp writes a positive number that is to be typed, with two significant digits, rounded up.
func TwoUp(x float64) string {
	unit := math.Pow(10, math.Floor(math.Log10(x))-1)
	return strconv.FormatFloat(Round(math.Ceil(x/unit*(1-1e-9))*unit, 2), 'f', -1, 64)
}

// Tenths writes x with one decimal; a dash for what is not a number.
func Tenths(x float64) string {
	if math.IsNaN(x) {
		return "–"
	}
	return strconv.FormatFloat(x, 'f', 1, 64)
}

// Fixed writes x with that many decimals.
func Fixed(x float64, decimals int) string { return strconv.FormatFloat(x, 'f', decimals, 64) }

// Signed writes x with its sign and that many decimals: +0.35, −0.20.
func Signed(x float64, decimals int) string {
	s := strconv.FormatFloat(math.Abs(x), 'f', decimals, 64)
	if x < 0 {
		return "−" + s
	}
	return "+" + s
}

// Percent writes a share of 1 without decimals, or with one where that would say 0 or 100.
func Percent(x float64) string {
	if p := x * 100; p > 0 && p < .95 || p > 99.05 && p < 99.95 {
		return strconv.FormatFloat(p, 'f', 1, 64) + " %"
	}
	return strconv.FormatFloat(x*100, 'f', 0, 64) + " %"
}

// ThreePercent writes a share of 1 with three significant digits: 12.5 %. A negative one is 0.
func ThreePercent(x float64) string { return Three(100*max(0, x)) + " %" }

// Angle writes an angle in degrees, with one decimal.
func Angle(radians float64) string { return Tenths(radians*180/math.Pi) + "°" }

// Degrees writes an angle that bounds another one from above, in degrees, rounded up.
func Degrees(radians float64) string {
	d := radians * 180 / math.Pi
	if d < 10 {
		return strconv.FormatFloat(math.Ceil(d*10)/10, 'f', 1, 64) + "°"
	}
	return strconv.FormatFloat(math.Ceil(d), 'f', 0, 64) + "°"
}

// Factor writes e^ε: two decimals, or as many as show two digits of what exceeds 1; rounded
// up, so that no sentence promises more than was proven.
func Factor(epsilon float64) string {
	f := math.Exp(epsilon)
	if f >= 1e6 || epsilon < 1e-9 {
		return "e^" + Number(epsilon)
	}
	digits := 2
	if f < 2 {
		digits = max(2, 1-int(math.Floor(math.Log10(math.Expm1(epsilon)))))
	} else if f >= 100 {
		digits = 0
	}
	unit := math.Pow(10, float64(digits))
	return strconv.FormatFloat(math.Ceil(f*unit)/unit, 'f', digits, 64)
}

// OneIn writes a small probability, rounded up: "one in a million", "one in 2,500".
func OneIn(p float64) string {
	switch n := math.Floor(1/p + 1e-9/p); {
	case n < 1e12 && n == 1e6:
		return "one in a million"
	case n < 1e12 && n == 1e9:
		return "one in a billion"
	case n < 1e12:
		return "one in " + Thousands(n)
	default:
		return "one in 10" + superscript(int(math.Floor(-math.Log10(p)+1e-9)))
	}
}

// Thousands writes a whole number with separators: 9,822.
func Thousands[Whole int | int64 | float64](n Whole) string {
	s := strconv.FormatInt(int64(n), 10)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// Count writes a number and its noun: "1 row", "9,822 rows".
func Count[Whole int | int64](n Whole, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return Thousands(n) + " " + noun + "s"
}

// Times writes how often something happened: "once", "3 times".
func Times(n int) string {
	if n == 1 {
		return "once"
	}
	return strconv.Itoa(n) + " times"
}

// Unit says who one person is: so many rows at most, named by a column or not. It is ""
// for no row.
func Unit(rows int, personColumn string) string {
	switch {
	case rows < 1:
		return ""
	case personColumn != "":
		return fmt.Sprintf("all rows that share %s, at most %d kept", personColumn, rows)
	case rows == 1:
		return "one row"
	}
	return fmt.Sprintf("at most %d rows", rows)
}

// Bytes writes a size.
func Bytes(n int64) string {
	switch x := float64(n); {
	case n < 1000:
		return Count(n, "byte")
	case n < 1e6:
		return strconv.FormatFloat(x/1e3, 'f', 1, 64) + " KB"
	case n < 1e9:
		return strconv.FormatFloat(x/1e6, 'f', 1, 64) + " MB"
	default:
		return strconv.FormatFloat(x/1e9, 'f', 2, 64) + " GB"
	}
}

// Upper is a text as a sentence begins: its first letter is large, where it is one of the Latin alphabet: an ε stays one.
func Upper(s string) string {
	if s != "" && s[0] >= 'a' && s[0] <= 'z' {
		return string(s[0]-'a'+'A') + s[1:]
	}
	return s
}

// Lower is a sentence's text within another one: its first letter is small.
func Lower(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	return string(unicode.ToLower(r)) + s[n:]
}

// List joins parts as a sentence does: "a, b and c".
func List(parts []string) string {
	if len(parts) < 2 {
		return strings.Join(parts, "")
	}
	return strings.Join(parts[:len(parts)-1], ", ") + " and " + parts[len(parts)-1]
}

// Some names the first few of a list and counts the rest.
func Some(names []string, most int) string {
	if len(names) <= most {
		return strings.Join(names, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(names[:most], ", "), len(names)-most)
}

// Clip shortens a name to that many characters. Controls and line ends become spaces, and
// what would turn the direction of writing is left out.
func Clip(s string, most int) string {
	r := []rune(strings.Map(func(c rune) rune {
		switch {
		case c < ' ' || c >= 0x7f && c <= 0x9f || c == '\u2028' || c == '\u2029':
			return ' '
		case TurnsWriting(c):
			return -1
		}
		return c
	}, s))
	if len(r) <= most {
		return string(r)
	}
	return string(r[:most-1]) + "…"
}

// TurnsWriting reports whether a character changes the direction in which others are
// written (Unicode Standard Annex 9, section 2).
func TurnsWriting(r rune) bool {
	return r == '\u061c' || r == '\u200e' || r == '\u200f' || r >= '\u202a' && r <= '\u202e' || r >= '\u2066' && r <= '\u2069'
}

func superscript(n int) string {
	return strings.NewReplacer("-", "⁻", "0", "⁰", "1", "¹", "2", "²", "3", "³", "4", "⁴",
		"5", "⁵", "6", "⁶", "7", "⁷", "8", "⁸", "9", "⁹").Replace(strconv.Itoa(n))
}
