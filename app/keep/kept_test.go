package keep

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"privatepca/app/draft"
	"privatepca/app/draft/drafttest"
	"privatepca/core/codebook"
	"privatepca/core/method"
	"privatepca/core/plan"
	"privatepca/core/schema"
	"privatepca/core/typed"
)

func none() {}

// What is kept is given back to the same header, to the letter and with where it came from.
func TestKeptAnswersComeBack(t *testing.T) {
	names := []string{"age", "height", "sex"}
	d := drafttest.Described(schema.Clip)
	drafttest.Answer(&d.Answers, draft.SetMin{Column: 0, Text: "not a number yet"}, draft.SetMissing{Lines: "NA\n-9"}, draft.SetNorm{Norm: draft.NormTyped})
	d.Answers.Bound, d.Answers.Equal = typed.ReadNumber("1,2"), true
	d.Choices.Epsilon, d.Choices.Wanted = typed.ReadNumber("0,25"), typed.ReadPercent("80 %")
	kept := Of(*d, names)
	text := kept.Encode(none)
	read, err := Decode(text, none)
	if err != nil {
		t.Fatal(err)
	}
	again := &draft.Draft{Answers: draft.NewAnswers(names), Choices: draft.NewChoices(plan.Limits{})}
	*again = read.TakeBack(*again, none)
	if got := Of(*again, names).Encode(none); got != text {
		t.Errorf("came back as\n%s\nkept was\n%s", got, text)
	}
	if again.Answers.Columns[0].Fault == "" || again.Answers.Tally.Open != 1 {
		t.Error("an answer that was wrong is right now")
	}
	most := .1
	again.Limits.Epsilon = &most
	*again = read.TakeBack(*again, none)
	if again.Choices.Epsilon.Text() != "0.1" {
		t.Errorf("ε = %s came back beyond the portal's cap", again.Choices.Epsilon.Text())
	}
}

// Labels are kept, also of columns without a type, and undo takes them back.
func TestLabelsAreKept(t *testing.T) {
	names := []string{"age", "sex"}
	d := &draft.Draft{Answers: draft.NewAnswers(names), Choices: draft.NewChoices(plan.Limits{})}
	h := Since(d.Answers)
	s := schema.New(schema.Field{Name: "sex", Kind: schema.Category, Enum: []string{"1", "2"}, Label: "Sex", LevelLabels: map[string]string{"1": "male"}})
	drafttest.Tell(d, draft.FillIn{Book: d.Answers.Preview("book", &codebook.Book{Schema: s})})
	d.Answers.Columns[0] = draft.Checked(draft.Column{Name: "age", Label: "Age"})
	h = h.Note(d.Answers, time.Now())
	kept, err := Decode(Of(*d, names).Encode(none), none)
	if err != nil || kept.Answered != 1 {
		t.Fatalf("%+v, %v", kept, err)
	}
	again := &draft.Draft{Answers: draft.NewAnswers(names), Choices: draft.NewChoices(plan.Limits{})}
	*again = kept.TakeBack(*again, none)
	for _, a := range []*draft.Answers{&d.Answers, &again.Answers} {
		if c := a.Columns[1]; a.Columns[0].Label != "Age" || c.Label != "Sex" || c.LevelLabels["1"] != "male" {
			t.Errorf("%+v", a.Columns)
		}
	}
	if f := d.Answers.Schema().Fields; len(f) != 1 || f[0].Label != "Sex" || f[0].LevelLabels["1"] != "male" {
		t.Errorf("the schema of the answers: %+v", f)
	}
	if _, was, _, ok := h.Undo(d.Answers); !ok || was.Columns[0].Label != "" || was.Columns[1].LevelLabels != nil || d.Answers.Columns[1].LevelLabels == nil {
		t.Errorf("after undo: %+v", was.Columns)
	}
}

