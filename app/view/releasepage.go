package view

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/account"
	"privatepca/app/browser"
	"privatepca/app/draft"
	"privatepca/app/frame"
	"privatepca/app/state"
	"privatepca/app/ui"
	"privatepca/core/method"
	"privatepca/core/privacy"
	"privatepca/core/schema"
	"privatepca/core/words"
)

// releasePage is step 4, the only one that spends.
type releasePage struct{ page }

// Arrive reads the file anew where that was undone, as after a cancelled run.
func (p *releasePage) Arrive() {
	if s := p.s; s.Worker.File != nil && s.Draft.Choices.Seen && s.Notice.Fault == nil && s.Worker.Job == nil && s.Notice.Note == "" {
		s.Prepare()
	}
	p.s.Models.Deliver(account.Show{})
}

// Draw implements Page.
func (p *releasePage) Draw() []app.UI {
	s := p.s
	if unready := Unready(s); unready != nil {
		return unready
	}
	if !s.Draft.Choices.Seen || !s.Draft.Decided() {
		return parts(app.Div().Class("stack").Body(
			heading("The privacy is not chosen yet", "A release needs ε, δ, k and a mechanism."),
			app.P().Body(app.A().Class("btn btn-main").Href(browser.At(state.PrivacyPath)).Text("Choose the privacy"))))
	}
	panel := reviewPanel(s, p.site.guard())
	if s.Worker.Job != nil && s.Worker.Job.Releasing {
		panel = runningPanel(s, p.site)
	}
	return parts(
		heading("Review, then release", "This is the only step that spends. What is spent cannot be given back."),
		app.Div().Class("split read-first").Body( // the statement stands before the button, on a phone as well
			RailPanel(s, "The statement"),
			app.Div().Class("stack-l").Body(
				app.Div().Body(ui.Slot(irregularities(s)), panel),
				ui.Slot(Reading(s, p.site)),
			),
		))
}

// reviewPanel shows what will be spent, beside the one button that spends.
func reviewPanel(s *state.State, g *frame.Guard) app.UI {
	a, c := &s.Draft.Answers, &s.Draft.Choices
	m := method.Named(c.Mechanism)
	return app.Div().Class("stack").Body(ui.Slot(budgetPanel(s)), app.Div().Class("panel stack").Body(
		app.H2().Class("eyebrow").Text("What will be released"),
		ui.Facts(
			ui.Says("Mechanism", m.Title),
			ui.Says("Directions k", kFact(s)),
			ui.Says("Result", gives(s)),
			ui.Says("Relation", string(c.Relation)),
			ui.Says("Rows per person", words.Thousands(int64(a.RowsPerPerson()))+", "+enforced(a)),
			ui.Says("Directions of", ruleFact(s)),
			ui.Says("Columns", equalFact(s)),
			ui.Says("Centre", centreFact(s)),
			ui.Says("Weights of rows", rowWeightFact(s)),
			ui.Says("Design effect", designFact(s)),
			ui.Says("Stopping", stoppingFact(s)),
		),
		ui.Slot(spendingTable(s)),
		ui.Slot(notPrivateWarning(s)),
		ui.Slot(hostNote(s)),
		ui.Slot(earlierNote(s)),
		ui.Slot(debitNote(s)),
		app.Div().Class("row").Body(
			app.A().Class("btn").Href(browser.At(state.PrivacyPath)).Text("Back"),
			app.Span().Class("grow"),
			deliberate(s, g, frame.ReleaseButton, "spends "+priceTag(s)+" of the privacy budget, for good, and draws the result",
				app.Button().ID(frame.ReleaseButton).Type("button").Class("btn btn-main").Body(
					app.Text("Release"), app.Span().Class("price").Text(priceTag(s))).
					OnClick(func(_ app.Context, e app.Event) {
						if !g.Deliberate(e, frame.ReleaseButton) {
							return
						}
						s.Release()
						s.Screen.Drawn(func() { browser.Focus("cancel-button") }) // this button is gone then
					}).Disabled(s.Account().RefusedNow())),
		),
		ui.Slot(waitingNote(s)),
		ui.Slot(notDeliberate(g)),
	))
}

// waitingNote says what a release waits for that was asked for before the ledger had said whose budget the file has.
func waitingNote(s *state.State) app.UI {
	if s.Models.Account().Pressed == "" {
		return nil
	}
	return app.P().ID("waits").Class("help").Attr("role", "status").Text("The release follows as soon as the ledger has said whether it knows this file.")
}

