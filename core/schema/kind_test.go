package schema_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"privatepca/core/dataset/datasettest"
	"privatepca/core/schema"
)

// Every day's number, year, month and weekday are those of the calendar of package time.
func TestDates(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 3))
	first := time.Date(1, 1, 1, 0, 0, 0, 0, time.UTC)
	for range 20000 {
		want := first.Add(time.Duration(rng.IntN(106000))*24*time.Hour).AddDate(rng.IntN(9600), 0, 0).Add(time.Duration(rng.IntN(86400)) * time.Second)
		if want.Year() > 9999 {
			continue
		}
		d, ok := schema.ParseDate([]byte(want.Format("2006-01-02T15:04:05")), schema.ISO)
		midnight := time.Date(want.Year(), want.Month(), want.Day(), 0, 0, 0, 0, time.UTC).Unix() / 86400
		weekday := (int(want.Weekday())+6)%7 + 1
		days := float64(midnight) + float64(want.Hour()*3600+want.Minute()*60+want.Second())/86400
		if !ok || d.Days != days || d.Year != want.Year() || d.Month != int(want.Month()) || d.Weekday != weekday {
			t.Fatalf("%v: %+v, %v", want, d, ok)
		}
		if back := schema.DateOf(d.Days); back != d {
			t.Fatalf("%v: back %+v, %+v", want, back, d)
		}
		if again, ok := schema.ParseDate([]byte(schema.FormatDate(d.Days)), schema.ISO); !ok || math.Abs(again.Days-d.Days) > .5/86400 {
			t.Fatalf("%v is written %s", want, schema.FormatDate(d.Days))
		}
	}
	if _, ok := schema.ParseDate([]byte("1900-02-29"), schema.ISO); ok {
		t.Error("1900 was no leap year")
	}
}

// What a format takes, beside ISO, is what its pattern matches and the calendar has: the loaders go by the pattern.
func TestPatternsAreTheFormats(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 3))
	names := append(slices.Sorted(maps.Keys(monthNames)), "Hept", "Ja", "Septemberly")
	ends := []string{"", "T13:05", " 13:05:60", "T13:05:01.5Z", "T01:02:03+02:00", "T01:02-0330", "Z", "T1:02", "t01:02z", " 01:02 UTC", " 01:02:03 +0200", "T01:02+02", " 01:02 GMT"}
	for _, format := range append([]string{schema.ISO, "%Y", "%d.%m.%Y %H:%M", "%m-%Y", "%d.%m.%y(1930)", "%d%b%Y", "%B %Y, %I%p", "%Y-%d-%m"}, schema.Formats[:]...) {
		expression, directives := schema.Pattern(format)
		pattern := regexp.MustCompile(expression)
		taken := 0
		for range 20000 {
			cell := []byte(strings.NewReplacer("%Y", fmt.Sprintf("%04d", rng.IntN(3000)), "%m", fmt.Sprintf("%02d", rng.IntN(14)), "%d", fmt.Sprintf("%02d", rng.IntN(33)), "%H", fmt.Sprint(rng.IntN(25)), "%M", "07",
				"%y(1930)", fmt.Sprintf("%02d", rng.IntN(100)), "%b", names[rng.IntN(len(names))], "%B", names[rng.IntN(len(names))], "%I", fmt.Sprint(rng.IntN(14)), "%p", []string{"AM", "pm", "pM"}[rng.IntN(3)]).Replace(format))
			if format == schema.ISO || rng.IntN(3) == 0 {
				cell = fmt.Appendf(nil, []string{"%04d-%02d-%02d", "%04d-%d-%d"}[rng.IntN(2)], rng.IntN(3000), rng.IntN(14), rng.IntN(33))
				if rng.IntN(4) == 0 {
					cell = fmt.Appendf(nil, "%04d-W%02d-%d", rng.IntN(3000), rng.IntN(55), rng.IntN(9))
				}
				cell = append(cell, ends[rng.IntN(len(ends))]...)
			}
			for rng.IntN(3) == 0 { // spoil it
				at := rng.IntN(len(cell))
				cell[at] = "0123456789-./: TZ+W"[rng.IntN(19)]
			}
			if rng.IntN(9) == 0 {
				cell = append(cell, '1')
			}
			d, ok := schema.ParseDate(cell, format)
			groups := pattern.FindSubmatch(cell)
			if groups == nil {
				if ok {
					t.Fatalf("%q takes %q, its pattern %s does not", format, cell, expression)
				}
				continue
			}
			want, is := saidDate(groups, directives, schema.FirstYear(format))
			if ok != is || ok && (d.Year != want.Year() || d.Month != int(want.Month()) || math.Abs(d.Days-float64(want.Unix())/86400) > 1e-6) {
				t.Fatalf("%q %q: %+v, %v, want %v, %v", format, cell, d, ok, want, is)
			}
			if ok {
				taken++
			}
		}
		if taken < 500 {
			t.Errorf("%q: only %d dates were taken", format, taken)
		}
	}
}

