package page

import (
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/account"
	"privatepca/app/browser"
	"privatepca/app/client"
	"privatepca/app/frame"
	"privatepca/app/job"
	"privatepca/app/language"
	"privatepca/app/pages/columns"
	"privatepca/app/pages/help"
	"privatepca/app/pages/ledger"
	"privatepca/app/pages/practice"
	"privatepca/app/pages/privacy"
	"privatepca/app/pages/result"
	"privatepca/app/pages/review"
	"privatepca/app/pages/start"
	"privatepca/app/panel"
	"privatepca/app/ui"
)

// body is what the page at an address shows: an error or a question takes its place.
func (p *Page) body(path string) []app.UI {
	m := *p.model
	if instead := p.instead(); instead != nil {
		return []app.UI{ui.Part(p.to, instead)}
	}
	if tab, ok := TabAt(path); ok {
		return result.View(m.Result, tab, p.resultAround(), p.to)
	}
	switch path {
	case StartPath:
		return start.View(p.start(), p.to)
	case HelpPath:
		of := m.Help
		of.Framed = p.Frame != nil
		return help.View(of, p.to)
	case ColumnsPath:
		if m.Job.Worker.File == nil {
			return []app.UI{ui.Part(p.to, p.noFile())}
		}
		return columns.View(columns.Seen(m.Columns, &m.Job.Draft), columnsAround(m, p.to), p.to)
	case PrivacyPath, PracticePath:
		if unready := p.unready(); unready != nil {
			return []app.UI{ui.Part(p.to, unready)}
		}
		if path == PrivacyPath {
			return privacy.View(privacyOf(m), privacyAround(m, p.to), p.to)
		}
		return practice.View(m.Practice, practiceAround(m, p.to), p.to)
	case ReleasePath:
		if unready := p.unready(); unready != nil {
			return []app.UI{ui.Part(p.to, unready)}
		}
		of, around := p.reviewOf()
		return review.View(of, around, p.to)
	case LedgerPath:
		a := m.Job.Account
		return ledger.View(m.Ledger, ledger.Around{List: a.List, Unread: a.Unread, Stays: a.Stays, Busy: m.Job.Worker.Job != nil}, p.to)
	}
	panic("app: no page at " + path)
}

// view draws the page at an address, with what surrounds every page.
func (p *Page) view(path string) app.UI {
	m := *p.model
	above := []app.UI{ui.Slot(p.host()), ui.Slot(panel.WaitingOf(p.to, m.Job.Reserved, m.Result.Lent)), ui.Slot(bannerOf(m, path, p.to)), ui.Part(p.to, remarksOf(m, p.run.Worker.Status()))}
	return around(p.to, p.header(StepOf(path)), append(above, p.body(path)...))
}

// Again is a fresh component that shows the same as one for an address: its page has the choices that were made on that visit.
func (p *Page) Again(c app.Composer) app.Composer {
	was := c.(interface{ in() *inView }).in()
	return p.component(inView{page: p, path: was.path, left: was.left})
}

func (c *inView) in() *inView { return c }

// At is a fresh component for an address. Each address has a type of its own: go-app would draw another page of the same type in place, and keep what is
// the page's own, such as where a list was scrolled to.
func (p *Page) At(path string) app.Composer {
	*p.model = visited(*p.model, path)
	return p.component(inView{page: p, path: path, left: p.model.Job.Notice.Fault, fresh: true})
}

func (p *Page) component(c inView) app.Composer {
	if tab, ok := TabAt(c.path); ok {
		return tabComponent(tab, c)
	}
	switch c.path {
	case StartPath:
		return &startPage{c}
	case ColumnsPath:
		return &columnsPage{c}
	case PrivacyPath:
		return &privacyPage{c}
	case ReleasePath:
		return &releasePage{c}
	case HelpPath:
		return &helpPage{c}
	case PracticePath:
		return &practicePage{c}
	case LedgerPath:
		return &ledgerPage{c}
	}
	panic("app: no page at " + c.path)
}

// tabComponent is the component of a tab of the result.
func tabComponent(tab result.Tab, c inView) app.Composer {
	switch tab {
	case result.TabLoadings:
		return &loadingsPage{c}
	case result.TabMap:
		return &mapPage{c}
	case result.TabCorrelations:
		return &correlationsPage{c}
	case result.TabCompare:
		return &comparePage{c}
	case result.TabApply:
		return &applyPage{c}
	case result.TabCheck:
		return &checkPage{c}
	}
	return &resultPage{c}
}

