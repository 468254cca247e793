package release

import (
	"slices"
	"strings"
	"testing"

	"privatepca/core/privacy"
	"privatepca/core/schema"
)

// A release of the same columns, relation and rule takes over what an earlier one was measured by; of any other nothing is taken, and what differs is named.
func TestWhatIsTakenOver(t *testing.T) {
	text := documentsIn(t, 1, "testdata", "found")["factors"]
	d, err := Decode(text)
	if err != nil {
		t.Fatal(err)
	}
	same := func() *schema.Schema {
		s := SchemaOf(d)
		s.Fields = slices.Clone(s.Fields)
		return s
	}
	as, err := As(d, text, same(), d.Privacy.Relation)
	if err != nil || as.Radius != d.Finding.Radius || !slices.Equal(as.Scales, d.Finding.Scales) || as.Document == "" {
		t.Fatalf("of the same columns: %+v, %v", as, err)
	}
	other := privacy.AddRemove
	if d.Privacy.Relation == other {
		other = privacy.ReplaceOne
	}
	for says, change := range map[string]func(*schema.Schema) privacy.Relation{
		"norm rule is unit": func(s *schema.Schema) privacy.Relation { s.NormRule = schema.Unit; return d.Privacy.Relation },
		"protects under":    func(*schema.Schema) privacy.Relation { return other },
		"scales numbers by": func(s *schema.Schema) privacy.Relation { s.Scaling = "max-abs"; return d.Privacy.Relation },
		"does not weigh rows": func(s *schema.Schema) privacy.Relation {
			s.RowWeight = &schema.RowWeight{Column: "w", Maximum: 2}
			return d.Privacy.Relation
		},
		"columns, the table": func(s *schema.Schema) privacy.Relation { s.Fields = s.Fields[1:]; return d.Privacy.Relation },
		"column 1":           func(s *schema.Schema) privacy.Relation { s.Fields[0].Maximum++; return d.Privacy.Relation },
	} {
		t.Run(says, func(t *testing.T) {
			s := same()
			relation := change(s)
			if as, err := As(d, text, s, relation); err == nil || as != nil || !strings.Contains(err.Error(), says) {
				t.Errorf("%v", err)
			}
		})
	}
	open := *d
	open.Privacy.Claim = privacy.NotPrivate
	if as, err := As(&open, text, same(), d.Privacy.Relation); err == nil || as != nil || !strings.Contains(err.Error(), "not private") {
		t.Errorf("of a release that is not private: %v", err)
	}
}

// A version that promised no complete columns and had no lists states neither, whichever of the two it is.
func TestOldVersionsPromiseNothing(t *testing.T) {
	for name, change := range map[string]func(*Field){
		"complete": func(f *Field) { f.Required = true }, "a list": func(f *Field) { f.Column, f.Level = "travel", "bus" },
	} {
		t.Run(name, func(t *testing.T) {
			d := sample()
			d.Version = 2
			if err := validateVersion(d); err != nil {
				t.Fatal(err)
			}
			change(&d.Encoding.Fields[0])
			if err := validateVersion(d); err == nil || !strings.Contains(err.Error(), "promises no complete columns") {
				t.Errorf("%v", err)
			}
		})
	}
}

// An edition of a document is a release, and none is none.
func TestNoEditionIsZero(t *testing.T) {
	if !(Edition{}).IsZero() || EditionOf(sample(), nil).IsZero() {
		t.Error("a release is taken for none, or none for one")
	}
}

// Of the zeros of a spectrum those are left out in which no record varies, one for each column of categories, and no others.
func TestFreeSpectrum(t *testing.T) {
	d := sample()
	d.Encoding.NormRule, d.Finding = string(schema.Mean), &Finding{}
	d.NumFeatures, d.Spectrum = 5, []float64{3, 2, 0, 0, 0}
	d.Encoding.Fields = []Field{{Type: string(schema.Category)}, {Type: string(schema.Number)}}
	if got := freeSpectrum(d); !slices.Equal(got, []float64{3, 2, 0, 0}) {
		t.Errorf("%v", got)
	}
}

// A level of a list has its column, and stands under the rule mean alone.
func TestALevelOfAListHasItsColumn(t *testing.T) {
	for name, change := range map[string]func(*Field){
		"a level alone": func(f *Field) { f.Level = "bus" }, "a column alone": func(f *Field) { f.Column = "travel" },
		"under another rule": func(f *Field) { f.Column, f.Level = "travel", "bus" },
	} {
		t.Run(name, func(t *testing.T) {
			d := sample()
			d.Version = 3
			if name != "under another rule" {
				d.Encoding.NormRule = string(schema.Mean)
			}
			change(&d.Encoding.Fields[0])
			if err := validateVersion(d); err == nil || !strings.Contains(err.Error(), "a level of a list") {
				t.Errorf("%v", err)
			}
		})
	}
}

func TestLowerFirst(t *testing.T) {
	if lowerFirst("Directions, about") != "directions, about" || lowerFirst("already") != "already" || lowerFirst("") != "" {
		t.Error("another letter begins")
	}
}
