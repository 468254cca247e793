package draft_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"privatepca/app/draft"
	"privatepca/app/draft/drafttest"
	"privatepca/core/schema"
	"privatepca/core/typed"
)

func TestNothingIsAnsweredBeforehand(t *testing.T) {
	a := draft.NewAnswers([]string{"age", "sex"})
	if a.UnitFault() == "" || a.Tally.Open != 2 || a.RowsPerPerson() != 0 {
		t.Errorf("a new file has answers: %+v", a)
	}
	for _, c := range a.Columns {
		if c.Kind != draft.Unset || c.From != "" {
			t.Errorf("column %s has type %q and bounds from %q", c.Name, c.Kind, c.From)
		}
	}
	if got := len(a.MissingAnswers()); got != 2 {
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
		{"1,5", "2", true},
		{"1,500", "2", false}, // 1.5 or 1500?
	} {
		col := &draft.Column{Kind: draft.Number}
		drafttest.Set(col, draft.SetMin{Text: c.min}, draft.SetMax{Text: c.max})
		if (col.Fault == "") != c.good {
			t.Errorf("[%q, %q]: fault %q", c.min, c.max, col.Fault)
		}
	}
}

func TestLevelsFaults(t *testing.T) {
	for text, good := range map[string]bool{"a\nb": true, " a \n\n b \n": true, "": false, "a": false, "a\nb\na": false} {
		c := &draft.Column{Kind: draft.Category}
		drafttest.Set(c, draft.SetLevels{Lines: text})
		if (c.Fault == "") != good {
			t.Errorf("%q: fault %q", text, c.Fault)
		}
	}
}

func TestPersonMustBeAnsweredInFull(t *testing.T) {
	a := draft.NewAnswers([]string{"id", "x"})
	for _, c := range []struct {
		unit         draft.Unit
		rows, column string
		m            int
		good         bool
	}{
		{draft.UnitUnset, "", "", 0, false},
		{draft.UnitRow, "", "", 1, true},
		{draft.UnitRows, "", "", 0, false},
		{draft.UnitRows, "0", "", 0, false},
		{draft.UnitRows, "1.5", "", 0, false},
		{draft.UnitRows, "3", "", 3, true},
		{draft.UnitColumn, "3", "", 3, false},
		{draft.UnitColumn, "3", "nobody", 3, false},
		{draft.UnitColumn, "", "id", 0, false},
		{draft.UnitColumn, "2", "id", 2, true},
	} {
		a.Unit, a.Rows, a.PersonColumn = c.unit, typed.ReadCount(c.rows), c.column
		if a.RowsPerPerson() != c.m || (a.UnitFault() == "") != c.good {
			t.Errorf("%+v: m %d, fault %q", c, a.RowsPerPerson(), a.UnitFault())
		}
	}
}

