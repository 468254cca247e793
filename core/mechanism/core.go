package mechanism

import (
	"math"
	"math/big"

	"privatepca/core/method"
	"privatepca/core/moment"
	"privatepca/core/noise"
	"privatepca/core/privacy"
	"privatepca/core/subspace"
)

// A core is the second step that orders a released subspace: it noises the k×k
// matrix WᵀSW, W the released basis on an integer grid, and so releases the
// eigenvalues within the subspace. Proof: ppca.md, "The core".
type core struct {
	p    Params
	cost privacy.Cost
}

const coreGrid = method.CoreGrid

// newCore returns the step at (ε,δ) b. The width that is drawn depends on the released basis; its ρ and μ, for any
// basis, are at most what is stated (ppca.md, "The core"). It returns an error, before anything is paid, where the noise would be too wide.
func newCore(p Params, b privacy.Budget) (*core, error) {
	c := &core{p: p, cost: privacy.Cost{Epsilon: b.Epsilon, Delta: b.Delta, Claim: privacy.Exact}}
	if _, _, _, err := c.noise(mostNorm2(p.K, p.Dim)); err != nil { // the widest that any basis needs
		return nil, err
	}
	return c, c.state()
}

// state fills in what the noise is proven to lose for any basis.
func (c *core) state() error {
	k := float64(c.p.K)
	if c.cost.Delta == 0 {
		l1 := (k*k + 3*k) / 4 // squared, for an ℓ₂ sensitivity of 1
		if c.p.Relation == privacy.AddRemove || c.p.K == 1 {
			l1 = (k + 1) * (k + 1) / 4
		}
		rho := privacy.LaplaceRho(c.cost.Epsilon, l1, 1)
		c.cost.Rho = min(privacy.PureRho(c.cost.Epsilon), rho)
		c.cost.Mu = min(privacy.PureMu(c.cost.Epsilon), privacy.LaplaceMu(rho))
		return nil
	}
	rho, err := privacy.MostGaussianRho(privacy.Budget{Epsilon: c.cost.Epsilon, Delta: c.cost.Delta})
	if err != nil {
		return err
	}
	c.cost.Rho = rho
	// The narrowest noise that any basis has is wide enough for a μ, or none is stated.
	narrowest := big.NewInt(coreGrid * coreGrid / 4)
	_, _, law, err := c.noise(narrowest)
	if err == nil {
		c.cost.Mu = privacy.GaussianMuOf(2*rho, law.Width, entries(c.p.K))
	}
	return err
}

// part is the step's, with the law that it was drawn from; nil before, for the width depends on the released basis.
func (c *core) part(law *privacy.Law) privacy.Part {
	name := NameLaplace
	if c.cost.Delta > 0 {
		name = NameGaussian
	}
	return part(method.StepCore, name, c.cost, law)
}

// A bigDrawer draws integer noise that is not reduced modulo 2⁶⁴: the entries of the
// core pass 64 bits, so nothing is there to reduce the sum alike.
type bigDrawer interface {
	DrawBig(src noise.Source) *big.Int
}

// noise returns the noise on and off the diagonal for a W with ‖W‖₂² ≤ norm2: a
// row q of the records, ‖q‖ ≤ s, becomes Wᵀq with ‖Wᵀq‖² ≤ norm2·s².
func (c *core) noise(norm2 *big.Int) (diagonal, off bigDrawer, law *privacy.Law, err error) {
	k, relation := int64(c.p.K), c.p.Relation
	if k == 1 {
		relation = privacy.AddRemove // a difference of two numbers in [0, x] is at most x
	}
	// (m·norm2·s²)², the square of what one person's rows have of ‖·‖_F at most.
	reach := new(big.Int).Mul(norm2, big.NewInt(int64(c.p.Scale)*int64(c.p.Scale)*int64(c.p.RowsPerPerson)))
	square := new(big.Int).Mul(reach, reach)
	if c.cost.Delta > 0 {
		if relation == privacy.ReplaceOne {
			square.Lsh(square, 1)
		}
		width, err := privacy.CalibrateGaussian(square, entries(c.p.K), privacy.Budget{Epsilon: c.cost.Epsilon, Delta: c.cost.Delta})
		if err != nil {
			return nil, nil, nil, err
		}
		on, err := noise.NewDiscreteGaussian(width.Sigma)
		if err != nil {
			return nil, nil, nil, err
		}
		beside, err := noise.NewDiscreteGaussian(width.OffDiagonal)
		law = gaussianLaw(method.StepCore, width, true)
		law.Reach, law.Directions = norm2.Uint64(), c.p.K
		return on, beside, law, err
	}
	scale, err := privacy.CalibrateLaplace(laplaceSensitivity(k, k, square, relation), c.cost.Epsilon)
	if err != nil {
		return nil, nil, nil, err
	}
	l, err := noise.NewDiscreteLaplace(scale)
	law = discrete(method.StepCore, privacy.DiscreteLaplace, scale, scale)
	law.Reach, law.Directions = norm2.Uint64(), c.p.K
	return l, l, law, err
}

