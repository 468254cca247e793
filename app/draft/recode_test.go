package draft_test

import (
	"strings"
	"testing"
	"time"

	"privatepca/app/draft"
	"privatepca/app/draft/drafttest"
	"privatepca/app/keep"
	"privatepca/core/codebook"
	"privatepca/core/plan"
	"privatepca/core/schema"
)

func recodable() *draft.Draft {
	d := &draft.Draft{Answers: draft.NewAnswers([]string{"ok", "x"}), Choices: draft.NewChoices(plan.Limits{})}
	a := &d.Answers
	drafttest.Answer(a,
		draft.SetKind{Column: 0, Kind: draft.Category}, draft.SetLevels{Column: 0, Lines: "yes\nno"},
		draft.SetKind{Column: 1, Kind: draft.Number}, draft.SetMin{Column: 1, Text: "0"}, draft.SetMax{Column: 1, Text: "1"}, draft.SetUnit{Unit: draft.UnitRow})
	return d
}

// A value that matches no level is read as decided, by the schema that the worker is given. No kept answer has it, and undo takes it back.
func TestDecidedValues(t *testing.T) {
	const value = "qzx"
	d := recodable()
	a, c := &d.Answers, d.Answers.Columns[0]
	before := keep.Of(*d, []string{"ok", "x"}).Encode(func() {})
	h := keep.Since(*a)
	for _, decision := range []draft.Decision{"yes", draft.MissingOne, draft.OwnLevel, "no", draft.LeaveValue} {
		drafttest.Answer(a, draft.DecideValue{Value: value, As: decision})
		c = a.Columns[0]
		if draft.Decided(c, value) != decision || c.Fault != "" {
			t.Errorf("%q was decided as %q, fault %q", decision, draft.Decided(c, value), c.Fault)
		}
		s := a.Schema()
		if err := s.Validate(); err != nil {
			t.Errorf("%q: %v", decision, err)
		}
		if holds := strings.Contains(string(s.Encode()), value); holds != (decision != draft.LeaveValue) {
			t.Errorf("%q: the schema is %s", decision, s.Encode())
		}
		if private := s.WorstProvenance() != schema.FromData; private != (decision != draft.OwnLevel) {
			t.Errorf("%q: levels from %q", decision, s.WorstProvenance())
		}
		if kept := keep.Of(*d, []string{"ok", "x"}).Encode(func() {}); kept != before {
			t.Errorf("%q: kept answers are %s", decision, kept)
		}
		h = h.Note(*a, time.Now())
	}
	if c.From != schema.Typed || len(c.Levels) != 2 {
		t.Errorf("left as %+v", c)
	}
	if _, was, _, ok := h.Undo(*a); !ok || draft.Decided(was.Columns[0], value) != "no" {
		t.Errorf("undone to %q", draft.Decided(was.Columns[0], value))
	}
}

// Typing the other levels does not hide that one was taken from the data, and a level or a missing value that was stated since is no recoding.
func TestDecisionsFollowAnswers(t *testing.T) {
	d := recodable()
	c := d.Answers.Columns[0]
	drafttest.Set(c, draft.DecideValue{Value: "own", As: draft.OwnLevel}, draft.SetLevels{Lines: "yes\nno\nperhaps\nown"})
	if c.From != schema.FromData {
		t.Errorf("levels from %q", c.From)
	}
	drafttest.Set(c, draft.SetLevels{Lines: "yes\nno\nperhaps"})
	if c.From != schema.Typed || draft.Decided(c, "own") != draft.LeaveValue {
		t.Errorf("without it: from %q, decided %q", c.From, draft.Decided(c, "own"))
	}
	drafttest.Set(c,
		draft.DecideValue{Value: "ja", As: "perhaps"}, draft.DecideValue{Value: "nein", As: "no"},
		draft.DecideValue{Value: "k. A.", As: draft.MissingOne}, draft.SetLevels{Lines: "yes\nno\nnein"})
	drafttest.Answer(&d.Answers, draft.SetMissing{Lines: "k. A."})
	if s := d.Answers.Schema(); s.Validate() != nil || schema.Recodes(s) {
		t.Errorf("%v, %s", s.Validate(), s.Encode())
	}
}

