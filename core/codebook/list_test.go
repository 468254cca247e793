package codebook

import (
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"privatepca/core/schema"
)

func parse(t *testing.T, text string, o Options) *Book {
	t.Helper()
	b, err := Parse([]byte(text), o)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return b
}

func field(t *testing.T, b *Book, name string) schema.Field {
	t.Helper()
	for _, f := range b.Schema.Fields {
		if f.Name == name {
			return f
		}
	}
	t.Fatalf("no column %q: %+v", name, b.Schema.Fields)
	return schema.Field{}
}

// A list fills in labels, types, bounds, levels and missing codes, whatever its columns are called and separated by.
func TestList(t *testing.T) {
	for name, text := range map[string]string{
		"commas":     "name,label,type,min,max,levels,missing\nage,Age in years,number,0,120,,-9\nsex,Sex,,,,1=male | 2=female,-9\nincome,,,0,1e6,,-9\nnote,Free words,,,,,-9\n",
		"semicolons": "Variable;Description;Measure;Lower;Upper;Values;Missing codes\nage;Age in years;scale;0,0;120;;-9\nsex;Sex;nominal;;;\"1=male\n2=female\";-9\nincome;;;0;1000000;;-9\nnote;Free words;;;;;-9\n",
		"tabs":       "\ufeffCOLUMN\tTitle\tMinimum\tMaximum\tCategories\tMissing\nage\tAge in years\t0\t120\t\t-9\nsex\tSex\t\t\t1=male, 2=female\t-9\nincome\t\t0\t1e6\t\t-9\nnote\tFree words\t\t\t\t-9\n",
		"REDCap":     "Variable / Field Name,Field Label,Field Type,\"Choices, Calculations, OR Slider Labels\",Text Validation Min,Text Validation Max,Missing\nage,Age in years,text,,0,120,-9\nsex,Sex,radio,\"1, male | 2, female\",,,-9\nincome,,text,,0,1000000,-9\nnote,Free words,,,,,-9\n",
	} {
		b := parse(t, text, Options{})
		if b.Form != List || len(b.Schema.Fields) != 3 || b.Labels["note"] != "Free words" || len(b.Labels) != 1 {
			t.Fatalf("%s: %+v, labels %v", name, b.Schema.Fields, b.Labels)
		}
		age, sex, income := b.Schema.Fields[0], b.Schema.Fields[1], b.Schema.Fields[2]
		if age.Kind != schema.Number || age.Minimum != 0 || age.Maximum != 120 || age.Label != "Age in years" || income.Maximum != 1e6 ||
			sex.Kind != schema.Category || !slices.Equal(sex.Enum, []string{"1", "2"}) || sex.Label != "Sex" || !maps.Equal(sex.LevelLabels, map[string]string{"1": "male", "2": "female"}) {
			t.Errorf("%s: %+v", name, b.Schema.Fields)
		}
		if !slices.Equal(b.Schema.MissingValues, []string{"", "-9"}) || b.Schema.BoundsFrom != schema.FromSchema || len(b.Problems) != 0 {
			t.Errorf("%s: missing %q, bounds from %q, problems %v", name, b.Schema.MissingValues, b.Schema.BoundsFrom, b.Problems)
		}
	}
	b := parse(t, "name,type,min,max\nborn,date,,\nage,number,young,120\nopen,number,,\n", Options{})
	if said := b.Problems.Error(); strings.Contains(said, "born") || !strings.Contains(said, "no numbers") {
		t.Errorf("what does not fit: %v", said)
	}
	if len(b.Schema.Fields) != 3 || b.Schema.Fields[0].Kind != schema.Date || !math.IsNaN(b.Schema.Fields[0].Minimum) || !math.IsNaN(b.Schema.Fields[1].Minimum) {
		t.Errorf("what is left to answer: %+v", b.Schema.Fields)
	}
	for _, table := range []string{"", "a,b\n1,2\n", "name,age\nAda,36\n", "{}", "code,price\nx,1\n", "<a/>", "name,label\nx,y\n"} {
		if Is([]byte(table)) {
			t.Errorf("%q is taken for a codebook", table)
		}
	}
	if !Is([]byte("name,min,max\n")) {
		t.Error("a codebook is not taken for one")
	}
}

// Where the titles say nothing, people say which column states what; what they say stands before what the titles say.
func TestToldColumns(t *testing.T) {
	text := "Kürzel,Ab,Höchstens,Name\nage,0,120,Alter in Jahren\nsize,0,250,Größe\n"
	if b := parse(t, text, Options{}); b.Schema != nil && len(b.Schema.Fields) > 0 || !slices.Equal(b.Titles, []string{"Kürzel", "Ab", "Höchstens", "Name"}) {
		t.Fatalf("without being told: %+v", b)
	}
	b := parse(t, text, Options{Columns: map[Heading]string{Name: "Kürzel", Min: "Ab", Max: "Höchstens", Label: "Name"}})
	if f := field(t, b, "age"); f.Maximum != 120 || f.Label != "Alter in Jahren" || b.Columns[Name] != "Kürzel" {
		t.Errorf("%+v, %v", f, b.Columns)
	}
	if f := field(t, b, "size"); f.Label != "Größe" {
		t.Errorf("%+v", f)
	}
	b = parse(t, "name,min,max\na,0,1\n", Options{Columns: map[Heading]string{Max: ""}})
	if f := field(t, b, "a"); !math.IsNaN(f.Maximum) || f.Minimum != 0 {
		t.Errorf("a column that is told to state nothing: %+v", f)
	}
	b = parse(t, "name,min,max\na,0,1\n", Options{Columns: map[Heading]string{Name: "Kürzel", Max: "Höchstens"}})
	if f := field(t, b, "a"); f.Maximum != 1 || f.Minimum != 0 {
		t.Errorf("what was told of another list hides the titles of this one: %+v", f)
	}
}

