package draft_test

import (
	"math"
	"strings"
	"testing"

	"privatepca/app/draft"
	"privatepca/app/draft/drafttest"
	"privatepca/app/keep"
	"privatepca/core/plan"
	"privatepca/core/schema"
	"privatepca/core/typed"
	"privatepca/wasm/protocol"
)

// What a schema file says of row weights is honoured, said, kept, taken back and written; another schema file takes it away.
func TestRowWeightsOfASchema(t *testing.T) {
	names := []string{"age", "height", "w"}
	number := func(name string) schema.Field {
		return schema.Field{Name: name, Kind: schema.Number, Minimum: 0, Maximum: 200}
	}
	s := schema.New(number("age"), number("height"))
	s.NormRule, s.Scaling, s.RowWeight = schema.Mean, schema.Affine, &schema.RowWeight{Column: "w", Maximum: 2.5, Missing: 1}
	d := &draft.Draft{Answers: draft.NewAnswers(names), Choices: draft.NewChoices(plan.Limits{})}
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
	kept, err := keep.Decode(keep.Of(*d, names).Encode(none), none)
	if err != nil {
		t.Fatal(err)
	}
	again := &draft.Draft{Answers: draft.NewAnswers(names), Choices: draft.NewChoices(plan.Limits{})}
	if *again = kept.TakeBack(*again, none); again.Answers.RowWeight != d.Answers.RowWeight || *again.Answers.RowWeight.Stated() != *s.RowWeight {
		t.Errorf("came back as %+v", again.Answers.RowWeight)
	}
	wrong := *s
	wrong.RowWeight = &schema.RowWeight{Column: "w", Maximum: -1}
	for _, other := range []*schema.Schema{&wrong, schema.New(number("age"), number("height"))} {
		if d.Answers.Adopt(other, none); d.Answers.RowWeight.On {
			t.Errorf("%+v weighs rows still", d.Answers.RowWeight)
		}
	}
}

// answered is a draft of two numbers and a third column, each row a person.
func answered(names ...string) *draft.Draft {
	d := &draft.Draft{Answers: draft.NewAnswers(names), Choices: draft.NewChoices(plan.Limits{})}
	for i := range d.Answers.Columns {
		c := d.Answers.Columns[i]
		drafttest.Set(c, draft.SetKind{Kind: draft.Number}, draft.SetMin{Text: "0"}, draft.SetMax{Text: "200"})
	}
	drafttest.Answer(&d.Answers, draft.SetUnit{Unit: draft.UnitRow})
	d.Choices.K, d.Choices.Seen = typed.ReadCount("1"), true
	return d
}

// lacking are the ids of the controls that still want an answer.
func lacking(d *draft.Draft) (ids []string) {
	for _, m := range d.Answers.MissingAnswers() {
		ids = append(ids, m.ID)
	}
	return ids
}

