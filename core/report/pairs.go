package report

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"privatepca/core/relation"
	"privatepca/core/release"
	"privatepca/core/schema"
	"privatepca/core/words"
)

// pairTitle is a pair with its value and interval: "Income and item 5: .41 (.36 to .46)".
func pairTitle(d *release.Document, m *relation.Matrix, p *relation.Pair) string {
	of := words.Clip(columnWords(d, m, p.A), mostLetters) + " and " + words.Clip(columnWords(d, m, p.B), mostLetters)
	if p.Seen {
		return of + ": " + interval(&p.Value)
	}
	var hidden []string
	for _, c := range []int{p.A, p.B} {
		if !m.ColumnSeen(c) {
			hidden = append(hidden, words.Clip(columnWords(d, m, c), mostLetters))
		}
	}
	if hidden == nil {
		return of + ": nothing is seen"
	}
	return of + ": too little is seen of the spread of " + words.List(hidden)
}

// mostLetters of a label stand in a sentence.
const mostLetters = 80

// interval is a value with its ends.
func interval(v *relation.Value) string {
	return fmt.Sprintf("%s (%s to %s)", words.Correlation(v.Value), words.Correlation(v.Low), words.Correlation(v.High))
}

// A Told is something that was read from a matrix, in words and numbers.
type Told struct {
	Title   string
	Lines   []string // sentences
	Table   Table    // of the values
	Refused string   // why there is nothing to tell, in place of all others; "" where there is
}

// SurePairs names the pairs that are sure, the surest first, at most so many; the title counts them, and the lines are of one pair each.
func SurePairs(d *release.Document, p *relation.Pairs, most int) Told {
	t := Told{Title: p.Note()}
	for _, i := range p.Order {
		pair := &p.All[i]
		if !pair.Sure {
			continue
		}
		if len(t.Lines) == most {
			break
		}
		how := "high together"
		switch {
		case !pair.Signed(p.Matrix):
			how = "related; with a category there is no sign"
		case pair.Value.Value < 0:
			how = "where one is high, the other is low"
		}
		t.Lines = append(t.Lines, pairTitle(d, p.Matrix, pair)+", "+how+".")
	}
	return t
}

// PairTold is what is known of two columns, by name: value, interval, three errors, and the levels of a category one by one. ok is false where the
// matrix has no two such columns.
func PairTold(d *release.Document, p *relation.Pairs, row, column string) (t Told, ok bool) {
	m := p.Matrix
	a, b := columnNamed(m, row), columnNamed(m, column)
	if a < 0 || b < 0 || a == b {
		return Told{}, false
	}
	pair := p.Of(a, b)
	t.Title = pairTitle(d, m, pair)
	if pair.Seen {
		low, high := pair.ThisTable()
		t.Lines = append(t.Lines, fmt.Sprintf("In brackets: 95 %% interval for people like these. For these people alone: %s to %s.", words.Correlation(low), words.Correlation(high)), standing(p, pair))
		t.Table = Table{Head: []string{"Its three errors", "Standard error"}, Rows: [][]string{
			{"Noise, for privacy", words.CorrelationError(pair.Noise)},
			{"People, by chance", words.CorrelationError(pair.People)},
			{"Cut of long records", words.CorrelationError(pair.Cut)},
		}}
	}
	return t, true
}

// standing says how sure a pair is.
func standing(p *relation.Pairs, pair *relation.Pair) string {
	switch {
	case pair.Sure:
		return fmt.Sprintf("This pair is sure, also among all %s.", words.Count(p.Tested, "pair"))
	case pair.MayBe0():
		return "The interval holds 0: whether the two are related cannot be told."
	}
	return fmt.Sprintf("Its own interval does not hold 0. Among all %s it is not sure: of 100 intervals, five miss.", words.Count(p.Tested, "pair"))
}

// LevelsTold lists the correlations of the levels of two columns, where one of them is a category: those of `matrix -of correlation`.
func LevelsTold(d *release.Document, p *relation.Pairs, row, column string) Table {
	m := p.Matrix
	a, b := columnNamed(m, row), columnNamed(m, column)
	t := Table{Head: append([]string{"Level", "With"}, valueHead()...)}
	if a < 0 || b < 0 || a == b || m.Columns[a].To-m.Columns[a].From+m.Columns[b].To-m.Columns[b].From == 2 {
		return t
	}
	for i := m.Columns[a].From; i < m.Columns[a].To; i++ {
		for j := m.Columns[b].From; j < m.Columns[b].To; j++ {
			v := m.Correlation(min(i, j), max(i, j))
			t.Rows = append(t.Rows, append([]string{Label(d, i), Label(d, j)}, valueCells(&v)...))
		}
	}
	return t
}

