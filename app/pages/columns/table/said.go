package table

import (
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/draft"
	"privatepca/app/effect"
)

// partOf tells which part of which column's answer a control gives; "" for no control
// of the table, -1 for all columns.
func partOf(target app.Value) (part string, i int) {
	data := target.Get("dataset")
	if !data.Truthy() || !data.Get("part").Truthy() {
		return "", -1
	}
	i = -1
	if v := data.Get("i"); v.Truthy() {
		i, _ = strconv.Atoi(v.String())
	}
	return data.Get("part").String(), i
}

// severalCells reports whether a text holds more than one cell of a spreadsheet.
func severalCells(text string) bool {
	return strings.ContainsAny(strings.TrimRight(text, "\r\n"), "\t\n\r")
}

// said is what a control of a row says: which part, of which column, what; whether it is ticked, and the shift key was down.
func said(part string, i int, value string, on, through bool, a *draft.Answers) []effect.Msg {
	if part == "all" {
		return []effect.Msg{TickAll{on}}
	}
	if i < 0 || i >= len(a.Columns) {
		return nil
	}
	switch part {
	case "select":
		return []effect.Msg{Tick{Column: i, On: on, Through: through}}
	case "type":
		if value == asBoolean {
			return []effect.Msg{draft.SetBoolean{Column: i}}
		}
		kind := draft.Column{Kind: draft.Kind(value)}
		if out := []effect.Msg{draft.SetKind{Column: i, Kind: kind.Kind}}; !kind.Levelled() || len(a.Columns[i].Levels) > 0 {
			return out
		}
		return []effect.Msg{draft.SetKind{Column: i, Kind: kind.Kind}, Edit{i}}
	case "min":
		return []effect.Msg{draft.SetMin{Column: i, Text: value}}
	case "max":
		return []effect.Msg{draft.SetMax{Column: i, Text: value}}
	case "edit":
		return []effect.Msg{Edit{i}}
	case "more":
		return []effect.Msg{More{i}}
	}
	return nil
}
