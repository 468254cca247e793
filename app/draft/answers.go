package draft

import (
	"slices"
	"strings"

	"privatepca/core/schema"
	"privatepca/core/typed"
)

// A Unit is the answer to who one person is.
type Unit string

// The units that can be answered.
const (
	UnitUnset  Unit = ""       // not said yet
	UnitRow    Unit = "row"    // each row is a different person
	UnitRows   Unit = "rows"   // one person may have several rows
	UnitColumn Unit = "column" // a column names the person
)

// Answers are all that the curator says is public about a file. They survive a
// restart of the worker, a wrong turn and another reading of the file.
type Answers struct {
	Unit         Unit
	Rows         typed.Count // m
	PersonColumn string
	PersonHint   string // the column that a schema file says names the person: no answer

	RowWeight    RowWeight
	DesignEffect DesignEffect

	Columns       []*Column // in the order of the file. Nobody changes one once it is made, so that earlier answers share it
	Source        string    // where the schema file was published, where it says so
	MissingValues []string  // cells that mean "no value"; nil means the empty cell

	Dialect schema.Dialect // as which the open file's text is read

	MissingTyped typed.List // the empty one where a schema file states them

	Rule       schema.NormRule
	RuleOpen   bool         // nobody chose the rule: it follows the forecast's recommendation
	Bound      typed.Number // R; empty means the bound that always holds
	boundKept  typed.Number // what was typed before another answer was chosen
	BoundTyped bool         // R is to be typed, also while nothing is
	BoundFrom  schema.Provenance
	Scaling    schema.Scaling
	Centre     schema.Centre
	Point      []float64 // with schema.CentrePoint, from a schema file
	PointFrom  schema.Provenance

	NormPrivate  bool  // R is drawn from the records, for a share of ε
	NormShare    Share // of ε
	NormQuantile Share // of the records, which are not clipped
	Mean         bool  // the centre is the private mean, for a share of ε
	CentreShare  Share // of ε

	Equal bool // every column counts equally: directions of the correlations

	SameExtent bool // every column reaches equally far: schema.WeighEqually, whatever weights are typed

	Tally Tally
}

// A Tally counts the columns by their answers.
type Tally struct {
	Numbers, Categories, LeftOut, Open, Features int
	From                                         map[schema.Provenance]int
}

// NewAnswers are those of a file of which only the header is known: no column is answered.
func NewAnswers(names []string) Answers {
	s := schema.New()
	a := Answers{
		Rule: schema.Mean, RuleOpen: true, Scaling: usualScaling(schema.Mean), Equal: true, Centre: s.Centre, BoundFrom: schema.Typed,
		NormShare: ReadShare("0.1"), NormQuantile: ReadShare("0.99"), CentreShare: ReadShare("0.1"),
	}
	for _, name := range names {
		a.Columns = append(a.Columns, Checked(Column{Name: name}))
	}
	a.Count()
	return a
}

// Count makes the tally anew, after a change of any column or of how they are encoded.
func (a *Answers) Count() {
	from := map[schema.Provenance]int{}
	t := Tally{From: from}
	for _, c := range a.Columns {
		if Apart(a, c) {
			t.LeftOut++
			continue
		}
		switch {
		case c.Kind == Category:
			t.Categories++
		case c.Kind == LeftOut:
			t.LeftOut++
		case c.TakesPart():
			t.Numbers++
		}
		if c.Fault != "" {
			t.Open++
		} else if c.TakesPart() {
			t.Features += c.Features()
			from[c.From]++
		}
	}
	a.Tally = t
}

// AlwaysFits is the R that no record passes.
func AlwaysFits(a *Answers) float64 { return a.Schema().AlwaysValidBound() }

// OfTable are the answers about the table as a whole: without those about columns.
func OfTable(a *Answers) Answers {
	bare := *a
	bare.Columns = nil
	return bare
}

// NamesPerson reports whether the column is the one that tells people apart: it
// is never a feature.
func (a *Answers) NamesPerson(c *Column) bool {
	return a.Unit == UnitColumn && strings.TrimSpace(c.Name) == a.PersonColumn
}

// Apart reports whether the column says something of its row, and is never a feature.
func Apart(a *Answers, c *Column) bool { return a.NamesPerson(c) || a.RowWeight.Weighs(c) }

// hasColumn reports whether the file has a column of that name.
func hasColumn(a *Answers, name string) bool {
	return slices.ContainsFunc(a.Columns, func(c *Column) bool { return strings.TrimSpace(c.Name) == name && name != "" })
}

// RowsPerPerson is m, or 0 while it is not answered.
func (a *Answers) RowsPerPerson() int {
	switch a.Unit {
	case UnitRow:
		return 1
	case UnitRows, UnitColumn:
		return a.Rows.From(1, 1e6)
	}
	return 0
}

// A Norm is the answer to how long a record may be.
type Norm int

const (
	NormAlways  Norm = iota // as long as the bounds allow
	NormTyped               // R, typed or from a schema file
	NormUnit                // 1, whatever it holds
	NormPrivate             // R is drawn from the records
)

// Norm is the answer to how long a record may be.
func (a *Answers) Norm() Norm {
	switch {
	case a.Rule == schema.Unit:
		return NormUnit
	case a.NormPrivate:
		return NormPrivate
	case !a.Bound.IsZero() || a.BoundTyped:
		return NormTyped
	}
	return NormAlways
}

