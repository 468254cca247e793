package typed_test

import (
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"

	"privatepca/core/schema"
	"privatepca/core/typed"
)

// Every kind of field reads the same texts alike: as Europeans and as Americans type them. What may be two numbers is refused, and says why; in a whole
// number a point or a comma can only set off thousands.
func TestTypedTexts(t *testing.T) {
	const none, two = typed.None, typed.TwoWays
	for _, c := range []struct {
		text  string
		value float64   // as a number
		why   typed.Why // 0 where it is one
		count float64   // as a whole number, where that is another; NaN for none
		said  string    // how it is read
	}{
		{text: "0.5", value: .5},
		{text: "0,5", value: .5},
		{text: ",5", value: .5},
		{text: "5,", value: 5},
		{text: "−1,25", value: -1.25},
		{text: "1e-6", value: 1e-6},
		{text: "1,5e-6", value: 1.5e-6},
		{text: "12,34", value: 12.34},
		{text: "1,2345", value: 1.2345},
		{text: "0,125", value: .125, count: 125},
		{text: "1.234,56", value: 1234.56, said: "1.234,56 is read as 1234.56"},
		{text: "1,234.56", value: 1234.56, said: "1,234.56 is read as 1234.56"},
		{text: "1.234.567", value: 1234567, said: "1.234.567 is read as 1234567"},
		{text: "1,234,567", value: 1234567, said: "1,234,567 is read as 1234567"},
		{text: "5 000", value: 5000, said: "5 000 is read as 5000"},
		{text: "5\u202f000,5", value: 5000.5, said: "5\u202f000,5 is read as 5000.5"},
		{text: "1'000", value: 1000, said: "1'000 is read as 1000"},
		{text: "1’000.25", value: 1000.25, said: "1’000.25 is read as 1000.25"},
		{text: "100.000", value: 100, count: 100000, said: "100.000 is read as 100"},
		{text: "4.812", value: 4.812, count: 4812, said: "4.812 is read as 4.812"},
		{text: "1000,000", value: 1000},
		{text: " 7 ", value: 7},
		{text: "812", value: 812},
		{text: "+3", value: 3},
		{text: "007", value: 7},
		{text: "1e999", why: none},
		{text: "1,000", why: two, count: 1000},
		{text: "-12,345", why: two, count: math.NaN()},
		{text: " 4,812", why: two, count: 4812},
		{text: "1,2,3", why: none},
		{text: "1.2.3", why: none},
		{text: "1 00", why: none},
		{text: "12 34", why: none},
		{text: "1,23.4", why: none},
		{text: "a", why: none},
		{text: "0x10,5", why: none},
		{text: "NaN", why: none},
		{text: "Inf", why: none},
		{text: "-Inf", why: none},
		{text: "1..2", why: none},
		{text: "1_000", why: none},
		{text: "", why: -1},
		{text: " \t", why: -1},
	} {
		t.Run(c.text, func(t *testing.T) {
			want := map[typed.Why]typed.Why{0: typed.Read, -1: typed.Empty, none: none, two: two}[c.why]
			n := typed.ReadNumber(c.text)
			if x, ok := n.Value(); x != c.value || ok != (want == typed.Read) || n.Why() != want || n.Text() != c.text || n.Said() != c.said || (n.Fault() == "") != (want <= typed.Read) {
				t.Errorf("read as %v, %v, %v, %q: %q", x, ok, n.Why(), n.Said(), n.Fault())
			}
			if p := typed.ReadPercent(c.text + " %"); p.Why() != want || p.Or(0) != c.value || p.Bare() != strings.TrimSpace(c.text) {
				t.Errorf("per cent are read as %v, %v", p.Or(0), p.Why())
			}
			whole := c.value
			if c.count != 0 {
				whole, want = c.count, typed.Read
			}
			if math.IsNaN(whole) {
				whole, want = 0, two
			}
			if k := typed.ReadCount(c.text); k.Why() != want || k.Or(0) != whole {
				t.Errorf("as a whole number it is read as %v, %v", k.Or(0), k.Why())
			}
			if rows, wrong := typed.ReadList("3\n" + c.text + "\n4").Numbers(); c.why == 0 && (len(rows) != 3 || !wrong.IsZero()) || c.why > 0 && wrong.Text() != strings.TrimSpace(c.text) {
				t.Errorf("in a list it is read as %v, wrong is %q", rows, wrong.Text())
			}
			text, err := json.Marshal(n)
			if plain, _ := json.Marshal(c.text); err != nil || string(text) != string(plain) {
				t.Errorf("its JSON is %s, %v", text, err)
			}
			var again typed.Number
			if err := json.Unmarshal(text, &again); err != nil || again != n {
				t.Errorf("it comes back as %+v, %v", again, err)
			}
		})
	}
}

