// Package bingham samples the vector and matrix Bingham laws, and the uniform
// law on the Stiefel manifold.
//
// The matrix Bingham law has density ∝ exp(tr VᵀBV) on orthonormal d×k
// matrices V, B symmetric. Everywhere in this package B = diag(b): it is given
// by its eigenvalues b, in descending order and of any sign, and V is returned
// as k columns of length d in the eigenbasis of B, which the caller rotates
// back. Matrix draws from it exactly, Gibbs in the limit of many sweeps.
//
// Draws come out with a Haar rotation applied on the right, as the law has
// it: no column says anything that the subspace does not. What they are used
// for should depend on the subspace alone.
//
// Proofs, what is idealised, and measurements: bingham.md.
package bingham
