package madeup

import (
	"math"
	"math/rand/v2"
	"sort"

	"gonum.org/v1/gonum/stat/distuv"
)

// Laws that the tables draw from.

func logistic(z float64) float64 { return 1 / (1 + math.Exp(-z)) }

// likert is an answer from 1 to 5 to a latent value of variance 1.
func likert(z float64) float64 {
	x := 1.0
	for _, cut := range [...]float64{-1.4, -.5, .5, 1.4} {
		if z >= cut {
			x++
		}
	}
	return x
}

func flag(yes bool) float64 {
	if yes {
		return 1
	}
	return 0
}

func poisson(r *rand.Rand, mean float64) float64 {
	return distuv.Poisson{Lambda: mean, Src: r}.Rand()
}

// student is a draw of Student's law with that many degrees of freedom.
func student(r *rand.Rand, degrees float64) float64 {
	return r.NormFloat64() / math.Sqrt(distuv.ChiSquared{K: degrees, Src: r}.Rand()/degrees)
}

func beta(r *rand.Rand, a, b float64) float64 {
	return distuv.Beta{Alpha: a, Beta: b, Src: r}.Rand()
}

// gumbel makes the level of the largest utility one of a multinomial logit.
func gumbel(r *rand.Rand) float64 { return -math.Log(r.ExpFloat64()) }

// level draws from weights, which need not sum to 1.
func levelOf(r *rand.Rand, weights []float64) int {
	total := 0.0
	for _, w := range weights {
		total += w
	}
	x := r.Float64() * total
	for l, w := range weights {
		if x -= w; x < 0 {
			return l
		}
	}
	return len(weights) - 1
}

// uneven are the shares of L levels: a draw of Dirichlet's law with that concentration.
func uneven(r *rand.Rand, levels int, concentration float64) []float64 {
	w := make([]float64, levels)
	for l := range w {
		w[l] = distuv.Gamma{Alpha: concentration, Beta: 1, Src: r}.Rand()
	}
	return w
}

// digitize is the number of ascending cuts at or below z.
func digitize(z float64, cuts ...float64) int {
	return sort.Search(len(cuts), func(i int) bool { return cuts[i] > z })
}

// geometric are count values from low to high in equal ratios.
func geometric(low, high float64, count int) []float64 {
	out := make([]float64, count)
	for i := range out {
		out[i] = low * math.Pow(high/low, float64(i)/float64(count-1))
	}
	return out
}

// normals are n rows of k independent standard normal values.
func normals(r *rand.Rand, n, k int) [][]float64 {
	out := make([][]float64, n)
	for i := range out {
		out[i] = make([]float64, k)
		for q := range k {
			out[i][q] = r.NormFloat64()
		}
	}
	return out
}
