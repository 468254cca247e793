package draft_test

import (
	"fmt"
	"reflect"
	"testing"

	"privatepca/app/draft"
	"privatepca/app/draft/drafttest"
	"privatepca/core/codebook"
	"privatepca/core/privacy"
	"privatepca/core/release"
	"privatepca/core/schema"
	"privatepca/wasm/protocol"
)

// full is a draft about a column of each type, in which a message of any kind has something to change.
func full() *draft.Draft {
	d := &draft.Draft{Answers: draft.NewAnswers(drafttest.Wide()), Choices: drafttest.Described(schema.Clip).Choices}
	drafttest.EveryType(d)
	drafttest.Tell(d, draft.ChooseRule{Rule: schema.Clip})
	d.Answers.RuleOpen, d.Answers.PersonHint, d.Choices.Seen = true, "age", false
	return d
}

// messages are of every kind, each with something new.
func messages(d *draft.Draft) []draft.Msg {
	book := d.Answers.Preview("book", &codebook.Book{Schema: schema.New(schema.Field{Name: "sex", Kind: schema.Category, Enum: []string{"1", "2"}, Label: "Sex"})})
	msgs := []draft.Msg{
		draft.SetUnit{Unit: draft.UnitRow},
		draft.UsePersonHint{},
		draft.SetPersonColumn{Text: "visits"},
		draft.SetRows{Text: "4"},
		draft.SetMissing{Lines: "-7"},
		draft.WeighRows{},
		draft.SetWeightColumn{Text: "income"},
		draft.SetMostWeight{Text: "9"},
		draft.SetMissingWeight{Text: "0.5"},
		draft.SetDesignEffect{Text: "8"},
		draft.ChooseRule{Rule: schema.Sign},
		draft.ConfirmRule{Rule: schema.Clip},
		draft.CountEqually{On: true},
		draft.ReachEqually{On: true},
		draft.SetScaling{Scaling: schema.Affine},
		draft.SetCentre{Centre: schema.CentreMidpoint},
		draft.DrawCentre{},
		draft.SetCentreShare{Text: "0.3"},
		draft.SetNorm{Norm: draft.NormPrivate},
		draft.SetBound{Text: "1,25"},
		draft.SetNormShare{Text: "0.4"},
		draft.SetNormQuantile{Text: "0.9"},
		draft.SetKind{Column: 1, Kind: draft.LeftOut},
		draft.SetBoolean{Column: 7},
		draft.SetMin{Column: 1, Text: "7"},
		draft.SetMax{Column: 1, Text: "90"},
		draft.SetLevels{Column: 7, Lines: "a\nb"},
		draft.SetComplete{Column: 2, On: true},
		draft.SetMany{Columns: []int{1, 2}, Kind: draft.Integer, Least: "3"},
		draft.PasteBounds{Columns: []int{1}, Bounds: [][2]string{{"5", ""}}},
		draft.DecideValue{Column: 7, Value: "x", As: draft.OwnLevel},
		draft.FillIn{Book: book, Replace: true},
		draft.SeePrivacy{},
		draft.SetEpsilon{Text: "0.3"},
		draft.SlideEpsilon{Position: "-1.5"},
		draft.SetDelta{Text: "1e-8"},
		draft.AcceptDelta{On: true},
		draft.SetRelation{Relation: privacy.AddRemove},
		draft.SetK{Text: "3"},
		draft.DrawK{On: true},
		draft.SetKShare{Text: "0.3"},
		draft.SetKTarget{Text: "0.6"},
		draft.SetMostK{Text: "7"},
		draft.ChooseMechanism{Name: "nuclear"},
		draft.ConfirmMechanism{Name: d.Choices.Mechanism},
		draft.ChooseWay{Rule: schema.Mean, Mechanism: "nuclear"},
		draft.ReleaseCore{On: true},
		draft.SetCoreShare{Text: "0.2"},
		draft.CapProposals{On: true},
		draft.SetCap{Text: "10"},
		draft.MeasureAs{Earlier: &release.Earlier{}},
		draft.SetRecords{Text: "1000"},
		draft.SetMeanWeight{Text: "0.2"},
		draft.SetTypical{Text: "0.7"},
		draft.SetSpectrum{Name: draft.Own},
		draft.SetShares{Text: "1"},
		draft.AssumeShares{Shares: []float64{.5}},
		draft.SetWanted{Text: "70 %"},
	}
	for _, of := range []draft.Detail{draft.DatePart, draft.DateFormat, draft.LevelScores, draft.NumberMarks, draft.Surrounding, draft.Separator, draft.OwnMissing, draft.Weight} {
		text := map[draft.Detail]string{draft.NumberMarks: "'/.", draft.Surrounding: "both", draft.Weight: "0.25"}[of]
		if text == "" {
			text = "x"
		}
		msgs = append(msgs, draft.SetDetail{Column: 1, Of: of, Text: text})
	}
	return msgs
}

// A message makes another draft, and leaves the one that it is given as it was: what shares its columns must not change with it.
func TestMessagesMakeAnotherDraft(t *testing.T) {
	before := full()
	before.Choices.MechanismOpen = true
	same := full()
	same.Choices.MechanismOpen = true
	kinds := map[reflect.Type]bool{}
	for _, msg := range append(messages(before), draft.FollowForecast{Ranked: []protocol.ForecastChoice{{Rule: "mean", Mechanism: "gaussian"}}}) {
		t.Run(fmt.Sprintf("%T", msg), func(t *testing.T) {
			kinds[reflect.TypeOf(msg)] = true
			d := *before
			if _, follows := msg.(draft.FollowForecast); follows { // a weighted table is not led by a forecast
				drafttest.Tell(&d, draft.WeighRows{})
			}
			after := draft.Update(d, msg)
			if reflect.DeepEqual(after, d) {
				t.Error("nothing is another")
			}
			if !reflect.DeepEqual(*before, *same) {
				t.Fatal("the draft that was given has changed")
			}
		})
	}
	if len(kinds) != 60 {
		t.Errorf("%d kinds of messages are tried", len(kinds))
	}
}

// A message about a column that the file does not have changes nothing.
func TestMessagesAboutNoColumn(t *testing.T) {
	d := *full()
	for _, i := range []int{-1, len(d.Answers.Columns)} {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			after := d
			drafttest.Tell(&after, draft.SetKind{Column: i, Kind: draft.Number}, draft.SetMany{Columns: []int{i}, Kind: draft.Number}, draft.PasteBounds{Columns: []int{i}, Bounds: [][2]string{{"1", "2"}}})
			if !reflect.DeepEqual(after, d) {
				t.Error("something has changed")
			}
		})
	}
}
