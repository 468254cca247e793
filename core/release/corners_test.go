package release

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"privatepca/core/method"
	"privatepca/core/privacy"
	"privatepca/core/schema"
)

// Each text of the curator's counts as written, and none as nothing.
func TestNothingWasWritten(t *testing.T) {
	var none *About
	if !none.Empty() || !(&About{}).Empty() || !(&About{Directions: []string{"", ""}, Labels: []string{""}}).Empty() {
		t.Error("nothing counts as written")
	}
	for i, some := range []*About{
		{Title: "x"}, {Author: "x"}, {Organisation: "x"}, {DOI: "x"}, {Licence: "x"}, {Notes: "x"}, {Directions: []string{"", "x"}}, {Labels: []string{"x"}},
	} {
		if some.Empty() {
			t.Errorf("text %d counts as nothing", i)
		}
	}
}

// What a table's cells are divided by is seen in its header, from its first character on, and it has as many rows as are drawn.
func TestReadingASmallTable(t *testing.T) {
	for text, cells := range map[string]int{"\tb\n1\t2\n": 2, "a\tb,c\n1\t2\n": 2, "a;b\n1;2\n": 2, ";b\n1;2\n": 2, "a;b,c\n1;2,3\n": 2, ",b;c\n1,2\n": 2, "a\n1\n": 1, "\ufeffa,b\n1,2\n": 2} {
		table, err := smallTable([]byte(text))
		if err != nil || len(table) != 2 || len(table[1]) != cells {
			t.Errorf("%q: %q, %v", text, table, err)
		}
	}
	for rows, taken := range map[int]bool{0: false, 1: true, mostApplied: true, mostApplied + 1: false} {
		if _, err := smallTable([]byte("a,b\n" + strings.Repeat("1,2\n", rows))); (err == nil) != taken {
			t.Errorf("%d rows: %v", rows, err)
		}
	}
	for length, taken := range map[int]bool{mostAppliedText: true, mostAppliedText + 1: false} {
		if _, err := smallTable([]byte("a\n" + strings.Repeat("x", length-3) + "\n")); (err == nil) != taken {
			t.Errorf("%d bytes: %v", length, err)
		}
	}
}

// A share of a level counts by the level's weight; a cell that is no value leaves what stands for it.
func TestSharesOfWeightedLevels(t *testing.T) {
	d := &Document{Encoding: Encoding{MissingValues: []string{"NA"}}}
	f := &schema.Field{Name: "c", Kind: schema.Category, Enum: []string{"a", "b"}, Weight: .5}
	for share, want := range map[string]float64{"0.5": .25, "1": .5, "2": .5, "-1": 0, "NA": 0, "": 0} {
		read, from := readerOf(d, f, map[string]int{"c=a": 0, "c=b": 1}, 0, make([]feature, 2))
		x := make([]float64, 2)
		read([]string{share, "0"}, x)
		if len(from) != 2 || math.Abs(x[0]-want) > 1e-12 || x[1] != 0 {
			t.Errorf("a share of %q: %v", share, x)
		}
	}
	one := &schema.Field{Name: "x", Kind: schema.Number, Minimum: -4, Maximum: 4}
	for _, none := range []string{"", " ", "NA", "many"} {
		if v, given := d.valueOf(one, 0, none); v != 0 || given {
			t.Errorf("%q is %v, given %v", none, v, given)
		}
	}
}

// The angle's bound is Davis and Kahan's for a gap of more than two edges, and what rounding the loadings adds.
func TestAngleOfAnyEdge(t *testing.T) {
	for _, edge := range []float64{1e-3, .1, 1, 50} {
		b := Band{Edge: edge}
		for _, gap := range []float64{2.01, 3, 40} {
			spectrum := []float64{100 * edge, 100*edge - gap*edge/2, 100*edge - gap*edge, 0, 0, 0}
			spectrum[1] = spectrum[0] // the gap is behind the second
			angle, ok := b.Angle(spectrum, 2)
			want := 1 / (gap - 1)
			if extra := angle - math.Asin(want); !ok || want < .9 && math.Abs(extra-1e-6*math.Sqrt(2*6)) > 1e-8 {
				t.Errorf("edge %g, gap %g: %g, %v, want %g and a little", edge, gap, angle, ok, math.Asin(want))
			}
		}
		if _, ok := b.Angle([]float64{3 * edge, 1.01 * edge, 0}, 1); ok {
			t.Error("a gap of less than two edges has a bound")
		}
	}
	for _, k := range []int{-1, 0, 3, 4} {
		if angle, ok := (Band{Edge: .1}).Angle([]float64{9, 5, 1}, k); ok || angle != 0 {
			t.Error(fmt.Sprint("of ", k, " directions of three: ", angle))
		}
	}
}

