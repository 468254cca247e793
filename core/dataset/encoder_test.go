package dataset

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"privatepca/core/fault"
	"privatepca/core/schema"
)

const scale = schema.Scale

func num(name string, lo, hi float64) schema.Field {
	return schema.Field{Name: name, Kind: schema.Number, Minimum: lo, Maximum: hi}
}

func cat(name string, levels ...string) schema.Field {
	return schema.Field{Name: name, Kind: schema.Category, Enum: levels}
}

// vectors reads a whole file; each vector is copied.
func vectors(src io.Reader, s *schema.Schema) (all [][]int16, sum *Summary, err error) {
	sum, err = Read(src, s, func(q []int16) error {
		all = append(all, append([]int16(nil), q...))
		return nil
	})
	return all, sum, err
}

// nearest is v on the integer scale.
func nearest(v float64) int16 { return int16(math.RoundToEven(v * scale)) }

// TestPublicRule: one column, R = 1, so that a feature is seen as it is.
func TestPublicRule(t *testing.T) {
	number := schema.New(num("x", 2, 10))
	below := schema.New(num("x", -10, 5)) // what is clamped is shorter than R
	affine := schema.New(num("x", 2, 10))
	affine.Scaling = schema.Affine
	centred := schema.New(num("x", 2, 10))
	centred.Centre, centred.NormBound = schema.CentreMidpoint, 1
	listed := schema.New(num("x", 2, 10))
	listed.MissingValues = []string{"n/a", "-9"}
	category := schema.New(cat("x", "red", " deep blue"))
	category.MissingValues = []string{"?"}
	middle := schema.New(cat("x", "red", "blue"))
	middle.Centre, middle.NormBound = schema.CentreMidpoint, 1
	boolean, err := schema.Parse([]byte(`{"fields":[{"name":"x","type":"boolean"}]}`))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		s    *schema.Schema
		cell string
		want []float64
		kind string
	}{
		{number, "10", []float64{1}, ""},
		{number, " 5 ", []float64{0.5}, ""},
		{number, "\"4\"", []float64{0.4}, ""},
		{number, "2", []float64{0.2}, ""},
		{number, "1", []float64{0.2}, Outside},      // clamped
		{number, "-3e5", []float64{0.2}, Outside},   // clamped
		{number, "11", []float64{1}, Outside},       // clamped
		{number, "1e999", []float64{1}, Outside},    // overflows: clamped
		{number, "-1e999", []float64{0.2}, Outside}, // overflows: clamped
		{below, "8", []float64{0.5}, Outside},       // clamped
		{below, "5.000", []float64{0.5}, ""},        // the bound itself
		{below, "-11", []float64{-1}, Outside},      // clamped
		{below, "8e0", []float64{0.5}, Outside},     // clamped, of another form
		{number, "", []float64{0.6}, Missing},       // midpoint
		{number, "  ", []float64{0.6}, Missing},     // midpoint
		{number, "NaN", []float64{0.6}, Missing},    // midpoint
		{number, "Inf", []float64{0.6}, Missing},    // midpoint
		{number, "-inf", []float64{0.6}, Missing},   // midpoint
		{number, "ten", []float64{0.6}, Unparsable},
		{number, "5kg", []float64{0.6}, Unparsable},
		{affine, "2", []float64{-1}, ""},
		{affine, "10", []float64{1}, ""},
		{affine, "4", []float64{-0.5}, ""},
		{affine, "", []float64{0}, Missing},
		{centred, "10", []float64{0.4}, ""},
		{centred, "x", []float64{0}, Unparsable},
		{listed, "n/a", []float64{0.6}, Missing},
		{listed, "-9", []float64{0.6}, Missing},
		{listed, " -9", []float64{0.6}, Missing},
		{listed, "-9.0", []float64{0.6}, Missing}, // the same number
		{listed, "-90e-1", []float64{0.6}, Missing},
		{listed, "-9.1", []float64{0.2}, Outside},
		{category, "red", []float64{1, 0}, ""},
		{category, " red", []float64{1, 0}, ""},
		{category, " deep blue", []float64{0, 1}, ""},
		{category, "deep blue", []float64{0, 1}, ""},
		{category, "Redd", []float64{0, 0}, UnknownCategory},
		{category, "red blue", []float64{0, 0}, UnknownCategory},
		{category, "?", []float64{0, 0}, Missing},
		{category, "\"\"", []float64{0, 0}, Missing},
		{middle, "red", []float64{0.5, -0.5}, ""},
		{middle, "green", []float64{-0.5, -0.5}, UnknownCategory},
		{boolean, "FALSE", []float64{1, 0}, ""},
		{boolean, "1", []float64{0, 1}, ""},
		{boolean, "yes", []float64{0, 0}, UnknownCategory},
	} {
		t.Run(fmt.Sprint(c.cell, c.kind), func(t *testing.T) {
			all, sum, err := vectors(strings.NewReader("id,x\n7,"+c.cell+"\n"), c.s)
			if err != nil || len(all) != 1 || sum.Records != 1 || sum.Rows != 1 {
				t.Errorf("%q: %v", c.cell, err)
				return
			}
			want := make([]int16, len(c.want))
			for i, v := range c.want {
				want[i] = nearest(v)
			}
			if !reflect.DeepEqual(all[0], want) {
				t.Errorf("%q: %d, want %d", c.cell, all[0], want)
			}
			var irregularities []Irregularity
			if c.kind != "" {
				treatment := asMidpoint
				if c.s.Fields[0].Kind == schema.Category {
					treatment = asNoCategory
				}
				if c.kind == Outside {
					treatment = asBound
				}
				irregularities = []Irregularity{{c.kind, "x", 1, 2, treatment}}
			}
			if !reflect.DeepEqual(sum.Irregularities, irregularities) {
				t.Errorf("%q: irregularities %+v, want %+v", c.cell, sum.Irregularities, irregularities)
			}
		})
	}
}