// Characters are read as they were written.
func TestEncodings(t *testing.T) {
	const text = "name,label,min,max\nsize,Größe – 5 €,0,250\n"
	utf16 := []byte{0xff, 0xfe}
	for _, r := range text {
		utf16 = append(utf16, byte(r), byte(r>>8))
	}
	western := strings.NewReplacer("ö", "\xf6", "ß", "\xdf", "–", "\x96", "€", "\x80").Replace(text)
	for name, b := range map[string][]byte{"UTF-8": []byte(text), "UTF-16": utf16, "Windows-1252": []byte(western)} {
		if f := field(t, parse(t, string(b), Options{}), "size"); f.Label != "Größe – 5 €" || f.Maximum != 250 {
			t.Errorf("%s: %+v", name, f)
		}
	}
}

// A template that is filled in comes back as the same columns, whatever the levels hold.
func TestTemplate(t *testing.T) {
	s := schema.New(schema.Field{Name: "a, b", Kind: schema.Number, Minimum: -1.5, Maximum: 2, Label: "Both"},
		schema.Field{Name: "c", Kind: schema.Category, Enum: []string{"x y", "z", "a=b", "p|q", `say "no"`, "1, 2", " edge "}, LevelLabels: map[string]string{"z": "last = best", "a=b": "equal"}})
	s.MissingValues = []string{"", "NA", "-9;"}
	rows := Template(s, []string{"a, b", "open", "c"})
	b := parse(t, string(CSV(rows)), Options{})
	if len(b.Schema.Fields) != 2 || len(b.Problems) != 0 {
		t.Fatalf("%+v, %v", b.Schema.Fields, b.Problems)
	}
	for i, f := range b.Schema.Fields {
		w := s.Fields[i]
		if f.Name != w.Name || f.Kind != w.Kind || f.Minimum != w.Minimum || f.Maximum != w.Maximum || !slices.Equal(f.Enum, w.Enum) || f.Label != w.Label || !maps.Equal(f.LevelLabels, w.LevelLabels) {
			t.Errorf("%+v, want %+v", f, w)
		}
	}
	if !slices.Equal(b.Schema.MissingValues, s.MissingValues) {
		t.Errorf("missing %q", b.Schema.MissingValues)
	}
	s.Fields[1].MissingValues = []string{"", "z9"} // of one column alone
	b = parse(t, string(CSV(Template(s, []string{"a, b", "c"}))), Options{})
	if a, c := b.Schema.Fields[0].MissingValues, b.Schema.Fields[1].MissingValues; !slices.Equal(a, s.MissingValues) || !slices.Equal(c, s.Fields[1].MissingValues) || b.Schema.MissingValues != nil {
		t.Errorf("missing %q, %q of %q", a, c, b.Schema.MissingValues)
	}
}

// Dates are read in the form of their bounds; a form that may have the day or the month first is said, and a template says the same again.
func TestDatesInTheFormOfTheirBounds(t *testing.T) {
	b := parse(t, "name;type;min;max\nborn;date;1.2.1930;31.12.2010\nseen;;01/01/2020;31/12/2020\nleft;date;;12-31-2020\nplain;date;1930-01-01;31.12.2010\niso;date;1930-01-01;2010-12-31\nboth;date;01/02/2020;03/04/2020\nmixed;date;2020/01/01;31.12.2020\n", Options{})
	for _, c := range []struct{ name, format, least, most string }{
		{"born", "%d.%m.%Y", "1930-02-01", "2010-12-31"},
		{"seen", "%d/%m/%Y", "2020-01-01", "2020-12-31"},
		{"left", "%m-%d-%Y", "", "2020-12-31"},
		{"plain", "%d.%m.%Y", "1930-01-01", "2010-12-31"},
		{"iso", "", "1930-01-01", "2010-12-31"},
		{"both", "", "", ""},
		{"mixed", "", "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			f, again := field(t, b, c.name), field(t, parse(t, string(CSV(Template(b.Schema, []string{c.name, "iso"}))), Options{}), c.name)
			if f.Kind != schema.Date || f.Format != c.format || schema.FormatDate(f.Minimum) != c.least || schema.FormatDate(f.Maximum) != c.most {
				t.Errorf("%+v", f)
			}
			if again.Format != f.Format || schema.FormatDate(again.Minimum) != c.least || schema.FormatDate(again.Maximum) != c.most {
				t.Errorf("from a template: %+v", again)
			}
		})
	}
	if notes := strings.Join(b.Notes, "\n"); notes != "born, plain: dates are read as %d.%m.%Y or 2020-01-31, as the bounds are written.\nseen: dates are read as %d/%m/%Y or 2020-01-31, as the bounds are written.\nleft: dates are read as %m-%d-%Y or 2020-01-31, as the bounds are written." {
		t.Error(notes)
	}
	if len(b.Problems) != 2 || !strings.Contains(b.Problems[0].Message, "day or the month first") || !strings.Contains(b.Problems[1].Message, "no dates of one form") {
		t.Error(b.Problems)
	}
}
