package result

import (
	"slices"

	"privatepca/app/effect"
	"privatepca/app/ui"
	"privatepca/core/fault"
	"privatepca/core/relation"
	"privatepca/core/release"
	"privatepca/core/report"
)

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

func (Relate) result()         {}
func (ShowColumns) result()    {}
func (OrderColumns) result()   {}
func (CountMissing) result()   {}
func (PickPair) result()       {}
func (PointAt) result()        {}
func (FindPairs) result()      {}
func (ListMore) result()       {}
func (Explain) result()        {}
func (Predict) result()        {}
func (FindPredictors) result() {}
func (ShowLevels) result()     {}

// known reports whether it is computed what the matrix tells.
func (r Relations) known() bool { return r.Pairs != nil || r.Refused != "" }

// Missing asks for what a tab shows and was not computed; nil for nothing.
func (m Model) Missing(tab Tab) effect.Msg {
	switch {
	case m.Edition.IsZero():
	case tab == TabCheck && m.Checks == nil:
		return Check{}
	case (tab == TabCorrelations || tab == TabMap) && !m.Relations.known():
		return Relate{}
	}
	return nil
}

// relate takes what happened to the correlations.
func relate(m Model, msg Msg, pause func()) (Model, []effect.Effect) {
	r := &m.Relations
	switch msg := msg.(type) {
	case Relate:
		if !m.Edition.IsZero() && !r.known() {
			return m.related(pause), nil
		}
	case ShowColumns:
		r.Columns = msg.Count
	case OrderColumns:
		r.ByFile = msg.ByFile
	case CountMissing:
		if r.Random = msg.AtRandom; r.Pairs != nil {
			return m.related(pause), nil
		}
	case PickPair:
		r.Row, r.Column = msg.Row, msg.Column
	case PointAt:
		if r.Pairs != nil {
			if row, column, ok := report.CorrelationAt(m.Document(), r.Pairs, r.look(), msg.At.Width, msg.At.X, msg.At.Y); ok {
				r.Row, r.Column = row, column
			}
		}
	case FindPairs:
		r.Find, r.Listed = msg.Text, 0
	case ListMore:
		r.Listed += listedMore
	case Explain:
		r.Outcome = msg.Outcome
	case Predict:
		r.Predictors = slices.DeleteFunc(slices.Clone(r.Predictors), func(name string) bool { return name == msg.Column })
		if msg.On {
			r.Predictors = append(r.Predictors, msg.Column)
		}
	case FindPredictors:
		r.Search = msg.Text
	case ShowLevels:
		r.Levels = msg.Column
	}
	return m, nil
}

// related is the model with what the matrix of its release tells. A document from elsewhere that contradicts itself tells nothing.
func (m Model) related(pause func()) Model {
	if m.FromFile && m.Checks == nil {
		m.Checks = checked(m.Edition, pause)
	}
	for _, c := range m.Checks {
		if !c.Holds {
			m.Relations.Refused = "This document does not agree with itself, so nothing is read from it. " + c.What + ": " + c.Detail
			return m
		}
	}
	matrix, err := relation.FromDocument(m.Document(), m.Edition.Received())
	if err != nil {
		m.Relations.Refused = fault.Public(fault.CodeFile, err).Message
		return m
	}
	if m.Relations.Random {
		matrix = matrix.MissingAtRandom()
	}
	pause()
	m.Relations.Pairs = relation.AllPairs(matrix, pause)
	return m
}

// How many pairs are listed: at first, and with each wish for more.
const (
	listedFirst = 12
	listedMore  = 48
)

// look is what the picture of correlations shows.
func (r Relations) look() report.Look {
	row, column := r.pair()
	return report.Look{Columns: map[string]int{"60": moreRows, "all": release.MostMatrix}[r.Columns], ByFile: r.ByFile, Row: row, Column: column}
}

// pair is the pair that is told: the chosen one, else the one that is surest.
func (r Relations) pair() (row, column string) {
	if r.Pairs == nil || r.Row != "" || len(r.Pairs.All) == 0 {
		return r.Row, r.Column
	}
	first := &r.Pairs.All[0]
	if len(r.Pairs.Order) > 0 {
		first = &r.Pairs.All[r.Pairs.Order[0]]
	}
	return r.Pairs.Matrix.Columns[first.A].Name, r.Pairs.Matrix.Columns[first.B].Name
}

// predictors are those of the regression, but for the outcome's own column.
func (r Relations) predictors() []string {
	own := r.columnOf(r.Outcome)
	return slices.DeleteFunc(slices.Clone(r.Predictors), func(name string) bool { return name == own })
}

// columnOf is the column of a feature, by name.
func (r Relations) columnOf(feature string) string {
	for _, c := range r.Pairs.Matrix.Columns {
		if slices.Contains(r.Pairs.Matrix.Features[c.From:c.To], feature) {
			return c.Name
		}
	}
	return ""
}

// levels draws the levels of the chosen category on the map's directions; ok is false where none is chosen.
func (m Model) levels() (f report.Figure, ok bool) {
	if m.Relations.Pairs == nil || m.Relations.Levels == "" || !report.HasPlane(m.Document()) {
		return report.Figure{}, false
	}
	p := m.picture("circle")
	return report.Levels(m.Document(), m.Relations.Pairs.Matrix, m.Relations.Levels, p.Across, p.Up)
}

// coefficients draws those of the regression; ok is false where none is told.
func (m Model) coefficients() (f report.Figure, ok bool) {
	r := m.Relations
	if r.Pairs == nil || r.Outcome == "" || len(r.predictors()) == 0 {
		return report.Figure{}, false
	}
	return report.RegressionFigure(m.Document(), r.Pairs.Matrix, r.Outcome, r.predictors())
}

// correlations draws the picture of them; ok is false where there are none.
func (m Model) correlations() (f report.Figure, ok bool) {
	if m.Relations.Pairs == nil {
		return report.Figure{}, false
	}
	return report.Correlations(m.Document(), m.Relations.Pairs, m.Relations.look()), true
}

// savedValues are the tables of this tab that are saved as the command writes them, by their names; nil for none.
func (m Model) savedValues(id string) []byte {
	r := m.Relations
	if r.Pairs == nil {
		return nil
	}
	d, matrix := m.Document(), r.Pairs.Matrix
	switch id {
	case "correlations":
		return report.CorrelationValues(d, r.Pairs, r.look())
	case "pairs":
		return (&relation.Table{Of: relation.Association, Values: r.Pairs.Values()}).Long()
	case "regression":
		return report.RegressionValues(d, matrix, r.Outcome, r.predictors())
	case "partial":
		return report.PartialValues(d, matrix, r.partialOf())
	}
	return nil
}

// told are the tables of this tab that are copied, by their names.
func (m Model) told(id string) report.Table {
	r := m.Relations
	if r.Pairs == nil {
		return report.Table{}
	}
	switch id {
	case "regression":
		return report.Regressed(m.Document(), r.Pairs.Matrix, r.Outcome, r.predictors()).Table
	case "partial":
		return report.PartialTold(m.Document(), r.Pairs.Matrix, r.partialOf()).Table
	}
	return report.Table{}
}

// partialOf are the columns of the partial correlations: the outcome and its predictors.
func (r Relations) partialOf() []string { return append([]string{r.Outcome}, r.predictors()...) }
