package result

import (
	"slices"

	"privatepca/app/effect"
	"privatepca/core/fault"
	"privatepca/core/relation"
	"privatepca/core/release"
	"privatepca/core/report"
)

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
