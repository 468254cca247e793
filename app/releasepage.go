package app

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/browser"
	"privatepca/app/draft"
	"privatepca/app/frame"
	"privatepca/app/view/ui"
	"privatepca/core/method"
	"privatepca/core/privacy"
	"privatepca/core/schema"
	"privatepca/core/words"
)

// releasePage is step 4, the only one that spends.
type releasePage struct{ page }

// OnNav reads the file anew where that was undone, as after a cancelled run.
func (p *releasePage) OnNav(ctx app.Context) {
	p.page.OnNav(ctx)
	if s := p.s; s.worker.file != nil && s.draft.Choices.Seen && s.notice.fault == nil && s.worker.job == nil && s.notice.note == "" {
		s.prepare()
	}
	p.s.account.shown = true
	p.s.account.ask()
}

func (p *releasePage) Render() app.UI {
	s := p.s
	switch {
	case s.worker.file == nil:
		return p.frame(noFile())
	case len(s.draft.Answers.MissingAnswers()) > 0:
		return p.frame(notYet(s))
	case !s.draft.Choices.Seen || !s.draft.Decided():
		return p.frame(app.Div().Class("stack").Body(
			heading("The privacy is not chosen yet", "A release needs ε, δ, k and a mechanism."),
			app.P().Body(app.A().Class("btn btn-main").Href(browser.At("/privacy")).Text("Choose the privacy"))))
	}
	panel := reviewPanel(s, p.site.guard())
	if s.worker.job != nil && s.worker.job.releasing {
		panel = runningPanel(s, p.site.Screen)
	}
	return p.frame(app.Div().Class("split").Body(
		app.Div().Class("stack-l").Body(
			app.Div().Body(
				heading("Review, then release", "This is the only step that spends. What is spent cannot be given back."),
				panel,
			),
			ui.Slot(readingPanel(s, p.site.Screen)),
			ui.Slot(irregularities(s)),
		),
		railPanel(s, "The statement"),
	))
}

// reviewPanel shows what will be spent, beside the one button that spends.
func reviewPanel(s *State, g *frame.Guard) app.UI {
	a, c := &s.draft.Answers, &s.draft.Choices
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
			ui.Says("Centre", centreFact(s)),
			ui.Says("Stopping", stoppingFact(s)),
		),
		spendingTable(s),
		notPrivateWarning(s),
		debitNote(s),
		ui.Slot(seenNumber(s, g, "To release")),
		app.Div().Class("row").Body(
			app.A().Class("btn").Href(browser.At("/privacy")).Text("Back"),
			app.Span().Class("grow"),
			app.Button().ID("release-button").Type("button").Class("btn btn-main").Body(
				app.Text("Release"), app.Span().Class("price").Text(priceTag(s))).
				OnClick(func(_ app.Context, e app.Event) {
					if !g.Deliberate(e, "release-button") {
						return
					}
					s.release()
					s.screen.Drawn(func() { browser.Focus("cancel-button") }) // this button is gone then
				}).Disabled(s.account.refusedNow()),
		),
		ui.Slot(notDeliberate(g)),
	))
}

// debitNote says from when on the release is spent.
func debitNote(s *State) app.UI {
	if s.draft.Method().Free() {
		return nil
	}
	return ui.Note("note-caution", "warn", app.P().Body(ui.Rich("The budget is debited ", "before",
		" the first random number is drawn. If you cancel after that, or the tab closes, it stays spent: otherwise one could draw until the noise looks kind.")...))
}

func enforced(a *draft.Answers) string {
	if a.Unit == draft.UnitColumn {
		return "enforced"
	}
	return "declared"
}

func kFact(s *State) string {
	if s.draft.DrawsK() {
		return "chosen from the records, at most " + words.Thousands(int64(s.draft.Choices.MostK(s.draft.Answers.Tally.Features)))
	}
	return s.draft.Choices.K
}

func centreFact(s *State) string {
	a := &s.draft.Answers
	switch {
	case a.Rule == schema.Pairs:
		return ""
	case s.draft.DrawsCentre():
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

func ruleFact(s *State) string {
	switch s.draft.Answers.Rule {
	case schema.Pairs:
		return "variation about the mean, by pairs of rows"
	case schema.Unit:
		return "second moment, records scaled to length 1"
	}
	if s.draft.DrawsBound() {
		return "second moment, clipped to a private R"
	}
	_, length := lengthFact(s)
	return "second moment, clipped to R = " + length
}

func stoppingFact(s *State) string {
	if n := s.draft.Choices.Limit(); n > 0 {
		return "Gibbs sampling after " + words.Count(int64(n), "proposal")
	}
	return ""
}

// notPrivateWarning stands where a schema says that its bounds are the data's.
func notPrivateWarning(s *State) app.UI {
	if s.draft.Claim() != privacy.NotPrivate {
		return nil
	}
	if s.draft.Known.Public {
		return ui.Note("note-danger", "warn", app.P().Body(ui.Rich("", "This will not be a private release.",
			" The file was declared public, so no ε covers the result and none is spent. The document will say so, too.")...))
	}
	return ui.Note("note-danger", "warn", app.P().Body(ui.Rich("", "This will not be a private release.",
		" The schema says that bounds were computed from the records, so no ε covers the result. The document will say so, too.")...))
}
