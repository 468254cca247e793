package app

import "github.com/maxence-charriere/go-app/v9/pkg/app"

// troubleView takes the page's place while something stands in the way.
func (s *session) troubleView() app.UI {
	t := s.trouble
	where, column := "", app.UI(nil)
	if t.line > 0 {
		where = "line " + thousands(t.line)
	}
	if t.column != "" {
		column = app.Code().Text(t.column)
	}
	name := ""
	if s.opening == nil && s.file != nil {
		name = s.file.name
	}
	return app.Div().Class("split").Body(
		app.Div().ID("error").Attr("role", "alert").DataSet("code", t.code).Body(
			app.Div().Class("head").Body(
				app.P().Class("alarm").Body(icon("warn"), app.Text(" Stopped")),
				app.H1().TabIndex(-1).Text(t.title),
				app.P().Class("lead").Text(t.what),
			),
			app.Div().Class("panel stack").Body(
				facts(says("File", name), says("Where", where), fact{"Column", column}, fact{"Code", app.Code().Text(t.code)}),
				app.P().Text(t.advice),
				app.Div().Class("row").Body(
					s.button("error-action", actionWords[t.action], s.leaveTrouble, "btn-main")),
			),
		),
		app.Aside().Class("rail stack").Aria("label", "What is kept").Body(app.Div().Class("panel stack-s").Body(
			app.H2().Class("eyebrow").Text(s.keptTitle()), app.Ul().Class("small stack-s").Body(s.kept()...))),
	)
}

func (s *session) keptTitle() string {
	if s.trouble.spent {
		return "What is kept"
	}
	return "Nothing is lost"
}

// kept lists what survives.
func (s *session) kept() []app.UI {
	item := func(text string) app.UI { return app.Li().Body(icon("check"), app.Text(" "+text)) }
	var out []app.UI
	if s.file != nil {
		t := &s.answers.tally
		out = append(out, item(plural(int64(t.numbers+t.categories+t.leftOut), "answer")+" about columns"), item("Privacy settings"))
	}
	if s.trouble.spent {
		return append(out, app.Li().Body(icon("warn"), app.Text(" The release had begun: count "+s.choices.price()+" as spent")))
	}
	return append(out, item("Nothing was spent"))
}

// leaveTrouble does what the button says.
func (s *session) leaveTrouble() {
	a := s.trouble.action
	if a == reload {
		app.Window().Get("location").Call("reload")
		return
	}
	s.trouble = nil
	s.change()
	switch a {
	case chooseFile:
		s.goTo("/")
	case editColumns:
		s.goTo("/columns")
	case editPrivacy:
		s.goTo("/privacy")
	}
}
