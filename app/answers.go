package app

import (
	"slices"
	"strings"

	"privatepca/core/schema"
)

// A unit is the answer to who one person is.
type unit string

const (
	unitUnset  unit = ""
	unitRow    unit = "row"    // each row is a different person
	unitRows   unit = "rows"   // one person may have several rows
	unitColumn unit = "column" // a column names the person
)

// Answers are all that the curator says is public about a file. They survive a
// restart of the worker, a wrong turn and another reading of the file.
type Answers struct {
	unit         unit
	rows         string // m, as typed
	personColumn string
	personHint   string // the column that a schema file says names the person: no answer

	columns []Column
	source  string   // where the schema file was published, where it says so
	missing []string // cells that mean "no value"; nil means the empty cell

	missingTyped string // as typed, one a line; "" where a schema file states them

	rule       schema.NormRule
	bound      string // R, as typed; empty means the bound that always holds
	boundKept  string // what was typed before another answer was chosen
	boundTyped bool   // R is to be typed, also while nothing is
	boundFrom  schema.Provenance
	scaling    schema.Scaling
	centre     schema.Centre
	point      []float64 // with schema.CentrePoint, from a schema file
	pointFrom  schema.Provenance

	normPrivate  bool  // R is drawn from the records, for a share of ε
	normShare    share // of ε
	normQuantile share // of the records, which are not clipped
	mean         bool  // the centre is the private mean, for a share of ε
	centreShare  share // of ε

	tally tally
}

// A tally counts the columns by their answers.
type tally struct {
	numbers, categories, leftOut, open, selected, features int
	from                                                   map[schema.Provenance]int
	alwaysFits                                             float64 // the R that no record passes
}

func newAnswers(names []string) Answers {
	s := schema.New()
	a := Answers{
		rule: schema.Pairs, scaling: usualScaling(schema.Pairs), centre: s.Centre, boundFrom: schema.Typed,
		normShare: "0.1", normQuantile: "0.99", centreShare: "0.1",
	}
	a.columns = make([]Column, len(names))
	for i, name := range names {
		a.columns[i].name = name
		a.columns[i].check()
	}
	a.count()
	return a
}

// count makes the tally anew, after a change of any column or of how they are encoded.
func (a *Answers) count() {
	t := tally{from: map[schema.Provenance]int{}}
	for i := range a.columns {
		c := &a.columns[i]
		if a.namesPerson(c) {
			t.leftOut++
			continue
		}
		switch c.kind {
		case number:
			t.numbers++
		case category:
			t.categories++
		case leftOut:
			t.leftOut++
		}
		if c.fault != "" {
			t.open++
		} else if c.takesPart() {
			t.features += c.features()
			t.from[c.from]++
		}
		if c.selected {
			t.selected++
		}
	}
	t.alwaysFits = a.schema().AlwaysValidBound()
	a.tally = t
}

// namesPerson reports whether the column is the one that tells persons apart: it
// is never a feature.
func (a *Answers) namesPerson(c *Column) bool {
	return a.unit == unitColumn && strings.TrimSpace(c.name) == a.personColumn
}

// setUnit answers who one person is.
func (a *Answers) setUnit(u unit) {
	a.unit = u
	a.count()
}

// rowsPerPerson is m, or 0 while it is not answered.
func (a *Answers) rowsPerPerson() int {
	switch a.unit {
	case unitRow:
		return 1
	case unitRows, unitColumn:
		if m, ok := parseNumber(a.rows); ok && m >= 1 && m <= 1e6 && m == float64(int(m)) {
			return int(m)
		}
	}
	return 0
}

// A norm is the answer to how long a record may be.
type norm int

const (
	normAlways  norm = iota // as long as the bounds allow
	normTyped               // R, typed or from a schema file
	normUnit                // 1, whatever it holds
	normPrivate             // R is drawn from the records
)

