package keep

import (
	"os"
	"testing"

	"privatepca/app/draft"
	"privatepca/core/schema"
)

// How numbers are written is kept with the answers, and nothing else of how a file is read. An earlier version did not keep it: a new guess stands then.
func TestHowNumbersAreWrittenIsKept(t *testing.T) {
	text, err := os.ReadFile("testdata/2/numbers.json")
	if err != nil {
		t.Fatal(err)
	}
	kept, err := Decode(string(text), none)
	if err != nil || kept.Encode(none) != string(text) {
		t.Errorf("%v, %+v", err, kept)
	}
	read := schema.Dialect{Delimiter: ";", Skip: 2}
	for numbers, want := range map[string]schema.Dialect{
		"":    read,
		"./,": {Delimiter: ";", Skip: 2, Grouping: ".", Decimal: ","},
		"/,":  {Delimiter: ";", Skip: 2, Decimal: ","},
		"./.": read, // which no file can be
		"x/y": read,
	} {
		t.Run(numbers, func(t *testing.T) {
			k := Kept{Numbers: numbers}
			if as, other := k.Reads(read); other != (want != read) || other && as != want {
				t.Errorf("%+v, %t", as, other)
			}
		})
	}
	d := draft.Draft{Answers: draft.NewAnswers([]string{"a"})}
	d.Answers.Dialect = schema.Dialect{Decimal: ",", Delimiter: ";"}
	if k := Of(d, []string{"a"}); k.Numbers != "/," || k.Answers.Dialect != (schema.Dialect{}) {
		t.Errorf("%q, %+v", k.Numbers, k.Answers.Dialect)
	}
}
