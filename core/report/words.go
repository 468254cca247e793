package report

import (
	"math"
	"strconv"
	"strings"
)

// short writes a number with three digits.
func short(x float64) string {
	return strings.Replace(strconv.FormatFloat(x, 'g', 3, 64), "-", "−", 1)
}

// ceiled writes a bound with three digits, rounded up.
func ceiled(x float64) string {
	if !(x > 0) {
		return "0"
	}
	unit := math.Pow(10, math.Floor(math.Log10(x))-2)
	return short(math.Ceil(x/unit*(1-1e-12)) * unit)
}

// signed writes a loading with its sign: +0.35, −0.20.
func signed(x float64, decimals int) string {
	s := strconv.FormatFloat(math.Abs(x), 'f', decimals, 64)
	if x < 0 {
		return "−" + s
	}
	return "+" + s
}

// percent writes a share of 1 without decimals, or with one where that would say 0 or 100.
func percent(x float64) string {
	if p := x * 100; p > 0 && p < .95 || p > 99.05 && p < 99.95 {
		return strconv.FormatFloat(p, 'f', 1, 64) + " %"
	}
	return strconv.FormatFloat(x*100, 'f', 0, 64) + " %"
}

// degrees writes an angle, rounded up: a bound stays one.
func degrees(radians float64) string {
	d := radians * 180 / math.Pi
	if d < 10 {
		return strconv.FormatFloat(math.Ceil(d*10)/10, 'f', 1, 64) + "°"
	}
	return strconv.FormatFloat(math.Ceil(d), 'f', 0, 64) + "°"
}

// count writes a number and its noun.
func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return thousands(n) + " " + noun + "s"
}

func thousands(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// clip shortens a name for a drawing, in characters. Controls and line ends become
// spaces, and what would turn the direction of writing is left out.
func clip(s string, most int) string {
	r := []rune(strings.Map(func(c rune) rune {
		switch {
		case c < ' ' || c == 0x7f || c == '\u2028' || c == '\u2029':
			return ' '
		case c >= '\u202a' && c <= '\u202e' || c >= '\u2066' && c <= '\u2069':
			return -1
		}
		return c
	}, s))
	if len(r) <= most {
		return string(r)
	}
	return string(r[:most-1]) + "…"
}

// NiceStep rounds up to 1, 2 or 5 times a power of ten.
func NiceStep(x float64) float64 {
	if !(x > 0) {
		return 1
	}
	unit := math.Pow(10, math.Floor(math.Log10(x)))
	for _, m := range []float64{1, 2, 5} {
		if x <= m*unit*(1+1e-9) {
			return m * unit
		}
	}
	return 10 * unit
}

// TickLabel writes a tick with the digits that its step needs.
func TickLabel(v, step float64) string {
	if math.Abs(v) < step/2 {
		return "0"
	}
	if step >= 1e5 || step < 1e-4 {
		return short(v)
	}
	digits := int(math.Max(0, -math.Floor(math.Log10(step)+1e-9)))
	return strings.Replace(strconv.FormatFloat(v, 'f', digits, 64), "-", "−", 1)
}
