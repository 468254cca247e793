package columns

import (
	"fmt"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/draft"
	"privatepca/app/effect"
	"privatepca/app/language"
	"privatepca/app/panel"
	"privatepca/app/ui"
	"privatepca/core/chart"
	"privatepca/core/plan"
	"privatepca/core/schema"
	"privatepca/core/words"
)

// A kinds is how people are compared: usual answers, which few have to change.
type kinds struct {
	Answers     draft.Answers // without columns
	AlwaysFits  float64       // the R that no record passes; 0 where it is of no use
	Epsilon     float64       // of which a share is said to be so much, once the privacy page was seen; else 0
	EpsilonText string        // as it was typed
	Recommended schema.NormRule
	Open        bool
}

func kindsOf(d *draft.Draft, recommended schema.NormRule, open bool) kinds {
	k := kinds{Answers: draft.OfTable(&d.Answers), Recommended: recommended, Open: open}
	if !draft.AboutMean(d.Answers.Rule) {
		k.AlwaysFits = draft.AlwaysFits(&d.Answers)
	}
	if d.Choices.Seen && d.Fault("epsilon") == "" {
		k.Epsilon, k.EpsilonText = d.Budget().Epsilon, d.Choices.Epsilon.Text()
	}
	return k
}

// Draw implements ui.Drawn.
func (k kinds) Draw(to *ui.Inbox) app.UI {
	return panel.Fold("kinds", "Change", comparedBy(&k.Answers), k.wantedPanel(to), k.encodingPanel(to)).Open(k.Open)
}

// wantedPanel asks what the directions are to describe: the first choice, on which
// the questions of length and centre depend.
func (k kinds) wantedPanel(to *ui.Inbox) app.UI {
	a := &k.Answers
	titled := func(rule schema.NormRule, text string) app.UI {
		if rule == k.Recommended {
			return app.Span().Body(app.Text(language.Say(text+" ")), ui.Badge("recommended", "good"))
		}
		return app.Text(language.Say(text))
	}
	choice := func(id string, rule schema.NormRule, text app.UI, more string) app.UI {
		on := a.Rule == rule || !draft.AboutMean(a.Rule) && !draft.AboutMean(rule)
		return app.Label().Class("choice").Body(
			to.Again(to.Radio(id, "wanted", on, draft.ChooseRule{Rule: rule}), draft.ConfirmRule{Rule: rule}), app.Span().Body(text, app.Small().Text(language.Say(more))))
	}
	return app.FieldSet().ID("wanted").Class("stack-s").Body(
		app.Legend().Class("vh").Text(language.Say("What should the components describe?")),
		app.H2().Aria("hidden", "true").Text(language.Say("What should the components describe?")),
		choice("wanted-mean", schema.Mean, titled(schema.Mean, "Which columns go together"),
			"How people differ: what most call PCA. Each record is its distance from a noisy mean, column by column in units of that column’s noisy spread, and long records are cut. Mean, spread and length are paid for from the same budget. The result says how many directions relate columns, with an interval for each loading."),
		choice("wanted-sign", schema.Sign, titled(schema.Sign, "Directions from a private mean"),
			"Each row gives its direction from a noisy mean of all columns, which is released too: the spatial sign. Lengths do not count, so skewed columns can lead a direction that relates nothing. It also works without a δ. Eigenvalues are shares, not variances."),
		choice("wanted-pairs", schema.Pairs, titled(schema.Pairs, "Variation about the mean, by pairs"),
			"How people differ, without a mean: random pairs of rows are compared, so nothing needs centring or clipping and outliers cannot dominate. Eigenvalues are shares, not variances. The number of people must be public."),
		choice("wanted-moment", schema.Clip, app.Text(language.Say("The raw second moment (the paper’s)")),
			"Sizes count as well as differences: measured from zero, the first direction often points at the mean. You choose how long a record may be, and from where it is measured."),
	)
}

