package view

import (
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/browser"
	"privatepca/app/goapp"
	"privatepca/app/state"
	"privatepca/app/ui"
	"privatepca/core/schema"
	"privatepca/core/words"
)

// practicePage compares mechanisms with the truth, for a file that was declared public.
type practicePage struct {
	page
	direction int // whose loadings are drawn, from 0
}

// Arrive reads the file, and starts when that is done and the file is public.
func (p *practicePage) Arrive() {
	s := p.s
	if s.Worker.File == nil || len(s.Draft.Answers.MissingAnswers()) > 0 {
		return
	}
	s.Practising().Fill()
	prepareLater(s)
}

// Advance starts what is due, before the page is drawn again.
func (p *practicePage) Advance() { p.s.Practising().Advance(p.s.Notice.Fault != nil) }

// Draw implements Page.
func (p *practicePage) Draw() []app.UI {
	s := p.s
	switch {
	case s.Worker.File == nil:
		return parts(noFile(s))
	case len(s.Draft.Answers.MissingAnswers()) > 0:
		return parts(notYet(s))
	case !s.Draft.Known.Public:
		return parts(declaration(s, p.site))
	}
	t := s.Practising()
	return parts(
		heading("What would each mechanism have given?", practiceLead(s)),
		ui.Slot(readingPanel(s, p.site)),
		app.Div().Class("split").Body(
			app.Div().Class("stack-l").Body(
				goapp.Deferred(func() app.UI { return energyFigure(t) }),
				goapp.Deferred(func() app.UI { return comparisonPanel(t) }),
				goapp.Deferred(func() app.UI { return p.loadings(t) }),
				goapp.Deferred(func() app.UI { return epsilonFigure(t) }),
				ui.Slot(clippingFigure(t)),
				goapp.Deferred(func() app.UI { return screeFigure(t) }),
			),
			app.Aside().Class("rail stack").Aria("label", "What to try").Body(
				tryPanel(s),
				app.P().Class("help").Text("Practice spends nothing and has no ledger. Each draw is new, so two visits differ as two releases would."),
				ui.Slot(practisedRule(s)),
				app.P().Class("help").Text("Angles say little where eigenvalues are nearly equal. Many subspaces are then as good as the best."),
			),
		),
	)
}

// practiceLead names the setting of what is shown.
func practiceLead(s *state.State) string {
	p := s.Practising()
	parts := []string{s.Worker.File.Name}
	if t := p.Truth; t != nil {
		parts = append(parts, "n = "+words.Thousands(t.Records), "d = "+words.Thousands(int64(len(t.Values))), "k = "+strconv.Itoa(p.Asked.K))
		if t.NormBound > 0 {
			parts = append(parts, "R = "+words.Three(t.NormBound))
		}
		parts = append(parts, "ε = "+words.Three(p.Asked.Epsilon))
	}
	lead := strings.Join(parts, ", ") + ". Up to ten draws of each, beside the true answer."
	if s.Draft.Answers.DrawsMean() || s.Draft.Answers.Rule == schema.Mean {
		lead += " Each draw is a whole release, with a private mean of its own."
	} else if s.Draft.Answers.Mean || s.Draft.Answers.NormPrivate {
		lead += " The steps that a release would pay for before, a private mean or norm bound, are left out here."
	}
	return lead
}

// tryPanel changes one thing.
func tryPanel(s *state.State) app.UI {
	p := s.Practising()
	field := func(id, label, value string, set func(string), wrong, help string) app.UI {
		return app.Div().Class("field").Body(
			app.Label().For(id).Text(label),
			ui.Invalid(ui.Input(s, id, value, set).Class("w-full").Attr("inputmode", "decimal"), wrong, id+"-fault"),
			ui.Fault(id+"-fault", wrong),
			app.P().Class("help").Text(help))
	}
	var bound app.UI
	if s.Draft.Answers.Rule == schema.Clip {
		help := "Empty: the bound that always holds."
		if p.Truth != nil && p.Truth.AlwaysValid > 0 {
			help = "Empty: " + words.Three(p.Truth.AlwaysValid) + ", which always holds. The longest record here has " + words.Three(p.Truth.Longest) + "."
		}
		bound = field("practice-bound", "Norm bound R", p.Bound.Text(), func(v string) { s.Practising().SetBound(v) }, s.Practising().Fault("practice-bound"), help)
	}
	return app.Div().Class("panel stack try").Body(
		app.H2().Class("eyebrow").Text("Change one thing"),
		field("practice-epsilon", "Privacy loss ε", p.Epsilon.Text(), func(v string) { s.Practising().SetEpsilon(v) }, p.Fault("practice-epsilon"), ""),
		ui.Slot(bound),
		field("practice-k", "Directions k", p.K.Text(), func(v string) { s.Practising().SetK(v) }, s.Practising().Fault("practice-k"), ""),
		ui.Button("draw-again", "Draw again", s.Practising().DrawAgain, "w-full"),
		&workStrip{s: s, Doing: p.Doing, Stopped: p.Stopped, Done: p.Done, All: p.All},
	)
}

