package table

import (
	"slices"
	"strings"
	"unicode"

	"privatepca/app/draft"
)

// A List says which columns are listed, in which order, and which are selected. It is
// plain: it draws nothing.
type List struct {
	answers *draft.Answers
	find    string // part of the names that are listed; "" for all
	only    filter
	order   order
	shown   []int // indices of the listed columns
	ticked  map[int]bool
	anchor  int // index of the column that was ticked last
}

// A filter lists some of the columns. The list is made when a filter is chosen,
// so that a row does not vanish under the hand that fills it in.
type filter string

const (
	filterAll        filter = "All"
	filterNumbers    filter = "Numbers"
	filterCategories filter = "Categories"
	filterOpen       filter = "Need an answer"
	filterOut        filter = "Left out"
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
func (o order) sort(columns []*draft.Column, shown []int) {
	switch o {
	case orderName:
		slices.SortStableFunc(shown, func(i, j int) int { return byName(columns[i].Name, columns[j].Name) })
	case orderOpen:
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

// newList lists all columns as in the file.
func newList(a *draft.Answers) List {
	l := List{answers: a, only: filterAll, order: orderFile}
	l.refresh()
	return l
}

// refresh lists the columns that the filter and the search let through.
func (l *List) refresh() {
	columns := l.answers.Columns
	l.shown = make([]int, 0, len(columns))
	find := strings.ToLower(l.find)
	for i, c := range columns {
		if find != "" && !strings.Contains(strings.ToLower(c.Name), find) && !strings.Contains(strings.ToLower(c.Label), find) || !l.lets(c) {
			continue
		}
		l.shown = append(l.shown, i)
	}
	l.order.sort(columns, l.shown)
}

// lets reports whether the filter lets a column through.
func (l *List) lets(c *draft.Column) bool {
	switch l.only {
	case filterNumbers:
		return c.TakesPart() && c.Kind != draft.Category
	case filterCategories:
		return c.Kind == draft.Category
	case filterOpen:
		return c.Fault != "" && !draft.Apart(l.answers, c)
	case filterOut:
		return c.Kind == draft.LeftOut || draft.Apart(l.answers, c)
	}
	return true
}

// selected counts the selected columns that are listed, and those that are not.
func (l *List) selected() (listed, hidden int) {
	for _, i := range l.shown {
		if l.ticked[i] {
			listed++
		}
	}
	return listed, max(0, len(l.ticked)-listed)
}

// selectAll ticks or unticks all listed columns.
func (l *List) selectAll(on bool) {
	for _, i := range l.shown {
		l.set(i, on)
	}
}

func (l *List) set(i int, on bool) {
	switch {
	case !on:
		delete(l.ticked, i)
	case l.ticked == nil:
		l.ticked = map[int]bool{i: true}
	default:
		l.ticked[i] = true
	}
}

// tick ticks a column, and with the shift key all that are listed between it and
// the one ticked before.
func (l *List) tick(i int, on, through bool) {
	from, to := slices.Index(l.shown, l.anchor), slices.Index(l.shown, i)
	l.anchor = i
	l.set(i, on)
	if !through || from < 0 || to < 0 {
		return
	}
	for _, j := range l.shown[min(from, to) : max(from, to)+1] {
		l.set(j, on)
	}
}

// nextNumber is the place of the next listed number, or -1.
func (l *List) nextNumber(i, by int) int {
	for at := slices.Index(l.shown, i) + by; at >= 0 && at < len(l.shown); at += by {
		if c := l.answers.Columns[l.shown[at]]; c.Bounded() && !draft.Apart(l.answers, c) {
			return at
		}
	}
	return -1
}

// fill takes pasted lines for the listed rows from column i on: a bound, or two with
// a tab between them. Rows that are no numbers are passed over, with their lines.
func (l *List) fill(part string, i int, text string) (filled draft.PasteBounds) {
	at := slices.Index(l.shown, i)
	for line := range strings.Lines(text) {
		if at < 0 || at >= len(l.shown) {
			break
		}
		c, i := l.answers.Columns[l.shown[at]], l.shown[at]
		at++
		if !c.Bounded() || draft.Apart(l.answers, c) {
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
		filled.Columns, filled.Bounds = append(filled.Columns, i), append(filled.Bounds, bounds)
	}
	return filled
}

// from names the columns that are listed from one on; none where it is not listed.
func (l *List) from(i int) []string {
	at := slices.Index(l.shown, i)
	if at < 0 {
		return nil
	}
	var names []string
	for _, j := range l.shown[at:] {
		names = append(names, l.answers.Columns[j].Name)
	}
	return names
}
