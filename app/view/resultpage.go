package view

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/browser"
	"privatepca/app/goapp"
	"privatepca/app/panel"
	"privatepca/app/state"
	"privatepca/app/ui"
	"privatepca/core/method"
	"privatepca/core/privacy"
	"privatepca/core/release"
	"privatepca/core/report"
	"privatepca/core/schema"
	"privatepca/core/words"
)

// resultPage is step 5: a released document, from the worker or from a file.
type resultPage struct {
	page
	direction  int     // whose loadings are drawn, from 0
	noSuch     *string // what was typed last in its field, if there is no such direction
	across, up int     // directions of the loading circle, from 0
	large      string  // the figure that is drawn as the picture which would be saved; "" for none
	besides    int     // the direction that is compared, from 0
	// otherPeople asks of releases that are compared whether they differ by more than noise and chance between samples.
	otherPeople bool
	compared    compared
	apply       applying
	noiseToo    bool   // directions that are noise are listed with the others
	rows        string // features drawn: "12", the default, "60" or "all"
}

// Draw implements Page.
func (p *resultPage) Draw() []app.UI {
	s := p.s
	if s.Result.Edition.IsZero() {
		return parts(app.Div().Class("stack").Body(
			heading("No release is in view", "A release appears here. A document from an earlier one, release.json, can be dropped on any page."),
			ui.Slot(releasedHere(s)),
			app.P().Body(app.A().Class("btn btn-main").Href(browser.At(state.StartPath)).Text("Start with a file"))))
	}
	d := s.Result.Document()
	p.direction = min(p.direction, d.NumComponents-1)
	return parts(
		app.Div().Class("head").Body(
			app.P().Class("eyebrow").Text(eyebrow(&s.Result)),
			app.H1().ID("result-heading").TabIndex(-1).Text(resultTitle(&s.Result)),
			app.P().Class("lead").Text(resultLead(&s.Result)),
		),
		app.Div().Class("split").Body(
			app.Div().Class("stack-l").Body(
				kBar(s), p.intervalsChoice(d),
				ui.Slot(goapp.Deferred(func() app.UI { return p.readings(d) })),
				app.Div().Class("cols-2 figures").Body(p.figures(d)...),
				ui.Slot(goapp.Deferred(func() app.UI { return verification(s) })),
			),
			app.Aside().Class("rail rail-split stack").Aria("label", "Statement and downloads").Body(
				documentStatement(d), ui.Slot(handOver(s, p.site.Frame)), goapp.Deferred(func() app.UI { return aboutPanel(s) }), downloads(s, p.site.Frame),
			),
		),
	)
}

// eyebrow says above the heading what is shown, and whether it was released here.
func eyebrow(r *state.Result) string {
	if r.FromFile {
		return report.Title(r.Document()) + ", from a document"
	}
	return report.Title(r.Document())
}

// resultTitle is the heading: what the noise test found. A document that contradicts itself has found nothing.
func resultTitle(r *state.Result) string {
	if r.Failing() > 0 {
		return "A document that fails its checks"
	}
	title := report.Headline(r.Document())
	if r.Document().Privacy.Claim == privacy.NotPrivate {
		title += " (not private)"
	}
	return title
}

func resultLead(r *state.Result) string {
	d := r.Document()
	switch {
	case r.Failing() > 0:
		return "The document contradicts itself. The failed checks are listed below."
	case d.Privacy.Claim == privacy.NotPrivate && d.Statement().Public:
		return "The records were declared public, and their exact numbers could be seen. No guarantee covers this result."
	case d.Privacy.Claim == privacy.NotPrivate:
		return "Bounds were taken from the records. No guarantee covers this result. Do not publish it as a private release."
	case r.FromFile:
		return report.Find(d).Lead() + " The figures and the statement come from the document itself. The checks are below, with what no check can tell."
	}
	return report.Find(d).Lead()
}

// kBar changes k where that is free.
func kBar(s *state.State) app.UI {
	r := &s.Result
	k := r.Edition.K()
	less, more := step(r, -1), step(r, 1)
	output := app.Output().ID("k-now").Text(k)
	label := app.B().Text("Directions kept, k")
	m := method.Named(r.Document().Privacy.Mechanism)
	if r.Edition.MaxK() <= 1 || !r.Edition.Ordered() {
		return app.Div().Class("row between").Body(app.Div().Class("k").Body(label, output), app.P().Class("help").Text(fixedK(r.Document())))
	}
	return app.Div().Class("row between").Body(
		app.Div().Class("k").Attr("role", "group").Aria("label", "Directions kept").Body(
			label,
			ui.Button("k-less", "−", func() { keep(s, step(&s.Result, -1)) }).Aria("label", "Fewer").Disabled(less == k),
			output.Aria("live", "polite"),
			ui.Button("k-more", "+", func() { keep(s, step(&s.Result, 1)) }).Aria("label", "More").Disabled(more == k),
		),
		app.P().Class("help").Text(freeK(m)),
		ui.Slot(suggestK(s)),
	)
}

// step is the next k in view, upwards or downwards, that cuts no plane.
func step(r *state.Result, by int) int {
	return report.Find(r.Document()).Step(r.Edition.K(), by, r.Edition.MaxK())
}