// A configuration's recodings are taken over, and stated again.
func TestRecodingsReplay(t *testing.T) {
	d := recodable()
	drafttest.Set(d.Answers.Columns[0], draft.DecideValue{Value: "ja", As: "yes"})
	s := d.Answers.Schema()
	again := recodable()
	again.Answers.Adopt(s, func() {})
	if got := draft.Decided(again.Answers.Columns[0], "ja"); got != "yes" {
		t.Errorf("decided %q", got)
	}
}

// A level that was taken from the data stays one: also after a configuration brought it back, and after a codebook that lists no levels. No kept answer
// has it then either.
func TestLevelsOfTheDataStaySo(t *testing.T) {
	const value = "qzx"
	for name, again := range map[string]func(d *draft.Draft){
		"a configuration": func(d *draft.Draft) {
			parsed, err := schema.Parse(d.Answers.Schema().Encode())
			if err != nil {
				t.Fatal(err)
			}
			*d = *recodable()
			d.Answers.Adopt(parsed, func() {})
		},
		"a codebook without levels": func(d *draft.Draft) {
			f := schema.Field{Name: "ok", Kind: schema.Category, Complete: true}
			drafttest.Tell(d, draft.FillIn{Book: d.Answers.Preview("book", &codebook.Book{Schema: schema.New(f)}), Replace: true})
		},
	} {
		t.Run(name, func(t *testing.T) {
			d := recodable()
			drafttest.Tell(d, draft.DecideValue{Value: value, As: draft.OwnLevel})
			again(d)
			check := func(when string) {
				t.Helper()
				has := strings.Contains(string(d.Answers.Schema().Encode()), value)
				if s := d.Answers.Schema(); has && s.WorstProvenance() != schema.FromData {
					t.Errorf("%s: %v from %q", when, d.Answers.Columns[0].Levels, s.WorstProvenance())
				}
				if kept := keep.Of(*d, []string{"ok", "x"}).Encode(func() {}); strings.Contains(kept, value) {
					t.Errorf("%s: kept answers are %s", when, kept)
				}
			}
			check("at once")
			drafttest.Tell(d, draft.SetLevels{Lines: strings.Join(append(d.Answers.Columns[0].Levels, "perhaps"), "\n")})
			check("after another level")
		})
	}
}

// Bounds that came from the data, or from the site around the page, are what was typed once both were: also where the browser kept them meanwhile.
func TestBoundsStayWhereTheyCameFrom(t *testing.T) {
	for _, from := range []schema.Provenance{schema.FromData, schema.FromHost, schema.FromSchema, schema.Typed} {
		for _, reload := range []bool{false, true} {
			t.Run(string(from), func(t *testing.T) {
				d := &draft.Draft{Answers: draft.NewAnswers([]string{"x"}), Choices: draft.NewChoices(plan.Limits{})}
				d.Answers.Adopt(schema.New(schema.Field{Name: "x", Kind: schema.Number, Minimum: 0.37, Maximum: 97.1, BoundsFrom: from}), func() {})
				check := func(want schema.Provenance) {
					t.Helper()
					if got := d.Answers.Columns[0].From; got != want {
						t.Errorf("from %q, want %q", got, want)
					}
				}
				if check(from); reload {
					kept, err := keep.Decode(keep.Of(*d, []string{"x"}).Encode(func() {}), func() {})
					if err != nil {
						t.Fatal(err)
					}
					d.Answers = draft.NewAnswers([]string{"x"})
					*d = kept.TakeBack(*d, func() {})
				}
				one := schema.Typed
				if from == schema.FromData && !reload || from == schema.FromHost { // what came from the data is not kept
					one = from
				}
				drafttest.Tell(d, draft.SetMax{Text: "100"}, draft.SetMax{Text: "110"})
				check(one)
				drafttest.Tell(d, draft.SetMin{Text: "0"})
				check(schema.Typed)
			})
		}
	}
}
