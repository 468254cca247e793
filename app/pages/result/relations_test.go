package result

import (
	"bytes"
	"fmt"
	"html"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"privatepca/app/effect"
	"privatepca/app/ui"
	"privatepca/core/privacy"
	"privatepca/core/relation"
	"privatepca/core/release"
	"privatepca/core/report"
)

// everyday has the sample's finished release in view: of numbers and categories, with labels.
func everyday(t testing.TB) Model {
	t.Helper()
	text, err := os.ReadFile("../../../web/samples/everyday-life.release.json")
	if err != nil {
		t.Fatal(err)
	}
	return after(Model{}, Shown{Edition: open(t, text)}, Relate{})
}

// tabText is the tab's text, without the marks of HTML.
func tabText(t testing.TB, m Model) string {
	t.Helper()
	return html.UnescapeString(drawTab(t, m, TabCorrelations))
}

// What the matrix tells is computed once, when a tab that shows it is looked at.
func TestCorrelationsAreComputedWhenTheyAreLookedAt(t *testing.T) {
	m := found(t, "factors", 3)
	for _, tab := range Tabs() {
		if got, want := m.Missing(tab) != nil, slices.Contains([]Tab{TabCheck, TabMap, TabCorrelations}, tab); got != want {
			t.Errorf("%s: something is missing: %v", tab.Name(), got)
		}
	}
	if (Model{}).Missing(TabCorrelations) != nil {
		t.Error("without a release something is missing")
	}
	if text := tabText(t, m); !strings.Contains(text, "being computed") {
		t.Errorf("before they are computed the tab says %s", text)
	}
	m = after(m, Relate{})
	first := m.Relations.Pairs
	if first == nil || m.Missing(TabCorrelations) != nil || m.Missing(TabMap) != nil {
		t.Fatal("they are not computed")
	}
	if m = after(m, Relate{}, Keep{2}); m.Relations.Pairs != first {
		t.Error("they are computed twice")
	}
	if m = after(m, Shown{Edition: open(t, text(t, "found/plane"))}); m.Relations.Pairs != nil || m.Missing(TabCorrelations) == nil {
		t.Error("another release has the correlations of the one before")
	}
}

// A document that has no matrix, or that contradicts itself, is refused in words, and the tab stands.
func TestNoCorrelationsAreToldInWords(t *testing.T) {
	of := func(change func(d *release.Document)) Model {
		d, err := release.Decode(text(t, "found/factors"))
		if err != nil {
			t.Fatal(err)
		}
		change(d)
		return after(Model{}, Shown{Edition: release.EditionOf(d, text(t, "found/factors"))})
	}
	forged := bytes.Replace(text(t, "found/factors"), []byte(`"matrix": [9`), []byte(`"matrix": [8`), 1)
	for _, c := range []struct {
		name, says string
		m          Model
	}{
		{"another rule", "This release holds directions alone. Correlations need the whole matrix and the lengths of records", changed(t, nothing)},
		{"more than 256 features", "of more than 256 features the matrix is not in the document. Release fewer columns.", of(func(d *release.Document) { d.Finding.Matrix = nil })},
		{"no centre", "This release states no centre, so its matrix is no covariance.", of(func(d *release.Document) { d.Encoding.CentrePoint = nil })},
		{"a changed entry", "This document does not agree with itself, so nothing is read from it.", after(Model{}, Shown{Edition: open(t, forged), FromFile: true})},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := after(c.m, Relate{})
			if text := tabText(t, m); !strings.Contains(text, c.says) || m.Relations.Pairs != nil || m.Missing(TabCorrelations) != nil {
				t.Errorf("the tab says %s", text)
			}
			for _, msg := range []Msg{PointAt{ui.Spot{Width: 640, X: 300, Y: 60}}, PickPair{"x1", "x2"}, Explain{"x1"}, Predict{"x2", true}, ListMore{}, ShowLevels{"group"}, Save{"correlations", "CSV"}, SaveTable{"pairs"}, Save{"regression", "Copy"}, Save{"levels", "PNG"}} {
				t.Run(fmt.Sprintf("%T", msg), func(t *testing.T) {
					if got := effects(m, msg); got != nil {
						t.Errorf("%+v of nothing: %+v", msg, got)
					}
				})
			}
		})
	}
	if text := tabText(t, after(of(func(d *release.Document) { d.Privacy.Claim = privacy.NotPrivate }), Relate{})); !strings.Contains(text, "At least one release is not private.") {
		t.Error("that it is not private is not said")
	}
	if text := tabText(t, after(found(t, "wide", 1), Relate{})); !strings.Contains(text, "Too little is seen of the spread of") || !strings.Contains(text, "No pair") && !strings.Contains(text, "no pair") {
		t.Errorf("of columns that are not seen the tab says %s", text)
	}
}

