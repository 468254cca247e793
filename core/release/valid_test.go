package release

import (
	"math"
	"slices"
	"strings"
	"testing"

	"privatepca/core/privacy"
	"privatepca/core/schema"
)

// Each thing that a document must not be is refused by its own words, and the last thing that it may be is taken.
func TestValidateRefusesEachByItself(t *testing.T) {
	other := func(d *Document) *Shrinkage { return &Shrinkage{Other: slices.Clone(d.Components)} }
	correlations := func(d *Document) {
		d.VarianceUnit, d.Scale = PerColumn, []float64{1, .5, .5, 1 / largest}
		d.Shrinkage = other(d)
		d.Shrinkage.OtherScale = []float64{1, 1, 1, 1}
	}
	for name, c := range map[string]struct {
		edit func(*Document)
		want string // "" for taken
	}{
		"as made":                     {func(*Document) {}, ""},
		"another format":              {func(d *Document) { d.Format = "x" }, "format"},
		"version 0":                   {func(d *Document) { d.Version = 0 }, "version 0"},
		"a later version":             {func(d *Document) { d.Version = Version + 1 }, "1 to"},
		"too many features":           {func(d *Document) { d.NumFeatures = schema.MaxD + 1 }, "at most"},
		"too many parts":              {func(d *Document) { d.Privacy.Parts = make([]privacy.Part, maxParts+1) }, "parts of the cost"},
		"a name less":                 {func(d *Document) { d.FeatureNames = d.FeatureNames[:3] }, "3 feature names for 4"},
		"no features":                 {func(d *Document) { d.NumFeatures, d.FeatureNames = 0, nil }, "0 feature names for 0"},
		"no directions":               {func(d *Document) { d.NumComponents, d.Components, d.ExplainedVariance = 0, nil, nil }, "rows of components for 0"},
		"more directions than stated": {func(d *Document) { d.NumComponents = 1; d.ExplainedVariance = d.ExplainedVariance[:1] }, "2 rows of components for 1"},
		"a variance less":             {func(d *Document) { d.ExplainedVariance = d.ExplainedVariance[:1] }, "1 explained variances"},
		"no variances":                {func(d *Document) { d.ExplainedVariance = nil }, ""},
		"an eigenvalue less":          {func(d *Document) { d.Spectrum = d.Spectrum[:3] }, "spectrum of 3"},
		"no spectrum":                 {func(d *Document) { d.Spectrum = nil }, ""},
		"a unit of nothing":           {func(d *Document) { d.Spectrum, d.ExplainedVariance = nil, nil }, "no unit"},
		"no unit":                     {func(d *Document) { d.VarianceUnit = "" }, "no unit"},
		"another unit":                {func(d *Document) { d.VarianceUnit = "each" }, "no unit"},
		"n of nobody":                 {func(d *Document) { d.N = 0 }, ""},
		"fewer than none":             {func(d *Document) { d.N = -1 }, "n is negative"},
		"no grid":                     {func(d *Document) { d.Encoding.Quantisation = 0 }, "quantisation of 0"},
		"the coarsest grid":           {func(d *Document) { d.Encoding.Quantisation = 1 }, ""},
		"the finest grid":             {func(d *Document) { d.Encoding.Quantisation = maxQuantisation }, ""},
		"a finer grid":                {func(d *Document) { d.Encoding.Quantisation = maxQuantisation + 1 }, "quantisation"},
		"no norm bound":               {func(d *Document) { d.Encoding.NormBound = 0 }, "norm bound of 0 "},
		"a negative norm bound":       {func(d *Document) { d.Encoding.NormBound = -1.5 }, "norm bound of -1.5"},
		"the largest norm bound":      {func(d *Document) { d.Encoding.NormBound = schema.MaxNormBound }, ""},
		"a larger norm bound":         {func(d *Document) { d.Encoding.NormBound = 1.001 * schema.MaxNormBound }, "norm bound of"},
		"the smallest norm bound":     {func(d *Document) { d.Encoding.NormBound = schema.MinNormBound }, ""},
		"a smaller norm bound":        {func(d *Document) { d.Encoding.NormBound = .999 * schema.MinNormBound }, "norm bound of"},
		"a source with a query":       {func(d *Document) { d.Encoding.BoundsSource = "https://a.example/b?person=7" }, "without a query"},
		"a source":                    {func(d *Document) { d.Encoding.BoundsSource = "https://a.example/b" }, ""},
		"the plain dialect":           {func(d *Document) { d.Encoding.Dialect = &schema.Dialect{} }, "dialect"},
		"no dialect":                  {func(d *Document) { d.Encoding.Dialect = &schema.Dialect{Delimiter: "xx"} }, "dialect"},
		"a dialect":                   {func(d *Document) { d.Encoding.Dialect = &schema.Dialect{Delimiter: ";"} }, ""},
		"a short centre":              {func(d *Document) { d.Encoding.CentrePoint = []float64{0, 0, 0} }, "centre of 3"},
		"a centre":                    {func(d *Document) { d.Encoding.CentrePoint = make([]float64, 4) }, ""},
		"an infinite centre":          {func(d *Document) { d.Encoding.CentrePoint = []float64{0, 0, 0, math.Inf(1)} }, "not finite"},
		"the largest number":          {func(d *Document) { d.Spectrum[0] = largest }, ""},
		"a larger number":             {func(d *Document) { d.Spectrum[3] = -largest * 1.001 }, "beyond any release"},
		"no number":                   {func(d *Document) { d.ExplainedVariance[0] = math.NaN() }, "not finite"},
		"no columns":                  {func(d *Document) { d.Encoding.Fields = nil }, "the columns make 0 features, not 4"},
		"a column less":               {func(d *Document) { d.Encoding.Fields = d.Encoding.Fields[:2] }, "the columns make 3 features, not 4"},
		"a column twice":              {func(d *Document) { d.Encoding.Fields = append(d.Encoding.Fields, d.Encoding.Fields[0]) }, "make 5 features"},
		"a level more":                {func(d *Document) { d.Encoding.Fields[1].Enum = []string{"f", "m", "x"} }, "make 5 features"},
		"a column of no type":         {func(d *Document) { d.Encoding.Fields[2].Type = "words" }, `column 3 is a "words", which is no type`},
		"a category without levels":   {func(d *Document) { d.Encoding.Fields[1].Enum = nil }, "column 2 cannot encode"},
		"a category of one level":     {func(d *Document) { d.Encoding.Fields[1].Enum = []string{"f"} }, "column 2 cannot encode"},
		"a number without maximum":    {func(d *Document) { d.Encoding.Fields[0].Maximum = nil }, "column 1 is a number without bounds"},
		"a number of one value":       {func(d *Document) { d.Encoding.Fields[0].Minimum = d.Encoding.Fields[0].Maximum }, "column 1 cannot encode"},
		"a score for no level": {func(d *Document) {
			d.Encoding.Fields[0] = Field{Name: "mood", Type: string(schema.Ordinal), Enum: []string{"low", "high"}, Scores: []float64{1, 2, 3}}
		}, "column 1 cannot encode"},
		"a level without score": {func(d *Document) {
			d.Encoding.Fields[0] = Field{Name: "mood", Type: string(schema.Ordinal), Enum: []string{"low", "high"}, Scores: []float64{}}
		}, "column 1 cannot encode"},
		"levels in order": {func(d *Document) {
			d.Encoding.Fields[0] = Field{Name: "mood", Type: string(schema.Ordinal), Enum: []string{"low", "high"}, Scores: []float64{1, 2}}
		}, ""},
		"a weight of no column":      {func(d *Document) { d.Encoding.Fields[1].Weight = 2 }, "column 2 cannot encode"},
		"directions as features":     {func(d *Document) { d.Privacy.Parts[0].Law.Directions = 4 }, ""},
		"more directions in a law":   {func(d *Document) { d.Privacy.Parts[0].Law.Directions = 1 << 32 }, "4294967296 directions of 4 features"},
		"a time of day":              {func(d *Document) { d.Created = "2026-03-02T10" }, "not a date"},
		"a short digest":             {func(d *Document) { d.Software.WorkerSHA256 = "0f" }, "SHA-256"},
		"no digest":                  {func(d *Document) { d.Software.WorkerSHA256 = "" }, ""},
		"others":                     {func(d *Document) { d.Shrinkage = other(d) }, ""},
		"one row of others":          {func(d *Document) { d.Shrinkage = &Shrinkage{Other: d.Components[:1]} }, "1 rows of other"},
		"others that overlap":        {func(d *Document) { d.Shrinkage = &Shrinkage{Other: [][]float64{{1, 0, 0, 0}, {1, 0, 0, 0}}} }, "other rows 1 and 2"},
		"correlations":               {correlations, ""},
		"correlations without scale": {func(d *Document) { d.VarianceUnit = PerColumn }, "only these are"},
		"a scale of variances":       {func(d *Document) { d.Scale = []float64{1, 1, 1, 1} }, "only these are"},
		"one scale of two":           {func(d *Document) { correlations(d); d.Shrinkage.OtherScale = nil }, "has none"},
		"the other scale of two":     {func(d *Document) { d.Shrinkage = other(d); d.Shrinkage.OtherScale = []float64{1, 1, 1, 1} }, "has none"},
		"a short scale":              {func(d *Document) { correlations(d); d.Scale = d.Scale[:3] }, "scale of 3 values"},
		"another short scale":        {func(d *Document) { correlations(d); d.Shrinkage.OtherScale = []float64{1} }, "scale of 1 values"},
		"a scale of 0":               {func(d *Document) { correlations(d); d.Scale[1] = 0 }, "0 … 1"},
		"a scale above 1":            {func(d *Document) { correlations(d); d.Scale[1] = math.Nextafter(1, 2) }, "0 … 1"},
		"a law in version 1":         {func(d *Document) { d.Version = 1 }, "version 1 states no law"},
		"version 1":                  {func(d *Document) { d.Version = 1; d.Privacy.Parts[0].Law = nil }, ""},
		"version 1, σ":               {func(d *Document) { d.Version = 1; d.Privacy.Parts[0].Law = nil; d.Privacy.Parts[0].Sigma = 5 }, ""},
		"a σ in version 2":           {func(d *Document) { d.Privacy.Parts[0].Sigma = 5 }, "states a σ in a law"},
		"correlations in version 1":  {func(d *Document) { correlations(d); d.Version = 1; d.Privacy.Parts[0].Law = nil }, "no correlations"},
		"a history in version 1": {func(d *Document) {
			d.Version, d.Privacy.Parts[0].Law, d.Privacy.History = 1, nil, &History{Raises: 1}
		}, "no history"},
	} {
		d := sample()
		c.edit(d)
		if err := d.Validate(); (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
}

// The first directions are a document of their own: of fewer rows and variances, and of the others as many, with what is known of all.
func TestFirstDirections(t *testing.T) {
	d := sample()
	d.Shrinkage = &Shrinkage{Used: true, Other: slices.Clone(d.Components), OtherScale: []float64{1, 1, 1, 1}}
	for k, ok := range map[int]bool{-1: false, 0: false, 1: true, 2: true, 3: false} {
		first, err := d.First(k)
		if (err == nil) != ok {
			t.Errorf("k = %d: %v", k, err)
		}
		if !ok {
			continue
		}
		if first.NumComponents != k || len(first.Components) != k || len(first.ExplainedVariance) != k || len(first.Spectrum) != 4 ||
			len(first.Shrinkage.Other) != k || !first.Shrinkage.Used || len(first.Shrinkage.OtherScale) != 4 || cap(first.Components) != k {
			t.Errorf("k = %d: %+v", k, first)
		}
	}
	if d.NumComponents != 2 || len(d.Components) != 2 || len(d.Shrinkage.Other) != 2 {
		t.Errorf("the document was changed: %+v", d)
	}
	d.ExplainedVariance, d.Shrinkage = nil, nil
	if first, err := d.First(1); err != nil || first.ExplainedVariance != nil || first.Shrinkage != nil {
		t.Errorf("%+v, %v", first, err)
	}
}

// Sums over records of the unit ball become variances by the square of the norm bound, over persons or over pairs where their number is public.
func TestUnitsOfVariances(t *testing.T) {
	for _, c := range []struct {
		rule    schema.NormRule
		rows    int
		persons int64
		unit    float64
		of      string
	}{
		{schema.Clip, 1, 80, 2.25 / 80, PerPerson},
		{schema.Clip, 1, 1, 2.25, PerPerson},
		{schema.Clip, 1, 0, 2.25, Sum},
		{schema.Pairs, 1, 81, 40, PerPair},
		{schema.Pairs, 1, 2, 1, PerPair},
		{schema.Pairs, 1, 1, 1, SumOfPairs},
		{schema.Pairs, 2, 81, 81, SumOfPairs},
		{schema.Pairs, 1, 0, 1, SumOfPairs},
	} {
		s := testSchema()
		s.NormRule, s.RowsPerPerson = c.rule, c.rows
		unit, of := variances(s, c.persons)
		want := c.unit
		if c.rule == schema.Pairs { // times R², over the number of pairs
			want = s.Bound() * s.Bound()
			if of == PerPair {
				want /= c.unit
			}
		}
		if of != c.of || math.Abs(unit/want-1) > 1e-12 {
			t.Errorf("%+v: %v %s, want %v", c, unit, of, want)
		}
	}
}
