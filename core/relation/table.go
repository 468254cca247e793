package relation

import (
	"fmt"
	"math"
	"slices"

	"privatepca/core/fault"
	"privatepca/core/scaling"
	"privatepca/core/words"
)

// Of is what a table tells of each pair.
type Of string

// What can be told of pairs. Correlation and Covariance are of features, a level of a category being one; the others are of columns.
const (
	Correlation Of = "correlation"
	Covariance  Of = "covariance"
	Association Of = "association"
	Cramer      Of = "cramer"
	Tetrachoric Of = "tetrachoric"
	Partial     Of = "partial"
	Coefficient Of = "regression"
	Place       Of = "centroids"
)

// Pairwise are those that make a square table.
var Pairwise = []Of{Correlation, Covariance, Association, Cramer, Tetrachoric, Partial}

// All are all.
var All = append(slices.Clone(Pairwise), Coefficient, Place)

// A Table has a value for each pair of names.
type Table struct {
	Of    Of
	Names []string
	// Values are of pairs, each once, the row before the column in Names; of a covariance with each variance too.
	Values []Value
	// Notes are sentences that belong to the numbers.
	Notes []string

	at map[[2]string]int
}

// Table makes the table of some columns, all where names is empty. A name is a column's or a feature's. advise words what would do where too little is
// seen.
func (m *Matrix) Table(of Of, names []string, advise Advice) (*Table, error) {
	t := &Table{Of: of}
	features := of == Correlation || of == Covariance || of == Partial
	if features {
		at, err := m.Choose(names, of == Partial)
		if err != nil {
			return nil, err
		}
		for _, i := range at {
			t.Names = append(t.Names, m.Features[i])
		}
		if of == Partial {
			if t.Values, err = m.Partial(at, advise); err != nil {
				return nil, err
			}
			return t.noted(m), nil
		}
		for k, j := range at {
			for _, i := range at[:k] {
				switch {
				case !m.Related(i, j):
				case of == Correlation:
					t.Values = append(t.Values, m.Correlation(i, j))
				default:
					t.Values = append(t.Values, m.CovarianceOf(i, j))
				}
			}
			if of == Covariance {
				t.Values = append(t.Values, m.CovarianceOf(j, j))
			}
		}
		return t.noted(m), nil
	}
	at, err := chooseColumns(m, names)
	if err != nil {
		return nil, err
	}
	if of == Tetrachoric {
		at = slices.DeleteFunc(at, func(c int) bool { return yes(m, c) < 0 })
		if len(at) < 2 {
			return nil, fault.New(fault.CodeRequest, "Tetrachoric correlations are of yes/no columns: categories of two levels, or numbers from 0 to 1. There are not two of them.")
		}
	}
	var chances []float64
	for k, j := range at {
		t.Names = append(t.Names, m.Columns[j].Name)
		for _, i := range at[:k] {
			switch of {
			case Association:
				v, chance := m.Association(i, j)
				t.Values, chances = append(t.Values, v), append(chances, chance)
			case Cramer:
				t.Values = append(t.Values, m.Cramer(i, j))
			case Tetrachoric:
				t.Values = append(t.Values, m.Tetrachoric(i, j))
			default:
				return nil, fault.New(fault.CodeRequest, fmt.Sprintf("%q is no table of pairs.", of))
			}
		}
	}
	if of == Association {
		t.Notes = append(t.Notes, noteOfSure(t.Values, chances))
	}
	return t.noted(m), nil
}

// noteOfSure says how many of the pairs of a table are sure.
func noteOfSure(values []Value, chances []float64) string {
	tested, sure := 0, 0
	for i := range values {
		if values[i].Seen {
			tested++
		}
	}
	for i := range values {
		if isSure(&values[i], chances[i], tested) {
			sure++
		}
	}
	return sureNote(sure, tested)
}

// noted adds what must be read with the numbers.
func (t *Table) noted(m *Matrix) *Table {
	t.Notes = append(t.Notes, m.Notes(t.Of)...)
	seen := map[string]bool{}
	for i := range t.Values {
		if v := &t.Values[i]; v.Seen {
			seen[v.Row], seen[v.Column] = true, true
		}
	}
	for c := range m.Columns { // one that is seen can have an empty cell only, beside one that is not
		seen[m.Columns[c].Name] = seen[m.Columns[c].Name] || m.ColumnSeen(c)
	}
	for i, name := range m.Features {
		seen[name] = seen[name] || m.Seen(i)
	}
	hidden := slices.DeleteFunc(slices.Clone(t.Names), func(name string) bool { return seen[name] || len(t.Names) < 2 })
	if len(hidden) > 0 {
		t.Notes = append(t.Notes, fmt.Sprintf("Too little is seen of the spread of %s: these cells are empty.", words.Some(hidden, 12)))
	}
	return t
}

