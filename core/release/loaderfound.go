package release

import (
	_ "embed"
	"slices"
	"strconv"
	"strings"

	"privatepca/core/scaling"
)

// What loaders have beside, of a document with a finding: its numbers, and a program that computes it again from them.

//go:embed loader/finding.py
var pythonFinding string

//go:embed loader/finding.R
var rFinding string

// What they have where the document holds the matrix, too.

//go:embed loader/matrix.py
var pythonMatrix string

//go:embed loader/matrix.R
var rMatrix string

//go:embed loader/matrixof.R
var rMatrixOf string

// RMatrix are functions of R on a matrix with its law, for release.R and for core/relation's own script. privatepca_shaped makes such a matrix of a list.
func RMatrix() string { return rMatrix }

// lastOfPython makes the object of a loader, and lastOfR that of the other.
const (
	lastOfPython = "\n\npca = PrivatePCA()\n"
	lastOfR      = "rm(privatepca_release)\n"
)

// loaderOf is a loader's text: of a document with a finding the program of findings stands before the last part.
func loaderOf(d *Document, text, last, more string) string {
	if d.Finding == nil {
		return text
	}
	before, after, found := strings.Cut(text, last)
	if !found {
		panic("release: a loader does not end as it should")
	}
	object := "FoundPCA()"
	switch {
	case d.Finding.Matrix == nil:
	case last == lastOfPython:
		more, object = more+pythonMatrix, "MatrixPCA()"
	default:
		more += rMatrix + rMatrixOf
	}
	return before + more + strings.ReplaceAll(last, "PrivatePCA()", object) + after
}

// finding writes what a document has found, as one entry.
func (l *literal) finding(d *Document) {
	f := d.Finding
	columns := ScalingColumns(SchemaOf(d), d.Scale != nil)
	l.b.WriteString(l.open)
	first := true
	entry := func(key string) {
		if !first {
			l.b.WriteString(",\n  ")
		}
		first = false
		l.b.WriteString(l.key(key))
	}
	numbers := func(key string, list []float64) { entry(key); l.numbers(list) }
	one := func(key string, x float64) { entry(key); l.b.WriteString(number(x)) }
	whole := func(key string, n int) { entry(key); l.b.WriteString(strconv.Itoa(n)) }
	entry("of")
	l.b.WriteString(quote(f.Of, l.nul))
	entry("notes")
	l.strings(Notes(d))
	entry("tested")
	l.truth(f.Tested)
	whole("clear", f.Clear)
	one("level", f.Level)
	for _, rule := range []struct {
		key  string
		here bool
	}{{"filters", f.Filters}, {"cut_answers", f.CutAnswers}} {
		if rule.here {
			entry(rule.key)
			l.truth(true)
		}
	}
	whole("seed", int(f.Seed))
	numbers("value_errors", f.Errors)

	var kinds []string
	var sizes, weights, spreads []float64
	for _, c := range columns {
		kinds = append(kinds, map[bool]string{true: "category", false: "number"}[c.Kind == scaling.Category])
		sizes, weights, spreads = append(sizes, float64(c.Size())), append(weights, c.PublicWeight()), append(spreads, c.CentreSpread())
	}
	entry("kinds") // whether a column's features add up to 1
	l.strings(kinds)
	entry("sizes")
	l.whole(sizes)
	numbers("column_weights", weights)
	numbers("centre_spreads", spreads)
	one("design_effect", f.DesignEffect)
	one("rows", f.Rows)
	numbers("answered", f.Answered)
	one("mean_noise", f.MeanNoise)
	numbers("weights", f.Weights)
	one("radius", f.Radius)
	one("longest", f.Longest)
	numbers("lengths", f.Lengths)
	one("lengths_noise", f.LengthsNoise)
	one("tau", f.Tau)
	one("tau_mean", f.TauMean)
	numbers("mean", f.Mean)
	if f.Matrix != nil {
		numbers("matrix", f.Matrix) // lower triangle, row by row
	}
	if f.As != "" { // measured as an earlier release
		numbers("scale", columns.Spread(f.Scales))
		var floored []float64
		for _, name := range ColumnNames(SchemaOf(d)) {
			floored = append(floored, map[bool]float64{true: 1}[slices.Contains(f.Uneven, name)])
		}
		entry("floored")
		l.whole(floored)
	}
	entry("clusters")
	l.list2(len(f.Clusters), func(i int) {
		c := &f.Clusters[i]
		l.b.WriteString(l.open + l.key("ranks"))
		l.whole(floats(c.Ranks))
		l.b.WriteString(", " + l.key("open"))
		l.truth(c.Open)
		l.b.WriteString(l.close)
	})
	entry("estimates")
	l.list2(len(f.Estimates), func(i int) {
		e := &f.Estimates[i]
		l.b.WriteString("\n   " + l.open + l.key("ranks"))
		l.whole(floats(e.Ranks))
		l.b.WriteString(", " + l.key("axis") + strconv.Itoa(e.Axis))
		for _, part := range []struct {
			key  string
			list []float64
		}{{"loadings", e.Loadings}, {"errors", e.Errors}, {"people_errors", e.PeopleErrors}} {
			l.b.WriteString(", " + l.key(part.key))
			l.numbers(part.list)
		}
		l.b.WriteString(l.close)
	})
	l.b.WriteString(l.close)
}

// list2 writes a list of things that are no numbers.
func (l *literal) list2(n int, each func(i int)) {
	open, end := l.list, l.end
	if l.open == "list(" { // R's c would join them
		open, end = l.open, l.close
	}
	l.b.WriteString(open)
	for i := range n {
		if i > 0 {
			l.b.WriteString(", ")
		}
		each(i)
	}
	l.b.WriteString(end)
}

func (l *literal) truth(b bool) {
	word := strconv.FormatBool(b)
	if l.open == "list(" {
		word = strings.ToUpper(word)
	} else {
		word = strings.ToUpper(word[:1]) + word[1:]
	}
	l.b.WriteString(word)
}

// whole writes a list of whole numbers.
func (l *literal) whole(v []float64) {
	l.b.WriteString(l.list)
	for i, x := range v {
		if i > 0 {
			l.b.WriteString(", ")
		}
		l.b.WriteString(strconv.Itoa(int(x)))
	}
	l.b.WriteString(l.end)
}

func floats(v []int) []float64 {
	out := make([]float64, len(v))
	for i, x := range v {
		out[i] = float64(x)
	}
	return out
}
