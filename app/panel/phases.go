package panel

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/draft"
	"privatepca/app/job"
	"privatepca/app/language"
	"privatepca/app/ui"
	"privatepca/core/schema"
	"privatepca/core/words"
	"privatepca/wasm/protocol"
)

// A Run is a reading of the open file under way, or a release.
type Run struct {
	Spent   bool                         // the release was asked for
	Phase   string                       // of the last word
	Said    map[string]protocol.Progress // the last word of each phase
	Records int64                        // of the second moment that stands; 0 for none
}

// A phase is a part of a release; those from the debit on spend.
type phase struct{ name, text string }

// phasesOf are what the release goes through; the debit stands before the second.
func phasesOf(d *draft.Draft) []phase {
	out := []phase{{protocol.PhaseRead, "Read, encode and sum"}}
	if d.DrawsCentre() {
		out = append(out, phase{protocol.PhaseCentre, "Draw the private mean"})
	}
	if d.DrawsBound() {
		out = append(out, phase{protocol.PhaseNormBound, "Draw the norm bound"})
	}
	if d.DrawsCentre() || d.DrawsBound() || d.Answers.DrawsMean() {
		out = append(out, phase{protocol.PhaseAgain, "Encode and sum again"})
	}
	if d.Answers.Rule == schema.Mean && !d.Method().Free() {
		out = append(out, phase{protocol.PhaseLengths, "Draw the mean and the spread of each column"}, phase{protocol.PhaseAgain, "Cut, encode and sum"},
			phase{protocol.PhaseNoise, "Draw noise"}, phase{protocol.PhaseTest, "Test what relates columns"})
		return append(out, phase{protocol.PhaseWrite, "Round, check, write the document"})
	}
	if d.DrawsK() {
		out = append(out, phase{protocol.PhaseChooseK, "Draw k"})
	}
	out = append(out, phase{protocol.PhaseNoise, "Draw noise"}, phase{protocol.PhaseVectors, "Find the directions"})
	if d.Shrinks() {
		out = append(out, phase{protocol.PhaseShrink, "Shrink the noise of the released matrix"})
	}
	return append(out, phase{protocol.PhaseWrite, "Round, check, write the document"})
}

// A Running is a release or a reading under way, and the button that ends it.
type Running struct {
	Release bool
	Help    string
	Lines   []line
}

// A line is one of the phases, or what is spent from there on.
type line struct {
	phase, text, count string // phase is "" for what is spent
	place              int    // below, at or above 0 for what is done, under way and to come
	step               bool   // of several
	label              string // of a bar; "" for none
	share              int    // that it draws, of 1000
}

// Releasing is a release under way.
func Releasing(d *draft.Draft, r Run) Running {
	price, now, phases := d.Choices.Price(), 0, phasesOf(d)
	out := Running{Release: true, Help: "Cancel stops at once. Nothing is spent yet."}
	if r.Spent {
		out.Help = "Cancel stops at once. The release has been asked for, so " + price + " stays spent."
	}
	for i, p := range phases {
		if r.Phase == p.name {
			now = i
		}
	}
	if r.Spent {
		now = max(now, 1)
	}
	for i, p := range phases {
		if i == 1 && !d.Method().Free() {
			out.Lines = append(out.Lines, line{text: price + " is spent from here on"})
		}
		l := line{phase: p.name, text: p.text, place: i - now, step: true}
		switch {
		case l.place == 0:
			l = l.under(r, p.text)
		case l.place > 0:
			l.count = "–"
		case r.Records > 0 && p.name == protocol.PhaseRead:
			l.count = words.Count(r.Records, "record")
		default:
			l.count = "done"
		}
		out.Lines = append(out.Lines, l)
	}
	return out
}

// Reading is the file being read before anything is released.
func Reading(r Run) Running {
	return Running{
		Help:  "This spends nothing. You can go on choosing meanwhile.",
		Lines: []line{line{phase: protocol.PhaseRead, text: "Read, encode and sum"}.under(r, "Reading the file")},
	}
}

// under is the line of what is under way.
func (l line) under(r Run, label string) line {
	p, known := r.Said[l.phase]
	l.count = counted(p, known)
	if p.Total > 0 { // without a total there is no share to draw
		l.label, l.share = label, int(1000*p.Done/p.Total)
	}
	return l
}

// Draw implements ui.Drawn.
func (r Running) Draw(to *ui.Inbox) app.UI {
	cancel := func(class string) app.UI { return to.Button("cancel-button", "Cancel", job.Cancel{}, class) }
	var lines []app.UI
	for _, l := range r.Lines {
		lines = append(lines, l.draw())
	}
	list := app.Ol().ID("phases").Class("phases").Aria("label", language.Say("Phases")).Body(lines...)
	if r.Release {
		return app.Div().Class("panel stack").Body(
			app.Div().Class("row between").Body(app.H2().Text(language.Say("Releasing")), cancel("btn-danger")),
			list,
			app.P().Class("help").Attr("role", "status").Text(language.Say(r.Help)))
	}
	return app.Div().Class("panel stack-s").Body(
		app.Div().Class("row between").Body(app.H2().Class("eyebrow").Text(language.Say("Reading the file")), cancel("btn-s")),
		list,
		app.P().Class("help").Text(language.Say(r.Help)))
}

func (l line) draw() app.UI {
	count := app.Span().Text(language.Say(l.count))
	switch {
	case l.phase == "":
		return app.Li().Class("debit").Text(language.Say(l.text))
	case l.place < 0:
		return app.Li().Class("done").DataSet("phase", l.phase).Body(ui.Icon("check"), app.Text(language.Say(l.text)), count)
	case l.place > 0:
		return app.Li().Class("ahead").DataSet("phase", l.phase).Body(app.Span().Class("ring"), app.Text(language.Say(l.text)), count)
	}
	var bar app.UI
	if l.label != "" {
		bar = app.Progress().Aria("label", language.Say(l.label)).Max(1000).Value(l.share)
	}
	now := app.Li().Class("now").DataSet("phase", l.phase).Body(app.Span().Class("dot"), app.Text(language.Say(l.text)), count, bar)
	if l.step {
		now.Aria("current", "step")
	}
	return now
}

// counted says how far a phase is.
func counted(p protocol.Progress, known bool) string {
	switch {
	case !known:
		return "…"
	case p.Unit == "bytes" && p.Total > 0:
		return words.Count(p.Records, "record") + ", " + words.Bytes(p.Done) + " of " + words.Bytes(p.Total) + reading(p)
	case p.Unit == "bytes":
		return words.Count(p.Records, "record") + ", " + words.Bytes(p.Done) + reading(p)
	case p.Total > 0:
		return words.Thousands(p.Done) + " of " + words.Thousands(p.Total) + " " + p.Unit
	}
	return words.Thousands(p.Done) + " " + p.Unit
}

// reading says how often the file is read, for pairs that memory does not hold.
func reading(p protocol.Progress) string {
	if p.Reading < 2 {
		return ""
	}
	return ", reading " + words.Thousands(int64(p.Reading))
}
