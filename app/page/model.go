package page

import (
	"time"

	"privatepca/app/forecast"
	"privatepca/app/job"
	"privatepca/app/pages/columns"
	"privatepca/app/pages/help"
	"privatepca/app/pages/ledger"
	"privatepca/app/pages/practice"
	"privatepca/app/pages/result"
	"privatepca/core/words"
)

// A Model is what the page knows. It is a value: what it points to is never changed in place.
type Model struct {
	Job      job.Model
	Forecast forecast.Model
	Result   result.Model
	Ledger   ledger.Model
	Practice practice.Model
	Columns  columns.Model
	Help     help.Model

	At       string // the page in view; "" before one is
	Report   Report // of the error that stands in the way
	Versions Versions
	Waits    bool // another version of the page is ready
}

// fileOf is the name of the open file; "" for none.
func fileOf(m Model) string {
	if f := m.Job.Worker.File; f != nil {
		return f.Name
	}
	return ""
}

// namesOf are its columns.
func namesOf(m Model) []string {
	if f := m.Job.Worker.File; f != nil {
		return f.About.Columns
	}
	return nil
}

func serialOf(m Model) int {
	if f := m.Job.Worker.File; f != nil {
		return f.Serial()
	}
	return 0
}

// tableOf is the open table, as practice has it.
func tableOf(m Model) practice.Table {
	j := m.Job
	t := practice.Table{Name: j.Worker.File.Name, Draft: j.Draft, Blocked: j.Notice.Fault != nil}
	if p := j.Worker.Prepared; p != nil && j.Worker.Job == nil {
		t.Prepared, t.Schema = &p.Prepared, string(p.Schema)
	}
	return t
}

// A Report is a text that was to be copied, and whether it was.
type Report struct {
	Text string
	OK   bool
}

// A Msg says what happened in the frame around every page.
type Msg interface{ frame() }

type (
	// Versioned says which versions of the page there are, and whether another one is ready.
	Versioned struct {
		Versions
		Waits bool
	}
	// StartAfresh says that the worker, which fell silent, is to be replaced.
	StartAfresh struct{}
	// TakeNewer says that the newer version of the page is wanted.
	TakeNewer struct{}
	// AcceptVersion says that this version is taken, though this browser had a newer one.
	AcceptVersion struct{}
	// Speak says that the page is to be read in another language.
	Speak struct{ Language string }
	// Leave says that the reader has seen the error in the way, and goes on; to the page at a path, if there is one.
	Leave struct{ Path string }
	// LoadAnew says that the page is to be loaded anew.
	LoadAnew struct{}
	// Again says that what failed is to be tried again.
	Again struct{}
	// CopyReport says that the report of the error is wanted.
	CopyReport struct{ Text string }
	// Copied says whether that report is on the clipboard.
	Copied struct {
		Text string
		OK   bool
	}
)

func (Versioned) frame() {}

func (StartAfresh) frame() {}

func (TakeNewer) frame() {}

func (AcceptVersion) frame() {}

func (Speak) frame() {}

func (Leave) frame() {}

func (LoadAnew) frame() {}

func (Again) frame() {}

func (CopyReport) frame() {}

func (Copied) frame() {}

// A FrameMsg says what happened in what a frame of another site adds to the pages.
type FrameMsg interface{ framed() }

type (
	// LeaveFrame says that what was done within the frame is to be forgotten.
	LeaveFrame struct{}
	// HandOver says that the release in view is to be given to the site.
	HandOver struct{}
	// AskInWindow says that this is to be confirmed in a window of our own.
	AskInWindow struct{}
)

func (LeaveFrame) framed() {}

func (HandOver) framed() {}

func (AskInWindow) framed() {}

// Versions are when three versions of the page were made: the times of their commits as RFC 3339, "" where one is unknown. A host that changes
// files may state any time: the order shows a host that gives an earlier version as it was published.
type Versions struct {
	Made    string // of this page
	Offered string // of the one that waits
	Newest  string // of the newest that this browser had at this address
}

// OffersOlder reports whether the version that waits is older than this one.
func (v Versions) OffersOlder() bool { return before(v.Offered, v.Made) }

// OffersNewer reports whether it is newer. Neither holds where a time is unknown, or both are of one commit.
func (v Versions) OffersNewer() bool { return before(v.Made, v.Offered) }

// WentBack reports whether this browser had a newer version here than the one that is open.
func (v Versions) WentBack() bool { return before(v.Made, v.Newest) }

// before reports whether both are times, and the first is the earlier one.
func before(a, b string) bool {
	first, ok := moment(a)
	second, also := moment(b)
	return ok && also && first.Before(second)
}

func moment(text string) (t time.Time, ok bool) {
	t, err := time.Parse(time.RFC3339, text)
	return t, err == nil
}

// Moment writes such a time for people.
func Moment(text string) string {
	t, ok := moment(text)
	if !ok {
		return "an unknown time"
	}
	return words.Day(t.UTC()) + t.UTC().Format(", 15:04 UTC")
}
