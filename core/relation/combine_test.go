package relation_test

import (
	"bytes"
	"encoding/json"
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"

	"privatepca/core/internal/madeup"
	"privatepca/core/pca"
	"privatepca/core/privacy"
	"privatepca/core/relation"
	"privatepca/core/release"
	"privatepca/core/schema"
)

// Two releases of other people: the combined correlations are covered, with errors below those of either, and as large as is stated.
func TestOtherPeopleAreCombined(t *testing.T) {
	var both count
	one := count{}
	for r := range releases(2) {
		_, a := world{maker: "two close factors", n: 4000}.table(uint64(2 * r))
		_, b := world{maker: "two close factors", n: 8000}.table(uint64(2*r + 1))
		first, second := world{epsilon: 1}.matrix(t, a, uint64(r)+1), world{epsilon: 1}.matrix(t, b, uint64(r)+2)
		m, err := relation.OtherPeople([]*relation.Matrix{first, second})
		if err != nil {
			t.Fatal(err)
		}
		law := func(i, j int) float64 { // of the maker: loads .7 and .67 by turns
			return map[bool]float64{true: []float64{.49, .4489}[i%2], false: 0}[i%2 == j%2]
		}
		for j := range m.Features {
			for i := range j {
				both.add(m.Correlation(i, j), law(i, j), true)
				one.add(second.Correlation(i, j), law(i, j), true)
			}
		}
		if x := math.Abs(m.Rows-12000) + math.Abs(m.EffectiveRows([]int{0, 1, 2, 3})-first.EffectiveRows([]int{0, 1, 2, 3})-second.EffectiveRows([]int{0, 1, 2, 3})); x > .2*m.Rows {
			t.Errorf("%.0f rows", m.Rows)
		}
	}
	t.Logf("people %.3f of %d, rms %.4f, of the larger alone %.4f", both.share(), both.of, both.rms(), one.rms())
	if !(both.share() >= .91) || !(both.rms() < one.rms()) {
		t.Errorf("%.3f of combined correlations lie within their intervals; rms %.4f of %.4f", both.share(), both.rms(), one.rms())
	}
}

// again releases a table as an earlier document did.
func again(t *testing.T, table *madeup.Table, d *release.Document, encoded []byte, seed uint64) (*release.Document, []byte) {
	t.Helper()
	s := table.Schema()
	s.NormRule = schema.Mean
	as, err := release.As(d, encoded, s, privacy.ReplaceOne)
	if err != nil {
		t.Fatal(err)
	}
	c := pca.Choices{Mechanism: "gaussian", K: 2, Epsilon: 1, Delta: 1e-6, Relation: privacy.ReplaceOne, Correlations: true, As: as}
	return drawn(t, table, s, c, seed)
}

// Two releases of the same people, the second as the first: the noise falls as its precisions add, and the table's correlations are covered. Releases with
// centres of their own, or one that is named twice, are refused.
func TestTheSamePeopleAreCombined(t *testing.T) {
	var first, both count
	w := world{maker: "40 Likert items", n: 3000, epsilon: 1}
	for r := range releases(2) {
		_, table := w.table(uint64(r))
		a, textA := w.release(t, table, uint64(r)+50)
		b, textB := again(t, table, a, textA, uint64(r)+60)
		m, err := relation.SamePeople([]relation.Source{{Document: a, Text: textA}, {Document: b, Text: textB}})
		if err != nil {
			t.Fatal(err)
		}
		alone, err := relation.FromDocument(a, textA)
		if err != nil {
			t.Fatal(err)
		}
		correlations(&both, m, exact(table), false)
		correlations(&first, alone, exact(table), false)
		if r > 0 {
			continue
		}
		own, textOwn := w.release(t, table, 99)
		for what, list := range map[string][]relation.Source{
			"another centre": {{Document: a, Text: textA}, {Document: own, Text: textOwn}},
			"twice":          {{Document: a, Text: textA}, {Document: a, Text: textA}},
		} {
			if _, err := relation.SamePeople(list); err == nil || !strings.Contains(err.Error(), what) {
				t.Errorf("%s: %v", what, err)
			}
		}
	}
	t.Logf("this table %.3f of %d, rms %.4f, stated %.4f; the first alone %.4f", both.share(), both.of, both.rms(), math.Sqrt(both.stated/float64(both.of)), first.rms())
	if !(both.share() >= .92) || !(both.rms() < .85*first.rms()) {
		t.Errorf("%.3f of correlations lie within their intervals; rms %.4f, of the first %.4f", both.share(), both.rms(), first.rms())
	}
}