func TestDecimalComma(t *testing.T) {
	s := schema.New(num("x", 0, 10))
	for file, want := range map[string]int16{"id;x\n1;2,5\n": nearest(0.25), "id;x\n1;2.5\n": nearest(0.25), "id\tx\n1\t2,5\n": nearest(0.5)} {
		t.Run(file, func(t *testing.T) {
			all, _, err := vectors(strings.NewReader(file), s)
			if err != nil || all[0][0] != want {
				t.Errorf("%q: %d, %v, want %d", file, all, err, want)
			}
		})
	}
}

func TestIrregularities(t *testing.T) {
	s := schema.New(cat("c", "x", "y"), num("a", 0, 1))
	file := "a,other,c\n1,2,x\n\"\n1\",\"\n\",x\nno,2,x\n,2,x\n.5,2,z\n.5,2\n.5\n1,2,x,4\nnan,2,\n,,\u00a0\n,,,\n1,2,x, ,\"\",\t\n"
	all, sum, err := vectors(strings.NewReader(file), s)
	if err != nil || len(all) != 11 || sum.Records != 11 {
		t.Fatal(err, len(all), sum)
	}
	want := []Irregularity{
		{Missing, "c", 2, 12, asNoCategory},
		{UnknownCategory, "c", 1, 8, asNoCategory},
		{Missing, "a", 3, 7, asMidpoint},
		{Unparsable, "a", 2, 3, asMidpoint}, // the first: a number after a line end
		{ShortRow, "", 2, 9, asAbsent},
		{LongRow, "", 1, 11, asIgnored}, // one with an empty fourth cell is none, nor one with blanks and an empty text behind it
	}
	if !reflect.DeepEqual(sum.Irregularities, want) {
		t.Errorf("got  %+v\nwant %+v", sum.Irregularities, want)
	}
	half, none := nearest(0.5/math.Sqrt2), []int16{0, 0, nearest(0.5 / math.Sqrt2)}
	if !reflect.DeepEqual(all[5], none) || !reflect.DeepEqual(all[6], none) || all[7][0] != nearest(1/math.Sqrt2) || all[4][2] != half {
		t.Errorf("short and long rows: %d", all)
	}
}

