package codebook

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"privatepca/core/schema"
)

// A point before three digits is a decimal mark or stands between thousands, as the other bounds of the list say; where they say nothing the bound is
// left open, and nothing is read as a number that it may not be.
func TestBoundsWithThousands(t *testing.T) {
	open := math.NaN()
	for _, c := range []struct {
		most, beside string
		want         float64
		said         string // in a note or a problem
	}{
		{"15.000", "80,5", 15000, "15.000 is read as 15000"},
		{"15.000", "0.5", 15, ""},
		{"15.000", "12", open, "may be 15000 or 15.000"},
		{"15,000", "80.5", 15000, "15,000 is read as 15000"},
		{"15,000", "80,5", 15, ""},
		{"15,000", "12", open, "may be 15000 or 15.000"},
		{"1.500.000", "12", 1500000, "1.500.000 is read as 1500000"},
		{"1.234,5", "12", 1234.5, "1.234,5 is read as 1234.5"},
		{"1,234.5", "12", 1234.5, "1,234.5 is read as 1234.5"},
		{"0.125", "80,5", .125, ""},
		{"1.25", "80,5", 1.25, ""},
		{"15000", "80,5", 15000, ""},
		{"1.23.4", "80,5", open, "no numbers"},
	} {
		t.Run(c.most+" beside "+c.beside, func(t *testing.T) {
			b := parse(t, fmt.Sprintf("name;type;min;max\nincome;number;0;%s\nhours;number;0;%s\n", c.most, c.beside), Options{})
			f := field(t, b, "income")
			if said := strings.Join(b.Notes, " ") + b.Problems.Error(); f.Maximum != c.want && !(math.IsNaN(f.Maximum) && math.IsNaN(c.want)) || !strings.Contains(said, c.said) || c.said == "" && strings.Contains(said, "income") {
				t.Errorf("%v, %q", f.Maximum, said)
			}
		})
	}
}

// Levels in order that are not listed are the whole numbers between the bounds, where these are few; else the column is a number. What is missing is no
// level.
func TestOrdinalWithoutLevels(t *testing.T) {
	for _, c := range []struct {
		min, max string
		levels   int // 0 for a number
	}{{"1", "5", 5}, {"0", "11", 12}, {"0", "12", 0}, {"0,5", "4,5", 0}, {"-2", "2", 5}, {"5", "1", 0}} {
		t.Run(c.min+" to "+c.max, func(t *testing.T) {
			b := parse(t, "Variable;Typ;Werte;Minimum;Maximum;Fehlende Werte\na;ordinal;;"+c.min+";"+c.max+";-9\n", Options{})
			f := field(t, b, "a")
			if c.levels == 0 && (f.Kind != schema.Number || len(f.Enum) > 0 || math.IsNaN(f.Minimum)) || c.levels > 0 && (f.Kind != schema.Ordinal || len(f.Enum) != c.levels || f.Enum[0] != c.min) {
				t.Errorf("%+v", f)
			}
			if len(b.Notes) != 1 || !strings.Contains(b.Notes[0], "a: no levels are listed") {
				t.Errorf("%q", b.Notes)
			}
		})
	}
	b := parse(t, "name;type;min;max;missing\na;ordinal;1;9;9\n", Options{})
	if f := field(t, b, "a"); !slices.Equal(f.Enum, []string{"1", "2", "3", "4", "5", "6", "7", "8"}) {
		t.Errorf("%+v", f)
	}
}

// A column that only tells records apart is named, and no problem.
func TestIdentifiers(t *testing.T) {
	b := parse(t, "Variable;Beschreibung;Typ;Minimum;Maximum\nidnr;Laufende Nummer;Identifikator;;\nalter;Alter;metrisch;18;95\n", Options{})
	if !slices.Equal(b.Identifiers, []string{"idnr"}) || len(b.Problems) > 0 || b.Labels["idnr"] != "Laufende Nummer" {
		t.Errorf("%q, %v, %v", b.Identifiers, b.Problems, b.Labels)
	}
}