// monthNames are some that formats read.
var monthNames = map[string]int{"Jan": 1, "FEB": 2, "M\u00e4rz": 3, "april": 4, "Mai": 5, "june": 6, "Juli": 7, "aug": 8, "Sept": 9, "Oktober": 10, "nov": 11, "Dez": 12}

// saidDate is the date that the groups of a pattern state, by package time; false for none.
func saidDate(groups [][]byte, directives string, first int) (time.Time, bool) {
	said, half := map[byte]int{'m': 1, 'd': 1}, ""
	for i, g := range groups[1:] {
		x := 0
		switch c := directives[i]; {
		case c == '.' || len(g) == 0:
			continue
		case c == 'b':
			said['m'] = 0
			for name, month := range monthNames {
				if strings.EqualFold(name, string(g)) {
					said['m'] = month
				}
			}
			continue
		case c == 'p':
			half = strings.ToLower(string(g))
			continue
		}
		fmt.Sscanf(string(g), "%d", &x)
		said[directives[i]] = x
	}
	if y, ok := said['y']; ok {
		for said['Y'] = first; said['Y']%100 != y; said['Y']++ {
		}
	}
	if half != "" {
		if said['I'] < 1 || said['I'] > 12 {
			return time.Time{}, false
		}
		if said['H'] = said['I'] % 12; half == "pm" {
			said['H'] += 12
		}
	}
	clock := said['H'] < 24 && said['M'] < 60 && said['S'] <= 60 && said['Y'] > 0
	at := func(month, day int) time.Time {
		return time.Date(said['Y'], time.Month(month), day, said['H'], said['M'], said['S'], 0, time.UTC)
	}
	if week, ok := said['V']; ok {
		for day := -5; day < 370; day++ {
			noon := time.Date(said['Y'], 1, day, 12, 0, 0, 0, time.UTC)
			if y, w := noon.ISOWeek(); y == said['Y'] && w == week && (int(noon.Weekday())+6)%7+1 == said['u'] {
				return at(1, day), clock && noon.Year() > 0
			}
		}
		return time.Time{}, false
	}
	day := time.Date(said['Y'], time.Month(said['m']), said['d'], 0, 0, 0, 0, time.UTC)
	return at(said['m'], said['d']), clock && day.Month() == time.Month(said['m']) && day.Day() == said['d']
}

// Schemas of every type are written and read back as they were, in both standards.
func TestEveryTypeIsWrittenAndReadBack(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	for range 200 {
		s := datasettest.EveryType(rng)
		for i := range s.Fields {
			if f := &s.Fields[i]; rng.IntN(4) == 0 {
				f.BoundsFrom = schema.FromSchema
			}
		}
		for name, text := range map[string][]byte{"Frictionless": s.Encode(), "CSVW": s.EncodeCSVW("a.csv")} {
			got, err := schema.Parse(text)
			if err != nil {
				t.Fatalf("%s: %v\n%s", name, err, text)
			}
			if !reflect.DeepEqual(got.Fields, s.Fields) {
				t.Fatalf("%s:\n%+v, want\n%+v\n%s", name, got.Fields, s.Fields, text)
			}
			if name == "Frictionless" && !bytes.Equal(got.Encode(), text) {
				t.Errorf("other bytes:\n%s\n%s", got.Encode(), text)
			}
		}
	}
}

