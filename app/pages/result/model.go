// Package result is the page of a release: one edition as it is shown and published, and what is done with it. Names, k, basis, title, pictures,
// comparisons and rows that are applied are all of the model; what is saved is drawn of the model of that moment.
package result

import (
	"cmp"
	"slices"

	"privatepca/app/effect"
	"privatepca/app/job"
	"privatepca/core/release"
	"privatepca/core/report"
	"privatepca/core/schema"
	"privatepca/wasm/protocol"
)

// A Model is the release in view, with what its reader chose to see of it.
type Model struct {
	Edition  release.Edition // the zero one for none
	Entry    string          // the spending in the ledger that has the document; "" for none
	FromFile bool            // not released here and now
	Lent     string          // the id under which a site set its cost aside; "" for none
	Config   []byte          // replays the release; nil for a document from a file
	Checks   []release.Check // what was found; nil while it was not asked

	Direction int    // whose loadings are drawn, from 0
	Wrong     bool   // what was typed for it is no direction:
	Typed     string // this
	Rows      string // features drawn: "12", "60" or "all"; "" for 12
	Across    int    // directions of the loading circle, from 0
	Up        int
	Large     string // the figure that is drawn as the picture which would be saved; "" for none
	Figure    string // of the loadings: "loadings" or "heatmap"; "" for the first
	Spread    string // how many directions there are by "scree" or "cumulative"; "" for the first
	Renaming  int    // the direction whose name is being written, from 1; 0 for none
	was       string // its name before
	Writing   bool   // title, author and so on are being written

	Compared  Compared
	Applied   Applied
	Relations Relations
	Excel     bool // CSV files begin with a mark by which Excel knows their letters

	keeping bool // the worker is asked to keep what was decided
	later   bool // and something else was decided since
}

// Document is the edition's, as it is drawn and published; nil for none. Nobody changes it.
func (m Model) Document() *release.Document { return m.Edition.Document() }

// Text is the document as it is handed out: what was released, and what the curator decided and wrote about it. A document that contradicts itself is
// handed out as it came.
func (m Model) Text() []byte { return report.Exports(nil)[0].Bytes(m.Edition) }

// Failing counts the checks that do not hold.
func Failing(checks []release.Check) (n int) {
	for _, c := range checks {
		if !c.Holds {
			n++
		}
	}
	return n
}

// A Msg says what happened on this page.
type Msg interface{ result() }

