package codebook

import (
	"slices"
	"testing"

	"privatepca/core/schema"
)

// Codes that differ between variables are each column's own, dates have bounds that are dates, and a template says both again.
func TestMissingCodesAndDatesOfAColumn(t *testing.T) {
	b, err := Parse([]byte("name,type,min,max,levels,missing\nage,number,0,120,,-9\nborn,date,1930-01-01,2010-12-31,,\nsex,,,,1|2,8 | 9\n"), Options{})
	if err != nil || len(b.Problems) > 0 || len(b.Schema.Fields) != 3 {
		t.Fatalf("%v: %+v", err, b)
	}
	age, born, sex := b.Schema.Fields[0], b.Schema.Fields[1], b.Schema.Fields[2]
	if !slices.Equal(age.MissingValues, []string{"", "-9"}) || !slices.Equal(sex.MissingValues, []string{"", "8", "9"}) || b.Schema.MissingValues != nil {
		t.Errorf("missing codes %q, %q, of the table %q", age.MissingValues, sex.MissingValues, b.Schema.MissingValues)
	}
	if born.Kind != schema.Date || schema.FormatDate(born.Minimum) != "1930-01-01" || schema.FormatDate(born.Maximum) != "2010-12-31" {
		t.Errorf("born is %+v", born)
	}
	again, err := Parse(CSV(Template(b.Schema, []string{"age", "born", "sex"})), Options{})
	if err != nil || len(again.Problems) > 0 || !slices.Equal(again.Schema.Fields[0].MissingValues, age.MissingValues) || again.Schema.Fields[1].Maximum != born.Maximum {
		t.Errorf("again %+v (%v)", again, err)
	}
}