// noteNotPrivate stands before all other notes, in every form that has any.
const noteNotPrivate = "At least one release is not private."

func privacyNotes(m *Matrix) []string {
	if m.NotPrivate {
		return []string{noteNotPrivate}
	}
	return nil
}

// Notes are sentences that belong to numbers of a kind.
func (m *Matrix) Notes(of Of) []string {
	list := append(privacyNotes(m), "Errors hold for one value. Of 100 intervals, five miss.")
	switch of {
	case Covariance:
		list = append(list, "Errors of covariances are of noise alone; the cut moves a standard deviation by up to 6 % more, and the chance of people needs each column’s kurtosis, which was not released.")
	case Association, Cramer:
		list = append(list, "Without a sign where one of two columns is a category: 0 is unrelated, 1 the strongest relation.")
	}
	missing := MissingIn(m)
	switch {
	case len(missing) > 0 && m.missing:
		list = append(list, fmt.Sprintf("Cells are taken to be missing at random in %s. The shares that are answered are noisy, and their error is not in the intervals.", words.Some(missing, 6)))
	case len(missing) > 0:
		list = append(list, fmt.Sprintf("A missing cell counts as its column’s mean, in %s: correlations are of that table.", words.Some(missing, 6)))
	}
	return list
}

// MissingIn names the columns with more missing cells than noise may have made: from 1 %, and from three errors of the share.
func MissingIn(m *Matrix) (names []string) {
	for c, q := range m.Answered {
		x := &m.Columns[c] // the share is as noisy as a mean
		noise := m.MeanError[x.From] * q
		name := x.Name
		switch {
		case x.list != "": // its levels have one share
			name = x.list
		case x.Kind == scaling.Number:
			noise *= 2 / (x.High - x.Low)
		}
		if 1-q > max(.01, 3*noise) && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// Choose gives the features of columns or features that are named, in that order; all for none. With free, the first level of each category is left
// out, since levels add up to 1.
func (m *Matrix) Choose(names []string, free bool) ([]int, error) {
	var at []int
	take := func(c int) {
		from := m.Columns[c].From
		if free && m.Columns[c].Kind == scaling.Category {
			from++
		}
		for i := from; i < m.Columns[c].To; i++ {
			at = append(at, i)
		}
	}
	if len(names) == 0 {
		for c := range m.Columns {
			take(c)
		}
	}
	for _, name := range names {
		c := slices.IndexFunc(m.Columns, func(c Column) bool { return c.Name == name })
		i := slices.Index(m.Features, name)
		switch {
		case c >= 0:
			take(c)
		case i >= 0:
			at = append(at, i)
		default:
			return nil, unknown(m, name)
		}
	}
	seen := map[int]bool{}
	for _, i := range at {
		if seen[i] {
			return nil, fault.New(fault.CodeRequest, fmt.Sprintf("The column %s is named twice.", m.Features[i]))
		}
		seen[i] = true
	}
	return at, nil
}

func chooseColumns(m *Matrix, names []string) ([]int, error) {
	var at []int
	for c := range m.Columns {
		if len(names) == 0 {
			at = append(at, c)
		}
	}
	for _, name := range names {
		c := columnNamed(m, name)
		switch {
		case c < 0:
			return nil, unknown(m, name)
		case slices.Contains(at, c):
			return nil, fault.New(fault.CodeRequest, fmt.Sprintf("The column %s is named twice.", name))
		}
		at = append(at, c)
	}
	return at, nil
}

// columnNamed is the column of a name; −1 for none.
func columnNamed(m *Matrix, name string) int {
	return slices.IndexFunc(m.Columns, func(c Column) bool { return c.Name == name })
}

func unknown(m *Matrix, name string) error {
	var names []string
	for i := range m.Columns {
		names = append(names, m.Columns[i].Name)
	}
	return fault.New(fault.CodeRequest, fmt.Sprintf("The release has no column %s. Its columns are %s.", words.Clip(name, 60), words.Some(names, 12)))
}

// Value is that of a pair, in either order; of a name with itself 1, or the variance. It is NaN where it is not seen.
func (t *Table) Value(a, b string) float64 {
	if t.at == nil {
		t.at = map[[2]string]int{}
		for i, v := range t.Values {
			t.at[[2]string{v.Row, v.Column}], t.at[[2]string{v.Column, v.Row}] = i, i
		}
	}
	if i, ok := t.at[[2]string{a, b}]; ok {
		return t.Values[i].Value
	}
	if a == b {
		return 1
	}
	return math.NaN()
}