// comparedBy says in a line how people are compared.
func comparedBy(a *draft.Answers) []app.UI {
	said := func(bold, more string) []app.UI {
		return []app.UI{ui.Icon("check"), app.Text(" "), app.B().Text(language.Say(bold)), app.Text(language.Say(more))}
	}
	switch {
	case a.Rule == schema.Mean && a.Equal:
		return said("Every column counts equally", " (usual): which columns go together.")
	case a.Rule == schema.Mean:
		return said("Columns count in the units of their bounds", ": one that varies over all of its range leads.")
	case a.Rule == schema.Sign:
		return said("Each row gives its direction", " from a private mean.")
	case a.Rule == schema.Pairs:
		return said("Random pairs of rows", " are compared.")
	}
	return said("The raw second moment", " is released, measured from zero.")
}

// encodingPanel asks how a record becomes a vector of bounded length.
func (k kinds) encodingPanel(to *ui.Inbox) app.UI {
	if a := &k.Answers; a.Rule == schema.Mean && a.Equal { // then neither scaling nor reach changes anything
		return app.Div().Class("stack").Body(app.H2().Text(language.Say("Scale of a record")), ui.Slot(k.equalField(to)))
	}
	if draft.AboutMean(k.Answers.Rule) {
		return app.Div().Class("stack").Body(app.H2().Text(language.Say("Scale of a record")), app.Div().Class("cols-2").Body(k.scalingField(to), k.weightField(to)), ui.Slot(k.equalField(to)))
	}
	return app.Div().Class("stack").Body(
		app.H2().Text(language.Say("Length of a record")),
		k.normPanel(to),
		ui.Slot(k.boundLine()),
		app.Div().Class("cols-2").Body(k.centreField(to), k.scalingField(to), k.weightField(to)),
		ui.Slot(k.equalField(to)),
	)
}

// equalField asks whether columns count by their variance or equally; nil where records are measured from zero.
func (k kinds) equalField(to *ui.Inbox) app.UI {
	a := &k.Answers
	if !draft.VariesAboutMean(a) {
		return nil
	}
	choice := func(id string, equal bool, text, more string) app.UI {
		return app.Label().Class("choice").Body(
			to.Radio(id, "equal", a.Equal == equal, draft.CountEqually{On: equal}), app.Span().Body(app.Text(language.Say(text)), app.Small().Text(language.Say(more))))
	}
	return app.FieldSet().ID("columns-count").Class("panel stack-s").Body(
		app.Legend().Class("vh").Text(language.Say("How much does a column count?")),
		app.H3().Aria("hidden", "true").Text(language.Say("How much does a column count?")),
		choice("by-variance", false, "In the units of its bounds", "A column that varies over all of its range counts more than one that hardly varies: directions of the covariance."),
		choice("equally", true, "Every column counts equally", "Directions of the correlations: each column is divided by its released spread, and a category counts as one column. It costs nothing more."),
	)
}

// normPanel asks how long a record may be.
func (k kinds) normPanel(to *ui.Inbox) app.UI {
	a := &k.Answers
	choice := func(id string, n draft.Norm, text, more string) app.UI {
		return app.Label().Class("choice").Body(
			to.Radio(id, "norm", a.Norm() == n, draft.SetNorm{Norm: n}), app.Span().Body(app.Text(language.Say(text)), app.Small().Text(language.Say(more))))
	}
	always := "No record is changed, but the noise is the largest."
	if r := k.AlwaysFits; r > 0 {
		always = "R = " + words.Three(r) + ": no record is changed, but the noise is the largest."
	}
	return app.FieldSet().ID("norm-rule").Class("panel stack-s").Body(
		app.Legend().Class("vh").Text(language.Say("How long may a record be?")),
		app.H3().Aria("hidden", "true").Text(language.Say("How long may a record be? (norm bound R)")),
		app.P().Class("help").Text(language.Say("Noise grows with R². Longer records are scaled back to length R: a small R means little noise; too small, and the picture bends.")),
		choice("norm-always", draft.NormAlways, "As long as its columns’ bounds allow", always),
		choice("norm-typed", draft.NormTyped, "At most an R that I type", "From general knowledge, such as an earlier survey. Not from this file."),
		ui.Slot(k.boundField(to)),
		choice("norm-unit", draft.NormUnit, "Every record is scaled to length 1", "No R to choose; only proportions within a record count. A record of zeros stays zero."),
		choice("norm-private", draft.NormPrivate, "Choose R from the records, privately", "Costs a share of ε, which is debited with the release."),
		ui.Slot(k.privateBound(to)),
		panel.Explain("bound"),
	)
}

