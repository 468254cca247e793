package report

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"privatepca/core/release"
	"privatepca/core/words"
)

// Cumulative draws which share of the released total the first directions hold; ok is false
// where no whole spectrum was released, or its total is not above zero.
func Cumulative(d *release.Document) (f Figure, ok bool) {
	shares, banded := d.Shares()
	if shares == nil {
		return Figure{}, false
	}
	total := 0.0
	for _, x := range d.Spectrum {
		total += x
	}
	at := shares[d.NumComponents-1]
	shown := shares[:min(max(points, min(d.NumComponents+2, 2*points)), len(shares))]
	sentence := fmt.Sprintf("%s hold%s %s of the released total, %s.", capital(words.Count(d.NumComponents, "direction")), map[bool]string{true: "s"}[d.NumComponents == 1],
		words.Percent(at.Released), words.Three(total))
	switch {
	case banded && (at.Low > 0 || at.High < 1):
		sentence += fmt.Sprintf(" Of the exact total they hold %s to %s, with 97 %% confidence.", words.Percent(at.Low), words.Percent(at.High))
	case banded:
		sentence += " The noise is too large to say what share of the exact total that is."
	default:
		sentence += " No band is known for this noise."
	}
	if slices.ContainsFunc(shown, func(s release.Share) bool { return s.Released > 1.005 }) {
		sentence += " A share passes 100 % where noise made later eigenvalues negative."
	}
	f = Figure{ID: "cumulative", Title: "Cumulative", Sentence: sentence}
	f.Table = Table{Head: []string{"Directions", "Share"}}
	if banded {
		f.Table.Head = append(f.Table.Head, "From", "To")
	}
	for i, s := range shares[:min(tablePlace, len(shares))] {
		row := []string{strconv.Itoa(i + 1), words.Percent(s.Released)}
		if banded {
			row = append(row, words.Percent(s.Low), words.Percent(s.High))
		}
		f.Table.Rows = append(f.Table.Rows, row)
	}
	f.SVG = cumulativeChart(shown, d.NumComponents, banded)
	return f, true
}

func capital(s string) string {
	if s[0] == '1' && s[1] == ' ' {
		return "One" + s[1:]
	}
	return s
}

func cumulativeChart(shares []release.Share, k int, banded bool) string {
	var g drawing
	most := 1.0
	for _, s := range shares {
		most = math.Max(most, s.Released)
	}
	most = math.Min(most, 2)
	y := func(v float64) float64 { return bottom - math.Min(v, most)/most*(bottom-top) }
	x := func(i int) float64 {
		if len(shares) == 1 {
			return (left + right) / 2
		}
		return left + 12 + float64(i)*(right-left-24)/float64(len(shares)-1)
	}
	g.text("", 0, 11, "Share of the released total, %")
	for v := 0.0; v <= most+1e-9; v += .5 {
		g.add(`<path class="g" d="M%s %sH%s"/>`, px(left), px(y(v)), px(right))
		g.text("e", left-5, y(v)+4, strconv.Itoa(int(v*100+.5)))
	}
	if banded && len(shares) > 1 {
		g.add(`<path class="band" d="M`)
		for i, s := range shares {
			g.add(`%s %s `, px(x(i)), px(y(s.High)))
		}
		for i := len(shares) - 1; i >= 0; i-- {
			g.add(`%s %s `, px(x(i)), px(y(shares[i].Low)))
		}
		g.add(`Z"/>`)
	}
	g.add(`<path class="l-a" d="M`)
	for i, s := range shares {
		g.add(`%s %s `, px(x(i)), px(y(math.Max(0, s.Released))))
	}
	g.add(`"/>`)
	for i := range shares {
		if i == 0 || (i+1)%4 == 0 || i == len(shares)-1 && (i+1)%4 > 1 {
			g.text("c", x(i), 202, strconv.Itoa(i+1))
		}
	}
	if k <= len(shares) {
		at := shares[k-1].Released
		g.add(`<path class="mark d2" d="M%s %sV%s"/><circle class="f-a" cx="%s" cy="%s" r="4.5"/>`, px(x(k-1)), px(y(at)), px(bottom), px(x(k-1)), px(y(at)))
		class, dx := "t-a halo", 8.0
		if x(k-1) > 190 {
			class, dx = "t-a halo e", -8
		}
		g.text(class, x(k-1)+dx, math.Min(y(at)+20, bottom-6), fmt.Sprintf("k = %d: %s", k, words.Percent(at)))
	}
	return g.svg(210, fmt.Sprintf("Cumulative share of the released total: the first direction holds %s, the first %d %s.",
		words.Percent(shares[0].Released), len(shares), words.Percent(shares[len(shares)-1].Released)))
}
