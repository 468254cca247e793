package ui

import (
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/language"
)

// Said is a sentence whose bold words stand between pairs of asterisks, said as a whole.
func Said(sentence string) []app.UI {
	var out []app.UI
	for i, run := range strings.Split(language.Say(sentence), "**") {
		if i%2 == 1 {
			out = append(out, app.B().Text(run))
		} else if run != "" {
			out = append(out, app.Text(run))
		}
	}
	return out
}

// Rich is text with emphasis: plain and bold runs in turn, the first one plain.
func Rich(runs ...string) []app.UI {
	var out []app.UI
	for i, run := range language.Runs(runs...) {
		if i%2 == 1 {
			out = append(out, app.B().Text(run))
		} else if run != "" {
			out = append(out, app.Text(run))
		}
	}
	return out
}

// Note is a boxed remark; look is "", "note-caution" or "note-danger".
func Note(look, iconName string, content ...app.UI) app.HTMLDiv {
	return app.Div().Class("note", look).Body(Icon(iconName), app.Div().Class("stack-s grow").Body(content...))
}

// Slot keeps a place for something that comes and goes, so that what follows it
// keeps its elements, with the focus and listeners they hold.
func Slot(content ...app.UI) app.UI {
	return app.Div().Class("slot").Body(content...)
}

// A Fact is a term with its value.
type Fact struct {
	Term  string
	Value app.UI
}

// Facts is a list of terms and values; a fact without value is left out.
func Facts(list ...Fact) app.UI {
	var rows []app.UI
	for _, f := range list {
		if f.Value != nil {
			rows = append(rows, app.Div().Body(app.Dt().Text(language.Say(f.Term)), app.Dd().Body(f.Value)))
		}
	}
	return app.Dl().Class("facts").Body(rows...)
}

// Says is a fact in words; none when they are empty.
func Says(term, value string) Fact {
	if value == "" {
		return Fact{}
	}
	return Fact{term, app.Text(language.Say(value))}
}