type (
	startPage    struct{ inView }
	columnsPage  struct{ inView }
	privacyPage  struct{ inView }
	releasePage  struct{ inView }
	resultPage   struct{ inView }
	helpPage     struct{ inView }
	practicePage struct{ inView }
	ledgerPage   struct{ inView }

	loadingsPage     struct{ inView }
	mapPage          struct{ inView }
	correlationsPage struct{ inView }
	comparePage      struct{ inView }
	applyPage        struct{ inView }
	checkPage        struct{ inView }
)

// inView is a page in view, as a component of go-app.
type inView struct {
	app.Compo
	page *Page
	path string
	left *job.Fault // the error in view when the way to this page began; nil for none

	fresh bool // it was made for this visit
}

// Render implements app.Composer.
func (c *inView) Render() app.UI { return c.page.view(c.path) }

// OnNav draws later changes on this page and moves the reader to its beginning.
func (c *inView) OnNav(ctx app.Context) {
	p := c.page
	first := p.model.Job.Version == 0
	p.current, p.model.At = c.Update, c.path
	arrived := job.Arrived{Left: c.left}
	step := StepOf(c.path)
	if step >= 1 && step <= 3 {
		arrived.Step = c.path
	}
	p.Deliver(arrived)
	if step >= 1 {
		p.Deliver(account.Refresh{})
	}
	if !c.fresh {
		*p.model = forgotten(*p.model, c.path)
	}
	c.fresh = false
	if p.Frame == nil {
		ctx.Page().SetTitle(titleAt(ctx.Page().URL().Path) + "Private PCA")
	}
	p.begin(ctx)
	toBeginning(ctx, first)
	switch {
	case c.path == PrivacyPath && p.unready() == nil:
		p.Deliver(privacy.Arrived{})
	case c.path == PracticePath && p.unready() == nil:
		p.Deliver(practice.Arrived{Table: tableOf(*p.model)})
	case c.path == StartPath || c.path == LedgerPath:
		p.Deliver(account.Read{})
	case c.path == ReleasePath:
		p.Deliver(job.Review{})
		p.Deliver(account.Show{})
	}
}

// titleAt begins the title of a window at an address, with the name of its page.
func titleAt(path string) string {
	for _, t := range result.Tabs()[1:] {
		if strings.HasSuffix(path, t.Path()) {
			return language.Say(t.Name()) + " · "
		}
	}
	for i, step := range job.Steps() {
		if i > 0 && strings.HasSuffix(path, step) {
			return language.Say(stepNames[i]) + " · "
		}
	}
	for at, name := range map[string]string{HelpPath: "Help", PracticePath: "Practice", LedgerPath: "Ledger"} {
		if strings.HasSuffix(path, at) {
			return language.Say(name) + " · "
		}
	}
	return ""
}

// toBeginning puts the focus on the heading after a step, as a new page would, or on what the address names.
func toBeginning(ctx app.Context, first bool) {
	if id := ctx.Page().URL().Fragment; id != "" {
		ctx.Defer(func(app.Context) { browser.Focus(id) })
		return
	}
	if first {
		return // the first page: the focus is the browser's
	}
	browser.ToTop() // at once: after the drawing it would pull the page away under the hand
	ctx.Defer(func(app.Context) { browser.FocusHeading() })
}

// resultAround is what the result page shows beside its model.
func (p *Page) resultAround() result.Around {
	m, f := p.model, p.Frame
	a := result.Around{Framed: f != nil && browser.Framed(), Start: browser.At(StartPath), Base: browser.At(ResultPath)}
	if m.Result.Edition.IsZero() {
		a.Here, a.Reopens = result.ReleasedHere(m.Job.Account.List), m.Job.Keeping.Reopens() && m.Job.Notice.Fault == nil
	} else if offer := handOverOf(*m, f); offer != nil {
		a.Hand = ui.Part(p.to, offer)
	}
	return a
}

