package report

import (
	"encoding/csv"
	"fmt"
	"html"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"privatepca/core/chart"
	"privatepca/core/relation"
	"privatepca/core/release"
	"privatepca/core/words"
)

// pairsOf are all pairs of a document's matrix.
func pairsOf(t testing.TB, d *release.Document) *relation.Pairs {
	t.Helper()
	m, err := relation.FromDocument(d, nil)
	if err != nil {
		t.Fatal(err)
	}
	return relation.AllPairs(m, nil)
}

// everyday is the sample's release: of numbers and categories, with labels.
func everyday(t testing.TB) *release.Document { return sampleRelease(t, "everyday-life") }

// sampleRelease is a sample's release.
func sampleRelease(t testing.TB, name string) *release.Document {
	t.Helper()
	return decoded(t, "..", "..", "web", "samples", name+".release.json")
}

// A long is what the command prints: a row for each pair, by the names of its columns.
type long map[string][]string

func longOf(t testing.TB, text []byte) long {
	t.Helper()
	rows, err := csv.NewReader(strings.NewReader(string(text))).ReadAll()
	if err != nil || strings.Join(rows[0], ",") != "row,column,value,low,high,noise,people,cut" {
		t.Fatal(err, rows)
	}
	out := long{}
	for _, row := range rows[1:] {
		out[row[0]+"|"+row[1]], out[row[1]+"|"+row[0]] = row[2:], row[2:]
	}
	return out
}

// as are numbers of the command as they are shown: the first three as correlations, the others as errors.
func (l long) as(t testing.TB, a, b string) (out []string) {
	t.Helper()
	row, ok := l[a+"|"+b]
	if !ok {
		t.Fatalf("the command has no pair of %s and %s", a, b)
	}
	for i, cell := range row {
		x, err := strconv.ParseFloat(cell, 64)
		switch {
		case err != nil:
			out = append(out, "")
		case i < 3:
			out = append(out, words.Correlation(x))
		default:
			out = append(out, words.CorrelationError(x))
		}
	}
	return out
}

var tipped = regexp.MustCompile(`<title>(.*?) and (.*?): ([−.0-9]+) \(([−.0-9]+) to ([−.0-9]+)\)\. Noise ([.0-9]+), people ([.0-9]+), cut ([0-9]*\.[0-9]+)`)

