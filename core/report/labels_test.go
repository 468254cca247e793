package report

import (
	"strings"
	"testing"

	"privatepca/core/release"
)

// Every picture, table, sentence and page shows the label of a column where the schema has one; the curator's wins.
func TestLabelsAreShown(t *testing.T) {
	plain, d := sample(16, 3, 1e4), sample(16, 3, 1e4)
	const word, own = "Zebra & stripes", "Okapi <own>"
	for i := range d.Encoding.Fields {
		d.Encoding.Fields[i].Title = word
	}
	shows := func(said string) {
		t.Helper()
		for _, f := range figures(t, d) {
			if f.Table.Code && !strings.Contains(f.SVG, esc(said)) {
				t.Errorf("%s: the drawing does not show %q", f.ID, said)
			}
			if f.Table.Code && !strings.Contains(string(f.Table.CSV()), said) {
				t.Errorf("%s: the table does not show %q", f.ID, said)
			}
		}
		if r, ok := Find(d).Read(0); !ok || !strings.Contains(r.Sentence(), said) {
			t.Errorf("the reading of a direction does not say %q: %q", said, r.Sentence())
		}
		if page := string(HTML(d)); !strings.Contains(page, "<td>"+esc(said)+"</td>") {
			t.Errorf("the report does not show %q", said)
		}
		if f := Loadings(d, 0, 0); !strings.Contains(Slide(d, f), esc(said)) {
			t.Errorf("the slide does not show %q", said)
		}
	}
	shows(word)
	d.About = &release.About{Labels: make([]string, 16)}
	for i := range d.About.Labels {
		d.About.Labels[i] = own
	}
	shows(own)
	for _, f := range figures(t, plain) {
		if strings.Contains(strings.Join(f.Table.Head, "|"), "Label") {
			t.Errorf("%s has a column of labels without any", f.ID)
		}
	}
}

// The levels of a column stand with their labels.
func TestLabelsOfLevels(t *testing.T) {
	f := release.Field{Name: "q", Type: "category", Enum: []string{"1", "2"}, Categories: []release.Category{{Value: "2", Label: "always"}}}
	if got := f.Words(); got != "1, 2 = always" {
		t.Errorf("%q", got)
	}
	if f.Enum[1] != "2" {
		t.Error("the document was changed")
	}
}
