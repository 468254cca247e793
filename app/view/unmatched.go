package view

import (
	"fmt"
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/draft"
	"privatepca/app/state"
	"privatepca/app/ui"
	"privatepca/core/words"
	"privatepca/wasm/protocol"
)

// unmatchedPanel lists the values that match no level, once they were asked for, with what each is to count as. For the curator only.
func unmatchedPanel(s *state.State) app.UI {
	list := s.Worker.File.Unmatched
	if list == nil {
		return nil
	}
	body := []app.UI{
		app.H2().ID("unmatched").TabIndex(-1).Text("Values that match no level"),
		app.P().Class("help").Text("They are on this screen only, and disappear when a release begins. Each stands for 10 people or more. " +
			"What you choose here is used when the file is read again. It is kept in config.json, which then holds these values: do not publish that file. The release says that values were recoded, and not which."),
	}
	if len(list.Columns) == 0 {
		body = append(body, app.P().Text("Each value is a level of its column, or missing."))
	}
	for i := range list.Columns {
		if at := draft.Index(&s.Draft.Answers, list.Columns[i].Column); at >= 0 {
			body = append(body, unmatchedColumn(s, i, &list.Columns[i], at))
		}
	}
	body = append(body, ui.Button("unmatched-hide", "Hide them", func() {
		state.HideUnmatched(s)
		s.Change()
	}, "btn-s"))
	return app.Section().Class("stack-s").Aria("labelledby", "unmatched").Body(body...)
}

// unmatchedColumn is a table of one column's values.
func unmatchedColumn(s *state.State, at int, u *protocol.UnmatchedColumn, column int) app.UI {
	var rows []app.UI
	for i, v := range u.Values {
		id := fmt.Sprintf("unmatched-%d-%d", at, i)
		rows = append(rows, app.Tr().Body(
			app.Td().Class("num").Text(words.Thousands(v.Count)),
			app.Td().Class("word").Body(app.Label().For(id).Text(v.Text)),
			app.Td().Body(decision(s, id, column, v.Text))))
	}
	rest := func(cells int64, what string) {
		if cells > 0 {
			rows = append(rows, app.Tr().Body(app.Td().Class("num").Text(words.Thousands(cells)), app.Td().Class("word muted").Text(what), app.Td()))
		}
	}
	rest(u.Cells, words.Count(int64(u.Others), "other value"))
	rest(u.Untold, "long values, or values that were not told apart")
	return app.Div().Class("table-wrap").TabIndex(0).Aria("label", "Values of "+u.Column+" that match no level").Body(
		app.Table().Class("data").Body(
			app.Caption().Text(u.Column),
			app.THead().Body(app.Tr().Body(
				app.Th().Scope("col").Class("num").Text("Cells"), app.Th().Scope("col").Class("word").Text("Value"), app.Th().Scope("col").Text("Counts as"))),
			app.TBody().Body(rows...)))
}

// decision is a list of what a value can count as.
func decision(s *state.State, id string, column int, value string) app.UI {
	c := s.Draft.Answers.Columns[column]
	options := []ui.Option{{Value: "leave", Text: "no level"}, {Value: "missing", Text: "missing"}}
	decisions := []draft.Decision{draft.LeaveValue, draft.MissingOne}
	for i, level := range c.Levels {
		if level != value {
			options = append(options, ui.Option{Value: strconv.Itoa(i), Text: "the level " + words.Clip(level, 40)})
			decisions = append(decisions, draft.Decision(level))
		}
	}
	options = append(options, ui.Option{Value: "own", Text: "a level of its own, taken from the data: not private"})
	decisions = append(decisions, draft.OwnLevel)
	now := "leave"
	for i, d := range decisions {
		if draft.Decided(c, value) == d {
			now = options[i].Value
		}
	}
	return ui.Choose(s, id, now, options, func(chosen string) {
		for i := range options {
			if options[i].Value == chosen {
				tell(s, draft.DecideValue{Column: column, Value: value, As: decisions[i]})
			}
		}
	})
}
