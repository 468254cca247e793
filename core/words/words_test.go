package words

import (
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
)

// Factor never states less than e^ε.
func TestFactorRoundsUp(t *testing.T) {
	for epsilon, want := range map[float64]string{.01: "1.011", .001: "1.0011", .5: "1.65", 1: "2.72", 3: "20.09", 5: "149", 1e-12: "e^10⁻¹²"} {
		if got := Factor(epsilon); got != want {
			t.Errorf("e^%g is written %s, want %s", epsilon, got, want)
		}
	}
}

func TestBoundsAreRoundedUp(t *testing.T) {
	for x, want := range map[float64]string{.0213: "0.0213", .02131: "0.0214", .9991: "1", 1.0001e-5: "1.01e−05", 12345: "1.24e+04", 0: "0", math.NaN(): "0"} {
		if got := ThreeUp(x); got != want {
			t.Errorf("ThreeUp(%g) = %s, want %s", x, got, want)
		}
	}
	for x, want := range map[float64]string{0.1: "5.8°", math.Pi / 2: "90°", .3: "18°"} {
		if got := Degrees(x); got != want {
			t.Errorf("Degrees(%g) = %s, want %s", x, got, want)
		}
	}
	for p, want := range map[float64]string{1e-6: "one in a million", 1e-5: "one in 100,000", 1e-9: "one in a billion", .4: "one in 2", 1.5e-6: "one in 666,666", 1e-15: "one in 10¹⁵"} {
		if got := OneIn(p); got != want {
			t.Errorf("OneIn(%g) = %s, want %s", p, got, want)
		}
	}
}

// Cost never states less than x, nor more than a hundred thousandth of it more.
func TestCostsAreRoundedUp(t *testing.T) {
	for x, want := range map[float64]string{1: "1", .1: "0.1", .123456: "0.123456", 0.9999999974239222: "1", 1.0000000001: "1.00001", .12345601: "0.123457", 1e-6: "10⁻⁶", 9.99999999e-7: "10⁻⁶", 1.0000001e-6: "1.00001 × 10⁻⁶", 20: "20", 0: "0"} {
		if got := Cost(x); got != want {
			t.Errorf("Cost(%v) = %s, want %s", x, got, want)
		}
	}
	rng := rand.New(rand.NewPCG(1, 1))
	for range 10000 {
		x := math.Exp(10 * rng.NormFloat64())
		text := strings.NewReplacer(" × 10", "e", "⁻", "-", "⁰", "0", "¹", "1", "²", "2", "³", "3", "⁴", "4", "⁵", "5", "⁶", "6", "⁷", "7", "⁸", "8", "⁹", "9").Replace(Cost(x))
		if got, err := strconv.ParseFloat(text, 64); err != nil || got < x || got > x*(1+2e-5) {
			t.Fatalf("Cost(%v) = %s, %v", x, text, err)
		}
	}
}

func TestNumbers(t *testing.T) {
	for x, want := range map[float64]string{0: "0", .1: "0.1", 1e-6: "10⁻⁶", 2.5e-8: "2.5 × 10⁻⁸", -3: "-3", 1e6: "10⁶", 999999: "999999"} {
		if got := Number(x); got != want {
			t.Errorf("Number(%g) = %s, want %s", x, got, want)
		}
	}
	for x, want := range map[float64]string{1.2345678: "1.23457"} {
		if got := Six(x); got != want {
			t.Errorf("Six(%g) = %s, want %s", x, got, want)
		}
	}
	for x, want := range map[float64]string{-1234: "−1.23e+03", -1.5e-6: "−1.5e−06", .5: "0.5"} {
		if got := Three(x); got != want {
			t.Errorf("Three(%g) = %s, want %s", x, got, want)
		}
	}
	if a, b := Signed(-.2, 2), Signed(.345, 2); a != "−0.20" || b != "+0.34" && b != "+0.35" {
		t.Errorf("%s, %s", a, b)
	}
	for x, want := range map[float64]string{0: "0 %", .004: "0.4 %", .0096: "1 %", .5: "50 %", .992: "99.2 %", 1: "100 %"} {
		if got := Percent(x); got != want {
			t.Errorf("Percent(%g) = %s, want %s", x, got, want)
		}
	}
}

