package schema

import (
	"math"
	"slices"
	"strings"
	"testing"
)

// A codebook fills in types, bounds, levels and missing codes, whatever its columns are called and separated by.
func TestParseCodebook(t *testing.T) {
	for name, text := range map[string]string{
		"commas":     "name,label,type,min,max,levels,missing\nage,Age in years,number,0,120,,-9\nsex,Sex,,,,1=male | 2=female,-9\nincome,,,0,1e6,,-9\nnote,Free text,,,,,-9\n",
		"semicolons": "Variable;Measure;Lower;Upper;Values;Missing codes\nage;scale;0,0;120;;-9\nsex;nominal;;;\"1=male\n2=female\";-9\nincome;;0;1000000;;-9\nnote;;;;;-9\n",
		"tabs":       "\ufeffCOLUMN\tMinimum\tMaximum\tCategories\tMissing\nage\t0\t120\t\t-9\nsex\t\t\t1|2\t-9\nincome\t0\t1e6\t\t-9\n",
	} {
		s, err := ParseCodebook([]byte(text))
		if err != nil || len(s.Fields) != 3 {
			t.Fatalf("%s: %+v, %v", name, s, err)
		}
		age, sex, income := s.Fields[0], s.Fields[1], s.Fields[2]
		if age.Kind != Number || age.Minimum != 0 || age.Maximum != 120 || sex.Kind != Category || !slices.Equal(sex.Enum, []string{"1", "2"}) || income.Maximum != 1e6 {
			t.Errorf("%s: %+v", name, s.Fields)
		}
		if !slices.Equal(s.MissingValues, []string{"", "-9"}) || s.BoundsFrom != FromSchema {
			t.Errorf("%s: missing %q, bounds from %q", name, s.MissingValues, s.BoundsFrom)
		}
	}
	s, err := ParseCodebook([]byte("name,type,min,max\nborn,date,,\nage,number,young,120\nopen,number,,\n"))
	if err == nil || !strings.Contains(err.Error(), "born") || !strings.Contains(err.Error(), "no numbers") {
		t.Errorf("what does not fit: %v", err)
	}
	if len(s.Fields) != 2 || !math.IsNaN(s.Fields[1].Minimum) {
		t.Errorf("what is left to answer: %+v", s.Fields)
	}
	for _, table := range []string{"", "a,b\n1,2\n", "name,age\nAda,36\n", "{}", "code,price\nx,1\n"} {
		if IsCodebook([]byte(table)) {
			t.Errorf("%q is taken for a codebook", table)
		}
	}
}

// A template that is filled in comes back as the same columns.
func TestEncodeCodebook(t *testing.T) {
	s := New(Field{Name: "a, b", Kind: Number, Minimum: -1.5, Maximum: 2}, Field{Name: "c", Kind: Category, Enum: []string{"x y", "z"}})
	s.MissingValues = []string{"", "NA", "-9"}
	text := s.EncodeCodebook([]string{"a, b", "open", "c"})
	again, err := ParseCodebook(text)
	if err != nil || len(again.Fields) != 2 || again.Fields[0].Minimum != -1.5 || !slices.Equal(again.Fields[1].Enum, s.Fields[1].Enum) || !slices.Equal(again.MissingValues, s.MissingValues) {
		t.Errorf("%s: %+v, %v", text, again, err)
	}
}

// No text ends the program, and what is read has names.
func FuzzParseCodebook(f *testing.F) {
	f.Add([]byte("name,type,min,max,levels,missing\nage,number,0,120,,-9\n"))
	f.Add([]byte("name;levels\nx;\"1=a\n2=b\"\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		s, _ := ParseCodebook(text)
		if s == nil {
			return
		}
		for i := range s.Fields {
			if s.Fields[i].Name == "" {
				t.Fatal("a column without a name")
			}
		}
	})
}