func valueHead() []string { return []string{"Value", "From", "To", "Noise", "People", "Cut"} }

// valueCells are a correlation's, empty where it is not seen.
func valueCells(v *relation.Value) []string {
	if !v.Seen {
		return []string{"", "", "", "", "", ""}
	}
	return []string{words.Correlation(v.Value), words.Correlation(v.Low), words.Correlation(v.High), words.CorrelationError(v.Noise), words.CorrelationError(v.People), words.CorrelationError(v.Cut)}
}

// FindPairs lists the pairs whose columns' names or labels have all words of a search, those first that are the most errors from 0: at most so many. It
// says how many there are.
func FindPairs(d *release.Document, p *relation.Pairs, search string, most int) (t Table, found int) {
	wanted := strings.Fields(strings.ToLower(search))
	names := make([]string, len(p.Matrix.Columns))
	for c := range names {
		names[c] = strings.ToLower(p.Matrix.Columns[c].Name + " " + columnWords(d, p.Matrix, c))
	}
	fits := func(pair *relation.Pair) bool {
		for _, w := range wanted {
			if !strings.Contains(names[pair.A], w) && !strings.Contains(names[pair.B], w) {
				return false
			}
		}
		return true
	}
	for _, i := range p.Order {
		if fits(&p.All[i]) {
			found++
		}
	}
	return listPairs(d, p, most, fits), found
}

// listPairs lists pairs, those first that are the most errors from 0.
func listPairs(d *release.Document, p *relation.Pairs, most int, fits func(*relation.Pair) bool) Table {
	t := Table{Head: append(append([]string{"Column", "With"}, valueHead()...), "Sure"), Labels: true}
	for _, i := range p.Order {
		pair := &p.All[i]
		if len(t.Rows) == most {
			break
		}
		if fits(pair) {
			t.Rows = append(t.Rows, append(append([]string{columnWords(d, p.Matrix, pair.A), columnWords(d, p.Matrix, pair.B)}, valueCells(&pair.Value)...), map[bool]string{true: "yes", false: "no"}[pair.Sure]))
		}
	}
	return t
}

// Regressed is the regression of a feature on columns or features, by name, with what has to be known first: the strength of the predictors.
func Regressed(d *release.Document, m *relation.Matrix, outcome string, predictors []string) Told {
	t := Told{Title: "No predictor is chosen"}
	if outcome == "" || len(predictors) == 0 {
		return t
	}
	at, err := m.Choose(predictors, true)
	if err != nil {
		return Told{Title: "No regression", Refused: said(err)}
	}
	of, err := m.Choose([]string{outcome}, true)
	if err != nil {
		return Told{Title: "No regression", Refused: said(err)}
	}
	strength := m.Strength(at)
	t.Title = fmt.Sprintf("Strength %s, of %s", words.Three(math.Max(0, strength)), words.Count(len(at), "predictor"))
	if len(of) != 1 {
		t.Refused = "An outcome is one feature: a number, or one level of a category."
		return t
	}
	r, err := m.Regress(of[0], at, relation.Advice{Mu: d.Privacy.Mu, Delta: d.Privacy.Delta})
	if err != nil {
		t.Refused = said(err)
		return t
	}
	t.Lines = []string{
		fmt.Sprintf("%s of the variance of %s is explained: R² = %s.", words.Percent(math.Max(0, r.R2.Value)), words.Clip(Label(d, of[0]), mostLetters), interval(&r.R2)),
		"A coefficient says by how much the outcome differs where a predictor is larger by one of its own units and the others are alike. Whether it causes that, no table can tell.",
	}
	t.Lines = append(t.Lines, unitsOf(d, append(at, of...))...)
	t.Table = Table{Head: append([]string{"Predictor"}, valueHead()...)}
	for k := range r.Coefficients {
		t.Table.Rows = append(t.Table.Rows, append([]string{Label(d, at[k])}, ownCells(&r.Coefficients[k])...))
	}
	t.Table.Rows = append(t.Table.Rows, []string{"(intercept)", words.Amount(r.Intercept), "", "", "", "", ""}, append([]string{"R²"}, valueCells(&r.R2)...))
	return t
}

