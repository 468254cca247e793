package schema

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// MaxD is the largest number of features. The exact second moment takes 8 bytes
// for each of d(d+1)/2 sums, 67 MB here, and its eigenvectors twice that: more
// does not fit beside them in a browser tab. The encoder's proof that a quantised
// record stays in its ball uses the limit as well.
const MaxD = 4096

// MinNormBound is the smallest norm bound other than 0: below it, dividing by the
// bound could overflow.
const MinNormBound = 1e-100

// MaxNormBound is the largest: above it the square of the bound could overflow.
const MaxNormBound = 1e100

// A Problem is one thing wrong with a schema, and what to do about it.
type Problem struct {
	Column  string // "" when it concerns no single column
	Message string
	Open    bool // nothing that is stated is wrong: bounds, levels or a type are left open, for people to state
}

// String is the message behind the column that it concerns.
func (p Problem) String() string {
	if p.Column == "" {
		return p.Message
	}
	return fmt.Sprintf("column %q: %s", p.Column, p.Message)
}

// Problems is everything wrong with a schema, in the order of its fields.
type Problems []Problem

// Error gives the first few problems and counts the others.
func (ps Problems) Error() string {
	const most = 3
	var b strings.Builder
	b.WriteString("schema: ")
	for i, p := range ps {
		if i == most {
			fmt.Fprintf(&b, "; and %d more", len(ps)-most)
			break
		}
		if i > 0 {
			b.WriteString("; ")
		}
		b.WriteString(p.String())
	}
	return b.String()
}

// mostOfAColumn bounds how many problems of one column's categories are stated.
const mostOfAColumn = 20

func (ps *Problems) add(column, format string, args ...any) {
	*ps = append(*ps, Problem{Column: column, Message: fmt.Sprintf(format, args...)})
}

// open adds what a column leaves open.
func (ps *Problems) open(column, format string, args ...any) {
	*ps = append(*ps, Problem{Column: column, Message: fmt.Sprintf(format, args...), Open: true})
}

// Wrong are the problems of what is stated: those that remain where people may state later what is open.
func (ps Problems) Wrong() Problems {
	return slices.DeleteFunc(slices.Clone(ps), func(p Problem) bool { return p.Open })
}

func (ps Problems) err() error {
	if len(ps) == 0 {
		return nil
	}
	return ps
}

// Validate reports everything that keeps the schema from encoding records, as
// Problems; nil when nothing does.
func (s *Schema) Validate() error {
	return s.problems(func() {}).err()
}

// Validate reports what keeps a column by itself from encoding records, under a scaling, as Problems; nil when nothing does.
func (f *Field) Validate(scaling Scaling) error {
	var ps Problems
	missing := map[string]bool{}
	for _, token := range f.MissingValues {
		missing[token] = true
	}
	fieldProblems(f, &ps, scaling, missing)
	return ps.err()
}

// problems calls pause between fields.
func (s *Schema) problems(pause func()) Problems {
	var ps Problems
	if len(s.Fields) == 0 {
		ps.open("", "no columns take part: state at least one")
	}
	if s.Source != PublicAddress(s.Source) {
		ps.add("", "the address of its source is none that a document may hold: leave it out, or give a web address without a query")
	}
	if wrong := s.Dialect.Problem(); wrong != "" {
		ps.add("", "%s", wrong)
	}
	missing := make(map[string]bool)
	for _, token := range s.Missing() {
		missing[token] = true
	}
	names := make(map[string]bool, len(s.Fields))
	for i := range s.Fields {
		pause()
		f := &s.Fields[i]
		name := strings.TrimSpace(f.Name)
		switch {
		case name == "":
			ps.add("", "field %d has no name: name it as in the file's header", i+1)
		case names[name]:
			ps.add(f.Name, "stated twice: keep one")
		case s.PersonColumn != "" && strings.TrimSpace(f.In()) == strings.TrimSpace(s.PersonColumn):
			ps.add(f.Name, "names the person, so it cannot be a feature as well: leave it out of the fields")
		}
		names[name] = true
		own := missing
		if f.MissingValues != nil {
			own = make(map[string]bool, len(f.MissingValues))
			for _, token := range f.MissingValues {
				own[token] = true
			}
		}
		fieldProblems(f, &ps, s.Scaling, own)
		if len(f.Recode) > 0 && !f.Levelled() && f.Column == "" {
			ps.add(f.Name, "only values of a column with levels can be recoded: state its type, or leave the recoding out")
		}
		if wrong := labelProblem(f); wrong != "" {
			ps.add(f.Name, "%s", wrong)
		}
		if f.BoundsFrom != "" && !f.BoundsFrom.known() {
			ps.add(f.Name, "bounds_from must be %q, %q, %q or %q", FromSchema, Typed, FromHost, FromData)
		}
	}
	listProblems(s, &ps)
	s.RowWeight.problems(s, &ps)
	s.featureProblems(&ps)
	s.ruleProblems(&ps)
	return ps
}

