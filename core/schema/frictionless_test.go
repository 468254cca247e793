package schema

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"
)

const full = `{
 "title": "People",
 "description": "A <test> & more",
 "privatepca": {
  "bounds_from": "typed",
  "scaling": "affine",
  "centre": "midpoint",
  "norm_rule": "unit",
  "norm_bound": 2.5,
  "person_column": "id",
  "rows_per_person": 3
 },
 "missingValues": [
  "",
  "NA"
 ],
 "fields": [
  {
   "name": "age",
   "type": "number",
   "constraints": {
    "minimum": 0,
    "maximum": 120.5
   },
   "privatepca": {
    "bounds_from": "public schema"
   }
  },
  {
   "name": "sex",
   "type": "string",
   "constraints": {
    "enum": [
     "f",
     "m"
    ]
   }
  },
  {
   "name": "ok",
   "type": "boolean",
   "falseValues": [
    "no"
   ],
   "trueValues": [
    "yes",
    "y"
   ]
  }
 ]
}
`

func TestParseFull(t *testing.T) {
	s, err := Parse([]byte(full))
	if err != nil {
		t.Fatal(err)
	}
	want := &Schema{
		Title: "People", Description: "A <test> & more", BoundsFrom: Typed, Scaling: Affine, Centre: CentreMidpoint,
		NormRule: Unit, NormBound: 2.5, PersonColumn: "id", RowsPerPerson: 3, MissingValues: []string{"", "NA"},
		Fields: []Field{
			{Name: "age", Kind: Number, Maximum: 120.5, BoundsFrom: FromSchema},
			{Name: "sex", Kind: Category, Enum: []string{"f", "m"}},
			{Name: "ok", Kind: Category, Enum: []string{"no", "yes"}, Spellings: [][]string{{}, {"y"}}},
		},
	}
	if !reflect.DeepEqual(s, want) {
		t.Errorf("got  %+v\nwant %+v", s, want)
	}
	if b := s.Encode(); string(b) != full {
		t.Errorf("Encode gives other bytes:\n%s", b)
	}
}

// TestParsePairsAndPoints: the keys that not every schema has.
func TestParsePairsAndPoints(t *testing.T) {
	s, err := Parse([]byte(`{"privatepca":{"norm_rule":"pairs","centre":"point","centre_point":[0.5,"-0.25"]},
	 "fields":[{"name":"a","constraints":{"minimum":0,"maximum":1}},{"name":"b","constraints":{"minimum":-1,"maximum":1}}]}`))
	if err != nil || s.NormRule != Pairs || s.Centre != CentrePoint || !reflect.DeepEqual(s.Point, []float64{.5, -.25}) {
		t.Fatalf("%v: %+v", err, s)
	}
	if again, err := Parse(s.Encode()); err != nil || !reflect.DeepEqual(again, s) {
		t.Errorf("%v: %+v", err, again)
	}
}

func TestParseRowWeight(t *testing.T) {
	text := `{"privatepca":{"row_weight":{"column":"w","maximum":"2.5","missing":1}},"fields":[{"name":"a","constraints":{"minimum":0,"maximum":1}}]}`
	s, err := Parse([]byte(text))
	if want := (RowWeight{"w", 2.5, 1}); err != nil || s.RowWeight == nil || *s.RowWeight != want {
		t.Fatalf("%v: %+v", err, s.RowWeight)
	}
	sameBothWays(t, s)
	for _, without := range []string{`"maximum":"2.5",`, `"column":"w",`} {
		if _, err := Parse([]byte(strings.Replace(text, without, "", 1))); err == nil {
			t.Errorf("nothing is missed without %s", without)
		}
	}
	for w, want := range map[float64]int64{-1: 0, 0: 0, 2.5: Constant(), 9: Constant(), math.Inf(1): Constant(), 2.5 / 4: 698} { // half of 1397, to even
		t.Run(fmt.Sprint(w), func(t *testing.T) {
			if got := int64(s.RowWeight.Root(w)); got != want {
				t.Errorf("the root of %g is %d, want %d", w, got, want)
			}
		})
	}
}

// The bounds of row weights are facts: whoever changes them after counts of weights were shown is found out.
func TestRowWeightsAreFacts(t *testing.T) {
	s := New(num("a", 0, 1))
	seen := map[string]bool{Facts(s): true}
	for _, w := range []RowWeight{{"w", 1, 0}, {"v", 1, 0}, {"w", 2, 0}, {"w", 1, .5}} {
		s.RowWeight = &w
		seen[Facts(s)] = true
	}
	if len(seen) != 5 {
		t.Errorf("%d digests of 5 schemas", len(seen))
	}
}