// A column that weighs rows is named on the page, with its largest weight: it is no feature then, and nothing goes on before both are stated.
func TestRowWeightsAsTyped(t *testing.T) {
	d := answered("age", "height", "w")
	if d.Answers.Tally.Features != 3 || len(lacking(d)) > 0 {
		t.Fatalf("%d features, lacks %v", d.Answers.Tally.Features, lacking(d))
	}
	for _, c := range []struct {
		typed draft.RowWeight
		lacks string
		want  *schema.RowWeight
	}{
		{draft.RowWeight{On: true}, "row-weight-column row-weight-most", nil},
		{draft.RowWeight{On: true, Column: "w"}, "row-weight-most", nil},
		{draft.RowWeight{On: true, Column: "W", Most: typed.ReadNumber("3")}, "row-weight-column", nil},
		{draft.RowWeight{On: true, Column: "w", Most: typed.ReadNumber("0")}, "row-weight-most", nil},
		{draft.RowWeight{On: true, Column: "w", Most: typed.ReadNumber("3"), Missing: typed.ReadNumber("4")}, "row-weight-missing", nil},
		{draft.RowWeight{On: true, Column: "w", Most: typed.ReadNumber("3"), Missing: typed.ReadNumber("-1")}, "row-weight-missing", nil},
		{draft.RowWeight{On: true, Column: "w", Most: typed.ReadNumber("2.5")}, "", &schema.RowWeight{Column: "w", Maximum: 2.5}},
		{draft.RowWeight{On: true, Column: "w", Most: typed.ReadNumber("2.5"), Missing: typed.ReadNumber("1")}, "", &schema.RowWeight{Column: "w", Maximum: 2.5, Missing: 1}},
		{draft.RowWeight{Column: "w", Most: typed.ReadNumber("2.5")}, "", nil},
	} {
		drafttest.Weigh(&d.Answers, c.typed)
		if got := strings.Join(lacking(d), " "); got != c.lacks {
			t.Errorf("%+v lacks %q, want %q", c.typed, got, c.lacks)
		}
		if c.lacks != "" {
			continue
		}
		s := d.Answers.Schema()
		if err := s.Validate(); err != nil || (s.RowWeight == nil) != (c.want == nil) || c.want != nil && *s.RowWeight != *c.want {
			t.Errorf("%+v is stated as %+v, %v", c.typed, s.RowWeight, err)
		}
		if features := 3 - map[bool]int{true: 1}[c.want != nil]; s.D() != features || d.Answers.Tally.Features != features {
			t.Errorf("%+v leaves %d features, want %d", c.typed, s.D(), features)
		}
	}

	drafttest.Weigh(&d.Answers, draft.RowWeight{On: true, Column: "w", Most: typed.ReadNumber("2.5")})
	if !d.Decided() {
		t.Fatal("wants", d.FirstFault())
	}
	drafttest.Answer(&d.Answers, draft.ChooseRule{Rule: schema.Sign})
	if wrong := d.Fault("mech"); !strings.Contains(wrong, "weighted by w") || d.Decided() {
		t.Errorf("another rule weighs rows: %q", wrong)
	}
	d = answered("age", "height", "w")
	drafttest.Weigh(&d.Answers, draft.RowWeight{On: true, Column: "w", Most: typed.ReadNumber("2.5")})
	drafttest.Tell(d, draft.FollowForecast{Ranked: []protocol.ForecastChoice{{Rule: "sign", Mechanism: "gaussian"}, {Rule: "mean", Mechanism: "gaussian"}}})
	if d.Answers.Rule != schema.Mean {
		t.Errorf("the forecast's recommendation took the rule to %s, which weighs no rows", d.Answers.Rule)
	}
}

// The design effect reaches forecast and release as it does by the command's flag, under the rule that takes one, and comes back with a config.
func TestTheDesignEffectIsSent(t *testing.T) {
	d := answered("age", "height", "w")
	d.Choices.Records = typed.ReadCount("1000")
	for text, want := range map[string]float64{"": 0, "4": 4, "6.7": 6.7, "1": 1} {
		d.Answers.DesignEffect = draft.DesignEffect{Number: typed.ReadNumber(text)}
		facts, err := d.Facts()
		if got := d.Release(nil).DesignEffect; got != want || err != nil || facts.DesignEffect != want || len(lacking(d)) > 0 {
			t.Errorf("%q: released with %v, foretold with %v, want %v; lacks %v, %v", text, got, facts.DesignEffect, want, lacking(d), err)
		}
	}
	for _, text := range []string{"0.5", "0", "-2", "many", "2e6"} {
		if drafttest.Answer(&d.Answers, draft.SetDesignEffect{Text: text}); strings.Join(lacking(d), " ") != "design-effect" {
			t.Errorf("%q lacks %v", text, lacking(d))
		}
	}
	d.Answers.DesignEffect = draft.DesignEffect{Number: typed.ReadNumber("4")}
	kept, err := keep.Decode(keep.Of(*d, []string{"age", "height", "w"}).Encode(none), none)
	if err != nil {
		t.Fatal(err)
	}
	again := answered("age", "height", "w")
	*again = kept.TakeBack(*again, none)
	if again.Answers.DesignEffect.Text() != "4" {
		t.Errorf("came back as %q", again.Answers.DesignEffect.Text())
	}
	replayed := answered("age", "height", "w")
	replayed.Answers.Restore(&plan.Config{Schema: d.Answers.Schema().Encode(), Choices: d.Release(nil).Choices})
	if replayed.Answers.DesignEffect.Text() != "4" {
		t.Errorf("replayed as %q", replayed.Answers.DesignEffect.Text())
	}
	if drafttest.Answer(&d.Answers, draft.ChooseRule{Rule: schema.Sign}); d.Release(nil).DesignEffect != 0 || len(lacking(d)) > 0 {
		t.Error("the rule sign is sent a design effect, which the worker refuses")
	}
}

