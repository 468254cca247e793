package view

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/state"
	"privatepca/app/ui"
	"privatepca/core/schema"
	"privatepca/core/words"
	"privatepca/wasm/protocol"
)

// A phase is a part of a release; those from the debit on spend.
type phase struct{ name, text string }

// phasesOf are what the release goes through; the debit stands before the second.
func phasesOf(s *state.State) []phase {
	out := []phase{{protocol.PhaseRead, "Read, encode and sum"}}
	if s.Draft.DrawsCentre() {
		out = append(out, phase{protocol.PhaseCentre, "Draw the private mean"})
	}
	if s.Draft.DrawsBound() {
		out = append(out, phase{protocol.PhaseNormBound, "Draw the norm bound"})
	}
	if s.Draft.DrawsCentre() || s.Draft.DrawsBound() || s.Draft.Answers.DrawsMean() {
		out = append(out, phase{state.Again, "Encode and sum again"})
	}
	if s.Draft.Answers.Rule == schema.Mean && !s.Draft.Method().Free() {
		out = append(out, phase{protocol.PhaseLengths, "Draw the mean and the spread of each column"}, phase{state.Again, "Cut, encode and sum"},
			phase{protocol.PhaseNoise, "Draw noise"}, phase{protocol.PhaseTest, "Test what relates columns"})
		return append(out, phase{protocol.PhaseWrite, "Round, check, write the document"})
	}
	if s.Draft.DrawsK() {
		out = append(out, phase{protocol.PhaseChooseK, "Draw k"})
	}
	out = append(out, phase{protocol.PhaseNoise, "Draw noise"}, phase{protocol.PhaseVectors, "Find the directions"})
	if s.Draft.Shrinks() {
		out = append(out, phase{protocol.PhaseShrink, "Shrink the noise of the released matrix"})
	}
	return append(out, phase{protocol.PhaseWrite, "Round, check, write the document"})
}

// A progressView is the piece of a page that is drawn again at every word of
// progress, several times a second; the rest of the page is left alone.
type progressView struct {
	app.Compo
	s    *state.State
	site *Site
	Run  *state.Job // kept, since it may be over when its last word is drawn
	Draw func(*state.State, *state.Job) app.UI
}

func progressOf(s *state.State, site *Site, draw func(*state.State, *state.Job) app.UI) app.UI {
	return &progressView{s: s, site: site, Run: s.Worker.Job, Draw: draw}
}

func (v *progressView) OnMount(app.Context) { v.site.Progress = v.Update }

func (v *progressView) Render() app.UI { return v.Draw(v.s, v.Run) }

// runningPanel shows a release under way, and the button that ends it.
func runningPanel(s *state.State, site *Site) app.UI {
	return app.Div().Class("panel stack").Body(
		app.Div().Class("row between").Body(app.H2().Text("Releasing"),
			ui.Button("cancel-button", "Cancel", s.Cancel, "btn-danger")),
		progressOf(s, site, phaseList),
		app.P().Class("help").Attr("role", "status").Text(cancelHelp(s)),
	)
}

func cancelHelp(s *state.State) string {
	if s.Worker.Job.Spent {
		return "Cancel stops at once. The release has been asked for, so " + s.Draft.Choices.Price() + " stays spent."
	}
	return "Cancel stops at once. Nothing is spent yet."
}

func phaseList(s *state.State, r *state.Job) app.UI {
	now, phases := 0, phasesOf(s)
	for i, p := range phases {
		if r.Progress.Phase == p.name {
			now = i
		}
	}
	if r.Spent {
		now = max(now, 1)
	}
	var items []app.UI
	for i, p := range phases {
		if i == 1 && !s.Draft.Method().Free() {
			items = append(items, app.Li().Class("debit").Text(s.Draft.Choices.Price()+" is spent from here on"))
		}
		items = append(items, phaseLine(s, r, p.name, p.text, i-now))
	}
	return app.Ol().ID("phases").Class("phases").Aria("label", "Phases").Body(items...)
}

// phaseLine is one line of the list; place is below, at or above 0 for what is done,
// under way and to come.
func phaseLine(s *state.State, r *state.Job, name, text string, place int) app.UI {
	p, known := r.Phases[name]
	switch {
	case place < 0:
		count := "done"
		if n := recordsRead(s); name == protocol.PhaseRead && n > 0 {
			count = words.Count(n, "record")
		}
		return app.Li().Class("done").DataSet("phase", name).Body(ui.Icon("check"), app.Text(text), app.Span().Text(count))
	case place > 0:
		return app.Li().Class("ahead").DataSet("phase", name).Body(app.Span().Class("ring"), app.Text(text), app.Span().Text("–"))
	}
	return app.Li().Class("now").DataSet("phase", name).Aria("current", "step").Body(
		app.Span().Class("dot"), app.Text(text), app.Span().Text(counted(p, known)), bar(p, text))
}

// recordsRead is the number of records of the second moment that stands.
func recordsRead(s *state.State) int64 {
	if s.Worker.Prepared == nil {
		return 0
	}
	return s.Worker.Prepared.Records
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

// bar draws a share; without a total there is none to draw.
func bar(p protocol.Progress, label string) app.UI {
	if p.Total <= 0 {
		return nil
	}
	return app.Progress().Aria("label", label).Max(1000).Value(int(1000 * p.Done / p.Total))
}

// Reading shows the file being read before anything is released; nil where it is not.
func Reading(s *state.State, site *Site) app.UI {
	if s.Worker.Job == nil || s.Worker.Job.Releasing {
		return nil
	}
	return app.Div().Class("panel stack-s").Body(
		app.Div().Class("row between").Body(app.H2().Class("eyebrow").Text("Reading the file"),
			ui.Button("cancel-button", "Cancel", s.Cancel, "btn-s")),
		progressOf(s, site, readingPhase),
		app.P().Class("help").Text("This spends nothing. You can go on choosing meanwhile."),
	)
}

func readingPhase(s *state.State, r *state.Job) app.UI {
	p, known := r.Phases[protocol.PhaseRead]
	return app.Ol().ID("phases").Class("phases").Aria("label", "Phases").Body(
		app.Li().Class("now").DataSet("phase", protocol.PhaseRead).Body(
			app.Span().Class("dot"), app.Text("Read, encode and sum"), app.Span().Text(counted(p, known)), bar(p, "Reading the file")))
}