func TestParseTypes(t *testing.T) {
	number := Field{Name: "a", Kind: Number, Minimum: -1, Maximum: 2}
	level := Field{Name: "a", Kind: Category, Enum: []string{"1", "2"}}
	for _, c := range []struct {
		field string
		want  Field
	}{
		{`"type":"number","constraints":{"minimum":-1,"maximum":2.0}`, number},
		{`"type":"integer","constraints":{"minimum":"-1","maximum":" 2 "}`, number},
		{`"type":"year","constraints":{"minimum":-1,"maximum":2}`, number},
		{`"constraints":{"minimum":-1,"maximum":2}`, number},
		{`"type":"number","constraints":{"minimum":-1,"maximum":2,"enum":[-1,2]}`, number},
		{`"type":"integer","constraints":{"enum":[1,"2"]}`, level},
		{`"type":"string","constraints":{"enum":["1","2"]}`, level},
		{`"type":"any","constraints":{"enum":["1","2"],"minimum":null}`, level},
		{`"constraints":{"enum":["1","2"]}`, level},
		{`"type":"integer","categories":[{"value":1,"label":"one"},"2"]`, Field{Name: "a", Kind: Category, Enum: []string{"1", "2"}, LevelLabels: map[string]string{"1": "one"}}},
		{`"type":"date","constraints":{"enum":["1","2"]}`, level},
		{`"type":"number","constraints":{"exclusiveMinimum":-1,"exclusiveMaximum":"2"}`, number},
		{`"type":"boolean","constraints":{"enum":[true,false]}`, Field{Name: "a", Kind: Category, Enum: []string{"true", "false"}}},
		{`"type":"boolean"`, Field{
			Name: "a", Kind: Category, Enum: []string{"false", "true"},
			Spellings: [][]string{{"False", "FALSE", "0"}, {"True", "TRUE", "1"}},
		}},
	} {
		t.Run(c.field, func(t *testing.T) {
			for _, wrap := range []string{`{"fields":[{"name":"a",%}]}`, "\ufeff" + `{"name":"p","resources":[{"path":"x.csv","schema":{"fields":[{"name":"a",%}]}}]}`} {
				s, err := Parse([]byte(strings.Replace(wrap, "%", c.field, 1)))
				if err != nil {
					t.Errorf("%s: %v", c.field, err)
					continue
				}
				if !reflect.DeepEqual(s.Fields, []Field{c.want}) {
					t.Errorf("%s: %+v, want %+v", c.field, s.Fields, c.want)
				}
				want := New(c.want)
				want.BoundsFrom = FromSchema
				if !reflect.DeepEqual(s, want) {
					t.Errorf("defaults: %+v, want %+v", s, want)
				}
			}
		})
	}
}

