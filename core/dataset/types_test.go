package dataset

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"privatepca/core/dataset/datasettest"
	"privatepca/core/schema"
)

// One column of each further type, R = 1: the feature is seen as it is, with its irregularity.
func TestPublicRuleOfTypes(t *testing.T) {
	one := func(f schema.Field) *schema.Schema {
		f.Name = "x"
		s := schema.New(f)
		s.NormBound = 1
		return s
	}
	days := func(date string) float64 {
		d, ok := schema.ParseDate([]byte(date), schema.ISO)
		if !ok {
			t.Fatal(date)
		}
		return d.Days
	}
	codes := num("x", 0, 10)
	codes.MissingValues = []string{"-9", "5", "refused"}
	table := schema.New(codes, num("y", 0, 10))
	table.MissingValues, table.NormBound = []string{"", "7"}, 2
	integer := one(schema.Field{Kind: schema.Integer, Minimum: 0, Maximum: 10})
	log := one(schema.Field{Kind: schema.Log, Minimum: 1, Maximum: 100})
	signed := one(schema.Field{Kind: schema.SignedLog, Minimum: -99, Maximum: 9})
	date := one(schema.Field{Kind: schema.Date, Minimum: days("2000-01-01"), Maximum: days("2000-01-11")})
	german := one(schema.Field{Kind: schema.Date, Format: "%d.%m.%Y", Part: schema.Year, Minimum: days("2000-05-01"), Maximum: days("2004-01-01")})
	month := one(schema.Field{Kind: schema.Date, Part: schema.Month})
	weekday := one(schema.Field{Kind: schema.Date, Part: schema.Weekday})
	cycle := one(schema.Field{Kind: schema.Date, Part: schema.MonthCycle})
	ordinal := one(schema.Field{Kind: schema.Ordinal, Enum: []string{"low", "mid", "high"}})
	scored := one(schema.Field{Kind: schema.Ordinal, Enum: []string{"low", "mid", "high"}, Scores: []float64{0, 1, 4}, MissingValues: []string{"?"}})
	half := one(schema.Field{Kind: schema.Category, Enum: []string{"a", "b"}, Weight: .5})
	light := one(schema.Field{Kind: schema.Number, Minimum: 0, Maximum: 10, Weight: .25})
	for _, c := range []struct {
		s    *schema.Schema
		cell string
		want []float64
		kind string
	}{
		{one(codes), "-9", []float64{.5}, Missing},
		{one(codes), "5", []float64{.5}, Missing},   // within the bounds, too
		{one(codes), "5.0", []float64{.5}, Missing}, // the same number
		{one(codes), "refused", []float64{.5}, Missing},
		{one(codes), "4", []float64{.4}, ""},
		{one(codes), "7", []float64{.7}, ""},
		{integer, "3", []float64{.3}, ""},
		{integer, "3.0", []float64{.3}, ""},
		{integer, "3.5", []float64{.5}, NoInteger},
		{integer, "three", []float64{.5}, NoInteger},
		{integer, "11", []float64{1}, Outside},
		{log, "1", []float64{-1}, ""},
		{log, "10", []float64{0}, ""},
		{log, "1e3", []float64{1}, Outside},
		{log, "-5", []float64{-1}, Outside},
		{log, "0", []float64{-1}, Outside},
		{log, "", []float64{0}, Missing},
		{log, "x", []float64{0}, Unparsable},
		{signed, "9", []float64{.5}, ""},
		{signed, "-99", []float64{-1}, ""},
		{signed, "0", []float64{0}, ""},
		{signed, "", []float64{-.25}, Missing},
		{date, "2000-01-01", []float64{-1}, ""},
		{date, "2000-01-06 12:00", []float64{.1}, ""},
		{date, "2000-01-06T12:00:00.25+01:00", []float64{.1}, ""},
		{date, "1999-12-31", []float64{-1}, Outside},
		{date, "2000-02-30", []float64{0}, NoDate},
		{date, "6.1.2000", []float64{0}, NoDate},
		{date, "", []float64{0}, Missing},
		{german, "31.12.2001", []float64{-.5}, ""},
		{german, "1.1.2003", []float64{.5}, ""},
		{german, "2003-01-01", []float64{.5}, ""}, // ISO is read beside a format
		{german, "2003-13-01", []float64{0}, NoDate},
		{month, "2020-01-31", []float64{-1}, ""},
		{month, "2020-12-01", []float64{1}, ""},
		{weekday, "2020-02-29", []float64{4. / 6}, ""}, // a Saturday
		{cycle, "2020-01-31", []float64{1, 0}, ""},
		{cycle, "2020-04-30", []float64{0, 1}, ""},
		{cycle, "2020-12-24", []float64{math.Sqrt(3) / 2, -.5}, ""},
		{cycle, "soon", []float64{0, 0}, NoDate},
		{ordinal, "low", []float64{-1}, ""},
		{ordinal, " mid ", []float64{0}, ""},
		{ordinal, "highest", []float64{0}, UnknownCategory},
		{scored, "mid", []float64{-.5}, ""},
		{scored, "?", []float64{0}, Missing},
		{half, "b", []float64{0, .5}, ""},
		{half, "c", []float64{0, 0}, UnknownCategory},
		{light, "10", []float64{.25}, ""},
		{light, "", []float64{.125}, Missing},
	} {
		t.Run(fmt.Sprint(c.cell, c.kind), func(t *testing.T) {
			all, sum, err := vectors(strings.NewReader("id,x\n7,"+c.cell+"\n"), c.s)
			if err != nil || len(all) != 1 {
				t.Errorf("%s %q: %v", c.s.Fields[0].Kind, c.cell, err)
				return
			}
			for i, v := range c.want {
				if math.Abs(float64(all[0][i])-v*scale) > 1 { // nearest, or toward zero
					t.Errorf("%s %q: %d, want %v", c.s.Fields[0].Kind, c.cell, all[0], v*scale)
				}
			}
			var kinds []string
			for _, i := range sum.Irregularities {
				kinds = append(kinds, i.Kind)
			}
			if strings.Join(kinds, " ") != c.kind {
				t.Errorf("%s %q: irregularities %q, want %q", c.s.Fields[0].Kind, c.cell, kinds, c.kind)
			}
		})
	}
	// A column's own codes stand in place of the table's, and the others keep these.
	all, _, err := vectors(strings.NewReader("x,y\n7,7\n-9,-9\n"), table)
	if err != nil || all[0][0] != nearest(.7/2) || all[0][1] != nearest(.5/2) || all[1][0] != nearest(.5/2) || all[1][1] != 0 {
		t.Errorf("a list for a column beside the table's: %d, %v", all, err)
	}
}

