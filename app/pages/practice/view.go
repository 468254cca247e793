package practice

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/effect"
	"privatepca/app/language"
	"privatepca/app/panel"
	"privatepca/app/ui"
	"privatepca/core/schema"
	"privatepca/core/words"
)

// Around is what the page shows beside its model.
type Around struct {
	Table   Table
	Reading app.UI // the table being read; nil where it is not
	Privacy string // the address of the page before this one
}

// View draws the page of an open table, of which no answer is missing.
func View(m Model, a Around, to *ui.Inbox) []app.UI {
	if !a.Table.Draft.Known.Public {
		return []app.UI{declaration(m, a, to)}
	}
	truth, tries := m.exact(), m.of(Try)
	return []app.UI{
		panel.Heading("What would each mechanism have given?", lead(m, &a.Table)),
		ui.Slot(a.Reading),
		app.Div().Class("split").Body(
			app.Div().Class("stack-l").Body(
				ui.Part(to, energy{m.Asked, truth, tries}),
				ui.Part(to, comparison{truth, tries, m.Stopped && !m.doing}),
				ui.Part(to, m.loadings(&a.Table)),
				ui.Part(to, byEpsilon{m.Asked.Epsilon, m.of(Curve), tries}),
				ui.Slot(m.clipping(to)),
				ui.Part(to, scree{m.Asked.K, truth}),
			),
			app.Aside().Class("rail stack").Aria("label", language.Say("What to try")).Body(
				m.try(&a.Table, to),
				app.P().Class("help").Text(language.Say("Practice spends nothing and has no ledger. Each draw is new, so two visits differ as two releases would.")),
				ui.Slot(m.practisedRule(&a.Table)),
				app.P().Class("help").Text(language.Say("Angles say little where eigenvalues are nearly equal. Many subspaces are then as good as the best.")),
			),
		),
	}
}

// lead names the setting of what is shown.
func lead(m Model, t *Table) string {
	parts := []string{t.Name}
	if truth := m.exact(); truth != nil {
		parts = append(parts, "n = "+words.Thousands(truth.Records), "d = "+words.Thousands(int64(len(truth.Values))), "k = "+strconv.Itoa(m.Asked.K))
		if truth.NormBound > 0 {
			parts = append(parts, "R = "+words.Three(truth.NormBound))
		}
		parts = append(parts, "ε = "+words.Three(m.Asked.Epsilon))
	}
	lead := strings.Join(parts, ", ") + ". Up to ten draws of each, beside the true answer."
	if a := &t.Draft.Answers; a.DrawsMean() || a.Rule == schema.Mean {
		lead += " Each draw is a whole release, with a private mean of its own."
	} else if a.Mean || a.NormPrivate {
		lead += " The steps that a release would pay for before, a private mean or norm bound, are left out here."
	}
	return lead
}

// try changes one thing.
func (m Model) try(t *Table, to *ui.Inbox) app.UI {
	field := func(id, label, value, help string) app.UI {
		wrong := m.fault(id, &t.Draft)
		return app.Div().Class("field").Body(
			app.Label().For(id).Text(language.Say(label)),
			ui.Invalid(to.Line(id, value, func(v string) effect.Msg { return Write{id, v} }).Class("w-full").Attr("inputmode", "decimal"), wrong, id+"-fault"),
			ui.Fault(id+"-fault", wrong),
			app.P().Class("help").Text(language.Say(help)))
	}
	var bound app.UI
	if t.Draft.Answers.Rule == schema.Clip {
		help := "Empty: the bound that always holds."
		if truth := m.exact(); truth != nil && truth.AlwaysValid > 0 {
			help = "Empty: " + words.Three(truth.AlwaysValid) + ", which always holds. The longest record here has " + words.Three(truth.Longest) + "."
		}
		bound = field(boundField, "Norm bound R", m.Bound.Text(), help)
	}
	return app.Div().Class("panel stack try").Body(
		app.H2().Class("eyebrow").Text(language.Say("Change one thing")),
		field(epsilonField, "Privacy loss ε", m.Epsilon.Text(), ""),
		ui.Slot(bound),
		field(kField, "Directions k", m.K.Text(), ""),
		to.Button("draw-again", "Draw again", DrawAgain{}, "w-full"),
		m.work(to),
	)
}

