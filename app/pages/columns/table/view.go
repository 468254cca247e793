package table

import (
	"slices"
	"strings"
	"unicode"

	"privatepca/app/draft"
	"privatepca/core/typed"
)

// A View says which columns are listed, in which order, which are ticked, and what is open for one column or many. It is a value.
type View struct {
	Find   string // part of the names that are listed; "" for all
	Only   Filter
	Order  Order
	Shown  []int // indices of the listed columns
	Ticked []int // indices of the ticked columns, ascending
	anchor int   // index of the column that was ticked last

	sought, reveals int // index of the column whose row was asked for last, and how often one was

	Editing int    // the column whose categories are edited, or editsNone, or editsTicked
	Details bool   // its details are open, rather than its categories
	Levels  string // the categories as they are typed for all that are ticked

	Kind        draft.Kind // the answer for all that are ticked
	Least, Most string
}

// What the panel of categories works on, but for a column's index.
const (
	editsNone   = -1
	editsTicked = -2
)

// Fresh lists the columns with a text in their names; "" for all. Some are ticked from before.
func Fresh(a *draft.Answers, find string, ticked []int) View {
	return View{Find: find, Ticked: ticked, Only: All, Order: AsInFile, Editing: editsNone}.listed(a)
}

// sort puts the listed columns in order; within equals, as in the file.
func (o Order) sort(columns []*draft.Column, shown []int) {
	switch o {
	case ByName:
		slices.SortStableFunc(shown, func(i, j int) int { return byName(columns[i].Name, columns[j].Name) })
	case Unanswered:
		rank := func(i int) int {
			switch c := columns[i]; {
			case c.Fault != "":
				return 0
			case c.TakesPart():
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

// listed lists the columns that the filter and the search let through.
func (v View) listed(a *draft.Answers) View {
	v.Shown = make([]int, 0, len(a.Columns))
	find := strings.ToLower(v.Find)
	for i, c := range a.Columns {
		if find != "" && !strings.Contains(strings.ToLower(c.Name), find) && !strings.Contains(strings.ToLower(c.Label), find) || !v.Only.lets(a, c) {
			continue
		}
		v.Shown = append(v.Shown, i)
	}
	v.Order.sort(a.Columns, v.Shown)
	return v
}

// lets reports whether the filter lets a column through.
func (f Filter) lets(a *draft.Answers, c *draft.Column) bool {
	switch f {
	case Numbers:
		return c.TakesPart() && c.Kind != draft.Category
	case Categories:
		return c.Kind == draft.Category
	case Open:
		return c.Fault != "" && !draft.Apart(a, c)
	case Out:
		return c.Kind == draft.LeftOut || draft.Apart(a, c)
	}
	return true
}

// ticked reports whether a column is ticked.
func (v View) ticked(i int) bool {
	_, found := slices.BinarySearch(v.Ticked, i)
	return found
}

// tickedListed counts the ticked columns that are listed.
func (v View) tickedListed() (n int) {
	if len(v.Ticked) == 0 {
		return 0
	}
	for _, i := range v.Shown {
		if v.ticked(i) {
			n++
		}
	}
	return n
}

// tick ticks or unticks columns.
func (v View) tick(columns []int, on bool) View {
	if on {
		v.Ticked = slices.Concat(v.Ticked, columns)
		slices.Sort(v.Ticked)
		v.Ticked = slices.Compact(v.Ticked)
		return v
	}
	these := slices.Sorted(slices.Values(columns))
	v.Ticked = slices.DeleteFunc(slices.Clone(v.Ticked), func(i int) bool {
		_, found := slices.BinarySearch(these, i)
		return found
	})
	return v
}

// through are the columns from the one that was ticked last to another, as they are listed; that one alone where they are not.
func (v View) through(i int) []int {
	from, to := slices.Index(v.Shown, v.anchor), slices.Index(v.Shown, i)
	if from < 0 || to < 0 {
		return []int{i}
	}
	return v.Shown[min(from, to) : max(from, to)+1]
}

// lacking is the part of a column's row that gives what it lacks.
func lacking(c *draft.Column) string {
	switch {
	case c.Levelled() && !c.InDetails:
		return "edit"
	case c.Bounded() && c.Min.Why() == typed.Read && c.Max.Why() != typed.Read:
		return "max"
	case c.Bounded() && !c.InDetails:
		return "min"
	case c.InDetails:
		return "more"
	}
	return "type"
}

// nextNumber is the place of the next listed number, or -1.
func (v View) nextNumber(a *draft.Answers, i, by int) int {
	for at := slices.Index(v.Shown, i) + by; at >= 0 && at < len(v.Shown); at += by {
		if c := a.Columns[v.Shown[at]]; c.Bounded() && !draft.Apart(a, c) {
			return at
		}
	}
	return -1
}

// pasted are the bounds that pasted lines give the listed rows from column i on: a bound, or two with a tab between them. Rows that are no numbers are
// passed over, with their lines.
func (v View) pasted(a *draft.Answers, part string, i int, text string) draft.PasteBounds {
	var columns []int
	var all [][2]string
	at := slices.Index(v.Shown, i)
	for line := range strings.Lines(strings.TrimRight(text, "\r\n")) {
		if at < 0 || at >= len(v.Shown) {
			break
		}
		i := v.Shown[at]
		at++
		if c := a.Columns[i]; !c.Bounded() || draft.Apart(a, c) {
			continue
		}
		cells := strings.Split(strings.TrimRight(line, "\r\n"), "\t")
		var bounds [2]string
		if part == "min" {
			bounds[0] = cells[0]
		}
		if part == "max" || len(cells) > 1 {
			bounds[1] = cells[len(cells)-1]
		}
		columns, all = append(columns, i), append(all, bounds)
	}
	return draft.PasteBounds{Columns: columns, Bounds: all}
}
