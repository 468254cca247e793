package bingham

import (
	"slices"

	"privatepca/core/noise"
)

// A Chain is Hoff's Gibbs sampler step by step, from a start of the caller's: what
// Gibbs hides. It is for looking at convergence. Its columns are in no canonical gauge, so
// they must not be released: Gibbs rotates them first.
type Chain struct{ c *chain }

// NewChain starts a chain for the matrix Bingham law of B = diag(b) at start, k
// orthonormal columns of length d, k < d, which it copies. It panics for the b that Gibbs panics for.
func NewChain(b []float64, start [][]float64) *Chain {
	k := len(start)
	check(b, k)
	if k == len(b) {
		panic("bingham: a chain needs k < d")
	}
	c := newChain(b, k)
	for j, x := range start {
		if len(x) != len(b) {
			panic("bingham: a start of another dimension")
		}
		copy(c.v[j], x)
	}
	return &Chain{c}
}

// Sweep draws every column once, each exactly given the others.
func (c *Chain) Sweep(src noise.Source) { c.c.sweep(src) }

// Columns returns a copy of the state: k columns of length d, in the eigenbasis of B.
func (c *Chain) Columns() [][]float64 {
	out := make([][]float64, len(c.c.v))
	for j, x := range c.c.v {
		out[j] = slices.Clone(x)
	}
	return out
}
