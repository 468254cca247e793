package codebook

import (
	"strings"
	"testing"

	"privatepca/core/convert/survey"
	"privatepca/core/schema"
)

// What a data file says of its columns becomes kinds, levels and labels, and no bound.
func TestFromVariables(t *testing.T) {
	level := func(codes ...string) (list []survey.Level) {
		for _, c := range codes {
			list = append(list, survey.Level{Code: c, Label: "level " + c})
		}
		return list
	}
	b, err := FromVariables([]survey.Variable{
		{Name: "a", Label: "A number"},
		{Name: "b", Label: "Nominal", Measure: survey.Nominal, Levels: level("2", "1", "9")},
		{Name: "c", Measure: survey.Ordinal, Levels: level("3", "1", "2")},
		{Name: "d", Measure: survey.Ordinal, Levels: level("1", "5")},
		{Name: "e", Measure: survey.Scale, Levels: level("0", "1")},
		{Name: "f", Levels: level("0")},
		{Name: "g", Levels: level("0", "1")},
		{Name: "h", Text: true, Levels: level("x", "y")},
		{Name: "i", Text: true},
		{Name: "j", Date: true, Measure: survey.Nominal},
		{Name: "k", Measure: survey.Ordinal, Levels: level("1", "2.5")},
	})
	if err != nil || b.Form != Inside || len(b.Problems) != 0 {
		t.Fatal(b, err)
	}
	var says []string
	for i := range b.Schema.Fields {
		f := &b.Schema.Fields[i]
		says = append(says, f.Name+" "+string(f.Kind)+" "+strings.Join(f.Enum, ","))
		if f.Bounded() && (f.Minimum == f.Minimum || f.Maximum == f.Maximum) {
			t.Errorf("%s has bounds", f.Name)
		}
	}
	want := "a number |b category 1,2,9|c ordinal 1,2,3|d number |e number |f number |g category 0,1|h category x,y|i category |j date |k number "
	if got := strings.Join(says, "|"); got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if f := b.Schema.Fields[1]; f.Label != "Nominal" || f.LevelLabels["2"] != "level 2" {
		t.Errorf("labels: %+v", f)
	}
	if _, err := schema.ParseFor(b.Schema.Encode(), schema.Table{}); err != nil && strings.Contains(err.Error(), "damaged") {
		t.Errorf("it does not read back: %v", err)
	}
}