// A pair is told by a click on its cell and by its names; a click beside the cells changes nothing. At first the surest pair is told.
func TestAPairIsTold(t *testing.T) {
	m := everyday(t)
	p := m.Relations.Pairs
	first := &p.All[p.Order[0]]
	if row, column := m.Relations.pair(); p.Matrix.Columns[first.A].Name != row || p.Matrix.Columns[first.B].Name != column {
		t.Errorf("at first %s and %s are told", row, column)
	}
	told := map[string]bool{}
	for _, at := range []ui.Spot{{Width: 640, X: 240, Y: 32}, {Width: 640, X: 240, Y: 320}, {Width: 310, X: 116, Y: 60}} {
		t.Run(fmt.Sprint(at), func(t *testing.T) {
			next := after(m, PointAt{at})
			row, column := next.Relations.pair()
			want, ok := report.PairTold(m.Document(), p, row, column)
			if text := tabText(t, next); !ok || !strings.Contains(text, want.Title) || !strings.Contains(text, want.Table.Rows[0][1]) {
				t.Errorf("the tab lacks %q", want.Title)
			}
			told[want.Title] = true
		})
	}
	if len(told) < 3 {
		t.Errorf("three cells tell %d pairs", len(told))
	}
	if next := after(m, PickPair{"banks_online", "home"}, PointAt{ui.Spot{Width: 640, X: 2, Y: 2}}); next.Relations.Row != "banks_online" || !strings.Contains(tabText(t, next), "Its levels, one by one") {
		t.Errorf("%+v", next.Relations)
	}
	if text := tabText(t, after(m, PickPair{"no such", "column"})); !strings.Contains(text, `id="regression"`) {
		t.Error("of a name that is none the tab is broken")
	}
}

// How many columns are drawn and in which order is chosen, and what is saved is of what is in view; its table is the command's, to the last digit.
func TestCorrelationsAreSaved(t *testing.T) {
	m := everyday(t)
	for _, msg := range []Msg{ShowColumns{"16"}, ShowColumns{"60"}, OrderColumns{true}, ShowColumns{"all"}} {
		m = after(m, msg)
		t.Run(fmt.Sprintf("%+v", msg), func(t *testing.T) {
			f, _ := m.correlations()
			if text := drawTab(t, m, TabCorrelations); !strings.Contains(text, f.Wide) || !strings.Contains(text, f.Table.HTML()) {
				t.Errorf("after %+v another picture is in view", msg)
			}
			got := effects(m, Save{"correlations", "CSV"})[0].(effect.Save)
			if !bytes.Equal(got.Text, report.CorrelationValues(m.Document(), m.Relations.Pairs, m.Relations.look())) || !bytes.HasPrefix(got.Text, []byte("row,column,value,low,high,noise,people,cut\n")) {
				t.Errorf("after %+v the table is %.80s", msg, got.Text)
			}
			if got := effects(m, Save{"correlations", "SVG"})[0].(effect.Save); string(got.Text) != report.Slide(m.Document(), f) {
				t.Errorf("after %+v another picture is saved", msg)
			}
			if got := effects(m, Save{"correlations", "Copy"})[0].(effect.Copy); got.Text != f.Table.TSV() {
				t.Errorf("after %+v another table is copied", msg)
			}
		})
	}
	table, err := m.Relations.Pairs.Matrix.Table(relation.Association, nil, relation.Advice{})
	if got := effects(m, SaveTable{"pairs"})[0].(effect.Save); err != nil || !bytes.Equal(got.Text, table.Long()) || got.Name != "pairs.csv" {
		t.Errorf("%v: all pairs are saved as %.80s", err, got.Text)
	}
}