type (
	// Shown puts an edition in view. Releases to compare with stay.
	Shown struct {
		Edition  release.Edition
		Entry    string
		Config   []byte
		FromFile bool
		Seen     string // what was kept of how it was seen
		Lent     string
	}
	// Signed has the receipt of the site whose budget paid for a release.
	Signed struct{ Receipt release.Receipt }
	// Closed leaves no release in view: another table is open. Releases to compare with stay, unless they are to be forgotten, too.
	Closed struct{ Forget bool }
	// Lost says that the worker has ended: what it was to keep is asked again of the next one.
	Lost struct{}
	// Show asks for a release of the ledger.
	Show struct{ Entry string }
	// Check computes the checks of the document.
	Check struct{}

	// Keep keeps the first k directions.
	Keep struct{ K int }
	// Turn sets the basis that clear directions stand in.
	Turn struct{ To release.Basis }
	// Read chooses what intervals are about.
	Read struct{ Kind release.Intervals }
	// Name names a direction.
	Name struct {
		Of   release.Direction
		Text string
	}
	// Write sets what the curator writes about the release as a whole.
	Write struct {
		Field Field
		Text  string
	}
	// UseLabels takes the labels that stand in their field.
	UseLabels struct{}
	// LabelsTyped has them as a file.
	LabelsTyped struct{ File effect.File }
	// Labels has their lines.
	Labels struct{ Text []byte }
	// DecisionsKept says that the worker kept what was decided about a spending's release, or why not.
	DecisionsKept struct{ Entry, Fault string }

	// Direct chooses the direction whose loadings are drawn.
	Direct struct{ Index int }
	// DirectTyped is Direct as somebody types it, from 1.
	DirectTyped struct{ Text string }
	// ShowRows chooses how many features are drawn.
	ShowRows struct{ Count string }
	// ShowAcross chooses the direction of the loading circle to the right.
	ShowAcross struct{ Text string }
	// ShowUp chooses the one upwards.
	ShowUp struct{ Text string }
	// Enlarge draws a figure as the picture that would be saved; "" for none.
	Enlarge struct{ ID string }
	// ShowNoise draws the loadings of a direction that is noise.
	ShowNoise struct{ Index int }
	// ShowFigure chooses the figure of the loadings.
	ShowFigure struct{ Kind string }
	// ShowSpread chooses the figure of how many directions there are.
	ShowSpread struct{ Kind string }
	// Rename has a direction's name written, from 1; 0 for none any more.
	Rename struct{ Direction int }
	// Unname gives the direction whose name is being written the name that it had.
	Unname struct{}
	// WriteAbout says whether title, author and so on are being written.
	WriteAbout struct{ On bool }

	// Download saves the document, or a view of it.
	Download struct{ ID string }
	// Save saves a figure of what is in view: as "SVG", "PNG" or, its table, as "CSV"; or it puts the table on the clipboard, as "Copy".
	Save struct{ ID, Kind string }
	// ForExcel says whether CSV files are for Excel.
	ForExcel struct{ On bool }
	// Copied says whether the table is on the clipboard.
	Copied struct{ OK bool }
	// SaveTable saves a table that stands alone.
	SaveTable struct{ ID string }

	// OthersChosen has documents to compare with.
	OthersChosen struct{ Files []effect.File }
	// Other has the text of one.
	Other struct{ Text []byte }
	// LayBeside has one that was read already.
	LayBeside struct{ Document *release.Document }
	// TakeOut takes one out, from 0.
	TakeOut struct{ Index int }
	// AskPeople says whether the people of the others are others.
	AskPeople struct{ Other bool }
	// Besides chooses the direction that is compared.
	Besides struct{ Text string }

	// DeclarePublic says whether rows that are to be applied are public.
	DeclarePublic struct{ On bool }
	// PlaceTyped takes the rows that stand in their field.
	PlaceTyped struct{}
	// RowsGiven has rows as a file. Open is the table that is open, which they must not be.
	RowsGiven struct{ File, Open effect.File }
	// RowsRead has their text. Own is what no document says of the open table's columns; nil for none.
	RowsRead struct {
		Text []byte
		Own  *schema.Schema
	}
	// Placed has what the worker made of them, for a document.
	Placed struct {
		On     *release.Document
		Answer protocol.Placed
	}
	// NotPlaced says why it made nothing of them.
	NotPlaced struct {
		On    *release.Document // that they were asked for
		Fault string
	}
	// SourceTyped says where the rows were published.
	SourceTyped struct{ Text string }
	// ScoresAcross chooses the direction that rows are drawn on to the right.
	ScoresAcross struct{ Text string }
	// ScoresUp chooses the one upwards.
	ScoresUp struct{ Text string }
)

func (Shown) result()         {}
func (Signed) result()        {}
func (Closed) result()        {}
func (Lost) result()          {}
func (Show) result()          {}
func (Check) result()         {}
func (Keep) result()          {}
func (Turn) result()          {}
func (Read) result()          {}
func (Name) result()          {}
func (Write) result()         {}
func (UseLabels) result()     {}
func (LabelsTyped) result()   {}
func (Labels) result()        {}
func (DecisionsKept) result() {}
func (Direct) result()        {}
func (DirectTyped) result()   {}
func (ShowRows) result()      {}
func (ShowAcross) result()    {}
func (ShowUp) result()        {}
func (Enlarge) result()       {}
func (ShowNoise) result()     {}
func (ShowFigure) result()    {}
func (ShowSpread) result()    {}
func (Rename) result()        {}
func (Unname) result()        {}
func (WriteAbout) result()    {}
func (Download) result()      {}
func (Save) result()          {}
func (Copied) result()        {}
func (ForExcel) result()      {}
func (SaveTable) result()     {}
func (OthersChosen) result()  {}
func (Other) result()         {}
func (LayBeside) result()     {}
func (TakeOut) result()       {}
func (AskPeople) result()     {}
func (Besides) result()       {}
func (DeclarePublic) result() {}
func (PlaceTyped) result()    {}
func (RowsGiven) result()     {}
func (RowsRead) result()      {}
func (Placed) result()        {}
func (NotPlaced) result()     {}
func (SourceTyped) result()   {}
func (ScoresAcross) result()  {}
func (ScoresUp) result()      {}

