package dataset

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"privatepca/core/dataset/datasettest"
	"privatepca/core/schema"
)

// sameReading compares public rows with what a sum of the same text counts: each feature up to the rounding to integers, and each number of cells
// and rows that do not fit. missing features are the reader's own middle there.
func sameReading(t *testing.T, how, text string, s *schema.Schema) {
	t.Helper()
	got, err := Public(strings.NewReader(text), s)
	if err != nil {
		t.Fatalf("%s: %v", how, err)
	}
	middle := make([]float64, 0, s.D())
	for i := range s.Fields {
		f, none := &s.Fields[i], 0.0
		if f.Kind != schema.Category {
			none = f.Feature(f.Midpoint(), s.Scaling)
		}
		for range f.D() {
			middle = append(middle, none)
		}
	}
	r, bound := 0, s.Bound()
	sum, err := Read(strings.NewReader(text), s, func(q []int16) error {
		for j, x := range q {
			have := got.Features[r][j]
			if math.IsNaN(have) {
				have = middle[j]
			}
			if want := float64(x) * bound / schema.Scale; !(math.Abs(have-want) <= 1.01*bound/schema.Scale) {
				t.Errorf("%s: row %d, %s is placed as %v, and summed as %v", how, r+1, s.Features()[j], have, want)
			}
		}
		r++
		return nil
	})
	if err != nil || r != len(got.Features) {
		t.Fatalf("%s: %d rows are placed, %d summed: %v", how, len(got.Features), r, err)
	}
	counted := map[string]int64{}
	for _, irregular := range sum.Irregularities {
		counted[irregular.Kind] += irregular.Count
	}
	unread := counted[Unparsable] + counted[UnknownCategory] + counted[NoDate] + counted[NoInteger]
	if got.Unread != unread || got.Outside != counted[Outside] || got.Ragged != counted[ShortRow]+counted[LongRow] || got.Matched != len(s.Fields) {
		t.Errorf("%s: placed %d unread, %d outside, %d ragged, %d columns; counted %v", how, got.Unread, got.Outside, got.Ragged, got.Matched, counted)
	}
}

// Public rows are read as records are counted and summed: columns of every type under every rule, by random tables with cells of all kinds.
func TestPublicRowsAreReadAsRecords(t *testing.T) {
	rng := rand.New(rand.NewPCG(38, 1))
	for n := 0; n < 30; n++ {
		s := datasettest.EveryType(rng)
		s.NormRule, s.Centre, s.Point, s.NormBound, s.PersonColumn, s.RowWeight = schema.Clip, schema.CentreNone, nil, 0, "", nil
		for i := range s.Fields {
			if s.Fields[i].Kind == schema.Integer { // a mean of a group may have a fraction
				s.Fields[i].Kind = schema.Number
			}
		}
		var b strings.Builder
		quoted := func(cells []string) {
			for i, c := range cells {
				if i > 0 {
					b.WriteByte(',')
				}
				b.WriteString("\"" + strings.ReplaceAll(c, "\"", "\"\"") + "\"")
			}
			b.WriteByte('\n')
		}
		var names []string
		for i := range s.Fields {
			names = append(names, s.Fields[i].Name)
		}
		quoted(names)
		for range 60 {
			quoted(datasettest.RandomRow(rng, s))
		}
		sameReading(t, fmt.Sprintf("table %d", n), b.String(), s)
	}
}

