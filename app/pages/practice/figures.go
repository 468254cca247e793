package practice

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/forecast"
	"privatepca/app/language"
	"privatepca/app/panel"
	"privatepca/app/ui"
	"privatepca/core/chart"
	"privatepca/core/method"
	"privatepca/core/privacy"
	"privatepca/core/words"
	"privatepca/wasm/protocol"
)

// publicFigure frames a drawing of exact numbers, for wide and narrow pages: as other
// figures, but marked, and with no way to save it.
func publicFigure(id, title, sentence, chart string, table chart.Table) app.UI {
	return panel.Figure(id, title, sentence, "<div>"+chart+"</div>", table.HTML(), panel.Head{}, app.Div().Body(ui.ClaimBadge(privacy.NotPrivate)))
}

// energies are the draws' shares of the optimal energy, in percent, ascending.
func energies(d *protocol.Draws) []float64 {
	var out []float64
	for _, u := range d.Utilities {
		out = append(out, 100*u.Energy)
	}
	slices.Sort(out)
	return out
}

// degrees are the draws' largest principal angles, ascending.
func degrees(d *protocol.Draws) []float64 {
	var out []float64
	for _, u := range d.Utilities {
		out = append(out, u.Angle*180/math.Pi)
	}
	slices.Sort(out)
	return out
}

func mean(x []float64) float64 {
	total := 0.0
	for _, v := range x {
		total += v
	}
	return total / float64(len(x))
}

// quantile interpolates linearly between the values of an ascending list.
func quantile(x []float64, q float64) float64 {
	at := q * float64(len(x)-1)
	i := min(int(at), len(x)-1)
	j := min(i+1, len(x)-1)
	return x[i] + (at-float64(i))*(x[j]-x[i])
}

// middle is the range of 8 of 10 draws: of fewer than 5, of all.
func middle(x []float64) string {
	switch {
	case len(x) < 2:
		return ""
	case len(x) < 5:
		return words.Tenths(x[0]) + " – " + words.Tenths(x[len(x)-1])
	}
	return words.Tenths(quantile(x, .1)) + " – " + words.Tenths(quantile(x, .9))
}

// An energy is what each mechanism's draws keep, beside the truth.
type energy struct {
	Asked Settings
	Truth *protocol.Truth
	Tries []Experiment
}

// Draw implements ui.Drawn.
func (f energy) Draw(*ui.Inbox) app.UI {
	sentence := "The truth is being read."
	if t := f.Truth; t != nil {
		sentence = fmt.Sprintf("The mark is the truth: %s hold %s of the total. The distance to its left is lost to privacy", words.Count(int64(f.Asked.K), "direction"), words.ThreePercent(leading(t, f.Asked.K)))
		if t.Encoded.Energy < 0.999 {
			sentence += "; the ring is what the encoding costs without any noise"
		}
		sentence += "."
	}
	return publicFigure("practice-energy", "Share of the structure kept", sentence,
		f.chart(96, 596, 640, "wide", 25)+f.chart(88, 282, 320, "narrow", 50), f.table())
}

// leading is the share of the total that the first k exact directions hold.
func leading(t *protocol.Truth, k int) float64 {
	total, best := 0.0, 0.0
	for i, v := range t.Values {
		total += v
		if i < k {
			best += v
		}
	}
	if total <= 0 {
		return 1
	}
	return best / total
}

// chart is a line of dots for each mechanism.
func (f energy) chart(left, right, width float64, class string, step int) string {
	const top, line = 36, 28
	x := func(percent float64) float64 { return left + percent/100*(right-left) }
	bottom := top + line*(len(f.Tries)+1) - 10
	var b strings.Builder
	fmt.Fprintf(&b, `<svg class="%s" viewBox="0 0 %s %d" role="img" aria-label="%s">`, class, chart.Px(width), bottom+20, chart.Escape(f.words()))
	unit := "Share of the structure kept, %; a dot is one draw"
	if class == "narrow" {
		unit = "Share of the structure kept, %"
	}
	fmt.Fprintf(&b, `<text x="0" y="11">%s</text><text class="e" x="%s" y="11">mean</text>`, unit, chart.Px(width))
	for v := 0; v <= 100; v += step {
		fmt.Fprintf(&b, `<path class="g" d="M%s 20V%d"/><text class="c" x="%s" y="%d">%d</text>`, chart.Px(x(float64(v))), bottom, chart.Px(x(float64(v))), bottom+16, v)
	}
	fmt.Fprintf(&b, `<text class="t-i" x="0" y="%d">Exact PCA</text><path class="l-a" d="M%s %dv14"/><text class="e" x="%s" y="%d">100</text>`, top+4, chart.Px(x(100)), top-7, chart.Px(width), top+4)
	if f.Truth != nil {
		fmt.Fprintf(&b, `<circle class="open" cx="%s" cy="%d" r="4"/>`, chart.Px(x(100*f.Truth.Encoded.Energy)), top)
	}
	for i, a := range f.Tries {
		y := top + line*(i+1)
		m, look, text := method.Named(a.Ask.Mechanism), "pt", ""
		if m.Name == forecast.Recommended(f.Asked.Delta).Name {
			look, text = "pt-a", " t-a"
		}
		fmt.Fprintf(&b, `<text x="0" y="%d">%s</text>`, y+4, chart.Escape(m.Short))
		switch {
		case a.why() != "":
			fmt.Fprintf(&b, `<text x="%s" y="%d">%s</text>`, chart.Px(left+4), y+4, chart.Escape(shorter(a.why(), int((right-left)/6))))
		case a.Draws == nil:
			fmt.Fprintf(&b, `<text class="e" x="%s" y="%d">…</text>`, chart.Px(width), y+4)
		default:
			list := energies(a.Draws)
			fmt.Fprintf(&b, `<path class="%s" d="`, look)
			for _, e := range list {
				fmt.Fprintf(&b, "M%s %dh0", chart.Px(x(e)), y)
			}
			fmt.Fprintf(&b, `"/><text class="e%s" x="%s" y="%d">%s</text>`, text, chart.Px(width), y+4, words.Fixed(mean(list), 0))
		}
	}
	return b.String() + "</svg>"
}

