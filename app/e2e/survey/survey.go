// Package survey makes up a survey with what describes it, for journeys through the pages and for their pictures.
package survey

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"

	"privatepca/core/convert/converttest"
)

// Sheets are the names of the sheets of Workbook: the table, and its codebook.
var Sheets = []string{"Daten", "Codebuch"}

// topics are what the questions of one factor are about, with two ends.
var topics = []string{"Kommt mit dem Einkommen aus", "Nutzt das Internet täglich", "Trifft andere Menschen", "Sorgt sich um die Miete"}

// Workbook is a workbook of so many records and columns, at least 6: the table, and a codebook in German that describes all of its columns. Questions follow
// four planted factors, in turn; the answers are 1 to 5, and about one of fifty is missing (−9). The same numbers make the same workbook.
func Workbook(records, columns int) []byte {
	r := rand.New(rand.NewPCG(2024, 184))
	table := converttest.Table{Header: []string{"age", "rent", "sex"}}
	book := converttest.Table{Header: []string{"Variable", "Frage", "von", "bis", "Antworten", "fehlend"}, Rows: [][]string{
		{"age", "Alter in Jahren", "16", "96", "", ""},
		{"rent", "Monatliche Miete in Euro", "0", "5000", "", "-9"},
		{"sex", "Geschlecht", "", "", "1=männlich; 2=weiblich; 3=divers", ""},
	}}
	questions := columns - len(table.Header)
	for q := range questions {
		name := fmt.Sprintf("Q%03d", q+1)
		table.Header = append(table.Header, name)
		book.Rows = append(book.Rows, []string{name, fmt.Sprintf("%s (Frage %d)", topics[q%len(topics)], q+1), "1", "5", "1=nie; 2=selten; 3=manchmal; 4=oft; 5=immer", "-9"})
	}
	for range records {
		var factors [4]float64
		for f := range factors {
			factors[f] = r.NormFloat64()
		}
		row := []string{strconv.Itoa(16 + r.IntN(81)), strconv.Itoa(200 + r.IntN(1800)), strconv.Itoa(1 + r.IntN(2))}
		for q := range questions {
			if r.IntN(50) == 0 {
				row = append(row, "-9")
				continue
			}
			x := 3 + .95*factors[q%len(factors)] + .75*r.NormFloat64()
			row = append(row, strconv.Itoa(int(math.Round(min(5, max(1, x))))))
		}
		table.Rows = append(table.Rows, row)
	}
	return converttest.Workbook(Sheets, table, book)
}
