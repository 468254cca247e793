package words

import (
	"fmt"
	"math"
	"strings"
)

// PercentDown writes a share that is expected, rounded down so that it never promises more: whole per cent, with
// a digit above 99 and below 1.
func PercentDown(x float64) string {
	const rounding = 1e-9
	switch p := 100*x + rounding; {
	case p >= 99 && p < 100, p < 1:
		return fmt.Sprintf("%.1f %%", math.Floor(10*p)/10)
	default:
		return fmt.Sprintf("%.0f %%", math.Floor(p))
	}
}

// Range writes a forecast by its ends, rounded down: between 33 % and 90 %, or about 98 % where both round alike.
func Range(low, high float64) string {
	a, b := PercentDown(low), PercentDown(high)
	if a == b {
		return "about " + a
	}
	return "between " + a + " and " + b
}

// ShortRange is Range where there is little room: 31–90 %.
func ShortRange(low, high float64) string {
	a, b := PercentDown(low), PercentDown(high)
	if a == b {
		return a
	}
	return strings.TrimSuffix(a, " %") + "–" + b
}

// Why says in a sentence why a norm rule is recommended for variation about the mean: "mean" or "sign". noisy says that the mean of sign would be noise.
func Why(rule string, noisy bool) string {
	switch {
	case rule == "mean":
		return "Every column counts equally, whatever its units and bounds, and columns that are skewed or rare make no direction by themselves."
	case noisy:
		return "A private mean of all columns is mostly noise at this ε. Pairs of rows need none, and keep less on most tables all the same."
	}
	return "Every row counts by itself, where pairs halve their number, and the private mean it needs costs little."
}

// Advice says what a release lacks whose cautious end keeps less than half: which ε, how many features or how many rows would do, each
// alone; 0 for none. High is the hopeful end, and half what is asked for: half way to all from what chance keeps.
func Advice(high, half, epsilon, features, rows float64) string {
	first := "A release may be mostly noise here: at the cautious end it keeps less than " + PercentUp(half) + ". "
	if high < half {
		first = "Better not to release like this: even if few directions dominate, it keeps at most " + PercentUp(high) + ", and the budget would be gone. "
	}
	first += Chance(half)
	if !(epsilon > 0) {
		return first + " No ε up to 1,000 would help: describe fewer columns, or more people."
	}
	second := " From ε = " + ThreeUp(epsilon) + " on it keeps that much, or with " + RoundedUp(rows) + " rows"
	if features >= 2 {
		second += ", or with at most about " + Thousands(int64(features)) + " features: leave columns out, or merge levels"
	}
	return first + second + "."
}

// Chance says what is kept without any release, half being half way from there to all. A share that is kept means something above it alone.
func Chance(half float64) string {
	return "Directions drawn at random keep up to " + PercentUp(2*half-1) + "."
}

// ShortChance is Chance beside a share, where there is little room: at random: ≤ 65 %.
func ShortChance(half float64) string { return "at random: ≤ " + PercentUp(2*half-1) }

// PercentUp writes a share rounded up to whole per cent, with a digit above 99 and below 1.
func PercentUp(x float64) string {
	const rounding = 1e-9
	switch p := max(0, 100*x-rounding); {
	case p > 99 && p < 100, p < 1:
		return fmt.Sprintf("%.1f %%", math.Ceil(10*p)/10)
	default:
		return fmt.Sprintf("%.0f %%", math.Ceil(p))
	}
}

// ChanceUp writes a chance in per cent with one decimal, or as many more as it takes to stay below 100, rounded up so that it never promises more than
// holds: 100 only where it is 1.
func ChanceUp(p float64) string {
	for digits := 1; digits < 7; digits++ {
		unit := math.Pow(10, float64(digits))
		if x := math.Ceil(p * 100 * unit); x < 100*unit {
			return Fixed(x/unit, digits) + " %"
		}
	}
	return "100 %"
}

// Ratio writes how many times as much something is, with two digits: 2.5 times.
func Ratio(x float64) string {
	switch {
	case x >= 100:
		return "over 100 times"
	case x >= 10:
		return Fixed(x, 0) + " times"
	}
	return fmt.Sprintf("%.2g times", x)
}

// RoundedUp writes how many rows are enough: at least one, rounded up to two digits.
func RoundedUp(rows float64) string {
	rows = math.Max(1, rows)
	unit := math.Pow(10, math.Max(0, math.Floor(math.Log10(rows))-1))
	return Thousands(math.Ceil(rows/unit-1e-9) * unit)
}
