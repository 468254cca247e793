package language

import (
	"bytes"
	"encoding/csv"
	"strconv"
	"strings"
)

// CSV writes a table as spreadsheets in the language open one: where a comma stands before fractions, cells are divided by semicolons. A text that is no
// CSV is left as it is.
func CSV(text []byte) []byte {
	if spoken == nil || spoken.Decimal != "," {
		return text
	}
	r := csv.NewReader(bytes.NewReader(text))
	r.FieldsPerRecord = -1
	rows, err := r.ReadAll()
	if err != nil {
		return text
	}
	var out bytes.Buffer
	w := csv.NewWriter(&out)
	w.Comma = ';'
	for _, row := range rows {
		for i, cell := range row {
			if _, err := strconv.ParseFloat(cell, 64); err == nil {
				row[i] = strings.Replace(cell, ".", ",", 1)
			}
		}
		if w.Write(row) != nil {
			return text
		}
	}
	w.Flush()
	return out.Bytes()
}
