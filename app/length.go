package app

import (
	"fmt"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/core/privacy"
	"privatepca/core/schema"
)

// lengthPanel asks what the directions are to describe, and how a record becomes a
// vector of bounded length.
func (s *session) lengthPanel() app.UI {
	a := &s.answers
	if a.rule == schema.Pairs {
		return app.Div().Class("stack").Body(s.lengthHead(), app.Div().Class("cols-2").Body(s.ruleField(), s.scalingField()))
	}
	return app.Div().Class("stack").Body(
		s.lengthHead(),
		app.Div().Class("cols-2").Body(s.ruleField(), s.boundField(), s.centreField(), s.scalingField()),
		s.boundLine(),
	)
}

func (s *session) lengthHead() app.UI { return app.H2().Text("What the directions describe") }

func (s *session) ruleField() app.UI {
	a := &s.answers
	pairs := "Variation about the mean"
	if s.choices.relation == privacy.ReplaceOne && a.unit != unitRows { // the number of persons is public
		pairs += " (recommended)"
	}
	return app.Div().Class("field").Body(
		app.Label().For("norm-rule").Text("Directions of"),
		s.choose("norm-rule", string(a.rule), []option{
			{string(schema.Pairs), pairs},
			{string(schema.Clip), "Second moment, clipped to R (the paper’s)"},
			{string(schema.Unit), "Second moment, records of length 1"},
		}, func(v string) {
			s.answers.rule = schema.NormRule(v)
			s.answers.count()
		}).Class("w-full"),
		app.P().Class("help").Text(ruleHelp(a.rule)),
	)
}

func ruleHelp(r schema.NormRule) string {
	switch r {
	case schema.Pairs:
		return "How people differ. Rows are paired at random, and each pair gives the direction of its difference: no R and no centre to choose, and outliers count no more than others. Eigenvalues are shares, not variances. The number of persons must be public."
	case schema.Unit:
		return "No R to choose; only proportions within a record count. A record of zeros stays zero."
	}
	return "Sizes count as well as differences: about zero, the first direction often points at the mean. Small R, little noise; too small, and the picture bends."
}

func (s *session) boundField() app.UI {
	a := &s.answers
	if a.rule != schema.Clip {
		return nil
	}
	private := s.tick("norm-private", "Choose R from the records", "Privately, for a share of ε.", a.normPrivate, func(on bool) { s.answers.normPrivate = on })
	if a.normPrivate {
		return app.Div().Class("field").Body(
			app.P().Class("label").Text("Norm bound R"), private,
			s.shareField("norm-private-share", "Share of ε for R", a.normShare, func(v share) { s.answers.normShare = v }, ""),
			s.numberField("norm-quantile", "Share of records not clipped", string(a.normQuantile), func(v string) { s.answers.normQuantile = share(v) },
				a.normQuantile.fault("The share"), "R is about as long as this share of the records."),
		)
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
		private,
	)
}

// privateMean is the choice of centre that no schema can state.
const privateMean = "mean"

func (s *session) centreField() app.UI {
	a := &s.answers
	options := []option{
		{string(schema.CentreNone), "Zero (as in the paper)"},
		{string(schema.CentreMidpoint), "Middle of the bounds"},
		{privateMean, "Private mean, for a share of ε"},
	}
	if a.point != nil {
		options = append(options, option{string(schema.CentrePoint), "The point that the schema states"})
	}
	chosen, help := string(a.centre), "Directions are measured from this point."
	var centreShare app.UI
	if a.mean {
		chosen, help = privateMean, "Directions are measured from a noisy mean. Each row must be a different person, and their number public."
		centreShare = s.shareField("centre-share", "Share of ε for the mean", a.centreShare, func(v share) { s.answers.centreShare = v }, "")
	}
	return app.Div().Class("field").Body(
		app.Label().For("centre").Text("Centre"),
		s.choose("centre", chosen, options, func(v string) {
			if s.answers.mean = v == privateMean; !s.answers.mean {
				s.answers.centre = schema.Centre(v)
			}
			s.answers.count()
		}).Class("w-full").Aria("describedby", "centre-fault"),
		fault("centre-fault", a.centreFault()),
		app.P().Class("help").Text(help),
		slot(centreShare),
	)
}

func (s *session) scalingField() app.UI {
	return app.Div().Class("field").Body(
		app.Label().For("scaling").Text("Scaling of numbers"),
		s.choose("scaling", string(s.answers.scaling), []option{
			{string(schema.MaxAbs), "Divide by the larger bound (as in the paper)"},
			{string(schema.Affine), "Minimum to −1, maximum to 1"},
		}, func(v string) {
			s.answers.scaling = schema.Scaling(v)
			s.answers.count()
		}).Class("w-full"),
		app.P().Class("help").Text("So that columns in different units weigh alike. Only public bounds are used."),
	)
}

// boundLine draws R between 0 and the length that always fits: noise grows with R².
func (s *session) boundLine() app.UI {
	a := &s.answers
	r, always := numberOr(a.bound, 0), a.tally.alwaysFits
	if a.rule != schema.Clip || a.normPrivate || a.boundFault() != "" || r <= 0 || r >= always*0.98 {
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