// What a matrix states reads back as it was, in one file, also of a combined one. A changed file is refused, and never a panic.
func TestFilesReadBack(t *testing.T) {
	w := world{maker: "survey, 54 mixed columns", n: 2000, epsilon: 3}
	_, table := w.table(1)
	a := w.matrix(t, table, 1)
	_, other := w.table(1)
	b := w.matrix(t, other, 2)
	both, err := relation.OtherPeople([]*relation.Matrix{a, b})
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range []*relation.Matrix{a, both} {
		encoded, err := m.Encode()
		if err != nil {
			t.Fatal(err)
		}
		back, err := relation.Decode(encoded)
		if err != nil {
			t.Fatal(err)
		}
		again, err := back.Encode()
		if err != nil || !bytes.Equal(encoded, again) {
			t.Error("a file does not read back", err)
		}
		x, err := m.Table(relation.Correlation, nil, relation.Advice{})
		if err != nil {
			t.Fatal(err)
		}
		y, err := back.Table(relation.Correlation, nil, relation.Advice{})
		if err != nil || !bytes.Equal(x.Long(), y.Long()) {
			t.Error("its correlations are others", err)
		}
		for _, change := range [][2]string{
			{`"version":1`, `"version":2`},
			{`"privatepca/matrix"`, `"x"`},
			{`"first":0,`, `"first":1,`},
			{`"kind":"number"`, `"kind":"x"`},
			{`"people":`, `"people":-`},
			{`"names":["`, `"names":["more","`},
			{`"mean_ratio":`, `"mean_ratio":-`},
			{`"covariance":[[`, `"covariance":[[1,`},
			{`"sd":`, `"sd":-`},
			{`"n":`, `"n":-`},
		} {
			if _, err := relation.Decode(bytes.Replace(encoded, []byte(change[0]), []byte(change[1]), 1)); err == nil {
				t.Errorf("%s is taken", change[1])
			}
		}
		for i := 0; i < len(encoded); i += 1 + len(encoded)/50 {
			if _, err := relation.Decode(encoded[:i]); err == nil {
				t.Errorf("the first %d bytes are taken", i)
			}
		}
	}
	if _, err := relation.OtherPeople([]*relation.Matrix{a, a}); err == nil {
		t.Error("one release is combined with itself")
	}
	_, likert := world{maker: "40 Likert items", n: 2000}.table(1)
	if _, err := relation.OtherPeople([]*relation.Matrix{a, world{epsilon: 1}.matrix(t, likert, 1)}); err == nil || !strings.Contains(err.Error(), "other columns") {
		t.Errorf("releases of other columns: %v", err)
	}
	other.Columns[slices.IndexFunc(other.Columns, func(c madeup.Column) bool { return c.Levels == 0 })].High += 1
	if _, err := relation.OtherPeople([]*relation.Matrix{a, w.matrix(t, other, 1)}); err == nil || !strings.Contains(err.Error(), "other bounds") {
		t.Errorf("releases of other bounds: %v", err)
	}
}

// The twin has no negative eigenvalue, a diagonal of 1, the same trace, and is nearer to the exact correlations where there is much noise.
func TestTheTwinIsPositive(t *testing.T) {
	w := world{maker: "40 Likert items", n: 2000, epsilon: 1}
	_, table := w.table(1)
	m := w.matrix(t, table, 1)
	at, _ := m.Choose(nil, false)
	twin, truth := relation.CorrelationsOf(m.Twin(at)), relation.CorrelationsOf(exact(table))
	var raw, near float64
	for i := range at {
		if math.Abs(twin[i][i]-1) > 1e-12 {
			t.Errorf("diagonal %v", twin[i][i])
		}
		for j := range i {
			v := m.Correlation(i, j)
			if !v.Seen {
				continue
			}
			raw += (v.Value - truth[i][j]) * (v.Value - truth[i][j])
			near += (twin[i][j] - truth[i][j]) * (twin[i][j] - truth[i][j])
		}
	}
	if !(near < raw) {
		t.Errorf("squared errors %.3f, as released %.3f", near, raw)
	}
	if least := leastEigenvalue(twin); least < -1e-9 {
		t.Errorf("least eigenvalue %v", least)
	}
	table2, err := m.TwinTable(relation.Correlation, at)
	if err != nil || len(table2.Values) == 0 || !math.IsNaN(table2.Values[0].Low) || !math.IsNaN(table2.Values[0].Noise) {
		t.Error("the twin has intervals", err)
	}
}

// leastEigenvalue by iterating c·I − A.
func leastEigenvalue(a [][]float64) float64 {
	n := len(a)
	c := float64(n)
	x := make([]float64, n)
	for i := range x {
		x[i] = math.Sin(float64(i*i + 1))
	}
	value := 0.
	for range 2000 {
		y, norm := make([]float64, n), 0.
		for i := range y {
			y[i] = c * x[i]
			for j := range n {
				y[i] -= a[i][j] * x[j]
			}
			norm += y[i] * y[i]
		}
		norm = math.Sqrt(norm)
		for i := range y {
			x[i] = y[i] / norm
		}
		value = c - norm
	}
	return value
}

// The error of a private number of rows is what is stated, and is in the error of a covariance and not in that of a correlation.
func TestRowsErrorIsStated(t *testing.T) {
	w := world{maker: "two close factors", n: 600, epsilon: 1, private: true}
	_, table := w.table(1)
	squares, stated := 0., 0.
	const reps = 12 // the root mean square of 12 is within .55 and 1.6 of its own standard deviation but for one time in 200
	for r := range uint64(reps) {
		m := w.matrix(t, table, r+1)
		encoded, err := m.Encode()
		if err != nil {
			t.Fatal(err)
		}
		var file struct {
			Rows  float64 `json:"rows"`
			Error float64 `json:"rows_error"`
		}
		if err := json.Unmarshal(encoded, &file); err != nil {
			t.Fatal(err)
		}
		squares += (file.Rows - 600) * (file.Rows - 600)
		stated += file.Rows * file.Error * file.Rows * file.Error
		without, err := relation.Decode(regexp.MustCompile(`"rows_error":[^,]*`).ReplaceAll(encoded, []byte(`"rows_error":0`)))
		if err != nil {
			t.Fatal(err)
		}
		if !(m.CovarianceOf(0, 0).Noise > without.CovarianceOf(0, 0).Noise) || math.Abs(m.Correlation(0, 1).Noise-without.Correlation(0, 1).Noise) > 1e-12 {
			t.Error("the error of the number of rows is not in a covariance alone")
		}
	}
	if ratio := math.Sqrt(squares / stated); ratio < .55 || ratio > 1.6 {
		t.Errorf("n̂ is off by %.1f, stated %.1f", math.Sqrt(squares/reps), math.Sqrt(stated/reps))
	}
}
