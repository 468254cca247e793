package at

import "privatepca/app/e2e/drive"

// A StartPage is the first one, where a file is chosen.
type StartPage struct{ page }

// Start is the first page, where a person is or what is chosen takes effect: its field for files is on other pages, too.
func Start(p Person) StartPage { return StartPage{page{p}} }

const (
	fileInput = "#file-input"
	replace   = "#second-replace"
)

// Open hands over a job's table, with its schema, or opens its sample; in place of the table before, where the page asks. The columns stand then.
func (s StartPage) Open(j drive.Job) {
	switch {
	case j.Data == "":
		s.click("#sample-" + j.Sample)
	case j.Schema == "":
		s.Give(j.Data)
	default:
		s.Give(j.Data, j.Schema)
	}
	s.Replaced()
}

// Give chooses files, and waits for nothing: what they are is for the page to say.
func (s StartPage) Give(files ...string) { s.choose(fileInput, files...) }

// Paste pastes a table as text.
func (s StartPage) Paste(text string) {
	s.enter("#paste", text)
	s.click("#paste-button")
}

// Practise opens a copy of a sample to practise with.
func (s StartPage) Practise(sample string) { s.click("#practise-" + sample) }

// Finished shows a sample's finished release.
func (s StartPage) Finished(sample string) { s.click("#finished-" + sample) }

// Replaced waits for the columns of a file that was handed over. Where the page asks what a second table is for, it replaces the first.
func (s StartPage) Replaced() {
	s.until(`document.querySelector('` + replace + `, [role=alert]#error') || document.querySelector('` + unitRow + `') && !document.querySelector('#opening')`)
	if s.holds(`document.querySelector('` + replace + `')`) {
		s.click(replace)
	}
	Columns(s.Person).Stands()
}

// Return goes back to the first page by its link.
func (s StartPage) Return() {
	s.click(`nav a[href="/"]`)
	s.reach("/", fileInput)
}
