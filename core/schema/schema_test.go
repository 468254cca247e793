package schema

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"
)

func num(name string, lo, hi float64) Field {
	return Field{Name: name, Kind: Number, Minimum: lo, Maximum: hi}
}

func cat(name string, levels ...string) Field {
	return Field{Name: name, Kind: Category, Enum: levels}
}

func TestFeatures(t *testing.T) {
	s := New(num("age", 0, 90), cat("sex", "f", "m"), num("pay", -5, 5))
	want := []string{"age", "sex=f", "sex=m", "pay"}
	if got := s.Features(); !reflect.DeepEqual(got, want) || s.D() != len(want) {
		t.Errorf("Features = %q, D = %d, want %q", got, s.D(), want)
	}
}

func TestFeature(t *testing.T) {
	f := num("x", 10, 20)
	for _, c := range []struct {
		x       float64
		scaling Scaling
		want    float64
	}{
		{10, MaxAbs, 0.5},
		{20, MaxAbs, 1},
		{5, MaxAbs, 0.5},
		{math.Inf(1), MaxAbs, 1},
		{math.Inf(-1), MaxAbs, 0.5},
		{10, Affine, -1},
		{15, Affine, 0},
		{20, Affine, 1},
		{99, Affine, 1},
		{math.Inf(-1), Affine, -1},
	} {
		t.Run(fmt.Sprint(c.x), func(t *testing.T) {
			if got := f.Feature(c.x, c.scaling); got != c.want {
				t.Errorf("Feature(%v, %s) = %v, want %v", c.x, c.scaling, got, c.want)
			}
		})
	}
	if f.Midpoint() != 15 {
		t.Errorf("Midpoint = %v", f.Midpoint())
	}
	huge := num("x", 1.6e308, 1.7e308)
	if m := huge.Midpoint(); math.IsInf(m, 0) {
		t.Errorf("Midpoint = %v", m)
	}
}

// TestAlwaysValidBound compares the bound with the longest of all records that
// choose, in each column, among its extreme values.
func TestAlwaysValidBound(t *testing.T) {
	fields := []Field{num("a", 0, 4), num("b", -1, 3), num("c", 10, 20), cat("d", "x", "y"), cat("e", "1", "2", "3", "4", "5")}
	for _, scaling := range []Scaling{MaxAbs, Affine} {
		for _, centre := range []Centre{CentreNone, CentreMidpoint} {
			s := New(fields...)
			s.Scaling, s.Centre = scaling, centre
			var sum float64 // columns do not interact
			for i := range s.Fields {
				sum += brute(&s.Fields[i], scaling, centre)
			}
			if got := s.AlwaysValidBound(); math.Abs(got-math.Sqrt(sum)) > 1e-12 {
				t.Errorf("%s, %s: bound %v, want %v", scaling, centre, got, math.Sqrt(sum))
			}
			if centre == CentreNone && math.Abs(s.Bound()-math.Sqrt(5)) > 1e-12 {
				t.Errorf("%s: uncentred bound %v, want √5", scaling, s.Bound())
			}
		}
	}
	s := New(fields...)
	s.NormBound = 1.5
	if s.Bound() != 1.5 {
		t.Errorf("Bound = %v, want the typed 1.5", s.Bound())
	}
}

// TestPointBound compares the bound around a stated point with the longest of all
// extreme values, column by column.
func TestPointBound(t *testing.T) {
	s := New(num("a", 0, 4), cat("c", "x", "y", "z"), num("b", -1, 3))
	s.Centre, s.Point = CentrePoint, []float64{.25, .5, -.1, .9, 1}
	if err := s.Validate(); err != nil {
		t.Fatal(err)
	}
	sum := math.Pow(.75, 2) + math.Pow(1+1./3, 2) // of a at its maximum, of b at its minimum
	most := 0.0
	for hit := -1; hit < 3; hit++ {
		length := 0.0
		for l, c := range s.Point[1:4] {
			if l == hit {
				c = 1 - c
			}
			length += c * c
		}
		most = math.Max(most, length)
	}
	if got, want := s.Bound(), math.Sqrt(sum+most); math.Abs(got-want) > 1e-12 {
		t.Errorf("bound %v, want %v", got, want)
	}
	if s.BoundsFrom = FromData; s.WorstProvenance() != FromData {
		t.Error("a point from the data does not count")
	}
	s.Point = s.Point[1:] // a draft: no panic
	s.AlwaysValidBound()
}