func TestNorms(t *testing.T) {
	for _, c := range []struct {
		rule  schema.NormRule
		bound float64
		row   string
		want  []float64
	}{
		{schema.Clip, 0, "3,4", []float64{0.3 / math.Sqrt2, 0.4 / math.Sqrt2}},
		{schema.Clip, 1, "3,4", []float64{0.3, 0.4}},
		{schema.Clip, 0.5, "3,4", []float64{0.6, 0.8}},
		{schema.Clip, 0.25, "3,4", []float64{0.6, 0.8}}, // clipped
		{schema.Clip, 100, "3,4", []float64{0.003, 0.004}},
		{schema.Clip, 1e-100, "0,0", []float64{0, 0}},
		{schema.Unit, 0, "3,4", []float64{0.6, 0.8}},
		{schema.Unit, 0, "1e-100,0", []float64{1, 0}},
		{schema.Unit, 0, "1e-150,0", []float64{0, 0}}, // its square is no longer precise
		{schema.Unit, 0, "0,0", []float64{0, 0}},
	} {
		t.Run(c.row, func(t *testing.T) {
			s := schema.New(num("a", 0, 10), num("b", 0, 10))
			s.NormRule, s.NormBound = c.rule, c.bound
			all, _, err := vectors(strings.NewReader("a,b\n"+c.row+"\n"), s)
			if err != nil {
				t.Fatal(err)
			}
			for i, v := range c.want {
				if math.Abs(float64(all[0][i])-v*scale) > 1 { // nearest, or toward zero
					t.Errorf("%s %v, %q: %d, want %v", c.rule, c.bound, c.row, all[0], v*scale)
				}
			}
		})
	}
}

// TestLength: whatever the record, Σq² ≤ scale², and rounding costs a record no
// more than its share.
func TestLength(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	truncated := 0
	for trial := range 400 {
		d := 1 + rng.IntN(200)
		fields := make([]schema.Field, d)
		columns := make([]string, d+1)
		for i := range fields {
			columns[i] = fmt.Sprint("c", i)
			fields[i] = num(columns[i], -1, 1)
		}
		columns[d] = "k"
		s := schema.New(append(fields, cat("k", "x", "y", "z"))...)
		s.NormRule = []schema.NormRule{schema.Clip, schema.Unit}[trial%2]
		s.Centre = []schema.Centre{schema.CentreNone, schema.CentreMidpoint}[trial/2%2]
		s.NormBound = []float64{0, 0.5}[trial/4%2]
		e, err := NewEncoder(s, Header{Columns: columns, Delimiter: ","})
		if err != nil {
			t.Fatal(err)
		}
		var cells strings.Builder
		for range d {
			fmt.Fprintf(&cells, "%.3f,", rng.Float64()*2-1)
		}
		r, err := NewReader(strings.NewReader(strings.Join(columns, ",") + "\n" + cells.String() + "y\n"))
		if err != nil {
			t.Fatal(err)
		}
		rec, err := r.Next()
		if err != nil {
			t.Fatal(err)
		}
		q := make([]int16, e.D())
		e.Encode(rec, q)
		var sum, dist float64
		for _, v := range q {
			sum += float64(v) * float64(v)
		}
		if sum > scale*scale {
			t.Fatalf("trial %d: Σq² = %v passes %v", trial, sum, scale*scale)
		}
		x := make([]float64, 0, len(q)) // the exact vector
		var norm float64
		for i := range e.numbers {
			x = append(x, e.numbers[i].value)
		}
		c := &e.categories[0]
		x = append(x, c.off, c.on, c.off)
		for _, v := range x {
			norm += v * v
		}
		norm = math.Sqrt(norm)
		length := math.Max(s.Bound(), norm)
		if s.NormRule == schema.Unit {
			length = norm
		}
		for i, v := range x {
			diff := math.Abs(v/length*scale - float64(q[i]))
			if diff > 1 {
				t.Fatalf("trial %d: feature %d is off by %v", trial, i, diff)
			}
			if diff > 0.5+1e-9 {
				truncated++
			}
			dist += diff * diff
		}
		if dist > float64(d+3) {
			t.Errorf("trial %d: rounded by %v in %d features", trial, math.Sqrt(dist), d+3)
		}
	}
	if truncated == 0 {
		t.Error("no record was truncated: the test does not reach that path")
	}
}

