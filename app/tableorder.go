package app

import (
	"slices"
	"strings"
	"unicode"

	"privatepca/app/goapp"

	"github.com/maxence-charriere/go-app/v9/pkg/app"
)

// An order lists the columns for reading. Features keep the order of the file, so
// that two releases of one file can be compared.
type order string

const (
	orderFile order = "as in the file"
	orderName order = "by name"
	orderOpen order = "unanswered first"
)

// sort puts the listed columns in order; within equals, as in the file.
func (o order) sort(columns []Column, shown []int) {
	switch o {
	case orderName:
		slices.SortStableFunc(shown, func(i, j int) int { return byName(columns[i].name, columns[j].name) })
	case orderOpen:
		rank := func(i int) int {
			switch c := &columns[i]; {
			case c.fault != "":
				return 0
			case c.takesPart():
				return 1
			}
			return 2
		}
		slices.SortStableFunc(shown, func(i, j int) int { return rank(i) - rank(j) })
	}
}

// byName compares names as people order them: x2 before x10, A beside a.
func byName(a, b string) int {
	if c := slices.CompareFunc(chunks(a), chunks(b), func(a, b string) int {
		x, y := strings.TrimLeft(a, "0"), strings.TrimLeft(b, "0")
		if numeral(a) && numeral(b) && len(x) != len(y) {
			return len(x) - len(y)
		}
		return strings.Compare(a, b)
	}); c != 0 {
		return c
	}
	return strings.Compare(a, b)
}

// chunks cuts a name, in lower case, into numerals and what stands between them.
func chunks(name string) []string {
	var out []string
	digits := false
	for i, r := range strings.ToLower(name) {
		if d := unicode.IsDigit(r); i == 0 || d != digits {
			out, digits = append(out, ""), d
		}
		out[len(out)-1] += string(r)
	}
	return out
}

func numeral(s string) bool { return s != "" && s[0] >= '0' && s[0] <= '9' }

func (t *columnsTable) orderChoice() app.UI {
	option := func(o order) app.UI {
		return app.Option().Value(string(o)).Selected(t.order == o).Text(string(o))
	}
	return app.Label().Class("order").Body(app.Text("Order "),
		app.Select().ID("order").Body(option(orderFile), option(orderName), option(orderOpen)).
			OnChange(func(ctx app.Context, e app.Event) {
				t.order = order(goapp.Choice(ctx).String())
				t.refresh()
				t.rewind()
			}))
}

// selected counts the selected columns that are listed, and those that are not.
func (t *columnsTable) selected() (listed, hidden int) {
	for _, i := range t.shown {
		if t.s.draft.answers.columns[i].selected {
			listed++
		}
	}
	return listed, max(0, t.s.draft.answers.tally.selected-listed)
}