func TestPairsHaveNoBound(t *testing.T) {
	s := New(num("a", 0, 4), num("b", -1, 3))
	s.NormRule, s.NormBound = Pairs, 7
	s.Fields[0].BoundsFrom, s.Fields[1].BoundsFrom, s.BoundsFrom = FromSchema, FromSchema, FromData
	if err := s.Validate(); err != nil || s.Bound() != 1 || s.WorstProvenance() != FromSchema {
		t.Errorf("%v, bound %v, %q", err, s.Bound(), s.WorstProvenance())
	}
}

func brute(f *Field, scaling Scaling, centre Centre) (most float64) {
	c := f.CentreValue(scaling, centre)
	if f.Kind == Number {
		for i := 0; i <= 100; i++ {
			x := f.Minimum + (f.Maximum-f.Minimum)*float64(i)/100
			most = math.Max(most, math.Pow(f.Feature(x, scaling)-c, 2))
		}
		return most
	}
	for hit := -1; hit < len(f.Enum); hit++ { // −1: no category
		var sum float64
		for j := range f.Enum {
			e := 0.0
			if j == hit {
				e = 1
			}
			sum += (e - c) * (e - c)
		}
		most = math.Max(most, sum)
	}
	return most
}

// TestMidpointIsBest moves the category's centre along (1, …, 1): every other
// place has a larger reach.
func TestMidpointIsBest(t *testing.T) {
	for levels := 2; levels < 50; levels++ {
		l := float64(levels)
		reach := func(c float64) float64 { return math.Max(l*c*c-2*c+1, l*c*c) }
		best := reach(1 / l)
		for _, c := range []float64{0, 0.9 / l, 1.1 / l, 0.5, 1} {
			if c != 1/l && reach(c) <= best {
				t.Errorf("%d levels: centre %v reaches %v, 1/L reaches %v", levels, c, reach(c), best)
			}
		}
	}
}

func TestWorstProvenance(t *testing.T) {
	s := New(num("a", 0, 1), num("b", 0, 1))
	s.BoundsFrom = FromSchema
	if got := s.WorstProvenance(); got != FromSchema {
		t.Errorf("got %q", got)
	}
	s.Fields[1].BoundsFrom = Typed
	if got := s.WorstProvenance(); got != Typed {
		t.Errorf("one typed field: got %q", got)
	}
	s.Fields[0].BoundsFrom = FromData
	if got := s.WorstProvenance(); got != FromData {
		t.Errorf("one field from data: got %q", got)
	}
	s = New(Field{Name: "a", Kind: Number, Maximum: 1, BoundsFrom: FromSchema})
	s.BoundsFrom = FromData
	if got := s.WorstProvenance(); got != FromSchema {
		t.Errorf("overridden by the only field: got %q", got)
	}
	s.NormBound = 2
	if got := s.WorstProvenance(); got != FromData {
		t.Errorf("a norm bound has the schema's provenance: got %q", got)
	}
}