// fileOf is a text of rows under the schema's header.
func fileOf(s *schema.Schema, rows [][]string) string {
	var b strings.Builder
	for i := range s.Fields {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(s.Fields[i].Name)
	}
	for _, row := range rows {
		b.WriteString("\n" + strings.Join(row, ","))
	}
	return b.String() + "\n"
}

// Whatever cells hold, under every rule: one vector a row, of length at most s in integers, which depends on that row alone; norms are at
// most the bound that always holds; features are within the integers from which Spread and Reach are taken, and two sums that
// differ by one record are no farther apart than these say.
func TestEveryTypeStaysInItsBall(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	schemas := 150
	if testing.Short() {
		schemas = 30
	}
	for range schemas {
		s := datasettest.EveryType(rng)
		if err := s.Validate(); err != nil {
			t.Fatal(err)
		}
		var rows [][]string
		for range 12 {
			rows = append(rows, datasettest.RandomRow(rng, s))
		}
		text := fileOf(s, rows)
		length := func(q []int16) (sum int64) {
			for _, x := range q {
				sum += int64(x) * int64(x)
			}
			return sum
		}
		if s.NormRule == schema.Pairs {
			pairs := 0
			if _, err := ReadPairs(func() io.Reader { return strings.NewReader(text) }, s, [32]byte{1}, func(q []int16) error {
				if pairs++; length(q) > scale*scale {
					t.Errorf("a pair of length² %d", length(q))
				}
				return nil
			}); err != nil || pairs != len(rows)/2 {
				t.Fatal(err, pairs)
			}
		} else {
			all, sum, err := vectors(strings.NewReader(text), s)
			if err != nil || len(all) != len(rows) {
				t.Fatal(err, len(all))
			}
			for i, q := range all {
				if length(q) > scale*scale {
					t.Errorf("%s: a record of length² %d", s.NormRule, length(q))
				}
				alone, _, err := vectors(strings.NewReader(fileOf(s, rows[i:i+1])), s)
				if err != nil || !slices.Equal(alone[0], q) {
					t.Errorf("row %d depends on others: %d, alone %d (%v)", i, q, alone, err)
				}
			}
			checkParts(t, s, text, all, sum)
		}
		if s.NormRule != schema.Sign { // where missing cells take the centre's value
			most := s.AlwaysValidBound() * (1 + 1e-12)
			if _, err := ReadNorms(strings.NewReader(text), s, func(norm float64) {
				if s.NormRule != schema.Pairs && norm > most {
					t.Errorf("a record of length %v, always at most %v", norm, most)
				}
			}); err != nil {
				t.Fatal(err)
			}
		}
		checkSums(t, s, rows)
	}
}

