package shrink

import "math"

// entries fits the prior of the entries off the diagonal: S_ij is drawn from a mixture of normal
// laws of mean 0 and variances ω_l·s_i·s_j, where s_i is the scale of feature i.
type entries struct {
	y      Matrix
	noise  float64 // τ², the variance of the noise off the diagonal
	scales []float64
	omega  [len(multiples)]float64
	weight [len(multiples)]float64
}

func newEntries(y Matrix, law Law, scales []float64) *entries {
	e := &entries{y: y, noise: law.OffDiagonal * law.OffDiagonal, scales: make([]float64, len(scales))}
	mean := 0.0
	for _, s := range scales {
		mean += s / float64(len(scales))
	}
	for i, s := range scales {
		e.scales[i] = math.Max(s, floor*mean)
	}
	signal, products := 0.0, 0.0
	for i := range y.D {
		for j, x := range y.row(i) {
			if j > 0 {
				signal += x*x - e.noise
				products += e.product(i, i+j)
			}
		}
	}
	kappa := 1 / float64(y.D) // the least; also where the products vanish
	if products > 0 {
		kappa = math.Max(kappa, signal/products)
	}
	for l, m := range multiples {
		e.omega[l] = math.Min(1, kappa*m) // |S_ij|² ≤ S_ii·S_jj
		e.weight[l] = .05
	}
	e.weight[middle] = .7
	return e
}

// product is s_i·s_j: the largest square of S_ij that a positive semidefinite matrix allows.
func (e *entries) product(i, j int) float64 { return e.scales[i] * e.scales[j] }

// logLikelihood is the logarithm of the density of y under component l, up to a constant.
func (e *entries) logLikelihood(y, product float64, l int) float64 {
	v := e.omega[l]*product + e.noise
	return -.5 * (math.Log(v) + y*y/v)
}

// fit estimates the weights by expectation maximisation, over at most 2¹⁵ entries, taken at equal
// steps. Where the mixture is hardly likelier than its middle component alone, that one is kept.
func (e *entries) fit(progress func(float64)) {
	total := e.y.D * (e.y.D - 1) / 2
	step := (total + sampled - 1) / sampled
	var densities [][len(multiples)]float64
	gain := 0.0 // of the log-likelihood over the middle component's, before the last logarithm
	at := 0
	for i := range e.y.D {
		for j, x := range e.y.row(i) {
			if j == 0 {
				continue
			}
			if at++; at%step != 0 {
				continue
			}
			var f [len(multiples)]float64
			base := e.logLikelihood(x, e.product(i, i+j), middle)
			most := base
			for l := range f {
				f[l] = e.logLikelihood(x, e.product(i, i+j), l)
				most = math.Max(most, f[l])
			}
			for l := range f {
				f[l] = math.Exp(f[l] - most)
			}
			gain += most - base
			densities = append(densities, f)
		}
	}
	for round := range entryRounds {
		var next [len(multiples)]float64
		for n := range densities {
			f := &densities[n]
			sum := 0.0
			for l, w := range e.weight {
				sum += w * f[l]
			}
			for l, w := range e.weight {
				next[l] += w * f[l] / sum
			}
		}
		for l := range next {
			e.weight[l] = next[l] / float64(len(densities))
		}
		progress(.5 * float64(round+1) / entryRounds)
	}
	for n := range densities {
		sum := 0.0
		for l, w := range e.weight {
			sum += w * densities[n][l]
		}
		gain += math.Log(sum)
	}
	if gain < evidence {
		e.weight = [len(multiples)]float64{middle: 1}
	}
}

// factor is E[S_ij | Y_ij = y]/y, in [0, 1].
func (e *entries) factor(y, product float64) float64 {
	var logs [len(multiples)]float64
	most := math.Inf(-1)
	for l := range logs {
		logs[l] = e.logLikelihood(y, product, l)
		if e.weight[l] > 0 {
			most = math.Max(most, logs[l])
		}
	}
	sum, mean := 0.0, 0.0
	for l, w := range e.weight {
		if w == 0 {
			continue
		}
		p := w * math.Exp(logs[l]-most)
		sum += p
		v := e.omega[l] * product
		mean += p * v / (v + e.noise)
	}
	return mean / sum
}
