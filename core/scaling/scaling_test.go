package scaling_test

import (
	"math"
	"testing"

	"privatepca/core/scaling/scalingtest"
)

// Every value of steps 1 and 2 is that of the reference program.
func TestVectors(t *testing.T) {
	for _, name := range scalingtest.Names() {
		v := scalingtest.Load(name)
		f := v.Facts()
		r, err := scalingtest.Run(f, v.Table(), scalingtest.Stored(v.Noise))
		if err != nil {
			t.Fatal(err)
		}
		one, two := v.Results.Step1, v.Results.Step2
		for what, pair := range map[string][2][]float64{
			"sigma1, s, s_v": {{one.Sigma1, one.S, one.Sv}, {f.SumsNoise(), r.Means.Noise, r.Means.VarianceNoise}},
			"sums":           {one.Sums, r.Sums},
			"q":              {one.Q, r.Means.Present},
			"mean":           {one.Mean, r.Means.Mean},
			"second":         {one.Second, r.Means.Second},
			"v":              {one.V, r.Means.Variance},
			"posterior":      {one.Posterior, r.Means.Posterior},
			"c":              {one.C, r.Means.Centre},
			"w":              {one.W, r.Means.Weight},
			"sigma2":         {{two.Sigma2}, {f.LengthsNoise()}},
			"top, r":         {{two.Top, two.R}, {r.Cut.Top, r.Cut.Typical()}},
			"counts":         {two.Counts, r.Cut.Counts},
			"n":              {{v.Results.N}, {r.Rows}},
			"off":            {{v.Results.DeltaCentre}, {r.Means.CentreError}},
			"tau":            {{v.Results.Tau, v.Results.TauMean}, {r.Tau, scalingtest.MeanNoise(r.Tau)}},
			"E, kappa, g, R": {{v.Results.Forecast.E, v.Results.Forecast.Kappa, v.Results.Forecast.G, v.Results.R}, {r.Cut.Edge, r.Cut.Kappa, r.Cut.Group, r.Cut.Radius}},
			"second moment":  {v.Results.SecondMoment, r.Moment},
		} {
			t.Run(what, func(t *testing.T) {
				if d := scalingtest.Apart(pair[0], pair[1]); !(d <= 1e-9) {
					t.Errorf("%s: %s is off by %.2g", name, what, d)
				}
			})
		}
		for i, used := range r.Cut.Used() {
			if used != two.Use[i] || math.Abs(r.Cut.Middle(i)/two.Middles[i]-1) > 1e-12 {
				t.Errorf("%s: bin %d is another", name, i)
			}
		}
		if v.Results.R != r.Cut.Radius {
			t.Errorf("%s: R = %v, want %v", name, r.Cut.Radius, v.Results.R)
		}
		if v.Second != nil {
			again := r.Again(v.SecondTable(), scalingtest.Stored(v.Second.Noise))
			if d := scalingtest.Apart([]float64{v.Second.Results.Tau, v.Second.Results.N}, []float64{again.Tau, again.Rows}); !(d <= 1e-9) {
				t.Errorf("%s: τ and n̂ of the second release are off by %.2g", name, d)
			}
		}
	}
}