// unitsOf says what one unit is of features that have none in the file.
func unitsOf(d *release.Document, features []int) (lines []string) {
	ordered, logarithm, level := false, false, false
	own, at := release.SchemaOf(d), 0
	for i := range own.Fields {
		f := &own.Fields[i]
		if next := at + f.D(); slices.ContainsFunc(features, func(x int) bool { return at <= x && x < next }) {
			ordered = ordered || f.Kind == schema.Ordinal && f.Scores == nil
			logarithm = logarithm || f.Kind == schema.Log || f.Kind == schema.SignedLog
			level = level || f.Kind == schema.Category
		}
		at += f.D()
	}
	if ordered {
		lines = append(lines, "Ordered levels count from −1, the lowest, to 1, the highest.")
	}
	if logarithm {
		lines = append(lines, "Of a logarithm one unit is a factor of 2.72.")
	}
	if level {
		lines = append(lines, "A level of a category counts as 1 where it is chosen, else as 0.")
	}
	return lines
}

// ownCells are a value's in the columns' own units.
func ownCells(v *relation.Value) []string {
	var out []string
	for _, x := range []float64{v.Value, v.Low, v.High, v.Noise, v.People, v.Cut} {
		out = append(out, words.Amount(x))
	}
	return out
}

// PartialTold lists partial correlations of columns or features, by name: each pair given all others.
func PartialTold(d *release.Document, m *relation.Matrix, names []string) Told {
	t := Told{Title: "Partial correlations"}
	at, err := m.Choose(names, true)
	if err == nil {
		var list []relation.Value
		if list, err = m.Partial(at, relation.Advice{Mu: d.Privacy.Mu, Delta: d.Privacy.Delta}); err == nil {
			t.Table = Table{Head: append([]string{"Column", "With"}, valueHead()...), Labels: true}
			for i := range list {
				v := &list[i]
				t.Table.Rows = append(t.Table.Rows, append([]string{featureWords(d, v.Row), featureWords(d, v.Column)}, valueCells(v)...))
			}
			t.Lines = []string{"Each pair, given all others of these columns."}
			return t
		}
	}
	t.Refused = said(err)
	return t
}

// featureWords is the label of a feature that is given by name.
func featureWords(d *release.Document, name string) string {
	for i, n := range d.FeatureNames {
		if n == name {
			return Label(d, i)
		}
	}
	return name
}

// said is an error in words.
func said(err error) string { return err.Error() }

// RegressionValues are the coefficients and R² as `matrix -of regression -format long` writes them; nil where the regression is refused.
func RegressionValues(d *release.Document, m *relation.Matrix, outcome string, predictors []string) []byte {
	if r := regressionOf(d, m, outcome, predictors); r != nil {
		return r.Long()
	}
	return nil
}

// regressionOf is the regression of a feature on columns or features, by name; nil where it is refused.
func regressionOf(d *release.Document, m *relation.Matrix, outcome string, predictors []string) *relation.Regression {
	of, err := m.Choose([]string{outcome}, true)
	at, also := m.Choose(predictors, true)
	if err != nil || also != nil || len(of) != 1 {
		return nil
	}
	r, err := m.Regress(of[0], at, relation.Advice{Mu: d.Privacy.Mu, Delta: d.Privacy.Delta})
	if err != nil {
		return nil
	}
	return r
}

// PartialValues are partial correlations as `matrix -of partial -format long` writes them; nil where they are refused.
func PartialValues(d *release.Document, m *relation.Matrix, names []string) []byte {
	at, err := m.Choose(names, true)
	if err != nil {
		return nil
	}
	list, err := m.Partial(at, relation.Advice{Mu: d.Privacy.Mu, Delta: d.Privacy.Delta})
	if err != nil {
		return nil
	}
	return (&relation.Table{Of: relation.Partial, Values: list}).Long()
}

// Columns are the columns of a matrix, by name and by what they are called.
func Columns(d *release.Document, m *relation.Matrix) (names, labels []string) {
	for c := range m.Columns {
		names, labels = append(names, m.Columns[c].Name), append(labels, columnWords(d, m, c))
	}
	return names, labels
}

// HiddenColumns names the columns of whose spread too little is seen; "" for none.
func HiddenColumns(d *release.Document, p *relation.Pairs) string {
	var list []string
	for _, c := range p.Hidden() {
		list = append(list, columnWords(d, p.Matrix, c))
	}
	if list == nil {
		return ""
	}
	return fmt.Sprintf("Too little is seen of the spread of %s: these cells are empty.", words.Some(list, 12))
}
