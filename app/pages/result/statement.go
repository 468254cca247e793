package result

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/language"
	"privatepca/app/panel"
	"privatepca/app/ui"
	"privatepca/core/method"
	"privatepca/core/privacy"
	"privatepca/core/release"
	"privatepca/core/schema"
	"privatepca/core/words"
)

// A statement is the promise, from the document alone.
type statement struct{ Of release.Edition }

// Draw implements ui.Drawn.
func (s statement) Draw(*ui.Inbox) app.UI {
	d := s.Of.Document()
	p := &d.Privacy
	n, rho, mu, hash := "", "", "", app.UI(nil)
	if d.N > 0 {
		n = words.Thousands(d.N)
	}
	if p.Rho > 0 {
		rho = words.ThreeUp(p.Rho)
	}
	if p.Mu > 0 {
		mu = words.ThreeUp(p.Mu)
	}
	if h := d.Software.WorkerSHA256; h != "" {
		hash = app.Code().Title(h).Text(h[:8] + " …")
	}
	var assumptions []app.UI
	for _, a := range p.Assumptions {
		assumptions = append(assumptions, app.Li().Text(language.Say(a)))
	}
	var assumes app.UI // open where the count was raised or reset before, which a reader should know
	if len(assumptions) > 0 {
		assumes = app.Details().Class("assumes").ID("assumes").Open(p.History != nil && p.History.Raises+p.History.Resets > 0).Body(app.Summary().Text(language.Say("What it assumes")), app.Ul().ID("assumptions").Class("help stack-s").Body(assumptions...))
	}
	spent := words.Cost(p.Epsilon)
	if p.Delta > 0 {
		spent += ", δ = " + words.Cost(p.Delta)
	}
	return app.Div().Class("statement").Body(
		app.P().Class("eyebrow").Text(language.Say("Privacy statement")),
		panel.Said(d.Statement()),
		ui.Facts(
			ui.Fact{Term: "Claim", Value: app.Span().ID("claim").Body(ui.ClaimBadge(p.Claim))},
			ui.Says("People n", n),
			ui.Says("Directions of", encodingWord(&d.Encoding, d.Scale != nil)),
			ui.Says("Spent", "ε = "+spent),
		),
		app.Details().ID("guarantee").Class("assumes").Body(app.Summary().Text(language.Say("All numbers of the guarantee")),
			ui.Facts(
				ui.Says("ρ (zCDP)", rho),
				ui.Says("μ (GDP)", mu),
				ui.Says("Relation", string(p.Relation)),
				ui.Says("Released", words.DayOf(d.Created)),
				ui.Says("Features d", words.Thousands(int64(d.NumFeatures))),
				ui.Says("Norm bound R", boundWord(&d.Encoding)),
				ui.Says("Bounds from", d.Encoding.BoundsFrom),
				ui.Says("Schema", d.Encoding.BoundsSource),
				ui.Fact{Term: "Worker", Value: hash},
				ui.Says("Built with", d.Software.Go),
			), partsTable(p)),
		assumes,
	)
}

// encodingWord says what the directions describe; equal: every column counts equally.
func encodingWord(e *release.Encoding, equal bool) string {
	switch {
	case e.NormRule == string(schema.Mean) && equal:
		return "correlations"
	case e.NormRule == string(schema.Mean):
		return "variation about the released mean, in units of the bounds"
	case e.NormRule == string(schema.Pairs):
		return "variation about the mean, by pairs of rows"
	case e.NormRule == string(schema.Sign):
		return "variation about the centre, by directions from it"
	case e.Centre == string(schema.CentrePoint):
		return "second moment about a point"
	case e.Centre == string(schema.CentreMidpoint):
		return "second moment about the middle of the bounds"
	}
	return "second moment about zero"
}

func boundWord(e *release.Encoding) string {
	if !schema.NormRule(e.NormRule).HasNormBound() {
		return ""
	}
	return words.Three(e.NormBound)
}

// partsTable lists what ε went to, where that was more than one thing.
func partsTable(p *release.Privacy) app.UI {
	if len(p.Parts) < 2 {
		return nil
	}
	if p.Noise != nil && gaussianAlone(p) {
		return partsTogether(p)
	}
	var rows []app.UI
	for _, part := range p.Parts {
		rows = append(rows, app.Tr().Body(
			app.Th().Scope("row").Body(app.Text(language.Say(part.Step)), app.Small().Text(language.Say(method.Phrase(part.Mechanism)+", "+string(part.Claim)))),
			app.Td().Text(language.Say(words.Cost(part.Epsilon))), app.Td().Text(language.Say(words.Cost(part.Delta)))))
	}
	head := func(text string) app.UI { return app.Th().Scope("col").Text(language.Say(text)) }
	return app.Table().ID("parts").Class("plain data").Body(
		app.Caption().Class("eyebrow").Text(language.Say("What ε went to")),
		app.THead().Body(app.Tr().Body(head("Part"), head("ε"), head("δ"))),
		app.TBody().Body(rows...))
}

// gaussianAlone reports whether all parts are Gaussian noise that was calibrated together: then none has an ε of its own.
func gaussianAlone(p *release.Privacy) bool {
	for _, part := range p.Parts {
		if part.Law == nil || part.Law.Family != privacy.DiscreteGaussian || part.Rho == 0 {
			return false
		}
	}
	return true
}

// partsTogether lists the shares of μ² of parts whose noise was calibrated together.
func partsTogether(p *release.Privacy) app.UI {
	total := 0.0
	for _, part := range p.Parts {
		total += part.Rho
	}
	var rows []app.UI
	for _, part := range p.Parts {
		rows = append(rows, app.Tr().Body(
			app.Th().Scope("row").Body(app.Text(language.Say(part.Step)), app.Small().Text(language.Say(method.Phrase(part.Mechanism)+", "+string(part.Claim)))),
			app.Td().Text(language.Say(words.ThreePercent(part.Rho/total)))))
	}
	head := func(text string) app.UI { return app.Th().Scope("col").Text(language.Say(text)) }
	return app.Table().ID("parts").Class("plain data").Body(
		app.Caption().Class("eyebrow").Text(language.Say("What ε went to, in shares of μ²")),
		app.THead().Body(app.Tr().Body(head("Part"), head("Share"))),
		app.TBody().Body(rows...))
}
