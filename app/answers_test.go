package app

import (
	"math"
	"slices"
	"strings"
	"testing"

	"privatepca/core/privacy"
	"privatepca/core/schema"
)

func TestNothingIsAnsweredBeforehand(t *testing.T) {
	a := newAnswers([]string{"age", "sex"})
	if a.unitFault() == "" || a.tally.open != 2 || a.rowsPerPerson() != 0 {
		t.Errorf("a new file has answers: %+v", a)
	}
	for _, c := range a.columns {
		if c.kind != unset || c.from != "" {
			t.Errorf("column %s has type %q and bounds from %q", c.name, c.kind, c.from)
		}
	}
	if got := len(a.lacks()); got != 2 {
		t.Errorf("%d lacks, want the person and the columns", got)
	}
}

func TestBoundsFaults(t *testing.T) {
	for _, c := range []struct {
		min, max string
		good     bool
	}{
		{"0", "1", true},
		{"−1", "1e3", true},
		{" 2 ", "3", true},
		{"", "", false},
		{"0", "", false},
		{"", "1", false},
		{"1", "1", false},
		{"2", "1", false},
		{"a", "1", false},
		{"0", "Inf", false},
		{"NaN", "1", false},
		{"1,5", "2", false},
	} {
		col := Column{kind: number}
		col.setMin(c.min)
		col.setMax(c.max)
		if (col.fault == "") != c.good {
			t.Errorf("[%q, %q]: fault %q", c.min, c.max, col.fault)
		}
	}
}

func TestLevelsFaults(t *testing.T) {
	for text, good := range map[string]bool{"a\nb": true, " a \n\n b \n": true, "": false, "a": false, "a\nb\na": false} {
		c := Column{kind: category}
		c.setLevels(text)
		if (c.fault == "") != good {
			t.Errorf("%q: fault %q", text, c.fault)
		}
	}
}

func TestPersonMustBeAnsweredInFull(t *testing.T) {
	a := newAnswers([]string{"id", "x"})
	for _, c := range []struct {
		unit         unit
		rows, column string
		m            int
		good         bool
	}{
		{unitUnset, "", "", 0, false},
		{unitRow, "", "", 1, true},
		{unitRows, "", "", 0, false},
		{unitRows, "0", "", 0, false},
		{unitRows, "1.5", "", 0, false},
		{unitRows, "3", "", 3, true},
		{unitColumn, "3", "", 3, false},
		{unitColumn, "3", "nobody", 3, false},
		{unitColumn, "", "id", 0, false},
		{unitColumn, "2", "id", 2, true},
	} {
		a.unit, a.rows, a.personColumn = c.unit, c.rows, c.column
		if a.rowsPerPerson() != c.m || (a.unitFault() == "") != c.good {
			t.Errorf("%+v: m %d, fault %q", c, a.rowsPerPerson(), a.unitFault())
		}
	}
}

// The column that names the person is no feature and needs no bounds.
func TestPersonColumnIsNoFeature(t *testing.T) {
	a := newAnswers([]string{"id", "x", "y"})
	for i := range a.columns[1:] {
		c := &a.columns[1+i]
		c.setKind(number)
		c.setMin("0")
		c.setMax("1")
	}
	a.personColumn, a.rows = "id", "2"
	a.setUnit(unitColumn)
	s := a.schema()
	if len(a.lacks()) != 0 || s.D() != 2 || s.PersonColumn != "id" || s.RowsPerPerson != 2 {
		t.Errorf("lacks %v, schema %+v", a.lacks(), s)
	}
	if err := s.Validate(); err != nil {
		t.Error(err)
	}
}

