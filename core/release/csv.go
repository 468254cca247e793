package release

import (
	"bytes"
	"encoding/csv"
	"strconv"
	"strings"
)

// CSV writes the loadings as a tidy table, one row for each loading:
// component (from 1), feature, loading. A spreadsheet takes a cell that begins with =, +, -, @,
// a tab or a carriage return for a formula, quoted or not; a name that does gets an apostrophe
// before it.
func (d *Document) CSV() []byte {
	var out bytes.Buffer
	w := csv.NewWriter(&out)
	w.Write([]string{"component", "feature", "loading"})
	for i, row := range d.Components {
		for j, x := range row {
			w.Write([]string{strconv.Itoa(i + 1), inert(d.FeatureNames[j]), strconv.FormatFloat(x, 'f', -1, 64)})
		}
	}
	w.Flush() // a bytes.Buffer never fails
	return out.Bytes()
}

func inert(name string) string {
	if name != "" && strings.IndexByte("=+-@\t\r", name[0]) >= 0 {
		return "'" + name
	}
	return name
}