// What other programs write of dates and missing values.
func TestDatesAndMissingValuesOfOthers(t *testing.T) {
	days := func(text string) float64 { d, _ := schema.ParseDate([]byte(text), schema.ISO); return d.Days }
	for text, want := range map[string]schema.Field{
		`{"fields":[{"name":"a","type":"date","missingValues":["-9",{"value":"r","label":"refused"}],"constraints":{"minimum":"2000-01-01","maximum":"2020-01-01"}}]}`:                            {Kind: schema.Date, Minimum: days("2000-01-01"), Maximum: days("2020-01-01"), MissingValues: []string{"-9", "r"}},
		`{"fields":[{"name":"a","type":"datetime","format":"%d/%m/%Y %H:%M","constraints":{"minimum":"01/02/2000 06:00","maximum":"2020-01-01"}}]}`:                                               {Kind: schema.Date, Format: "%d/%m/%Y %H:%M", Minimum: days("2000-02-01") + .25, Maximum: days("2020-01-01")},
		`{"tableSchema":{"columns":[{"name":"b","datatype":"boolean"},{"name":"a","null":"-9","datatype":{"base":"date","format":"dd.MM.yyyy","minimum":"01.02.2000","maximum":"2020-01-01"}}]}}`: {Kind: schema.Date, Format: "%d.%m.%Y", Minimum: days("2000-02-01"), Maximum: days("2020-01-01"), MissingValues: []string{"-9"}},
		`{"fields":[{"name":"a","type":"date","constraints":{"enum":["2000-01-01","2000-01-02"]}}]}`:                                                                                              {Kind: schema.Category, Enum: []string{"2000-01-01", "2000-01-02"}},
	} {
		t.Run(fmt.Sprintf("%.60s", text), func(t *testing.T) {
			s, err := schema.Parse([]byte(text))
			want.Name = "a"
			if err != nil || !reflect.DeepEqual(s.Fields[len(s.Fields)-1], want) {
				t.Errorf("%s: %+v (%v), want %+v", text, s.Fields, err, want)
			}
		})
	}
}

// Public facts of a type that no record can be encoded by are refused, each in words about its column.
func TestTypesAreValidated(t *testing.T) {
	for want, f := range map[string]schema.Field{
		"weight":          {Kind: schema.Number, Minimum: 0, Maximum: 1, Weight: 1.5},
		"the weight of 0": {Kind: schema.Number, Minimum: 0, Maximum: 1, Weight: math.NaN()},
		"above 0":         {Kind: schema.Log, Minimum: 0, Maximum: 1},
		"further apart":   {Kind: schema.Log, Minimum: 1, Maximum: 1 + 1e-12},
		"dates of the":    {Kind: schema.Date, Minimum: 0, Maximum: 1e9},
		"same year":       {Kind: schema.Date, Part: schema.Year, Minimum: 1, Maximum: 2},
		"part of its":     {Kind: schema.Date, Part: "quarter", Minimum: 0, Maximum: 1},
		"each once":       {Kind: schema.Date, Format: "%Y-%m-%d %Y", Minimum: 0, Maximum: 1},
		"lacks %d":        {Kind: schema.Date, Part: schema.Weekday, Format: "%Y-%m"},
		"lacks %m":        {Kind: schema.Date, Format: "%Y", Minimum: 0, Maximum: 1},
		"two digits":      {Kind: schema.Date, Format: "%d.%m.%y", Minimum: 0, Maximum: 1},
		"go together":     {Kind: schema.Date, Format: "%d.%m.%Y %I", Minimum: 0, Maximum: 1},
		"must follow":     {Kind: schema.Date, Format: "%bT%Y", Minimum: 0, Maximum: 1},
		"character":       {Kind: schema.Date, Format: "[%Y]%m%d", Minimum: 0, Maximum: 1},
		"ascend":          {Kind: schema.Ordinal, Enum: []string{"a", "b"}, Scores: []float64{1, 1}},
		"3 scores":        {Kind: schema.Ordinal, Enum: []string{"a", "b"}, Scores: []float64{1, 2, 3}},
		"at least two":    {Kind: schema.Ordinal, Enum: []string{"a"}},
		"missing value":   {Kind: schema.Ordinal, Enum: []string{"a", "b"}, MissingValues: []string{"b"}},
		"needs a minimum": {Kind: schema.Integer, Minimum: math.NaN(), Maximum: math.NaN()},
		"say whether":     {Kind: "quantile"},
	} {
		t.Run(want, func(t *testing.T) {
			f.Name = "x"
			err := schema.New(f).Validate()
			word := map[string]string{"the weight of 0": "weight", "same year": "further apart"}[want]
			if word == "" {
				word = want
			}
			if err == nil || !strings.Contains(err.Error(), word) {
				t.Errorf("%s: %v", want, err)
			}
		})
	}
}