// The column that names the person is no feature and needs no bounds.
func TestPersonColumnIsNoFeature(t *testing.T) {
	a := draft.NewAnswers([]string{"id", "x", "y"})
	for _, c := range a.Columns[1:] {
		drafttest.Set(c, draft.SetKind{Kind: draft.Number}, draft.SetMin{Text: "0"}, draft.SetMax{Text: "1"})
	}
	a.PersonColumn, a.Rows = "id", typed.ReadCount("2")
	drafttest.Answer(&a, draft.SetUnit{Unit: draft.UnitColumn})
	s := a.Schema()
	if len(a.MissingAnswers()) != 0 || s.D() != 2 || s.PersonColumn != "id" || s.RowsPerPerson != 2 {
		t.Errorf("lacks %v, schema %+v", a.MissingAnswers(), s)
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
	a := draft.NewAnswers([]string{"sex", "notes", "age"})
	note := a.Adopt(in, func() {})
	if a.Unit != draft.UnitUnset {
		t.Error("a schema file answered who one person is")
	}
	if a.Columns[1].Kind != draft.LeftOut || !strings.Contains(note, "notes") || !strings.Contains(note, "1 column that this file does not have") {
		t.Errorf("notes is %q; the note: %s", a.Columns[1].Kind, note)
	}
	out := a.Schema()
	if len(out.Fields) != 2 || out.Fields[0].Name != "sex" || !slices.Equal(out.Fields[0].Enum, []string{"f", "m"}) ||
		out.ProvenanceOf(&out.Fields[0]) != schema.Typed || out.ProvenanceOf(&out.Fields[1]) != schema.FromSchema {
		t.Errorf("fields %+v", out.Fields)
	}
	if out.NormBound != 2 || out.Centre != schema.CentreMidpoint || out.WorstProvenance() != schema.Typed {
		t.Errorf("schema %+v", out)
	}

	// Typing over a bound changes where it comes from.
	drafttest.Answer(&a, draft.SetMax{Column: 2, Text: "120"})
	if a.Columns[2].From != schema.Typed {
		t.Errorf("a typed bound comes from %q", a.Columns[2].From)
	}
}

func TestNormBoundFault(t *testing.T) {
	a := draft.NewAnswers([]string{"x"})
	a.Want(schema.Clip)
	for text, good := range map[string]bool{"": true, "2.5": true, "0": false, "-1": false, "x": false, "Inf": false} {
		if a.Bound = typed.ReadNumber(text); (a.Fault("norm_bound") == "") != good {
			t.Errorf("%q: fault %q", text, a.Fault("norm_bound"))
		}
	}
	a.Bound, a.Rule = typed.ReadNumber("x"), schema.Unit
	if a.Fault("norm_bound") != "" || a.Schema().NormBound != 0 {
		t.Error("R matters although every record is scaled to length 1")
	}
}

// Every step of the slider, as a keyboard makes it, moves ε and stays where it is.
func TestSliderKeepsItsSteps(t *testing.T) {
	var c draft.Choices
	for at, want := range map[float64]string{-2: "0.01", -1: "0.1", 0: "1", 1: "10", -.5: "0.3", .3: "2", -1.7: "0.02", -.9: "0.12", -.30000001: "0.5", -.2: "0.6"} {
		if c.Slide(at); c.Epsilon.Text() != want {
			t.Errorf("slider at %g gives ε = %s, want %s", at, c.Epsilon.Text(), want)
		}
	}
	seen := map[string]bool{}
	for i := -20; i <= 10; i++ {
		at := float64(i) / 10
		c.Slide(at)
		if math.Abs(c.Slider()-at) >= .005 {
			t.Errorf("ε = %s puts the slider at %g, want %g", c.Epsilon.Text(), c.Slider(), at)
		}
		if seen[c.Epsilon.Text()] || len(strings.Trim(c.Epsilon.Text(), "0.")) > 2 && !strings.Contains(c.Epsilon.Text(), ".") {
			t.Errorf("ε = %s at %g: the same again, or no round number", c.Epsilon.Text(), at)
		}
		seen[c.Epsilon.Text()] = true
	}
}

// The length of a record has one answer at a time; what was typed comes back.
func TestNormAnswers(t *testing.T) {
	a := draft.NewAnswers([]string{"x"})
	a.Want(schema.Clip)
	if a.Norm() != draft.NormAlways || a.Fault("norm_bound") != "" {
		t.Errorf("a new file: %d", a.Norm())
	}
	for _, n := range []draft.Norm{draft.NormTyped, draft.NormUnit, draft.NormPrivate, draft.NormAlways, draft.NormTyped} {
		drafttest.Answer(&a, draft.SetNorm{Norm: n})
		if a.Norm() != n || a.DrawsBound() != (n == draft.NormPrivate) || (a.Rule == schema.Unit) != (n == draft.NormUnit) {
			t.Errorf("after setNorm(%d): %d, rule %q", n, a.Norm(), a.Rule)
		}
		if n == draft.NormTyped && a.Bound.Text() == "" {
			if a.Fault("norm_bound") == "" {
				t.Error("no R is typed, and none is missing")
			}
			a.Bound, a.BoundFrom = typed.ReadNumber("2.5"), schema.FromSchema
		}
		if want := map[draft.Norm]float64{draft.NormTyped: 2.5}[n]; a.Schema().NormBound != want {
			t.Errorf("norm %d: the schema states R = %g", n, a.Schema().NormBound)
		}
	}
	if a.Bound.Text() != "2.5" || a.BoundFrom != schema.FromSchema {
		t.Errorf("R came back as %q from %q", a.Bound.Text(), a.BoundFrom)
	}
}

// The usual scaling comes with what is wanted; another that was chosen stays.
func TestTheScalingFollowsWhatIsWanted(t *testing.T) {
	a := draft.NewAnswers([]string{"x"})
	for _, step := range []struct {
		wanted schema.NormRule
		want   schema.Scaling
	}{{schema.Pairs, schema.Affine}, {schema.Clip, schema.MaxAbs}, {schema.Pairs, schema.Affine}} {
		if a.Want(step.wanted); a.Scaling != step.want || a.Rule != step.wanted {
			t.Errorf("%s: %s, %s, want %s", step.wanted, a.Rule, a.Scaling, step.want)
		}
	}
	a.Scaling = schema.MaxAbs // by hand
	if a.Want(schema.Clip); a.Scaling != schema.MaxAbs {
		t.Error("the scaling that was chosen is gone")
	}
	a.Rule, a.Scaling = schema.Unit, schema.Affine
	if a.Want(schema.Clip); a.Rule != schema.Unit || a.Scaling != schema.Affine {
		t.Errorf("what was wanted already changed it to %s, %s", a.Rule, a.Scaling)
	}
}