// CSV files are for Excel where that was said once, whatever release is then in view: they begin with a byte order mark, and others do not.
func TestTablesAreForExcel(t *testing.T) {
	m := everyday(t)
	starts := func(m Model, msg Msg) bool {
		save, ok := effects(m, msg)[0].(effect.Save)
		return ok && bytes.HasPrefix(save.Text, []byte("\ufeff"))
	}
	excel := after(m, ForExcel{true})
	for _, msg := range []Msg{Download{"csv"}, Save{"heatmap", "CSV"}, SaveTable{"pairs"}} {
		t.Run(fmt.Sprintf("%+v", msg), func(t *testing.T) {
			if starts(m, msg) || !starts(excel, msg) || starts(after(excel, ForExcel{false}), msg) || !starts(after(excel, Shown{Edition: m.Edition}, Relate{}), msg) {
				t.Error("the mark does not follow the choice")
			}
		})
	}
	if starts(excel, Download{"json"}) || starts(excel, Save{"heatmap", "SVG"}) {
		t.Error("another file has the mark")
	}
	if !strings.Contains(drawTab(t, excel, TabResult), `id="for-excel"`) {
		t.Error("it cannot be chosen")
	}
}

// The list of pairs is searched, and shows more when it is asked to.
func TestPairsAreFound(t *testing.T) {
	m := everyday(t)
	rows := func(m Model) int {
		_, rest, _ := strings.Cut(drawTab(t, m, TabCorrelations), `id="pairs-table"`)
		table, _, _ := strings.Cut(rest, "</table>")
		return strings.Count(table, "<tr>") - 1
	}
	if got := rows(m); got != listedFirst {
		t.Errorf("%d pairs are listed", got)
	}
	if got := rows(after(m, ListMore{})); got != listedFirst+listedMore {
		t.Errorf("%d pairs are listed then", got)
	}
	if got := rows(after(m, ListMore{}, FindPairs{"ONLINE cash"})); got != 3 { // banks, books and shops online with cash
		t.Errorf("%d pairs have both words", got)
	}
	if text := tabText(t, after(m, FindPairs{"zebra"})); !strings.Contains(text, "No pair has these words") {
		t.Error("that nothing is found is not said")
	}
}

var predictor = regexp.MustCompile(`<div( hidden[^>]*)?>\s*<label[^>]*>\s*<input[^>]*id="(predictor-\d+)"`)

// An outcome is explained by its predictors, the strength first; too many are refused in words, and other choices change nothing of that.
func TestARegressionIsTold(t *testing.T) {
	m := after(everyday(t), Explain{"banks_online"}, Predict{"shops_online", true}, Predict{"pays_in_cash", true})
	d, matrix := m.Document(), m.Relations.Pairs.Matrix
	want := report.Regressed(d, matrix, "banks_online", []string{"shops_online", "pays_in_cash"})
	text := tabText(t, m)
	if want.Refused != "" || !strings.Contains(text, want.Title) || !strings.Contains(text, want.Lines[0]) || strings.Index(text, want.Title) > strings.Index(text, want.Lines[0]) || !strings.Contains(text, "Partial correlations") {
		t.Fatalf("%+v: the tab says %s", want, text)
	}
	if got := effects(m, SaveTable{"regression"})[0].(effect.Save); !bytes.Equal(got.Text, report.RegressionValues(d, matrix, "banks_online", []string{"shops_online", "pays_in_cash"})) {
		t.Errorf("saved as %s", got.Text)
	}
	if got := effects(m, Save{"regression", "Copy"})[0].(effect.Copy); got.Text != want.Table.TSV() {
		t.Errorf("copied as %s", got.Text)
	}
	if got := effects(m, SaveTable{"partial"})[0].(effect.Save); bytes.Count(got.Text, []byte("\n")) < 4 {
		t.Errorf("partial correlations are saved as %s", got.Text)
	}
	all := m
	for _, c := range matrix.Columns {
		all = after(all, Predict{c.Name, true})
	}
	if text := tabText(t, all); !strings.Contains(text, "below 1.5 the inverse of their covariance is noise") || strings.Contains(text, `id="regression-table"`) || effects(all, SaveTable{"regression"}) != nil {
		t.Error("more predictors than their strength allows are not refused")
	}
	if slices.Contains(all.Relations.predictors(), "banks_online") {
		t.Error("the outcome is one of its predictors")
	}
	if got := after(m, Predict{"pays_in_cash", false}, Predict{"shops_online", true}).Relations.Predictors; !slices.Equal(got, []string{"shops_online"}) {
		t.Errorf("the predictors are %v", got)
	}
	offers := func(m Model) (ids, shown []string) {
		for _, one := range predictor.FindAllStringSubmatch(drawTab(t, m, TabCorrelations), -1) {
			if ids = append(ids, one[2]); !strings.HasPrefix(one[1], " hidden") || strings.Contains(one[1], "false") {
				shown = append(shown, one[2])
			}
		}
		return ids, shown
	}
	before, _ := offers(m)
	found, shown := offers(after(m, FindPredictors{"neighbour"}))
	if len(shown) != 3 {
		t.Errorf("beside the chosen ones a search offers %v", shown)
	}
	// A browser keeps a tick in its place: no column may move when one is ticked or searched.
	if ticked, _ := offers(after(m, Predict{matrix.Columns[len(matrix.Columns)-1].Name, true})); len(before) != len(matrix.Columns) || !slices.Equal(found, before) || !slices.Equal(ticked, before) {
		t.Errorf("the columns stand as %v, after a search as %v, after a tick as %v", before, found, ticked)
	}
	own := slices.IndexFunc(matrix.Columns, func(c relation.Column) bool { return c.Name == "banks_online" })
	if _, shown := offers(m); slices.Contains(shown, "predictor-"+strconv.Itoa(own+1)) {
		t.Error("the outcome is offered as its own predictor")
	}
}