// Everything that the picture, its table, the list of pairs and the sentences say of a pair is what the command writes of it, to the last digit.
func TestCorrelationsAreTheCommands(t *testing.T) {
	for _, name := range []string{"factors", "everyday"} {
		t.Run(name, func(t *testing.T) {
			d := everyday(t)
			if name != "everyday" {
				d = found(t, name)
			}
			p := pairsOf(t, d)
			table, err := p.Matrix.Table(relation.Association, nil, relation.Advice{})
			if err != nil {
				t.Fatal(err)
			}
			command, named := longOf(t, table.Long()), map[string]string{}
			for c := range p.Matrix.Columns {
				named[columnWords(d, p.Matrix, c)] = p.Matrix.Columns[c].Name
			}
			look := Look{Columns: 30}
			f := Correlations(d, p, look)
			tips := tipped.FindAllStringSubmatch(f.Wide, -1)
			for _, tip := range tips {
				if got, want := tip[3:9], command.as(t, named[html.UnescapeString(tip[1])], named[html.UnescapeString(tip[2])]); !slices.Equal(got, want) {
					t.Errorf("a cell says %q, the command %q", tip, want)
				}
			}
			n := min(30, len(p.Matrix.Columns))
			if len(tips) == 0 || len(tips) > n*(n-1)/2 || len(f.Table.Rows) != n {
				t.Errorf("%d cells of %d columns, %d rows", len(tips), n, len(f.Table.Rows))
			}
			_, order := newOrder(d, p, look)
			for i := range n {
				for j := range i {
					if got, want := f.Table.Rows[i][j+1], command.as(t, p.Matrix.Columns[order[i]].Name, p.Matrix.Columns[order[j]].Name)[0]; got != want {
						t.Errorf("row %d, column %d of the table: %s, the command %s", i+1, j+1, got, want)
					}
				}
			}
			list, count := FindPairs(d, p, "", 1000)
			if count != p.Tested || len(list.Rows) != min(1000, count) {
				t.Errorf("%d pairs of %d are listed", count, p.Tested)
			}
			for _, row := range list.Rows {
				if want := command.as(t, named[row[0]], named[row[1]]); !slices.Equal(row[2:8], want) {
					t.Errorf("the list says %q, the command %q", row, want)
				}
			}
			sure := SurePairs(d, p, 1000)
			if len(sure.Lines) != p.Sure || p.Sure == 0 || !strings.Contains(sure.Title, fmt.Sprintf("%s of %s", words.Thousands(p.Sure), words.Count(p.Tested, "pair"))) {
				t.Errorf("%d sentences of %d pairs that are sure: %s", len(sure.Lines), p.Sure, sure.Title)
			}
			for i, at := range p.Order[:min(40, len(p.Order))] {
				pair := &p.All[at]
				a, b := p.Matrix.Columns[pair.A].Name, p.Matrix.Columns[pair.B].Name
				want := command.as(t, a, b)
				told, ok := PairTold(d, p, b, a)
				if said := fmt.Sprintf(": %s (%s to %s)", want[0], want[1], want[2]); !ok || !strings.HasSuffix(told.Title, said) || pair.Sure && i < p.Sure && !slices.ContainsFunc(sure.Lines, func(s string) bool { return strings.Contains(s, told.Title) }) {
					t.Errorf("%s and %s: %q, the command %q", a, b, told.Title, want)
				}
				if got := []string{told.Table.Rows[0][1], told.Table.Rows[1][1], told.Table.Rows[2][1]}; !slices.Equal(got, want[3:]) {
					t.Errorf("%s and %s: errors %q, the command %q", a, b, got, want)
				}
			}
			saved, again := longOf(t, CorrelationValues(d, p, look)), len(command)
			for key, row := range saved {
				if !slices.Equal(row, command[key]) {
					t.Errorf("%s is saved as %q, the command writes %q", key, row, command[key])
				}
			}
			if n == len(p.Matrix.Columns) && len(saved) != again {
				t.Errorf("%d pairs are saved of %d", len(saved)/2, again/2)
			}
		})
	}
}

func newOrder(d *release.Document, p *relation.Pairs, look Look) (string, []int) {
	c := newCorrelations(d, p, look)
	return c.by, c.columns
}

// The columns of one direction stand together, each column once; where no direction is clear they stand as in the file.
func TestColumnsStandByDirection(t *testing.T) {
	d := found(t, "factors")
	p := pairsOf(t, d)
	by, order := newOrder(d, p, Look{Columns: 100})
	place := func(name string) int { return slices.Index(order, columnNamed(p.Matrix, name)) }
	sorted := slices.Sorted(slices.Values(order))
	for i, c := range sorted {
		if c != i {
			t.Fatalf("the columns are %v", order)
		}
	}
	if !strings.Contains(by, "direction") {
		t.Errorf("ordered %s", by)
	}
	for _, k := range []int{0, 1} { // of its clear directions, as far as a column's surest loading is on it
		var places []int
		found := Find(d)
		for c := range p.Matrix.Columns {
			f := p.Matrix.Columns[c].From
			a, b := found.uncertainty(k), found.uncertainty(1-k)
			if s, o := abs(a.Estimate[f])/a.Error[f], abs(b.Estimate[f])/b.Error[f]; p.Matrix.Columns[c].Levels == nil && s > o && s > 2 {
				places = append(places, place(p.Matrix.Columns[c].Name))
			}
		}
		slices.Sort(places)
		if len(places) < 2 || places[len(places)-1]-places[0] > len(places) { // a category may stand among them
			t.Errorf("columns of direction %d stand at %v", k+1, places)
		}
	}
	school := sampleRelease(t, "school-tests")
	tests := pairsOf(t, school)
	_, at := newOrder(school, tests, Look{})
	var verbal []int
	for _, name := range []string{"reading", "spelling", "vocabulary"} {
		verbal = append(verbal, slices.Index(at, columnNamed(tests.Matrix, name)))
	}
	if slices.Sort(verbal); verbal[2]-verbal[0] != 2 {
		t.Errorf("of one direction with mathematics, the verbal tests stand at %v", verbal)
	}
	if by, order := newOrder(d, p, Look{Columns: 5, ByFile: true}); !slices.Equal(order, []int{0, 1, 2, 3, 4}) || !strings.Contains(by, "file") {
		t.Errorf("by the file: %v, %s", order, by)
	}
	none := found(t, "none")
	if by, order := newOrder(none, pairsOf(t, none), Look{Columns: 4}); !slices.Equal(order, []int{0, 1, 2, 3}) || !strings.Contains(by, "file") {
		t.Errorf("without a clear direction: %v, %s", order, by)
	}
}

