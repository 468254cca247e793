package result

import (
	"privatepca/app/effect"
	"privatepca/app/ui"
	"privatepca/core/release"
	"privatepca/core/schema"
	"privatepca/wasm/protocol"
)

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

func (Shown) result() {}

func (Signed) result() {}

func (Closed) result() {}

func (Lost) result() {}

func (Show) result() {}

func (Check) result() {}

func (Keep) result() {}

func (Turn) result() {}

func (Read) result() {}

func (Name) result() {}

func (Write) result() {}

func (UseLabels) result() {}

func (LabelsTyped) result() {}

func (Labels) result() {}

func (DecisionsKept) result() {}

func (Direct) result() {}

func (DirectTyped) result() {}

func (ShowRows) result() {}

func (ShowAcross) result() {}

func (ShowUp) result() {}

func (Enlarge) result() {}

func (ShowNoise) result() {}

func (ShowFigure) result() {}

func (ShowSpread) result() {}

func (Rename) result() {}

func (Unname) result() {}

func (WriteAbout) result() {}

func (Download) result() {}

func (Save) result() {}

func (Copied) result() {}

func (ForExcel) result() {}

func (SaveTable) result() {}

func (OthersChosen) result() {}

func (Other) result() {}

func (LayBeside) result() {}

func (TakeOut) result() {}

func (AskPeople) result() {}

func (Besides) result() {}

func (DeclarePublic) result() {}

func (PlaceTyped) result() {}

func (RowsGiven) result() {}

func (RowsRead) result() {}

func (Placed) result() {}

func (NotPlaced) result() {}

func (SourceTyped) result() {}

func (ScoresAcross) result() {}

func (ScoresUp) result() {}

type (
	// Relate computes what the matrix tells.
	Relate struct{}
	// ShowColumns chooses how many columns are drawn.
	ShowColumns struct{ Count string }
	// OrderColumns chooses their order.
	OrderColumns struct{ ByFile bool }
	// CountMissing says whether cells are taken to be missing at random, or count as their column's mean.
	CountMissing struct{ AtRandom bool }
	// PickPair chooses the pair that is told.
	PickPair struct{ Row, Column string }
	// PointAt chooses the pair at a place in the drawing.
	PointAt struct{ At ui.Spot }
	// FindPairs searches the list of pairs.
	FindPairs struct{ Text string }
	// ListMore lists more of them.
	ListMore struct{}
	// Explain chooses the outcome of the regression.
	Explain struct{ Outcome string }
	// Predict says whether a column is one of its predictors.
	Predict struct {
		Column string
		On     bool
	}
	// FindPredictors searches the columns that can be predictors.
	FindPredictors struct{ Text string }
	// ShowLevels chooses the category whose levels stand on the map.
	ShowLevels struct{ Column string }
)

func (Relate) result() {}

func (ShowColumns) result() {}

func (OrderColumns) result() {}

func (CountMissing) result() {}

func (PickPair) result() {}

func (PointAt) result() {}

func (FindPairs) result() {}

func (ListMore) result() {}

func (Explain) result() {}

func (Predict) result() {}

func (FindPredictors) result() {}

func (ShowLevels) result() {}

// A Field is one of what the curator writes about a release as a whole.
type Field string

// The fields.
const (
	Title        Field = "title"
	Author       Field = "author"
	Organisation Field = "organisation"
	Licence      Field = "licence"
	DOI          Field = "doi"
	Notes        Field = "notes"
	Language     Field = "language"
)

// of is the field in an imprint.
func (f Field) of(i *release.Imprint) *string {
	switch f {
	case Title:
		return &i.Title
	case Author:
		return &i.Author
	case Organisation:
		return &i.Organisation
	case Licence:
		return &i.Licence
	case DOI:
		return &i.DOI
	case Language:
		return &i.Language
	case Notes:
		return &i.Notes
	}
	panic("result: no text of an imprint is called " + string(f))
}
