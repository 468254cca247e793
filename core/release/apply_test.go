package release_test

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"privatepca/core/release"
	"privatepca/core/schema"
	"privatepca/core/subspace"
)

// Apply gives rows the scores that the release's own encoder would, up to quantisation, under every encoding.
func TestApplyEncodesAsTheRelease(t *testing.T) {
	schemas, documents := variants(t)
	for at, s := range schemas {
		d := documents[at]
		if d.Encoding.NormRule == string(schema.Sign) {
			continue // whose records have length 1: TestApplyAboutTheCentre
		}
		var table bytes.Buffer
		w := csv.NewWriter(&table)
		w.Write([]string{s.Fields[0].Name, s.Fields[1].Name, s.Fields[2].Name})
		plain := [][]string{{"40", "f", "0.5"}, {"", "?", ""}, {"999", "m [1,\t2]", "-7"}, {"-3", "f", "1"}}
		w.WriteAll(plain)
		got, err := release.Placed(d, table.Bytes())
		if err != nil || got.Matched != 3 || len(got.Rows) != 4 || got.Rows[3] != "4" {
			t.Fatalf("%v: %+v", err, got)
		}
		vectors := encodedRows(t, s, plain)
		near := 2 * d.Encoding.NormBound / schema.Scale
		if d.Scale != nil {
			near *= 4 // the least of its scales is ¼
		}
		for r := range vectors {
			for k, direction := range d.Components {
				want := 0.0
				for i, x := range direction {
					if d.Scale != nil {
						x /= d.Scale[i]
					}
					want += x * vectors[r][i]
				}
				if math.Abs(got.Scores[r][k]-want) > near {
					t.Errorf("%s, %s, centre %s: row %d scores %v, want %.5f", d.Encoding.NormRule, d.Encoding.Scaling, d.Encoding.Centre, r+1, got.Scores[r], want)
				}
			}
		}
	}
}

// About a released centre, what is missing counts as the centre; a group's shares of levels stand for its rows.
func TestApplyAboutTheCentre(t *testing.T) {
	schemas, documents := variants(t)
	for at, s := range schemas {
		d := documents[at]
		if d.Encoding.NormRule != string(schema.Sign) {
			continue
		}
		name := s.Fields[1].Name
		got, err := release.Placed(d, []byte("group\tage\t\""+strings.ReplaceAll(name, `"`, `""`)+"=f\"\nA\t\t\nB\t\t1\n"))
		if err != nil || got.Matched != 2 || strings.Join(got.Rows, "") != "AB" {
			t.Fatalf("%v: %+v", err, got)
		}
		if got.Scores[0][0] != 0 || got.Scores[0][1] != 0 {
			t.Errorf("a row without cells scores %v", got.Scores[0])
		}
		// The second row: the category's features are 1 and 0, less the centre.
		want := d.Components[1][1]*(1-d.Encoding.CentrePoint[1]) + d.Components[1][2]*(0-d.Encoding.CentrePoint[2])
		if d.Scale != nil {
			want /= d.Scale[1] // of the category's column
		}
		if math.Abs(got.Scores[1][1]-want) > 1e-12 {
			t.Errorf("shares score %g, want %g", got.Scores[1][1], want)
		}
	}
}

// What cannot be applied is refused in a sentence that quotes no cell.
func TestApplyRefuses(t *testing.T) {
	_, documents := variants(t)
	d := documents[0]
	for text, want := range map[string]string{
		"":                                    "is empty",
		"age\n":                               "no records",
		"secret,other\n1,2\n":                 "none of the release",
		"age,age\n1,2\n":                      "twice",
		"age\n" + strings.Repeat("1\n", 2001): "more than 2000",
		"age,x y\n1,\"2\n3\n":                 "quote",
	} {
		_, err := release.Placed(d, []byte(text))
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(fmt.Sprint(err), "secret") {
			t.Errorf("%.20q: %v", text, err)
		}
	}
}

