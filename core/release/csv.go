package release

import (
	"bytes"
	"encoding/csv"
	"strconv"
	"strings"
	"unicode"
)

// CSV writes the loadings as a tidy table, one row for each loading:
// component (from 1), feature, loading; then, where a direction has intervals, low and high: where the exact loading lies with 95 %
// confidence (Uncertainty), empty for a direction that has none; then, where a feature has one, label. Names and labels go through
// Inert.
//
// Of a document with a finding, loading is the estimate where there is one (Loadings); low and high are of this table, and people_low and
// people_high of people like these. Where directions stand together as a plane, plane names them, and the rows of each are of one of the
// plane's axes.
func (d *Document) CSV() []byte {
	var out bytes.Buffer
	w := csv.NewWriter(&out)
	labels := Labels(d)
	kinds := []Intervals{ThisTable}
	if BothKinds(d) {
		kinds = append(kinds, PeopleLikeThese)
	}
	planes := false
	for i := range d.Components {
		planes = planes || planeCell(d, i) != ""
	}
	var open [][]*Uncertainty
	any := false
	for _, kind := range kinds {
		of, some := intervals(d.With(kind))
		open, any = append(open, of), any || some
	}
	head := []string{"component", "feature", "loading"}
	if planes {
		head = append(head, "plane")
	}
	if any {
		head = append(head, []string{"low", "high", "people_low", "people_high"}[:2*len(kinds)]...)
	}
	if labels != nil {
		head = append(head, "label")
	}
	w.Write(head)
	for i := range d.Components {
		for j, x := range d.Loadings(i) {
			cells := []string{strconv.Itoa(i + 1), Inert(d.FeatureNames[j]), strconv.FormatFloat(x, 'f', -1, 64)}
			if planes {
				cells = append(cells, planeCell(d, i))
			}
			for _, of := range open {
				switch {
				case of[i] != nil:
					low, high := of[i].Interval(j)
					cells = append(cells, strconv.FormatFloat(low, 'f', intervalDigits, 64), strconv.FormatFloat(high, 'f', intervalDigits, 64))
				case any:
					cells = append(cells, "", "")
				}
			}
			if labels != nil {
				cells = append(cells, Inert(labels[j]))
			}
			w.Write(cells)
		}
	}
	w.Flush() // a bytes.Buffer never fails
	return out.Bytes()
}

// planeCell names the directions of a plane, "2 to 3"; "" for a direction that stands alone.
func planeCell(d *Document, i int) string {
	p, ok := PlaneOf(d, i)
	if !ok || len(p.Ranks) < 2 {
		return ""
	}
	return strconv.Itoa(p.Ranks[0]+1) + " to " + strconv.Itoa(p.Ranks[len(p.Ranks)-1]+1)
}

// intervalDigits are those of an interval's ends after the point: an approximation has no more.
const intervalDigits = 6

// intervals are the uncertainties of the directions, nil for one without; any says whether one has one.
func intervals(d *Document) (open []*Uncertainty, any bool) {
	open = make([]*Uncertainty, len(d.Components))
	for i := range open {
		if u, ok := d.Uncertainty(i); ok {
			open[i], any = &u, true
		}
	}
	return open, any
}

// Characters that matter to Inert.
const (
	// formulas begin a formula in a spreadsheet, in the forms that it takes for the same.
	formulas = "=+-@＝＋－＠﹦﹢﹣﹫−⁼₌⁺₊﬩⩵⩶"
	// breaks may begin a cell: where a table is taken to be separated by semicolons, as in
	// much of Europe, or by tabs, or where a reader does not know of quotes, also inside one.
	breaks = ";\t\n\v\f\r\u0085\u2028\u2029"
)

// Inert is a name as a cell of a table that no spreadsheet takes for a formula. A
// spreadsheet does so with a cell that begins with =, +, - or @, also in full width, quoted
// or not, and drops white space, quotes and invisible characters before it. So an apostrophe
// goes before each place where such a cell could begin, and before a tab or a carriage
// return at the start. What no reader bears, NUL, becomes U+FFFD. Other names stay as they are.
func Inert(name string) string {
	name = strings.ReplaceAll(name, "\x00", "\ufffd")
	var out strings.Builder
	begins, start := true, 0 // a cell could begin here; out holds name[:start]
	cell := 0                // where the cell began
	for i, r := range name {
		switch {
		case i == 0 && (r == '\t' || r == '\r'):
			out.WriteByte('\'')
			begins, cell = true, i+1
		case strings.ContainsRune(breaks, r):
			begins, cell = true, i+len(string(r))
		case begins && strings.ContainsRune(formulas, r):
			out.WriteString(name[start:cell] + "'")
			begins, start = false, cell
		case r != '"' && !invisible(r):
			begins = false
		}
	}
	return out.String() + name[start:]
}

// invisible reports whether a spreadsheet may drop a character at the start of a cell.
func invisible(r rune) bool {
	return unicode.IsSpace(r) || unicode.IsControl(r) || unicode.In(r, unicode.Cf, unicode.Zs, unicode.Variation_Selector, unicode.Other_Default_Ignorable_Code_Point)
}