// The law of a mean in a document of version 1: the width that its part states, or the exponent of its formula, and the weight of the number of rows
// where that is private.
func TestLawOfAMeanOfVersionOne(t *testing.T) {
	for _, relation := range []privacy.Relation{privacy.ReplaceOne, privacy.AddRemove} {
		for _, name := range []string{"gaussian", method.KNorm} {
			d := sample()
			d.Version, d.Privacy.Relation, d.Privacy.RowsPerPerson = 1, relation, 1
			d.Privacy.Formula = "mean: noise of density ∝ exp(−2.5‖z‖)"
			part := privacy.Part{Step: method.StepMean, Mechanism: name, Epsilon: 1, Sigma: 100}
			query, weight := meanQueryOf(d), uint64(0)
			if relation == privacy.AddRemove {
				weight = uint64(query.Weight())
			}
			if name == method.KNorm {
				part.Sigma = 0
				weight = min(weight, 1)
			} else {
				part.Delta = 1e-6
			}
			law := lawBefore(d, &part)
			if law == nil || law.Weight != weight || law.Width != part.Sigma || (law.Exponent == 2.5) != (name == method.KNorm) {
				t.Errorf("%s, %s: %+v, want a weight of %d", name, relation, law, weight)
			}
			d.Privacy.Formula = "mean: noise of another density"
			if law := lawBefore(d, &part); (law == nil) != (name == method.KNorm) {
				t.Errorf("%s, %s, without an exponent: %+v", name, relation, law)
			}
		}
	}
}

// A number in a formula is a finite one that follows its words; there is none beside an error.
func TestNumbersOfAFormula(t *testing.T) {
	for text, want := range map[string]float64{"σ = 5": 5, "σ = 5, τ = 6": 5, "σ = 1.5e3 and more": 1500, "σ = −5": math.NaN(), "σ = -5": -5, "σ = ": math.NaN(), "τ = 5": math.NaN(), "σ = 1e999": math.NaN(), "σ = -1e999": math.NaN(), "σ = 1-2": math.NaN()} {
		x, ok := numberAfter(text, "σ = ")
		if ok == math.IsNaN(want) || ok && x != want {
			t.Errorf("%q: %v, %v", text, x, ok)
		}
	}
	if x, ok := numberAfter("nothing", "σ = "); x != 0 || ok {
		t.Errorf("of nothing: %v, %v", x, ok)
	}
}

// The last direction is held to what one dimension leaves, and one record is one.
func TestLevelOfTheLastDirection(t *testing.T) {
	d := banded()
	band, ok := d.Band()
	if !ok {
		t.Fatal("no band")
	}
	last := len(d.Spectrum) - 1
	for i := range d.Spectrum { // each far above what is behind it
		d.Spectrum[i] = band.Edge * math.Pow(1000, float64(last-i))
	}
	d.Spectrum[last] = .5 * band.Edge
	band, _ = d.Band()
	test, ok := d.NoiseTest()
	if want := levelOf(d, band, d.Spectrum[last], last, 1); !ok || test.Clear != last || math.Abs(test.Level/want-1) > 1e-6 || want == levelOf(d, band, d.Spectrum[last], last, 2) {
		t.Errorf("%+v, %v; want %d clear and a level of %g", test, ok, last, want)
	}
	for n, want := range map[int64]float64{1: 1, 2: 2, 9: 9} {
		if d.N = n; d.records() != want {
			t.Errorf("%d records count as %v", n, d.records())
		}
	}
	d.N, d.VarianceUnit = 0, PerPerson // where the total is no number there is one record at least
	d.Spectrum[0] = math.NaN()
	if got := d.records(); got != 1 {
		t.Errorf("of no total: %v", got)
	}
	d.Encoding.NormRule = string(schema.Pairs)
	if d.N = 1; d.records() != 0 {
		t.Errorf("one person is %v pairs", d.records())
	}
	if d.N = 9; d.records() != 4 {
		t.Errorf("9 people count as %v pairs", d.records())
	}
}