// TestTruncate: with every feature rounded up, the way down ends within the limit.
func TestTruncate(t *testing.T) {
	for d := 2; d <= schema.MaxD; d *= 2 {
		columns := make([]string, d)
		fields := make([]schema.Field, d)
		for i := range fields {
			columns[i] = fmt.Sprint(i)
			fields[i] = num(columns[i], 0, 1)
		}
		s := schema.New(fields...)
		e, err := NewEncoder(s, Header{Columns: columns})
		if err != nil {
			t.Fatal(err)
		}
		want := math.Floor(scale/math.Sqrt(float64(d))) + 0.6 // would round up
		e.bound = 1
		for i := range e.numbers {
			e.numbers[i].value = want / scale
		}
		q := make([]int16, d)
		e.quantise(float64(d)*want*want/scale/scale, q)
		var sum int64
		for _, v := range q {
			sum += int64(v) * int64(v)
		}
		if sum > scale*scale || sum < scale*scale*99/100 {
			t.Errorf("d = %d: Σq² = %d of %d", d, sum, scale*scale)
		}
	}
}

func TestPersons(t *testing.T) {
	s := schema.New(num("x", 0, 10))
	s.PersonColumn, s.RowsPerPerson = "id", 2
	s.MissingValues = []string{"", "?"}
	file := "x,id\n1,a\n2,b\n3,a\n4, a \n5,\n6,?\n7\n8,b\n9,A\n10,b\n"
	all, sum, err := vectors(strings.NewReader(file), s)
	if err != nil {
		t.Fatal(err)
	}
	var got []int16
	for _, q := range all {
		got = append(got, q[0])
	}
	want := []int16{nearest(.1), nearest(.2), nearest(.3), nearest(.8), nearest(.9)}
	if !reflect.DeepEqual(got, want) || sum.Records != 10 || sum.Rows != 5 || sum.Persons != 3 {
		t.Errorf("%d, %+v, want %d", got, sum, want)
	}
	if want := []Irregularity{{Missing, "id", 3, 6, asNobody}}; !reflect.DeepEqual(sum.Irregularities, want) {
		t.Errorf("irregularities %+v, want %+v", sum.Irregularities, want)
	}
}

func TestReadErrors(t *testing.T) {
	s := schema.New(num("a", 0, 1), cat("b", "x", "y"))
	person := schema.New(num("a", 0, 1))
	person.PersonColumn = "id"
	stop := errors.New("stop")
	for _, c := range []struct {
		name, in string
		s        *schema.Schema
		code     string
		line     int64
		column   string
		want     string
	}{
		{"empty", "", s, fault.CodeFile, 0, "", "empty"},
		{"header only", "a,b\n", s, fault.CodeRecords, 0, "", "no records"},
		{"header without a line end", "a,b", s, fault.CodeRecords, 0, "", "no records"},
		{"another file's schema", "u,v,w\n1,2,3\n", s, fault.CodeSchema, 0, "a", `lacks 2 of the schema's 2 columns: "a", "b"`},
		{"one column absent", "a,c\n1,2\n", s, fault.CodeSchema, 0, "b", `lacks 1 of`},
		{"named twice", "a,b,a\n1,x,2\n", s, fault.CodeHeader, 1, "a", "twice"},
		{"person absent", "a,b\n1,x\n", person, fault.CodeSchema, 0, "id", "names the person"},
		{"person named twice", "a,id,id\n1,x,y\n", person, fault.CodeHeader, 1, "id", "twice"},
		{"invalid schema", "a,b\n1,x\n", schema.New(num("a", 1, 0)), fault.CodeSchema, 0, "a", "minimum must be below"},
		{"unbalanced quote", "a,b\n1,x\n\"1,x\n", s, fault.CodeRecords, 3, "a", "not closed"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := Read(strings.NewReader(c.in), c.s, func([]int16) error { return nil })
			var e *fault.Error
			if !errors.As(err, &e) || e.Code != c.code || e.Line != c.line || e.Column != c.column || !strings.Contains(e.Message, c.want) {
				t.Errorf("%s: %+v (%v)", c.name, e, err)
			}
		})
	}
	if _, err := Read(strings.NewReader("a,b\n1,x\n"), s, func([]int16) error { return stop }); err != stop {
		t.Errorf("each's error comes back as %v", err)
	}
}