// keep puts the first k directions in view.
func keep(s *state.State, k int) {
	s.Decide(s.Result.Edition.Keep(k))
	s.Change()
}

// suggestK offers to keep as many directions as stand clear of the noise; nil where as many are kept, or more cannot be.
func suggestK(s *state.State) app.UI {
	r := &s.Result
	clear := report.Find(r.Document()).Keep(r.Edition.MaxK())
	if clear < 1 || clear == r.Edition.K() {
		return nil
	}
	return ui.Button("k-clear", "Keep "+strconv.Itoa(clear)+", as many as "+map[bool]string{false: "stand clear", true: "relate columns"}[r.Document().Finding != nil], func() { keep(s, report.Find(s.Result.Document()).Keep(s.Result.Edition.MaxK())) }, "btn-s")
}

// intervalsChoice chooses what intervals are about, where a document has both kinds, and lists what a reader of the finding has to know.
func (p *resultPage) intervalsChoice(d *release.Document) app.UI {
	var body []app.UI
	if release.BothKinds(d) {
		choice := func(id string, kind release.Intervals, text string) app.UI {
			return app.Label().Body(ui.Radio(p.s, id, "intervals", d.Kind() == kind, func() { p.s.Decide(p.s.Result.Edition.Read(kind), nil) }), app.Text(text))
		}
		body = append(body, app.Div().Class("row small").Body(app.Span().Class("muted").Text("Intervals for"),
			app.Div().Class("seg").Attr("role", "radiogroup").Aria("label", "Intervals for").Body(
				choice("intervals-people", release.PeopleLikeThese, "people like these"), choice("intervals-table", release.ThisTable, "this table"))))
	}
	var notes []app.UI
	for _, note := range release.Notes(d) {
		notes = append(notes, app.Li().Text(note))
	}
	if notes != nil {
		body = append(body, app.Ul().ID("finding-notes").Class("help stack-s").Body(notes...))
	}
	return app.Div().Class("stack-s").Body(body...)
}

// freeK says why k may change.
func freeK(m method.Method) string {
	if m.Gives == method.WholeMatrix {
		return "Free to change: the whole noisy matrix was released."
	}
	return "Free to reduce: the directions were released in order."
}

// fixedK says why k does not change here.
func fixedK(d *release.Document) string {
	if len(d.Spectrum) == 0 && len(d.ExplainedVariance) == 0 {
		return "A subspace was released. Its directions have no order, and another k is another release."
	}
	return "As the document has it."
}

// documentStatement is the promise, from the document alone.
func documentStatement(d *release.Document) app.UI {
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
		assumptions = append(assumptions, app.Li().Text(a))
	}
	var assumes app.UI // open where something happened before that a reader should know
	if len(assumptions) > 0 {
		assumes = app.Details().Class("assumes").ID("assumes").Open(p.History != nil).Body(app.Summary().Text("What it assumes"), app.Ul().ID("assumptions").Class("help stack-s").Body(assumptions...))
	}
	return app.Div().Class("statement").Body(
		app.P().Class("eyebrow").Text("Privacy statement"),
		panel.Said(d.Statement()),
		ui.Facts(
			ui.Fact{Term: "Claim", Value: app.Span().ID("claim").Body(ui.ClaimBadge(p.Claim))},
			ui.Says("ρ (zCDP)", rho),
			ui.Says("μ (GDP)", mu),
			ui.Says("Relation", string(p.Relation)),
			ui.Says("Released", d.Created),
			ui.Says("People n", n),
			ui.Says("Features d", words.Thousands(int64(d.NumFeatures))),
			ui.Says("Directions of", encodingWord(&d.Encoding, d.Scale != nil)),
			ui.Says("Norm bound R", boundWord(&d.Encoding)),
			ui.Says("Bounds from", d.Encoding.BoundsFrom),
			ui.Says("Schema", d.Encoding.BoundsSource),
			ui.Fact{Term: "Worker", Value: hash},
			ui.Says("Built with", d.Software.Go),
		),
		partsTable(p),
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
			app.Th().Scope("row").Body(app.Text(part.Step), app.Small().Text(method.Phrase(part.Mechanism)+", "+string(part.Claim))),
			app.Td().Text(words.Cost(part.Epsilon)), app.Td().Text(words.Cost(part.Delta))))
	}
	head := func(text string) app.UI { return app.Th().Scope("col").Text(text) }
	return app.Table().ID("parts").Class("plain data").Body(
		app.Caption().Class("eyebrow").Text("What ε went to"),
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
			app.Th().Scope("row").Body(app.Text(part.Step), app.Small().Text(method.Phrase(part.Mechanism)+", "+string(part.Claim))),
			app.Td().Text(percent(part.Rho/total))))
	}
	head := func(text string) app.UI { return app.Th().Scope("col").Text(text) }
	return app.Table().ID("parts").Class("plain data").Body(
		app.Caption().Class("eyebrow").Text("What ε went to, in shares of μ²"),
		app.THead().Body(app.Tr().Body(head("Part"), head("Share"))),
		app.TBody().Body(rows...))
}
