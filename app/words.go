package app

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"privatepca/core/release"
)

// thousands writes a count with separators: 9,822.
func thousands(n int64) string {
	s := strconv.FormatInt(n, 10)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// plural writes a count and its noun.
func plural(n int64, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return thousands(n) + " " + noun + "s"
}

// some names the first few of a list and counts the rest.
func some(names []string, most int) string {
	if len(names) <= most {
		return strings.Join(names, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(names[:most], ", "), len(names)-most)
}

// list joins parts as a sentence does.
func list(parts []string) string {
	if len(parts) < 2 {
		return strings.Join(parts, "")
	}
	return strings.Join(parts[:len(parts)-1], ", ") + " and " + parts[len(parts)-1]
}

// bytesWord writes a size for people.
func bytesWord(n int64) string {
	switch x := float64(n); {
	case n < 1000:
		return plural(n, "byte")
	case n < 1e6:
		return strconv.FormatFloat(x/1e3, 'f', 1, 64) + " KB"
	case n < 1e9:
		return strconv.FormatFloat(x/1e6, 'f', 1, 64) + " MB"
	default:
		return strconv.FormatFloat(x/1e9, 'f', 2, 64) + " GB"
	}
}

// signed writes a loading with its sign: +0.35, −0.20.
func signed(x float64, decimals int) string {
	s := strconv.FormatFloat(math.Abs(x), 'f', decimals, 64)
	if x < 0 {
		return "−" + s
	}
	return "+" + s
}

// short writes a number with three digits.
func short(x float64) string {
	return strings.Replace(strconv.FormatFloat(x, 'g', 3, 64), "-", "−", 1)
}

// figures writes a budget with six digits: shares of it end in rounding errors.
func figures(x float64) string {
	x, _ = strconv.ParseFloat(strconv.FormatFloat(x, 'g', 6, 64), 64)
	return release.Number(x)
}

// oneIn writes a small probability as people say it, rounded up.
func oneIn(p float64) string {
	switch n := math.Floor(1/p + 1e-9/p); {
	case n < 1e12 && n == 1e6:
		return "one in a million"
	case n < 1e12 && n == 1e9:
		return "one in a billion"
	case n < 1e12:
		return "one in " + thousands(int64(n))
	default:
		return "one in 10" + superscript(int(math.Floor(-math.Log10(p)+1e-9)))
	}
}

func superscript(n int) string {
	digits := []rune("⁰¹²³⁴⁵⁶⁷⁸⁹")
	var b strings.Builder
	for _, d := range strconv.Itoa(n) {
		b.WriteRune(digits[d-'0'])
	}
	return b.String()
}