// A workStrip says what is being drawn, and stops it.
type workStrip struct {
	app.Compo
	s         *state.State
	Doing     string
	Stopped   bool
	Done, All int
}

func (w *workStrip) Render() app.UI {
	words := ""
	switch {
	case w.Doing != "":
		return app.Div().ID("practice-work").Class("stack-s").Body(
			app.P().Class("help").Text(w.Doing+" …"),
			app.Progress().Max(max(1, w.All)).Value(w.Done).Aria("label", "Experiments done"),
			ui.Button("practice-stop", "Stop", w.s.Practising().Stop, "btn-s", "w-full"))
	case w.Stopped:
		words = "Stopped. What was drawn stays."
	case w.All > 0:
		words = "All drawn."
	}
	return app.Div().ID("practice-work").Class("stack-s").Body(app.P().Class("help").Attr("role", "status").Text(words))
}

// declaration asks for the declaration, in plain words.
func declaration(s *state.State, site *Site) app.UI {
	p := s.Practising()
	if p.Refused != "" {
		return app.Div().Class("stack").Body(
			heading("This file stays protected", "Practice mode is for public data only."),
			ui.Note("note-danger", "warn", app.P().ID("practice-refused").Text(p.Refused)),
			app.P().Body(app.A().Class("btn btn-main").Href(browser.At(state.PrivacyPath)).Text("Back to the privacy")))
	}
	confirm := app.Input().ID("practice-sure").Type("checkbox").Checked(p.Sure).OnChange(func(ctx app.Context, e app.Event) {
		s.Practising().Sure = goapp.Choice(ctx).Bool()
		s.Change()
	})
	return app.Div().Class("stack").Body(
		heading("Is this data public?", "Practice mode shows exact answers beside private ones: the result of each mechanism, and the effect of ε and clipping. This is safe only where the records are not secret."),
		app.Div().Class("panel stack").Body(
			app.H2().Text("What declaring it public means"),
			app.Ul().Class("proof stack-s").Body(
				app.Li().Body(app.Span().Text("Anyone may see every record of this file. It is already published, or made up.")),
				app.Li().Body(app.Span().Text("This cannot be undone. This browser recognises the file by its contents, and the file can never be protected data again.")),
				app.Li().Body(app.Span().Text("Every later release from it says “not private”.")),
				app.Li().Body(app.Span().Text("If anything was released from it as protected data, it cannot be declared.")),
			),
			app.Label().Class("choice").Body(confirm, app.Span().Text("Nobody in this file needs protection: its records are public.")),
			app.Div().Class("row").Body(
				ui.Button("practice-declare", "Declare it public, for good", func() {
					s.Practising().Wanted = true
					s.Change()
				}).Disabled(!p.Sure || p.Wanted),
				app.A().Class("btn btn-quiet").Href(browser.At(state.PrivacyPath)).Text("No, it is protected")),
			ui.Slot(readingPanel(s, site)),
		),
	)
}

// CopyMark follows whatever is copied from practice mode.
const CopyMark = "Not private: exact numbers of data declared public (Private PCA, practice mode)."

// practisedRule says under which rule mechanisms are compared, where that is not the draft's for all of them; else nil.
func practisedRule(s *state.State) app.UI {
	switch {
	case s.Draft.Answers.Rule != schema.Mean:
		return nil
	case s.Practising().Asked.Equal:
		return app.P().Class("help").Text("Every column counts equally, as in a release of this draft. Only Gaussian noise can release it as the draft says. Other mechanisms are tried as each is recommended: by directions from a private mean, with equal columns where it releases a matrix, else in the units of the bounds. All are measured by the same correlations.")
	}
	return app.P().Class("help").Text("Here all mechanisms are compared by directions from a private mean, in the units of the bounds, since most release no matrix whose columns could count equally. A release of this draft is another one.")
}
