package job

import (
	"time"

	"privatepca/app/client"
	"privatepca/app/effect"
	"privatepca/app/keep"
	"privatepca/core/codebook"
	"privatepca/core/fault"
	"privatepca/core/plan"
	"privatepca/core/release"
	"privatepca/core/schema"
	"privatepca/wasm/protocol"
)

// A Msg says what happened to the table that is open, or what is asked of it.
type Msg interface{ job() }

// A World is what the page knows of the world around its model, as it is when a message comes.
type World struct {
	Busy     bool // the worker has a request that may take long
	Requests int  // of the page, as the browser counts them
	Time     time.Time
	Released bool // a release is in view
	Declared bool // the open table was declared public
}

type (
	// Became says what became of the worker, and why.
	Became struct {
		Status client.Status
		Reason string
	}
	// Settled says that nothing more is fetched in the background.
	Settled struct{}
	// Known says that the ledger has said whether it knows the open file.
	Known struct{}
	// TurnAway says which site shows the page in a frame and may not.
	TurnAway struct{ Site string }
	// Limit lowers the most that a release may spend; nil for no limit of that kind.
	Limit struct{ Epsilon, Delta *float64 }
	// Offer keeps what the site around the page says of the table that comes next.
	Offer struct{ Of Offered }
	// Reset ends what was done, for another to begin.
	Reset struct{}
	// Changed says that something else changed which is drawn.
	Changed struct{}

	// Release asks for one release, as it is described.
	Release struct{}
	// Cancel ends the reading or the release that is under way.
	Cancel struct{}
	// StartAfresh replaces a worker that fell silent.
	StartAfresh struct{}
	// Prepare has the worker read the open table under the answers as they stand, unless it did, in a task of its own.
	Prepare struct{}
	// Review says that the page before spending came into view: the file is read anew where that was undone, as after a cancelled run.
	Review struct{}
	// Declared notes that the open table counts as public.
	Declared struct{}
	// OpenEntry asks the ledger for the release of a spending, and shows it.
	OpenEntry struct{ Entry string }
	// Reopen shows again what was in view before a reload, where the ledger still has it.
	Reopen struct{}
	// Failed shows an error that the worker gave: it stands in the way.
	Failed struct{ Error protocol.Error }
	// Stop shows a fault that stands in the way. Again says that the site around the page can try it again.
	Stop struct {
		Fault        *fault.Error
		File, Advice string // Advice is "" for what is said of all such faults
		Again        bool
	}
	// Unread says that a small file cannot be read: it is too long, or the browser gives none of it.
	Unread struct {
		File    effect.File
		TooLong bool
	}
	// Dismiss is done with the error that stands in the way.
	Dismiss struct{}
	// Arrived says that a page came into view. Left is the fault that stood in the way when the way to it began: it is done with.
	Arrived struct {
		Left *Fault
		Step string // the page's path, if it is a step that is kept; "" for none
	}
	// Say tells in a sentence what was just done, above the page in view; "" takes back what was said.
	Say struct{ Text string }

	// Open opens a file, of which the site around the page says this.
	Open struct {
		File   effect.File
		Schema []byte // nil for none
		Came   Offered
	}
	// Received takes files that came in one gesture, in any order.
	Received struct{ Files []effect.File }
	// ChooseTable opens a table with its schema; nil for none. Practice says that it is opened to practise with.
	ChooseTable struct {
		File     effect.File
		Schema   []byte
		Practice bool
	}
	// ShowFile puts a document from a file in view.
	ShowFile struct{ Text []byte }
	// Adopt takes over a schema file for the open file, a configuration, or kept answers.
	Adopt struct{ Text []byte }

	// Replace opens the second table in place of the first.
	Replace struct{}
	// ReadAsBook reads the second file as the codebook of the first.
	ReadAsBook struct{}
	// KeepFirst leaves everything as it was.
	KeepFirst struct{}
	// ThisIsTheTable answers which of several files is the table, and whether the others describe it.
	ThisIsTheTable struct {
		File      int
		Described bool
	}
	// NoneOfThem answers that no file is opened.
	NoneOfThem struct{}

	// ReadAs opens the open file again: another part of it, or its text as another dialect; nil for a new guess. What fits is kept of the answers.
	ReadAs struct {
		Part    string
		Dialect *schema.Dialect
	}
	// Reread opens the same part of it again in another dialect.
	Reread struct{ Dialect schema.Dialect }
	// SeeColumn leads to a column among the answers.
	SeeColumn struct{ Name string }
	// Sought says that it is seen.
	Sought struct{}
	// ListUnmatched lists the values that match no level, for this screen alone.
	ListUnmatched struct{}

	// ReadBook reads a codebook of the open table, and shows what it would fill in.
	ReadBook struct{ File effect.File }
	// ReadBookText reads the text of one.
	ReadBookText struct{ Name, Text string }
	// TellBook says which column of a codebook states something; "" for none.
	TellBook struct {
		Heading codebook.Heading
		Title   string
	}

	// MeasureAsFile has the release measure as the one whose document is in a file.
	MeasureAsFile struct{ Files []effect.File }
	// MeasureAsText is that, with the document, which the visitor knows by that name.
	MeasureAsText struct {
		Name string
		Text []byte
	}
	// MeasureAsEntry is that with a document of this browser's ledger.
	MeasureAsEntry struct{ Entry string }
	// MeasureAlone takes that back.
	MeasureAlone struct{}

	// Do does something to the open table that needs no more words.
	Do struct{ Act Act }
	// ReadKept reads what the browser keeps. Then is what follows; nil for nothing.
	ReadKept struct{ Then Msg }
	// Save keeps the answers as they stand now.
	Save struct{}
	// Seen keeps for a reload what its reader chose to see of the release in view.
	Seen struct{ Text string }
)