func TestSchemaGoesInAndOut(t *testing.T) {
	in := schema.New(
		schema.Field{Name: "age", Kind: schema.Number, Minimum: 0, Maximum: 110},
		schema.Field{Name: "sex", Kind: schema.Category, Enum: []string{"f", "m"}, BoundsFrom: schema.Typed},
		schema.Field{Name: "not here", Kind: schema.Number, Minimum: 0, Maximum: 1},
	)
	in.BoundsFrom, in.NormBound, in.Centre = schema.FromSchema, 2, schema.CentreMidpoint
	a := newAnswers([]string{"sex", "notes", "age"})
	note := a.adopt(in, func() {})
	if a.unit != unitUnset {
		t.Error("a schema file answered who one person is")
	}
	if a.columns[1].kind != leftOut || !strings.Contains(note, "notes") || !strings.Contains(note, "1 column that this file does not have") {
		t.Errorf("notes is %q; the note: %s", a.columns[1].kind, note)
	}
	out := a.schema()
	if len(out.Fields) != 2 || out.Fields[0].Name != "sex" || !slices.Equal(out.Fields[0].Enum, []string{"f", "m"}) ||
		out.ProvenanceOf(&out.Fields[0]) != schema.Typed || out.ProvenanceOf(&out.Fields[1]) != schema.FromSchema {
		t.Errorf("fields %+v", out.Fields)
	}
	if out.NormBound != 2 || out.Centre != schema.CentreMidpoint || out.WorstProvenance() != schema.Typed {
		t.Errorf("schema %+v", out)
	}

	// Typing over a bound changes where it comes from.
	a.columns[2].setMax("120")
	if a.columns[2].from != schema.Typed {
		t.Errorf("a typed bound comes from %q", a.columns[2].from)
	}
}

// Bounds from the data make the whole statement "not private", and editing one of
// them does not make the others public.
func TestBoundsFromTheDataAreNotPrivate(t *testing.T) {
	s := newState(&stage{}, &plain{})
	s.draft.answers = newAnswers([]string{"x", "y"})
	in := schema.New(schema.Field{Name: "x", Kind: schema.Number, Minimum: 0, Maximum: 1}, schema.Field{Name: "y", Kind: schema.Number, Minimum: 0, Maximum: 1})
	in.BoundsFrom = schema.FromData
	s.draft.answers.adopt(in, func() {})
	s.draft.answers.columns[0].setMax("2")
	s.draft.answers.count()
	if got := s.draft.statement().String(); !strings.Contains(got, "not private") {
		t.Errorf("the statement: %s", got)
	}
	s.draft.answers.columns[1].setMin("-1")
	s.draft.answers.count()
	if got := s.draft.statement().String(); strings.Contains(got, "not private") {
		t.Errorf("every bound is typed, yet: %s", got)
	}
}

func TestNormBoundFault(t *testing.T) {
	a := newAnswers([]string{"x"})
	a.want(schema.Clip)
	for text, good := range map[string]bool{"": true, "2.5": true, "0": false, "-1": false, "x": false, "Inf": false} {
		if a.bound = text; (a.boundFault() == "") != good {
			t.Errorf("%q: fault %q", text, a.boundFault())
		}
	}
	a.bound, a.rule = "x", schema.Unit
	if a.boundFault() != "" || a.schema().NormBound != 0 {
		t.Error("R matters although every record is scaled to length 1")
	}
}

// Every step of the slider, as a keyboard makes it, moves ε and stays where it is.
func TestSliderKeepsItsSteps(t *testing.T) {
	var c Choices
	for at, want := range map[float64]string{-2: "0.01", -1: "0.1", 0: "1", 1: "10", -.5: "0.316", .3: "2", -1.7: "0.02"} {
		if c.slide(at); c.epsilon != want {
			t.Errorf("slider at %g gives ε = %s, want %s", at, c.epsilon, want)
		}
	}
	for i := -200; i <= 100; i++ {
		at := float64(i) / 100
		c.slide(at)
		if math.Abs(c.slider()-at) >= .005 {
			t.Errorf("ε = %s puts the slider at %g, want %g", c.epsilon, c.slider(), at)
		}
	}
}

