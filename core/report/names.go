package report

import (
	"math"
	"slices"

	"privatepca/core/chart"
	"privatepca/core/release"
	"privatepca/core/words"
)

// shortNames are the labels of a drawing's features, of at most so many letters' room each, under the features' numbers. Where labels that
// differ would be the same when their ends are left out, their middles are left out instead, up to where they differ.
func shortNames(d *release.Document, features []int, letters int) map[int]string {
	full, short := map[int]string{}, map[int]string{}
	for _, i := range features {
		full[i] = words.Clip(Label(d, i), math.MaxInt)
		short[i] = chart.Cut(full[i], letters)
	}
	for _, later := range []func(name string, alike []string) int{endOf(letters), differenceOf(letters)} {
		alike := map[string][]string{}
		for i, name := range short {
			if !slices.Contains(alike[name], full[i]) {
				alike[name] = append(alike[name], full[i])
			}
		}
		for i, name := range short {
			if of := alike[name]; len(of) > 1 {
				short[i] = without(full[i], later(full[i], of), letters)
			}
		}
	}
	for i, name := range short { // a letter may be wider than others
		short[i] = chart.Fit(name, letterRoom*float64(letters), 11)
	}
	return short
}

// letterRoom is the room of a letter of a name, in pixels.
const letterRoom = 6.3

// without is a name of so many letters' room, which after its beginning goes on at a place of the full one.
func without(full string, from, letters int) string {
	if chart.Cells(full) <= letters {
		return full
	}
	r, head := []rune(full), letters/3
	for chart.Cells(string(r[:head])) > letters/3 {
		head--
	}
	from = max(from, head+1)
	return string(r[:head]) + "…" + chart.Cut(string(r[min(from, len(r)):]), letters-chart.Cells(string(r[:head]))-1)
}

// endOf goes on where the rest is the end of the name.
func endOf(letters int) func(string, []string) int {
	return func(name string, _ []string) int {
		r := []rune(name)
		from := max(0, len(r)-(letters-letters/3-1))
		for chart.Cells(string(r[from:])) > letters-letters/3-1 {
			from++
		}
		return from
	}
}

// differenceOf goes on a word's beginning before the first letter in which the names differ.
func differenceOf(letters int) func(string, []string) int {
	return func(name string, alike []string) int {
		r, same := []rune(name), len([]rune(name))
		for _, other := range alike {
			o := []rune(other)
			for same = min(same, len(o)); !slices.Equal(r[:same], o[:same]); {
				same--
			}
		}
		return max(0, same-letters/6)
	}
}