// Update takes what happened, and has kept what its reader chose to see. It calls pause between pieces of what may take long.
func Update(m Model, msg Msg, pause func()) (Model, []effect.Effect) {
	next, effects := update(m, msg, pause)
	if now := next.seen(); now.Entry != "" && now != m.seen() {
		effects = append(effects, effect.Tell{Msg: job.Seen{Text: now.encode()}})
	}
	return next, effects
}

func update(m Model, msg Msg, pause func()) (Model, []effect.Effect) {
	switch msg := msg.(type) {
	case Shown:
		effects := m.leave()
		m = Model{Edition: msg.Edition, Entry: msg.Entry, Config: msg.Config, FromFile: msg.FromFile, Lent: cmp.Or(msg.Lent, msg.Entry), Excel: m.Excel, Compared: Compared{Others: m.Compared.Others, OtherPeople: m.Compared.OtherPeople}}
		return seenAgain(m, msg.Seen).laid(), effects
	case Signed:
		if e, err := release.WithReceipt(m.Edition, msg.Receipt); m.Lent == msg.Receipt.ID && err == nil {
			m.Edition, m.Checks = e, nil
			return m.laid(), nil
		}
	case Closed:
		next := Model{Excel: m.Excel}
		if !msg.Forget {
			next.Compared.Others, next.Compared.OtherPeople = m.Compared.Others, m.Compared.OtherPeople
		}
		return next, m.leave()
	case Lost:
		if !m.keeping {
			return m, nil
		}
		m.keeping = false
		return m.kept()
	case Show:
		return m, []effect.Effect{effect.Tell{Msg: job.OpenEntry{Entry: msg.Entry}}}
	case Check:
		m.Checks = checked(m.Edition, pause)
	case Keep, Turn, Read, Name, Write, Labels:
		return decide(m, msg)
	case UseLabels:
		return m, []effect.Effect{effect.TakeText{ID: "about-labels", Done: func(f effect.File) effect.Msg { return LabelsTyped{f} }}}
	case LabelsTyped:
		return m, []effect.Effect{effect.ReadFile{File: msg.File, Done: func(text []byte) effect.Msg { return Labels{text} }}}
	case DecisionsKept:
		return m.decisionsKept(msg)
	case Direct, DirectTyped, ShowRows, ShowAcross, ShowUp, Enlarge, ShowFigure, ShowSpread:
		return look(m, msg), nil
	case ShowNoise:
		m.Figure, m.Direction, m.Wrong = "loadings", msg.Index, false
		return m, []effect.Effect{effect.Go{Path: TabLoadings.Path()}}
	case Rename, Unname, WriteAbout:
		return write(m, msg)
	case Relate, ShowColumns, OrderColumns, CountMissing, PickPair, PointAt, FindPairs, ListMore, Explain, Predict, FindPredictors, ShowLevels:
		return relate(m, msg, pause)
	case ForExcel:
		m.Excel = msg.On
	case Download, Save, SaveTable, Copied:
		return m, marked(m.Excel, saved(m, msg))
	case OthersChosen, Other, LayBeside, TakeOut, AskPeople, Besides:
		return compare(m, msg, pause)
	case DeclarePublic, PlaceTyped, RowsGiven, RowsRead, Placed, NotPlaced, SourceTyped, ScoresAcross, ScoresUp:
		return apply(m, msg)
	}
	return m, nil
}

// checked computes the checks of the document as it came, one after another, with a pause before each.
func checked(e release.Edition, pause func()) (found []release.Check) {
	if e.IsZero() {
		return nil
	}
	for _, check := range e.Checks() {
		pause()
		found = append(found, check()...)
	}
	return slices.Clip(found)
}

// look takes what the reader chose to see.
func look(m Model, msg Msg) Model {
	switch msg := msg.(type) {
	case Direct:
		m.Direction = msg.Index
	case DirectTyped:
		m = m.directTyped(msg.Text)
	case ShowRows:
		m.Rows = msg.Count
	case ShowAcross:
		m.Across = number(msg.Text, m.Across)
	case ShowUp:
		m.Up = number(msg.Text, m.Up)
	case Enlarge:
		m.Large = msg.ID
	case ShowFigure:
		m.Figure = msg.Kind
	case ShowSpread:
		m.Spread = msg.Kind
	}
	return m
}