// The levels of a category stand on the map's directions.
func TestLevelsStandOnTheMap(t *testing.T) {
	m := after(found(t, "factors", 2), Relate{})
	if text := drawTab(t, m, TabMap); !strings.Contains(text, `id="map-levels"`) || strings.Contains(text, `id="levels"`) {
		t.Error("levels cannot be chosen, or stand there before")
	}
	m = after(m, ShowLevels{"group"})
	f, ok := m.levels()
	if text := drawTab(t, m, TabMap); !ok || !strings.Contains(text, f.Wide) || !strings.Contains(text, `id="enlarge-levels"`) {
		t.Error("the levels are not drawn")
	}
	if got := effects(m, Save{"levels", "SVG"})[0].(effect.Save); string(got.Text) != report.Slide(m.Document(), f) {
		t.Error("another picture is saved")
	}
	turned := after(m, ShowAcross{"1"}, ShowUp{"0"})
	if g, ok := turned.levels(); !ok || g.Wide == f.Wide {
		t.Error("other directions have the same picture")
	}
	if strings.Contains(drawTab(t, after(found(t, "none", 1), Relate{}), TabMap), `id="map-levels"`) {
		t.Error("levels are offered without a plane")
	}
}

// Where cells are missing, the reader may take them to be missing at random; all of the tab follows, to the last digit as the command has it, and back.
func TestMissingCellsMayBeMissingAtRandom(t *testing.T) {
	m := after(Model{}, Shown{Edition: open(t, text(t, "found/factors"))}, Relate{})
	all := func(m Model) string { return string(effects(m, SaveTable{"pairs"})[0].(effect.Save).Text) }
	plain := all(m)
	if at := tabText(t, m); !strings.Contains(at, `id="missing-random"`) || strings.Contains(at, "-missing at-random") {
		t.Error("the choice is not offered, or made already")
	}
	m = after(m, CountMissing{true})
	matrix, err := relation.FromDocument(m.Document(), m.Edition.Received())
	if err != nil {
		t.Fatal(err)
	}
	table, err := matrix.MissingAtRandom().Table(relation.Association, nil, relation.Advice{})
	if got := all(m); err != nil || got != string(table.Long()) || got == plain {
		t.Errorf("%v: %.200s", err, got)
	}
	if at := tabText(t, m); !strings.Contains(at, "privatepca matrix -of association -missing at-random release.json") || !strings.Contains(at, "taken to be missing at random in") {
		t.Error("the tab does not say so")
	}
	if all(after(m, CountMissing{false})) != plain {
		t.Error("there is no way back")
	}
	if strings.Contains(tabText(t, everyday(t)), "missing-random") != (len(relation.MissingIn(everyday(t).Relations.Pairs.Matrix)) > 0) {
		t.Error("a choice without a difference is offered")
	}
}
