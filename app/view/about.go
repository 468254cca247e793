package view

import (
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/browser"
	"privatepca/app/state"
	"privatepca/app/ui"
	"privatepca/core/release"
)

// aboutPanel asks for what makes a release recognisable: it stands in the document, in pictures and in the report, outside what
// is claimed.
func aboutPanel(s *state.State) app.UI {
	a := s.Result.Edition.Imprint()
	field := func(id, label, value string, set func(i *release.Imprint, v string)) app.UI {
		return app.Div().Class("field").Body(app.Label().For(id).Text(label),
			ui.Input(s, id, value, func(v string) {
				imprint := s.Result.Edition.Imprint()
				set(&imprint, v)
				s.Decide(s.Result.Edition.Print(imprint))
			}).Class("w-full"))
	}
	return app.Details().ID("about").Class("panel").Body(app.Summary().Text("About this release: title, author, labels"),
		app.Div().Class("stack-s").Body(
			app.P().Class("help").Text("You write this. The release, the pictures and the report contain it. It is outside the claim, and you can change it at any time."),
			field("about-title", "Title", a.Title, func(a *release.Imprint, v string) { a.Title = v }),
			field("about-author", "Author", a.Author, func(a *release.Imprint, v string) { a.Author = v }),
			field("about-organisation", "Organisation", a.Organisation, func(a *release.Imprint, v string) { a.Organisation = v }),
			field("about-licence", "Licence", a.Licence, func(a *release.Imprint, v string) { a.Licence = v }),
			field("about-doi", "DOI", a.DOI, func(a *release.Imprint, v string) { a.DOI = v }),
			field("about-notes", "Notes for readers", a.Notes, func(a *release.Imprint, v string) { a.Notes = v }),
			app.Label().For("about-labels").Class("label").Text("Labels of variables and levels"),
			app.Textarea().ID("about-labels").Class("w-full").Rows(4).Attr("spellcheck", "false").Aria("describedby", "about-labels-help"),
			app.P().ID("about-labels-help").Class("help").Text("One a line: the name, a tab or =, the label. A level is written name=level. Paste two columns of a spreadsheet."),
			ui.Button("about-labels-set", "Use these labels", func() { takeLabels(s) }, "btn-s"),
		))
}

// takeLabels reads the lines of the field for labels. A name that is none of the features' is passed over.
func takeLabels(s *state.State) {
	f, ok := browser.TakeText("about-labels")
	if !ok {
		return
	}
	state.ReadText(s, f, func(text []byte) {
		s.Decide(s.Result.Edition.Label(labelled(s.Result.Document(), string(text))))
		s.Change()
	})
}

// levelLabel is what the schema calls a level; the level itself where it has no label.
func levelLabel(d *release.Document, column, level string) string {
	for i := range d.Encoding.Fields {
		if f := &d.Encoding.Fields[i]; f.Name == column {
			for _, c := range f.Categories {
				if c.Value == level {
					return c.Label
				}
			}
		}
	}
	return level
}

// labelled are the labels of a document's features after lines of a text, "name<tab>label" or "name = label". A column's label also stands in its levels'.
func labelled(d *release.Document, text string) []string {
	labels := make([]string, d.NumFeatures)
	if d.About != nil {
		copy(labels, d.About.Labels)
	}
	given := map[string]string{}
	for line := range strings.Lines(text) {
		name, rest, ok := strings.Cut(strings.TrimSpace(line), "\t")
		if !ok {
			at := strings.LastIndex(line, " = ")
			if at < 0 {
				if at = strings.LastIndex(line, "="); at < 0 {
					continue
				}
				name, rest = line[:at], line[at+1:]
			} else {
				name, rest = line[:at], line[at+3:]
			}
		}
		given[strings.TrimSpace(name)] = strings.TrimSpace(rest)
	}
	for i, name := range d.FeatureNames {
		if said, ok := given[name]; ok {
			labels[i] = said
		} else if column, level, ok := strings.Cut(name, "="); ok && given[column] != "" {
			labels[i] = given[column] + ": " + levelLabel(d, column, level)
		}
	}
	return labels
}