func fieldProblems(f *Field, ps *Problems, scaling Scaling, missing map[string]bool) {
	if w := f.Weight; w != 0 && !(w >= MinWeight && w <= 1) {
		ps.add(f.Name, "its weight must be from 0.001 to 1: only the ratio of weights counts, so give the largest 1")
	}
	if f.Kind == Date {
		if !slices.Contains(Parts[:], f.Part) {
			ps.add(f.Name, "the part of its dates must be days (none stated), %q, %q, %q, %q or %q", Year, Month, Weekday, MonthCycle, WeekdayCycle)
		}
		if wrong := formatProblem(f.Format, f.Part); wrong != "" {
			ps.add(f.Name, "%s", wrong)
		}
	}
	if d := (Dialect{Decimal: f.Decimal, Grouping: f.Grouping}); d.Problem() != "" {
		ps.add(f.Name, "%s", strings.Replace(d.Problem(), "dialect's", "column's", 2))
	}
	switch {
	case f.Bounded():
		lo, hi := f.Minimum, f.Maximum
		switch half := (hi - lo) / 2; {
		case math.IsNaN(lo) && math.IsNaN(hi):
			ps.open(f.Name, "needs a minimum and a maximum: state the least and the greatest value that are possible, from public knowledge")
		case math.IsNaN(lo):
			ps.open(f.Name, "needs a minimum: state the least value that is possible, from public knowledge")
		case math.IsNaN(hi):
			ps.open(f.Name, "needs a maximum: state the greatest value that is possible, from public knowledge")
		case math.IsInf(lo, 0) || math.IsInf(hi, 0):
			ps.add(f.Name, "the minimum and the maximum must be finite: state bounds that are possible, from public knowledge")
		case lo >= hi:
			ps.add(f.Name, "the minimum must be below the maximum: correct one of them, or leave the column out if it is constant")
		case math.IsInf(half, 0):
			ps.add(f.Name, "the minimum and the maximum are too far apart: use another unit")
		case half < 1e-300: // near there the division by it is no longer exact to rounding
			ps.add(f.Name, "the minimum and the maximum are too close together: use another unit")
		case f.Kind == Log && lo <= 0:
			ps.add(f.Name, "a logarithm needs a minimum above 0: state the least value that is possible, or take the signed logarithm")
		case f.Kind == Date && (DateOf(lo).Year == 0 || DateOf(hi).Year == 0):
			ps.add(f.Name, "the minimum and the maximum must be dates of the years 1 to 9999")
		default:
			if lo, hi = f.Range(); !(hi-lo >= 1e-9) && f.Kind != Number && f.Kind != Integer {
				ps.add(f.Name, "the minimum and the maximum are too close together: state bounds that are further apart, or leave the column out")
			}
		}
	case f.Kind == Date: // what is left of it has 12 values, or 7
	case f.Levelled():
		levelProblems(f, ps, missing)
		scoreProblems(f, ps)
		if wrong := recodeProblem(f, f.Enum, missing); wrong != "" {
			ps.add(f.Name, "%s", wrong)
		}
	case f.Kind == "":
		ps.open(f.Name, untyped)
	default:
		ps.add(f.Name, untyped)
	}
}

const untyped = "say whether it holds numbers or categories"

