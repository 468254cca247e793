package experiment

import (
	"fmt"
	"math/rand/v2"

	"privatepca/core/internal/bingham"
)

// How fast the chain forgets its start: the mean energy of many short chains against
// that of exact draws, sweep by sweep.

// rateSweeps are the sweeps after which it is looked at.
var rateSweeps = []int{1, 2, 3, 5, 8, 12, 20, 30, 50}

// rates are the mean energy after rateSweeps sweeps, and its standard error.
type rates struct {
	Uniform, UniformError []float64 // from a uniform start, as the paper's
	Top, TopError         []float64 // from the top eigenvectors, as this program's
}

func (r *Run) rates(s *set, chains int) (rates, error) {
	return cell(r, fmt.Sprintf("rates/%s/%s/%v/%d", s.name, s.digest, rateSweeps, chains), func(src *rand.ChaCha8) (rates, error) {
		b, err := r.exponents(s)
		if err != nil {
			return rates{}, err
		}
		scale := sizeEpsilon / 2 * float64(s.records)
		top := make([][]float64, s.k)
		for j := range top {
			top[j] = make([]float64, len(b))
			top[j][j] = 1
		}
		run := func(start func() [][]float64) (means, errors []float64) {
			energies := make([][]float64, len(rateSweeps))
			for range chains {
				c := bingham.NewChain(b, start())
				done := 0
				for t, n := range rateSweeps {
					for ; done < n; done++ {
						c.Sweep(src)
					}
					e, x := 0.0, c.Columns()
					for i := range b {
						e += b[i] * projection(x, i)
					}
					energies[t] = append(energies[t], e/scale)
				}
			}
			for _, e := range energies {
				m, se := meanError(e)
				means, errors = append(means, m), append(errors, se)
			}
			return means, errors
		}
		var out rates
		out.Uniform, out.UniformError = run(func() [][]float64 { return bingham.Uniform(len(b), s.k, src) })
		out.Top, out.TopError = run(func() [][]float64 { return top })
		return out, nil
	})
}
