package release

import (
	"bytes"
	"math"
	"strings"
	"testing"

	"privatepca/core/privacy"
	"privatepca/core/schema"
)

// Limits of a document are taken, and one beyond them is refused by its own sentence.
func TestLimitsOfADocument(t *testing.T) {
	for _, c := range []struct {
		d    Document
		want string
	}{
		{Document{Version: 0, NumFeatures: 1}, "version 0 is not one"},
		{Document{Version: 1}, "feature names"},
		{Document{Version: Version}, "feature names"},
		{Document{Version: Version + 1}, "is not one this program reads"},
		{Document{Version: 1, NumFeatures: schema.MaxD}, "feature names"},
		{Document{Version: 1, NumFeatures: schema.MaxD + 1}, "a release has at most"},
		{Document{Version: 1, NumFeatures: 1, Privacy: Privacy{Parts: make([]privacy.Part, maxParts)}}, "feature names"},
		{Document{Version: 1, NumFeatures: 1, Privacy: Privacy{Parts: make([]privacy.Part, maxParts+1)}}, "parts of the cost"},
		{Document{Version: 1, NumFeatures: 1, FeatureNames: []string{"a"}}, "rows of components"},
		{Document{Version: 1, NumFeatures: 1, FeatureNames: []string{"a"}, NumComponents: 2}, "rows of components"},
	} {
		c.d.Format = Format
		if err := c.d.Validate(); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%d features, %d parts, version %d: %v, want %q", c.d.NumFeatures, len(c.d.Privacy.Parts), c.d.Version, err, c.want)
		}
	}
	for size, taken := range map[int]bool{MaxSize: true, MaxSize + 1: false} {
		if _, err := Decode(bytes.Repeat([]byte(" "), size)); err == nil || strings.Contains(err.Error(), "is that large") == taken {
			t.Errorf("%d bytes: %v", size, err)
		}
	}
}

// Directions beside a shrinkage that the text takes back are read by nobody.
func TestShrinkageThatIsTakenBack(t *testing.T) {
	d := sample()
	d.Shrinkage = &Shrinkage{Other: d.Components}
	text, err := Encode(d)
	if err != nil {
		t.Fatal(err)
	}
	at := bytes.LastIndexByte(text, '}')
	if got, err := Decode(append(append([]byte{}, text[:at]...), `,"shrinkage":null}`...)); err == nil && got.Shrinkage != nil {
		t.Errorf("%+v", got.Shrinkage)
	}
}

// Without a law nothing is known of how far noise turns a direction; nor of a direction that is not there or not clear.
func TestUncertaintyOfNoDirection(t *testing.T) {
	for _, n := range []*privacy.Noise{nil, {Law: "another"}} {
		if tau, ok := spreadOf(&Document{NumFeatures: 2, Encoding: Encoding{Quantisation: 1}, Privacy: Privacy{Noise: n}}); tau != 0 || ok {
			t.Errorf("without a law: %v", tau)
		}
	}
	d := banded()
	for direction, want := range map[int]bool{-1: false, 0: true, 1: true, 2: false, 3: false} {
		if u, ok := d.Uncertainty(direction); ok != want || want == (u.Error == nil) {
			t.Errorf("direction %d: %+v, %v", direction, u, ok)
		}
	}
	for name, c := range map[string]struct {
		other [][]float64
		want  bool
	}{
		"the same":              {[][]float64{{.6, .8, 0, 0}, {0, 0, 1, 0}}, true},
		"turned":                {[][]float64{{-.6, -.8, 0, 0}, {0, 0, 1, 0}}, true},
		"of none":               {[][]float64{{0, 0, 0, 1}, {0, 0, 1, 0}}, false},
		"behind those in clear": {[][]float64{{0, 0, 0, 1}, {0, 0, 1, 0}, {.6, .8, 0, 0}}, false},
	} {
		d.Shrinkage = &Shrinkage{Used: true, Other: c.other}
		if _, ok := d.Uncertainty(0); ok != c.want {
			t.Errorf("%s: %v", name, ok)
		}
	}
}

// A partner lies within 45°, on either side.
func TestPartner(t *testing.T) {
	for degrees, want := range map[float64]float64{0: 1, 44: 1, 46: 0, 50: 0, 90: 0, 134: 0, 136: -1, 180: -1} {
		at, sign := partner([]float64{1, 0}, [][]float64{{math.Cos(degrees * math.Pi / 180), math.Sin(degrees * math.Pi / 180)}})
		if sign != want || (at == 0) != (want != 0) {
			t.Errorf("at %g°: row %d with sign %g, want %g", degrees, at, sign, want)
		}
	}
}

// An interval that ends at 0 holds it.
func TestIntervalThatEndsAtZero(t *testing.T) {
	u := Uncertainty{Estimate: []float64{errors95, 0, 1}, Error: []float64{1, 0, .1}}
	for feature, clear := range []bool{false, false, true} {
		if u.Clear(feature) != clear || u.Sure(feature) != clear {
			t.Errorf("feature %d: clear %v, sure %v, want %v", feature, u.Clear(feature), u.Sure(feature), clear)
		}
	}
}

