package audit

import (
	"math"

	"privatepca/core/eigen"
	"privatepca/core/internal/bingham"
	"privatepca/core/mechanism"
	"privatepca/core/moment"
	"privatepca/core/noise"
	"privatepca/core/noise/noisetest"
	"privatepca/core/subspace"
)

// replays of releases, from their seeds, that a hoisted draw must give again.
const replays = 60

// replayPPCA draws from one prepared sampler, since Release prepares one for each
// draw, at the exponent c.
func replayPPCA(c float64) hoisted {
	return func(mech mechanism.Mechanism, m *moment.Matrix) (func(noise.Source) (Output, error), error) {
		first, err := release(mech, m)(noisetest.New(0))
		if err != nil {
			return nil, err
		}
		k := len(first.Basis)
		b, vectors := decompose(m, c/float64(m.Scale()*m.Scale()))
		sampler := bingham.NewMatrix(b, k)
		draw := func(src noise.Source) (Output, error) {
			frame, _, _ := sampler.Draw(0, src, nil)
			v := make(subspace.Basis, k)
			for r, column := range frame {
				v[r] = make([]float64, m.Dim())
				for i, x := range column {
					for j, y := range vectors[i] {
						v[r][j] += x * y
					}
				}
			}
			return Output{View: mechanism.View{Basis: subspace.Canonical(v).Rounded()}}, nil
		}
		for i := range uint64(replays) {
			o, err := release(mech, m)(noisetest.New(i))
			if err != nil {
				return nil, err
			}
			again, _ := draw(noisetest.New(i))
			for r, row := range o.Basis {
				for j, x := range row {
					if math.Abs(x-again.Basis[r][j]) > 1e-5 {
						return draw, errReplay
					}
				}
			}
		}
		return draw, nil
	}
}

// decompose returns eigenvalues of unit·m, descending, and eigenvectors as rows.
func decompose(m *moment.Matrix, unit float64) (values []float64, vectors [][]float64) {
	a := eigen.New(m.Dim())
	for i := range m.Dim() {
		for j, x := range m.Row(i) {
			a.Set(i, i+j, unit*float64(x))
		}
	}
	return eigen.All(a)
}