// Equal weights: any two columns' farthest values lie equally far apart, and no weight is above 1.
func TestWeighEqually(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 3))
	for range 50 {
		s := datasettest.EveryType(rng)
		s.Scaling = schema.Affine
		s.WeighEqually()
		if err := s.Validate(); err != nil {
			t.Fatal(err)
		}
		for i := range s.Fields {
			f := &s.Fields[i]
			if far := f.Extent(s.Scaling) * f.Level(); math.Abs(far-math.Sqrt2) > 1e-12 {
				t.Errorf("%s: its values lie %v apart", f.Name, far)
			}
		}
	}
}

// The logarithm is the library's to an ulp, and the same bits on every machine.
func TestLogarithmIsTheSameEverywhere(t *testing.T) {
	f := schema.Field{Kind: schema.Log, Minimum: 5e-324, Maximum: math.MaxFloat64}
	rng := rand.New(rand.NewPCG(5, 3))
	h := sha256.New()
	for i := range 100000 {
		x := math.Float64frombits(rng.Uint64() >> 1)
		if i%2 == 0 {
			x = rng.Float64() * 4
		}
		if !(x > 1e-307 && x <= math.MaxFloat64) { // below, the library's assembly is wrong
			continue
		}
		got, want := f.Working(x), math.Log(x)
		if math.Abs(got-want) > 1.5*(math.Nextafter(math.Abs(want), math.Inf(1))-math.Abs(want)) {
			t.Fatalf("ln %v is %v, want %v", x, got, want)
		}
		binary.Write(h, binary.LittleEndian, got)
	}
	const want = "32aef9c20ab979497d9d1afae1f6d99ae6d1292c07eb288d583b11f6b190b8f6"
	if got := hex.EncodeToString(h.Sum(nil)); got != want {
		t.Errorf("digest %s, want %s", got, want)
	}
}

// The points of a cycle are on the circle, at the angles that are stated.
func TestCycles(t *testing.T) {
	for part, n := range map[schema.Part]int{schema.MonthCycle: 12, schema.WeekdayCycle: 7} {
		t.Run(fmt.Sprint(part), func(t *testing.T) {
			f := schema.Field{Kind: schema.Date, Part: part}
			for i := range n {
				d := schema.Day{Month: i + 1, Weekday: i%7 + 1}
				x, y := f.OfDate(d, 0), f.OfDate(d, 1)
				sin, cos := math.Sincos(2 * math.Pi * float64(i) / float64(n))
				if math.Abs(x-cos) > 1e-15 || math.Abs(y-sin) > 1e-15 {
					t.Errorf("%s %d: (%v, %v), want (%v, %v)", part, i+1, x, y, cos, sin)
				}
			}
		})
	}
}
