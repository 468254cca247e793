package audit

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"privatepca/core/bingham"
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
		b, vectors := eigen(m, c/float64(m.Scale()*m.Scale()))
		sampler := bingham.NewMatrix(b, k)
		draw := func(src noise.Source) (Output, error) {
			frame, _ := sampler.Draw(0, src, nil)
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

// eigen returns eigenvalues of unit·m, descending, and eigenvectors as rows.
func eigen(m *moment.Matrix, unit float64) (values []float64, vectors [][]float64) {
	d := m.Dim()
	sym := mat.NewSymDense(d, nil)
	for i := range d {
		for j := i; j < d; j++ {
			sym.SetSym(i, j, unit*float64(m.At(i, j)))
		}
	}
	var e mat.EigenSym
	if !e.Factorize(sym, true) {
		panic("audit: the eigendecomposition did not converge")
	}
	var columns mat.Dense
	e.VectorsTo(&columns)
	ascending := e.Values(nil)
	for r := range d {
		values = append(values, ascending[d-1-r])
		vectors = append(vectors, mat.Col(nil, d-1-r, &columns))
	}
	return values, vectors
}