// The curator's own schema says how public rows are written where it has the release's columns, and nothing where one of them is another.
func TestReadingTakesTheSameColumnsAlone(t *testing.T) {
	fields := func() []schema.Field {
		return []schema.Field{
			{Name: "age", Kind: schema.Number, Minimum: 0, Maximum: 100},
			{Name: "ward", Kind: schema.Category, Enum: []string{"n", "s"}},
			{Name: "pain", Kind: schema.Ordinal, Enum: []string{"low", "high"}, Scores: []float64{0, 2}},
			{Name: "day", Kind: schema.Date, Part: schema.Month, Format: "%Y-%m-%d"},
		}
	}
	d := &release.Document{Encoding: release.EncodingOf(schema.New(fields()...))}
	for name, c := range map[string]struct {
		change func(s *schema.Schema)
		taken  bool
	}{
		"the same":        {func(*schema.Schema) {}, true},
		"another name":    {func(s *schema.Schema) { s.Fields[0].Name = "years" }, false},
		"another kind":    {func(s *schema.Schema) { s.Fields[2].Kind = schema.Category }, false},
		"another part":    {func(s *schema.Schema) { s.Fields[3].Part = schema.Weekday }, false},
		"another format":  {func(s *schema.Schema) { s.Fields[3].Format = "%d.%m.%Y" }, false},
		"another weight":  {func(s *schema.Schema) { s.Fields[0].Weight = 3 }, false},
		"other levels":    {func(s *schema.Schema) { s.Fields[1].Enum = []string{"s", "n"} }, false},
		"other scores":    {func(s *schema.Schema) { s.Fields[2].Scores = []float64{0, 1} }, false},
		"another minimum": {func(s *schema.Schema) { s.Fields[0].Minimum = 1 }, false},
		"another maximum": {func(s *schema.Schema) { s.Fields[0].Maximum = 99 }, false},
		"a column less":   {func(s *schema.Schema) { s.Fields = s.Fields[:3] }, false},
		"another scaling": {func(s *schema.Schema) {
			s.Scaling = schema.Affine
		}, false},
	} {
		t.Run(name, func(t *testing.T) {
			own := schema.New(fields()...)
			own.MissingValues = []string{"-9"}
			c.change(own)
			if got := d.Reading(own).MissingValues; (len(got) == 1 && got[0] == "-9") != c.taken {
				t.Errorf("missing values %q", got)
			}
		})
	}
}

// Rows may spell levels as their labels, and dates in their format or in ISO: both give the same scores, from the document alone.
func TestApplyReadsSpellings(t *testing.T) {
	s := schema.New(
		schema.Field{Name: "often", Kind: schema.Ordinal, Enum: []string{"1", "2", "3"}, Spellings: [][]string{{"nie"}, {"manchmal"}, {"oft"}}},
		schema.Field{Name: "smokes", Kind: schema.Category, Enum: []string{"false", "true"}, Spellings: [][]string{{"nein"}, {"ja"}}},
		schema.Field{Name: "born", Kind: schema.Date, Format: "%d.%m.%Y", Minimum: 0, Maximum: 20000},
	)
	s.Scaling = schema.Affine
	basis := subspace.Basis{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 0, 1}}
	text, err := json.Marshal(of(s, basis))
	if err != nil {
		t.Fatal(err)
	}
	d, err := release.Decode(text)
	if err != nil {
		t.Fatal(err)
	}
	codes, err := release.Placed(d, []byte("often,smokes,born\n1,false,1990-01-31\n3,true,2000-02-29\n2,false,2001-12-01\n"))
	if err != nil {
		t.Fatal(err)
	}
	labels, err := release.Placed(d, []byte("often,smokes,born\nnie,nein,31.01.1990\noft,ja,29.2.2000\nmanchmal,nein,1.12.2001\n"))
	if err != nil || codes.Unread+labels.Unread != 0 || !slices.EqualFunc(codes.Scores, labels.Scores, slices.Equal) || codes.Scores[0][0] == codes.Scores[1][0] || codes.Scores[0][1] == codes.Scores[1][1] {
		t.Errorf("%v: by codes %+v, by labels %+v", err, codes, labels)
	}
	for _, spoilt := range []string{`[["nie"],["manchmal"]]`, `[["nie"],["nie"],["oft"]]`, `[["2"],[],[]]`} {
		t.Run(spoilt, func(t *testing.T) {
			if _, err := release.Decode(bytes.Replace(text, []byte(`[["nie"],["manchmal"],["oft"]]`), []byte(spoilt), 1)); err == nil {
				t.Error("it is read")
			}
		})
	}
}

// A row that is none is named by its number, from 1.
func TestARowWithoutFeaturesIsNamed(t *testing.T) {
	x := .5
	d := release.Document{NumFeatures: 1}
	if _, err := d.Apply([]release.Row{{Features: []*float64{&x}}, {}}); err == nil || !strings.Contains(err.Error(), "row 2 has no 1 features") {
		t.Errorf("%v", err)
	}
}
