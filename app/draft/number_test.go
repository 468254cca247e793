package draft_test

import (
	"math"
	"strings"
	"testing"

	"privatepca/app/draft"
)

// Numbers are read as Europeans and as Americans type them; what may be two numbers is refused, and says why.
func TestNumbersAsPeopleTypeThem(t *testing.T) {
	for text, want := range map[string]float64{
		"0.5": .5, "0,5": .5, ",5": .5, "5,": 5, "−1,25": -1.25, "1e-6": 1e-6, "1,5e-6": 1.5e-6, "12,34": 12.34, "1,2345": 1.2345, "0,125": .125,
		"1.234,56": 1234.56, "1,234.56": 1234.56, "1.234.567": 1234567, "1,234,567": 1234567, "5 000": 5000, "5\u202f000,5": 5000.5, "1'000": 1000, "1’000.25": 1000.25,
		"100.000": 100, "1000,000": 1000, " 7 ": 7,
	} {
		if x, ok := draft.ParseNumber(text); !ok || x != want {
			t.Errorf("%q is read as %v, %v; want %v", text, x, ok, want)
		}
	}
	for _, text := range []string{"", "1,000", "-12,345", "1,2,3", "1.2.3", "1 00", "12 34", "1,23.4", "a", "0x10,5", "NaN", "Inf", "1..2"} {
		if x, ok := draft.ParseNumber(text); ok {
			t.Errorf("%q is read as %v", text, x)
		}
	}
	if why := draft.NumberFault("1,000"); !strings.Contains(why, "1000") || !strings.Contains(why, "1.000") {
		t.Errorf("1,000: %s", why)
	}
	if draft.NumberFault("abc") != "is not a number" {
		t.Error("abc is told to be two numbers")
	}
	for text, want := range map[string]string{"100.000": "100.000 is read as 100", "5 000": "5 000 is read as 5000", "1.5": "", "0,5": "", "100": ""} {
		if got := draft.Reading(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	for text, want := range map[string]float64{"4,812": 4812, "4.812": 4812, "1,234,567": 1234567, "812": 812} {
		if n, ok := draft.ParseCount(text); !ok || n != want {
			t.Errorf("the count %q is read as %v", text, n)
		}
	}
}

// What the program writes itself is read as it was.
func TestWrittenBoundsAreRead(t *testing.T) {
	for _, x := range []float64{0, 1.125, -12.345, 1e21, 1e-300, math.Pi, 100000, 123456789.125} {
		if got, ok := draft.ParseNumber(draft.FormatBound(x)); !ok || got != x {
			t.Errorf("%v is read as %v", x, got)
		}
	}
}