func abs(x float64) float64 { return max(x, -x) }

// A point in a cell is that cell's pair, whatever the width and the number of columns; beside the cells there is none.
func TestCellsAreFound(t *testing.T) {
	d := everyday(t)
	p := pairsOf(t, d)
	for _, look := range []Look{{}, {Columns: 1000}, {Columns: 9, ByFile: true}} {
		for _, width := range []chart.Width{chart.Narrow, chart.Wide} {
			t.Run(fmt.Sprintf("%+v, %d wide", look, int(width)), func(t *testing.T) { cellsAreFound(t, d, p, look, width) })
		}
	}
}

func cellsAreFound(t *testing.T, d *release.Document, p *relation.Pairs, look Look, width chart.Width) {
	c := newCorrelations(d, p, look)
	g, n := c.grid(width), len(c.columns)
	name := func(at int) string { return p.Matrix.Columns[c.columns[at]].Name }
	at := func(i, j float64) (string, string, bool) {
		return CorrelationAt(d, p, look, float64(width), g.from+(j+.5)*g.w, g.top+(i+.5)*g.h)
	}
	for i := range n {
		for j := range i {
			if row, column, ok := at(float64(i), float64(j)); !ok || row != name(i) || column != name(j) {
				t.Errorf("cell %d, %d of %d columns: %s and %s", i, j, n, row, column)
			}
		}
		if _, _, ok := at(float64(i), float64(i)); ok {
			t.Errorf("a pair on the diagonal at %d", i)
		}
		_, _, left := at(float64(i), -1)
		if _, _, below := at(float64(n), float64(i)); left || below {
			t.Errorf("a pair beside the cells at %d", i)
		}
	}
	look.Row, look.Column = name(1), name(0)
	if f := Correlations(d, p, look); strings.Count(f.Wide, `class="wh"`) != 1 || strings.Contains(Slide(d, f), `stroke="#4d5a61" stroke-width="1"`) {
		t.Error("the pair is not marked once in view, or is marked in the picture that is saved")
	}
}

// A column of which too little is seen has empty cells, and is named; nothing of it is said to be 0.
func TestHiddenColumnsAreEmpty(t *testing.T) {
	d := found(t, "wide")
	p := pairsOf(t, d)
	f := Correlations(d, p, Look{})
	if p.Tested != 0 || strings.Contains(f.Wide, "may be 0") || strings.Contains(f.Wide, `class="f-a"`) && strings.Contains(f.Wide, "t-i c") {
		t.Errorf("%d pairs are told", p.Tested)
	}
	told, ok := PairTold(d, p, "x1", "x2")
	if !ok || !strings.Contains(told.Title, "too little is seen of the spread of x1 and x2") || len(told.Table.Rows) != 0 {
		t.Errorf("of two hidden columns: %+v", told)
	}
	for _, row := range f.Table.Rows {
		for i, cell := range row[1:] {
			if cell != "" && cell != "–" {
				t.Errorf("cell %d of %s is %q", i, row[0], cell)
			}
		}
	}
	if s := SurePairs(d, p, 9); len(s.Lines) != 0 || !strings.Contains(s.Title, "No pair") {
		t.Errorf("%+v", s)
	}
	if got := Regressed(d, p.Matrix, "x1", []string{"x2"}); !strings.Contains(got.Refused, "Too little is seen of the spread of") {
		t.Errorf("a regression: %+v", got)
	}
}