// reviewOf is what the page before spending shows, and what it shows beside that.
func (p *Page) reviewOf() (review.Model, review.Around) {
	m, to := *p.model, p.to
	busy := review.Idle
	if j := m.Job.Worker.Job; j != nil {
		busy = map[bool]review.Busy{true: review.Releasing, false: review.Reading}[j.Releasing]
	}
	return review.Model{
		Of: describedOf(m), Account: m.Job.Paying(), File: m.Job.Worker.File.Name, Run: runOf(m), Busy: busy, Read: m.Job.Worker.Prepared != nil,
		Phrase: phraseOf(p.guard(), frame.ReleaseButton), After: m.Job.After(),
	}, review.Around{Problems: problemsOf(m, to), People: peopleOf(m, to), Privacy: browser.At(PrivacyPath), Ledger: browser.At(LedgerPath)}
}

// header is the header of the page of that step.
func (p *Page) header(step int) header {
	if p.model.Job.Worker.File == nil {
		return header{Step: step, Languages: p.languages}
	}
	return header{Step: step, Languages: p.languages, Open: true, Requests: p.browser.Requests() - p.model.Job.Worker.Requests}
}

// host says who shows the frame; nil for nobody.
func (p *Page) host() app.UI {
	m := *p.model
	if m.Job.Unlisted != "" {
		return nil
	}
	if b := hostOf(p.Frame, m.Job.Draft.Limits, fileOf(m)); b != nil {
		return ui.Part(p.to, b)
	}
	return nil
}

// instead takes a page's place: a question about the files that were given, an error, or that the page may not be shown here; nil for the page itself.
func (p *Page) instead() ui.Drawn {
	switch m := *p.model; {
	case m.Job.Unlisted != "":
		return turnedAway{m.Job.Unlisted, browser.Origin() + browser.At(StartPath)}
	case m.Job.Notice.Fault != nil:
		return stoppedOf(m, p.run.Worker.SHA256)
	case m.Job.Beside.Which != nil:
		var w start.Which
		for _, f := range m.Job.Beside.Which.Files {
			w.Names = append(w.Names, f.Name)
		}
		return w
	case m.Job.Second != nil:
		t := &m.Job.Draft.Answers.Tally
		return start.Second{Name: m.Job.Second.File.Name, File: m.Job.Worker.File.Name, Answers: t.Numbers + t.Categories + t.LeftOut, Kept: m.Job.WhyNot() == "", Book: m.Job.Second.Book}
	}
	return nil
}

// unready takes the place of a page that needs a file, and answers about its columns; nil where both are there.
func (p *Page) unready() ui.Drawn {
	m := *p.model
	if m.Job.Worker.File == nil {
		return p.noFile()
	}
	lacks := m.Job.Draft.Answers.MissingAnswers()
	if len(lacks) == 0 {
		return nil
	}
	n := start.NotYet{Columns: browser.At(ColumnsPath)}
	for _, l := range lacks {
		n.Lacks = append(n.Lacks, l.Text)
	}
	return n
}

func (p *Page) noFile() start.NoFile {
	n := start.NoFile{Drop: p.drop(), Kept: -1, Start: browser.At(StartPath)}
	if kept, ok := p.model.Job.Keeping.Answered(); ok {
		n.Kept = kept.Answered
	}
	return n
}

// drop is where a file is chosen.
func (p *Page) drop() start.Drop {
	m := p.model
	return start.Drop{
		Ready: m.Job.Ready(), Slim: m.Job.Worker.File == nil && m.Job.Worker.Opening == nil && len(m.Job.Keeping.List) > 0,
		Loose: p.Isolation() == client.ByPage && !p.Served(), Endings: browser.Endings(start.Endings),
	}
}

// start is what the first page shows.
func (p *Page) start() start.Model {
	m := *p.model
	return start.Model{
		Drop: p.drop(), Earlier: earlierOf(m), Loading: loadingOf(p.Frame), File: openOf(m.Job.Worker.File), Opening: openOf(m.Job.Worker.Opening).Name,
		Hosting: start.Hosting{ByPage: p.Isolation() == client.ByPage, Served: p.Served(), Host: browser.Host(), Path: browser.At("")}, SHA256: p.run.Worker.SHA256,
		Populations: listedOf(m.Job.Account), Columns: browser.At(ColumnsPath), Ledger: browser.At(LedgerPath),
	}
}
