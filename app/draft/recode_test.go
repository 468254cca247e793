package draft

import (
	"strings"
	"testing"
	"time"

	"privatepca/core/plan"
	"privatepca/core/schema"
)

func recodable() *Draft {
	d := &Draft{Answers: NewAnswers([]string{"ok", "x"}), Choices: NewChoices(plan.Limits{})}
	a := &d.Answers
	a.Columns[0].SetKind(Category)
	a.Columns[0].SetLevels("yes\nno")
	a.Columns[1].SetKind(Number)
	a.Columns[1].SetMin("0")
	a.Columns[1].SetMax("1")
	a.SetUnit(UnitRow)
	return d
}

// A value that matches no level is read as decided, by the schema that the worker is given. No kept answer has it, and undo takes it back.
func TestDecidedValues(t *testing.T) {
	const value = "qzx"
	d := recodable()
	a, c := &d.Answers, &d.Answers.Columns[0]
	before := d.Keep([]string{"ok", "x"}).Encode(func() {})
	var h History
	h.Begin(a)
	for _, decision := range []Decision{"yes", MissingOne, OwnLevel, "no", LeaveValue} {
		Decide(c, value, decision)
		a.Count()
		if Decided(c, value) != decision || c.Fault != "" {
			t.Errorf("%q was decided as %q, fault %q", decision, Decided(c, value), c.Fault)
		}
		s := a.Schema()
		if err := s.Validate(); err != nil {
			t.Errorf("%q: %v", decision, err)
		}
		if holds := strings.Contains(string(s.Encode()), value); holds != (decision != LeaveValue) {
			t.Errorf("%q: the schema is %s", decision, s.Encode())
		}
		if private := s.WorstProvenance() != schema.FromData; private != (decision != OwnLevel) {
			t.Errorf("%q: levels from %q", decision, s.WorstProvenance())
		}
		if kept := d.Keep([]string{"ok", "x"}).Encode(func() {}); kept != before {
			t.Errorf("%q: kept answers are %s", decision, kept)
		}
		h.Note(a, time.Now())
	}
	if c.From != schema.Typed || len(c.Levels) != 2 {
		t.Errorf("left as %+v", c)
	}
	if _, ok := h.Undo(a); !ok || Decided(c, value) != "no" {
		t.Errorf("undone to %q", Decided(c, value))
	}
}

// Typing the other levels does not hide that one was taken from the data, and a level or a missing value that was stated since is no recoding.
func TestDecisionsFollowAnswers(t *testing.T) {
	d := recodable()
	c := &d.Answers.Columns[0]
	Decide(c, "own", OwnLevel)
	c.SetLevels("yes\nno\nperhaps\nown")
	if c.From != schema.FromData {
		t.Errorf("levels from %q", c.From)
	}
	c.SetLevels("yes\nno\nperhaps")
	if c.From != schema.Typed || Decided(c, "own") != LeaveValue {
		t.Errorf("without it: from %q, decided %q", c.From, Decided(c, "own"))
	}
	Decide(c, "ja", "perhaps")
	Decide(c, "nein", "no")
	Decide(c, "k. A.", MissingOne)
	c.SetLevels("yes\nno\nnein")
	d.Answers.SetMissing("k. A.")
	if s := d.Answers.Schema(); s.Validate() != nil || schema.Recodes(s) {
		t.Errorf("%v, %s", s.Validate(), s.Encode())
	}
}

// A configuration's recodings are taken over, and stated again.
func TestRecodingsReplay(t *testing.T) {
	d := recodable()
	Decide(&d.Answers.Columns[0], "ja", "yes")
	s := d.Answers.Schema()
	again := recodable()
	again.Answers.Adopt(s, func() {})
	if got := Decided(&again.Answers.Columns[0], "ja"); got != "yes" {
		t.Errorf("decided %q", got)
	}
}