// boundField takes R as typed.
func (k kinds) boundField(to *ui.Inbox) app.UI {
	a := &k.Answers
	if a.Norm() != draft.NormTyped {
		return nil
	}
	var origin app.UI
	if !a.Bound.IsZero() {
		origin = ui.OriginBadge(a.BoundFrom)
	}
	in := to.Line("norm-bound", a.Bound.Text(), func(text string) effect.Msg { return draft.SetBound{Text: text} }).Class("w-m").Attr("inputmode", "decimal")
	help := "In scaled units, in which a number is at most 1."
	if n := a.Tally.Features; n > 0 {
		help = fmt.Sprintf("Each record becomes a vector of %s, each at most 1 in size; %s fits them all.", words.Count(int64(n), "number"), words.Three(k.AlwaysFits))
	}
	return app.Div().Class("field choice-more").Body(
		app.Label().For("norm-bound").Text(language.Say("Norm bound R")),
		app.Div().Class("row").Body(ui.Invalid(in, a.Fault("norm_bound"), "norm-bound-fault"), origin),
		ui.Fault("norm-bound-fault", a.Fault("norm_bound")),
		app.P().Class("help").Text(language.Say(help)),
	)
}

// privateBound takes what a private R costs, and whom it cuts.
func (k kinds) privateBound(to *ui.Inbox) app.UI {
	a := &k.Answers
	if a.Norm() != draft.NormPrivate {
		return nil
	}
	return app.Div().Class("row choice-more").Body(
		k.share(to, "norm-private-share", "Share of ε for R", a.NormShare, func(text string) effect.Msg { return draft.SetNormShare{Text: text} }),
		to.Number("norm-quantile", "Share of records not clipped", a.NormQuantile.Text(), func(text string) effect.Msg { return draft.SetNormQuantile{Text: text} },
			a.NormQuantile.Fault("The share"), "R is about as long as this share of the records."),
	)
}

// share asks for a share of ε, and says what that comes to.
func (k kinds) share(to *ui.Inbox, id, label string, of draft.Share, made func(text string) effect.Msg) app.UI {
	wrong, help := of.Fault("The share"), ""
	if wrong == "" && k.Epsilon > 0 {
		help = "ε = " + words.Three(plan.PartOf(k.Epsilon, of.Value())) + " of " + k.EpsilonText + ". "
	}
	return to.Number(id, label, of.Text(), made, wrong, help)
}

// privateMean is the choice of centre that no schema can state.
const privateMean = "mean"

func (k kinds) centreField(to *ui.Inbox) app.UI {
	a := &k.Answers
	options := []ui.Option{
		{Value: string(schema.CentreNone), Text: "Zero (as in the paper)"},
		{Value: string(schema.CentreMidpoint), Text: "Middle of the bounds"},
		{Value: privateMean, Text: "Private mean, for a share of ε"},
	}
	if a.Point != nil {
		options = append(options, ui.Option{Value: string(schema.CentrePoint), Text: "The point that the schema states"})
	}
	chosen, help := string(a.Centre), "Directions are measured from this point."
	var centreShare app.UI
	if a.Mean {
		chosen, help = privateMean, "Directions are measured from a noisy mean. Each row must be a different person, and their number public."
		centreShare = k.share(to, "centre-share", "Share of ε for the mean", a.CentreShare, func(text string) effect.Msg { return draft.SetCentreShare{Text: text} })
	}
	return app.Div().Class("field").Body(
		app.Label().For("centre").Text(language.Say("Centre")),
		to.Choose("centre", chosen, options, func(v string) effect.Msg {
			if v == privateMean {
				return draft.DrawCentre{}
			}
			return draft.SetCentre{Centre: schema.Centre(v)}
		}).Class("w-full").Aria("describedby", "centre-fault"),
		ui.Fault("centre-fault", a.Fault("centre", "steps.centre")),
		app.P().Class("help").Text(language.Say(help)),
		ui.Slot(centreShare),
	)
}

