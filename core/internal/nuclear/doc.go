// Package nuclear draws the noise of the K-norm mechanism for the nuclear norm:
// a symmetric d×d matrix N with density ∝ exp(−c‖N‖_*), the sum of the absolute
// eigenvalues in the exponent. No Markov chain is involved.
//
// The eigenvalues have density ∏_{i<j}(λᵢ−λⱼ)·exp(−cΣ|λᵢ|)/Z, the eigenvectors
// are Haar. The absolute values s₁ > … > s_d split into two interlacing sets,
// X = {s_d, s_{d−2}, …} and Y, with density ∝ Δ(X²)·∏Y·Δ(Y²)·exp(−Σs), and
//
//	alternate.go  draws A, the smaller of the two, a biorthogonal process;
//	gaps.go       draws the other, one point in each gap of A;
//	signs.go      draws the signs given both, a determinantal process;
//	matrix.go     turns the diagonal matrix by a Haar orthogonal one.
//
// Proofs, the certificate that every draw carries and what it does not cover
// stand in nuclear.md; (1), (2), … in comments are its equations.
package nuclear