func (a *Answers) norm() norm {
	switch {
	case a.rule == schema.Unit:
		return normUnit
	case a.normPrivate:
		return normPrivate
	case a.bound != "" || a.boundTyped:
		return normTyped
	}
	return normAlways
}

// setNorm answers how long a record may be. A bound that was typed comes back with
// its question.
func (a *Answers) setNorm(n norm) {
	if a.bound != "" {
		a.boundKept = a.bound
	}
	a.rule, a.normPrivate, a.boundTyped, a.bound = schema.Clip, n == normPrivate, n == normTyped, ""
	switch n {
	case normUnit:
		a.rule = schema.Unit
	case normTyped:
		a.bound = a.boundKept
	}
}

// person is the column that names the person, if the answer is that one does.
func (a *Answers) person() string {
	if a.unit == unitColumn {
		return a.personColumn
	}
	return ""
}

// schema states the answers as a schema; faulty columns are left out of it.
func (a *Answers) schema() *schema.Schema {
	s := schema.New()
	s.MissingValues = a.missing
	s.Scaling, s.Centre, s.NormRule = a.scaling, a.publicCentre(), a.rule
	s.PersonColumn, s.RowsPerPerson = a.person(), max(1, a.rowsPerPerson())
	s.BoundsFrom = a.lengthFrom()
	if a.rule == schema.Clip && !a.normPrivate {
		s.NormBound = numberOr(a.bound, 0)
	}
	for i := range a.columns {
		if c := &a.columns[i]; c.takesPart() && c.fault == "" && !a.namesPerson(c) {
			s.Fields = append(s.Fields, c.field())
		}
	}
	for i := range s.Fields {
		if s.ProvenanceOf(&s.Fields[i]) == schema.FromSchema {
			s.Source = a.source
			break
		}
	}
	if s.Centre == schema.CentrePoint {
		s.Point = a.point
		if len(a.point) != s.D() { // centreFault says so
			s.Centre, s.Point = schema.CentreNone, nil
		}
	}
	return s
}

// lengthFrom is the least public provenance of the R and the centre that are in
// force: each keeps its own.
func (a *Answers) lengthFrom() schema.Provenance {
	var stated []schema.Provenance
	if a.rule == schema.Clip && !a.normPrivate && a.bound != "" {
		stated = append(stated, a.boundFrom)
	}
	if a.publicCentre() == schema.CentrePoint {
		stated = append(stated, a.pointFrom)
	}
	for _, worst := range []schema.Provenance{schema.FromData, schema.Typed} {
		if slices.Contains(stated, worst) {
			return worst
		}
	}
	if len(stated) == 0 {
		return schema.Typed
	}
	return schema.FromSchema
}

// publicCentre is the schema's: a private mean is measured from the middle of the
// bounds, where records are shortest and need least noise.
func (a *Answers) publicCentre() schema.Centre {
	switch {
	case a.rule == schema.Pairs:
		return schema.CentreNone
	case a.mean:
		return schema.CentreMidpoint
	}
	return a.centre
}

// usualScaling is how numbers are scaled unless the reader or a schema says otherwise.
// Only differences count between rows of a pair, so a column's range is made one length,
// wherever it lies; the raw second moment is the paper's.
func usualScaling(rule schema.NormRule) schema.Scaling {
	if rule == schema.Pairs {
		return schema.Affine
	}
	return schema.MaxAbs
}

// want answers the first question: with Pairs, or with Clip for the raw second moment,
// whose rule stays where it was one already. A scaling that is not the usual one stays.
func (a *Answers) want(rule schema.NormRule) {
	if (a.rule == schema.Pairs) == (rule == schema.Pairs) {
		return
	}
	if a.scaling == usualScaling(a.rule) {
		a.scaling = usualScaling(rule)
	}
	a.rule = rule
	a.count()
}

// setMissing takes the cells that mean "no value", one a line. An empty cell is one
// in any case.
func (a *Answers) setMissing(lines string) {
	a.missing, a.missingTyped = splitLevels(lines), lines
}
