package typed

import (
	"regexp"
	"testing"
)

// Each shape is a regular language: every text of up to five of these parts has the shape that its expression says.
func TestShapesAreThoseOfExpressions(t *testing.T) {
	is := map[shape]*regexp.Regexp{
		spaced:    regexp.MustCompile(`^[+-]?[0-9]{1,3}(?:[ \x{a0}\x{2009}\x{202f}'’][0-9]{3})+(?:[.,][0-9]*)?$`),
		ambiguous: regexp.MustCompile(`^[+-]?[1-9][0-9]{0,2},[0-9]{3}$`),
		oneGroup:  regexp.MustCompile(`^[+-]?[1-9][0-9]{0,2}\.[0-9]{3}$`),
		commas:    regexp.MustCompile(`^[+-]?[0-9]{1,3}(?:(?:,[0-9]{3})+\.[0-9]*|(?:,[0-9]{3}){2,})$`),
		points:    regexp.MustCompile(`^[+-]?[0-9]{1,3}(?:(?:\.[0-9]{3})+,[0-9]*|(?:\.[0-9]{3}){2,})$`),
		decimal:   regexp.MustCompile(`^[+-]?[0-9]*,[0-9]*(?:[eE][+-]?[0-9]+)?$`),
	}
	inside := regexp.MustCompile(`[0-9],[0-9]`)
	whole := regexp.MustCompile(`^[0-9]{1,3}(?:[.,][0-9]{3})+$`)
	parts := []string{"+", "-", "0", "12", "123", "0456", ",", ".", " ", "’", "e", "E7", "\xff"}
	if testing.Short() {
		parts = parts[:10]
	}
	seen := map[shape]int{}
	var all func(s string, more int)
	all = func(s string, more int) {
		got := shaped(s)
		seen[got]++
		for shape, expression := range is {
			// What is ambiguous may be read as a decimal, too, and is not.
			if want := expression.MatchString(s) && (shape != decimal || !is[ambiguous].MatchString(s)); want != (got == shape) {
				t.Errorf("%q has shape %d", s, got)
			}
		}
		if got := commaInside(s); got != inside.MatchString(s) {
			t.Errorf("comma inside %q: %t", s, got)
		}
		if n, rest := groups(s, ".,"); (n > 0 && rest == "") != whole.MatchString(s) {
			t.Errorf("%q has %d groups, and then %q", s, n, rest)
		}
		if more > 0 && !t.Failed() {
			for _, part := range parts {
				all(s+part, more-1)
			}
		}
	}
	all("", 5)
	for shape := range is {
		if seen[shape] == 0 {
			t.Errorf("no text had shape %d", shape)
		}
	}
}
