package schema

import "math"

// Kinds beside numbers and categories. All but cyclic dates are one feature: a cell gives a value between two public ends
// (Range), which is scaled as a number is.
const (
	Integer   Kind = "integer"    // a number without a fraction; another cell is no number
	Log       Kind = "log"        // the natural logarithm of a number; needs bounds above 0
	SignedLog Kind = "signed log" // sign(x)·ln(1 + |x|) of a number; needs bounds
	Date      Kind = "date"       // a date, with a time of day or without: Field.Part says what of it counts
	Ordinal   Kind = "ordinal"    // levels in order, each with a score
)

// Kinds are all that a column can hold.
var Kinds = [...]Kind{Number, Integer, Log, SignedLog, Date, Ordinal, Category}

// Part is what of a date counts.
type Part string

// The parts of a date. A cycle is two features, the cosine and the sine of the angle, so that December is beside January.
const (
	Days         Part = ""              // days since 1970-01-01, a time of day as a share of one
	Year         Part = "year"          // of the calendar
	Month        Part = "month"         // 1 for January to 12
	Weekday      Part = "weekday"       // 1 for Monday to 7
	MonthCycle   Part = "month cycle"   // (cos, sin) of 2π·(month − 1)/12
	WeekdayCycle Part = "weekday cycle" // (cos, sin) of 2π·(weekday − 1)/7
)

// Parts are all parts of a date.
var Parts = [...]Part{Days, Year, Month, Weekday, MonthCycle, WeekdayCycle}

// Bounded reports whether the column needs a minimum and a maximum: days since 1970-01-01 for a date.
func (f *Field) Bounded() bool {
	return f.Kind == Number || f.Kind == Integer || f.Kind == Log || f.Kind == SignedLog || f.Kind == Date && (f.Part == Days || f.Part == Year)
}

// Levelled reports whether the column needs levels.
func (f *Field) Levelled() bool { return f.Kind == Category || f.Kind == Ordinal }

// Cyclic reports whether the column is a pair of a cosine and a sine, on the unit circle or zero.
func (f *Field) Cyclic() bool {
	return f.Kind == Date && (f.Part == MonthCycle || f.Part == WeekdayCycle)
}

// Range is between which values each feature of the column lies before it is scaled; of a category 0 and 1.
func (f *Field) Range() (lo, hi float64) {
	switch {
	case f.Kind == Log || f.Kind == SignedLog:
		return f.Working(f.Minimum), f.Working(f.Maximum)
	case f.Kind == Category:
		return 0, 1
	case f.Kind == Ordinal && len(f.Enum) > 0:
		return f.Score(0), f.Score(len(f.Enum) - 1)
	case f.Kind == Date && f.Part == Year:
		return float64(DateOf(f.Minimum).Year), float64(DateOf(f.Maximum).Year)
	case f.Kind == Date && f.Part == Month:
		return 1, 12
	case f.Kind == Date && f.Part == Weekday:
		return 1, 7
	case f.Cyclic():
		return -1, 1
	}
	return f.Minimum, f.Maximum
}

// Working is the value of a number that is not NaN, before it is scaled: x itself, or x within its bounds on the column's
// logarithmic scale.
func (f *Field) Working(x float64) float64 {
	switch f.Kind {
	case Log:
		return logarithm(math.Max(f.Minimum, math.Min(x, f.Maximum)))
	case SignedLog:
		x = math.Max(f.Minimum, math.Min(x, f.Maximum))
		return math.Copysign(logarithm(1+math.Abs(x)), x)
	}
	return x
}

// Score is the value of a level of an ordinal column: as stated, or equally spaced from −1 to 1.
func (f *Field) Score(level int) float64 {
	if f.Scores != nil {
		return f.Scores[level]
	}
	return float64(2*level-(len(f.Enum)-1)) / float64(len(f.Enum)-1)
}

// OfDate is the value of a date for feature i of the column, before it is scaled.
func (f *Field) OfDate(d Day, i int) float64 {
	switch f.Part {
	case Year:
		return float64(d.Year)
	case Month:
		return float64(d.Month)
	case Weekday:
		return float64(d.Weekday)
	case MonthCycle:
		return onCircle(12)[d.Month-1][i]
	case WeekdayCycle:
		return onCircle(7)[d.Weekday-1][i]
	}
	return d.Days
}

// points are the values of a cyclic column, quantised and weighted, and zero, that of a missing one.
func (f *Field) points() [][2]int64 {
	n := 12
	if f.Part == WeekdayCycle {
		n = 7
	}
	out := [][2]int64{{}}
	for _, p := range onCircle(n) {
		out = append(out, [2]int64{Quantised(f.Feature(p[0], MaxAbs)), Quantised(f.Feature(p[1], MaxAbs))}) // bit for bit as encoded
	}
	return out
}

// onCircle has n points at equal angles from (1, 0). The figures are decimals of cosines and sines, so that they are the same float64 on
// every machine: a library's cosine is not.
func onCircle(n int) [][2]float64 {
	const (
		half, root3                  = .5, .8660254037844386
		cos1, cos2, cos3, sin1, sin2 = .6234898018587336, -.2225209339563144, -.9009688679024191, .7818314824680298, .9749279121818236
		sin3                         = .4338837391175581
	)
	if n == 7 {
		return [][2]float64{{1, 0}, {cos1, sin1}, {cos2, sin2}, {cos3, sin3}, {cos3, -sin3}, {cos2, -sin2}, {cos1, -sin1}}
	}
	return [][2]float64{
		{1, 0},
		{root3, half},
		{half, root3},
		{0, 1},
		{-half, root3},
		{-root3, half},
		{-1, 0},
		{-root3, -half},
		{-half, -root3},
		{0, -1},
		{half, -root3},
		{root3, -half},
	}
}

// weight is what all features of the column are multiplied by.
func (f *Field) weight() float64 {
	if f.Weight == 0 {
		return 1
	}
	return f.Weight
}

// MinWeight is the least weight of a column.
const MinWeight = 1e-3

// Level is the feature of a category's level that holds: its weight.
func (f *Field) Level() float64 { return f.weight() }

// MissingOf lists the cells of a column that mean "no value".
func (s *Schema) MissingOf(f *Field) []string {
	if f.MissingValues != nil {
		return f.MissingValues
	}
	return s.Missing()
}

// Extent is the largest distance of two values of the column as encoded, without its weight: √2 for a category of two levels or
// more, the range of a scaled number, 2 for a cycle.
func (f *Field) Extent(scaling Scaling) float64 {
	bare := *f
	bare.Weight = 0
	switch {
	case f.Kind == Category:
		return math.Sqrt2
	case f.Cyclic():
		return 2
	}
	lo, hi := bare.FeatureEnds(scaling)
	return hi - lo
}

// WeighEqually gives each column the weight with which its values lie equally far apart at most: the column of the smallest extent
// counts as scaled, each other one is shortened to it.
func (s *Schema) WeighEqually() {
	least := math.Inf(1)
	for i := range s.Fields {
		least = math.Min(least, s.Fields[i].Extent(s.Scaling))
	}
	for i := range s.Fields {
		f := &s.Fields[i]
		f.Weight = math.Max(MinWeight, math.Min(least/f.Extent(s.Scaling), 1))
		if f.Weight == 1 {
			f.Weight = 0
		}
	}
}
