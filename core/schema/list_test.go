package schema

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// Lists of both standards are the same fields, and are written as lists again.
func TestListsOfTheStandards(t *testing.T) {
	want := ListOf(Field{Name: "travel", MissingValues: []string{"-9"}, LevelLabels: map[string]string{"bus": "By bus"}}, ";", []string{"walk", "bus"})
	for _, text := range []string{
		`{"fields":[{"name":"travel","type":"list","delimiter":";","missingValues":["-9"],"categories":["walk",{"value":"bus","label":"By bus"}]},{"name":"n","type":"number","constraints":{"minimum":0,"maximum":1}}]}`,
		`{"tableSchema":{"columns":[{"titles":"travel","separator":";","null":"-9","datatype":{"base":"string","format":"walk|bus"},"privatepca":{"categories":["walk",{"value":"bus","label":"By bus"}]}},{"name":"n","datatype":{"base":"number","minimum":0,"maximum":1}}]}}`,
	} {
		s, err := Parse([]byte(text))
		if err != nil || s.D() != 3 || !slices.Equal(s.Features(), []string{"travel=walk", "travel=bus", "n"}) {
			t.Fatalf("%s: %+v, %v", text, s, err)
		}
		for _, again := range [][]byte{s.Encode(), s.EncodeCSVW("a.csv")} {
			b, err := Parse(again)
			if err != nil || !bytes.Equal(b.Encode(), s.Encode()) || !strings.Contains(string(again), `"separator": ";"`) && !strings.Contains(string(again), `"type": "list"`) {
				t.Errorf("%s\nis %+v, %v", again, b, err)
			}
		}
		for i, f := range s.Fields[:2] {
			if f.Name != want[i].Name || f.Column != "travel" || f.Separator != ";" || f.Item != want[i].Item || f.Minimum != 0 || f.Maximum != 1 || f.Label == "" != (i == 0) {
				t.Errorf("%+v", f)
			}
		}
	}
	if s, err := Parse([]byte(`{"fields":[{"name":"a","type":"list","constraints":{"enum":["x","y"]}}]}`)); err != nil || s.Fields[0].Separator != "," {
		t.Errorf("the standard's separator: %+v, %v", s, err)
	}
}

// What keeps a list from being encoded is said of its column.
func TestListProblems(t *testing.T) {
	for text, want := range map[string]string{
		`"delimiter":"","constraints":{"enum":["x","y"]}`:    "separates",
		`"delimiter":";","constraints":{"enum":["x;z","y"]}`: "holds what separates",
		`"delimiter":";","constraints":{"enum":["x",""]}`:    "is empty",
		`"delimiter":";","constraints":{"enum":["x","x"]}`:   "stated twice",
		`"delimiter":";"`: "cannot take part",
	} {
		t.Run(text, func(t *testing.T) {
			_, err := Parse([]byte(`{"fields":[{"name":"n","type":"number","constraints":{"minimum":0,"maximum":1}},{"name":"a","type":"list",` + text + `}]}`))
			var ps Problems
			if !errors.As(err, &ps) || !strings.Contains(fmt.Sprint(ps), want) {
				t.Errorf("%s: %v", text, err)
			}
		})
	}
	levels := make([]text, 10000)
	for i := range levels {
		levels[i] = text(fmt.Sprint("l", i))
	}
	column := field{Name: "a", Type: "list", Constraints: &constraints{Enum: levels}}
	if _, err := Parse(encode(table{Fields: []field{column}})); err == nil || !strings.Contains(err.Error(), "features are too many") {
		t.Errorf("10,000 levels: %v", err)
	}
}