// The same for what a dialect, a description and its owner say of cells: marks in numbers, codes by value, levels by value, recodings, lists,
// what stands around numbers, and shapes of a header.
func TestPublicRowsFollowTheDialect(t *testing.T) {
	number := schema.Field{Name: "x", Kind: schema.Number, Minimum: -10, Maximum: 2000, MissingValues: []string{"", "-9", "999"}}
	level := schema.Field{Name: "l", Kind: schema.Category, Enum: []string{"1", "2", "3"}, Recode: map[string]string{"three": "3", "none": ""}}
	place := schema.Field{Name: "p", Kind: schema.Category, Enum: []string{"Caf\u00e9", "Linz"}}
	around := schema.Field{Name: "rent", Kind: schema.Number, Minimum: -100, Maximum: 9000, Around: true, Parentheses: true}
	own := schema.Field{Name: "own", Kind: schema.Number, Maximum: 5000, Decimal: ",", Grouping: "."}
	lists := schema.ListOf(schema.Field{Name: "travel"}, "+", []string{"bus", "car"})
	cells := map[string]string{
		"x": "1.5|-9.0|\u22122|9.99e2|1,5|abc|5000|1\u20095|\u00a07\u200b|+999|1.234,5|", "l": "2.0|three|4|none|1||02|two|1,0|\u22121| 3 |\u200e2",
		"p": "Cafe\u0301|LINZ|linz |Caf\u00e9|Wien|x|Linz|||Linz\u00a0|-|.", "rent": "\u20ac 12|(3.5)|12 kg|1|12 13|5 %|-7 EUR||none|$1,2|m2 5|.5",
		"own": "1.234,5|12,5|3|1.2|4.999|x||-1|7|8|9|10", "travel": "bus+car|bus||train+bus|car|car+car| bus |bus+|x|car|bus|car",
	}
	for how, d := range map[string]schema.Dialect{
		"plain": {}, "comma": {Decimal: ",", Delimiter: ";"}, "semicolons": {Delimiter: ";"}, "grouped": {Grouping: ".", Delimiter: "\t"}, "no case": {IgnoreCase: true, Delimiter: "|"},
		"two rows of names": {HeaderRows: 2, Below: 1, End: 1}, "below a title": {Skip: 2, Comment: "#"}, "names of rows": {RowNames: true, Quote: "'"}, "Windows-1252": {Encoding: schema.Windows1252},
	} {
		s := schema.New(append([]schema.Field{number, level, place, around, own}, lists...)...)
		s.Dialect = d
		separator, quote := d.Delimiter, "\""
		if separator == "" {
			separator = ","
		}
		if d.Quote != "" {
			quote = d.Quote
		}
		row := func(first string, cells []string) string {
			if d.RowNames && first != "" {
				cells = append([]string{first}, cells...)
			}
			return quote + strings.Join(cells, quote+separator+quote) + quote + "\n"
		}
		columns := []string{"x", "l", "p", "rent", "own", "travel"}
		text := strings.Repeat("A title\n", d.Skip) + row("", columns)
		if d.HeaderRows == 2 {
			text += row("", make([]string, 6)) + row("", []string{"years", "", "", "", "", ""})
		}
		for r := range 12 {
			var of []string
			for _, c := range columns {
				of = append(of, strings.Split(cells[c], "|")[r])
			}
			text += row(fmt.Sprint("row ", r), of)
			if d.Comment != "" {
				text += "# nobody\n"
			}
		}
		if d.RowNames {
			text += "'short'\n"
		} else {
			text += "1" + separator + "2\n" + strings.Repeat("3"+separator, 7) + "4\n"
		}
		if d.End > 0 {
			text += "Total\n"
		}
		sameReading(t, how, text, s)
	}
}

// What only public rows may have: columns that are missing, shares of levels, fractions in a column of integers, names of rows.
func TestPublicRowsOfGroups(t *testing.T) {
	s := schema.New(schema.Field{Name: "age", Kind: schema.Integer, Maximum: 100}, schema.Field{Name: "sex", Kind: schema.Category, Enum: []string{"f", "m"}, Weight: .5},
		schema.Field{Name: "height", Kind: schema.Number, Maximum: 200})
	got, err := Public(strings.NewReader("district;age;sex=f\nOld Town;40,5;\n;120;,25\n"), s)
	if err != nil || got.Matched != 2 || got.Outside != 1 || got.Names[0] != "Old Town" || got.Names[1] != "" {
		t.Fatalf("%+v, %v", got, err)
	}
	want := [][]float64{{.405, math.NaN(), math.NaN(), math.NaN()}, {1, .125, math.NaN(), math.NaN()}}
	if fmt.Sprint(got.Features) != fmt.Sprint(want) {
		t.Errorf("%v, want %v", got.Features, want)
	}
}

// The text's own look says how it is read; the schema's dialect says how its numbers are written, and how all is where no other way finds columns.
func TestDialectOfPublicRows(t *testing.T) {
	s := schema.New(schema.Field{Name: "age", Kind: schema.Number, Maximum: 100}, schema.Field{Name: "height", Kind: schema.Number, Maximum: 200})
	for text, c := range map[string]struct{ own, want schema.Dialect }{
		"age,height\n1,2\n":                                    {},
		"A title\n\nage;height\n1;2\n3;4\n":                    {want: schema.Dialect{Skip: 2}},
		"age,height\n\"1,5\",\"2,5\"\n":                        {want: schema.Dialect{Decimal: ","}},
		"age,height\n\"1.500,5\",\"2.500,5\"\n":                {own: schema.Dialect{Decimal: "."}, want: schema.Dialect{Decimal: "."}},
		"age,height\n1.5,2.5\n":                                {own: schema.Dialect{Decimal: ",", Below: 1, Skip: 3}, want: schema.Dialect{Decimal: ","}},
		"1,2\n3,4\n'age','height'\n1,2\n":                      {own: schema.Dialect{Skip: 2, Quote: "'"}, want: schema.Dialect{Skip: 2, Quote: "'"}},
		"age,height\n" + strings.Repeat("1,2\n", 9) + "Sum,\n": {own: schema.Dialect{IgnoreCase: true}, want: schema.Dialect{End: 1, IgnoreCase: true}},
	} {
		t.Run(text, func(t *testing.T) {
			s.Dialect = c.own
			if got := PublicDialect([]byte(text), s); got != c.want {
				t.Errorf("%.30q: %+v, want %+v", text, got, c.want)
			}
		})
	}
}
