package view

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/browser"
	"privatepca/app/client"
	"privatepca/app/goapp"
	"privatepca/app/state"
	"privatepca/app/ui"
	"privatepca/core/words"
)

// startPage is step 1: a file is chosen.
type startPage struct{ page }

// Draw implements Page.
func (p *startPage) Draw() []app.UI {
	s := p.s
	return parts(app.Div().Class("split").Body(
		app.Div().Class("stack").Body(
			goapp.Deferred(welcome),
			ui.Slot(continuePanel(s, p.site.To)),
			ui.Slot(loadingNote(s, p.site.Frame)),
			goapp.Deferred(func() app.UI { return dropArea(s) }),
			ui.Slot(hostingNote(s)),
			ui.Slot(neighbourNote(browser.Host(), browser.At(""))),
			ui.Slot(openFileNote(s)),
		),
		goapp.Deferred(func() app.UI { return whatLeaves(s) }),
	), samplesPart(s), ui.Slot(startBudgets(s)))
}

// welcome says what the page is for.
func welcome() app.UI {
	return app.Div().Class("head").Body(
		app.H1().TabIndex(-1).Text("Publish the patterns in your data, not the data"),
		app.P().Class("lead").Text("Private principal component analysis (PCA). Your records are read on this device and never leave it. Only a few patterns do, with a stated privacy guarantee."),
	)
}

// proofList says how a reader can check the promise.
func proofList(s *state.State) app.UI {
	hash := app.UI(app.Text("The worker is one file. Build it from source and compare its SHA-256."))
	if h := s.Worker.Client.SHA256; h != "" {
		hash = app.Span().Body(app.Text("The worker is one file. Its SHA-256 is "), app.Code().ID("worker-sha256").Class("hash").Text(h),
			app.Text("; build it from source and compare."))
	}
	return app.Details().Body(app.Summary().Text("How can I check that?"), app.Ol().Class("proof").Body(
		app.Li().Body(app.Span().Text("Open your browser’s network panel, then choose a file. After that there are no requests. If you cancel, the page fetches the worker’s own script again.")),
		app.Li().Body(app.Span().Text("Turn the network off. Everything here still works.")),
		app.Li().Body(app.Span().Body(app.Text("Records are read in a worker served with "), app.Code().Text("default-src 'none'"),
			app.Text(": the browser itself refuses it any connection."))),
		app.Li().Body(hash),
	))
}

// openingNote says whose header is on its way; nil where none is.
func openingNote(s *state.State) app.UI {
	if s.Worker.Opening == nil {
		return nil
	}
	return app.P().ID("opening").Attr("role", "status").Text("Reading the header of " + s.Worker.Opening.Name + " …")
}

func openFileNote(s *state.State) app.UI {
	if note := openingNote(s); note != nil {
		return note
	}
	if s.Worker.File == nil {
		return nil
	}
	return ui.Note("", "check",
		app.P().Body(ui.Rich("", s.Worker.File.Name, " is open: "+words.Bytes(s.Worker.File.Size)+", "+words.Count(int64(len(s.Worker.File.About.Columns)), "column")+".")...),
		app.P().Body(app.A().Href(browser.At(state.ColumnsPath)).Text("Go on with its columns")))
}

// whatLeaves draws what can leave the device.
func whatLeaves(s *state.State) app.UI {
	item := func(what, how string) app.UI { return app.Li().Body(app.Text(what), app.Small().Text(how)) }
	return app.Aside().Class("rail rail-2 stack").Aria("label", "What can leave").Body(
		app.Figure().Class("flow").Body(
			app.FigCaption().Class("eyebrow").Text("What can leave this device"),
			app.Div().Class("in").Body(app.Ol().Body(
				item("Your file", "read as a stream, never kept"),
				item("One vector per record", "never longer than a public bound"),
				item("One sum, plus noise", "d × d, exact integers"),
			)),
			app.P().Class("edge").Text("the worker’s edge: no network inside"),
			app.Div().Class("beyond").Body(app.P().Class("out").Body(
				app.Text("k directions and a statement"), app.Small().Text("what they are, what they cost"))),
		),
		proofList(s),
	)
}

// filesChosen takes what the file picker gives.
func filesChosen(s *state.State, ctx app.Context, e app.Event) {
	s.Received(browser.Chosen(ctx.JSSrc()))
}

// takePaste takes the text of the control for it.
func takePaste(s *state.State) {
	if !s.Ready() {
		return
	}
	if f, ok := browser.TakeText("paste"); ok {
		s.Received([]client.NamedFile{f})
	}
}
