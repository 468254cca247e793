package audit

import (
	"math"

	"privatepca/core/internal/bingham"
	"privatepca/core/mechanism"
	"privatepca/core/noise"
	"privatepca/core/noise/noisetest"
	"privatepca/core/subspace"
)

// A sampler's columns may say more than their span: built in a gauge of the private
// eigenvectors, they show these. Three checks: the columns that core/internal/bingham returns
// have the law of VO for Haar O, given their span (gauge); what a mechanism releases
// does not change when the columns of its basis are turned (canonical); and a pair
// whose data sets differ in eigenvectors alone is as indistinguishable by columns as
// it is by spans (the row "gauge").

// gaugeDraws for each sampler.
const gaugeDraws = 20000

// RunGauge looks at the first coordinates (x, y) of two columns. For V with the law
// of VO the angle of (x, y) is uniform, whatever the span. A gauge in which the
// second column is orthogonal to the first eigenvector has y = 0 always.
func RunGauge() []Result {
	spread := []float64{60, 50, 0, -1} // concentrated: few sweeps do not forget the start
	samplers := []struct {
		name string
		draw func(src noise.Source) [][]float64
	}{
		{"exact sampler, d=4 k=2", exactSampler(spread, 2)},
		{"exact sampler, d=3 k=2", exactSampler(spread[:3], 2)},
		{"Gibbs sampler, d=4 k=2", func(src noise.Source) [][]float64 { v, _ := bingham.Gibbs(spread, 2, 2, src, nil); return v }},
		{"Gibbs sampler, d=3 k=2", func(src noise.Source) [][]float64 { v, _ := bingham.Gibbs(spread[:3], 2, 2, src, nil); return v }},
	}
	var results []Result
	uniform := &Law{}
	const bins = 64
	for i := range bins {
		if i > 0 {
			uniform.edge = append(uniform.edge, float64(i)/bins)
		}
		uniform.a = append(uniform.a, 1./bins)
	}
	for _, s := range samplers {
		r := unknown("gauge: " + s.name)
		r.Draws = gaugeDraws
		angles := make([]float64, gaugeDraws)
		src := noisetest.New(seed(r.Name, "", 0))
		for i := range angles {
			v := s.draw(src)
			_, turn := math.Modf(math.Atan2(v[1][0], v[0][0])/(2*math.Pi) + 1)
			angles[i] = turn
		}
		r.Distance, r.Tolerance = uniform.distance(angles, uniform.a), kolmogorovTolerance(gaugeDraws)
		if r.Distance > r.Tolerance {
			r.fail(CheckGauge, "the columns' turn is %.3f from uniform, more than %.3f", r.Distance, r.Tolerance)
		}
		results = append(results, r)
	}
	return results
}

func exactSampler(b []float64, k int) func(src noise.Source) [][]float64 {
	m := bingham.NewMatrix(b, k)
	return func(src noise.Source) [][]float64 {
		v, _, _ := m.Draw(0, src, nil)
		return v
	}
}

func unknown(name string) Result {
	nan := math.NaN()
	return Result{Name: name, Exact: nan, Expected: nan, Margin: nan, Bound: nan, Reverse: nan, Distance: nan, Tolerance: nan}
}

// canonicalReleases of each mechanism; the share that may differ, since six decimals
// can turn a near tie of pivots.
const (
	canonicalReleases = 300
	canonicalShare    = 0.02
)

// RunCanonical turns the columns of released bases and makes them canonical again.
func RunCanonical() ([]Result, error) {
	var results []Result
	m := diagonal(fine, 3, 0, 2, 1)
	for _, name := range []string{mechanism.NamePPCA, mechanism.NameGibbs, mechanism.NameRandom} {
		r := unknown("canonical: " + name)
		r.Mechanism, r.Draws = name, canonicalReleases
		mech, err := mechanism.New(name, params(4, 2, 1, 0))
		if err != nil {
			return nil, err
		}
		src := noisetest.New(seed(r.Name, "", 0))
		differ := 0
		for range canonicalReleases {
			o, err := release(mech, m)(src)
			if err != nil {
				return nil, err
			}
			turned := make(subspace.Basis, 2)
			for i, row := range bingham.Uniform(2, 2, src) {
				turned[i] = make([]float64, 4)
				for j, x := range row {
					for l, y := range o.Basis[j] {
						turned[i][l] += x * y
					}
				}
			}
			again := subspace.Canonical(turned).Rounded()
			for i := range again {
				if math.Abs(math.Abs(dot(again[i], o.Basis[i]))-1) > 1e-4 {
					differ++
					break
				}
			}
		}
		if r.Distance = float64(differ) / canonicalReleases; r.Distance > canonicalShare {
			r.fail(CheckCanonical, "%d of %d bases change when their columns are turned", differ, canonicalReleases)
		}
		r.Tolerance = canonicalShare
		results = append(results, r)
	}
	return results, nil
}

// gaugePair: one record, e₁ or e₂. In a gauge tied to the eigenvectors one of the
// columns is orthogonal to the top eigenvector.
func gaugePair(name string) *Pair {
	return &Pair{
		Name: "gauge: pair of " + name, Mechanism: name, Params: params(4, 2, 1, 0), Draws: 10000,
		A: diagonal(fine, 1, 0, 0, 0), B: diagonal(fine, 0, 1, 0, 0),
		Score: func(o Output) float64 { return -min(math.Abs(o.Basis[0][0]), math.Abs(o.Basis[1][0])) },
	}
}
