package draft_test

import (
	"math"
	"strings"
	"testing"

	"privatepca/app/draft"
	"privatepca/core/schema"
)

// What a schema file says of row weights is honoured, said, kept, taken back and written; another schema file takes it away. The page has no control for
// it.
func TestRowWeightsOfASchema(t *testing.T) {
	names := []string{"age", "height", "w"}
	number := func(name string) schema.Field {
		return schema.Field{Name: name, Kind: schema.Number, Minimum: 0, Maximum: 200}
	}
	s := schema.New(number("age"), number("height"))
	s.NormRule, s.Scaling, s.RowWeight = schema.Mean, schema.Affine, &schema.RowWeight{Column: "w", Maximum: 2.5, Missing: 1}
	d := &draft.Draft{Answers: draft.NewAnswers(names), Choices: draft.NewChoices(draft.Limits{})}
	if note := d.Answers.Adopt(s, none); !strings.Contains(note, "weighted by w, at most 2.5") {
		t.Error(note)
	}
	written, err := schema.Parse(d.Answers.Schema().Encode())
	if err != nil || written.RowWeight == nil || *written.RowWeight != *s.RowWeight {
		t.Errorf("%v: written as %+v", err, written.RowWeight)
	}
	if said := d.Statement().String(); !strings.Contains(said, "Rows are weighted by w.") {
		t.Error(said)
	}
	kept, err := draft.DecodeKept(d.Keep(names).Encode(none), none)
	if err != nil {
		t.Fatal(err)
	}
	again := &draft.Draft{Answers: draft.NewAnswers(names), Choices: draft.NewChoices(draft.Limits{})}
	if draft.TakeBack(again, kept, none); again.Answers.RowWeight == nil || *again.Answers.RowWeight != *s.RowWeight {
		t.Errorf("came back as %+v", again.Answers.RowWeight)
	}
	wrong := *s
	wrong.RowWeight = &schema.RowWeight{Column: "w", Maximum: -1}
	for _, other := range []*schema.Schema{&wrong, schema.New(number("age"), number("height"))} {
		if d.Answers.Adopt(other, none); d.Answers.RowWeight != nil {
			t.Errorf("%+v weighs rows still", d.Answers.RowWeight)
		}
	}
}

// A forecast counts rows by the mean weight that was typed, or a third of the largest; what it cannot be has words.
func TestTheMeanWeightOfRows(t *testing.T) {
	d := &draft.Draft{}
	if x, err := d.MeanWeight(); x != 0 || err != nil {
		t.Errorf("without weights %g, %v", x, err)
	}
	d.Answers.RowWeight = &schema.RowWeight{Column: "w", Maximum: 5}
	for typed, want := range map[string]float64{"": 1. / 3, "2": .4, " 5 ": 1, "6": 0, "0": 0, "-1": 0, "much": 0} {
		d.Choices.MeanWeight = typed
		if x, err := d.MeanWeight(); math.Abs(x-want) > 1e-12 || (err == nil) != (want > 0) {
			t.Errorf("%q: %g, %v; want %g", typed, x, err, want)
		}
	}
}
