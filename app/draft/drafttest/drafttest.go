// Package drafttest answers in tests as the controls of the pages do, by messages.
package drafttest

import "privatepca/app/draft"

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
