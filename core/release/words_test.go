package release

import (
	"strings"
	"testing"
)

// A column says which cells are missing: the empty one once, and those that are stated.
func TestWordsOfMissingValues(t *testing.T) {
	low, high := 0., 9.
	f := Field{Name: "a", Type: "number", Minimum: &low, Maximum: &high, MissingValues: []string{"", "NA", "-9"}}
	if got := f.Words(); got != "0 to 9, missing: empty, NA, -9" {
		t.Errorf("%q", got)
	}
	if f.MissingValues = nil; f.Words() != "0 to 9" {
		t.Errorf("%q", f.Words())
	}
}

// A history says something, and no number in it is negative.
func TestHistoryIsChecked(t *testing.T) {
	for _, h := range []*History{nil, {Unrecorded: true}, {ChangedAfterCounts: true}, {ChangeUnknown: true}, {Raises: 1}, {Resets: 1, LeftOut: 2}, {Unprotected: 1}, {Overlaps: 1}} {
		if err := h.validate(); err != nil {
			t.Errorf("%+v: %v", h, err)
		}
	}
	for _, h := range []History{{}, {Raises: -1}, {Resets: -1}, {LeftOut: -1}, {Unprotected: -1}, {Overlaps: -1}, {Unrecorded: true, LeftOut: -1}} {
		if h.validate() == nil {
			t.Errorf("%+v was taken", h)
		}
	}
}

// A number has both bounds, the lower below the upper, or Verify says which column has not; other columns are looked at, too.
func TestBoundsAreVerified(t *testing.T) {
	if c := verifyEncoding(sample()); !c.Holds {
		t.Fatalf("the sample: %s", c.Detail)
	}
	for name, spoil := range map[string]func(f *Field){
		"no minimum":     func(f *Field) { f.Minimum = nil },
		"no maximum":     func(f *Field) { f.Maximum = nil },
		"no bounds":      func(f *Field) { f.Minimum, f.Maximum = nil, nil },
		"equal bounds":   func(f *Field) { f.Maximum = f.Minimum },
		"crossed bounds": func(f *Field) { f.Minimum, f.Maximum = f.Maximum, f.Minimum },
	} {
		for _, column := range []int{0, 2} { // numbers
			for _, kind := range []string{"number", "integer", "date"} {
				d := sample()
				d.Encoding.Fields[column].Type = kind
				spoil(&d.Encoding.Fields[column])
				if c := verifyEncoding(d); c.Holds || !strings.Contains(strings.ToLower(c.Detail), "column "+string(rune('1'+column))) {
					t.Errorf("%s of column %d, %s: %+v", name, column+1, kind, c)
				}
			}
		}
	}
	for name, spoil := range map[string]func(d *Document){
		"no norm bound":       func(d *Document) { d.Encoding.NormBound = 0 },
		"no norm rule":        func(d *Document) { d.Encoding.NormRule = "none" },
		"another grid":        func(d *Document) { d.Encoding.Quantisation-- },
		"a feature's name":    func(d *Document) { d.FeatureNames[1] += "x" },
		"one feature too few": func(d *Document) { d.Encoding.Fields = d.Encoding.Fields[:2] },
		"no type":             func(d *Document) { d.Encoding.Fields[1].Type = "any" },
	} {
		d := sample()
		if spoil(d); verifyEncoding(d).Holds {
			t.Errorf("%s: the check holds", name)
		}
	}
}
