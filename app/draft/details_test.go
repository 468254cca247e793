package draft_test

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"

	"privatepca/app/draft"
	"privatepca/app/draft/drafttest"
	"privatepca/app/keep"
	"privatepca/core/codebook"
	"privatepca/core/dataset/datasettest"
	"privatepca/core/schema"
	"privatepca/core/typed"
)

// What a schema of every type states is taken over, kept, given back, taken back again, and stated as it was.
func TestAnswersHoldEveryType(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 9))
	for range 40 {
		s := datasettest.EveryType(rng)
		var names []string
		for i := range s.Fields {
			names = append(names, s.Fields[i].Name)
			if m := s.Fields[i].MissingValues; len(m) > 0 { // on the page they are typed without spaces around them
				s.Fields[i].MissingValues = m[:3]
			}
		}
		d := &draft.Draft{}
		d.Answers = draft.NewAnswers(names)
		d.Answers.Adopt(s, func() {})
		if d.Answers.Tally.Open != 0 {
			t.Fatalf("open: %+v", d.Answers.Columns)
		}
		want := schema.New(s.Fields...).Encode()
		stated := func(a *draft.Answers) []byte {
			out := schema.New(a.Schema().Fields...)
			for i := range out.Fields {
				out.Fields[i].BoundsFrom = ""
			}
			return out.Encode()
		}
		if got := stated(&d.Answers); !bytes.Equal(got, want) {
			t.Fatalf("stated\n%s, want\n%s", got, want)
		}
		kept, err := keep.Decode(keep.Of(*d, names).Encode(func() {}), func() {})
		if err != nil {
			t.Fatal(err)
		}
		again := &draft.Draft{}
		again.Answers = draft.NewAnswers(names)
		*again = kept.TakeBack(*again, func() {})
		if got := stated(&again.Answers); !bytes.Equal(got, want) {
			t.Fatalf("kept\n%s, want\n%s", got, want)
		}
		if book := again.Answers.Preview("", &codebook.Book{Schema: s}); book.Same != len(s.Fields) {
			t.Errorf("the same schema fills %v, conflicts in %v", book.Fills, book.Conflicts)
		}
	}
}

// What is typed about a column of each type, and what is wrong with it.
func TestTypesAsTyped(t *testing.T) {
	a := draft.NewAnswers([]string{"x", "y"})
	c := a.Columns[0]
	fault := func(want string) {
		t.Helper()
		if want == "" && c.Fault != "" || !strings.Contains(c.Fault, want) {
			t.Errorf("%s: %q, want %q", c.Kind, c.Fault, want)
		}
	}
	drafttest.Set(c, draft.SetKind{Kind: draft.Date})
	fault("no bounds yet")
	drafttest.Set(c, draft.SetMin{Text: "2020-02-30"}, draft.SetMax{Text: "2021-01-01"})
	fault("2020-01-31")
	drafttest.Set(c, draft.SetMin{Text: "2020-02-29"})
	fault("")
	if f := a.Schema().Fields[0]; schema.FormatDate(f.Minimum) != "2020-02-29" || schema.FormatDate(f.Maximum) != "2021-01-01" {
		t.Errorf("bounds %+v", f)
	}
	drafttest.Set(c, drafttest.Details(0, draft.Details{Part: schema.Year})...)
	drafttest.Set(c, draft.SetMin{Text: "1990"})
	fault("")
	drafttest.Set(c, drafttest.Details(0, draft.Details{Part: schema.WeekdayCycle})...)
	fault("")
	if c.Features() != 2 || a.Schema().D() != 2 {
		t.Errorf("a cycle has %d features", c.Features())
	}
	drafttest.Set(c, draft.SetKind{Kind: draft.Log}, draft.SetMin{Text: "0"}, draft.SetMax{Text: "10"})
	fault("above 0")
	drafttest.Set(c, draft.SetMin{Text: "0,5"})
	fault("")
	drafttest.Set(c, draft.SetKind{Kind: draft.Ordinal}, draft.SetLevels{Lines: "low\nhigh"})
	drafttest.Set(c, drafttest.Details(0, draft.Details{Scores: typed.ReadList("1\n1")})...)
	fault("ascend")
	drafttest.Set(c, drafttest.Details(0, draft.Details{Scores: typed.ReadList("1")})...)
	fault("one score for each level")
	drafttest.Set(c, drafttest.Details(0, draft.Details{Scores: typed.ReadList("1\n2.5"), Weight: typed.ReadNumber("2")})...)
	fault("weight")
	drafttest.Set(c, drafttest.Details(0, draft.Details{Scores: typed.ReadList("1\n2.5"), Weight: typed.ReadNumber("0.5"), Own: true, Missing: typed.ReadList("high")})...)
	fault("missing value")
	drafttest.Set(c, drafttest.Details(0, draft.Details{Scores: typed.ReadList("1\n2.5"), Weight: typed.ReadNumber("0.5"), Own: true, Missing: typed.ReadList("-9")})...)
	fault("")
	if f := a.Schema().Fields[0]; len(f.Scores) != 2 || f.Weight != .5 || len(f.MissingValues) != 2 {
		t.Errorf("details %+v", f)
	}
	drafttest.Set(c, draft.SetBoolean{})
	fault("")
	if f := a.Schema().Fields[0]; f.Kind != schema.Category || len(f.Spellings) != 2 || f.Scores != nil {
		t.Errorf("true or false is %+v", f)
	}
}

// "Every column reaches equally far" weighs columns, and comes back with the answers.
func TestEqualWeights(t *testing.T) {
	d := &draft.Draft{}
	d.Answers = draft.NewAnswers([]string{"x", "y"})
	a := &d.Answers
	a.Scaling = schema.Affine
	drafttest.Answer(a,
		draft.SetKind{Column: 0, Kind: draft.Number}, draft.SetMin{Column: 0, Text: "0"}, draft.SetMax{Column: 0, Text: "1"},
		draft.SetKind{Column: 1, Kind: draft.Category}, draft.SetLevels{Column: 1, Lines: "a\nb"})
	if f := a.Schema().Fields; f[0].Weight != 0 || f[1].Weight != 0 {
		t.Errorf("as scaled: %+v", f)
	}
	a.SameExtent = true
	a.Count()
	if f := a.Schema().Fields; f[0].Weight < .707 || f[0].Weight > .708 || f[1].Weight != 0 {
		t.Errorf("equal: %+v", f)
	}
	kept, err := keep.Decode(keep.Of(*d, []string{"x", "y"}).Encode(func() {}), func() {})
	if err != nil {
		t.Fatal(err)
	}
	again := &draft.Draft{}
	again.Answers = draft.NewAnswers([]string{"x", "y"})
	if *again = kept.TakeBack(*again, func() {}); !again.Answers.SameExtent {
		t.Error("the choice is lost")
	}
}