// shorter cuts words where there is little room; the table has them whole.
func shorter(words string, most int) string {
	r := []rune(words)
	if len(r) <= most {
		return words
	}
	return string(r[:most-1]) + "…"
}

// words read the chart.
func (f energy) words() string {
	said := []string{}
	for _, a := range f.Tries {
		if a.drawn() {
			said = append(said, method.Named(a.Ask.Mechanism).Title+" "+words.Fixed(mean(energies(a.Draws)), 0))
		}
	}
	if len(said) == 0 {
		return "Share of the structure kept: nothing is drawn yet."
	}
	return "Mean share of the structure kept in percent: exact PCA 100, " + strings.Join(said, ", ") + "."
}

// table lists every draw.
func (f energy) table() chart.Table {
	t := chart.Table{Head: []string{"Mechanism", "Energy of each draw, %"}}
	for _, a := range f.Tries {
		list := "–"
		if a.drawn() {
			var each []string
			for _, e := range energies(a.Draws) {
				each = append(each, words.Tenths(e))
			}
			list = strings.Join(each, " · ")
		}
		t.Rows = append(t.Rows, []string{method.Named(a.Ask.Mechanism).Title, list})
	}
	return t
}

// A comparison is the table of all mechanisms.
type comparison struct {
	Truth *protocol.Truth
	Tries []Experiment
	Over  bool // what is not drawn is drawn no more
}

// Draw implements ui.Drawn.
func (f comparison) Draw(*ui.Inbox) app.UI {
	num := func(text, spread string) app.UI {
		return app.Td().Class("num").Body(app.Text(language.Say(text)), app.Small().Class("spread").Text(language.Say(spread)))
	}
	row := func(name, cost, energy, range1, angle, range2 string, claim app.UI) app.UI {
		return app.Tr().Body(app.Th().Scope("row").Text(language.Say(name)), app.Td().Class("nowrap").Text(language.Say(cost)), num(energy, range1), num(angle, range2), app.Td().Body(claim))
	}
	rows := []app.UI{row("Exact PCA", "–", "100.0", "", "0.0", "", ui.ClaimBadge(privacy.NotPrivate))}
	if t := f.Truth; t != nil {
		rows = append(rows, row("As encoded, no noise", "–", words.Tenths(100*t.Encoded.Energy), "",
			words.Tenths(t.Encoded.Angle*180/math.Pi), "", ui.ClaimBadge(privacy.NotPrivate)))
	}
	for _, a := range f.Tries {
		m := method.Named(a.Ask.Mechanism)
		if d := a.Draws; a.drawn() {
			e, g := energies(d), degrees(d)
			name := m.Title
			if d.Refused > 0 {
				name += fmt.Sprintf(" (%d of %d refused)", d.Refused, d.Refused+len(e))
			} else if len(e) < TryDraws {
				name += " (" + words.Count(int64(len(e)), "draw") + ")"
			}
			rows = append(rows, row(name, costWords(d), words.Tenths(mean(e)), middle(e), words.Tenths(mean(g)), middle(g), ui.ClaimBadge(privacy.Claim(d.Claim))))
			continue
		}
		why := "…"
		switch {
		case a.why() != "":
			why = a.why()
		case f.Over:
			why = "not drawn"
		}
		rows = append(rows, app.Tr().Body(app.Th().Scope("row").Text(language.Say(m.Title)), app.Td().ColSpan(3).Text(language.Say(why)), app.Td().Body(ui.ClaimBadge(m.Claim))))
	}
	head := func(text string, class ...string) app.UI {
		return app.Th().Scope("col").Class(class...).Text(language.Say(text))
	}
	return app.Div().ID("practice-table").Class("table-wrap wrapping").TabIndex(0).Attr("role", "region").Aria("label", language.Say("Comparison of mechanisms, not private")).Body(
		app.Table().Body(
			app.THead().Body(app.Tr().Body(head("Mechanism"), head("ε, δ"), head("Energy, %", "num"), head("Largest angle, °", "num"), head("Claim, if protected"))),
			app.TBody().Body(rows...)),
		app.P().Class("help pad").Body(ui.ClaimBadge(privacy.NotPrivate), app.Text(language.Say(" All of it is compared with the truth. Means; below each, where 8 of 10 draws lie."))))
}

// costWords is (1, 10⁻⁶), or 1 for pure ε.
func costWords(d *protocol.Draws) string {
	switch {
	case d.Epsilon == 0:
		return "0"
	case d.Delta == 0:
		return words.Six(d.Epsilon)
	}
	return "(" + words.Six(d.Epsilon) + ", " + words.Six(d.Delta) + ")"
}
