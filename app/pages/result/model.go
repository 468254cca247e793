// Package result is the page of a release: one edition as it is shown and published, and what is done with it. Names, k, basis, title, pictures,
// comparisons and rows that are applied are all of the model; what is saved is drawn of the model of that moment.
package result

import (
	"slices"
	"strconv"

	"privatepca/app/language"
	"privatepca/core/relation"
	"privatepca/core/release"
	"privatepca/core/report"
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

// Compared are other releases beside the one in view.
type Compared struct {
	Others    []*release.Document // at most five
	Refused   string              // why the last one that was chosen is not among them; "" where it is
	Direction int                 // that is compared, from 0
	// OtherPeople asks whether they differ by more than noise and chance between samples.
	OtherPeople bool
	Side        *report.SideBySide // of the edition in view; nil without others
}

// Applied is a release applied to rows that are public. The worker reads them as it reads records; the page asks first whether they are public, and refuses
// a table that a budget is kept for.
type Applied struct {
	Public bool   // the user says that the rows are public
	Rows   Placed // on no document for none
	Fault  string
	Source string // where the rows were published, as the user types it
	Across int    // directions of the plot, from 0
	Up     int
}

// Relations are what the matrix of the release in view tells of pairs of columns, and what its reader chose to see of it. Columns and features are named
// as the document names them.
type Relations struct {
	Pairs   *relation.Pairs // nil where nothing can be told, and until it is computed
	Refused string          // why nothing can be told; "" where it can, and until it is computed

	Columns string // drawn: "16", "60" or "all"; "" for 16
	ByFile  bool   // in the order of the file
	Random  bool   // cells are taken to be missing at random
	Row     string // the pair that is told; "" for the surest
	Column  string
	Find    string // what the list of pairs is searched for
	Listed  int    // pairs that are listed beyond the first

	Outcome    string   // of the regression; "" for none
	Predictors []string // of it, in the order in which they were chosen
	Search     string   // what the columns that can be predictors are searched for
	Levels     string   // the category whose levels stand on the map; "" for none
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

// How many features are drawn.
const (
	moreRows = 60
	chunk    = 200 // rows of a long drawing that are drawn at once
)

// picture is what a figure of an edition draws.
func (m Model) picture(kind string) report.Picture {
	p := report.Picture{Kind: kind, Direction: min(m.Direction, m.Edition.K()-1)}
	switch kind {
	case "loadings", "heatmap":
		p.Rows = rowsOf(m.Rows, m.Document())
	case "circle":
		p.Across, p.Up = m.Across, m.Up
		p = p.Plane(m.Edition.K() - 1)
	}
	return p
}

// spread is the figure of how many directions there are.
func (m Model) spread() string {
	if m.Spread == "" {
		return "scree"
	}
	return m.Spread
}

// rowsOf is how many features are drawn at first.
func rowsOf(count string, d *release.Document) int {
	switch count {
	case "60", "all":
		return min(moreRows, d.NumFeatures)
	}
	return min(report.Rows, d.NumFeatures)
}

// number is the value of a list's option; was where that is none.
func number(text string, was int) int {
	if i, err := strconv.Atoi(text); err == nil && i >= 0 {
		return i
	}
	return was
}

// reportIn is the language of a report, of those at hand: as the curator chose, or as the page is read.
func reportIn(i release.Imprint) string {
	if i.Language == report.English.Tag {
		return i.Language
	}
	return language.Tag()
}
