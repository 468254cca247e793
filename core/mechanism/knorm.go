package mechanism

import (
	"errors"
	"math"
	"slices"

	"privatepca/core/method"
	"privatepca/core/noise"
	"privatepca/core/privacy"
)

// A MeanColumn is what the K-norm mean has to know of a column: how many levels a category has, or how far two
// of a number's integers can be apart.
type MeanColumn struct {
	Levels int   // 0 for a number
	Range  int64 // round(s·hi) − round(s·lo) of a number; round(s·w) of a category of weight w, s where it is 0
}

// KNormMean releases the noisy mean of the features under pure ε: noise of density ∝ exp(−ε‖z‖_K/m) on the exact sum, K
// the convex body that holds the difference of any two records (Hardt, Talwar 2010; Awan, Slavković 2020). It is
// drawn exactly but in double precision: its claim is idealised numerics. Proof: mean.md.
type KNormMean struct {
	p       MeanParams
	columns []MeanColumn
	epsilon float64
	dims    int // D′
}

// NewKNormMean makes the step for one ε. The columns are in the order of the features.
func NewKNormMean(p MeanParams, columns []MeanColumn, epsilon float64) (*KNormMean, error) {
	if err := p.Validate(); err != nil {
		return nil, err
	}
	if err := (privacy.Budget{Epsilon: epsilon}).Validate(); err != nil {
		return nil, err
	}
	k := &KNormMean{p: p, columns: slices.Clone(columns), epsilon: epsilon, dims: p.Coordinates()}
	features := 0
	for i, c := range k.columns {
		if c.Levels > 0 && c.Range == 0 {
			c.Range = int64(p.Scale)
			k.columns[i] = c
		}
		if c.Levels < 0 || c.Range < 1 {
			return nil, errors.New("mechanism: a column of the mean cannot vary")
		}
		features += max(1, c.Levels)
	}
	if features != p.Dim {
		return nil, errors.New("mechanism: the mean's columns have another number of features")
	}
	return k, nil
}

// Part is what the step costs.
func (k *KNormMean) Part() privacy.Part {
	law := scored(method.StepMean, privacy.KNorm, k.epsilon/float64(k.p.RowsPerPerson))
	if k.p.Counted() {
		law.Weight = 1
	}
	return part(method.StepMean, method.KNorm, pureCost(k.epsilon, privacy.Idealised), law)
}

// Release draws the mean of the features from the exact sum of q over that many rows, as Mean.Release does. sigma is
// the root mean square of the noise over features.
func (k *KNormMean) Release(sum []int64, rows int64, src noise.Source) (mean []float64, sigma float64) {
	if len(sum) != k.p.Dim {
		panic("mechanism: a sum of another length")
	}
	z := k.draw(src)
	n, base := float64(rows), make([]int64, k.p.Dim)
	if k.p.Counted() {
		base = k.p.Base
		n += z[k.p.Dim]
	}
	n = math.Max(1, math.Round(n))
	mean = make([]float64, k.p.Dim)
	for i, x := range sum {
		noisy := math.Round(float64(x-rows*base[i]) + z[i])
		mean[i] = (float64(base[i]) + noisy/n) / float64(k.p.Scale)
	}
	return mean, k.width() / n / float64(k.p.Scale)
}

// draw is one z: (m·r/ε)·u, r of the law Gamma(D′+1) and u uniform in K. K is a product over columns, and its
// last coordinate is the number of rows, where that is private.
func (k *KNormMean) draw(src noise.Source) []float64 {
	r := 0.0
	for range k.dims + 1 {
		r += noise.Exponential(src)
	}
	r *= float64(k.p.RowsPerPerson) / k.epsilon
	z := make([]float64, 0, k.dims)
	for _, c := range k.columns {
		if c.Levels == 0 {
			z = append(z, r*float64(c.Range)*(2*noise.Uniform(src)-1))
			continue
		}
		for _, x := range category(c.Levels, src) {
			z = append(z, r*float64(c.Range)*x)
		}
	}
	if k.p.Counted() {
		z = append(z, r*(2*noise.Uniform(src)-1))
	}
	return z
}

// category is uniform in {z ∈ ℝᴸ: ‖z⁺‖₁ ≤ 1, ‖z⁻‖₁ ≤ 1}. The part with a given set of j positive coordinates has the
// volume 1/(j!(L−j)!): a product of two corners of cubes.
func category(levels int, src noise.Source) []float64 {
	weights, total := orthants(levels)
	positives, u := 0, total*noise.Uniform(src)
	for positives < levels {
		if u -= weights[positives]; u < 0 {
			break
		}
		positives++
	}
	up, down := corner(positives, src), corner(levels-positives, src)
	z := make([]float64, 0, levels)
	for left := levels; left > 0; left-- { // which coordinates are positive: each set alike
		if noise.Uniform(src)*float64(left) < float64(len(up)) {
			z, up = append(z, up[0]), up[1:]
		} else {
			z, down = append(z, -down[0]), down[1:]
		}
	}
	return z
}

// orthants are the volumes of the parts with j = 0 … levels positive coordinates, C(L,j)/(j!(L−j)!) each, as shares of the
// largest, and their sum. The volumes themselves are below the smallest double from about 118 levels on.
func orthants(levels int) (weights []float64, total float64) {
	weights = make([]float64, levels+1)
	most := math.Inf(-1)
	for j := range weights {
		a, _ := math.Lgamma(float64(j + 1))
		b, _ := math.Lgamma(float64(levels - j + 1))
		weights[j] = -2*a - 2*b
		most = math.Max(most, weights[j])
	}
	for j, log := range weights {
		weights[j] = math.Exp(log - most)
		total += weights[j]
	}
	return weights, total
}

// corner is uniform in {x ∈ ℝʲ: x ≥ 0, Σx ≤ 1}: spacings of the uniform law.
func corner(dim int, src noise.Source) []float64 {
	x, sum := make([]float64, dim), noise.Exponential(src)
	for i := range x {
		x[i] = noise.Exponential(src)
		sum += x[i]
	}
	for i := range x {
		x[i] /= sum
	}
	return x
}

// width is the root mean square over features of the noise on the sum.
func (k *KNormMean) width() float64 {
	d := float64(k.dims)
	squares := 0.0 // E Σ u² over features
	for _, c := range k.columns {
		if c.Levels == 0 {
			squares += float64(c.Range) * float64(c.Range) / 3
			continue
		}
		weights, total := orthants(c.Levels)
		sum := 0.0
		for j, w := range weights {
			x, y := float64(j), float64(c.Levels-j)
			// E x² of a coordinate in the corner of dimension j is 2/((j+1)(j+2)).
			sum += w * (2*x/((x+1)*(x+2)) + 2*y/((y+1)*(y+2)))
		}
		squares += sum / total * float64(c.Range) * float64(c.Range)
	}
	r2 := (d + 1) * (d + 2) // E r²
	return float64(k.p.RowsPerPerson) / k.epsilon * math.Sqrt(r2*squares/float64(k.p.Dim))
}
