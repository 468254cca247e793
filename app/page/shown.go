package page

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/account"
	"privatepca/app/browser"
	"privatepca/app/client"
	"privatepca/app/job"
	"privatepca/app/pages/columns"
	"privatepca/app/pages/ledger"
	"privatepca/app/pages/practice"
	"privatepca/app/pages/privacy"
	"privatepca/app/pages/start"
	"privatepca/app/panel"
	"privatepca/app/ui"
	"privatepca/core/advice"
	"privatepca/core/schema"
	"privatepca/wasm/protocol"
)

// What the pages show of the model: each is given the values that it shows, and no page the whole.

// visited is the model at the beginning of a visit to an address: the page of columns has the column that was sought.
func visited(m Model, path string) Model {
	if path == ColumnsPath {
		d := &m.Job.Draft
		m.Columns = columns.Seen(columns.Arrived(m.Columns, d, m.Job.Seek), d)
		m.Job.Seek = "" // once
	}
	m = forgotten(m, path)
	m.Job.Account.Pressed = "" // who leaves the page of the button takes the press back; on the new page it may be pressed before OnNav
	return m
}

// columnsAround is what the page of columns shows beside its model.
func columnsAround(m Model, to *ui.Inbox) columns.Around {
	f := m.Job.Worker.File
	recommended, opening := schema.Mean, ""
	if ranked := m.Forecast.Ranked(&m.Job.Draft); len(ranked) > 0 { // once the privacy page was seen
		recommended = schema.NormRule(ranked[0].Rule)
	}
	if m.Job.Worker.Opening != nil {
		opening = m.Job.Worker.Opening.Name
	}
	return columns.Around{
		Draft: m.Job.Draft, File: f.Name, About: f.About, InDoubt: m.Job.InDoubt(), First: f.First, Unmatched: f.Unmatched, Read: readOf(m.Job.Worker.Prepared),
		Book: m.Job.Book, Telling: m.Job.Reading != nil, Sheet: m.Job.Beside.Sheet, SheetRead: m.Job.Beside.Read, Recommended: recommended, Opening: opening, Changes: m.Job.Keeping.History.Changes(),
		Kept:  columns.Kept{Why: m.Job.WhyNot(), None: !m.Job.Keeping.Stores, Kept: keptOf(m, true)},
		Start: browser.At(StartPath), Endings: browser.Endings(".csv,.tsv,.txt,.xlsx,.xlsm,.json,.jsonld,.xml,.yaml,.yml"),
		People: peopleOf(m, to),
		Rail:   railOf(m, to, "The statement so far", "Your answers complete this sentence. The release contains it word for word."),
	}
}

// privacyOf is what the page of the release that is chosen shows.
func privacyOf(m Model) privacy.Model {
	return privacy.Model{Draft: m.Job.Draft, Forecast: m.Forecast, Account: m.Job.Paying(), Released: !m.Result.Edition.IsZero(), Columns: browser.At(ColumnsPath), Refused: m.Job.Earlier.Refused}
}

// privacyAround is what it shows beside that.
func privacyAround(m Model, to *ui.Inbox) privacy.Around {
	return privacy.Around{
		Problems: problemsOf(m, to), Shared: panel.SharedOf(to, m.Job.Paying(), m.Job.Draft.Choices.Price(), m.Job.After()),
		Reading: readingOf(m, to), Rail: railOf(m, to, "The statement so far", ""),
		Practice: browser.At(PracticePath), Next: ReleasePath,
	}
}

// practiceAround is what the page of practice shows beside its model.
func practiceAround(m Model, to *ui.Inbox) practice.Around {
	return practice.Around{Table: tableOf(m), Reading: readingOf(m, to), Privacy: browser.At(PrivacyPath)}
}

// bannerOf marks the page at a path, while the open table is declared public.
func bannerOf(m Model, path string, to *ui.Inbox) app.UI {
	if !m.Job.Draft.Known.Public {
		return nil
	}
	b := practice.Banner{Here: path == PracticePath, ForSession: m.Practice.ForSession, To: browser.At(PracticePath)}
	if b.Here {
		b.To = browser.At(PrivacyPath)
	}
	return ui.Part(to, b)
}

// remarksOf are the remarks above every page.
func remarksOf(m Model, worker client.Status) remarks {
	return remarks{
		Silent: worker == client.Silent, Spent: m.Job.Worker.Job != nil && m.Job.Worker.Job.Spent, Note: m.Job.Notice.Note, Told: m.Job.Keeping.Told,
		Busy: m.Job.Worker.Job != nil || m.Job.Worker.Opening != nil, Waits: m.Waits, Versions: m.Versions, Clears: m.Job.Worker.File != nil,
		Release: !m.Result.Edition.IsZero() && m.Result.Entry == "",
	}
}

// leads are where the buttons of errors lead.
var leads = map[advice.Action]string{advice.ChooseFile: StartPath, advice.EditColumns: ColumnsPath, advice.EditPrivacy: PrivacyPath}