// A regression states the strength first, is the command's, and is refused in words where the strength does not allow it.
func TestRegressionsAreTheCommands(t *testing.T) {
	d := everyday(t)
	m := pairsOf(t, d).Matrix
	names := []string{m.Columns[1].Name, m.Columns[2].Name}
	got := Regressed(d, m, m.Columns[0].Name, names)
	at, err := m.Choose(names, true)
	if err != nil {
		t.Fatal(err)
	}
	r, err := m.Regress(m.Columns[0].From, at, relation.Advice{Mu: d.Privacy.Mu, Delta: d.Privacy.Delta})
	if err != nil {
		t.Fatal(err)
	}
	command := longOf(t, r.Long())
	for i, row := range got.Table.Rows {
		if row[0] == "(intercept)" {
			continue
		}
		var values []string
		for k, cell := range command[m.Features[m.Columns[0].From]+"|"+map[bool]string{true: "R²", false: m.Features[at[min(i, len(at)-1)]]}[row[0] == "R²"]] {
			x, _ := strconv.ParseFloat(cell, 64)
			switch {
			case row[0] != "R²":
				values = append(values, words.Amount(x))
			case k < 3:
				values = append(values, words.Correlation(x))
			default:
				values = append(values, words.CorrelationError(x))
			}
		}
		if !slices.Equal(values, row[1:]) {
			t.Errorf("%q, the command %q", row, values)
		}
	}
	if !strings.HasPrefix(got.Title, "Strength ") || len(got.Table.Rows) != 4 || got.Refused != "" {
		t.Errorf("%+v", got)
	}
	var all []string
	for c := range m.Columns[1:] {
		all = append(all, m.Columns[c+1].Name)
	}
	for _, c := range []struct {
		name, outcome string
		predictors    []string
		refused       string
	}{
		{"too many predictors", m.Columns[0].Name, all, "below 1.5 the inverse of their covariance is noise. Use fewer columns, or release with n from about"},
		{"the outcome among them", m.Columns[0].Name, []string{m.Columns[0].Name, m.Columns[1].Name}, "stands twice"},
		{"no such column", m.Columns[0].Name, []string{"nobody"}, "no column nobody"},
		{"no such outcome", "nobody", names, "no column nobody"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := Regressed(d, m, c.outcome, c.predictors); !strings.Contains(got.Refused, c.refused) || len(got.Table.Rows) > 0 || got.Title == "" {
				t.Errorf("%+v", got)
			}
		})
	}
	if got := PartialTold(d, m, all); got.Refused == "" || len(got.Table.Rows) > 0 {
		t.Errorf("partial correlations of all: %+v", got)
	}
	if got := PartialTold(d, m, append(names, m.Columns[0].Name)); got.Refused != "" || len(got.Table.Rows) != 3 {
		t.Errorf("partial correlations: %+v", got)
	}
	if got := Regressed(d, m, "", names); got.Refused != "" || len(got.Table.Rows) > 0 {
		t.Errorf("without an outcome: %+v", got)
	}
}

// Levels are placed where the command places them, on any two directions.
func TestLevelsAreTheCommands(t *testing.T) {
	d := found(t, "factors")
	m := pairsOf(t, d).Matrix
	names, _ := Categories(d, m)
	if len(names) == 0 {
		t.Fatal("no category")
	}
	f, ok := Levels(d, m, names[0], 1, 0)
	list, err := m.CentroidsOf(names[0], 2)
	if !ok || err != nil {
		t.Fatal(err)
	}
	command := longOf(t, relation.LongCentroids(list))
	if len(f.Table.Rows) != 2*len(list) {
		t.Errorf("%d rows of %d levels", len(f.Table.Rows), len(list))
	}
	at := columnNamed(m, names[0])
	for i, row := range f.Table.Rows {
		if want := command.as(t, m.Features[m.Columns[at].From+i/2], "direction "+row[1]); !slices.Equal(row[2:], want) {
			t.Errorf("%q, the command %q", row, want)
		}
	}
	if n := strings.Count(f.Wide, "<circle"); n == 0 || n > len(list) {
		t.Errorf("%d points of %d levels", n, len(list))
	}
	if _, ok := Levels(d, m, m.Columns[0].Name, 0, 1); ok {
		t.Error("a number has levels")
	}
	if _, ok := Levels(d, m, names[0], 0, 99); ok {
		t.Error("levels stand on a direction that is none")
	}
}