// An Act is something to be done to the open table.
type Act string

// The acts.
const (
	Undo          Act = "take the last answer back"
	GoOn          Act = "go on to the privacy page, where the answers allow it"
	ReadRight     Act = "take the file as read right"
	Look          Act = "show the first rows"
	LookAway      Act = "hide the first rows"
	HideUnmatched Act = "hide the values that match no level"
	ReadSheet     Act = "read the sheet that lists variables"
	ReadInside    Act = "read what the file says of its columns"
	LeaveBook     Act = "fill in nothing more of the codebook"
	ExportAnswers Act = "export the answers"
	ForgetAnswers Act = "forget all kept answers"
	RecallAnswers Act = "take that back"
	KeepAnswers   Act = "keep the answers again"
)

// What a job says to the pages, by Tell.
type (
	// Shown puts a release in view. Keep is how many directions are kept of it at first; 0 for as many as it has in view.
	Shown struct {
		Edition  release.Edition
		Entry    string // of the ledger that keeps it; "" for none
		Config   []byte // replays it; nil where that is not known
		Seen     string // what was chosen to be seen of it
		FromFile bool
		Keep     int
		Beside   *release.Document // the one that it measured as; nil for none
		Lent     string            // the id under which the site set its cost aside; "" for none
	}
	// Signed puts the site's receipt into the release in view, where it is that one's.
	Signed struct{ Receipt release.Receipt }
	// Checked says that the release in view is to be checked.
	Checked struct{}
	// Closed says that the release in view is of another table now; with Forget it goes.
	Closed struct{ Forget bool }
	// Gone says that the worker ended with what it knew.
	Gone struct{}
	// Practising says that another table is open, and whether somebody wants to practise with it.
	Practising struct{ Wanted bool }
	// NoEntry says why the ledger gives no document.
	NoEntry struct{ Message string }
)

