package page

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/account"
	"privatepca/app/browser"
	"privatepca/app/client"
	"privatepca/app/draft"
	"privatepca/app/effect"
	"privatepca/app/frame"
	"privatepca/app/pages/columns"
	"privatepca/app/pages/practice"
	"privatepca/app/pages/privacy"
	"privatepca/app/pages/result"
	"privatepca/app/pages/review"
	"privatepca/app/state"
	"privatepca/app/ui"
	"privatepca/app/view"
	"privatepca/core/advice"
	"privatepca/core/schema"
)

// The bridge: what the page takes from the state that is no model yet, and does to it. It goes when the last page is a model.

// lend gives the model the draft, which is the state's, and what is known of the open file. Another file begins the page of columns afresh.
func (p *Page) lend() {
	s := p.Site.State
	p.model.Draft = s.Draft
	if f := s.Worker.File; f != p.file {
		p.file, p.model.names, p.model.file, p.model.Columns = f, nil, "", columns.Model{}
		if f != nil {
			p.model.names, p.model.file = f.About.Columns, f.Name
			p.model.Columns = columns.Arrived(columns.Model{}, &p.model.Draft, "")
		}
	}
	p.model.Columns = columns.Seen(p.model.Columns, &p.model.Draft)
}

// inform gives the account what it needs to know for an update.
func (p *Page) inform(msg effect.Msg) {
	if _, pays := msg.(account.Msg); pays {
		p.model.Account.About = state.AboutRelease(p.Site.State)
	}
}

// arrive begins a visit to the page of columns, with the column that was sought.
func (p *Page) arrive(path string) {
	s := p.Site.State
	if path != state.ColumnsPath {
		return
	}
	p.lend()
	p.model.Columns = columns.Arrived(p.model.Columns, &p.model.Draft, s.Seek)
	s.Seek = "" // once
}

// columnsAround is what the page of columns shows beside its model.
func columnsAround(s *state.State, to *ui.Inbox) columns.Around {
	f := s.Worker.File
	recommended, opening := schema.Mean, ""
	if ranked := s.Forecast().Ranked(&s.Draft); len(ranked) > 0 { // once the privacy page was seen
		recommended = schema.NormRule(ranked[0].Rule)
	}
	if s.Worker.Opening != nil {
		opening = s.Worker.Opening.Name
	}
	return columns.Around{
		Draft: s.Draft, File: f.Name, About: f.About, InDoubt: state.InDoubt(s), First: f.First, Unmatched: f.Unmatched,
		Book: s.Book, Telling: s.Reading != nil, Sheet: s.Beside.Sheet, Recommended: recommended, Opening: opening, Changes: s.Keeping.History.Changes(),
		Kept:  columns.Kept{Why: s.Keeping.WhyNot(), None: s.Keeping.Store == nil, Kept: view.KeptOf(s, true)},
		Start: browser.At(state.StartPath), Endings: browser.Endings(".csv,.tsv,.txt,.xlsx,.xlsm,.json,.jsonld,.xml,.yaml,.yml"),
		People: view.People(s, to),
		Rail:   view.Rail(s, to, "The statement so far", "Your answers complete this sentence. The release contains it word for word."),
	}
}

// takeBack gives the state the draft that an update left, and has it follow what a control changed.
func (p *Page) takeBack(msg effect.Msg) {
	p.Site.State.Draft = p.model.Draft
	if _, changed := msg.(draft.Msg); changed {
		p.Site.State.Change()
	}
}

// resultAround is what the result page shows beside its model.
func resultAround(s *state.State, f *frame.Frame, to *ui.Inbox) result.Around {
	a := result.Around{Framed: f != nil && browser.Framed(), Start: browser.At(state.StartPath), Base: browser.At(state.ResultPath)}
	if s.Result().Edition.IsZero() {
		a.Here = view.ReleasedHere(s.Models.Account().List)
	} else {
		a.Hand = view.HandOver(s, f, to)
	}
	return a
}

// privacyOf is what the page of the release that is chosen shows.
func privacyOf(s *state.State) privacy.Model {
	return privacy.Model{Draft: s.Draft, Forecast: s.Forecast(), Account: s.Account(), Released: !s.Result().Edition.IsZero(), Columns: browser.At(state.ColumnsPath)}
}

