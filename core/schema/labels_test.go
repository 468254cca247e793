package schema

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// labelledSchema has a label of each kind.
func labelledSchema() *Schema {
	s := New(
		Field{Name: "age", Kind: Number, Minimum: 0, Maximum: 120, Label: "Age in years"},
		Field{Name: "sex", Kind: Category, Enum: []string{"1", "2"}, Label: "Sex", LevelLabels: map[string]string{"1": "male", "2": "female & <other>"}},
		Field{Name: "ok", Kind: Category, Enum: []string{"no", "yes"}, Spellings: [][]string{{"0"}, {"1"}}, Label: "Agreed", LevelLabels: map[string]string{"yes": "has agreed"}},
		Field{Name: "plain", Kind: Category, Enum: []string{"a", "b"}},
	)
	return s
}

// Labels survive both standards, and both texts are fixed points.
func TestLabelsRoundTrip(t *testing.T) {
	want := labelledSchema()
	for name, text := range map[string][]byte{"Frictionless": want.Encode(), "CSVW": want.EncodeCSVW("t.csv")} {
		t.Run(name, func(t *testing.T) {
			for _, header := range [][]string{nil, {"age", "sex", "ok", "plain"}} {
				got, err := ParseFor(text, Table{Columns: header})
				if err != nil {
					t.Fatal(name, err)
				}
				for i := range want.Fields {
					w, g := want.Fields[i], got.Fields[i]
					if g.Name != w.Name || g.Label != w.Label || !maps.Equal(g.LevelLabels, w.LevelLabels) || !slices.Equal(g.Enum, w.Enum) {
						t.Errorf("%s: got %+v, want %+v", name, g, w)
					}
				}
			}
		})
	}
	again, _ := Parse(want.Encode())
	if string(again.Encode()) != string(want.Encode()) {
		t.Error("encoding what was parsed gives other bytes")
	}
}

// Labels as other programs write them: Frictionless categories and titles, CSVW titles by language.
func TestLabelsFromElsewhere(t *testing.T) {
	s, err := Parse([]byte(`{"fields": [
		{"name": "q1", "title": " Your\n opinion ", "type": "string", "categories": [{"value": "1", "label": "yes"}, {"value": "2", "label": "2"}, "3"]},
		{"name": "q2", "title": "q2", "type": "number", "constraints": {"minimum": 0, "maximum": 1}},
		{"name": "q3", "title": 3, "type": "number", "constraints": {"minimum": 0, "maximum": 1}}]}`))
	if err != nil {
		t.Fatal(err)
	}
	if f := s.Fields[0]; f.Label != "Your opinion" || !maps.Equal(f.LevelLabels, map[string]string{"1": "yes"}) || !slices.Equal(f.Enum, []string{"1", "2", "3"}) {
		t.Errorf("%+v", f)
	}
	if s.Fields[1].Label != "" || s.Fields[2].Label != "" {
		t.Errorf("a name, or a number, is taken for a label: %+v", s.Fields[1:])
	}
	s, err = ParseFor([]byte(`{"@context": "http://www.w3.org/ns/csvw", "url": "x.csv", "tableSchema": {"columns": [
		{"name": "age", "titles": {"en": "Age in years", "de": "Alter"}, "datatype": {"base": "integer", "minimum": 0, "maximum": 120}}]}}`), Table{Columns: []string{"age"}})
	if err != nil || s.Fields[0].Name != "age" || s.Fields[0].Label != "Alter" {
		t.Errorf("%+v, %v", s.Fields, err)
	}
}

// A schema without labels is written as before labels were known.
func TestNoLabelsNoKeys(t *testing.T) {
	for _, text := range [][]byte{Unlabelled(labelledSchema()).Encode(), Unlabelled(labelledSchema()).EncodeCSVW("t.csv")} {
		if strings.Contains(string(text), `"title"`) || strings.Contains(string(text), "categories") || strings.Contains(string(text), "Age in years") {
			t.Errorf("%s", text)
		}
	}
	if s := labelledSchema(); s.Fields[0].Label == "" || !reflect.DeepEqual(s.Features(), Unlabelled(s).Features()) || s.AlwaysValidBound() != Unlabelled(s).AlwaysValidBound() {
		t.Error("labels change the schema, or its copy without labels does")
	}
}

// Labels of features: a column's, and a level's behind it.
func TestFeatureLabels(t *testing.T) {
	want := []string{"Age in years", "Sex = male", "Sex = female & <other>", "Agreed = no", "Agreed = has agreed", "", ""}
	if got := Labels(labelledSchema()); !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
}

// A label prints, is short, and is cleaned once.
func TestCleanLabel(t *testing.T) {
	for text, want := range map[string]string{
		"": "", "a": "a", " a\t b\n": "a b", "a\x00b\u200bc": "abc", "Gr\xf6\xdfe": "Gre", "Größe": "Größe", "x\u00a0y": "x y",
		strings.Repeat("é", 301): strings.Repeat("é", 299) + "…",
	} {
		t.Run(fmt.Sprintf("%.60s", text), func(t *testing.T) {
			if got := CleanLabel(text); got != want || !IsLabel(got) || CleanLabel(got) != got {
				t.Errorf("%q: %q, want %q", text, got, want)
			}
			if text != want && IsLabel(text) {
				t.Errorf("%q is a label", text)
			}
		})
	}
	s := labelledSchema()
	s.Fields[0].Label = "a\nb"
	if err := s.Validate(); err == nil || !strings.Contains(err.Error(), "label") {
		t.Errorf("a label of two lines: %v", err)
	}
}