// Both readings of what may be two numbers are named.
func TestBothReadings(t *testing.T) {
	for _, n := range []typed.Number{typed.ReadNumber(" -1,000"), typed.ReadPercent("-1,000 %").Number} {
		t.Run(n.Text(), func(t *testing.T) {
			if one, other := n.Both(); one != "-1000" || other != "-1.000" || n.Fault() != "may be read in two ways: type -1000 or -1.000" {
				t.Errorf("%q, %q, %q", one, other, n.Fault())
			}
		})
	}
}

// What the program writes itself is read as it was.
func TestWrittenNumbersAreRead(t *testing.T) {
	for _, x := range []float64{0, 1.125, -12.345, 1e21, 1e-300, math.Pi, 100000, 123456789.125} {
		n := typed.Of(x)
		t.Run(n.Text(), func(t *testing.T) {
			if n.Or(math.NaN()) != x || typed.ReadNumber(n.Text()) != n {
				t.Errorf("%v is read as %v", x, typed.ReadNumber(n.Text()))
			}
		})
	}
	if typed.Of(math.NaN()) != (typed.Number{}) || typed.Of(math.Inf(1)) != (typed.Number{}) || typed.ReadNumber("") != (typed.Number{}) {
		t.Error("what is no number is not the empty field")
	}
	if k := typed.CountOf(1234); k.Text() != "1234" || k.From(1, 2000) != 1234 || k.From(1, 1000) != 0 || typed.ReadCount("1.5").From(1, 2) != 0 {
		t.Errorf("%+v", k)
	}
}

// A date is read in its column's format, or as 2020-01-31; where the year alone counts, as a year.
func TestDates(t *testing.T) {
	for _, c := range []struct {
		text, format string
		part         schema.Part
		days         float64
		why          typed.Why
	}{
		{"1970-01-02", "", "", 1, typed.Read},
		{"02.01.1970", "%d.%m.%Y", "", 1, typed.Read},
		{"1970-01-02", "%d.%m.%Y", "", 1, typed.Read},
		{"1971", "", schema.Year, 365, typed.Read},
		{"1971", "", "", 0, typed.NoDate},
		{"31.31.2000", "%d.%m.%Y", "", 0, typed.NoDate},
		{"7", "", "", 0, typed.NoDate},
		{"", "", "", 0, typed.Empty},
	} {
		t.Run(c.text+c.format, func(t *testing.T) {
			if n := typed.ReadDate(c.text, c.format, c.part); n.Or(0) != c.days || n.Why() != c.why {
				t.Errorf("%+v, want %+v", n, c)
			}
		})
	}
}

// Shares are typed in one line; with semicolons a comma is a decimal mark.
func TestShares(t *testing.T) {
	for text, want := range map[string][]float64{"40, 15, 10": {40, 15, 10}, "40 % 15 %": {40, 15}, "40,5; 15": {40.5, 15}, "40;;1": {40, 1}, "": nil, "40, x": nil, "40, -1": nil, "0": nil} {
		t.Run(text, func(t *testing.T) {
			if got, ok := typed.ReadShares(text).Values(); ok != (want != nil) || !slices.Equal(got, want) {
				t.Errorf("%v, %v, want %v", got, ok, want)
			}
		})
	}
}