// stoppedOf is the error that stands in the way.
func stoppedOf(m Model, sha256 string) Stopped {
	f := m.Job.Notice.Fault
	out := Stopped{
		Code: f.Code, Title: f.Title, File: f.File, Message: f.Sentence(), Place: f.Place(), Column: f.Column, Cell: f.Cell != 0,
		Expected: f.Expected, Found: f.Found, Advice: f.Advice,
		Leave: f.Action.Words(), To: leads[f.Action], Load: f.Action == advice.Reload, Again: f.Again,
		Answers: -1, Released: !m.Result.Edition.IsZero(), Report: f.Report(sha256), Copied: m.Report,
	}
	if f.Spent {
		out.Spent = m.Job.Draft.Choices.Price()
	}
	if m.Job.Worker.File != nil {
		t := &m.Job.Draft.Answers.Tally
		out.Answers, out.Also = int64(t.Numbers+t.Categories+t.LeftOut), alsoKept(m)
	}
	return out
}

// listedOf are the populations of the ledger, where none may have changed since it was read.
func listedOf(a account.Model) []protocol.Population {
	if a.List == nil || a.Old {
		return nil
	}
	return a.List.Populations
}

// openOf is a file that is open, or on its way; nil is none.
func openOf(f *job.Source) start.Open {
	if f == nil {
		return start.Open{}
	}
	return start.Open{Name: f.Name, Size: f.Size, Columns: len(f.About.Columns)}
}

// earlierOf is what is kept of answers, for the first page.
func earlierOf(m Model) start.Earlier {
	w := m.Job.Worker
	kept, ok := m.Job.Keeping.Answered()
	var names []string
	for _, c := range kept.Answers.Columns {
		names = append(names, c.Name)
	}
	return start.Earlier{
		Open: w.File != nil || w.Opening != nil, Any: ok, First: names, Answered: kept.Answered, Width: kept.Width, Time: kept.Time,
		Kept: keptOf(m, false), Ready: m.Job.Ready(),
	}
}

// keptOf is what can be done with the kept answers.
func keptOf(m Model, exports bool) panel.Kept {
	k := m.Job.Keeping
	return panel.Kept{Exports: exports, Forgotten: k.Forgotten(), Off: k.Off, Keeps: k.Stores && !k.Blocked}
}

// alsoKept says that the answers outlive the page, where they do.
func alsoKept(m Model) string {
	if m.Job.WhyNot() != "" {
		return ""
	}
	return ". They are kept in this browser, for a file with the same column names"
}

// describedOf is the release as it is described.
func describedOf(m Model) panel.Described {
	return panel.Described{Draft: m.Job.Draft, Version: m.Job.Version}
}

// railOf is the column beside the steps before the last.
func railOf(m Model, to *ui.Inbox, title, help string) app.UI {
	return ui.Part(to, panel.Rail{Described: describedOf(m), Account: m.Job.Paying(), File: m.Job.Worker.File.Name, Title: title, Help: help})
}

// runOf is what is under way with the open file.
func runOf(m Model) (r panel.Run) {
	if m.Job.Worker.Prepared != nil {
		r.Records = m.Job.Worker.Prepared.Records
	}
	if j := m.Job.Worker.Job; j != nil {
		r.Spent, r.Phase, r.Said = j.Spent, j.Progress.Phase, j.Phases
	}
	return r
}

// readingOf shows the file being read before anything is released; nil where it is not.
func readingOf(m Model, to *ui.Inbox) app.UI {
	if m.Job.Worker.Job == nil || m.Job.Worker.Job.Releasing {
		return nil
	}
	return ui.Part(to, panel.Reading(runOf(m)))
}

// peopleOf asks whether the people of the open file have a budget already; nil where that is no question.
func peopleOf(m Model, to *ui.Inbox) app.UI {
	return panel.PeopleOf(to, m.Job.Paying(), m.Job.Overlap)
}

// problemsOf shows what was met in the file; nil for nothing.
func problemsOf(m Model, to *ui.Inbox) app.UI {
	p := m.Job.Worker.Prepared
	if p == nil {
		return nil
	}
	return panel.ProblemsOf(to, panel.Problems{
		Records: p.Records, Irregularities: p.Irregularities, Dialect: m.Job.Worker.File.About.Dialect, Busy: m.Job.Worker.Job != nil || m.Job.Worker.File.Listing,
	})
}

// readOf is what was read of the open file, which may be nothing.
func readOf(p *job.Prepared) *protocol.Prepared {
	if p == nil {
		return nil
	}
	return &p.Prepared
}

// forgotten is the model without what an earlier visit to a page left. It is forgotten before anything is drawn, since what is clicked or typed as soon as
// something is seen counts.
func forgotten(m Model, path string) Model {
	if path == LedgerPath {
		m.Ledger, m.Job.Account.List, m.Job.Account.Unread = ledger.Model{}, nil, "" // what is listed may be old
	}
	return m
}
