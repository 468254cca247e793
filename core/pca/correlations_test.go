package pca

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"
	"time"

	"privatepca/core/fault"
	"privatepca/core/method"
	"privatepca/core/plan"
	"privatepca/core/privacy"
	"privatepca/core/release"
	"privatepca/core/report"
	"privatepca/core/schema"
)

// correlated releases the correlations of the mixed table.
func correlated(t *testing.T, s *schema.Schema, c Choices) (*release.Document, []byte) {
	t.Helper()
	p, err := NewPlan(s, c)
	if err != nil {
		t.Fatal(err)
	}
	machine, _ := seeded(7)
	r, err := p.Run(context.Background(), Open(mixedTable(3000), s, machine), Run{Now: time.Unix(0, 0), Debit: NoLedger})
	if err != nil {
		t.Fatal(err)
	}
	return documentOf(t, r)
}

// TestCorrelations releases them by every mechanism with a matrix, under each rule about a mean: the document verifies, costs what the same release
// without them does, states scales of which a category has one, and says in its statement what the directions are.
func TestCorrelations(t *testing.T) {
	for _, how := range method.All() {
		for name, change := range map[string]func(*schema.Schema, *Choices){
			"sign":       func(*schema.Schema, *Choices) {},
			"shrunk":     func(_ *schema.Schema, c *Choices) { c.Shrink = true },
			"add-remove": func(_ *schema.Schema, c *Choices) { c.Relation = privacy.AddRemove },
			"pairs":      func(s *schema.Schema, _ *Choices) { s.NormRule = schema.Pairs },
			"centre": func(s *schema.Schema, c *Choices) {
				s.NormRule, s.Centre, c.Steps = schema.Clip, schema.CentreMidpoint, &plan.Steps{Centre: &plan.Centre{Share: .1}}
			},
		} {
			s, c := mixedColumns(nil), Choices{Mechanism: how.Name, K: 2, Epsilon: 30, Relation: privacy.ReplaceOne, Correlations: true}
			if how.NeedsDelta() {
				c.Delta = 1e-6
			}
			change(s, &c)
			if how.Gives != method.WholeMatrix || how.Law == "" {
				var f *fault.Error
				if _, err := NewPlan(s, c); !errors.As(err, &f) || name == "sign" && f.Field != "correlations" {
					t.Errorf("%s, %s: %v", how.Name, name, err)
				}
				continue
			}
			d, b := correlated(t, s, c)
			verified(t, how.Name+", "+name, d, b)
			if len(d.Scale) != 5 || d.Scale[2] != d.Scale[3] || d.Scale[2] != d.Scale[4] || d.Scale[0] == d.Scale[2] || d.VarianceUnit != release.PerColumn {
				t.Errorf("%s, %s: scales %v, unit %q", how.Name, name, d.Scale, d.VarianceUnit)
			}
			total := 0.0
			for _, x := range d.Spectrum {
				total += x
			}
			if math.Abs(total-3) > .2 {
				t.Errorf("%s, %s: eigenvalues of three columns add up to %g", how.Name, name, total)
			}
			if !strings.Contains(d.Statement().String(), "correlations: every column counts equally") || !strings.Contains(d.Privacy.Formula, "each column counts equally") {
				t.Errorf("%s, %s: %s; %s", how.Name, name, d.Statement(), d.Privacy.Formula)
			}
			if lead := report.Find(d).Lead(); !strings.Contains(lead, "before columns were divided") {
				t.Errorf("%s, %s: the report says %q", how.Name, name, lead)
			}
			if _, tested := d.NoiseTest(); tested {
				t.Errorf("%s, %s: directions are tested by a law that is not theirs", how.Name, name)
			}
			c.Correlations = false
			plain, _ := correlated(t, s, c)
			if plain.Scale != nil || plain.Privacy.Epsilon != d.Privacy.Epsilon || plain.Privacy.Delta != d.Privacy.Delta || *plain.Privacy.Noise != *d.Privacy.Noise || len(plain.Privacy.Parts) != len(d.Privacy.Parts) {
				t.Errorf("%s, %s: the cost is another: %+v for %+v", how.Name, name, d.Privacy, plain.Privacy)
			}
		}
	}
}

