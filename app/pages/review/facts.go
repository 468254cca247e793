package review

import (
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/draft"
	"privatepca/app/language"
	"privatepca/app/panel"
	"privatepca/app/ui"
	"privatepca/core/method"
	"privatepca/core/schema"
	"privatepca/core/words"
)

// A facts is what will be released, in terms and values.
type facts struct{ panel.Described }

// Draw implements ui.Drawn.
func (f facts) Draw(*ui.Inbox) app.UI {
	d := &f.Draft
	a, c := &d.Answers, &d.Choices
	return ui.Facts(
		ui.Says("Mechanism", method.Named(c.Mechanism).Title),
		ui.Says("Directions k", kFact(d)),
		ui.Says("Result", panel.Gives(d)),
		ui.Says("Relation", string(c.Relation)),
		ui.Says("Rows per person", words.Thousands(int64(a.RowsPerPerson()))+", "+enforced(a)),
		ui.Says("Directions of", ruleFact(d)),
		ui.Says("Columns", equalFact(d)),
		ui.Says("Centre", centreFact(d)),
		ui.Says("Weights of rows", rowWeight(d)),
		ui.Says("Design effect", designEffect(d)),
		ui.Says("Stopping", stoppingFact(d)),
	)
}

// A spendings is what ε goes to.
type spendings struct{ panel.Described }

// Draw implements ui.Drawn.
func (s spendings) Draw(*ui.Inbox) app.UI { return ui.Slot(panel.SpendingTable(&s.Draft)) }

// A host is what the site around the page stated of the columns.
type host struct{ panel.Described }

// Draw implements ui.Drawn.
func (h host) Draw(*ui.Inbox) app.UI { return ui.Slot(hostNote(&h.Draft)) }

func enforced(a *draft.Answers) string {
	if a.Unit == draft.UnitColumn {
		return "enforced"
	}
	return "declared"
}

func kFact(d *draft.Draft) string {
	if d.DrawsK() {
		return "chosen from the records, at most " + words.Thousands(int64(d.Choices.MostK(d.Answers.Tally.Features)))
	}
	return d.Choices.K.Text()
}

// equalFact says how columns count, where that was chosen.
func equalFact(d *draft.Draft) string {
	if draft.Correlates(d) {
		return "every one counts equally (correlations)"
	}
	return ""
}

func centreFact(d *draft.Draft) string {
	a := &d.Answers
	switch {
	case a.Rule == schema.Pairs:
		return ""
	case d.Choices.As != nil:
		return "the earlier release’s"
	case a.DrawsMean(), a.Rule == schema.Mean:
		return "noisy mean of the features"
	case d.DrawsCentre():
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

func ruleFact(d *draft.Draft) string {
	switch d.Answers.Rule {
	case schema.Pairs:
		return "variation about the mean, by pairs of rows"
	case schema.Mean:
		if d.Answers.Equal {
			return "which columns go together"
		}
		return "variation about the mean, in the units of the bounds"
	case schema.Sign:
		return "variation about the centre, by directions from it"
	case schema.Unit:
		return "second moment, records scaled to length 1"
	}
	if d.DrawsBound() {
		return "second moment, clipped to a private R"
	}
	_, length := panel.LengthOf(d)
	return "second moment, clipped to R = " + length
}

// rowWeight says what weighs the rows; "" where nothing does.
func rowWeight(d *draft.Draft) string {
	w := d.Answers.RowWeight.Stated()
	if w == nil {
		return ""
	}
	return words.Clip(w.Column, 60) + ", at most " + words.Three(w.Maximum)
}

// designEffect is the design effect that is used; "" for none.
func designEffect(d *draft.Draft) string {
	if x := d.Release(nil).DesignEffect; x > 0 {
		return words.Three(x) + " rows count as one independent row"
	}
	return ""
}

func stoppingFact(d *draft.Draft) string {
	if n := d.ProposalLimit(); n > 0 {
		return "Gibbs sampling after " + words.Count(int64(n), "proposal")
	}
	return ""
}

// hostNote says what the site around the page stated of the columns: nobody here chose it.
func hostNote(d *draft.Draft) app.UI {
	stated := d.Answers.Schema()
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

// earlierNote says on the last page before spending what the release measures as, and what both cost.
func earlierNote(d *draft.Draft) app.UI {
	if d.Choices.As == nil {
		return nil
	}
	return ui.Note("", "info", app.P().ID("measured-as-note").Text(language.Say(strings.TrimSpace("It measures as an earlier release, with that one’s centre and scales. "+draft.BothCost(d)))))
}

// debitNote says from when on the release is spent.
func debitNote(d *draft.Draft) app.UI {
	if d.Method().Free() {
		return nil
	}
	return ui.Note("note-caution", "warn", app.P().Body(ui.Rich("The budget is debited ", "before",
		" the first random number is drawn. If you cancel after that, or the tab closes, it stays spent. Otherwise anyone could retry until the noise happens to be small.")...))
}