// What may still be spent is rounded down, unless it is a number of three digits but for the error of its last bit; "0" is offered for nothing.
func TestChancesAreRoundedUp(t *testing.T) {
	for p, want := range map[float64]string{.5: "50.0 %", .7311: "73.2 %", .99953: "99.96 %", 1: "100 %"} {
		t.Run(want, func(t *testing.T) {
			if got := ChanceUp(p); got != want {
				t.Errorf("a chance of %g is %s", p, got)
			}
		})
	}
}

func TestRatiosHaveTwoDigits(t *testing.T) {
	for x, want := range map[float64]string{1.04: "1 times", 2.46: "2.5 times", 12.4: "12 times", 99.9: "100 times", 100: "over 100 times"} {
		t.Run(want, func(t *testing.T) {
			if got := Ratio(x); got != want {
				t.Errorf("%g is %s", x, got)
			}
		})
	}
}

func TestThreeDown(t *testing.T) {
	for x, want := range map[float64]string{.3: "0.3", math.Nextafter(.3, 0): "0.3", .2999: "0.299", 1.2345: "1.23", 9.999: "9.99", 1: "1", 0: "0", -1: "0", math.NaN(): "0", .0012345: "0.00123"} {
		if got := ThreeDown(x); got != want {
			t.Errorf("ThreeDown(%g) = %s, want %s", x, got, want)
		}
	}
}

func TestCounts(t *testing.T) {
	for n, want := range map[int64]string{0: "0", 999: "999", 1000: "1,000", 1234567: "1,234,567", -1000: "-1,000", -999: "-999"} {
		if got := Thousands(n); got != want {
			t.Errorf("Thousands(%d) = %s, want %s", n, got, want)
		}
	}
	for n, want := range map[int64]string{1: "1 byte", 999: "999 bytes", 1500: "1.5 KB", 2_500_000: "2.5 MB", 3_000_000_000: "3.00 GB"} {
		if got := Bytes(n); got != want {
			t.Errorf("Bytes(%d) = %s, want %s", n, got, want)
		}
	}
	if a, b := Count(1, "row"), Count(1200, "row"); a != "1 row" || b != "1,200 rows" {
		t.Errorf("%s, %s", a, b)
	}
	if a, b := Times(1), Times(3); a != "once" || b != "3 times" {
		t.Errorf("%s, %s", a, b)
	}
}

func TestLists(t *testing.T) {
	names := []string{"a", "b", "c"}
	if a, b, c := List(names), List(names[:1]), List(nil); a != "a, b and c" || b != "a" || c != "" {
		t.Errorf("%q, %q, %q", a, b, c)
	}
	if a, b := Some(names, 3), Some(names, 1); a != "a, b, c" || b != "a and 2 more" {
		t.Errorf("%q, %q", a, b)
	}
	if got := Clip("a\nb\u202ec", 9); got != "a bc" {
		t.Errorf("%q", got)
	}
	if got := Clip("abcdef", 4); got != "abc…" {
		t.Errorf("%q", got)
	}
}

// What rounds, at the ends where it matters.
func TestWhatRounds(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{TwoUp(.29), "0.29"},
		{TwoUp(.2901), "0.3"},
		{TwoUp(320.1), "330"},
		{TwoUp(99.5), "100"},
		{TwoUp(.00123), "0.0013"},
		{Tenths(91.04), "91.0"},
		{Tenths(-.06), "-0.1"},
		{Tenths(math.NaN()), "–"},
		{ThreePercent(.1251), "12.5 %"},
		{ThreePercent(-.1), "0 %"},
		{ThreePercent(1. / 3), "33.3 %"},
		{Angle(math.Pi / 4), "45.0°"},
		{ShortRange(.311, .909), "31–90 %"},
		{ShortRange(.33, .339), "33 %"},
		{ShortChance(.822), "at random: ≤ 65 %"},
		{RoundedUp(.2), "1"},
		{RoundedUp(7.2), "8"},
		{RoundedUp(12345), "13,000"},
		{RoundedUp(10), "10"},
		{Six(.1 + .2), "0.3"},
		{ThreeDown(1.4999), "1.49"},
	} {
		t.Run(c.want, func(t *testing.T) {
			if c.got != c.want {
				t.Errorf("%q", c.got)
			}
		})
	}
}