// Whether somebody chose k is kept. What an earlier version kept, or a config states, was chosen.
func TestKeptWhoChoseK(t *testing.T) {
	names := []string{"age"}
	for _, open := range []bool{true, false} {
		d := &draft.Draft{Answers: draft.NewAnswers(names), Choices: draft.NewChoices(plan.Limits{})}
		d.Choices.K, d.Choices.KOpen = typed.ReadCount("4"), open
		kept, err := Decode(Of(*d, names).Encode(none), none)
		if err != nil || kept.Choices.KOpen != open {
			t.Errorf("k filled in: %t, came back as %t, %v", open, kept.Choices.KOpen, err)
		}
		if d.Choices.Restore(plan.Choices{Mechanism: method.Default, K: 3}); d.Choices.KOpen || d.Choices.K.Text() != "3" {
			t.Errorf("of a config: k = %s, filled in: %t", d.Choices.K.Text(), d.Choices.KOpen)
		}
	}
	kept, err := Decode(`[{"format":"privatepca/answers","version":1,"header":"x","rest":{},"choices":{"Mechanism":"gaussian","K":"4","UsualK":"4"}}]`, none)
	if err != nil || kept.Choices.K.Text() != "4" || kept.Choices.KOpen {
		t.Errorf("of an earlier version: k = %s, filled in: %t, %v", kept.Choices.K.Text(), kept.Choices.KOpen, err)
	}
}

// Nothing is kept but what was stated: no count, no name of an unanswered column.
func TestKeptHoldsOnlyAnswers(t *testing.T) {
	d := &draft.Draft{Answers: draft.NewAnswers([]string{"age", "ZEBRA"}), Choices: draft.NewChoices(plan.Limits{})}
	names := []string{"age", "ZEBRA"}
	if !Of(*d, names).Empty() {
		t.Error("nothing was answered, and something is kept")
	}
	d.Known = draft.Known{Records: 48121, Persons: 48121}
	drafttest.Answer(&d.Answers, draft.SetKind{Column: 0, Kind: draft.LeftOut})
	if text := Of(*d, names).Encode(none); strings.Contains(text, "ZEBRA") || strings.Contains(text, "48121") || !strings.Contains(text, `"age"`) {
		t.Errorf("kept: %s", text)
	}
	if draft.NumericNames([]string{"Smith", "42", "Rome"}) != 1 || draft.NumericNames([]string{"a1", "b"}) != 0 {
		t.Error("a first line of values is not told from one of names")
	}
}

// What is stored may be anybody's who runs scripts on this site, and is checked as such.
func TestKeptTextIsNotTrusted(t *testing.T) {
	good := Of(*drafttest.Described(schema.Pairs), []string{"age", "height", "sex"})
	text := good.Encode(none)
	for what, bad := range map[string]string{
		"empty":         "",
		"no head":       "{}",
		"an old array":  "[]",
		"other format":  strings.Replace(text, Format, "privatepca/else", 1),
		"later version": strings.Replace(text, `"version":2`, `"version":3`, 1),
		"unknown kind":  strings.Replace(text, `"kind":"number"`, `"kind":"executable"`, 1),
		"cut":           text[:len(text)-3],
		"more behind":   text + "[]",
		"too long":      text + strings.Repeat(" ", MostText),
	} {
		if _, err := Decode(bad, none); err == nil {
			t.Errorf("%s: read", what)
		}
	}
	odd, err := Decode(strings.Replace(text, `"mechanism":"`+method.Default, `"mechanism":"nobody`, 1), none)
	if err != nil {
		t.Fatal(err)
	}
	d := drafttest.Described(schema.Pairs)
	if *d = odd.TakeBack(*d, none); d.Choices.Mechanism != method.Default {
		t.Errorf("mechanism %q was taken from storage", d.Choices.Mechanism)
	}
}

// Another header gets the answers about columns of the same name, where none stands yet.
func TestCarryOver(t *testing.T) {
	kept := Of(*drafttest.Described(schema.Pairs), []string{"age", "height", "sex"})
	a := draft.NewAnswers([]string{"sex", "weight", " age "})
	drafttest.Answer(&a, draft.SetKind{Column: 2, Kind: draft.LeftOut})
	a, n, _ := kept.Carry(a, none)
	if n != 1 || a.Columns[0].Kind != draft.Category || a.Columns[1].Kind != draft.Unset || a.Columns[2].Kind != draft.LeftOut {
		t.Errorf("carried %d: %+v", n, a.Columns)
	}
	if kept.Same([]string{"sex", "weight", " age "}) != 2 {
		t.Error("two names are the same")
	}
}

