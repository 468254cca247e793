package start

import (
	"fmt"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/job"
	"privatepca/app/language"
	"privatepca/app/panel"
	"privatepca/app/ui"
	"privatepca/core/words"
)

// An Earlier is what is kept of answers, to go on with where the reader left off. The file has to be chosen again: nothing of it is kept, nor its name.
type Earlier struct {
	Open            bool // a file is open, or on its way: then nothing is offered
	Any             bool // there are answers
	First           []string
	Answered, Width int
	Time            string
	Kept            panel.Kept
	Ready           bool // a file can be chosen
}

func (e Earlier) draw(to *ui.Inbox) app.UI {
	switch {
	case e.Open:
		return nil
	case !e.Any && e.Kept.Forgotten:
		return app.Div().ID("continue").Class("panel stack-s").Body(e.Kept.Buttons(to))
	case !e.Any:
		return nil
	}
	choose := app.Label().For("file-input").Class("btn btn-main")
	if !e.Ready {
		choose.Class("waiting")
	}
	return app.Section().ID("continue").Class("panel continue").Aria("label", language.Say("Continue where you left off")).Body(
		app.Div().Class("stack-s").Body(
			app.P().Class("eyebrow").Text(language.Say("Continue where you left off")),
			app.H2().Text(language.Say("A table with "+words.Some(e.First, 3))),
			app.P().Class("small").Text(language.Say(words.Thousands(int64(e.Answered))+" of "+words.Count(int64(e.Width), "column")+" answered · "+panel.When(e.Time)))),
		choose.Text(language.Say("Choose it again")),
		app.P().Class("help span").Text(language.Say("Your answers are kept in this browser, by the names of the columns. They are public by definition. The records are not kept, so choose the file again.")),
		app.Div().Class("span").Body(e.Kept.Buttons(to)))
}

// A Second is a table that was chosen while another one is open: what is it for? It takes the page's place: nothing was changed yet.
type Second struct {
	Name, File string // of the second table, and of the one that is open
	Answers    int    // about columns of that
	Kept       bool   // they outlive the page
	Book       bool   // the second may be a codebook of the first
}

// act is a button, with what it does.
func act(to *ui.Inbox, id, text, more string, msg job.Msg, classes ...string) app.UI {
	return app.Div().Class("stack-s").Body(to.Button(id, text, msg, classes...), app.P().Class("help").Text(language.Say(more)))
}

// Draw implements ui.Drawn.
func (s Second) Draw(to *ui.Inbox) app.UI {
	stays := "Your " + words.Count(int64(s.Answers), "answer") + " about " + s.File + " stay in this browser. Columns of the same name get theirs at once."
	if !s.Kept {
		stays = "Your answers about " + s.File + " are not kept in this browser, and would be lost: export them first."
	}
	var book app.UI
	if s.Book {
		book = act(to, "second-codebook", "Read it as the codebook", "It fills in names, ranges and levels of the open table. You see the changes first.", job.ReadAsBook{}, "btn-main")
	}
	return app.Div().ID("second").TabIndex(-1).Attr("role", "alertdialog").Aria("labelledby", "second-title").Aria("describedby", "second-lead").Class("stack").Body(
		app.Div().Class("head").Body(
			app.H1().ID("second-title").TabIndex(-1).Text(language.Say("You already have a file open")),
			app.P().ID("second-lead").Class("lead").Body(app.Text(language.Say("You chose ")), app.Code().Text(s.Name), app.Text(language.Say(". Nothing has been changed yet.")))),
		app.Div().Class("panel stack").Body(
			ui.Slot(book),
			act(to, "second-replace", "Replace the table", stays, job.Replace{}),
			act(to, "second-cancel", "Cancel", "Go on with "+s.File+". (Esc)", job.KeepFirst{})))
}

// A Which asks which of several files is the table. It takes the page's place: nothing was changed yet.
type Which struct{ Names []string }

// Draw implements ui.Drawn.
func (w Which) Draw(to *ui.Inbox) app.UI {
	var acts []app.UI
	for i, name := range w.Names {
		others, describe := "the other file", "describes"
		if len(w.Names) > 2 {
			others, describe = "the others", "describe"
		} else {
			others = w.Names[1-i]
		}
		acts = append(acts,
			act(to, fmt.Sprintf("which-%d", i), "Open "+name+" alone", "The page does not read "+others+".", job.ThisIsTheTable{File: i}),
			act(to, fmt.Sprintf("which-described-%d", i), "Open "+name+", which "+others+" "+describe, "The page reads what describes it, and shows what that would fill in. Do not choose this where there are records in "+others+".", job.ThisIsTheTable{File: i, Described: true}))
	}
	acts = append(acts, act(to, "which-none", "Open none", "Leave everything as it is. (Esc)", job.NoneOfThem{}))
	return app.Div().ID("which").TabIndex(-1).Attr("role", "alertdialog").Aria("labelledby", "which-title").Aria("describedby", "which-lead").Class("stack").Body(
		app.Div().Class("head").Body(
			app.H1().ID("which-title").TabIndex(-1).Text(language.Say("Which file is the table?")),
			app.P().ID("which-lead").Class("lead").Body(ui.Rich("One table is opened at a time. The titles of ", words.Some(w.Names, 6), " do not say which one describes the other. Nothing has been changed yet.")...)),
		app.Div().Class("panel stack").Body(acts...))
}

// A NoFile stands for a page that has nothing to show yet. A file can be chosen here, too.
type NoFile struct {
	Drop  Drop
	Kept  int    // answers that are kept; below 0 for no kept file
	Start string // the address of the first page
}

// Draw implements ui.Drawn.
func (n NoFile) Draw(to *ui.Inbox) app.UI {
	lead := "The page keeps no records. After a reload the file must be chosen again."
	if n.Kept >= 0 {
		lead = "The page keeps no records, so choose the file again. Your " + words.Count(int64(n.Kept), "answer") + " about columns are kept, and you come back to this step."
	}
	return app.Div().Class("stack").Body(
		panel.Heading("No file is open", lead),
		n.Drop.Draw(to),
		app.P().Body(app.A().ID("to-start").Href(n.Start).Text(language.Say("Back to the start"))),
	)
}

// A NotYet stands for a page whose predecessors lack answers.
type NotYet struct {
	Lacks   []string
	Columns string // the address where they are given
}

// Draw implements ui.Drawn.
func (n NotYet) Draw(*ui.Inbox) app.UI {
	var items []app.UI
	for _, l := range n.Lacks {
		items = append(items, app.Li().Text(language.Say(l)))
	}
	return app.Div().Class("stack").Body(
		panel.Heading("Some answers are still missing", "What is public must be said before anything is computed."),
		app.Ul().Class("missing stack-s").Body(items...),
		app.P().Body(app.A().ID("to-columns").Class("btn btn-main").Href(n.Columns).Text(language.Say("Back to the columns"))),
	)
}
