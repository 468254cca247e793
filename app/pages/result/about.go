package result

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/effect"
	"privatepca/app/language"
	"privatepca/app/ui"
	"privatepca/core/release"
	"privatepca/core/report"
)

// About is what makes a release recognisable: it stands in the document, in pictures and in the report, outside what is claimed.
type about struct {
	Imprint release.Imprint
	Writing bool // it is being written; else what was written stands here
	Kept    bool // it is kept beside the ledger's document
}

// Draw implements ui.Drawn.
func (a about) Draw(to *ui.Inbox) app.UI {
	body := []app.UI{app.H2().ID("about-heading").Class("eyebrow").Text(language.Say("About this release"))}
	switch {
	case a.Writing || a.Imprint.Title == "": // in the same places, so that who types goes on typing
		body = append(body, a.help(), a.field(to, Title, "Title", "such as: Everyday life 2024"), ui.Slot(a.rest(to)...))
	default:
		body = append(body, a.facts(), to.Button("about-edit", "Edit", WriteAbout{true}, "btn-s").Aria("label", language.Say("Edit what is written about this release")))
	}
	return app.Section().ID("about").Class("panel stack-s aboutcard").Aria("labelledby", "about-heading").Body(body...)
}

// facts are what was written.
func (a about) facts() app.UI {
	i := a.Imprint
	by := i.Author
	if by != "" && i.Organisation != "" {
		by += ", "
	}
	by += i.Organisation
	return ui.Facts(ui.Says("Title", i.Title), ui.Says("By", by), ui.Says("Licence", i.Licence), ui.Says("DOI", i.DOI), ui.Says("Notes", i.Notes))
}

// help says why a title is asked for, and who keeps it.
func (a about) help() app.UI {
	kept := " Download the document to keep it."
	if a.Kept {
		kept = " It is saved as you type."
	}
	return app.P().Class("help").Text(language.Say("You write this, outside the claim. The report, each picture and each comparison show the title." + kept))
}

func (a about) field(to *ui.Inbox, of Field, label, such string) app.UI {
	id := "about-" + string(of)
	return app.Div().Class("field").Body(app.Label().For(id).Text(language.Say(label)),
		to.Line(id, *of.of(&a.Imprint), func(text string) effect.Msg { return Write{of, text} }).Class("w-full").Placeholder(language.Say(such)))
}

// rest are the other fields, once somebody writes.
func (a about) rest(to *ui.Inbox) []app.UI {
	if !a.Writing {
		return []app.UI{to.Button("about-edit", "Author, licence, labels and more", WriteAbout{true}, "btn-s")}
	}
	pair := func(a, b app.UI) app.UI { return app.Div().Class("pair-of").Body(a, b) }
	return []app.UI{app.Div().Class("stack-s").Body(
		pair(a.field(to, Author, "Author", ""), a.field(to, Organisation, "Organisation", "")), pair(a.field(to, Licence, "Licence", "CC BY 4.0"), a.field(to, DOI, "DOI", "10.…")),
		ui.Slot(a.tongue(to)),
		app.Details().ID("about-labelling").Body(app.Summary().Text(language.Say("Notes for readers, labels of variables")), app.Div().Class("stack-s").Body(
			a.field(to, Notes, "Notes for readers", ""),
			app.Label().For("about-labels").Class("label").Text(language.Say("Labels of variables and levels, a line each")),
			app.Textarea().ID("about-labels").Class("w-full").Rows(4).Attr("spellcheck", "false").Aria("describedby", "about-labels-help"),
			app.P().ID("about-labels-help").Class("help").Text(language.Say("The name, a tab or =, the label. A level is written name=level. Paste two columns of a spreadsheet.")),
			to.Button("about-labels-set", "Use these labels", UseLabels{}, "btn-s"))),
		app.Div().Class("row").Body(to.Button("about-done", "Done", WriteAbout{false}, "btn-s", "btn-main")))}
}

// tongue chooses the language of the report; nil where there is but one. The document has its statement in that language, too.
func (a about) tongue(to *ui.Inbox) app.UI {
	if language.Tag() == report.English.Tag {
		return nil
	}
	options := []ui.Option{{Value: language.Tag(), Text: language.Keep(language.Name())}, {Value: report.English.Tag, Text: language.Keep("English")}}
	return app.Div().Class("field").Body(app.Label().For("about-language").Text(language.Say("Language of the report")),
		to.Choose("about-language", reportIn(a.Imprint), options, func(tag string) effect.Msg { return Write{Language, tag} }),
		app.P().Class("help").Text(language.Say("The statement stands there in English, too.")))
}
