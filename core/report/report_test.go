package report

import (
	"encoding/xml"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"privatepca/core/chart"
	"privatepca/core/privacy"
	"privatepca/core/release"
	"privatepca/core/schema"
	"privatepca/core/subspace"
)

// names hold what breaks a document that does not escape it.
var names = []string{`"><script>x</script>`, "a & b", "line\nend", "\u202eturned", "é漢😀", "' onload='x", "very long name of a feature that no drawing has room for"}

// sample is a whole-matrix release of d features and k directions, σ in lattice units.
func sample(d, k int, sigma float64) *release.Document {
	var fields []schema.Field
	for i := range d {
		name := fmt.Sprintf("column %d", i+1)
		if i < len(names) {
			name = names[i]
		}
		fields = append(fields, schema.Field{Name: name, Kind: schema.Number, Minimum: -1, Maximum: 1})
	}
	s := schema.New(fields...)
	s.NormBound = 2
	basis := make(subspace.Basis, k)
	spectrum := make([]float64, d)
	for i := range spectrum {
		spectrum[i] = 500/float64((i+1)*(i+1)) - 1
	}
	for r := range basis {
		basis[r] = make([]float64, d)
		basis[r][2*r], basis[r][2*r+1] = .8, -.6
	}
	out := release.Output{
		Mechanism: "gaussian", Cost: privacy.Cost{Epsilon: 1, Delta: 1e-6, Rho: .02, Claim: privacy.Exact},
		Parts: []privacy.Part{{Step: "second moment", Mechanism: "gaussian", Epsilon: 1, Delta: 1e-6, Rho: .02, Claim: privacy.Exact}},
		Basis: basis, Values: spectrum[:k], Spectrum: spectrum,
	}
	if sigma > 0 {
		out.Noise = &privacy.Noise{Law: "gaussian", Diagonal: sigma, OffDiagonal: sigma / math.Sqrt2}
	}
	doc := release.New(out, release.Setting{Schema: s, Scale: 8191, Relation: privacy.ReplaceOne, Persons: 1000, Now: time.Unix(0, 0), Software: release.Software{Version: "v<1>", Go: "go<1>"}})
	doc.Privacy.Formula, doc.Privacy.Assumptions = "S + N, <σ>", append(doc.Privacy.Assumptions, "<an assumption> & more")
	return doc
}

// subspaceOnly is a release without order or eigenvalues.
func subspaceOnly() *release.Document {
	d := sample(16, 3, 0)
	d.Spectrum, d.ExplainedVariance, d.VarianceUnit = nil, nil, ""
	d.Privacy.Mechanism = "ppca"
	return d
}

// figures are all that there are of a document.
func figures(t *testing.T, d *release.Document) []Figure {
	t.Helper()
	out := []Figure{Loadings(d, 0, 0), Loadings(d, d.NumComponents-1, 60), HeatMap(d, 0), HeatMap(d, 60)}
	if f, ok := Scree(d); ok {
		out = append(out, f)
	}
	if f, ok := Cumulative(d); ok {
		out = append(out, f)
	}
	if d.NumComponents > 1 {
		out = append(out, Circle(d, 0, 1))
	}
	f, refused := Compare(d, d)
	if refused != "" {
		t.Fatal(refused)
	}
	return append(out, f)
}

// wellFormed reads text as XML to its end. It refuses elements and attributes that no
// drawing or table has, and numbers that are none.
func wellFormed(text string) error {
	dec := xml.NewDecoder(strings.NewReader(text))
	for {
		token, err := dec.Token()
		if err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
		element, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		if !slices.Contains(strings.Fields("svg path rect circle text title table thead tbody tr th td code"), element.Name.Local) {
			return fmt.Errorf("an element %s", element.Name.Local)
		}
		for _, a := range element.Attr {
			if a.Name.Local == "style" || a.Name.Local == "href" || strings.HasPrefix(a.Name.Local, "on") {
				return fmt.Errorf("an attribute %s", a.Name.Local)
			}
			if a.Name.Local != "aria-label" && (strings.Contains(a.Value, "NaN") || strings.Contains(a.Value, "Inf")) {
				return fmt.Errorf("%s is %s", a.Name.Local, a.Value)
			}
		}
	}
}

