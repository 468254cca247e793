package result

import (
	"fmt"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/language"
	"privatepca/app/ui"
	"privatepca/core/privacy"
	"privatepca/core/release"
	"privatepca/core/report"
)

// A resultHeading says what was found. A document that contradicts itself has found nothing.
type resultHeading struct {
	Of      release.Edition
	Failing int // checks
}

// Draw implements ui.Drawn.
func (h resultHeading) Draw(*ui.Inbox) app.UI { return headline(h.heading(), h.lead()) }

func (h resultHeading) heading() string {
	if h.Failing > 0 {
		return "A document that fails its checks"
	}
	d := h.Of.Document()
	title := report.Headline(d) + planesIn(d)
	if d.Privacy.Claim == privacy.NotPrivate {
		title += " (not private)"
	}
	return title
}

// planesIn says how many of the directions that are held share planes; "" for none.
func planesIn(d *release.Document) string {
	planes, shared, held := 0, 0, report.Find(d).Held()
	for i := range held {
		p, ok := release.PlaneOf(d, i)
		if !ok || len(p.Ranks) < 2 || p.Open || p.Left {
			continue
		}
		if shared++; p.Axis == 0 {
			planes++
		}
	}
	switch {
	case shared == 0:
		return ""
	case planes == 1 && shared == held:
		return "; they share a plane"
	case planes == 1:
		return fmt.Sprintf("; %d of them share a plane", shared)
	}
	return fmt.Sprintf("; %d of them stand in %d planes", shared, planes)
}

func (h resultHeading) lead() string {
	d := h.Of.Document()
	switch {
	case h.Failing > 0:
		return "The document contradicts itself. Its failed checks stand first under Check."
	case d.Privacy.Claim == privacy.NotPrivate && d.Statement().Public:
		return "The records were declared public, and their exact numbers could be seen. No guarantee covers this result."
	case d.Privacy.Claim == privacy.NotPrivate:
		return "Bounds were taken from the records. No guarantee covers this result. Do not publish it as a private release."
	}
	return report.Find(d).Lead()
}

// headline draws a tab's heading, and what follows from it; "" for nothing.
func headline(title, lead string) app.UI {
	var below app.UI
	if lead != "" {
		below = app.P().Class("lead").Text(language.Say(lead))
	}
	return app.Div().Body(app.H1().ID("result-heading").TabIndex(-1).Text(language.Say(title)), ui.Slot(below))
}
