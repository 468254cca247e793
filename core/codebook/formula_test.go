package codebook

import (
	"bytes"
	"encoding/csv"
	"slices"
	"strings"
	"testing"

	"privatepca/core/schema"
)

// The list of variables is opened in a spreadsheet, and its names may be a stranger's: no cell of it begins a formula, and what was written
// is read.
func TestListHoldsNoFormula(t *testing.T) {
	names := []string{`=HYPERLINK("http://x","y")`, "+1+1", "@SUM(1)", "-x", "'=1", "plain", "it's"}
	s := schema.New()
	for _, name := range names {
		s.Fields = append(s.Fields, schema.Field{Name: name, Kind: schema.Category, Enum: []string{"-1", "=2", "@3"}, LevelLabels: map[string]string{"-1": "=a"}, Label: "=label of " + name})
	}
	s.Fields = append(s.Fields, schema.Field{Name: "n", Kind: schema.Number, Minimum: -5, Maximum: 5, MissingValues: []string{"", "-9", "-8"}})
	list := CSV(Template(s, append(names, "n")))
	rows, err := csv.NewReader(bytes.NewReader(list)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range rows {
		for _, cell := range row {
			if cell != "" && strings.ContainsRune("=+@-", rune(cell[0])) && cell != "-5" {
				t.Errorf("the cell %q begins a formula", cell)
			}
		}
	}
	b := parse(t, string(list), Options{})
	for i, name := range names {
		f := b.Schema.Fields[i]
		if f.Name != name || !slices.Equal(f.Enum, s.Fields[i].Enum) || f.LevelLabels["-1"] != "=a" || f.Label != "=label of "+name {
			t.Errorf("%q is read as %+v", name, f)
		}
	}
	if f := field(t, b, "n"); f.Minimum != -5 || !slices.Equal(f.MissingValues, []string{"", "-9", "-8"}) {
		t.Errorf("%+v", f)
	}
}