// TestNothingQuotesACell plants a secret in every place a cell can stand, in files
// that are refused and in files that are not.
func TestNothingQuotesACell(t *testing.T) {
	const secret = "S3CR3T"
	s := schema.New(num("a", 0, 1), cat("b", "x", "y"))
	s.PersonColumn = "id"
	told := 0
	for _, file := range []string{
		"a,b,id\nS3CR3T,S3CR3T,S3CR3T\n",
		"a,b,id\n1,x,S3CR3T\nS3CR3T\nS3CR3T,S3CR3T,1,S3CR3T\n",
		"a,b,id\n\"S3CR3T,x,1\n",
		"a,b,id\n\"S3CR3T\"S3CR3T,x,1\n",
		"a,b,id\nS3CR3T,\x00S3CR3T,1\n",
		"a,b\nS3CR3T,S3CR3T\n",
		gz("a,b,id\nS3CR3T,x,1\n")[:40],
		"a,b,id\n" + strings.Repeat("S3CR3T", maxRecord/6+1),
	} {
		sum, err := Read(strings.NewReader(file), s, func([]int16) error { return nil })
		said := fmt.Sprintf("%v %+v", err, sum)
		if strings.Contains(said, secret) {
			t.Errorf("a cell is quoted: %s", said)
		}
		if err != nil || len(sum.Irregularities) > 0 {
			told++
		}
	}
	if told != 8 {
		t.Errorf("%d of 8 files gave something to tell", told)
	}
}

// TestManyColumns: of 10,000 columns only the schema's are encoded.
func TestManyColumns(t *testing.T) {
	var header, row strings.Builder
	for i := range 10000 {
		fmt.Fprintf(&header, "c%d,", i)
		fmt.Fprintf(&row, "%d,", i)
	}
	file := header.String() + "k\n" + strings.Repeat(row.String()+"x\n", 50)
	s := schema.New(num("c9999", 0, 9999), num("c7", 0, 70))
	s.NormBound = 1.1
	all, sum, err := vectors(strings.NewReader(file), s)
	if err != nil || sum.Records != 50 || len(sum.Irregularities) != 0 {
		t.Fatal(err, sum)
	}
	want := []int16{nearest(1 / 1.1), nearest(0.1 / 1.1)}
	if !reflect.DeepEqual(all[49], want) {
		t.Errorf("%d, want %d", all[49], want)
	}
}

// synthetic is a file with every kind of cell, drawn from a seed.
func synthetic(rows int) string {
	rng := rand.New(rand.NewPCG(3, 4))
	odd := []string{"", "NaN", "-inf", "1e999", "-1e400", "abc", "1e-320", "0x1p3", "+.5e+01", "123456789012345678901234567890"}
	var b strings.Builder
	b.WriteString("a,b,c,d,e\n")
	for range rows {
		for range 3 {
			switch rng.IntN(4) {
			case 0:
				b.WriteString(odd[rng.IntN(len(odd))])
			case 1:
				fmt.Fprintf(&b, "%d", rng.IntN(2000)-1000)
			case 2:
				fmt.Fprintf(&b, "%.4f", rng.NormFloat64()*100)
			case 3:
				fmt.Fprintf(&b, "\"%g\"", rng.NormFloat64())
			}
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, "%c,%d\n", 'p'+rune(rng.IntN(5)), rng.IntN(7))
	}
	return b.String()
}