func TestParseErrors(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{``, "not JSON at line 1"},
		{"{\n\"fields\": [\n}", "not JSON at line 3"},
		{`[]`, "not a JSON object"},
		{`{"fields":"x"}`, `"fields" holds a JSON string`},
		{`{"fields":[{"name":1}]}`, `holds a JSON number`},
		{`{"fields":[{"name":"a","constraints":{"minimum":"low","maximum":1}}]}`, "where a number belongs"},
		{`{"fields":[{"name":"a","constraints":{"enum":[null,"x"]}}]}`, "neither a string"},
		{`{"fields":[{"name":"a"}]} x`, "not JSON at line 1"},
		{`{"fields":[{"name":"a"},]}`, "not JSON at line 1"},
		{`{"fields":[{"name":"a","constraints":{"minimum":"low"}}]}`, `column "a"`},
		{`{"fields":{}}`, `"fields" holds a JSON object`},
		{`{"schema":[]}`, `"schema" holds a JSON array`},
		{`{"resources":[3]}`, `"resources" holds`},
		{`{"resources":[{"path":"x.csv"}]}`, "says nothing of the columns"},
		{`{"resources":[{"schema":"schema.json"}]}`, "schema.json, which is not fetched"},
	} {
		t.Run(fmt.Sprint(c.in), func(t *testing.T) {
			s, err := Parse([]byte(c.in))
			var ps Problems
			if s != nil || err == nil || errors.As(err, &ps) || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%s: schema %v, error %v, want %q", c.in, s, err, c.want)
			}
		})
	}
	for _, c := range []struct{ in, column, want string }{
		{`{}`, "", "no columns"},
		{`{"fields":[{"name":"a","type":"string"}]}`, "a", "enum"},
		{`{"fields":[{"name":"a","type":"number","constraints":{"minimum":-5}}]}`, "a", "needs a maximum"},
		{`{"fields":[{"name":"a","type":"number","constraints":{"minimum":0,"maximum":1e999}}]}`, "a", "finite"},
		{`{"fields":[{"name":"b","type":"boolean"},{"name":"a","type":"time"}]}`, "a", "leave the column out"},
		{`{"fields":[{"name":"b","type":"boolean"},{"name":"a","type":"date"}]}`, "a", "needs a minimum and a maximum"},
		{`{"fields":[{"name":"b","type":"boolean"},{"name":"a","type":"boolean","missingValues":["0"]}]}`, "a", "listed as a missing value too"},
		{`{"fields":[{"name":"a","type":"number","groupChar":"_","constraints":{"minimum":0,"maximum":1}}]}`, "a", "the column's digit grouping"},
		{`{"dialect":{"escapeChar":"\\"},"fields":[{"name":"a","type":"number","constraints":{"minimum":0,"maximum":1}}]}`, "", "escapeChar"},
		{`{"dialect":{"doubleQuote":false},"fields":[{"name":"a","type":"number","constraints":{"minimum":0,"maximum":1}}]}`, "", "doubleQuote"},
		{`{"dialect":{"delimiter":"x"},"fields":[{"name":"a","type":"number","constraints":{"minimum":0,"maximum":1}}]}`, "", "delimiter"},
		{`{"encoding":"klingon","fields":[{"name":"a","type":"number","constraints":{"minimum":0,"maximum":1}}]}`, "", "Encoding standard"},
		{`{"fields":[{"name":"b","type":"boolean"}],"privatepca":{"rows_per_person":1.5}}`, "", "rows per person"},
	} {
		t.Run(c.want, func(t *testing.T) {
			s, err := Parse([]byte(c.in))
			var ps Problems
			if s == nil || !errors.As(err, &ps) || len(ps) != 1 || ps[0].Column != c.column || !strings.Contains(ps[0].Message, c.want) {
				t.Errorf("%s: error %v, want one problem of %q with %q", c.in, err, c.column, c.want)
			}
		})
	}
}

// isOpen reports whether a column of a schema has a type that is not known. It is written without one, and reads as a text without levels,
// which has to be answered as well.
func isOpen(s *Schema) bool {
	return slices.ContainsFunc(s.Fields, func(f Field) bool { return f.Kind == "" })
}

// FuzzParse: Parse never panics, what it accepts is written in a form that reads
// back as the same schema, and writing that again gives the same bytes.
func FuzzParse(f *testing.F) {
	f.Add([]byte(full))
	f.Add([]byte(`{"fields":[{"name":"a","type":"boolean"},{"name":"b","constraints":{"minimum":"-1e999","maximum":0}}]}`))
	f.Add([]byte(`{"resources":[{"schema":{"fields":[{"name":"a\u0000","type":"year","constraints":{"enum":[1,2]}}]}}],"privatepca":{"norm_bound":"NaN"}}`))
	f.Add([]byte(`{"privatepca":{"norm_rule":"pairs","centre":"point","centre_point":[1,"NaN"]},"fields":[{"name":"b","type":"boolean"}]}`))
	f.Add([]byte(`{"fields":[{"":"","type":"www"},{"name":"b","constraints":{"minimum":"-1e999","maximum":0}}]}`))
	f.Add([]byte(`{"missingValues":[],"fields":[{"name":"\ud800","type":"number","constraints":{"minimum":-0.0,"maximum":1e-5}}]}`))
	f.Fuzz(func(t *testing.T, b []byte) {
		s, err := Parse(b)
		if s == nil {
			return
		}
		once := s.Encode()
		again, err2 := Parse(once)
		if again == nil {
			t.Fatalf("Encode wrote what Parse refuses: %v", err2)
		}
		if isOpen(s) {
			return
		}
		if twice := again.Encode(); !bytes.Equal(once, twice) {
			t.Fatalf("not a fixpoint:\n%s\n%s", once, twice)
		}
		if err != nil {
			return
		}
		if err2 != nil {
			t.Fatalf("a valid schema is refused when read back: %v", err2)
		}
		if !reflect.DeepEqual(s.Features(), again.Features()) || s.Bound() != again.Bound() {
			t.Fatal("the schema read back encodes otherwise")
		}
	})
}