func scoreProblems(f *Field, ps *Problems) {
	if f.Scores == nil {
		return
	}
	if f.Kind != Ordinal || len(f.Scores) != len(f.Enum) {
		ps.add(f.Name, "it has %d scores for %d levels: state one for each level of an ordinal column, or none", len(f.Scores), len(f.Enum))
		return
	}
	for i, x := range f.Scores {
		if !(math.Abs(x) <= 1e15) || i > 0 && !(x-f.Scores[i-1] >= 1e-9) {
			ps.add(f.Name, "the scores of its levels must ascend: list the levels in order, and a larger score for each next one")
			return
		}
	}
}

func levelProblems(f *Field, ps *Problems, missing map[string]bool) {
	if len(f.Enum) < 2 {
		*ps = append(*ps, Problem{f.Name, "needs an enum of at least two categories: list those that are possible, from public knowledge, or leave the column out", len(f.Enum) == 0})
		return
	}
	if f.Spellings != nil && len(f.Spellings) != len(f.Enum) {
		ps.add(f.Name, "further spellings are listed of %d levels, and it has %d: list those of each level, or of none", len(f.Spellings), len(f.Enum))
		return
	}
	seen := make(map[string]bool, len(f.Enum))
	before := len(*ps)
	check := func(level string) {
		switch {
		case len(*ps)-before >= mostOfAColumn:
		case seen[level]:
			ps.add(f.Name, "the category %q is listed twice: keep one", level)
		case missing[level]:
			ps.add(f.Name, "the category %q is listed as a missing value too: take it out of one list", level)
		case level == "":
			ps.add(f.Name, "an empty cell is always a missing value: take it out of the categories")
		}
		seen[level] = true
	}
	for _, level := range f.Enum {
		check(level)
	}
	for _, others := range f.Spellings {
		for _, other := range others {
			check(other)
		}
	}
}

func (s *Schema) featureProblems(ps *Problems) {
	if d := s.D(); d > MaxD {
		ps.add("", "%d features are too many (at most %d): leave columns out, or merge categories", d, MaxD)
		return
	}
	if len(*ps) > 0 {
		return // a column that is stated twice would be reported again for each of its features
	}
	seen := make(map[string]bool)
	for _, name := range s.Features() {
		if seen[name] {
			ps.add("", "two features would be called %q: rename a column or a category", name)
		}
		seen[name] = true
	}
}

func (s *Schema) ruleProblems(ps *Problems) {
	if !s.BoundsFrom.known() {
		ps.add("", "bounds_from must be %q, %q, %q or %q", FromSchema, Typed, FromHost, FromData)
	}
	if s.Scaling != MaxAbs && s.Scaling != Affine {
		ps.add("", "scaling must be %q or %q", MaxAbs, Affine)
	}
	s.centreProblems(ps)
	if !slices.Contains([]NormRule{Clip, Unit, Pairs, Sign, Mean}, s.NormRule) {
		ps.add("", "norm_rule must be %q, %q, %q, %q or %q", Mean, Sign, Pairs, Clip, Unit)
	}
	if r := s.NormBound; math.IsNaN(r) || math.IsInf(r, 0) || r != 0 && (r < MinNormBound || r > MaxNormBound) {
		ps.add("", "the norm bound must be a positive number up to 1e100, or 0 for the bound that always holds")
	}
	if s.RowsPerPerson < 1 {
		ps.add("", "the number of rows per person must be at least 1")
	}
}

func (s *Schema) centreProblems(ps *Problems) {
	switch s.Centre {
	case CentreNone, CentreMidpoint:
		if s.Point != nil {
			ps.add("", "a centre_point is stated, but centre is not %q: state one centre", CentrePoint)
		}
	case CentrePoint:
		if d := s.D(); len(s.Point) != d {
			ps.add("", "centre_point holds %d numbers for %d features: state one for each", len(s.Point), d)
		}
		for _, x := range s.Point {
			if !(math.Abs(x) <= 1) {
				ps.add("", "centre_point holds a number that is not between -1 and 1: state it in scaled units")
				return
			}
		}
	default:
		ps.add("", "centre must be %q, %q or %q", CentreNone, CentreMidpoint, CentrePoint)
	}
}

func (p Provenance) known() bool { return slices.Contains(Provenances[:], p) }
