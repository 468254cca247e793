package view

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/browser"
	"privatepca/app/client"
	"privatepca/app/state"
	"privatepca/app/ui"
	"privatepca/core/release"
	"privatepca/core/report"
	"privatepca/core/words"
)

// An applying is a release applied to rows that are public.
type applying struct {
	declared   bool              // the user says that the rows are public
	placing    *state.Placing    // the rows; nil for none
	of         *release.Document // on whose directions got has them
	got        *release.Applied
	fault      string
	source     string // where the rows were published, as the user types it
	across, up int    // directions of the plot, from 0
}

// projection places public rows on the released directions: averages of groups, made-up people. The worker reads them as it reads records; the page asks first
// whether they are public, and refuses a table that a budget is kept for.
func (p *resultPage) projection(d *release.Document) app.UI {
	a := &p.apply
	in := app.Input().ID("apply-input").Type("file").Class("vh").Accept(".csv,.tsv,.txt").Disabled(!a.declared).OnChange(func(ctx app.Context, e app.Event) {
		if files := browser.Chosen(ctx.JSSrc()); len(files) > 0 {
			p.applyTo(files[0])
		}
	}, "apply-input")
	choose := app.Label().For("apply-input").Class("btn btn-s").Text("Choose a table")
	if !a.declared {
		choose.Class("waiting")
	}
	paste := ui.Button("apply-paste", "Place these rows", func() {
		if f, ok := browser.TakeText("apply-text"); ok {
			p.applyTo(f)
		}
	}, "btn-s").Disabled(!a.declared)
	body := []app.UI{
		app.H2().Text("Apply to public rows"),
		app.P().Class("help").Text("You can place averages of groups from a published table, or made-up people, on these directions. This is free, because the directions are public. Never use the protected file: scores of its people would be personal data."),
		ui.Tick(p.s, "apply-public", "These rows are public: published, or made up", "The worker reads them as it reads records. They stay on this device and are not part of the release.", a.declared, func(on bool) { a.declared = on }),
		app.Label().For("apply-text").Class("label").Text("A table with a header line that names columns as the release does"),
		app.Textarea().ID("apply-text").Class("w-full").Rows(4).Attr("spellcheck", "false"),
		app.Div().Class("row small").Body(paste, in, choose),
		app.P().ID("apply-fault").Class("fault").Attr("role", "alert").Text(a.fault),
	}
	if a.on(d) == nil {
		return app.Section().ID("apply").Class("fig compare").Body(body...)
	}
	a.across = min(a.across, d.NumComponents-1)
	if a.up >= d.NumComponents || a.up == a.across {
		a.up = min(a.across+1, d.NumComponents-1)
	}
	f, ok := p.scores()
	if !ok {
		return app.Section().ID("apply").Class("fig compare").Body(body...)
	}
	var source app.UI
	if a.source == "" {
		source = app.P().Class("help").Text("Type the source of the rows, and the picture can be saved.")
	}
	body = append(body,
		app.Div().Class("field").Body(app.Label().For("apply-source").Text("Source of the rows"),
			ui.Input(p.s, "apply-source", a.source, func(v string) { a.source = v }).Attr("placeholder", "such as: City yearbook 2024, table 3")),
		ui.Slot(source))
	controls := app.Div().Class("row small").Body(planeChoice(p.s, "apply-across", "Across", d, a.across, func(i int) { a.across = i }), planeChoice(p.s, "apply-up", "Upwards", d, a.up, func(i int) { a.up = i }))
	if a.source == "" {
		body = append(body, figure(f.ID, f.Title, f.Sentence, bothWidths(f.SVG, f.Wide), f.Table.HTML(), controls))
	} else {
		body = append(body, p.saved(f, controls))
	}
	return app.Section().ID("apply").Class("compare stack-s").Body(body...)
}

// scores draws the rows on two directions of what is in view; ok is false where there are no rows.
func (p *resultPage) scores() (f report.Figure, ok bool) {
	a, d := &p.apply, p.s.Result.Document()
	got := a.on(d)
	if got == nil {
		return report.Figure{}, false
	}
	f = report.Scores(d, *got, min(a.across, d.NumComponents-1), min(a.up, d.NumComponents-1))
	f.Sentence += a.reading()
	if a.source != "" {
		f.Sentence += " Source of the rows: " + a.source + "."
	}
	return f, true
}

// on are the rows on the directions of a document; nil for none.
func (a *applying) on(d *release.Document) *release.Applied {
	if a.of != d {
		a.of, a.got = d, a.placing.On(d)
	}
	return a.got
}

// planeChoice sets which direction the scores are drawn along.
func planeChoice(s *state.State, id, label string, d *release.Document, now int, set func(int)) app.UI {
	found := report.Find(d)
	var options []ui.Option
	for i := range d.NumComponents {
		options = append(options, ui.Option{Value: strconv.Itoa(i), Text: directionName(found, i)})
	}
	return app.Span().Class("row").Body(app.Label().For(id).Class("muted").Text(label),
		ui.Choose(s, id, strconv.Itoa(now), options, func(v string) {
			if i, err := strconv.Atoi(v); err == nil {
				set(i)
			}
		}).Class("select-s"))
}

// applyTo reads a small table and places its rows.
func (p *resultPage) applyTo(f client.NamedFile) {
	a, s := &p.apply, p.s
	if !a.declared || s.Result.Edition.IsZero() {
		return
	}
	if open := s.Worker.File; open != nil && open.Name == f.Name && open.Size == f.Size {
		a.placing, a.of, a.got, a.fault = nil, nil, nil, "This table is open as protected data. Scores of its people would be personal data. Nothing was read."
		s.Change()
		return
	}
	state.ReadText(s, f, func(text []byte) {
		a.place(s, text)
		s.Change()
	})
}

// reading says how the rows were read, and what in them does not fit.
func (a *applying) reading() string {
	says := ""
	if d := a.placing.Dialect.String(); d != "" {
		says += " The table was read with: " + d + "."
	}
	for _, does := range []struct {
		n         int64
		what, not string
	}{
		{a.got.Unread, "cell", "could not be read, and count as missing"},
		{a.got.Outside, "value", "outside the bounds count as the nearer bound"},
		{a.got.Ragged, "row", "of more or fewer cells than the header: absent ones count as missing"},
	} {
		if does.n > 0 {
			says += " " + words.Count(does.n, does.what) + " " + does.not + "."
		}
	}
	return says
}

// place applies the release to a text, unless a budget is kept for it.
func (a *applying) place(s *state.State, text []byte) {
	a.placing, a.of, a.got, a.fault = nil, nil, nil, ""
	state.PlaceRows(s, s.Result.Document(), text, func(p state.Placing) {
		switch d := s.Result.Document(); {
		case d == nil:
			return // none is in view any more
		case p.Protected:
			a.fault = "The ledger has a budget for this table, or it is the open one, so it is protected data. Scores of its people would be personal data. Nothing is drawn."
		case p.Fault != "":
			a.fault = p.Fault
		case p.On(d) == nil:
			a.fault = "These rows were read for another release. Place them again."
		default:
			a.placing, a.of = &p, nil
		}
		s.Change()
	})
}
