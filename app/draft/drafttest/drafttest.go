// Package drafttest answers in tests as the controls of the pages do, by messages.
package drafttest

import (
	"privatepca/app/draft"
	"privatepca/core/plan"
	"privatepca/core/schema"
	"privatepca/core/typed"
)

// Tell has a draft take messages.
func Tell(d *draft.Draft, msgs ...draft.Msg) {
	for _, msg := range msgs {
		*d = draft.Update(*d, msg)
	}
}

// Answer has answers take messages about them.
func Answer(a *draft.Answers, msgs ...draft.Msg) {
	d := draft.Draft{Answers: *a}
	Tell(&d, msgs...)
	*a = d.Answers
}

// Set has a column take messages about the column 0.
func Set(c *draft.Column, msgs ...draft.Msg) {
	a := draft.Answers{Columns: []*draft.Column{c}}
	Answer(&a, msgs...)
	*c = *a.Columns[0]
}

// Details are the messages that state all that a column can state besides.
func Details(column int, d draft.Details) []draft.Msg {
	around := map[[2]bool]string{{true, false}: "around", {true, true}: "both", {false, true}: "parentheses"}[[2]bool{d.Around, d.Parentheses}]
	set := func(of draft.Detail, text string) draft.Msg {
		return draft.SetDetail{Column: column, Of: of, Text: text}
	}
	return []draft.Msg{
		set(draft.DatePart, string(d.Part)), set(draft.DateFormat, d.Format), set(draft.LevelScores, d.Scores.Text()), set(draft.NumberMarks, d.Grouping+"/"+d.Decimal),
		set(draft.Surrounding, around), set(draft.Separator, d.Separator), set(draft.OwnMissing, d.Missing.Text()), set(draft.Weight, d.Weight.Text()),
		draft.SetComplete{Column: column, On: d.Complete},
	}
}

// Weigh states what weighs the rows.
func Weigh(a *draft.Answers, w draft.RowWeight) {
	Answer(a, draft.WeighRows{On: w.On}, draft.SetWeightColumn{Text: w.Column}, draft.SetMostWeight{Text: w.Most.Text()}, draft.SetMissingWeight{Text: w.Missing.Text()})
}

// Described is a draft about three columns, under a norm rule.
func Described(rule schema.NormRule) *draft.Draft {
	a := draft.NewAnswers([]string{"age", "height", "sex"})
	a.Want(rule)
	for i := range 2 {
		Answer(&a, draft.SetKind{Column: i, Kind: draft.Number}, draft.SetMin{Column: i, Text: "0"}, draft.SetMax{Column: i, Text: "110"})
	}
	Answer(&a, draft.SetKind{Column: 2, Kind: draft.Category}, draft.SetLevels{Column: 2, Lines: "f\nm"}, draft.SetUnit{Unit: draft.UnitRow})
	d := &draft.Draft{Answers: a, Choices: draft.NewChoices(plan.Limits{})}
	d.Choices.Seen, d.Choices.K = true, typed.ReadCount("2")
	return d
}

// Wide names a column of each type.
func Wide() []string {
	return []string{"id", "age", "income", "balance", "visits", "born", "health", "sex", "smokes", "languages", "weight", "note"}
}

// EveryType answers a column of each type, with all that a column can state.
func EveryType(d *draft.Draft) {
	a := &d.Answers
	a.Want(schema.Mean)
	column := func(i int, kind draft.Kind, min, max string, details draft.Details) {
		c := a.Columns[i]
		Set(c, draft.SetKind{Kind: kind}, draft.SetMin{Text: min}, draft.SetMax{Text: max})
		if details != (draft.Details{}) {
			Set(c, Details(0, details)...)
		}
	}
	column(1, draft.Number, "0", "110", draft.Details{Complete: true})
	column(2, draft.Log, "1", "1e6", draft.Details{Decimal: ",", Grouping: ".", Around: true, Weight: typed.ReadNumber("0.5")})
	column(3, draft.SignedLog, "-1000", "1000", draft.Details{Parentheses: true})
	column(4, draft.Integer, "0", "20", draft.Details{Own: true, Missing: typed.ReadList("-1\n-9")})
	column(5, draft.Date, "1920-01-01", "2020-12-31", draft.Details{Part: schema.Year, Format: "%d.%m.%Y"})
	Answer(a, draft.SetKind{Column: 6, Kind: draft.Ordinal}, draft.SetLevels{Column: 6, Lines: "poor\nfair\ngood"})
	Answer(a, Details(6, draft.Details{Scores: typed.ReadList("1\n2\n4")})...)
	Answer(a,
		draft.SetKind{Column: 7, Kind: draft.Category}, draft.SetLevels{Column: 7, Lines: "f\nm"}, draft.SetBoolean{Column: 8},
		draft.SetKind{Column: 9, Kind: draft.Category}, draft.SetLevels{Column: 9, Lines: "de\nen\nfr"})
	Answer(a, Details(9, draft.Details{Separator: ";"})...)
	column(10, draft.Number, "0", "3", draft.Details{})
	Answer(a, draft.SetKind{Column: 11, Kind: draft.LeftOut})
	a.PersonColumn, a.Rows = "id", typed.ReadCount("3")
	Answer(a, draft.SetUnit{Unit: draft.UnitColumn}, draft.SetMissing{Lines: "NA\n-99"})
	Weigh(a, draft.RowWeight{On: true, Column: "weight", Most: typed.ReadNumber("3"), Missing: typed.ReadNumber("1")})
	a.DesignEffect = draft.DesignEffect{Number: typed.ReadNumber("1.5")}
	a.Count()
}