// checkParts reads the text in two parts: the same vectors and the same irregularities.
func checkParts(t *testing.T, s *schema.Schema, text string, all [][]int16, sum *Summary) {
	t.Helper()
	r, err := NewReader(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	d := r.Dialect()
	head := strings.IndexByte(text, '\n') + 1
	middle := head + strings.IndexByte(text[head+len(text[head:])/2:], '\n') + 1 + len(text[head:])/2
	total, err := NewPart(s, d)
	if err != nil {
		t.Fatal(err)
	}
	i := 0
	for _, run := range []Run{{Text: []byte(text[head:middle]), Line: 2}, {Text: []byte(text[middle:]), Line: int64(2 + strings.Count(text[head:middle], "\n"))}} {
		t.Run(fmt.Sprint(run.Line), func(t *testing.T) {
			part, err := NewPart(s, d)
			if err != nil {
				t.Fatal(err)
			}
			if err := part.Read(run, func(q []int16) error {
				if !slices.Equal(q, all[i]) {
					t.Errorf("record %d in parts: %d, want %d", i, q, all[i])
				}
				i++
				return nil
			}); err != nil {
				t.Fatal(err)
			}
			total.Add(part.Summary())
		})
	}
	if got := total.Summary().Irregularities; i != len(all) || !slices.Equal(got, sum.Irregularities) {
		t.Errorf("in parts %d records, %v, want %d, %v", i, got, len(all), sum.Irregularities)
	}
}

// checkSums compares what one record adds to the sum of features with the facts that the mean's noise is calibrated by.
func checkSums(t *testing.T, s *schema.Schema, rows [][]string) {
	t.Helper()
	base, features := s.Base(), [][]int64{}
	for _, row := range rows {
		sum, _, err := Reading{}.ReadSum(strings.NewReader(fileOf(s, [][]string{row})), s, func() {})
		if err != nil {
			t.Fatal(err)
		}
		features = append(features, sum.Sum)
	}
	distance := func(a, b []int64) (sum int64) {
		for i := range a {
			sum += (a[i] - b[i]) * (a[i] - b[i])
		}
		return sum
	}
	for _, a := range features {
		if d := distance(a, base); d > s.Reach() {
			t.Errorf("a record is %d from the base, Reach says %d", d, s.Reach())
		}
		for _, b := range features {
			if d := distance(a, b); d > s.Spread() {
				t.Errorf("two records are %d apart, Spread says %d", d, s.Spread())
			}
		}
		at := 0
		for i := range s.Fields {
			f := &s.Fields[i]
			lo, hi := f.Ends(s.Scaling)
			for range f.D() {
				if a[at] < lo || a[at] > hi {
					t.Errorf("%s: %d is not within %d … %d", f.Name, a[at], lo, hi)
				}
				at++
			}
		}
	}
}

// The digest of what every type is encoded to is one on every platform: no library's logarithm or cosine is in it.
func TestSameBitsOfTypesEverywhere(t *testing.T) {
	const want = "daae430a6b7c7fe5af9f7726e09706512940aaa286262f4481793a5444328372"
	rng := rand.New(rand.NewPCG(8, 8))
	h := sha256.New()
	for range 60 {
		s := datasettest.EveryType(rng)
		if s.NormRule == schema.Pairs {
			s.NormRule = schema.Unit
		}
		var rows [][]string
		for range 30 {
			rows = append(rows, datasettest.RandomRow(rng, s))
		}
		if _, err := Read(strings.NewReader(fileOf(s, rows)), s, func(q []int16) error { return binary.Write(h, binary.LittleEndian, q) }); err != nil {
			t.Fatal(err)
		}
		if s.NormRule != schema.Sign {
			if _, err := ReadNorms(strings.NewReader(fileOf(s, rows)), s, func(norm float64) { binary.Write(h, binary.LittleEndian, norm) }); err != nil {
				t.Fatal(err)
			}
		}
	}
	if got := hex.EncodeToString(h.Sum(nil)); got != want {
		t.Errorf("digest %s, want %s", got, want)
	}
}

// The sensitivity of the noisy mean is attained by what is encoded, to the unit: also with weights that bring a level or a point of a cycle
// half way between two integers, where a last bit decides how it is rounded.
func TestSpreadIsThatOfEncodedCells(t *testing.T) {
	months := []string{""}
	for m := range 12 {
		months = append(months, "2001-"+string([]byte{byte('0' + (m+1)/10), byte('0' + (m+1)%10)})+"-01")
	}
	days := []string{""}
	for d := range 7 {
		days = append(days, "2001-01-0"+string([]byte{byte('1' + d)}))
	}
	rng := rand.New(rand.NewPCG(5, 6))
	for range 300 {
		share := []float64{1, .5, .8660254037844386, .6234898018587336, .9749279121818236}[rng.IntN(5)]
		weight := math.Min(1, (float64(10+rng.IntN(8000))+.5)/schema.Scale/share)
		for _, c := range []struct {
			f     schema.Field
			cells []string
		}{
			{schema.Field{Name: "x", Kind: schema.Date, Part: schema.MonthCycle, Weight: weight}, months},
			{schema.Field{Name: "x", Kind: schema.Date, Part: schema.WeekdayCycle, Weight: weight}, days},
			{schema.Field{Name: "x", Kind: schema.Category, Enum: []string{"a", "b", "c"}, Weight: weight}, []string{"", "a", "b", "c"}},
			{schema.Field{Name: "x", Kind: schema.Number, Minimum: -3, Maximum: 7, Weight: weight}, []string{"-3", "", "7", "-4", "8"}},
		} {
			s := schema.New(c.f, schema.Field{Name: "y", Kind: schema.Category, Enum: []string{"u", "v"}})
			var points [][]int64
			for _, cell := range c.cells {
				sum, _, err := Reading{}.ReadSum(strings.NewReader("x,y\n"+cell+",u\n"), s, func() {})
				if err != nil {
					t.Fatal(err)
				}
				points = append(points, sum.Sum[:c.f.D()])
			}
			squared := func(a, b []int64) (d int64) {
				for i := range a {
					d += (a[i] - b[i]) * (a[i] - b[i])
				}
				return d
			}
			var spread, reach int64
			for _, p := range points {
				reach = max(reach, squared(p, s.Base()[:c.f.D()]))
				for _, q := range points {
					spread = max(spread, squared(p, q))
				}
			}
			other := schema.New(s.Fields[1])
			if got := s.Spread() - other.Spread(); got != spread {
				t.Errorf("%s %s of weight %v: spread %d, encoded cells have %d", c.f.Kind, c.f.Part, weight, got, spread)
			}
			if got := s.Reach() - other.Reach(); got != reach {
				t.Errorf("%s %s of weight %v: reach %d, encoded cells have %d", c.f.Kind, c.f.Part, weight, got, reach)
			}
		}
	}
}