// Every drawing and table is well-formed, whatever names hold, without style, script or
// address; a saved one has no class left.
func TestFiguresAreWellFormed(t *testing.T) {
	for name, d := range map[string]*release.Document{
		"banded": sample(16, 4, 1e6), "flat": sample(16, 4, 1e9), "no law": sample(16, 4, 0), "two": sample(2, 1, 1e6), "subspace": subspaceOnly(), "large": sample(513, 8, 1e5),
	} {
		for _, f := range figures(t, d) {
			for what, text := range map[string]string{"drawing": f.SVG, "table": f.Table.HTML(), "file": Slide(d, f)} {
				if err := wellFormed(text); err != nil {
					t.Errorf("%s, %s: the %s: %v\n%s", name, f.ID, what, err, text)
				}
				if what != "table" && strings.Contains(text, "\u202e") {
					t.Errorf("%s, %s: the %s turns the direction of writing", name, f.ID, what)
				}
			}
			if saved := Slide(d, f); strings.Contains(saved, "class=") || !strings.Contains(saved, `xmlns="http://www.w3.org/2000/svg" width="1280"`) {
				t.Errorf("%s, %s: saved as %.200s", name, f.ID, saved)
			}
			if w, h := chart.Size(f.SVG); w != 310 || h < 50 {
				t.Errorf("%s, %s: %d by %d", name, f.ID, w, h)
			}
			if f.Sentence == "" || len(f.Table.Rows) == 0 || len(f.Table.Rows[0]) != len(f.Table.Head) {
				t.Errorf("%s, %s: sentence %q, table %v", name, f.ID, f.Sentence, f.Table.Head)
			}
		}
	}
}

func TestScreeSentence(t *testing.T) {
	for _, c := range []struct {
		sigma float64
		want  string
	}{{4e7, "Directions 1 to "}, {1e9, "Direction 1 stands clear"}, {1e12, "No direction stands clear"}, {0, "carry the noise"}} {
		f, _ := Scree(sample(16, 2, c.sigma))
		if !strings.Contains(f.Sentence, c.want) {
			t.Errorf("σ = %g: %q", c.sigma, f.Sentence)
		}
		if said := strings.Contains(f.Sentence, "within"); said != (c.sigma == 4e7) {
			t.Errorf("σ = %g: an angle is said: %v", c.sigma, said)
		}
	}
	if _, ok := Scree(subspaceOnly()); ok {
		t.Error("a scree without eigenvalues")
	}
	if _, ok := Cumulative(subspaceOnly()); ok {
		t.Error("a cumulative chart without eigenvalues")
	}
}

func TestCompare(t *testing.T) {
	a, b := sample(16, 2, 0), sample(16, 2, 0)
	b.Components = [][]float64{a.Components[0], make([]float64, 16)}
	b.Components[1][9] = 1 // orthogonal to both
	f, refused := Compare(a, b)
	if refused != "" || fmt.Sprint(f.Table.Rows) != "[[1 0.0° 1.000] [2 90.0° 0.000]]" || !strings.Contains(f.Sentence, "share 50 %") {
		t.Errorf("%q %v %q", refused, f.Table.Rows, f.Sentence)
	}
	b.Encoding.NormBound = 3
	if f, _ := Compare(a, b); !strings.Contains(f.Sentence, "encoded differently") {
		t.Error("another R is not mentioned")
	}
	b.FeatureNames = append([]string(nil), b.FeatureNames...)
	b.FeatureNames[3] = "other"
	if _, refused := Compare(a, b); !strings.Contains(refused, "other features") {
		t.Errorf("refused: %q", refused)
	}
	if _, refused := Compare(a, sample(15, 2, 0)); !strings.Contains(refused, "15 features") {
		t.Errorf("refused: %q", refused)
	}
}

// Rotated, the clear directions are drawn with intervals, and never those that are noise.
func TestRotated(t *testing.T) {
	e, err := release.EditionOf(sample(16, 4, 1e6), nil).Turn(release.Varimax)
	if err != nil {
		t.Fatal(err)
	}
	f := Loadings(e.Document(), 0, 0)
	if e.Turnable() != 4 || f.Title != "Loadings, rotated" || !strings.Contains(f.Sentence, "varimax") || !strings.Contains(f.SVG, "rotated direction 1") {
		t.Errorf("%d: %s", e.Turnable(), f.Sentence)
	}
	for _, text := range []string{f.SVG, f.Wide, f.Table.HTML()} {
		if err := wellFormed(text); err != nil {
			t.Error(err)
		}
	}
	for _, sigma := range []float64{0, 1e12} {
		if _, err := release.EditionOf(sample(16, 4, sigma), nil).Turn(release.Varimax); err != release.ErrNothingToTurn {
			t.Errorf("σ = %g: noise was rotated", sigma)
		}
	}
}

// The rows of a long drawing are all there, each once.
func TestMoreLoadings(t *testing.T) {
	d := sample(513, 1, 0)
	text := Loadings(d, 0, 60).SVG
	for from := 60; from < 513; from += 200 {
		text += MoreLoadings(d, 0, from, from+200)
	}
	if n := strings.Count(text, "<rect"); n != 513 {
		t.Errorf("%d bars", n)
	}
}
