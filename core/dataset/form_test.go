package dataset

import (
	"math"
	"runtime"
	"strings"
	"testing"

	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/simplifiedchinese"

	"privatepca/core/schema"
)

// What stands around a number is left away where the schema says so, and its marks are the column's own.
func TestNumbersWithin(t *testing.T) {
	bare := schema.Field{Name: "x", Kind: schema.Number, Minimum: -1e6, Maximum: 1e6, Around: true}
	german, paren := bare, bare
	german.Grouping = "."
	paren.Parentheses = true
	american := paren
	american.Grouping = ","
	none := math.NaN()
	for _, c := range []struct {
		f    schema.Field
		cell string
		want float64
	}{
		{bare, "12 %", 12},
		{bare, "€ 12.5", 12.5},
		{bare, "12,5", none},
		{bare, "USD-5", -5},
		{bare, "-$5", -5},
		{bare, "\u2212 5 kg", -5},
		{bare, "$.5", .5},
		{bare, "12 m2", 12},
		{bare, "12 kg/m²", 12},
		{bare, "12/13", none},
		{bare, "5-10", none},
		{bare, "5 x 10^3", none},
		{bare, "5e3 €", 5000},
		{bare, "5e g", 5},
		{bare, "(5)", none},
		{bare, "kg", none},
		{bare, "CHF\u00a012\u2009345.5", 12345.5},
		{bare, "about - 5 - or so", none},
		{bare, "v. 5", 5},
		{bare, "7", 7},
		{bare, "1.2.3", none},
		{german, "1.234,5 €", 1234.5},
		{german, "1.23 €", none},
		{german, "1234", 1234},
		{paren, "(5)", -5},
		{paren, "$ (5.5)", none},
		{paren, "($5.5)", -5.5},
		{paren, "(-5)", none},
		{paren, "(5", none},
		{american, "(1,234.56)", -1234.56},
		{american, "$1,234", 1234},
		{schema.Field{Name: "x", Kind: schema.Number, Minimum: -1e6, Maximum: 1e6, Parentheses: true}, "(5)", -5},
		{schema.Field{Name: "x", Kind: schema.Number, Minimum: -1e6, Maximum: 1e6, Parentheses: true}, "5 %", none},
		{schema.Field{Name: "x", Kind: schema.Number, Minimum: -1e6, Maximum: 1e6, Decimal: ","}, "12,5", 12.5},
		{schema.Field{Name: "x", Kind: schema.Number, Minimum: -1e6, Maximum: 1e6, Grouping: " "}, "12 345", 12345},
		{schema.Field{Name: "x", Kind: schema.Number, Minimum: -1e6, Maximum: 1e6}, "12 %", none},
	} {
		t.Run(c.cell, func(t *testing.T) {
			e, err := NewEncoder(schema.New(c.f, num("y", 0, 1)), Header{Columns: []string{"x", "y"}})
			if err != nil {
				t.Fatal(err)
			}
			x, v := e.numbers[0].form.read([]byte(c.cell))
			if (v == isNumber) != !math.IsNaN(c.want) || v == isNumber && x != c.want {
				t.Errorf("%+v %q: %v, verdict %d, want %v", c.f, c.cell, x, v, c.want)
			}
		})
	}
	// A column that states its marks reads by them beside one that does not; what is read is what is summed.
	s := schema.New(german, num("y", 0, 1e6))
	want, _, err := vectors(strings.NewReader("x,y\n1234.5,1.234\n"), schema.New(num("x", -1e6, 1e6), num("y", 0, 1e6)))
	if err != nil {
		t.Fatal(err)
	}
	got, sum, err := vectors(strings.NewReader("x,y\n\"1.234,5 €\",1.234\n"), s)
	if err != nil || len(sum.Irregularities) > 0 || string16(got[0]) != string16(want[0]) {
		t.Errorf("%v, want %v, %+v, %v", got, want, sum, err)
	}
}

// Any cell and any form: nothing panics, and what was read as a plain number is the same number with a unit.
func FuzzWithin(f *testing.F) {
	f.Add("12 %", ".", true)
	f.Add("(1,234.56)", ",", true)
	f.Fuzz(func(t *testing.T, cell, grouping string, parentheses bool) {
		field := schema.Field{Name: "x", Kind: schema.Number, Minimum: -1, Maximum: 1, Grouping: grouping, Around: true, Parentheses: parentheses}
		e, err := NewEncoder(schema.New(field, num("y", 0, 1)), Header{Columns: []string{"x", "y"}})
		if err != nil {
			return
		}
		form := e.numbers[0].form
		x, v := form.read([]byte(cell))
		if form.around = false; v == isNumber {
			if y, w := form.bare([]byte(cell)); w == isNumber && y != x {
				t.Fatalf("%q is %v, and by itself %v", cell, x, y)
			}
		}
	})
}

// Texts in national encodings are read as they are in UTF-8.
func TestNationalEncodings(t *testing.T) {
	if runtime.GOOS == "js" {
		t.Skip("the worker has no tables of these: the browser decodes them (wasm.TestBrowserDecodesInPieces)")
	}
	for label, level := range map[string]string{
		"windows-1251": "Москва", "koi8-r": "Москва", "iso-8859-5": "Москва", "ibm866": "Москва", "windows-1253": "Αθήνα", "iso-8859-7": "Αθήνα", "windows-1254": "Iğdır", "iso-8859-2": "Łódź", "windows-1250": "Łódź",
		"gbk": "北京", "gb18030": "北京", "big5": "臺北", "shift_jis": "東京", "euc-jp": "東京", "iso-2022-jp": "東京", "euc-kr": "서울", "windows-1255": "חיפה", "windows-1256": "مكة", "windows-874": "กรุงเทพ",
		"iso-8859-3": "Ħ", "iso-8859-4": "ŋ", "iso-8859-6": "مكة", "iso-8859-8": "חיפה", "iso-8859-10": "ŋ", "iso-8859-13": "Ė", "iso-8859-14": "Ŵ", "iso-8859-16": "Ș", "koi8-u": "Київ", "macintosh": "Ümlaut",
		"windows-1257": "Ė", "windows-1258": "ắ", "x-mac-cyrillic": "Москва", "iso-8859-8-i": "חיפה",
	} {
		t.Run(label, func(t *testing.T) {
			e, err := htmlindex.Get(label)
			if err != nil {
				t.Fatal(label, err)
			}
			text := "size,n\n" + level + ",1\n" + level + ",0\n"
			raw, err := e.NewEncoder().String(text)
			if err != nil {
				t.Logf("%s: %v", label, err)
				return
			}
			s := schema.New(cat("size", level, "other"), num("n", 0, 1))
			s.Dialect.Encoding = schema.Encoding(label)
			if runtime.GOOS == "js" && decoderOf(s.Dialect.Encoding) == nil { // the page has no tables of it, and says so
				if _, _, err := vectors(strings.NewReader(raw), s); err == nil || !strings.Contains(err.Error(), "by the command line program alone") {
					t.Errorf("%s: %v", label, err)
				}
				return
			}
			if _, sum, err := vectors(strings.NewReader(raw), s); err != nil || len(sum.Irregularities) > 0 || sum.Records != 2 {
				t.Errorf("%s: %+v, %v", label, sum, err)
			}
		})
	}
	if runtime.GOOS != "js" && decoderOf("gbk") != simplifiedchinese.GBK {
		t.Error("gbk has another decoder")
	}
}