// What comes back of effects.
type (
	done    struct{} // and nothing follows
	handled struct {
		of     int // the source
		handle client.File
		why    string // it cannot be had; "" where it can
		header header
	}
	headed struct { // the header of a file was read,
		of     int
		about  protocol.Opened
		header header
	}
	opened struct { // and is taken in a task of its own
		of     int
		header header
	}
	unheaded struct {
		of     int
		header header
		err    protocol.Error
	}
	begun struct { // what is kept was read before a file is gone over to
		of     int
		header header
	}
	described struct{ file string } // descriptions were taken over, for the table that is open
	adopted   struct {              // what came with it was taken over
		again bool
		step  string
	}

	sorted struct { // one of the files of a gesture was read
		g    gesture
		file effect.File
		text []byte
		rest []effect.File
	}
	schemaRead struct {
		as     adoption
		parsed *schema.Schema
		err    error
		stated bool // it names a norm rule
	}
	configRead struct {
		as  adoption
		c   *plan.Config
		err error
	}
	answersRead struct {
		as   adoption
		kept *keep.Kept
		err  error
	}
	documentRead struct {
		file    string // "" for none
		edition release.Edition
		err     error
	}
	earlierRead struct{ earlier Earlier }
	stopped     struct { // the visitor stopped the reading
		name string
		then Msg
	}
	bookText struct { // a codebook was read as a text
		name  string
		text  []byte
		wrong string // why it was not; "" where it was
	}
	bookRead struct {
		reading Reading
		book    *codebook.Book
		err     error
		again   bool // its columns were told
	}
	sheetFound struct {
		of    int
		sheet string
	}
	sheetRead struct {
		of    int
		sheet string
		text  []byte
		err   error
	}

	looked struct {
		of   int
		rows protocol.Looked
	}
	unmatched struct {
		of   int
		list protocol.Unmatching
	}
	unlisted struct {
		of      int
		message string
	}
	said struct{ message string }

	prepare struct{}         // now
	sum     struct{ of int } // the worker is asked, unless it was cancelled meanwhile
	summed  struct {
		schema []byte
		got    protocol.Prepared
	}
	progressed struct{ of protocol.Progress }
	compared   struct {
		of   int
		done bool
	}
	differs struct {
		of  int
		err protocol.Error
	}
	debited struct {
		in  protocol.Release
		got protocol.Debited
	}
	released struct {
		in     protocol.Release
		config []byte
		got    protocol.Released
	}
	refused struct{ err protocol.Error }

	entryShown struct { // of the ledger,
		got    protocol.Released
		reopen bool // as before a reload
	}
	noEntry struct {
		message string
		reopen  bool
	}
	measuredEntry struct{ got protocol.Released }
	notMeasured   struct{ message string }

	texts struct { // that the browser keeps
		of   map[string]string
		ok   bool
		then Msg
	}
	put struct {
		text string
		ok   bool
	}
	forget struct{ texts map[string]string }
	forgot struct {
		texts map[string]string
		ok    bool
	}
)

func (Became) job()         {}
func (Settled) job()        {}
func (Known) job()          {}
func (TurnAway) job()       {}
func (Limit) job()          {}
func (Offer) job()          {}
func (Reset) job()          {}
func (Changed) job()        {}
func (Release) job()        {}
func (Cancel) job()         {}
func (StartAfresh) job()    {}
func (Prepare) job()        {}
func (Review) job()         {}
func (Declared) job()       {}
func (OpenEntry) job()      {}
func (Reopen) job()         {}
func (Failed) job()         {}
func (Stop) job()           {}
func (Unread) job()         {}
func (Dismiss) job()        {}
func (Arrived) job()        {}
func (Say) job()            {}
func (Open) job()           {}
func (Received) job()       {}
func (ChooseTable) job()    {}
func (ShowFile) job()       {}
func (Adopt) job()          {}
func (Replace) job()        {}
func (ReadAsBook) job()     {}
func (KeepFirst) job()      {}
func (ThisIsTheTable) job() {}
func (NoneOfThem) job()     {}
func (ReadAs) job()         {}
func (Reread) job()         {}
func (SeeColumn) job()      {}
func (Sought) job()         {}
func (ListUnmatched) job()  {}
func (ReadBook) job()       {}
func (ReadBookText) job()   {}
func (TellBook) job()       {}
func (MeasureAsFile) job()  {}
func (MeasureAsText) job()  {}
func (MeasureAsEntry) job() {}
func (MeasureAlone) job()   {}
func (Do) job()             {}
func (ReadKept) job()       {}
func (Save) job()           {}
func (Seen) job()           {}

func (done) job()          {}
func (handled) job()       {}
func (headed) job()        {}
func (opened) job()        {}
func (unheaded) job()      {}
func (begun) job()         {}
func (adopted) job()       {}
func (described) job()     {}
func (sorted) job()        {}
func (schemaRead) job()    {}
func (configRead) job()    {}
func (answersRead) job()   {}
func (documentRead) job()  {}
func (earlierRead) job()   {}
func (stopped) job()       {}
func (bookText) job()      {}
func (bookRead) job()      {}
func (sheetFound) job()    {}
func (sheetRead) job()     {}
func (looked) job()        {}
func (unmatched) job()     {}
func (unlisted) job()      {}
func (said) job()          {}
func (prepare) job()       {}
func (sum) job()           {}
func (summed) job()        {}
func (progressed) job()    {}
func (compared) job()      {}
func (differs) job()       {}
func (debited) job()       {}
func (released) job()      {}
func (refused) job()       {}
func (entryShown) job()    {}
func (noEntry) job()       {}
func (measuredEntry) job() {}
func (notMeasured) job()   {}
func (texts) job()         {}
func (put) job()           {}
func (forget) job()        {}
func (forgot) job()        {}
