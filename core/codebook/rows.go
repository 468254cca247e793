package codebook

import (
	"math"
	"strings"

	"privatepca/core/schema"
)

// Rows reads rows of cells that were pasted beside columns: from a heading, Min or Max, on, in the order of the table. A row without
// a number is passed over, rows beyond the last column are not read.
func Rows(columns []string, from Heading, text string) *Book {
	b := newBook(List)
	b.Schema.BoundsFrom = schema.Typed
	rows := strings.Split(strings.TrimRight(strings.ReplaceAll(text, "\r\n", "\n"), "\n"), "\n")
	for i, row := range rows {
		if i == len(columns) {
			b.problem("", "more rows were pasted than there are columns from there on: the rest was left out")
			break
		}
		cells := strings.Split(row, "\t")
		if from == Max {
			cells = append([]string{""}, cells...)
		}
		f, wrong := open(columns[i]), false
		for j, place := range []*float64{&f.Minimum, &f.Maximum} {
			if j < len(cells) {
				x, ok := bound(strings.TrimSpace(cells[j]))
				*place, wrong = x, wrong || !ok
			}
		}
		if wrong {
			b.problem(columns[i], "its bounds are no numbers: write them in plain digits")
		}
		if !math.IsNaN(f.Minimum) || !math.IsNaN(f.Maximum) {
			b.Schema.Fields = append(b.Schema.Fields, f)
		}
	}
	return b
}
