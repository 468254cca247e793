package report

import (
	"strings"
	"testing"

	"privatepca/core/release"
	"privatepca/core/schema"
)

// What a report says of the encoding names each type once, and nothing where there are numbers and categories alone.
func TestEncodingSentenceNamesTypes(t *testing.T) {
	plain := release.Encoding{Fields: []release.Field{{Type: "number"}, {Type: "category"}}, Scaling: string(schema.MaxAbs)}
	if got := typesSentences(&plain); got != "" {
		t.Errorf("of numbers and categories: %q", got)
	}
	e := release.Encoding{Scaling: string(schema.MaxAbs), Fields: []release.Field{
		{Type: "date"}, {Type: "date", Part: string(schema.MonthCycle)}, {Type: "ordinal", Enum: []string{"a", "b"}}, {Type: "log"}, {Type: "signed log"}, {Type: "integer", Weight: .5},
	}}
	got := encodingSentence(&e)
	for _, want := range []string{"A date is", "A cycle is two", "Levels in order", "its logarithm", "ln(1 + |x|)", "a fraction counts as missing", "mapped from their ends", "with a weight"} {
		if strings.Count(got, want) != 1 {
			t.Errorf("%q is said %d times in %q", want, strings.Count(got, want), got)
		}
	}
	e.Scaling = string(schema.Affine)
	if strings.Contains(encodingSentence(&e), "mapped from their ends") {
		t.Error("under affine scaling that is said of all numbers already")
	}
}
