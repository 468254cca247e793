package pca_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"privatepca/core/mechanism"
	"privatepca/core/moment"
	"privatepca/core/noise/noisetest"
	"privatepca/core/privacy"
	"privatepca/core/release"
	"privatepca/core/schema"
)

// Whoever goes around this package puts a document together from a mechanism and a
// setting of their own. Where the two do not agree the document would promise what was not
// drawn: Encode refuses it, with the sentence of the check that Verify would fail.
func TestFalseDocumentsAreNotWritten(t *testing.T) {
	type parts struct {
		params  mechanism.Params
		output  release.Output
		setting release.Setting
	}
	for name, c := range map[string]struct {
		before func(*parts) // the draw
		after  func(*parts)
		want   string
	}{
		"the truth": {},
		"the truth under add-remove": {
			before: func(p *parts) { p.params.Relation = privacy.AddRemove },
			after:  func(p *parts) { p.setting.Relation = privacy.AddRemove },
		},
		"another relation": {
			before: func(p *parts) { p.params.Relation = privacy.AddRemove },
			want:   "noise is wide enough",
		},
		"more rows a person": {
			after: func(p *parts) { p.setting.Schema.RowsPerPerson = 3 },
			want:  "noise is wide enough",
		},
		"another quantisation": {
			after: func(p *parts) { p.setting.Scale = 900 },
			want:  "quantisation is not 8191",
		},
		"a smaller ε": {
			after: func(p *parts) { p.output.Cost.Epsilon, p.output.Parts[0].Epsilon = .1, .1 },
			want:  "noise is wide enough",
		},
		"a smaller ε of the whole": {
			after: func(p *parts) { p.output.Cost.Epsilon = .1 },
			want:  "cover its parts",
		},
		"a smaller ρ": {
			after: func(p *parts) { p.output.Cost.Rho /= 2; p.output.Parts[0].Rho /= 2 },
			want:  "noise is wide enough",
		},
		"no noise": {
			after: func(p *parts) { p.output.Noise = nil },
			want:  "pays for each number",
		},
		"less noise": {
			after: func(p *parts) {
				p.output.Noise = &privacy.Noise{Law: p.output.Noise.Law, Diagonal: p.output.Noise.Diagonal / 2, OffDiagonal: p.output.Noise.OffDiagonal / 2}
			},
			want: "noise is wide enough",
		},
		"a step left out": {
			after: func(p *parts) { p.setting.Centre = []float64{.1, .2, .3} },
			want:  "no step pays for it",
		},
		"another step left out": {
			after: func(p *parts) { p.setting.NormBound = 1 },
			want:  "no step pays for it",
		},
		"a step of another name": {
			after: func(p *parts) { p.output.Parts[0].Step = "directions" },
			want:  "no such step",
		},
		"another mechanism": {
			after: func(p *parts) { p.output.Mechanism = "laplace" },
			want:  "no step is",
		},
		"pairs of an unknown number of rows": {
			before: func(p *parts) { p.params.Relation = privacy.AddRemove },
			after: func(p *parts) {
				p.setting.Relation, p.setting.Schema.NormRule = privacy.AddRemove, schema.Pairs
			},
			want: "replace-one alone",
		},
		"a stronger claim": {
			after: func(p *parts) {
				p.output.Parts[0].Mechanism, p.output.Mechanism = "nuclear", "nuclear"
			},
			want: "claim",
		},
	} {
		s := threeColumns()
		p := parts{params: mechanism.Params{
			Dim: 3, Scale: schema.Scale, K: 2, Budget: privacy.Budget{Epsilon: 1, Delta: 1e-6}, Relation: privacy.ReplaceOne, RowsPerPerson: 1,
		}}
		if c.before != nil {
			c.before(&p)
		}
		from, err := mechanism.New("gaussian", p.params)
		if err != nil {
			t.Fatal(err)
		}
		out, err := from.Release(context.Background(), sum(t), noisetest.New(1))
		if err != nil {
			t.Fatal(err)
		}
		v, err := out.View(2)
		if err != nil {
			t.Fatal(err)
		}
		p.output = release.Output{
			Mechanism: "gaussian", Cost: out.Cost, Parts: out.Parts,
			Basis: v.Basis, Values: v.Values, Spectrum: v.Spectrum, Noise: out.Noise,
		}
		p.setting = release.Setting{Schema: s, Scale: schema.Scale, Relation: privacy.ReplaceOne, Persons: 50, Now: time.Unix(0, 0)}
		if c.after != nil {
			c.after(&p)
		}
		text, err := release.Encode(release.New(p.output, p.setting))
		if c.want == "" {
			if err != nil {
				t.Errorf("%s: %v", name, err)
			}
			continue
		}
		if err == nil || !strings.Contains(err.Error(), c.want) || text != nil {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
}

func threeColumns() *schema.Schema {
	var fields []schema.Field
	for _, name := range []string{"a", "b", "c"} {
		fields = append(fields, schema.Field{Name: name, Kind: schema.Number, Minimum: 0, Maximum: 1})
	}
	return schema.New(fields...)
}

// sum has the second moment of fifty records.
func sum(t *testing.T) *moment.Matrix {
	a := moment.NewAccumulator(3, schema.Scale)
	for i := range 50 {
		if err := a.Add([]int16{int16(i * 40), int16(2000 - i*17), int16(i * i)}); err != nil {
			t.Fatal(err)
		}
	}
	return a.Matrix()
}