// work says what is being drawn, and stops it; or what was drawn.
func (m Model) work(to *ui.Inbox) app.UI {
	done, all := m.done()
	if m.doing {
		return app.Div().ID("practice-work").Class("stack-s").Body(
			app.P().Class("help").Text(language.Say(m.Experiments[m.next()].words()+" …")),
			app.Progress().Max(max(1, all)).Value(done).Aria("label", language.Say("Experiments done")),
			to.Button("practice-stop", "Stop", Stop{}, "btn-s", "w-full"))
	}
	said := ""
	switch {
	case !m.began && all > 0:
		said = "All is drawn again once the file is read."
	case done < all:
		said = fmt.Sprintf("Stopped after %d of %d. What was drawn stays.", done, all)
	case all > 0:
		said = "All drawn."
	}
	return app.Div().ID("practice-work").Class("stack-s").Body(app.P().Class("help").Attr("role", "status").Text(language.Say(said)))
}

// declaration asks for the declaration, in plain words.
func declaration(m Model, a Around, to *ui.Inbox) app.UI {
	if m.Refused != "" {
		return app.Div().Class("stack").Body(
			panel.Heading("This file stays protected", "Practice mode is for public data only."),
			ui.Note("note-danger", "warn", app.P().ID("practice-refused").Text(language.Say(m.Refused))),
			app.P().Body(app.A().Class("btn btn-main").Href(a.Privacy).Text(language.Say("Back to the privacy"))))
	}
	item := func(text string) app.UI { return app.Li().Body(app.Span().Text(language.Say(text))) }
	return app.Div().Class("stack").Body(
		panel.Heading("Is this data public?", "Practice mode shows exact answers beside private ones: the result of each mechanism, and the effect of ε and clipping. This is safe only where the records are not secret."),
		app.Div().Class("panel stack").Body(
			app.H2().Text(language.Say("What declaring it public means")),
			app.Ul().Class("proof stack-s").Body(
				item("Anyone may see every record of this file. It is already published, or made up."),
				item("This cannot be undone. This browser recognises the file by its contents, and the file can never be protected data again."),
				item("Every later release from it says “not private”."),
				item("If anything was released from it as protected data, it cannot be declared."),
			),
			to.Tick("practice-sure", "Nobody in this file needs protection: its records are public.", "", m.Sure, func(on bool) effect.Msg { return Confirm{on} }),
			app.Div().Class("row").Body(
				to.Button("practice-declare", "Declare it public, for good", Declare{}).Disabled(!m.Sure || m.Wanted),
				app.A().Class("btn btn-quiet").Href(a.Privacy).Text(language.Say("No, it is protected"))),
			ui.Slot(a.Reading),
		),
	)
}

// practisedRule says under which rule mechanisms are compared, where that is not the draft's for all of them; else nil.
func (m Model) practisedRule(t *Table) app.UI {
	switch {
	case t.Draft.Answers.Rule != schema.Mean:
		return nil
	case m.Asked.Equal:
		return app.P().Class("help").Text(language.Say("Every column counts equally, as in a release of this draft. Only Gaussian noise can release it as the draft says. Other mechanisms are tried as each is recommended: by directions from a private mean, with equal columns where it releases a matrix, else in the units of the bounds. All are measured by the same correlations."))
	}
	return app.P().Class("help").Text(language.Say("Here all mechanisms are compared by directions from a private mean, in the units of the bounds, since most release no matrix whose columns could count equally. A release of this draft is another one."))
}

// CopyMark follows whatever is copied from practice mode.
const CopyMark = "Not private: exact numbers of data declared public (Private PCA, practice mode)."

// A Banner marks every page while the open table is declared public.
type Banner struct {
	Here       bool // the page is this one
	ForSession bool
	To         string // the address that it leads to: of this page, or the one to leave it for
}

// Draw implements ui.Drawn.
func (b Banner) Draw(*ui.Inbox) app.UI {
	said := []string{"", "This file is declared public.", " A release from it is not private, and says so."}
	where := app.A().ID("to-practice").Class("btn btn-s").Href(b.To).Text(language.Say("Practise"))
	if b.Here {
		said = []string{"", "Practice mode.", " You declared this data public. Numbers here are exact and not private; they cannot be exported as a release."}
		if b.ForSession {
			said[2] += " This browser keeps no ledger, so the declaration ends with this tab."
		}
		where = app.A().ID("leave-practice").Class("btn btn-s").Href(b.To).Text(language.Say("Leave practice"))
	}
	return app.Div().ID("practice-banner").Class("practice row between").Attr("role", "note").Body(app.P().Body(ui.Rich(said...)...), where)
}