// With hardly any noise the scales are the exact ones, as shares of the largest, and directions those of the exact correlations: y is unrelated to x and c,
// which go together, so that it is the second direction whatever its range.
func TestCorrelationsAreExactWithoutNoise(t *testing.T) {
	for _, most := range []float64{100, 1e5} { // of y's range: its variance is hidden beside the others' in the second
		s := mixedColumns(func(s *schema.Schema) {
			s.NormRule, s.Fields[1].Maximum = schema.Clip, most
			s.Centre, s.Point = schema.CentrePoint, []float64{.4, 50 / most, .3, .3, .3}
		})
		d, _ := correlated(t, s, Choices{Mechanism: "gaussian", K: 2, Epsilon: 1e9, Delta: 1e-6, Relation: privacy.ReplaceOne, Correlations: true})
		if y := d.Components[1][1]; math.Abs(y) < .9 {
			t.Errorf("range %g: the second direction is %v, scales %v", most, d.Components[1], d.Scale)
		}
		if first := d.Components[0]; math.Abs(first[0]) < .5 {
			t.Errorf("range %g: the first direction is %v, scales %v", most, first, d.Scale)
		}
	}
}

// Sums about zero have no variance to divide by.
func TestNoCorrelationsAboutZero(t *testing.T) {
	s := mixedColumns(func(s *schema.Schema) { s.NormRule = schema.Clip })
	_, err := NewPlan(s, Choices{Mechanism: "gaussian", K: 2, Epsilon: 1, Delta: 1e-6, Relation: privacy.ReplaceOne, Correlations: true})
	var f *fault.Error
	if !errors.As(err, &f) || f.Field != "correlations" {
		t.Error(err)
	}
}

// A document whose scales were changed by hand contradicts itself, or cannot be read.
func TestForgedScales(t *testing.T) {
	d, _ := correlated(t, mixedColumns(nil), Choices{Mechanism: "gaussian", K: 2, Epsilon: 30, Delta: 1e-6, Relation: privacy.ReplaceOne, Correlations: true, Shrink: true})
	for name, forge := range map[string]func(d *release.Document){
		"missing":  func(d *release.Document) { d.Scale = nil },
		"another":  func(d *release.Document) { d.Scale[3] /= 2 },
		"too few":  func(d *release.Document) { d.Scale = d.Scale[:4] },
		"zero":     func(d *release.Document) { d.Scale[0] = 0 },
		"above 1":  func(d *release.Document) { d.Scale[0] = 2 },
		"no 1":     func(d *release.Document) { d.Scale = []float64{.5, .5, .5, .5, .5} },
		"of pairs": func(d *release.Document) { d.VarianceUnit = release.PerPair },
		"not said": func(d *release.Document) {
			d.Privacy.Formula = strings.Replace(d.Privacy.Formula, "counts equally", "counts", 1)
		},
		"a subspace":  func(d *release.Document) { d.Privacy.Mechanism = "ppca" },
		"other's":     func(d *release.Document) { d.Shrinkage.OtherScale[3] /= 2 },
		"other's, no": func(d *release.Document) { d.Shrinkage.OtherScale = nil },
	} {
		forged := *d
		forged.Scale = append([]float64(nil), d.Scale...)
		shrinkage := *d.Shrinkage
		shrinkage.OtherScale = append([]float64(nil), shrinkage.OtherScale...)
		forged.Shrinkage = &shrinkage
		forge(&forged)
		if _, err := release.Encode(&forged); err == nil {
			t.Errorf("%s: a forged document is written", name)
		}
	}
	if _, err := release.Encode(d); err != nil {
		t.Error(err)
	}
}