func TestValidate(t *testing.T) {
	many := make([]Field, MaxD+1)
	for i := range many {
		many[i] = num(strings.Repeat("x", i+1), 0, 1)
	}
	nan, inf := math.NaN(), math.Inf(1)
	with := func(change func(*Schema)) *Schema {
		s := New(num("a", 0, 1))
		change(s)
		return s
	}
	for _, c := range []struct {
		name   string
		s      *Schema
		column string
		want   string
	}{
		{"no fields", New(), "", "no columns"},
		{"no name", New(num(" ", 0, 1)), "", "no name"},
		{"duplicate", New(num("a", 0, 1), num("a ", 0, 1)), "a ", "stated twice"},
		{"equal bounds", New(num("a", 1, 1)), "a", "below the maximum"},
		{"swapped bounds", New(num("a", 2, 1)), "a", "below the maximum"},
		{"no bounds", New(num("a", nan, nan)), "a", "minimum and a maximum"},
		{"no minimum", New(num("a", nan, 1)), "a", "needs a minimum"},
		{"no maximum", New(num("a", 1, nan)), "a", "needs a maximum"},
		{"infinite", New(num("a", 1, inf)), "a", "finite"},
		{"too far apart", New(num("a", -1.7e308, 1.7e308)), "a", "another unit"},
		{"too close", New(num("a", 0, 5e-324)), "a", "another unit"},
		{"one level", New(cat("a", "x")), "a", "at least two"},
		{"duplicate level", New(cat("a", "x", "y", "x")), "a", "twice"},
		{"empty level", New(cat("a", "x", "")), "a", "missing value"},
		{"level is missing", with(func(s *Schema) { s.Fields[0] = cat("a", "x", "NA"); s.MissingValues = []string{"NA"} }), "a", "missing value"},
		{"spelled twice", New(Field{Name: "a", Kind: Category, Enum: []string{"n", "y"}, Spellings: [][]string{{"0"}, {"0"}}}), "a", "twice"},
		{"spellings of three", New(Field{Name: "a", Kind: Category, Enum: []string{"n", "y", "z"}, Spellings: [][]string{{}, {}}}), "a", "spellings"},
		{"no kind", New(Field{Name: "a"}), "a", "numbers or categories"},
		{"too many", New(many...), "", "too many"},
		{"same feature", New(num("a=b", 0, 1), cat("a", "b", "c")), "", `called "a=b"`},
		{"person is a field", with(func(s *Schema) { s.PersonColumn = "a" }), "a", "names the person"},
		{"person weighs rows", with(func(s *Schema) { s.PersonColumn, s.RowWeight = "w", &RowWeight{Column: " w", Maximum: 1} }), " w", "weight of rows"},
		{"a feature weighs rows", with(func(s *Schema) { s.RowWeight = &RowWeight{Column: "a ", Maximum: 1} }), "a ", "weight of rows"},
		{"weight without a name", with(func(s *Schema) { s.RowWeight = &RowWeight{Maximum: 1} }), "", "has no name"},
		{"weight without a maximum", with(func(s *Schema) { s.RowWeight = &RowWeight{Column: "w"} }), "", "above 0"},
		{"NaN as a maximum", with(func(s *Schema) { s.RowWeight = &RowWeight{Column: "w", Maximum: nan} }), "", "above 0"},
		{"infinite maximum", with(func(s *Schema) { s.RowWeight = &RowWeight{Column: "w", Maximum: inf} }), "", "above 0"},
		{"missing weight below 0", with(func(s *Schema) { s.RowWeight = &RowWeight{Column: "w", Maximum: 1, Missing: -1} }), "", "from 0"},
		{"missing weight above", with(func(s *Schema) { s.RowWeight = &RowWeight{Column: "w", Maximum: 1, Missing: 2} }), "", "from 0"},
		{"NaN as a missing weight", with(func(s *Schema) { s.RowWeight = &RowWeight{Column: "w", Maximum: 1, Missing: nan} }), "", "from 0"},
		{"negative R", with(func(s *Schema) { s.NormBound = -1 }), "", "norm bound"},
		{"NaN R", with(func(s *Schema) { s.NormBound = nan }), "", "norm bound"},
		{"infinite R", with(func(s *Schema) { s.NormBound = inf }), "", "norm bound"},
		{"R whose square overflows", with(func(s *Schema) { s.NormBound = 1e160 }), "", "norm bound"},
		{"tiny R", with(func(s *Schema) { s.NormBound = 1e-300 }), "", "norm bound"},
		{"no rows", with(func(s *Schema) { s.RowsPerPerson = 0 }), "", "at least 1"},
		{"scaling", with(func(s *Schema) { s.Scaling = "log" }), "", "scaling"},
		{"centre", with(func(s *Schema) { s.Centre = "mean" }), "", "centre"},
		{"a point of another length", with(func(s *Schema) { s.Centre, s.Point = CentrePoint, []float64{0, 0} }), "", "2 numbers for 1"},
		{"a point outside", with(func(s *Schema) { s.Centre, s.Point = CentrePoint, []float64{1.5} }), "", "between -1 and 1"},
		{"NaN in a point", with(func(s *Schema) { s.Centre, s.Point = CentrePoint, []float64{nan} }), "", "between -1 and 1"},
		{"a point beside a centre", with(func(s *Schema) { s.Point = []float64{0} }), "", "state one centre"},
		{"norm rule", with(func(s *Schema) { s.NormRule = "" }), "", "norm_rule"},
		{"provenance", with(func(s *Schema) { s.BoundsFrom = "hearsay" }), "", "bounds_from"},
		{"field's provenance", with(func(s *Schema) { s.Fields[0].BoundsFrom = "hearsay" }), "a", "bounds_from"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var ps Problems
			if err := c.s.Validate(); !errors.As(err, &ps) {
				t.Errorf("%s: error %v, want Problems", c.name, err)
				return
			}
			if len(ps) != 1 || ps[0].Column != c.column || !strings.Contains(ps[0].Message, c.want) {
				t.Errorf("%s: %+v, want one problem of column %q with %q", c.name, ps, c.column, c.want)
			}
		})
	}
	if err := New(num("a", 0, 1), cat("b", "x", "y")).Validate(); err != nil {
		t.Errorf("a good schema: %v", err)
	}
}
