package release

import (
	"strings"
	"testing"

	"privatepca/core/privacy"
	"privatepca/core/schema"
)

// What a site around the page stated is said in the document's assumptions, with the address where that is known; a document of other
// bounds has no such sentence, and Verify writes it again.
func TestWhatAHostStatedIsSaid(t *testing.T) {
	document := func(change func(s *schema.Schema)) *Document {
		t.Helper()
		s := testSchema()
		change(s)
		d := New(whole(privacy.ReplaceOne), Setting{Schema: s, Scale: 8191, Relation: privacy.ReplaceOne, Persons: 80})
		if d.Privacy.Claim == privacy.NotPrivate {
			t.Errorf("bounds of a host: the claim is %s", d.Privacy.Claim)
		}
		return d
	}
	said := func(d *Document) (out string) {
		for _, a := range d.Privacy.Assumptions {
			if strings.Contains(a, "site that showed the page") {
				out += a
			}
		}
		return out
	}
	for name, c := range map[string]struct {
		change func(s *schema.Schema)
		says   string
	}{
		"none":     {func(*schema.Schema) {}, ""},
		"a column": {func(s *schema.Schema) { s.Fields[0].BoundsFrom = schema.FromHost }, "stated the bounds or categories of 1 column,"},
		"all, with the address": {func(s *schema.Schema) {
			for i := range s.Fields {
				s.Fields[i].BoundsFrom = schema.FromHost
			}
			s.BoundsFrom, s.Source = schema.FromHost, "https://portal.example/s.json"
		}, "(https://portal.example/s.json) stated the bounds or categories of"},
		"the length alone": {func(s *schema.Schema) { s.BoundsFrom = schema.FromHost; own(s) }, "stated the norm bound or the centre"},
	} {
		d := document(c.change)
		if got := said(d); !strings.Contains(got, c.says) || (c.says == "") != (got == "") {
			t.Errorf("%s: the document says %q, want %q", name, got, c.says)
		}
		if c.says != "" && d.Encoding.BoundsFrom != string(schema.FromHost) {
			t.Errorf("%s: bounds from %s", name, d.Encoding.BoundsFrom)
		}
	}
}

// own gives each column bounds that somebody typed.
func own(s *schema.Schema) {
	for i := range s.Fields {
		s.Fields[i].BoundsFrom = schema.Typed
	}
}