// A column's words have what it states, and nothing where it states nothing.
func TestWordsOfAColumn(t *testing.T) {
	zero, half := 0.0, .5
	for want, f := range map[string]Field{
		"":                         {Type: "number"},
		"weight 2":                 {Type: "number", Minimum: &zero, Weight: 2},
		"0 to 0.5":                 {Type: "number", Minimum: &zero, Maximum: &half},
		"0 to 0.5, weight 2":       {Type: "integer", Minimum: &zero, Maximum: &half, Weight: 2},
		"a = 1, b = 3":             {Type: "ordinal", Enum: []string{"a", "b"}, Scores: []float64{1, 3}},
		"a, b":                     {Type: "ordinal", Enum: []string{"a", "b"}, Scores: []float64{1}},
		"a, b, weight 3":           {Type: "ordinal", Enum: []string{"a", "b"}, Weight: 3},
		"one":                      {Type: "category", Enum: []string{"one"}, Minimum: &zero, Maximum: &half},
		"missing: empty, NA":       {Type: "number", MissingValues: []string{"", "NA"}},
		"1970-01-01":               {},
		"weight 4, missing: empty": {Type: "category", Weight: 4, MissingValues: []string{}},
	} {
		if want == "1970-01-01" {
			f, want = Field{Type: "date", Minimum: &zero, Maximum: &zero}, schema.FormatDate(0)+" to "+schema.FormatDate(0)
		}
		if got := f.Words(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// A feature is scaled by its bounds however near they are; a stated centre counts where the centre is a point, and only then.
func TestFeaturesOfADocument(t *testing.T) {
	zero, quarter := 0.0, .25
	d := &Document{Encoding: Encoding{Scaling: string(schema.Affine), Fields: []Field{{Type: "number", Minimum: &zero, Maximum: &quarter}}, CentrePoint: []float64{.7}}}
	if got := featuresOf(d)[0]; got != (feature{zero: .125, unit: .125}) {
		t.Errorf("%+v", got)
	}
	d.Encoding.Centre = string(schema.CentrePoint)
	if got := featuresOf(d)[0]; got.centre != .7 {
		t.Errorf("about a point: %+v", got)
	}
}

// Where the number of people is private, pairs too are counted by the total.
func TestRecordsOfPairsByTheTotal(t *testing.T) {
	d := banded()
	d.Encoding.NormRule, d.N, d.VarianceUnit, d.Privacy.RowsPerPerson = string(schema.Pairs), 0, SumOfPairs, 1
	total := 0.0
	for i := range d.Spectrum {
		d.Spectrum[i] = float64(10 * (4 - i))
		total += d.Spectrum[i]
	}
	if got, want := recordsOf(d), total/2.25; math.Abs(got-want) > 1e-9 {
		t.Errorf("%v records, want %v", got, want)
	}
}

// What leads out of the clear directions is shared by the others, be it one; where there is none, nothing leads out.
func TestUncertaintyBesideAllDirections(t *testing.T) {
	rows, spectrum := [][]float64{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, []float64{100, 50, 10}
	for known, outside := range map[int]float64{3: 0, 2: 1. / 90 / 90, 1: (1./90/90 + 1./50/50) / 2} {
		u := uncertainty(rows[:known], spectrum, 0, known, 1, 1)
		if math.Abs(u.outside[2]-outside) > 1e-12 || math.IsNaN(u.Error[2]) || u.Error[2] == 0 {
			t.Errorf("%d known: outside %v, want %g; errors %v", known, u.outside, outside, u.Error)
		}
	}
}

// Labels are of levels, each at most once, and print.
func TestLabelsOfLevels(t *testing.T) {
	for name, c := range map[string]struct {
		field Field
		holds bool
	}{
		"none":      {Field{Enum: []string{"a", "b"}}, true},
		"one":       {Field{Enum: []string{"a", "b"}, Categories: []Category{{"a", "A"}}}, true},
		"all":       {Field{Enum: []string{"a", "b"}, Categories: []Category{{"b", "B"}, {"a", "A"}}}, true},
		"twice":     {Field{Enum: []string{"a", "b"}, Categories: []Category{{"a", "A"}, {"a", "B"}}}, false},
		"no level":  {Field{Enum: []string{"a", "b"}, Categories: []Category{{"c", "C"}}}, false},
		"empty":     {Field{Enum: []string{"a", "b"}, Categories: []Category{{"a", ""}}}, false},
		"no print":  {Field{Enum: []string{"a", "b"}, Categories: []Category{{"a", "A\x00"}}}, false},
		"too long":  {Field{Enum: []string{"a", "b"}, Categories: []Category{{"a", strings.Repeat("x", schema.MaxLabel+1)}}}, false},
		"the title": {Field{Title: "A\x00"}, false},
	} {
		if err := c.field.validateLabels(); (err == nil) != c.holds {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// The loaders have each feature's scale: in R that of the table's units, in Python that of the features, where columns count equally.
func TestScalesInLoaders(t *testing.T) {
	d := sample()
	for _, equal := range []bool{false, true} {
		units := []float64{120, 1, 1, 1}
		scale := append([]float64{}, units...)
		if equal {
			d.Scale = []float64{1, .5, .5, .25}
			for i, s := range d.Scale {
				scale[i] *= s
			}
		}
		for text, want := range map[string]bool{
			"\n unit = " + numbersOfR(units):  true,
			"\n scale = " + numbersOfR(scale): true,
		} {
			if got := strings.Contains(string(d.R()), text); got != want {
				t.Errorf("equal %v: the R loader has %s: %v", equal, text, got)
			}
		}
		if got := strings.Contains(string(d.Python()), "\n \"scale\": [1.0, 0.5, 0.5, 0.25]"); got != equal {
			t.Errorf("equal %v: the Python loader has scales: %v", equal, got)
		}
		if strings.Contains(string(d.Python()), "\n \"unit\"") {
			t.Error("the Python loader has units of the table")
		}
	}
}

func numbersOfR(v []float64) string {
	var words []string
	for _, x := range v {
		words = append(words, number(x))
	}
	return "c(" + strings.Join(words, ", ") + ")"
}

// Shares are of what the leading directions have at least, and σ/√2 is rounded up to the next whole number, or is one.
func TestSharesOfALowTotal(t *testing.T) {
	d := banded()
	d.Spectrum = []float64{40, 30, -20, -30}
	sum := 0.0
	for _, x := range d.LeadingShares() {
		sum += x
	}
	if math.Abs(sum-1) > 1e-12 {
		t.Errorf("all clear directions have %v of the total", sum)
	}
	for sigma, want := range map[uint64]uint64{1: 1, 2: 2, 3: 3, 7: 5, 8: 6, 41: 29, 42: 30, 239: 169} {
		if got := ceilRoot2(sigma); got != want {
			t.Errorf("%d/√2 is %d, want %d", sigma, got, want)
		}
	}
}

// The loaders say of each column what rows are encoded by.
func TestColumnsInLoaders(t *testing.T) {
	zero, day := 0.0, 1000.0
	for _, c := range []struct {
		field    Field
		python   []string
		features int
	}{
		{Field{Name: "n", Type: "number", Minimum: &zero, Maximum: &day}, []string{`{"name": "n", "minimum": 0.0, "maximum": 1000.0, "zero": 0.0, "unit": 1000.0}`}, 1},
		{Field{Name: "i", Type: "integer", Minimum: &zero, Maximum: &day}, []string{`"unit": 1000.0, "type": "integer"}`}, 1},
		{Field{Name: "c", Type: "category", Enum: []string{"a", "b"}, Weight: .5}, []string{`{"name": "c", "levels": ["a", "b"], "weight": 0.5}`}, 2},
		{Field{Name: "c", Type: "category", Enum: []string{"a", "b"}}, []string{`{"name": "c", "levels": ["a", "b"]}`}, 2},
		{Field{Name: "d", Type: "date", Minimum: &zero, Maximum: &day, Format: "%Y-%m-%d"}, []string{`, "type": "date"`, `, "part": ""`, `, "pattern": "`, `, "directives": "`}, 1},
		{Field{Name: "o", Type: "ordinal", Enum: []string{"a", "b"}, Scores: []float64{1, 4}}, []string{`, "type": "ordinal", "order": ["a", "b"], "scores": [1.0, 4.0]`}, 1},
		{Field{Name: "m", Type: "number", Minimum: &zero, Maximum: &day, MissingValues: []string{"NA"}}, []string{`, "missing": ["NA"]`}, 1},
	} {
		d := sample()
		d.NumFeatures, d.NumComponents = c.features, 1
		d.Components, d.FeatureNames = [][]float64{make([]float64, c.features)}, make([]string, c.features)
		d.Encoding.Fields = []Field{c.field}
		python, r := string(d.Python()), string(d.R())
		for _, want := range c.python {
			if !strings.Contains(python, want) {
				at := strings.Index(python, `"fields"`)
				t.Errorf("%s: the Python loader lacks %s: %s", c.field.Type, want, python[at:at+300])
			}
			inR := strings.NewReplacer("{", "list(", "}", ")", "[", "c(", "]", ")", `": `, `" = `).Replace(want)
			for _, key := range []string{"name", "levels", "weight", "type", "order", "scores", "missing", "part", "pattern", "directives", "minimum", "maximum", "zero", "unit"} {
				inR = strings.ReplaceAll(inR, `"`+key+`" = `, key+" = ")
			}
			if !strings.Contains(r, inR) {
				at := strings.Index(r, "fields")
				t.Errorf("%s: the R loader lacks %s: %s", c.field.Type, inR, r[at:at+300])
			}
		}
	}
}