// privacyAround is what it shows beside that.
func privacyAround(site *view.Site) privacy.Around {
	s := site.State
	return privacy.Around{
		Problems: view.Problems(s), Reading: view.Reading(s, site.To), Rail: view.Rail(s, site.To, "The statement so far", ""), Earlier: view.Earlier(s),
		Practice: browser.At(state.PracticePath), Next: state.ReleasePath,
	}
}

// practiceAround is what the page of practice shows beside its model.
func practiceAround(site *view.Site) practice.Around {
	return practice.Around{Table: state.Table(site.State), Reading: view.Reading(site.State, site.To), Privacy: browser.At(state.PrivacyPath)}
}

// reviewOf is what the page before spending shows, and what it shows beside that.
func reviewOf(site *view.Site) (review.Model, review.Around) {
	s, to := site.State, site.To
	busy := review.Idle
	if j := s.Worker.Job; j != nil {
		busy = map[bool]review.Busy{true: review.Releasing, false: review.Reading}[j.Releasing]
	}
	return review.Model{
		Of: view.DescribedOf(s), Account: s.Account(), File: s.Worker.File.Name, Run: view.RunOf(s), Busy: busy, Read: s.Worker.Prepared != nil,
		Phrase: view.PhraseOf(site.Guard(), frame.ReleaseButton),
	}, review.Around{Problems: view.Problems(s), People: view.People(s, to), Privacy: browser.At(state.PrivacyPath), Ledger: browser.At(state.LedgerPath)}
}

// bannerOf marks the page at a path, while the open table is declared public.
func bannerOf(s *state.State, path string, to *ui.Inbox) app.UI {
	if !s.Draft.Known.Public {
		return nil
	}
	b := practice.Banner{Here: path == state.PracticePath, ForSession: s.Models.Practice().ForSession, To: browser.At(state.PracticePath)}
	if b.Here {
		b.To = browser.At(state.PrivacyPath)
	}
	return ui.Part(to, b)
}

// headerOf is the header of the page of that step.
func headerOf(s *state.State, step int) header {
	h := header{Step: step, Open: s.Worker.File != nil}
	if h.Open {
		h.Requests = s.Screen.Requests() - s.Worker.Requests
	}
	return h
}

// remarksOf are the remarks above every page.
func remarksOf(s *state.State) remarks {
	return remarks{
		Silent: s.Worker.Status == client.Silent, Spent: s.Worker.Job != nil && s.Worker.Job.Spent, Note: s.Notice.Note, Told: s.Keeping.Told,
		Busy: s.Worker.Job != nil || s.Worker.Opening != nil, Waits: s.Waits, Versions: s.Versions, Clears: s.Worker.File != nil,
		Release: !s.Result().Edition.IsZero() && s.Result().Entry == "",
	}
}

// leads are where the buttons of errors lead.
var leads = map[advice.Action]string{advice.ChooseFile: state.StartPath, advice.EditColumns: state.ColumnsPath, advice.EditPrivacy: state.PrivacyPath}

// stoppedOf is the error that stands in the way.
func stoppedOf(s *state.State, copied Report) Stopped {
	f := s.Notice.Fault
	out := Stopped{
		Code: f.Code, Title: f.Title, File: f.File, Message: f.Sentence(), Place: f.Place(), Column: f.Column, Cell: f.Cell != 0,
		Expected: f.Expected, Found: f.Found, Advice: f.Advice,
		Leave: f.Action.Words(), To: leads[f.Action], Load: f.Action == advice.Reload, Again: f.Again != nil,
		Answers: -1, Released: !s.Result().Edition.IsZero(), Report: f.Report(s.Worker.Client.SHA256), Copied: copied,
	}
	if f.Spent {
		out.Spent = s.Draft.Choices.Price()
	}
	if s.Worker.File != nil {
		t := &s.Draft.Answers.Tally
		out.Answers, out.Also = int64(t.Numbers+t.Categories+t.LeftOut), view.AlsoKept(s)
	}
	return out
}
