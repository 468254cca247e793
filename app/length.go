package app

import (
	"fmt"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/core/schema"
)

// lengthPanel asks how a record becomes a vector of bounded length.
func (s *session) lengthPanel() app.UI {
	a := &s.answers
	return app.Div().Class("stack").Body(
		app.H2().Text("Length of a record"),
		app.Div().Class("cols-2").Body(
			app.Div().Class("field").Body(
				app.Label().For("norm-rule").Text("Norm rule"),
				s.choose("norm-rule", string(a.rule), []option{
					{string(schema.Clip), "Clip records longer than R"},
					{string(schema.Unit), "Scale every record to length 1"},
				}, func(v string) { s.answers.rule = schema.NormRule(v) }).Class("w-full"),
				app.P().Class("help").Text(ruleHelp(a.rule)),
			),
			s.boundField(),
			app.Div().Class("field").Body(
				app.Label().For("centre").Text("Centre"),
				s.choose("centre", string(a.centre), []option{
					{string(schema.CentreNone), "Zero (as in the paper)"},
					{string(schema.CentreMidpoint), "Middle of the bounds"},
				}, func(v string) {
					s.answers.centre = schema.Centre(v)
					s.answers.count()
				}).Class("w-full"),
				app.P().Class("help").Text("Directions are measured from this point. The exact mean is not offered: it is private."),
			),
			app.Div().Class("field").Body(
				app.Label().For("scaling").Text("Scaling of numbers"),
				s.choose("scaling", string(a.scaling), []option{
					{string(schema.MaxAbs), "Divide by the larger bound (as in the paper)"},
					{string(schema.Affine), "Minimum to −1, maximum to 1"},
				}, func(v string) {
					s.answers.scaling = schema.Scaling(v)
					s.answers.count()
				}).Class("w-full"),
				app.P().Class("help").Text("So that columns in different units weigh alike. Only public bounds are used."),
			),
		),
		s.boundLine(),
	)
}

func ruleHelp(r schema.NormRule) string {
	if r == schema.Unit {
		return "No R to choose; only proportions within a record count. A record of zeros stays zero."
	}
	return "Small R, little noise; too small, and the picture bends."
}

func (s *session) boundField() app.UI {
	a := &s.answers
	if a.rule == schema.Unit {
		return nil
	}
	var origin app.UI
	if a.bound != "" {
		origin = originBadge(a.boundFrom)
	}
	in := s.input("norm-bound", a.bound, func(v string) {
		s.answers.bound, s.answers.boundFrom = strings.TrimSpace(v), schema.Typed
	}).Class("w-m").Attr("inputmode", "decimal").Placeholder("always fits")
	help := fmt.Sprintf("Each record becomes a vector of %s. Longer ones are scaled back to length R. Empty: %s, where every record fits.",
		plural(int64(a.tally.features), "number"), short(a.tally.alwaysFits))
	if a.tally.features == 0 {
		help = "Each record becomes a vector; longer ones are scaled back to length R. Empty: the length where every record fits."
	}
	return app.Div().Class("field").Body(
		app.Label().For("norm-bound").Text("Norm bound R"),
		app.Div().Class("row").Body(invalid(in, a.boundFault(), "norm-bound-fault"), origin),
		fault("norm-bound-fault", a.boundFault()),
		app.P().Class("help").Text(help),
	)
}

// boundLine draws R between 0 and the length that always fits: noise grows with R².
func (s *session) boundLine() app.UI {
	a := &s.answers
	r, always := numberOr(a.bound, 0), a.tally.alwaysFits
	if a.rule == schema.Unit || a.boundFault() != "" || r <= 0 || r >= always*0.98 {
		return nil
	}
	x := 8 + r/always*600
	text := func(at float64, y int, class, words string) string {
		return fmt.Sprintf(`<text class="%s" x="%s" y="%d">%s</text>`, class, px(at), y, words)
	}
	near := "c t-a"
	if x < 60 {
		near = "t-a"
	}
	less := short(always * always / (r * r))
	return app.Raw(fmt.Sprintf(`<svg class="wide" viewBox="0 0 640 60" role="img" aria-label="Norm bound on a line from 0 to %s: the chosen %s, and %s where every record fits but the noise is %s times larger.">`,
		short(always), short(r), short(always), less) +
		`<path class="ax" d="M8 34H632"/>` +
		fmt.Sprintf(`<path class="mark" d="M%s 18v24"/><circle class="f-a" cx="%s" cy="34" r="5"/>`, px(x), px(x)) +
		text(x, 12, near, "R = "+short(r)) + text(x, 56, near, "noise × 1") +
		`<path class="ax" d="M608 22v24"/>` +
		text(640, 12, "e", short(always)+", always fits") + text(640, 56, "e", "noise × "+less) + `</svg>`)
}
