package columns

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/draft"
	"privatepca/app/effect"
	"privatepca/app/job"
	"privatepca/app/language"
	"privatepca/app/ui"
	"privatepca/core/words"
	"privatepca/wasm/protocol"
)

// An unmatched lists the values that match no level, once they were asked for, with what each is to count as. For the curator only.
type unmatched struct {
	List    *protocol.Unmatching // nil for none
	Columns []place              // of the columns of the list, in its order
}

// A place is a column among those of the file.
type place struct {
	At     int // -1 for none
	Column *draft.Column
}

func unmatchedOf(list *protocol.Unmatching, a *draft.Answers) unmatched {
	u := unmatched{List: list}
	if list == nil {
		return u
	}
	places := draft.Places(a)
	for i := range list.Columns {
		p := place{At: -1}
		if at, there := places[strings.TrimSpace(list.Columns[i].Column)]; there {
			p = place{at, a.Columns[at]}
		}
		u.Columns = append(u.Columns, p)
	}
	return u
}

// Draw implements ui.Drawn.
func (u unmatched) Draw(to *ui.Inbox) app.UI {
	list := u.List
	if list == nil {
		return ui.Slot()
	}
	body := []app.UI{
		app.H2().ID("unmatched").TabIndex(-1).Text(language.Say("Values that match no level")),
		app.P().Class("help").Text(language.Say("They are on this screen only, and disappear when a release begins. Each stands for 10 people or more. " +
			"What you choose here is used when the file is read again. It is kept in config.json, which then holds these values: do not publish that file. The release says that values were recoded, and not which.")),
	}
	if len(list.Columns) == 0 {
		body = append(body, app.P().Text(language.Say("Each value is a level of its column, or missing.")))
	}
	for i, p := range u.Columns {
		if p.At >= 0 {
			body = append(body, p.values(to, i, &list.Columns[i]))
		}
	}
	body = append(body, to.Button("unmatched-hide", "Hide them", job.Do{Act: job.HideUnmatched}, "btn-s"))
	return ui.Slot(app.Section().Class("stack-s").Aria("labelledby", "unmatched").Body(body...))
}

// values are a table of one column's values.
func (p place) values(to *ui.Inbox, at int, u *protocol.UnmatchedColumn) app.UI {
	var rows []app.UI
	for i, v := range u.Values {
		id := fmt.Sprintf("unmatched-%d-%d", at, i)
		rows = append(rows, app.Tr().Body(
			app.Td().Class("num").Text(language.Say(words.Thousands(v.Count))),
			app.Td().Class("word").Body(app.Label().For(id).Text(v.Text)),
			app.Td().Body(p.decision(to, id, v.Text))))
	}
	rest := func(cells int64, what string) {
		if cells > 0 {
			rows = append(rows, app.Tr().Body(app.Td().Class("num").Text(language.Say(words.Thousands(cells))), app.Td().Class("word muted").Text(language.Say(what)), app.Td()))
		}
	}
	rest(u.Cells, words.Count(int64(u.Others), "other value"))
	rest(u.Untold, "long values, or values that were not told apart")
	return app.Div().Class("table-wrap").TabIndex(0).Aria("label", language.Say("Values of "+u.Column+" that match no level")).Body(
		app.Table().Class("data").Body(
			app.Caption().Text(u.Column),
			app.THead().Body(app.Tr().Body(
				app.Th().Scope("col").Class("num").Text(language.Say("Cells")), app.Th().Scope("col").Class("word").Text(language.Say("Value")), app.Th().Scope("col").Text(language.Say("Counts as")))),
			app.TBody().Body(rows...)))
}

// decision is a list of what a value can count as.
func (p place) decision(to *ui.Inbox, id, value string) app.UI {
	c := p.Column
	options := []ui.Option{{Value: "leave", Text: "no level"}, {Value: "missing", Text: "missing"}}
	decisions := []draft.Decision{draft.LeaveValue, draft.MissingOne}
	for i, level := range c.Levels {
		if level != value {
			options = append(options, ui.Option{Value: strconv.Itoa(i), Text: "the level " + language.Keep(words.Clip(level, 40))})
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
	return to.Choose(id, now, options, func(chosen string) effect.Msg {
		for i := range options {
			if options[i].Value == chosen {
				return draft.DecideValue{Column: p.At, Value: value, As: decisions[i]}
			}
		}
		return draft.DecideValue{Column: p.At, Value: value, As: draft.LeaveValue}
	})
}
