package pca

import (
	"bytes"
	"context"
	"slices"
	"strings"
	"testing"

	"privatepca/core/release"
	"privatepca/core/schema"
)

// A release with labels is the release without them, to the last digit, but for the labels, which its document keeps.
func TestLabelsChangeNothing(t *testing.T) {
	made := func(s *schema.Schema) *release.Document {
		t.Helper()
		m, _ := seeded(7)
		r, err := decided(t, s, choices()).Run(context.Background(), Open(table(60), s, m), Run{Debit: NoLedger, Now: now})
		if err != nil {
			t.Fatal(err)
		}
		d, b := documentOf(t, r)
		again, err := release.Encode(d)
		if err != nil || !bytes.Equal(again, b) {
			t.Fatalf("another document when it is written again: %v", err)
		}
		verified(t, "with labels or without", d, b)
		return d
	}
	// The last column is one of levels, so that these have labels, too.
	levels := func(s *schema.Schema) {
		s.Fields[2] = schema.Field{Name: "c", Kind: schema.Category, Enum: []string{"0", "1", "4"}}
	}
	plain, worded := columns(levels), columns(levels)
	worded.Fields[0].Label = "Age in years"
	worded.Fields[2].LevelLabels = map[string]string{"4": "always", "0": "never"}
	without, with := made(plain), made(worded)

	f := with.Encoding.Fields
	if f[0].Title != "Age in years" || len(f[2].Categories) != 2 || f[2].Categories[0] != (release.Category{Value: "0", Label: "never"}) || f[2].Categories[1].Label != "always" {
		t.Fatalf("labels in the document: %+v", f)
	}
	f[0].Title, f[2].Categories = "", nil
	a, _ := release.Encode(without)
	b, _ := release.Encode(with)
	if !bytes.Equal(a, b) {
		t.Errorf("labels change the release:\n%s\n%s", a, b)
	}
	f[2].Categories = []release.Category{{Value: "nowhere", Label: "x"}}
	if with.Validate() == nil {
		t.Error("a label of no level is accepted")
	}
	f[2].Categories, f[0].Title = nil, "two\nlines"
	if with.Validate() == nil {
		t.Error("a label of two lines is accepted")
	}
}

// A document states how the text was written, where the first row does not say it, and nothing where it does.
func TestDialectInTheDocument(t *testing.T) {
	for _, d := range []schema.Dialect{{}, {Encoding: schema.UTF8, Delimiter: ",", Decimal: "."}} {
		s := columns(func(s *schema.Schema) { s.Dialect = d })
		m, _ := seeded(7)
		r, err := decided(t, s, choices()).Run(context.Background(), Open(table(60), s, m), Run{Debit: NoLedger, Now: now})
		if err != nil {
			t.Fatal(err)
		}
		doc, b := documentOf(t, r)
		plain := d == (schema.Dialect{})
		if plain != !bytes.Contains(b, []byte(`"dialect"`)) || !plain && *doc.Encoding.Dialect != d {
			t.Errorf("%+v: %+v", d, doc.Encoding.Dialect)
		}
		if stated := slices.ContainsFunc(doc.Privacy.Assumptions, func(a string) bool { return strings.Contains(a, "how the file's text is written is public") }); stated == plain {
			t.Errorf("%+v: the assumptions are %q", d, doc.Privacy.Assumptions)
		}
		for _, wrong := range []schema.Dialect{{}, {Delimiter: "x"}} {
			doc.Encoding.Dialect = &wrong
			if doc.Validate() == nil {
				t.Errorf("%+v is accepted", wrong)
			}
		}
	}
}