func (k kinds) scalingField(to *ui.Inbox) app.UI {
	return app.Div().Class("field").Body(
		app.Label().For("scaling").Text(language.Say("Scaling of numbers")),
		to.Choose("scaling", string(k.Answers.Scaling), []ui.Option{
			{Value: string(schema.Affine), Text: "Minimum to −1, maximum to 1"},
			{Value: string(schema.MaxAbs), Text: "Divide by the larger bound (as in the paper)"},
		}, func(v string) effect.Msg { return draft.SetScaling{Scaling: schema.Scaling(v)} }).Class("w-full"),
		app.P().Class("help").Text(language.Say(scalingHelp[k.Answers.Scaling])),
	)
}

// weightField asks for the public weights of columns.
func (k kinds) weightField(to *ui.Inbox) app.UI {
	equal, help := "scaled", "A category counts less than a number whose range is made −1 to 1: two of its levels lie √2 apart, the ends of the number 2. Weights typed at columns hold."
	if k.Answers.SameExtent {
		equal, help = "equal", "Each column is shortened until its two farthest values lie as far apart as those of any other: a category counts as much as a number. Only public bounds and levels are used."
	}
	return app.Div().Class("field").Body(
		app.Label().For("weights").Text(language.Say("Weight of columns")),
		to.Choose("weights", equal, []ui.Option{
			{Value: "scaled", Text: "As scaled"},
			{Value: "equal", Text: "Every column reaches equally far"},
		}, func(v string) effect.Msg { return draft.ReachEqually{On: v == "equal"} }).Class("w-full"),
		app.P().Class("help").Text(language.Say(help)),
	)
}

var scalingHelp = map[schema.Scaling]string{
	schema.Affine: "Every column’s range becomes as long as any other’s, whatever its unit. Only public bounds are used.",
	schema.MaxAbs: "Units do not matter, but a column far from zero varies little: 120 to 220 becomes 0.55 to 1. Only public bounds are used.",
}

// boundLine draws R between 0 and the length that always fits: noise grows with R².
func (k kinds) boundLine() app.UI {
	a := &k.Answers
	r, always := a.Bound.Or(0), k.AlwaysFits
	if a.Rule != schema.Clip || a.NormPrivate || a.Fault("norm_bound") != "" || r <= 0 || r >= always*0.98 {
		return nil
	}
	x := 8 + r/always*600
	text := func(at float64, y int, class, label string) string {
		return fmt.Sprintf(`<text class="%s" x="%s" y="%d">%s</text>`, class, chart.Px(at), y, label)
	}
	near := "c t-a"
	if x < 60 {
		near = "t-a"
	}
	less := words.Three(always * always / (r * r))
	return app.Raw(language.Markup(fmt.Sprintf(`<svg class="wide" viewBox="0 0 640 60" role="img" aria-label="Norm bound on a line from 0 to %s: the chosen %s, and %s where every record fits but the noise is %s times larger.">`,
		words.Three(always), words.Three(r), words.Three(always), less) +
		`<path class="ax" d="M8 34H632"/>` +
		fmt.Sprintf(`<path class="mark" d="M%s 18v24"/><circle class="f-a" cx="%s" cy="34" r="5"/>`, chart.Px(x), chart.Px(x)) +
		text(x, 12, near, "R = "+words.Three(r)) + text(x, 56, near, "noise × 1") +
		`<path class="ax" d="M608 22v24"/>` +
		text(640, 12, "e", words.Three(always)+", always fits") + text(640, 56, "e", "noise × "+less) + `</svg>`))
}
