package report

import (
	"fmt"
	"math"
	"strconv"

	"privatepca/core/chart"
	"privatepca/core/relation"
	"privatepca/core/release"
	"privatepca/core/words"
)

// A Named is a value with what it is of, in words.
type Named struct {
	Name string
	relation.Value
}

// RegressionFigure draws the coefficients of a regression with their intervals; ok is false where it is refused.
func RegressionFigure(d *release.Document, m *relation.Matrix, outcome string, predictors []string) (f Figure, ok bool) {
	told, r := Regressed(d, m, outcome, predictors), regressionOf(d, m, outcome, predictors)
	if r == nil {
		return Figure{}, false
	}
	var list []Named
	for k, v := range r.Coefficients {
		list = append(list, Named{told.Table.Rows[k][0], v})
	}
	f = Intervals("coefficients", "Coefficients for "+words.Clip(featureWords(d, outcome), mostLetters), "In the columns’ own units. Lines: 95 % intervals for people like these.", list, words.Amount)
	f.Table = told.Table
	return f, true
}

// Intervals draws values with their 95 % intervals, one below the other, on one axis that shows 0. Say writes a value.
func Intervals(id, title, sentence string, list []Named, say func(float64) string) Figure {
	f := Figure{ID: id, Title: title, Sentence: sentence, Table: Table{Head: []string{"Of", "Value", "From", "To"}, Labels: true}}
	for _, v := range list {
		f.Table.Rows = append(f.Table.Rows, []string{v.Name, say(v.Value.Value), say(v.Low), say(v.High)})
	}
	f.drawn(func(wide chart.Width) string { return drawIntervals(list, say, wide) })
	return f
}

func drawIntervals(list []Named, say func(float64) string, wide chart.Width) string {
	from, to := 0., 0.
	for _, v := range list {
		from, to = min(from, v.Low, v.Value.Value), max(to, v.High, v.Value.Value)
	}
	step := chart.NiceStep(max(to-from, 1e-9) / 4)
	from, to = from-step/10, to+step/10
	left, right, tall := wide.Between(120, 240, 300), float64(wide)-wide.Between(52, 64, 84), wide.Between(18, 20, 20)
	x := func(v float64) float64 { return left + (v-from)/(to-from)*(right-left) }
	bottom := 4 + tall*float64(len(list))
	g := chart.Drawing{Width: wide}
	for _, tick := range chart.Steps(from, to, step) {
		class := "g"
		if tick.At == 0 {
			class = "ax"
		}
		g.Add(`<path class="%s" d="M%s 0V%s"/>`, class, chart.Px(x(tick.At)), chart.Px(bottom+2))
		g.Text("c", x(tick.At), bottom+14, tick.Name)
	}
	for i, v := range list {
		y := 4 + tall*(float64(i)+.5)
		g.Text("m", 0, y+4, chart.Cut(words.Clip(v.Name, math.MaxInt), int(wide.Between(18, 36, 40))))
		g.Add(`<path class="wh" d="M%s %sH%s"/>`, chart.Px(x(v.Low)), chart.Px(y), chart.Px(x(v.High)))
		g.Add(`<circle class="f-a" cx="%s" cy="%s" r="4">%s</circle>`, chart.Px(x(v.Value.Value)), chart.Px(y),
			chart.Tip(fmt.Sprintf("%s: %s, 95 %% interval %s to %s", v.Name, say(v.Value.Value), say(v.Low), say(v.High))))
		g.Text("e", float64(wide), y+4, say(v.Value.Value))
	}
	return g.SVG(bottom+20, intervalsSeen(list, say))
}

// intervalsSeen says what the drawing shows.
func intervalsSeen(list []Named, say func(float64) string) string {
	off := 0
	for _, v := range list {
		if !v.MayBe0() {
			off++
		}
	}
	out := capitalCount(len(list), "value") + " with intervals; " + strconv.Itoa(off) + " of them exclude 0."
	if len(list) > 0 {
		least, most := list[0], list[0]
		for _, v := range list {
			if v.Value.Value < least.Value.Value {
				least = v
			}
			if v.Value.Value > most.Value.Value {
				most = v
			}
		}
		out += fmt.Sprintf(" From %s at %s to %s at %s.", words.Clip(least.Name, 40), say(least.Value.Value), words.Clip(most.Name, 40), say(most.Value.Value))
	}
	return out
}