// The promise that no cell of a column is missing is Frictionless' required: taken from a schema, ticked, written, and kept.
func TestTheColumnThatIsComplete(t *testing.T) {
	d := answered("age", "height", "w")
	promise := func(d *draft.Draft) bool { return d.Answers.Schema().Fields[1].Complete }
	if promise(d) {
		t.Fatal("it is promised before anybody said so")
	}
	c := d.Answers.Columns[1]
	details := c.Details
	details.Complete = true
	drafttest.Set(c, drafttest.Details(0, details)...)
	text := d.Answers.Schema().Encode()
	if !promise(d) || !strings.Contains(string(text), `"required": true`) && !strings.Contains(string(text), `"required":true`) {
		t.Errorf("written as %s", text)
	}
	s, err := schema.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	adopted := answered("age", "height", "w")
	if adopted.Answers.Adopt(s, none); !promise(adopted) {
		t.Error("a schema's promise is lost")
	}
	kept, err := keep.Decode(keep.Of(*d, []string{"age", "height", "w"}).Encode(none), none)
	if err != nil {
		t.Fatal(err)
	}
	again := answered("age", "height", "w")
	again.Answers = draft.NewAnswers([]string{"age", "height", "w"})
	if *again = kept.TakeBack(*again, none); !promise(again) {
		t.Error("it does not come back")
	}
}

// A δ above .01 has to be agreed to, and no file that is kept agrees.
func TestALargeDeltaIsAgreedTo(t *testing.T) {
	d := answered("age", "height", "w")
	for text, asks := range map[string]bool{"1e-6": false, "0.01": false, "0.011": true, "0.3": true} {
		d.Choices.Delta, d.Choices.LargeDelta = typed.ReadNumber(text), false
		if got := d.FirstFault() == "delta-accept"; got != asks || d.Decided() == asks {
			t.Errorf("δ = %s: the first fault is %q", text, d.FirstFault())
		}
		if d.Choices.LargeDelta = true; !d.Decided() {
			t.Errorf("δ = %s, agreed to: the first fault is %q", text, d.FirstFault())
		}
	}
	d.Choices.Delta, d.Choices.LargeDelta = typed.ReadNumber("0.02"), true
	if drafttest.Tell(d, draft.SetDelta{Text: "0.3"}); d.Decided() {
		t.Error("who agreed to δ = .02 is taken to have agreed to .3")
	}
	d.Choices.LargeDelta = true
	kept, err := keep.Decode(keep.Of(*d, []string{"age", "height", "w"}).Encode(none), none)
	if err != nil || kept.Choices.LargeDelta {
		t.Errorf("%v: it is kept that a large δ was agreed to", err)
	}
}

// A forecast counts rows by the mean weight that was typed, or a third of the largest; what it cannot be has words.
func TestTheMeanWeightOfRows(t *testing.T) {
	d := &draft.Draft{}
	if x, err := draft.MeanWeight(d); x != 0 || err != nil {
		t.Errorf("without weights %g, %v", x, err)
	}
	d.Answers.RowWeight = draft.RowWeight{On: true, Column: "w", Most: typed.ReadNumber("5")}
	for text, want := range map[string]float64{"": 1. / 3, "2": .4, " 5 ": 1, "6": 0, "0": 0, "-1": 0, "much": 0} {
		d.Choices.MeanWeight = typed.ReadNumber(text)
		if x, err := draft.MeanWeight(d); math.Abs(x-want) > 1e-12 || (err == nil) != (want > 0) {
			t.Errorf("%q: %g, %v; want %g", text, x, err, want)
		}
	}
}