// release returns the directions of basis in the order of the noisy eigenvalues
// within their span, these, in units of S/s², and the law of the noise. The basis must be released
// already: only it and the noisy core are looked at.
func (c *core) release(s *moment.Matrix, basis subspace.Basis, src noise.Source) (subspace.Basis, []float64, *privacy.Law) {
	w := onGrid(basis)
	diagonal, off, law, err := c.noise(norm2(w))
	if err != nil {
		panic("mechanism: " + err.Error()) // newCore tried the widest
	}
	k := len(w)
	unit := coreGrid * coreGrid * float64(s.Scale()) * float64(s.Scale())
	noisy := make([]float64, 0, entries(k))
	for i := range k {
		row := product(s, w[i])
		for j := i; j < k; j++ {
			draw := off
			if i == j {
				draw = diagonal
			}
			x := row.dot(w[j])
			x.Add(x, draw.DrawBig(src))
			f, _ := new(big.Float).SetInt(x).Float64()
			noisy = append(noisy, f/unit)
		}
	}
	at := 0
	values, turn := decompose(c.p.Solver, k, func(i, j int) float64 {
		at++
		return noisy[at-1]
	})
	out := make(subspace.Basis, k)
	for r := range out {
		out[r] = make([]float64, len(basis[0]))
		for j, x := range turn[r] {
			for i, y := range basis[j] {
				out[r][i] += x * y
			}
		}
	}
	return out, values, law
}

// onGrid is the basis in units of 1/coreGrid.
func onGrid(basis subspace.Basis) [][]int64 {
	w := make([][]int64, len(basis))
	for r, row := range basis {
		w[r] = make([]int64, len(row))
		for i, x := range row {
			w[r][i] = int64(math.RoundToEven(x * coreGrid))
		}
	}
	return w
}

// norm2 is a bound on ‖W‖₂², the largest eigenvalue of the Gram matrix, by
// Gershgorin's circles in exact integers.
func norm2(w [][]int64) *big.Int {
	worst := int64(0)
	for _, a := range w {
		sum := int64(0)
		for _, b := range w {
			dot := int64(0)
			for i, x := range a {
				dot += x * b[i] // below 2²⁴·d
			}
			sum += max(dot, -dot)
		}
		worst = max(worst, sum)
	}
	return big.NewInt(worst)
}

// mostNorm2 is at least norm2 of every basis.
func mostNorm2(k, d int) *big.Int { return new(big.Int).SetUint64(method.MostCoreNorm2(k, d)) }

// A split holds the integers hi·2³¹ + lo.
type split struct{ hi, lo []int64 }

// product returns S·w exactly: the entries of S, below 2⁶¹, are split so that
// sums of d products with grid integers stay below 2⁶³.
func product(s *moment.Matrix, w []int64) split {
	d := len(w)
	p := split{make([]int64, d), make([]int64, d)}
	for i := range d {
		for j, x := range w {
			y := s.At(i, j)
			p.hi[i] += x * (y >> 31)
			p.lo[i] += x * (y & (1<<31 - 1))
		}
	}
	return p
}

// dot returns the inner product with w, exactly.
func (p split) dot(w []int64) *big.Int {
	total := new(big.Int)
	term, x := new(big.Int), new(big.Int)
	for i, c := range w {
		term.SetInt64(p.hi[i])
		term.Lsh(term, 31)
		term.Add(term, x.SetInt64(p.lo[i]))
		total.Add(total, term.Mul(term, x.SetInt64(c)))
	}
	return total
}
