package report

import (
	"fmt"
	"os"
	"runtime/debug"
	"strings"
	"testing"

	"privatepca/core/release"
	"privatepca/core/release/releasetest"
)

// A forged document that opens is drawn, reported and laid beside a genuine one, and beside another forged one: nothing panics, no drawing and no sentence has
// a number that is none, and each drawing is well formed.
func TestForgedDocumentsAreDrawn(t *testing.T) {
	const seed = 20261124
	n, slow := 1200, os.Getenv("PRIVATEPCA_SLOW") != ""
	if slow {
		n = 60000
	}
	genuine := map[string]*release.Document{}
	for _, g := range releasetest.Genuine(t) {
		d, err := release.Decode(g.Text)
		if err != nil {
			t.Fatalf("%s: %v", g.Name, err)
		}
		genuine[g.Name] = d
	}
	var before *release.Document // that opened, forged
	drawn := 0
	for f := range releasetest.Forged(t, seed, n) {
		d, err := release.Decode(f.Text)
		if err != nil {
			continue
		}
		drawn++
		if wrong := draws(d, slow || drawn%4 == 0, genuine[f.Of], before); wrong != "" {
			t.Errorf("%s: %s", f, wrong)
		}
		before = d
	}
	if drawn < n/50 {
		t.Errorf("of %d forged documents %d open", n, drawn)
	}
}

// draws takes all drawings and texts from a document, beside others; the whole report, too, where that is asked. It says what is wrong, and where it panicked; "" for nothing.
func draws(d *release.Document, whole bool, others ...*release.Document) (wrong string) {
	defer func() {
		if r := recover(); r != nil {
			wrong = fmt.Sprintf("%v\n%s", r, debug.Stack())
		}
	}()
	figures := []Figure{HeatMap(d, 8)}
	found := Find(d)
	said := []string{found.Headline(), found.Lead(), found.Test(), Title(d), Citation(d), Source(d)}
	if whole {
		said = append(said, string(HTML(d)))
	}
	for i := range min(d.NumComponents, 3) {
		figures = append(figures, Loadings(d, i, 8))
		if turned, err := release.EditionOf(d, nil).Turn(release.Varimax); err == nil {
			figures = append(figures, Loadings(turned.Document(), i, 8))
		}
		svg, _ := Portrait(d, i)
		said = append(said, svg, MoreLoadings(d, i, 0, d.NumFeatures), found.Share(i), found.Name(i))
		if r, ok := found.Read(i); ok {
			said = append(said, r.Sentence(), r.Alone())
		}
	}
	if f, ok := Scree(d); ok {
		figures = append(figures, f)
	}
	if f, ok := Cumulative(d); ok {
		figures = append(figures, f)
	}
	row := release.Row{Name: "here", Features: make([]*float64, d.NumFeatures)}
	for j := range row.Features {
		row.Features[j] = new(float64)
	}
	applied, err := d.Apply([]release.Row{row})
	if d.NumComponents > 1 {
		figures = append(figures, Circle(d, 0, 1))
		if err == nil {
			figures = append(figures, Scores(d, applied, 0, 1))
		}
	}
	for _, other := range others {
		if other == nil {
			continue
		}
		for _, pair := range [][2]*release.Document{{d, other}, {other, d}} {
			if f, refused := Compare(pair[0], pair[1]); refused == "" {
				figures = append(figures, f)
			}
			m, refused := Matched(pair[0], pair[1])
			if refused != "" {
				continue
			}
			s := Beside(pair[0], []Match{m}, release.SamePeople)
			figures = append(figures, s.Loadings(0))
			said = append(said, s.Headline(), s.Verdicts().HTML(), string(s.Differences().CSV()))
		}
	}
	for i, f := range figures {
		if err := wellFormed(f.SVG); err != nil {
			return fmt.Sprintf("%s: %v", f.ID, err)
		}
		said = append(said, f.Sentence)
		if i%4 == 0 {
			Slide(d, f)
			f.Table.HTML()
			f.Table.CSV()
		}
	}
	for _, text := range said {
		for _, none := range []string{"NaN", "+Inf", "-Inf", "−Inf"} {
			if at := strings.Index(text, none); at >= 0 {
				return "it says " + text[max(0, at-60):min(len(text), at+40)]
			}
		}
	}
	return ""
}
