package start

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/language"
	"privatepca/app/ui"
	"privatepca/core/words"
	"privatepca/wasm/protocol"
)

// View draws the page.
func View(m Model, to *ui.Inbox) []app.UI {
	return []app.UI{
		app.Div().Class("split").Body(
			app.Div().Class("stack").Body(
				ui.Part(to, welcome{}),
				ui.Slot(m.Earlier.draw(to)),
				ui.Slot(m.Loading.draw(to)),
				ui.Part(to, m.Drop),
				ui.Slot(m.Hosting.note()),
				ui.Slot(m.Hosting.neighbours()),
				ui.Slot(m.openNote()),
			),
			ui.Part(to, leaves{m.SHA256}),
		),
		app.Section().Class("rule stack").Aria("label", language.Say("Samples")).Body(
			app.Div().Class("row between").Body(app.H2().Text(language.Say("Or start from a sample")), app.P().Class("help").Text(language.Say("Each has a question that its directions answer."))),
			ui.Part(to, cards{m.Drop.Ready}),
			app.P().Class("help").Text(language.Say("All are made up by a program, and public. Practice shows exact answers beside private ones, and spends nothing. It opens a copy without the last record, so you can still make a release from the sample."))),
		ui.Slot(budgets(m.Populations, m.Ledger)),
	}
}

// welcome says what the page is for.
type welcome struct{}

// Draw implements ui.Drawn.
func (welcome) Draw(*ui.Inbox) app.UI {
	return app.Div().Class("head").Body(
		app.H1().TabIndex(-1).Text(language.Say("Publish the patterns in your data, not the data")),
		app.P().Class("lead").Text(language.Say("Private principal component analysis (PCA). Your records are read on this device and never leave it. Only a few patterns do, with a stated privacy guarantee.")),
	)
}

// openNote says whose header is on its way, or which file is open; nil for neither.
func (m Model) openNote() app.UI {
	switch f := m.File; {
	case m.Opening != "":
		return app.P().ID("opening").Attr("role", "status").Text(language.Say("Reading the header of " + m.Opening + " …"))
	case f != Open{}:
		return ui.Note("", "check",
			app.P().Body(ui.Rich("", f.Name, " is open: "+words.Bytes(f.Size)+", "+words.Count(int64(f.Columns), "column")+".")...),
			app.P().Body(app.A().Href(m.Columns).Text(language.Say("Go on with its columns"))))
	}
	return nil
}

// leaves draws what can leave the device. It holds the digest of the worker.
type leaves struct{ SHA256 string }

// Draw implements ui.Drawn.
func (l leaves) Draw(*ui.Inbox) app.UI {
	item := func(what, how string) app.UI {
		return app.Li().Body(app.Text(language.Say(what)), app.Small().Text(language.Say(how)))
	}
	return app.Aside().Class("rail rail-2 stack").Aria("label", language.Say("What can leave")).Body(
		app.Figure().Class("flow").Body(
			app.FigCaption().Class("eyebrow").Text(language.Say("What can leave this device")),
			app.Div().Class("in").Body(app.Ol().Body(
				item("Your file", "read as a stream, never kept"),
				item("One vector per record", "never longer than a public bound"),
				item("One sum, plus noise", "d × d, exact integers"),
			)),
			app.P().Class("edge").Text(language.Say("the worker’s edge: no network inside")),
			app.Div().Class("beyond").Body(app.P().Class("out").Body(
				app.Text(language.Say("k directions and a statement")), app.Small().Text(language.Say("what they are, what they cost")))),
		),
		l.proof(),
	)
}

// proof says how a reader can check the promise.
func (l leaves) proof() app.UI {
	hash := app.UI(app.Text(language.Say("The worker is one file. Build it from source and compare its SHA-256.")))
	if l.SHA256 != "" {
		hash = app.Span().Body(app.Text(language.Say("The worker is one file. Its SHA-256 is ")), app.Code().ID("worker-sha256").Class("hash").Text(l.SHA256),
			app.Text(language.Say("; build it from source and compare.")))
	}
	return app.Details().Body(app.Summary().Text(language.Say("How can I check that?")), app.Ol().Class("proof").Body(
		app.Li().Body(app.Span().Text(language.Say("Open your browser’s network panel, then choose a file. After that there are no requests but for the program’s own files: the worker’s script where it starts again, and the converter for a workbook or another format."))),
		app.Li().Body(app.Span().Text(language.Say("Turn the network off. Everything here still works."))),
		app.Li().Body(app.Span().Body(app.Text(language.Say("Records are read in a worker served with ")), app.Code().Text("default-src 'none'"),
			app.Text(language.Say(": the browser itself refuses it any connection.")))),
		app.Li().Body(hash),
	))
}

// A Loading is a table that another site gives, on its way; the zero Loading is none.
type Loading struct {
	Name, Origin string
	Got, Total   int64 // bytes; Total is 0 where it is not known
}

func (l Loading) draw(to *ui.Inbox) app.UI {
	if l.Name == "" {
		return nil
	}
	size := words.Bytes(l.Got)
	if l.Total > 0 && l.Got <= l.Total {
		size += " of " + words.Bytes(l.Total)
	}
	return app.Div().ID("loading").Body(ui.Note("", "down",
		app.P().Attr("role", "status").Body(ui.Rich("Loading ", l.Name, " from "+l.Origin)...),
		app.P().Class("small").Text(language.Say(size)),
		to.Button("stop-loading", "Stop loading", StopLoading{}, "btn-s")))
}

// A Model is what the page shows. Nothing of it is the page's own.
type Model struct {
	Drop    Drop
	Earlier Earlier // answers to go on with
	Loading Loading // a table that another site gives
	File    Open    // the file that is open
	Opening string  // the file whose header is on its way; "" for none
	Hosting Hosting
	SHA256  string // of the worker; "" before it has said it

	Populations []protocol.Population // of the ledger, where it was read and none may have changed since
	Columns     string                // the address of the next page
	Ledger      string                // and that of the ledger
}

// An Open is a file that is open; the zero Open is none.
type Open struct {
	Name    string
	Size    int64
	Columns int
}