// hostNote says what the site around the page stated of the columns: nobody here chose it.
func hostNote(s *state.State) app.UI {
	stated := s.Draft.Answers.Schema()
	columns := 0
	for i := range stated.Fields {
		if stated.ProvenanceOf(&stated.Fields[i]) == schema.FromHost {
			columns++
		}
	}
	what := words.Count(int64(columns), "column")
	if stated.WorstProvenance() == schema.FromHost && columns == 0 {
		what = "the norm bound or the centre"
	} else if columns == 0 {
		return nil
	}
	who := "the site around this page"
	if stated.Source != "" {
		who += " (" + stated.Source + ")"
	}
	return ui.Note("note-caution", "warn", app.P().ID("from-host").Body(ui.Rich("", "Not stated by you:",
		" the bounds or categories of "+what+". They come from "+who+", and the document will say so. Go back to change them.")...))
}

// debitNote says from when on the release is spent.
func debitNote(s *state.State) app.UI {
	if s.Draft.Method().Free() {
		return nil
	}
	return ui.Note("note-caution", "warn", app.P().Body(ui.Rich("The budget is debited ", "before",
		" the first random number is drawn. If you cancel after that, or the tab closes, it stays spent. Otherwise anyone could retry until the noise happens to be small.")...))
}

func enforced(a *draft.Answers) string {
	if a.Unit == draft.UnitColumn {
		return "enforced"
	}
	return "declared"
}

func kFact(s *state.State) string {
	if s.Draft.DrawsK() {
		return "chosen from the records, at most " + words.Thousands(int64(s.Draft.Choices.MostK(s.Draft.Answers.Tally.Features)))
	}
	return s.Draft.Choices.K.Text()
}

// equalFact says how columns count, where that was chosen.
func equalFact(s *state.State) string {
	if draft.Correlates(&s.Draft) {
		return "every one counts equally (correlations)"
	}
	return ""
}

func centreFact(s *state.State) string {
	a := &s.Draft.Answers
	switch {
	case a.Rule == schema.Pairs:
		return ""
	case s.Draft.Choices.As != nil:
		return "the earlier release’s"
	case a.DrawsMean(), a.Rule == schema.Mean:
		return "noisy mean of the features"
	case s.Draft.DrawsCentre():
		return "private mean"
	}
	switch a.PublicCentre() {
	case schema.CentreMidpoint:
		return "middle of the bounds"
	case schema.CentrePoint:
		return "a point that the schema states"
	}
	return "zero"
}

func ruleFact(s *state.State) string {
	switch s.Draft.Answers.Rule {
	case schema.Pairs:
		return "variation about the mean, by pairs of rows"
	case schema.Mean:
		if s.Draft.Answers.Equal {
			return "which columns go together"
		}
		return "variation about the mean, in the units of the bounds"
	case schema.Sign:
		return "variation about the centre, by directions from it"
	case schema.Unit:
		return "second moment, records scaled to length 1"
	}
	if s.Draft.DrawsBound() {
		return "second moment, clipped to a private R"
	}
	_, length := lengthFact(s)
	return "second moment, clipped to R = " + length
}

func stoppingFact(s *state.State) string {
	if n := s.Draft.ProposalLimit(); n > 0 {
		return "Gibbs sampling after " + words.Count(int64(n), "proposal")
	}
	return ""
}

// notPrivateWarning stands where a schema says that its bounds are the data's.
func notPrivateWarning(s *state.State) app.UI {
	if s.Draft.Claim() != privacy.NotPrivate {
		return nil
	}
	if s.Draft.Known.Public {
		return ui.Note("note-danger", "warn", app.P().Body(ui.Rich("", "This will not be a private release.",
			" The file was declared public, so no ε covers the result and none is spent. The document will say so, too.")...))
	}
	return ui.Note("note-danger", "warn", app.P().Body(ui.Rich("", "This will not be a private release.",
		" The schema says that bounds were computed from the records, so no ε covers the result. The document will say so, too.")...))
}

// priceTag is what the button that releases says it spends.
func priceTag(s *state.State) string {
	if s.Draft.Known.Public {
		return "not private"
	}
	return "spends " + s.Draft.Choices.Price()
}
