//go:build !js

package result

import (
	"fmt"
	"math"
	"testing"
	"time"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/ui"
	"privatepca/core/method"
	"privatepca/core/privacy"
	"privatepca/core/release"
	"privatepca/core/schema"
)

// A typing is the page of a release of many features, mounted, whose title is typed.
type typing struct {
	page   *inside
	engine app.ClientDispatcher
	title  string
}

func letter(t testing.TB) *typing {
	t.Helper()
	y := &typing{page: &inside{m: after(Model{}, Shown{Edition: open(t, many(t, 116))}, Keep{4}), to: &ui.Inbox{}}}
	y.engine = app.NewClientTester(y.page)
	t.Cleanup(y.engine.Close)
	return y
}

// many is a document of so many features, of which the first twelve directions are released.
func many(t testing.TB, features int) []byte {
	t.Helper()
	const n, kept = 1_000_000, 12
	s := schema.New()
	for i := range features {
		s.Fields = append(s.Fields, schema.Field{Name: fmt.Sprint("x", i+1), Kind: schema.Number, Minimum: -1, Maximum: 1})
	}
	s.NormBound = 3
	g, err := privacy.CalibrateGaussian(privacy.FrobeniusSquared(privacy.ReplaceOne, schema.Scale, 1), features*(features+1)/2, privacy.Budget{Epsilon: 1, Delta: 1e-6})
	if err != nil {
		t.Fatal(err)
	}
	basis, values := make([][]float64, features), make([]float64, features)
	for i := range basis {
		values[i] = n / float64(1+i) / float64(features)
		basis[i] = make([]float64, features)
		for j := range 9 { // features that no other direction has
			if at := 9*i + j; at < features {
				basis[i][at] = float64(9-j) / math.Sqrt(285)
			}
		}
	}
	text, err := release.Encode(release.New(release.Output{
		Mechanism: method.Default, Cost: privacy.Cost{Epsilon: 1, Delta: 1e-6, Claim: privacy.Exact},
		Parts: []privacy.Part{{Step: method.StepSecondMoment, Mechanism: method.Default, Epsilon: 1, Delta: 1e-6, Rho: g.Rho, Claim: privacy.Exact, Law: g.Law("1/s²", true)}},
		Noise: g.Law("1/s²", true).Noise(), Basis: basis[:kept], Values: values[:kept], Spectrum: values,
	}, release.Setting{
		Schema: s, Scale: schema.Scale, Relation: privacy.ReplaceOne, Persons: n, Software: release.Software{Version: "test"}, Now: time.Date(2025, 1, 2, 0, 0, 0, 0, time.UTC),
	}))
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// letter types one more into the title, or takes all away.
func (y *typing) letter() {
	if y.title += "x"; len(y.title) > 40 {
		y.title = ""
	}
	y.page.m = after(y.page.m, Write{Title, y.title})
	y.page.Update()
	y.engine.Consume()
}

// A letter in the title draws the heading and the panel that has the title, and no picture, however many features there are.
func TestALetterDrawsTwoParts(t *testing.T) {
	y := letter(t)
	features := y.page.m.Document().NumFeatures
	y.letter()
	before := y.page.to.Parts
	allocations := testing.AllocsPerRun(20, y.letter)
	parts := float64(y.page.to.Parts-before) / 21
	t.Logf("%d features: %.0f parts, %.0f allocations a letter", features, parts, allocations)
	if features < 100 || parts != 2 || allocations > 1000 {
		t.Errorf("%d features: a letter draws %.1f parts, want 2, with %.0f allocations, at most 1,000", features, parts, allocations)
	}
}

func BenchmarkALetterInTheTitle(b *testing.B) {
	y := letter(b)
	for b.Loop() {
		y.letter()
	}
}
