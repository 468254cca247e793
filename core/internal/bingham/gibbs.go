package bingham

import (
	"slices"

	"privatepca/core/noise"
)

// Gibbs runs Hoff's Gibbs sampler for the matrix Bingham law, density
// ∝ exp(tr VᵀBV) on orthonormal d×k matrices V, B = diag(b), and returns the
// last state: k columns of length d in the eigenbasis of B, rotated on the
// right by a Haar matrix (the law is invariant under it).
//
// The chain starts at the top eigenvectors. A sweep draws each column in turn,
// exactly, from its vector Bingham law in the complement of the others
// (Hoff 2009, section 3.2, who diagonalises that complement for each column;
// here a draw costs O(dk) a proposal and O(dk²) to prepare). Where 2k > d the
// chain runs on the complement, with −B. The law of the result is matrix
// Bingham in the limit of many sweeps only.
//
// After each sweep progress is called, if it is not nil, with how many of them are
// done; an error of it ends the chain and is returned. Gibbs panics unless b is finite, not increasing and spread over at
// most 1e12, 1 ≤ k ≤ d and sweeps ≥ 1.
func Gibbs(b []float64, k, sweeps int, src noise.Source, progress func(done, total int) error) ([][]float64, error) {
	check(b, k)
	if sweeps < 1 {
		panic("bingham: at least one sweep")
	}
	short, m := shorter(b, k)
	c := newChain(short, m)
	for i := range sweeps {
		c.sweep(src)
		if progress != nil {
			if err := progress(i+1, sweeps); err != nil {
				return nil, err
			}
		}
	}
	v := restore(c.v, len(b), k)
	Rotate(v, src)
	return v, nil
}

// shorter returns the problem that brings a k-dimensional subspace with fewer
// columns: B's own, or that of the complement under −B (no column for k = d).
func shorter(b []float64, k int) (short []float64, m int) {
	if 2*k <= len(b) {
		return b, k
	}
	return reversed(b), len(b) - k
}

// restore turns the columns w of the shorter problem into k columns.
func restore(w [][]float64, d, k int) [][]float64 {
	if 2*k <= d {
		return w
	}
	for _, x := range w { // back from the reversed basis
		slices.Reverse(x)
	}
	return complement(w, d)
}

// chain is the state of a Gibbs sampler.
type chain struct {
	v      [][]float64
	others [][]float64
	from   []start
	column *column
}

func newChain(b []float64, k int) *chain {
	c := &chain{v: newFrame(len(b), k)}
	if k == 0 {
		return c
	}
	c.others, c.from, c.column = make([][]float64, k-1), make([]start, k), newColumn(b, k-1)
	for j := range c.v {
		c.v[j][j] = 1
		// Among the top eigenvectors, column j sees b[j] and the tail.
		p := simple(append([]float64{b[j]}, b[k:]...))
		t, k2 := p.saddle()
		c.from[j] = start{t + (b[j] - b[k-1]), k2}
	}
	return c
}

// sweep draws every column once.
func (c *chain) sweep(src noise.Source) {
	for j, x := range c.v {
		copy(c.others, c.v[:j])
		copy(c.others[j:], c.v[j+1:])
		c.column.draw(c.others, x, &c.from[j], src)
	}
}
