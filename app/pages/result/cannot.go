package result

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/language"
	"privatepca/app/ui"
	"privatepca/core/release"
	"privatepca/core/words"
)

// Cannot says what the release cannot tell.
type cannot struct{ Of release.Edition }

// Draw implements ui.Drawn.
func (c cannot) Draw(*ui.Inbox) app.UI {
	d := c.Of.Document()
	line := func(what, says string) app.UI {
		return app.Li().Body(app.B().Text(language.Say(what)), app.Text(language.Say(" "+says)))
	}
	list := []app.UI{
		line("Where anybody stands.", "No score of a person was released."),
		line("Why.", "What lies at one end goes together; nothing here makes the other."),
		line("What was not asked.", "Directions are about "+words.Count(len(d.Encoding.Fields), "column")+" alone."),
		line("That something is unrelated.", "A loading near 0 was not seen through the noise."),
	}
	if far := howFar(d); far != "" {
		list = append(list, app.Li().Class("span").Body(app.B().Text(language.Say("How far apart people are.")), app.Text(language.Say(" "+far))))
	}
	return app.Section().Class("cannot").Aria("labelledby", "cannot-heading").Body(app.H2().ID("cannot-heading").Text(language.Say("What this cannot tell")), app.Ul().Body(list...))
}

// howFar says why a finding is no covariance; "" for a document without one.
func howFar(d *release.Document) string {
	if d.Finding == nil {
		return ""
	}
	says := "Who lies far from the average counts as if at a released distance, so this is not the covariance."
	if d.Scale != nil {
		says = "Columns count equally, and who lies far from the average counts as if at a released distance, so this is not the covariance."
	}
	if uneven := release.UnevenWords(d); uneven != "" {
		says += " " + uneven
	}
	return says
}
