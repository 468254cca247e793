package view

import (
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/browser"
	"privatepca/app/frame"
	"privatepca/app/state"
	"privatepca/app/ui"
	"privatepca/core/plan"
	"privatepca/core/privacy"
	"privatepca/core/words"
)

// HostBanner says who shows the frame, what that page gets, and what it limits.
func HostBanner(s *state.State, f *frame.Frame) app.UI {
	if f == nil || !f.Parent().Known || s.Unlisted != "" {
		return nil
	}
	parent := f.Parent()
	var said []app.UI
	switch {
	case parent.Own:
		said = ui.Rich("", "Shown by a page of this same site.", " A browser lets that page see all that this frame shows: nothing here is kept from it. ")
	case parent.Origin != "":
		said = ui.Rich("", "Shown by "+strings.TrimPrefix(parent.Origin, "https://")+".", " It receives the release that you hand to it, and nothing before. ")
	case browser.Framed():
		said = ui.Rich("", "The site around this frame is not known here.", " Nothing is taken from it, and nothing is handed to it. ")
	}
	if w := limited(s.Draft.Limits); w != "" {
		said = append(said, app.Span().ID("host-caps").Text(w+" "))
	}
	name := f.DataName()
	if file := s.Worker.File; file != nil { // the portal's, or the visitor's own
		name = file.Name
	}
	var leave app.UI
	if name != "" {
		said = append(said, app.Span().ID("host-data").Body(ui.Rich("Data: ", name)...))
		if parent.Origin != "" {
			leave = ui.Button("leave-button", "Close and start over", f.Leave, "btn-s")
		}
	}
	if len(said) == 0 {
		return nil
	}
	return app.Div().ID("host").Class("note").Body(ui.Icon("info"), app.P().Class("grow").Body(said...), leave)
}

// turnedAway stands in the place of every page where a site shows the frame that the
// deployer does not list. A host with headers leaves that to the browser (frame-ancestors);
// on one without, the page itself is all that can refuse.
func turnedAway(s *state.State) []app.UI {
	if s.Unlisted == "" {
		return nil
	}
	return []app.UI{app.Div().ID("turned-away").Class("stack").Body(
		app.H1().TabIndex(-1).Text("Not inside this site"),
		app.P().Class("lead").Text(s.Unlisted+" shows this page in a frame, and is not on the list of sites that may. It could lay something over what you see, so no file is taken here."),
		app.P().Body(app.Text("Open it in a tab of its own: "), app.Code().Text(browser.Origin()+browser.At(state.StartPath))),
		app.P().Class("help").Text("The operator of this page can list the site in embed.json or by -embed-hosts."),
	)}
}

// loadingNote shows how far a table has come.
func loadingNote(s *state.State, f *frame.Frame) app.UI {
	if f == nil {
		return nil
	}
	p, loading := f.Fetcher.Progress()
	if !loading {
		return nil
	}
	size := words.Bytes(p.Got)
	if p.Total > 0 && p.Got <= p.Total {
		size += " of " + words.Bytes(p.Total)
	}
	return app.Div().ID("loading").Body(ui.Note("", "down",
		app.P().Attr("role", "status").Body(ui.Rich("Loading ", p.Name, " from "+p.Origin)...),
		app.P().Class("small").Text(size),
		ui.Button("stop-loading", "Stop loading", func() {
			f.Fetcher.Stop()
			s.Change()
		}, "btn-s")))
}

// PhraseOf is what a visitor types before a button counts.
func PhraseOf(g *frame.Guard, button string) ui.Phrase {
	p := ui.Phrase{Button: button, Box: frame.Box(button), Refusal: g.Refusal()}
	if words, guarded := g.Phrase(button); guarded {
		p.Words, p.Typed = words, g.Typed()
	}
	return p
}

// handOverInWindow offers to confirm in a window of our own.
func handOverInWindow(s *state.State, f *frame.Frame) app.UI {
	why := "The portal can cover parts of this frame, but not a window."
	switch {
	case f.Window.Alone:
		why = "The portal asks that you confirm there. It can cover parts of this frame, but not that window."
	case !frame.TellsView():
		why = "This browser does not tell whether something covers this frame: a window is safer."
	}
	return app.Div().Class("stack-s").Body(
		ui.Button("hand-over-window", "Confirm in a window of our own…", func() {
			f.Window.Ask(s.Result().Text(), s.Result().Document().Statement().String())
		}, "w-full"),
		app.P().Class("help").Text(why),
		ui.Slot(note(f.Window.Note)),
	)
}

// note says what became of a question; nil for nothing.
func note(text string) app.UI {
	if text == "" {
		return nil
	}
	return app.P().ID("window-note").Class("help").Attr("role", "status").Text(text)
}

// HandOver offers the release in view to the parent page.
func HandOver(s *state.State, f *frame.Frame, to *ui.Inbox) app.UI {
	if f == nil || !f.Receives() || s.Result().FromFile {
		return nil
	}
	if s.Result().Document().Privacy.Claim == privacy.NotPrivate {
		return app.P().ID("not-handed").Class("help").Text("This document is not private, so it is not handed to the portal.")
	}
	if f.Handed(s.Result().Text()) {
		return app.P().ID("handed").Class("help").Attr("role", "status").Text("The portal has received this document.")
	}
	phrase := PhraseOf(f.Guard, frame.HandOver)
	inFrame := to.Boxed(phrase, "gives this document to the portal around the frame",
		app.Button().ID(frame.HandOver).Type("button").Class("btn btn-main w-full").Text("Hand to the portal").
			OnClick(func(_ app.Context, e app.Event) {
				if f.Guard.Deliberate(e, frame.HandOver) {
					f.HandOver(s.Result().Text())
				}
			}, "hand-over"))
	if f.Window.Alone {
		inFrame = nil
	}
	return app.Div().Class("stack-s").Body(
		ui.Slot(inFrame),
		handOverInWindow(s, f),
		app.P().Class("help").Text("The portal receives this document. Until you click, it does not know that there is a release."),
		ui.Slot(phrase.Refused()),
	)
}

// limited says what a site around the page limits; "" for nothing.
func limited(l plan.Limits) string {
	var parts []string
	if l.Epsilon != nil {
		parts = append(parts, "ε = "+words.Number(*l.Epsilon))
	}
	if l.Delta != nil {
		parts = append(parts, "δ = "+words.Number(*l.Delta))
	}
	if len(parts) == 0 {
		return ""
	}
	return "The limit of this portal is " + words.List(parts) + "."
}
