package page

import (
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/browser"
	"privatepca/app/frame"
	"privatepca/app/language"
	"privatepca/app/pages/start"
	"privatepca/app/ui"
	"privatepca/core/plan"
	"privatepca/core/privacy"
	"privatepca/core/words"
)

// framed is the frame of another site, as effects have it.
type framed struct{ *frame.Frame }

// Ask asks in a window of our own whether a document is to be given.
func (f framed) Ask(document []byte, statement string) { f.Window.Ask(document, statement) }

// Again tries once more what failed.
func (f framed) Again() { f.Fetcher.Again() }

// StopLoading gives up the table that the site gives.
func (f framed) StopLoading() { f.Fetcher.Stop() }

// A hostBanner says who shows the frame, what that page gets, and what it limits.
type hostBanner struct {
	Parent frame.Parent
	Framed bool // another page shows this one
	Limits string
	Data   string // the portal's table, or the visitor's own; "" for none
}

// hostOf is the banner of a frame; nil outside of one, and where nothing is known of it.
func hostOf(f *frame.Frame, limits plan.Limits, file string) ui.Drawn {
	if f == nil || !f.Parent().Known {
		return nil
	}
	b := hostBanner{f.Parent(), browser.Framed(), limited(limits), f.DataName()}
	if file != "" {
		b.Data = file
	}
	return b
}

// Draw implements ui.Drawn.
func (b hostBanner) Draw(to *ui.Inbox) app.UI {
	var said []app.UI
	switch {
	case b.Parent.Own:
		said = ui.Rich("", "Shown by a page of this same site.", " A browser lets that page see all that this frame shows: nothing here is kept from it. ")
	case b.Parent.Origin != "":
		said = ui.Rich("", "Shown by "+strings.TrimPrefix(b.Parent.Origin, "https://")+".", " It receives the release that you hand to it, and nothing before. ")
	case b.Framed:
		said = ui.Rich("", "The site around this frame is not known here.", " Nothing is taken from it, and nothing is handed to it. ")
	}
	if b.Limits != "" {
		said = append(said, app.Span().ID("host-caps").Text(language.Say(b.Limits+" ")))
	}
	var leave app.UI
	if b.Data != "" {
		said = append(said, app.Span().ID("host-data").Body(ui.Rich("Data: ", b.Data)...))
		if b.Parent.Origin != "" {
			leave = to.Button("leave-button", "Close and start over", LeaveFrame{}, "btn-s")
		}
	}
	if len(said) == 0 {
		return ui.Slot()
	}
	return app.Div().ID("host").Class("note").Body(ui.Icon("info"), app.P().Class("grow").Body(said...), leave)
}

// turnedAway stands in the place of every page where a site shows the frame that the
// deployer does not list. A host with headers leaves that to the browser (frame-ancestors);
// on one without, the page itself is all that can refuse.
type turnedAway struct {
	Site string
	Here string // the address of the page in a tab of its own
}

// Draw implements ui.Drawn.
func (t turnedAway) Draw(*ui.Inbox) app.UI {
	return app.Div().ID("turned-away").Class("stack").Body(
		app.H1().TabIndex(-1).Text(language.Say("Not inside this site")),
		app.P().Class("lead").Text(language.Say(t.Site+" shows this page in a frame, and is not on the list of sites that may. It could lay something over what you see, so no file is taken here.")),
		app.P().Body(app.Text(language.Say("Open it in a tab of its own: ")), app.Code().Text(t.Here)),
		app.P().Class("help").Text(language.Say("The operator of this page can list the site in embed.json or by -embed-hosts.")),
	)
}

// loadingOf says how far a table of the site around a frame has come.
func loadingOf(f *frame.Frame) (l start.Loading) {
	if f == nil {
		return l
	}
	if p, loading := f.Fetcher.Progress(); loading {
		l = start.Loading{Name: p.Name, Origin: p.Origin, Got: p.Got, Total: p.Total}
	}
	return l
}

// phraseOf is what a visitor types before a button counts.
func phraseOf(g *frame.Guard, button string) ui.Phrase {
	p := ui.Phrase{Button: button, Box: frame.Box(button), Refusal: g.Refusal()}
	if words, guarded := g.Phrase(button); guarded {
		p.Words, p.Typed = words, g.Typed()
	}
	return p
}

// A handOver offers the release in view to the site around the frame.
type handOver struct {
	Private bool // it may be handed over
	Handed  bool // it was
	Waits   bool // the site's receipt is not there yet
	Phrase  ui.Phrase
	Alone   bool   // the site asks that this be confirmed in a window
	Tells   bool   // the browser tells whether something covers the frame
	Note    string // what became of the question in a window
}

// handOverOf is what is offered of the release in view; nil where the site takes none.
func handOverOf(m Model, f *frame.Frame) ui.Drawn {
	if f == nil || !f.Receives() || m.Result.FromFile {
		return nil
	}
	_, waits := m.Job.Pending(m.Result.Lent)
	return handOver{
		Waits: waits, Private: m.Result.Document().Privacy.Claim != privacy.NotPrivate, Handed: f.Handed(m.Result.Text()), Phrase: phraseOf(f.Guard, frame.HandOver),
		Alone: f.Window.Alone, Tells: frame.TellsView(), Note: f.Window.Note,
	}
}

// Draw implements ui.Drawn.
func (h handOver) Draw(to *ui.Inbox) app.UI {
	switch {
	case !h.Private:
		return app.P().ID("not-handed").Class("help").Text(language.Say("This document is not private, so it is not handed to the portal."))
	case h.Waits:
		return app.P().ID("hand-waits").Class("help").Text(language.Say("It can be handed to the portal once it has the receipt of the site whose budget paid for it."))
	case h.Handed:
		return app.P().ID("handed").Class("help").Attr("role", "status").Text(language.Say("The portal has received this document."))
	}
	inFrame := to.Deliberate(h.Phrase, "gives this document to the portal around the frame", app.Button().Class("btn btn-main w-full").Text(language.Say("Hand to the portal")), HandOver{})
	why, noted := "The portal can cover parts of this frame, but not a window.", app.UI(nil)
	switch {
	case h.Alone:
		inFrame = nil
		why = "The portal asks that you confirm there. It can cover parts of this frame, but not that window."
	case !h.Tells:
		why = "This browser does not tell whether something covers this frame: a window is safer."
	}
	if h.Note != "" {
		noted = app.P().ID("window-note").Class("help").Attr("role", "status").Text(language.Say(h.Note))
	}
	return app.Div().Class("stack-s").Body(
		ui.Slot(inFrame),
		app.Div().Class("stack-s").Body(
			to.Button("hand-over-window", "Confirm in a window of our own…", AskInWindow{}, "w-full"),
			app.P().Class("help").Text(language.Say(why)),
			ui.Slot(noted),
		),
		app.P().Class("help").Text(language.Say("The portal receives this document. Until you click, it does not know that there is a release.")),
		ui.Slot(h.Phrase.Refused()),
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
