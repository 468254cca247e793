package result

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/panel"
	"privatepca/app/ui"
	"privatepca/core/method"
	"privatepca/core/privacy"
	"privatepca/core/release"
	"privatepca/core/report"
	"privatepca/core/schema"
	"privatepca/core/words"
)

// Around is what the page shows beside its model.
type Around struct {
	Here   []Released // what was released on this device, the latest first
	Framed bool       // another page shows this one
	Start  string     // the address of the first page
	Hand   app.UI     // hands the release to the site around a frame; nil for none
}

// View draws the page.
func View(m Model, a Around, to *ui.Inbox) []app.UI {
	if m.Edition.IsZero() {
		return []app.UI{app.Div().Class("stack").Body(
			panel.Heading("No release is in view", "A release appears here. A document from an earlier one, release.json, can be dropped on any page."),
			ui.Slot(releasedHere(a.Here, to)),
			app.P().Body(app.A().Class("btn btn-main").Href(a.Start).Text("Start with a file")))}
	}
	of := release.Content(m.Edition)
	return []app.UI{
		ui.Part(to, head{of, report.Title(m.Document()), m.FromFile, Failing(m.Checks)}),
		app.Div().Class("split").Body(
			app.Div().Class("stack-l").Body(
				ui.Part(to, kBar{of}), ui.Part(to, intervals{of}),
				ui.Slot(ui.Part(to, readings{of, m.Direction, m.Noise})),
				app.Div().Class("cols-2 figures").Body(figures(m, to)...),
				ui.Slot(ui.Part(to, verification{of, m.Checks})),
			),
			app.Aside().Class("rail rail-split stack").Aria("label", "Statement and downloads").Body(
				ui.Part(to, statement{of}), ui.Slot(a.Hand), ui.Part(to, about{m.Edition.Imprint()}), ui.Part(to, downloads{m.Config != nil, a.Framed}),
			),
		),
	}
}

// A head says what is shown, whether it was released here, and what was found.
type head struct {
	Of       release.Edition
	Title    string
	FromFile bool
	Failing  int // checks
}

// Draw implements ui.Drawn.
func (h head) Draw(*ui.Inbox) app.UI {
	above := h.Title
	if h.FromFile {
		above += ", from a document"
	}
	return app.Div().Class("head").Body(
		app.P().Class("eyebrow").Text(above),
		app.H1().ID("result-heading").TabIndex(-1).Text(h.heading()),
		app.P().Class("lead").Text(h.lead()),
	)
}

// heading is what the noise test found. A document that contradicts itself has found nothing.
func (h head) heading() string {
	if h.Failing > 0 {
		return "A document that fails its checks"
	}
	title := report.Headline(h.Of.Document())
	if h.Of.Document().Privacy.Claim == privacy.NotPrivate {
		title += " (not private)"
	}
	return title
}

func (h head) lead() string {
	d := h.Of.Document()
	switch {
	case h.Failing > 0:
		return "The document contradicts itself. The failed checks are listed below."
	case d.Privacy.Claim == privacy.NotPrivate && d.Statement().Public:
		return "The records were declared public, and their exact numbers could be seen. No guarantee covers this result."
	case d.Privacy.Claim == privacy.NotPrivate:
		return "Bounds were taken from the records. No guarantee covers this result. Do not publish it as a private release."
	case h.FromFile:
		return report.Find(d).Lead() + " The figures and the statement come from the document itself. The checks are below, with what no check can tell."
	}
	return report.Find(d).Lead()
}

// A kBar changes k where that is free.
type kBar struct{ Of release.Edition }

// Draw implements ui.Drawn.
func (b kBar) Draw(to *ui.Inbox) app.UI {
	k, less, more := b.Of.K(), b.step(-1), b.step(1)
	output := app.Output().ID("k-now").Text(k)
	label := app.B().Text("Directions kept, k")
	if b.Of.MaxK() <= 1 || !b.Of.Ordered() {
		return app.Div().Class("row between").Body(app.Div().Class("k").Body(label, output), app.P().Class("help").Text(fixedK(b.Of.Document())))
	}
	return app.Div().Class("row between").Body(
		app.Div().Class("k").Attr("role", "group").Aria("label", "Directions kept").Body(
			label,
			to.Button("k-less", "−", Keep{less}).Aria("label", "Fewer").Disabled(less == k),
			output.Aria("live", "polite"),
			to.Button("k-more", "+", Keep{more}).Aria("label", "More").Disabled(more == k),
		),
		app.P().Class("help").Text(freeK(method.Named(b.Of.Document().Privacy.Mechanism))),
		ui.Slot(b.suggested(to)),
	)
}

// step is the next k, upwards or downwards, that cuts no plane.
func (b kBar) step(by int) int { return report.Find(b.Of.Document()).Step(b.Of.K(), by, b.Of.MaxK()) }

// suggested offers to keep as many directions as stand clear of the noise; nil where as many are kept, or more cannot be.
func (b kBar) suggested(to *ui.Inbox) app.UI {
	d := b.Of.Document()
	clear := report.Find(d).Keep(b.Of.MaxK())
	if clear < 1 || clear == b.Of.K() {
		return nil
	}
	return to.Button("k-clear", "Keep "+strconv.Itoa(clear)+", as many as "+map[bool]string{false: "stand clear", true: "relate columns"}[d.Finding != nil], Keep{clear}, "btn-s")
}

// Intervals chooses what intervals are about, where a document has both kinds, and lists what a reader of the finding has to know.
type intervals struct{ Of release.Edition }

// Draw implements ui.Drawn.
func (v intervals) Draw(to *ui.Inbox) app.UI {
	d := v.Of.Document()
	var body []app.UI
	if release.BothKinds(d) {
		choice := func(id string, kind release.Intervals, text string) app.UI {
			return app.Label().Body(to.Radio(id, "intervals", d.Kind() == kind, Read{kind}), app.Text(text))
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
			app.Td().Text(words.ThreePercent(part.Rho/total))))
	}
	head := func(text string) app.UI { return app.Th().Scope("col").Text(text) }
	return app.Table().ID("parts").Class("plain data").Body(
		app.Caption().Class("eyebrow").Text("What ε went to, in shares of μ²"),
		app.THead().Body(app.Tr().Body(head("Part"), head("Share"))),
		app.TBody().Body(rows...))
}