// What a description of the table stated keeps its source where it is carried; beside columns of another source none is stated.
func TestSourcesAreCarried(t *testing.T) {
	from := func(source string, names ...string) draft.Answers {
		a := draft.NewAnswers(names)
		a.Source = source
		for i := range names {
			c := *a.Columns[i]
			c.Kind, c.Levels, c.From = draft.Category, []string{"x", "y"}, schema.FromSchema
			a.Columns[i] = draft.Checked(c)
		}
		a.Count()
		return a
	}
	const kept, other = "https://d.example/kept.json", "https://d.example/other.json"
	k := Kept{Answers: from(kept, "a", "b")}
	for name, c := range map[string]struct {
		open draft.Answers
		want string
	}{
		"nothing is described": {draft.NewAnswers(nil), kept},
		"the same source":      {from(kept, "c"), kept},
		"another source":       {from(other, "c"), ""},
		"no source":            {from("", "c"), ""},
	} {
		t.Run(name, func(t *testing.T) {
			c.open.Columns = append(c.open.Columns, draft.NewAnswers([]string{"a", "b"}).Columns...)
			if next, taken, _ := k.Carry(c.open, none); taken != 2 || next.Source != c.want {
				t.Errorf("%d columns are carried, of %q, want %q", taken, next.Source, c.want)
			}
		})
	}
	typed := k
	typed.Answers = from(kept, "a")
	typed.Answers.Columns[0].From = schema.Typed
	if next, _, _ := typed.Carry(draft.NewAnswers([]string{"a"}), none); next.Source != "" {
		t.Errorf("typed levels are of %q", next.Source)
	}
}

// With the columns goes how records are compared, where nobody has said that yet; who one person is does not. What was said meanwhile stays.
func TestScalingIsCarried(t *testing.T) {
	d := drafttest.Described(schema.Clip)
	drafttest.Tell(d, draft.ConfirmRule{Rule: schema.Clip}, draft.SetScaling{Scaling: schema.Affine}, draft.SetNorm{Norm: draft.NormTyped}, draft.SetBound{Text: "1,2"}, draft.SetMissing{Lines: "NA"}, draft.CountEqually{})
	kept := Of(*d, []string{"age", "height", "sex"})
	next, _, compared := kept.Carry(draft.NewAnswers([]string{"age", "weight"}), none)
	if !compared || next.Rule != schema.Clip || next.Scaling != schema.Affine || next.Bound.Text() != "1,2" || next.Equal || len(next.MissingValues) != 1 || next.Unit != draft.UnitUnset || next.RuleOpen {
		t.Errorf("carried: %t, %+v", compared, next)
	}
	said := draft.NewAnswers([]string{"age", "weight"})
	drafttest.Answer(&said, draft.ChooseRule{Rule: schema.Sign})
	if next, taken, compared := kept.Carry(said, none); compared || next.Rule != schema.Sign || taken != 1 {
		t.Errorf("what was said since: %t, %+v", compared, next)
	}
	usual := Of(*drafttest.Described(schema.Mean), []string{"age", "height", "sex"})
	if _, taken, compared := usual.Carry(draft.NewAnswers([]string{"age"}), none); compared || taken != 1 {
		t.Error("usual answers are told of")
	}
}

