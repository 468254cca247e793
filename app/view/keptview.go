package view

import (
	"fmt"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/panel"
	"privatepca/app/state"
	"privatepca/app/ui"
	"privatepca/core/words"
)

// KeptOf is what can be done with the kept answers.
func KeptOf(s *state.State, exports bool) panel.Kept {
	k := &s.Keeping
	return panel.Kept{Exports: exports, Forgotten: k.Forgotten(), Off: k.Off, Keeps: k.Store != nil && !k.Blocked}
}

// canContinue says whether there are answers to go on with, and no file yet.
func canContinue(s *state.State) bool {
	return s.Worker.File == nil && s.Worker.Opening == nil && len(s.Keeping.List) > 0
}

// continuePanel offers to go on where the reader left off. The file has to be chosen again: nothing of it is kept, nor its name.
func continuePanel(s *state.State, to *ui.Inbox) app.UI {
	k := &s.Keeping
	kept, ok := k.Answered()
	switch {
	case s.Worker.File != nil || s.Worker.Opening != nil:
		return nil
	case !ok && k.Forgotten():
		return app.Div().ID("continue").Class("panel stack-s").Body(KeptOf(s, false).Buttons(to))
	case !ok:
		return nil
	}
	var first []string
	for _, c := range kept.Answers.Columns {
		first = append(first, c.Name)
	}
	choose := app.Label().For("file-input").Class("btn btn-main")
	if !s.Ready() {
		choose.Class("waiting")
	}
	return app.Section().ID("continue").Class("panel continue").Aria("label", "Continue where you left off").Body(
		app.Div().Class("stack-s").Body(
			app.P().Class("eyebrow").Text("Continue where you left off"),
			app.H2().Text("A table with "+words.Some(first, 3)),
			app.P().Class("small").Text(words.Thousands(int64(kept.Answered))+" of "+words.Count(int64(kept.Width), "column")+" answered · "+panel.When(kept.Time))),
		choose.Text("Choose it again"),
		app.P().Class("help span").Text("Your answers are kept in this browser, by the names of the columns. They are public by definition. The records are not kept, so choose the file again."),
		app.Div().Class("span").Body(KeptOf(s, false).Buttons(to)))
}

// AlsoKept says that the answers outlive the page, where they do.
func AlsoKept(s *state.State) string {
	if s.Keeping.WhyNot() != "" {
		return ""
	}
	return ". They are kept in this browser, for a file with the same column names"
}

// secondView asks what a second table is for. It takes the page's place: nothing was changed yet.
func secondView(s *state.State) app.UI {
	second := s.Second
	act := func(id, text, more string, do func(), classes ...string) app.UI {
		return app.Div().Class("stack-s").Body(ui.Button(id, text, do, classes...), app.P().Class("help").Text(more))
	}
	t := &s.Draft.Answers.Tally
	stays := "Your " + words.Count(int64(t.Numbers+t.Categories+t.LeftOut), "answer") + " about " + s.Worker.File.Name + " stay in this browser. Columns of the same name get theirs at once."
	if s.Keeping.WhyNot() != "" {
		stays = "Your answers about " + s.Worker.File.Name + " are not kept in this browser, and would be lost: export them first."
	}
	var book app.UI
	if second.AsBook != nil {
		book = act("second-codebook", "Read it as the codebook", "It fills in names, ranges and levels of the open table. You see the changes first.", s.ReadAsBook, "btn-main")
	}
	return app.Div().ID("second").TabIndex(-1).Attr("role", "alertdialog").Aria("labelledby", "second-title").Aria("describedby", "second-lead").Class("stack").Body(
		app.Div().Class("head").Body(
			app.H1().ID("second-title").TabIndex(-1).Text("You already have a file open"),
			app.P().ID("second-lead").Class("lead").Body(app.Text("You chose "), app.Code().Text(second.File.Name), app.Text(". Nothing has been changed yet."))),
		app.Div().Class("panel stack").Body(
			ui.Slot(book),
			act("second-replace", "Replace the table", stays, s.Replace),
			act("second-cancel", "Cancel", "Go on with "+s.Worker.File.Name+". (Esc)", s.KeepFirst)))
}

// whichView asks which of several files is the table. It takes the page's place: nothing was changed yet.
func whichView(s *state.State) app.UI {
	files := s.Beside.Which.Files
	names := make([]string, len(files))
	for i, f := range files {
		names[i] = f.Name
	}
	act := func(id, text, more string, do func(), classes ...string) app.UI {
		return app.Div().Class("stack-s").Body(ui.Button(id, text, do, classes...), app.P().Class("help").Text(more))
	}
	var acts []app.UI
	for i, f := range files {
		others, describe := "the other file", "describes"
		if len(files) > 2 {
			others, describe = "the others", "describe"
		} else {
			others = files[1-i].Name
		}
		acts = append(acts,
			act(fmt.Sprintf("which-%d", i), "Open "+f.Name+" alone", "The page does not read "+others+".", func() { state.ThisIsTheTable(s, i, false) }),
			act(fmt.Sprintf("which-described-%d", i), "Open "+f.Name+", which "+others+" "+describe, "The page reads what describes it, and shows what that would fill in. Do not choose this where there are records in "+others+".", func() { state.ThisIsTheTable(s, i, true) }))
	}
	acts = append(acts, act("which-none", "Open none", "Leave everything as it is. (Esc)", func() { state.NoneOfThem(s) }))
	return app.Div().ID("which").TabIndex(-1).Attr("role", "alertdialog").Aria("labelledby", "which-title").Aria("describedby", "which-lead").Class("stack").Body(
		app.Div().Class("head").Body(
			app.H1().ID("which-title").TabIndex(-1).Text("Which file is the table?"),
			app.P().ID("which-lead").Class("lead").Body(ui.Rich("One table is opened at a time. The titles of ", words.Some(names, 6), " do not say which one describes the other. Nothing has been changed yet.")...)),
		app.Div().Class("panel stack").Body(acts...))
}
