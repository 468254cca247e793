package release

import (
	"bytes"
	"encoding/csv"
	"strconv"
)

// CSV writes the loadings as a tidy table, one row for each loading:
// component (from 1), feature, loading.
func (d *Document) CSV() []byte {
	var out bytes.Buffer
	w := csv.NewWriter(&out)
	w.Write([]string{"component", "feature", "loading"})
	for i, row := range d.Components {
		for j, x := range row {
			w.Write([]string{strconv.Itoa(i + 1), d.FeatureNames[j], strconv.FormatFloat(x, 'f', -1, 64)})
		}
	}
	w.Flush() // a bytes.Buffer never fails
	return out.Bytes()
}
