package result

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/effect"
	"privatepca/app/language"
	"privatepca/app/ui"
	"privatepca/core/release"
	"privatepca/core/report"
	"privatepca/core/words"
)

// A mapHeading says which directions the map has.
type mapHeading struct {
	Of      release.Edition
	Picture report.Picture
}

// Draw implements ui.Drawn.
func (h mapHeading) Draw(*ui.Inbox) app.UI {
	d := h.Of.Document()
	if !report.HasPlane(d) {
		return headline("Map: there is no plane to draw", "A map needs two directions that are more than noise.")
	}
	found := report.Find(d)
	called := func(i int) string {
		if name := found.Given(i); name != "" {
			return name
		}
		return words.Lower(found.Heading(i))
	}
	return headline("Map: "+called(h.Picture.Across)+" across, "+called(h.Picture.Up)+" upwards", "")
}

// A circle has the features in the plane of two directions.
type circle struct{ figure }

// Draw implements ui.Drawn.
func (c circle) Draw(to *ui.Inbox) app.UI {
	d, p := c.Of.Document(), c.Picture
	return c.with(to, app.Div().Class("row small").Body(
		pick(to, d, "circle-across", "Across", p.Across, p.Up, func(v string) effect.Msg { return ShowAcross{v} }),
		pick(to, d, "circle-up", "Upwards", p.Up, p.Across, func(v string) effect.Msg { return ShowUp{v} })))
}

// A mapReading says how the map is read.
type mapReading struct {
	Of      release.Edition
	Picture report.Picture
	Base    string
}

// Draw implements ui.Drawn.
func (r mapReading) Draw(*ui.Inbox) app.UI {
	line := func(what, says string) app.UI {
		return app.Li().Body(app.B().Text(language.Say(what)), app.Text(language.Say(says)))
	}
	return app.Section().Class("panel stack-s").Aria("labelledby", "map-heading").Body(app.H2().ID("map-heading").Class("eyebrow").Text(language.Say("How to read it")),
		app.Ul().Class("small marked stack-s").Body(
			line("Long ray", ": well described by these two."),
			line("Same way", ": high together."), line("Opposite", ": one high, the other low."), line("Right angle", ": no relation within these two."),
			line("Dots", ": the other features."), line("Hatched", ": what noise alone would do.")),
		app.P().Class("small").Body(app.A().Href(r.Base+TabApply.below()).Text(language.Say("Place groups on these directions"))))
}
