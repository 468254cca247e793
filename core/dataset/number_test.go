package dataset

import (
	"fmt"
	"math"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

func TestParseNumber(t *testing.T) {
	for _, c := range []struct {
		in   string
		x    float64
		want verdict
	}{
		{"5", 5, isNumber},
		{" 5\t", 5, isNumber},
		{"-0.25", -0.25, isNumber},
		{"+.5", 0.5, isNumber},
		{"5.", 5, isNumber},
		{"1e3", 1000, isNumber},
		{"1E-3", 0.001, isNumber},
		{"007", 7, isNumber},
		{"12,5", 12.5, isNumber},
		{"9007199254740993", 9007199254740992, isNumber},
		{"0.1234567890123456789012345", 0.1234567890123456789012345, isNumber},
		{"1e999", math.Inf(1), isNumber},
		{"-1e999", math.Inf(-1), isNumber},
		{"1e-999", 0, isNumber},
		{strings.Repeat("9", 400), math.Inf(1), isNumber},
		{"", 0, isMissing},
		{"  ", 0, isMissing},
		{"NaN", 0, isMissing},
		{"-inf", 0, isMissing},
		{"Infinity", 0, isMissing},
		{"+Inf", 0, isMissing},
		{"x", 0, isUnparsable},
		{"-", 0, isUnparsable},
		{".", 0, isUnparsable},
		{"1e", 0, isUnparsable},
		{"1 2", 0, isUnparsable},
		{"1,234,5", 0, isUnparsable},
		{"1.234,5", 0, isUnparsable},
		{"1:", 0, isUnparsable}, // the characters beside the digits
		{"1/", 0, isUnparsable},
		{"1.5:", 0, isUnparsable},
		{"1.5/", 0, isUnparsable},
		{"1e5:", 0, isUnparsable},
		{"1e5/", 0, isUnparsable},
		{":5", 0, isUnparsable},
		{"0x10", 0, isUnparsable},
		{"1_000", 0, isUnparsable},
		{"0x1p-2", 0, isUnparsable},
		{"$5", 0, isUnparsable},
		{"5%", 0, isUnparsable},
		{"--5", 0, isUnparsable},
		{"١", 0, isUnparsable},
	} {
		t.Run(fmt.Sprintf("%.60s", fmt.Sprint(c.in, c.x)), func(t *testing.T) {
			if x, v := parseNumber([]byte(c.in), ','); v != c.want || x != c.x {
				t.Errorf("parseNumber(%q) = %v, %d; want %v, %d", c.in, x, v, c.x, c.want)
			}
		})
	}
	if _, v := parseNumber([]byte("12,5"), '.'); v != isUnparsable {
		t.Error("a comma is taken for a decimal sign where it delimits")
	}
}

var decimal = regexp.MustCompile(`^[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?$`)

// Numbers of 16 to 19 digits are the nearest float64, those half-way between two, or next
// to it, among them.
func TestManyDigits(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for i := range 200_000 {
		mantissa, fraction := 1<<53+rng.Uint64N(1e19-1<<53), rng.IntN(20)
		if i%2 == 0 {
			fraction = 1 + rng.IntN(3)
			half := uint64(5)
			mantissa = 10*(1<<53+rng.Uint64N(1<<53)) + half
			for range fraction - 1 {
				mantissa *= 10
			}
			mantissa += uint64(rng.IntN(3)) - 1
		}
		digits := fmt.Sprintf("%019d", mantissa)
		if len(digits) > 19 {
			continue
		}
		cell := digits[:19-fraction] + "." + digits[19-fraction:]
		want, err := strconv.ParseFloat(cell, 64)
		if x, v := parseNumber([]byte("-"+cell), '.'); err != nil || v != isNumber || x != -want {
			t.Fatalf("-%s: %v, %d; ParseFloat gives %v, %v", cell, x, v, -want, err)
		}
	}
}

// shortNumber reads a text that stands among others.
func shortNumber(s string) (float64, bool) {
	var out [1]short
	shortNumbers([]byte("99.9"+s+"99.99999"), []span{{}, {4, int32(4 + len(s))}}, []int{1}, out[:])
	return out[0].x, out[0].ok
}

// TestShortNumbers tries all texts of up to four of the characters that matter, and
// longer ones at random.
func TestShortNumbers(t *testing.T) {
	const alphabet = "059.-+e :/"
	check := func(s string) {
		x, v := shortNumber(s)
		want, w := parseNumber([]byte(s), '.')
		if v && (w != isNumber || math.Float64bits(x) != math.Float64bits(want)) {
			t.Errorf("%q: %v, parseNumber gives %v, %d", s, x, want, w)
		}
		if (len(s) <= 8 && plain.MatchString(s)) != v {
			t.Errorf("%q: short %v", s, v)
		}
	}
	var all func(prefix string)
	all = func(prefix string) {
		check(prefix)
		if len(prefix) < 4 {
			for _, c := range alphabet {
				all(prefix + string(c))
			}
		}
	}
	for n := range 24 { // longer ones, with the point at either end
		for _, before := range []string{"", ".", "-.", "-", "-0.", "1."} {
			check(before + strings.Repeat("7", n))
			check(before + strings.Repeat("7", n) + ".")
		}
	}
	all("")
	rng := rand.New(rand.NewPCG(5, 6))
	for range 10000 {
		b := make([]byte, 4+rng.IntN(6))
		for i := range b {
			b[i] = "0123456789.."[rng.IntN(12)]
		}
		b[0] = "-1"[rng.IntN(2)]
		check(string(b))
	}
}

var plain = regexp.MustCompile(`^-?([0-9]+\.?[0-9]*|\.[0-9]+)$`)

// FuzzParseNumber: exactly the decimals are numbers, and each has the bits that
// strconv.ParseFloat gives.
func FuzzParseNumber(f *testing.F) {
	for _, s := range []string{"0", "-1.5", "123456789.123456789", "1e22", "9007199254740993", "9007199254740993.5", "922337203685477580.7", "0.000001", "-0", "18446744073709551616", "1.7976931348623159e308", " 1", "0x1p4", "1_0"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		x, v := parseNumber([]byte(s), '.')
		cell := strings.Trim(s, " \t\r")
		if got, want := v == isNumber, decimal.MatchString(cell); got != want {
			t.Fatalf("%q: number %v, want %v", s, got, want)
		}
		if v != isNumber {
			return
		}
		if y, ok := shortNumber(s); ok && math.Float64bits(x) != math.Float64bits(y) {
			t.Fatalf("%q: %v, shortNumber gives %v", s, x, y)
		}
		if want, _ := strconv.ParseFloat(cell, 64); math.Float64bits(x) != math.Float64bits(want) {
			t.Fatalf("%q: %v, ParseFloat gives %v", s, x, want)
		}
	})
}