// TestSameBitsEverywhere: the digest of all vectors of a file under all rules is
// the same on every platform, fused multiply-add or not.
func TestSameBitsEverywhere(t *testing.T) {
	file := synthetic(2000)
	h := sha256.New()
	for i := range 16 {
		s := schema.New(num("a", -100, 900.7), cat("d", "p", "q", "r", "s"), num("b", 0, 1e6), num("c", -1e-3, 3), cat("e", "0", "1", "2", "3", "4", "5", "6"))
		s.Scaling = []schema.Scaling{schema.MaxAbs, schema.Affine}[i&1]
		s.Centre = []schema.Centre{schema.CentreNone, schema.CentreMidpoint}[i>>1&1]
		s.NormRule = []schema.NormRule{schema.Clip, schema.Unit}[i>>2&1]
		s.NormBound = []float64{0, 0.7}[i>>3&1]
		_, err := Read(strings.NewReader(file), s, func(q []int16) error {
			for _, v := range q {
				h.Write([]byte{byte(v), byte(uint16(v) >> 8)})
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	const want = "71bf67e1936e997095e5309e9f58860cdc99888976144780bcb239e3249087eb"
	if got := hex.EncodeToString(h.Sum(nil)); got != want {
		t.Errorf("digest %s, want %s", got, want)
	}
}

// TestNonzero: no record of a file of odd cells, under any rule, has more features other than 0 than its schema says; some have as
// many.
func TestNonzero(t *testing.T) {
	file := synthetic(500)
	for i := range 16 {
		s := schema.New(num("a", -100, 900.7), cat("d", "p", "q", "r", "s"), num("b", 0, 1e6), num("c", -1e-3, 3), cat("e", "0", "1", "2", "3", "4", "5", "6"))
		s.Scaling = []schema.Scaling{schema.MaxAbs, schema.Affine}[i&1]
		s.Centre = []schema.Centre{schema.CentreNone, schema.CentreMidpoint}[i>>1&1]
		s.NormRule = []schema.NormRule{schema.Clip, schema.Unit, schema.Pairs, schema.Clip}[i>>2&3]
		var all [][]int16
		if s.NormRule == schema.Pairs {
			s.Centre = schema.CentreNone
			all, _, _ = pairsOf(t, file, s, 1, 0, 0)
		} else {
			var err error
			if all, _, err = vectors(strings.NewReader(file), s); err != nil {
				t.Fatal(err)
			}
		}
		most := 0
		for _, q := range all {
			n := 0
			for _, v := range q {
				if v != 0 {
					n++
				}
			}
			most = max(most, n)
		}
		if want := s.Nonzero(false); most > want || most < want-1 {
			t.Errorf("%s, centre %s: a record has %d features other than 0, its schema says %d", s.NormRule, s.Centre, most, want)
		}
	}
}

func TestEncodeAllocatesNothing(t *testing.T) {
	s := schema.New(num("a", -1000, 1000), num("b", 0, 1), num("c", 0, 1), cat("d", "p", "q"))
	r, err := NewReader(strings.NewReader("a,b,c,d\n" + strings.Repeat("12.5,0.25,,p\nx,1,\" 1\",\"q\"\n", 3000)))
	if err != nil {
		t.Fatal(err)
	}
	e, err := NewEncoder(s, r.Header())
	if err != nil {
		t.Fatal(err)
	}
	q := make([]int16, e.D())
	if n := testing.AllocsPerRun(1000, func() {
		rec, err := r.Next()
		if err != nil {
			t.Fatal(err)
		}
		e.Encode(rec, q)
	}); n > 0 {
		t.Errorf("%v allocations for each record", n)
	}
}
