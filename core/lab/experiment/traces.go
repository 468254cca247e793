package experiment

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"privatepca/core/internal/bingham"
	"privatepca/core/noise"
)

// Gibbs traces: the paper's Figure 2, and statistics that tell what its own cannot.

const (
	traceSweeps   = 40_000 // the paper's
	traceRestarts = 5      // the paper's
)

// A trace is what one restart of the chain showed, at sweeps Sweep.
type trace struct {
	Sweep     []float64
	F         []float64 // F_k(T) = ‖mean of X(1 … T)‖_F/√k
	Frozen    []float64 // the same of columns that only flip their signs
	Energy    []float64 // q_F of X(T)
	Distance  []float64 // of the mean of the diagonal of XXᵀ over 1 … T from its expectation, /√k
	Entered   int       // the first sweep whose energy is within two standard deviations of the exact mean
	AutoSweep float64   // integrated autocorrelation time of the energy, in sweeps, from Entered on
}

// exactLaw is what exact draws say of the law that the chain is to reach.
type exactLaw struct {
	Energy, SD float64
	Diagonal   []float64 // E diag(VVᵀ) in the eigenbasis
}

// exponents are the eigenvalues of B = (ε/2)·S at ε = 0.1 and all records.
func (r *Run) exponents(s *set) ([]float64, error) {
	m, err := r.summary(s)
	if err != nil {
		return nil, err
	}
	b := make([]float64, len(m.Values))
	for i, v := range m.Values {
		b[i] = sizeEpsilon / 2 * float64(s.records) * v
	}
	return b, nil
}

func (r *Run) exactLaw(s *set, draws int) (exactLaw, error) {
	return cell(r, fmt.Sprintf("exact/%s/%s/%d", s.name, s.digest, draws), func(src *rand.ChaCha8) (exactLaw, error) {
		b, err := r.exponents(s)
		if err != nil {
			return exactLaw{}, err
		}
		out := exactLaw{Diagonal: make([]float64, len(b))}
		m := bingham.NewMatrix(b, s.k)
		energies := make([]float64, draws)
		for n := range energies {
			v, ok, _ := m.Draw(100*mostProposals, src, nil)
			if !ok {
				return out, errors.New("the exact sampler accepted nothing")
			}
			for i := range b {
				p := projection(v, i)
				out.Diagonal[i] += p / float64(draws)
				energies[n] += p * b[i]
			}
			energies[n] /= sizeEpsilon / 2 * float64(s.records)
		}
		out.Energy, out.SD = meanSD(energies)
		return out, nil
	})
}

// projection is entry i of the diagonal of VVᵀ.
func projection(v [][]float64, i int) float64 {
	p := 0.0
	for _, x := range v {
		p += x[i] * x[i]
	}
	return p
}

func (r *Run) trace(s *set, restart, sweeps int, law exactLaw) (trace, error) {
	key := fmt.Sprintf("trace/%s/%s/sweeps=%d/%d", s.name, s.digest, sweeps, restart)
	return cell(r, key, func(src *rand.ChaCha8) (trace, error) {
		b, err := r.exponents(s)
		if err != nil {
			return trace{}, err
		}
		return runTrace(b, s.k, sweeps, sizeEpsilon/2*float64(s.records), law, src), nil
	})
}

// runTrace runs one chain from a uniform start; energies are divided by scale.
func runTrace(b []float64, k, sweeps int, scale float64, law exactLaw, src noise.Source) trace {
	d := len(b)
	start := bingham.Uniform(d, k, src)
	chain := bingham.NewChain(b, start)
	var out trace
	total := make([]float64, d*k)
	signs := make([]float64, k) // Σ of the frozen columns' signs
	diagonal := make([]float64, d)
	energies := make([]float64, sweeps)
	next := 1.0
	for t := 1; t <= sweeps; t++ {
		chain.Sweep(src)
		x := chain.Columns()
		for j, column := range x {
			for i, v := range column {
				total[j*d+i] += v
			}
			signs[j] += float64(2*int(src.Uint64()>>63) - 1)
		}
		e := 0.0
		for i := range b {
			p := projection(x, i)
			diagonal[i] += p
			e += b[i] * p
		}
		energies[t-1] = e / scale
		if out.Entered == 0 && math.Abs(energies[t-1]-law.Energy) <= 2*law.SD {
			out.Entered = t
		}
		if float64(t) >= next || t == sweeps {
			next = math.Max(next*1.08, float64(t)+1)
			n := float64(t)
			distance := 0.0
			for i, p := range diagonal {
				distance += (p/n - law.Diagonal[i]) * (p/n - law.Diagonal[i])
			}
			out.Sweep = append(out.Sweep, n)
			out.F = append(out.F, length(total)/n/math.Sqrt(float64(k)))
			out.Frozen = append(out.Frozen, length(signs)/n/math.Sqrt(float64(k)))
			out.Energy = append(out.Energy, energies[t-1])
			out.Distance = append(out.Distance, math.Sqrt(distance/float64(k)))
		}
	}
	if out.Entered > 0 {
		out.AutoSweep = autocorrelation(energies[out.Entered-1:])
	}
	return out
}

func length(x []float64) float64 {
	total := 0.0
	for _, v := range x {
		total += v * v
	}
	return math.Sqrt(total)
}

// autocorrelation is the integrated autocorrelation time of a series, 1 for
// independent values: 1 + 2Σρ(lag) over the window that is the shortest of at least five times the sum
// (Sokal 1997).
func autocorrelation(x []float64) float64 {
	mean, sd := meanSD(x)
	time := 1.0
	for lag := 1; lag < len(x)/2; lag++ {
		c := 0.0
		for i := lag; i < len(x); i++ {
			c += (x[i] - mean) * (x[i-lag] - mean)
		}
		time += 2 * c / float64(len(x)-lag) / (sd * sd)
		if float64(lag) >= 5*time {
			break
		}
	}
	return time
}
