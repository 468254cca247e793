package chart

import (
	"bytes"
	"encoding/csv"
	"strconv"
	"strings"

	"privatepca/core/words"
)

// A Table holds text; the first cell of each row names it.
type Table struct {
	Head   []string
	Rows   [][]string
	Code   bool // the names of rows are those of columns of a table
	Labels bool // the second column is of words, not numbers
}

// HTML writes the table, escaped.
func (t Table) HTML() string {
	var b strings.Builder
	b.WriteString(`<table class="plain data"><thead><tr>`)
	class := func(column int) string {
		if column == 1 && t.Labels {
			return ` class="word"`
		}
		return ""
	}
	for i, h := range t.Head {
		b.WriteString(`<th scope="col"` + class(i) + `>` + Escape(h) + `</th>`)
	}
	b.WriteString(`</tr></thead><tbody>`)
	for _, row := range t.Rows {
		for i, cell := range row {
			switch {
			case i == 0 && t.Code:
				b.WriteString(`<tr><th scope="row"><code>` + Escape(cell) + `</code></th>`)
			case i == 0:
				b.WriteString(`<tr><th scope="row">` + Escape(cell) + `</th>`)
			default:
				b.WriteString(`<td` + class(i) + `>` + Escape(cell) + `</td>`)
			}
		}
		b.WriteString(`</tr>`)
	}
	return b.String() + `</tbody></table>`
}

// CSV is the table for a spreadsheet: the same cells, separated by commas, none of which is taken for a formula.
func (t Table) CSV() []byte { return t.separated(',') }

// TSV is the table for the clipboard, from where a spreadsheet or a text takes it with its columns: the cells of CSV, separated by tabs.
func (t Table) TSV() string { return string(t.separated('\t')) }

func (t Table) separated(by rune) []byte {
	var out bytes.Buffer
	w := csv.NewWriter(&out)
	w.Comma = by
	for n, row := range append([][]string{t.Head}, t.Rows...) {
		cells := make([]string, len(row))
		for i, cell := range row {
			if n == 0 || i == 0 && (t.Code || t.Labels) || i == 1 && t.Labels { // a name, also where it reads as a number
				cells[i] = words.Inert(cell)
			} else {
				cells[i] = plain(cell)
			}
		}
		w.Write(cells)
	}
	w.Flush() // a bytes.Buffer never fails
	return out.Bytes()
}

// plain writes a cell that shows a number as programs read numbers, with an ASCII minus, without plus and degree sign, a percentage as the share of 1 that
// it is; any other goes through words.Inert.
func plain(cell string) string {
	number := strings.TrimPrefix(strings.NewReplacer("−", "-", "°", "").Replace(cell), "+")
	share, percent := strings.CutSuffix(number, " %")
	x, err := strconv.ParseFloat(share, 64)
	switch {
	case err != nil || !isNumber(x): // "-inf" would begin a formula
		return words.Inert(cell)
	case percent:
		return strconv.FormatFloat(words.Round(x/100, mostDigits), 'g', -1, 64)
	}
	return number
}

// mostDigits is more than any cell shows, and fewer than a division by 100 leaves exact.
const mostDigits = 12
