// Package job is one table on its way to a release: the file, what the worker has of it, the answers, the account that pays and what the browser keeps.
// They begin and end together.
//
// It is a model, messages and one update, as a page is; the pages show it, and ask by its messages. What takes long comes back as a message of its own,
// with the number of the source or the reading that it is of: what comes for another one is dropped.
package job

import (
	"privatepca/app/account"
	"privatepca/app/client"
	"privatepca/app/draft"
	"privatepca/app/effect"
	"privatepca/core/plan"
	"privatepca/wasm/protocol"
)

// A Model is what the page knows of the table that is open, and of what may be opened. It is a value: what it points to is never changed in place.
type Model struct {
	Draft   draft.Draft
	Worker  Worker
	Account account.Model
	Earlier Earlier
	Notice  Notice
	Keeping Keeping // of the answers, in the browser
	Second  *Second // nil where no second table waits for an answer
	Seek    string  // the column that the page of columns shows first; "" for none
	Waiting []byte  // a config or a schema that was chosen before its table
	Beside  Beside  // what describes the table that is open, or comes next
	Offered Offered // what a parent page says of the table that comes next

	Unlisted     string // the site that shows the page in a frame and may not; "" for none
	Version      int    // counts changes: a draft of the same columns may be another
	Settled      bool   // nothing more is fetched in the background
	PracticeNext bool   // the file that is being opened is a sample to practise with

	Book    *draft.Book // a codebook that was read, and what it would change; nil for none
	Reading *Reading    // the text of that codebook; nil for none

	Reserved []Reserved // from the budget that the site around the page lends, for releases of this visit or earlier ones

	World  World
	serial int // of what was asked last
}

// New is a page on which nothing was done, with a worker that is not started yet.
func New() Model {
	return Model{Draft: draft.Draft{Choices: draft.NewChoices(plan.Limits{})}}
}

// A Notice is what the page tells beside what it shows: an error that stands in the way, and one sentence on what was just done.
type Notice struct {
	Fault *Fault // nil for none
	Note  string
}

// A Second is a table that was chosen while another one is open. Nothing was changed yet.
type Second struct {
	File effect.File
	text []byte
	came Offered
	Book bool // it may be a codebook of the open table
}

// Ready reports whether a file can be chosen.
func (m Model) Ready() bool {
	w := m.Worker.Status
	return m.Settled && m.Unlisted == "" && w != client.Loading && w != client.Missing && w != client.Outdated
}

// About is what the account knows of the rest.
func (m Model) About() account.About {
	d := &m.Draft
	a := account.About{Epsilon: d.Budget().Epsilon, Delta: d.Choices.Delta, Free: d.Method().Free(), Public: d.Known.Public}
	a.Rows = d.Answers.RowsPerPerson()
	if d.Answers.Unit == draft.UnitColumn {
		a.Person = d.Answers.PersonColumn
	}
	if most := d.Limits.Epsilon; most != nil {
		a.Most = *most
	}
	if a.Ready = m.Worker.Prepared != nil && m.Worker.Job == nil && d.Decided(); a.Ready {
		a.Release = d.Release(nil)
	}
	return a
}

// Paying is the account of the release that is described.
func (m Model) Paying() account.Model {
	a := m.Account
	a.About = m.About()
	return a
}

// Request is the request that the answers and choices make.
func (m Model) Request() protocol.Release { return m.Draft.Release(m.Paying().Terms()) }

// known is the model with what the draft may use of the file and the worker.
func (m Model) known() Model {
	k := draft.Known{Reading: m.Worker.Job != nil}
	if p := m.Worker.Prepared; p != nil {
		k.Records, k.Persons = p.Records, p.Persons
	}
	k.Public = m.Worker.File != nil && (m.Worker.Prepared != nil && m.Worker.Prepared.Public || m.World.Declared)
	m.Draft.Known = k
	return m
}

// AtRisk reports whether something would be lost if the page were left now: answers that are not kept, or a run. What is kept is written within a moment,
// so it is not at risk.
func (m Model) AtRisk() bool {
	return m.Worker.Job != nil && m.Worker.Job.Releasing || m.Worker.File != nil && m.WhyNot() != "" && !m.kept().Empty()
}