// R and a centre point keep each their own provenance: typing one does not make
// the other public.
func TestTypingRDoesNotMakeTheCentrePublic(t *testing.T) {
	s, _, _ := opened(t)
	stated := schema.New(
		schema.Field{Name: "age", Kind: schema.Number, Minimum: 0, Maximum: 110, BoundsFrom: schema.FromSchema},
		schema.Field{Name: "sex", Kind: schema.Category, Enum: []string{"f", "m"}, BoundsFrom: schema.FromSchema},
	)
	stated.BoundsFrom, stated.Centre, stated.Point = schema.FromData, schema.CentrePoint, []float64{.3, .5, .5}
	s.draft.answers.adopt(stated, func() {})
	for _, bound := range []string{"", "1"} {
		s.draft.answers.bound, s.draft.answers.boundFrom = bound, schema.Typed
		if got := s.draft.answers.schema().WorstProvenance(); got != schema.FromData {
			t.Errorf("R = %q: the schema sent says %q of a centre from the data", bound, got)
		}
		if got := s.draft.claim(); got != privacy.NotPrivate {
			t.Errorf("R = %q: the page claims %q", bound, got)
		}
	}
	s.draft.answers.centre = schema.CentreNone
	if got := s.draft.claim(); got == privacy.NotPrivate {
		t.Error("a centre that is not used undoes the claim")
	}
}

// The length of a record has one answer at a time; what was typed comes back.
func TestNormAnswers(t *testing.T) {
	a := newAnswers([]string{"x"})
	a.want(schema.Clip)
	if a.norm() != normAlways || a.boundFault() != "" {
		t.Errorf("a new file: %d", a.norm())
	}
	for _, n := range []norm{normTyped, normUnit, normPrivate, normAlways, normTyped} {
		a.setNorm(n)
		if a.norm() != n || a.drawsBound() != (n == normPrivate) || (a.rule == schema.Unit) != (n == normUnit) {
			t.Errorf("after setNorm(%d): %d, rule %q", n, a.norm(), a.rule)
		}
		if n == normTyped && a.bound == "" {
			if a.boundFault() == "" {
				t.Error("no R is typed, and none is missing")
			}
			a.bound, a.boundFrom = "2.5", schema.FromSchema
		}
		if want := map[norm]float64{normTyped: 2.5}[n]; a.schema().NormBound != want {
			t.Errorf("norm %d: the schema states R = %g", n, a.schema().NormBound)
		}
	}
	if a.bound != "2.5" || a.boundFrom != schema.FromSchema {
		t.Errorf("R came back as %q from %q", a.bound, a.boundFrom)
	}
}

// What a schema file does not state stays as it was answered.
func TestSchemaFilesLeaveTheRulesTheyDoNotState(t *testing.T) {
	s, _, _ := opened(t)
	for text, want := range map[string]schema.NormRule{
		`{"fields":[{"name":"age","constraints":{"minimum":0,"maximum":1}}]}`:                                   schema.Pairs,
		`{"privatepca":{"norm_rule":"unit"},"fields":[{"name":"age","constraints":{"minimum":0,"maximum":1}}]}`: schema.Unit,
	} {
		s.draft.answers.rule = schema.Pairs
		s.adopt([]byte(text))
		if s.draft.answers.rule != want {
			t.Errorf("%s: rule %q, want %q", text, s.draft.answers.rule, want)
		}
	}
}

// The usual scaling comes with what is wanted; another that was chosen stays.
func TestTheScalingFollowsWhatIsWanted(t *testing.T) {
	a := newAnswers([]string{"x"})
	for _, step := range []struct {
		wanted schema.NormRule
		want   schema.Scaling
	}{{schema.Pairs, schema.Affine}, {schema.Clip, schema.MaxAbs}, {schema.Pairs, schema.Affine}} {
		if a.want(step.wanted); a.scaling != step.want || a.rule != step.wanted {
			t.Errorf("%s: %s, %s, want %s", step.wanted, a.rule, a.scaling, step.want)
		}
	}
	a.scaling = schema.MaxAbs // by hand
	if a.want(schema.Clip); a.scaling != schema.MaxAbs {
		t.Error("the scaling that was chosen is gone")
	}
	a.rule, a.scaling = schema.Unit, schema.Affine
	if a.want(schema.Clip); a.rule != schema.Unit || a.scaling != schema.Affine {
		t.Errorf("what was wanted already changed it to %s, %s", a.rule, a.scaling)
	}
}