// What is kept counts the columns that the page of columns does not ask about any more, whether or not they are among what is kept.
func TestAnsweredIsCountedAsTheColumnsCount(t *testing.T) {
	names := drafttest.Wide()
	d := draft.Draft{Answers: draft.NewAnswers(names), Choices: draft.NewChoices(plan.Limits{})}
	steps := []func(){
		func() {},
		func() { drafttest.EveryType(&d) },
		func() { drafttest.Tell(&d, draft.SetMin{Column: 1, Text: "no number"}) },
		func() { drafttest.Tell(&d, draft.SetUnit{Unit: draft.UnitRow}) },
		func() { drafttest.Tell(&d, draft.SetKind{Column: 0, Kind: draft.Category}) },
		func() { drafttest.Tell(&d, draft.WeighRows{}) },
		func() {
			drafttest.Tell(&d, draft.SetPersonColumn{Text: "nobody"}, draft.SetUnit{Unit: draft.UnitColumn})
		},
	}
	for i, step := range steps {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			step()
			open := 0
			for _, c := range d.Answers.Columns {
				if c.Fault != "" && !draft.Apart(&d.Answers, c) {
					open++
				}
			}
			kept, err := Decode(Of(d, names).Encode(none), none)
			if want := len(names) - open; err != nil || kept.Answered != want || d.Answers.Tally.Open != open {
				t.Errorf("%d columns are counted, want %d; %v", kept.Answered, want, err)
			}
		})
	}
}

// Answers before a change share their columns with those after it, all but one.
func TestUndoSharesColumns(t *testing.T) {
	a := draft.NewAnswers([]string{"a", "b", "c"})
	h := Since(a)
	before := a.Columns
	drafttest.Answer(&a, draft.SetKind{Column: 1, Kind: draft.Number})
	h = h.Note(a, time.Unix(1, 0))
	again, was, columns, ok := h.Undo(a)
	if !ok || columns != 1 || again.Changes() != 0 || h.Changes() != 1 {
		t.Fatalf("undone: %t, %d columns", ok, columns)
	}
	for i := range before {
		if was.Columns[i] != before[i] || (a.Columns[i] == before[i]) != (i != 1) {
			t.Errorf("column %d is a copy", i)
		}
	}
}

// Each change is taken back alone; letters typed in a row are one.
func TestUndo(t *testing.T) {
	at := time.Unix(1, 0)
	a := draft.NewAnswers([]string{"a", "b", "c"})
	h := Since(a)
	change := func(later time.Duration, f func()) {
		f()
		at = at.Add(later)
		h = h.Note(a, at)
	}
	change(0, func() { drafttest.Answer(&a, draft.SetKind{Column: 0, Kind: draft.Number}) })
	for _, text := range []string{"1", "12", "120"} {
		change(time.Second, func() { drafttest.Answer(&a, draft.SetMin{Column: 0, Text: text}) })
	}
	change(time.Hour, func() { drafttest.Answer(&a, draft.SetMin{Column: 0, Text: "1205"}) })
	change(0, func() {
		for i := range a.Columns {
			drafttest.Answer(&a, draft.SetKind{Column: i, Kind: draft.LeftOut})
		}
	})
	change(0, func() { drafttest.Answer(&a, draft.SetUnit{Unit: draft.UnitRow}) })
	if h.Changes() != 5 {
		t.Fatalf("%d changes, want 5", h.Changes())
	}
	undo := func(columns int) {
		t.Helper()
		n, ok := 0, false
		if h, a, n, ok = h.Undo(a); !ok || n != columns {
			t.Fatalf("undid %d columns, %v; want %d", n, ok, columns)
		}
	}
	if undo(0); a.Unit != draft.UnitUnset {
		t.Error("the person is still answered")
	}
	if undo(3); a.Columns[0].Kind != draft.Number || a.Columns[0].Min.Text() != "1205" || a.Columns[1].Kind != draft.Unset || a.Tally.LeftOut != 0 {
		t.Errorf("after three columns: %+v", a.Columns)
	}
	if undo(1); a.Columns[0].Min.Text() != "120" {
		t.Errorf("min %q, want what stood before the pause", a.Columns[0].Min.Text())
	}
	if undo(1); a.Columns[0].Min.Text() != "" {
		t.Errorf("min %q after letters typed in a row", a.Columns[0].Min.Text())
	}
	undo(1)
	if _, _, _, ok := h.Undo(a); ok || a.Columns[0].Kind != draft.Unset {
		t.Error("more was undone than was done")
	}
	a = draft.NewAnswers([]string{"other"})
	if h = h.Note(a, at); h.Changes() != 0 {
		t.Error("another file has a history")
	}
}
