package draft_test

import (
	"slices"
	"testing"

	"privatepca/app/draft"
	"privatepca/app/draft/drafttest"
	"privatepca/core/codebook"
	"privatepca/core/schema"
)

// What a codebook fills in is counted alike before and after: columns that it answers whole, those that get a type alone, those that are left out, and those
// that it does not have add up to the file's.
func TestWhatACodebookFillsIn(t *testing.T) {
	a := draft.NewAnswers([]string{"idnr", "a", "b", "c", "d"})
	book, err := codebook.Parse([]byte("name;type;levels;min;max\nidnr;Identifikator;;;\na;ordinal;;1;5\nb;nominal;;;\nc;metrisch;;0;80,5\n"), codebook.Options{})
	if err != nil {
		t.Fatal(err)
	}
	b := a.Preview("it", book)
	if !slices.Equal(b.Fills, []string{"a", "c"}) || !slices.Equal(b.Partly, []string{"b"}) || !slices.Equal(b.Out, []string{"idnr"}) || !slices.Equal(b.Unlisted, []string{"d"}) || len(b.Absent) > 0 || len(b.Problems) > 0 {
		t.Errorf("%+v", b)
	}
	drafttest.Answer(&a, draft.FillIn{Book: b})
	if n := a.Tally.From[schema.FromSchema]; n != b.Filled(false) || a.Tally.Open != 2 || a.Columns[0].Kind != draft.LeftOut || !slices.Equal(a.Columns[1].Levels, []string{"1", "2", "3", "4", "5"}) {
		t.Errorf("%d filled in, %+v", n, a.Tally)
	}
	lacks := a.MissingAnswers()
	if at, ok := lacks[len(lacks)-1].Column(); !ok || at != 2 {
		t.Errorf("the columns that lack something: %+v", lacks)
	}
	if at, ok := lacks[0].Column(); ok {
		t.Errorf("who one person is, is asked in the row %d", at)
	}
	if again := a.Preview("it", book); again.Same != 3 || len(again.Out)+len(again.Fills) != 0 {
		t.Errorf("again: %+v", again)
	}
}
