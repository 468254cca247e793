package codebook

import (
	"slices"
	"strings"
	"testing"

	"privatepca/core/schema"
)

// What a list of levels is, by what people wrote alone: kinds of the columns of a codebook, a line each.
func TestLevelsInOrder(t *testing.T) {
	const agree = "1 = stimme gar nicht zu; 2 = stimme eher nicht zu; 3 = teils/teils; 4 = stimme eher zu; 5 = stimme voll zu"
	for _, c := range []struct {
		name, levels, kind string // of a type that is stated; "" for none
		columns            int
		want               schema.Kind
		enum               string
	}{
		{"a scale that columns share", agree, "", 3, schema.Ordinal, "1,2,3,4,5"},
		{"its codes from the highest on", "3 = c; 2 = b; 1 = a", "", 3, schema.Ordinal, "1,2,3"},
		{"words that columns share", "nie; selten; manchmal; oft; immer", "", 3, schema.Ordinal, "nie,selten,manchmal,oft,immer"},
		{"codes that columns share", "1; 2; 3; 4", "", 3, schema.Ordinal, "1,2,3,4"},
		{"one column whose ends are words of an order", agree, "", 1, schema.Ordinal, "1,2,3,4,5"},
		{"one column with words at its ends alone", "0 = x; 1; 2; 3 = y", "", 1, schema.Ordinal, "0,1,2,3"},
		{"stated", "low | middle | top", "ordinal", 1, schema.Ordinal, "low,middle,top"},
		{"yes and no at the ends", "1 = ja; 2 = eher ja; 3 = eher nein; 4 = nein", "", 4, schema.Ordinal, "1,2,3,4"},

		{"two levels", "1 = Mann; 2 = Frau", "", 5, schema.Category, "1,2"},
		{"yes, no and a third", "1 = ja; 2 = nein; 3 = kommt vor", "", 5, schema.Category, "1,2,3"},
		{"an answer beside the others", "1 = a; 2 = b; 3 = weiß nicht", "", 5, schema.Category, "1,2,3"},
		{"regions", "1 = Nord; 2 = Ost; 3 = Süd; 4 = West", "", 1, schema.Category, "1,2,3,4"},
		{"regions of two columns", "Nord; Ost; Süd; West", "", 2, schema.Category, "Nord,Ost,Süd,West"},
		{"work", "Vollzeit; Teilzeit; arbeitslos; in Ausbildung; Rente", "", 1, schema.Category, "Vollzeit,Teilzeit,arbeitslos,in Ausbildung,Rente"},
		{"more than a scale has", "1=a;2=b;3=c;4=d;5=e;6=f;7=g;8=h;9=i;10=j;11=k;12=l", "", 3, schema.Category, "1,2,3,4,5,6,7,8,9,10,11,12"},
		{"codes with a gap", "1 = a; 2 = b; 8 = c", "", 3, schema.Category, "1,2,8"},
		{"nominal, as stated", agree, "nominal", 3, schema.Category, "1,2,3,4,5"},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := "name,type,levels\n"
			for i := range c.columns {
				text += string(rune('a'+i)) + "," + c.kind + ",\"" + c.levels + "\"\n"
			}
			b := parse(t, text, Options{})
			for _, f := range b.Schema.Fields {
				if f.Kind != c.want || strings.Join(f.Enum, ",") != c.enum {
					t.Errorf("%s: %s of %v", f.Name, f.Kind, f.Enum)
				}
			}
			if said := strings.Join(b.Notes, " "); c.kind == "" && (c.want == schema.Ordinal) != strings.Contains(said, "in order from") {
				t.Errorf("it says %q", said)
			}
			if len(b.Problems) > 0 {
				t.Error(b.Problems)
			}
		})
	}
}

// A label is a spelling of its level, unless it could be another level; a missing code is no level, and its label is missing too.
func TestLabelsAreSpellings(t *testing.T) {
	b := parse(t, "name,levels,missing\na,1 = nie; 2 = oft; -9 = keine Angabe,-9\nb,1 = 2; 2 = 1,\nc,x = gut; y = gut,\nd,x = Y; y = z,\ne,1 = 3; 2 = 4,\nf,x; y,\n", Options{})
	for _, c := range []struct {
		name, enum string
		spellings  [][]string
	}{
		{"a", "1,2", [][]string{{"nie"}, {"oft"}}},
		{"b", "1,2", nil},
		{"c", "x,y", nil},
		{"d", "x,y", nil},
		{"e", "1,2", nil},
		{"f", "x,y", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			if f := field(t, b, c.name); strings.Join(f.Enum, ",") != c.enum || !slices.EqualFunc(f.Spellings, c.spellings, slices.Equal) {
				t.Errorf("%v, spelled %v", f.Enum, f.Spellings)
			}
		})
	}
	if f := field(t, b, "a"); !slices.Equal(f.MissingValues, []string{"", "-9", "keine Angabe"}) {
		t.Errorf("missing %q", f.MissingValues)
	}
	if said := strings.Join(b.Notes, " "); !strings.Contains(said, "b, c, d and 1 more: a label is another level") {
		t.Error(said)
	}
	for _, c := range []struct {
		form string
		text []byte
	}{{"Frictionless", b.Schema.Encode()}, {"CSVW", b.Schema.EncodeCSVW("t.csv")}} {
		t.Run(c.form, func(t *testing.T) {
			s, err := schema.Parse(c.text)
			if err != nil {
				t.Fatal(err)
			}
			if f := s.Fields[0]; f.Kind != schema.Category || !slices.Equal(f.Enum, []string{"1", "2"}) || !slices.EqualFunc(f.Spellings, [][]string{{"nie"}, {"oft"}}, slices.Equal) || f.LevelLabels["1"] != "nie" {
				t.Errorf("%+v", f)
			}
		})
	}
	if !strings.Contains(string(b.Schema.Encode()), `"type": "string"`) || strings.Contains(string(b.Schema.Encode()), `"boolean"`) {
		t.Error("two labelled levels are written as true and false")
	}
}