func setNorm(a *Answers, n Norm) {
	if !a.Bound.IsZero() {
		a.boundKept = a.Bound
	}
	setRule(a, schema.Clip)
	a.NormPrivate, a.BoundTyped, a.Bound = n == NormPrivate, n == NormTyped, typed.Number{}
	switch n {
	case NormUnit:
		setRule(a, schema.Unit)
	case NormTyped:
		a.Bound = a.boundKept
	}
}

// personOf is the column that names the person, if the answer is that one does.
func personOf(a *Answers) string {
	if a.Unit == UnitColumn {
		return a.PersonColumn
	}
	return ""
}

// Stated are the answers without a length and a centre that were taken from the data. Column.Stated does the same for a column.
func (a Answers) Stated() Answers {
	if a.BoundFrom == schema.FromData {
		a.Bound, a.BoundFrom, a.BoundTyped, a.boundKept = typed.Number{}, schema.Typed, false, typed.Number{}
	}
	if a.PointFrom == schema.FromData {
		if a.Point, a.PointFrom = nil, schema.Typed; a.Centre == schema.CentrePoint {
			a.Centre = schema.CentreNone
		}
	}
	return a
}

// Schema states the answers as a schema; faulty columns are left out of it.
func (a *Answers) Schema() *schema.Schema {
	s := schema.New()
	s.MissingValues, s.Dialect = a.MissingValues, a.Dialect
	s.Scaling, s.Centre, s.NormRule = a.Scaling, a.PublicCentre(), a.Rule
	s.PersonColumn, s.RowsPerPerson = personOf(a), max(1, a.RowsPerPerson())
	s.RowWeight, s.BoundsFrom = a.RowWeight.Stated(), lengthFrom(a)
	if a.Rule == schema.Clip && !a.NormPrivate {
		s.NormBound = a.Bound.Or(0)
	}
	for _, c := range a.Columns {
		if c.TakesPart() && c.Fault == "" && !Apart(a, c) {
			s.Fields = append(s.Fields, c.fields()...)
		}
	}
	for i := range s.Fields {
		if f := &s.Fields[i]; f.Recode != nil && f.MissingValues == nil {
			for _, missing := range s.Missing() { // it counts as missing by the table's list
				delete(f.Recode, missing)
			}
		}
	}
	if a.SameExtent {
		s.WeighEqually()
	}
	for i := range s.Fields {
		if s.ProvenanceOf(&s.Fields[i]).Described() {
			s.Source = a.Source
			break
		}
	}
	if s.Centre == schema.CentrePoint {
		s.Point = a.Point
		if len(a.Point) != s.D() { // CentreFault says so
			s.Centre, s.Point = schema.CentreNone, nil
		}
	}
	return s
}

// lengthFrom is the least public provenance of the R and the centre that are in
// force: each keeps its own.
func lengthFrom(a *Answers) schema.Provenance {
	var stated []schema.Provenance
	if a.Rule == schema.Clip && !a.NormPrivate && !a.Bound.IsZero() {
		stated = append(stated, a.BoundFrom)
	}
	if a.PublicCentre() == schema.CentrePoint {
		stated = append(stated, a.PointFrom)
	}
	for _, worst := range schema.Provenances {
		if slices.Contains(stated, worst) {
			return worst
		}
	}
	return schema.Typed
}

// PublicCentre is the schema's: a private mean is measured from the middle of the
// bounds, where records are shortest and need least noise.
func (a *Answers) PublicCentre() schema.Centre {
	switch {
	case a.Rule == schema.Pairs, a.Rule == schema.Mean, a.Rule == schema.Sign && a.Centre != schema.CentrePoint:
		return schema.CentreNone
	case a.Mean && a.Rule != schema.Sign:
		return schema.CentreMidpoint
	}
	return a.Centre
}

// usualScaling is how numbers are scaled unless the reader or a schema says otherwise.
// Only differences count between rows of a pair and from a mean that is measured with weights of the columns, so a column's range is made one length, wherever it lies. The others
// are scaled as in the paper: a range of −1 to 1 would double what a number weighs beside a category, and the noise of
// a mean with it (insurance, ε = .1: .52 of the energy for .69).
func usualScaling(rule schema.NormRule) schema.Scaling {
	if rule == schema.Pairs || rule == schema.Mean {
		return schema.Affine
	}
	return schema.MaxAbs
}

// AboutMean reports whether the directions under a rule are those of variation about the mean.
func AboutMean(rule schema.NormRule) bool { return rule == schema.Pairs || rule.AboutMean() }

// Want answers the first question: with Mean, with Pairs, with Sign, or with Clip for the raw second moment,
// whose rule stays where it was one already. A scaling that is not the usual one stays.
func (a *Answers) Want(rule schema.NormRule) {
	if a.Rule == rule || !AboutMean(a.Rule) && !AboutMean(rule) {
		return
	}
	if a.Scaling == usualScaling(a.Rule) {
		a.Scaling = usualScaling(rule)
	}
	setRule(a, rule)
	a.Count()
}

// setRule takes a norm rule. Columns count equally under the rule mean; under the others they do once that is asked for.
func setRule(a *Answers, rule schema.NormRule) {
	if a.Rule != rule && (a.Rule == schema.Mean || rule == schema.Mean) {
		a.Equal = rule == schema.Mean
	}
	a.Rule = rule
}
