package mechanism

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"privatepca/core/eigen"
	"privatepca/core/method"
	"privatepca/core/moment"
	"privatepca/core/noise/noisetest"
	"privatepca/core/privacy"
	"privatepca/core/subspace"
)

// The core WᵀSW is exact for entries of S near 2⁵⁷ and a W of grid integers.
func TestCoreIsExact(t *testing.T) {
	const d, s = 3, moment.MaxScale
	a := moment.NewAccumulator(d, s)
	rng := rand.New(rand.NewPCG(1, 1))
	for range 4000 {
		q := make([]int16, d)
		q[rng.IntN(d)] = int16(rng.IntN(2*s) - s)
		if err := a.Add(q); err != nil {
			t.Fatal(err)
		}
	}
	for range 22 { // doubles 22 times: n = 4000·2²² records
		if err := a.Merge(a); err != nil {
			t.Fatal(err)
		}
	}
	m := a.Matrix()
	if m.At(0, 0) < 1<<56 {
		t.Fatalf("the largest entries are only %d", m.At(0, 0))
	}
	for range 50 {
		u, v := []int64{0, 0, 0}, []int64{0, 0, 0}
		want := new(big.Int)
		for i := range d {
			u[i], v[i] = rng.Int64N(2*coreGrid)-coreGrid, rng.Int64N(2*coreGrid)-coreGrid
		}
		for i := range d {
			for j := range d {
				term := new(big.Int).Mul(big.NewInt(m.At(i, j)), big.NewInt(u[i]*v[j]))
				want.Add(want, term)
			}
		}
		if got := product(m, u).dot(v); got.Cmp(want) != 0 {
			t.Fatalf("got %v, want %v", got, want)
		}
	}
}

// ν bounds ‖W‖₂² from above, and is not much larger for a basis.
func TestCoreNormBound(t *testing.T) {
	src := noisetest.New(2)
	for range 20 {
		mech, err := NewRandom(params(spectrum(t, 1, make([]float64, 60)), 5, 1, 1e-6))
		if err != nil {
			t.Fatal(err)
		}
		out, err := mech.Release(t.Context(), spectrum(t, 1, make([]float64, 60)), src)
		if err != nil {
			t.Fatal(err)
		}
		v, err := out.View(5)
		if err != nil {
			t.Fatal(err)
		}
		w := onGrid(v.Basis)
		gram, _ := decompose(eigen.Solver{}, 5, func(i, j int) float64 {
			sum := 0.0
			for l := range w[i] {
				sum += float64(w[i][l]) * float64(w[j][l])
			}
			return sum
		})
		nu, _ := new(big.Float).SetInt(norm2(w)).Float64()
		if nu < gram[0]*(1-1e-12) || nu > 1.02*coreGrid*coreGrid {
			t.Errorf("ν = %g for a largest eigenvalue of %g, grid² = %d", nu, gram[0], coreGrid*coreGrid)
		}
	}
}

// No basis needs wider noise than what is tried before anything is paid.
func TestCoreIsCalibratedForEveryBasis(t *testing.T) {
	for _, c := range []struct{ k, d int }{{1, 2}, {1, 500}, {3, 4}, {39, 40}, {399, 400}, {200, 300}} {
		t.Run(fmt.Sprint(c.d), func(t *testing.T) {
			m := spectrum(t, 0, make([]float64, c.d))
			random, err := NewRandom(params(m, c.k, 1, 0))
			if err != nil {
				t.Fatal(err)
			}
			out, err := random.Release(t.Context(), m, noisetest.New(5))
			if err != nil {
				t.Fatal(err)
			}
			basis := out.basis
			if c.k == c.d-1 && c.d > 4 { // all entries but the diagonal's are rounded alike: I − (2/d)·11ᵀ
				for i := range basis {
					for j := range basis[i] {
						basis[i][j] = -2 / float64(c.d)
					}
					basis[i][i]++
				}
			}
			needed, most := norm2(onGrid(basis.Rounded())), mostNorm2(c.k, c.d)
			if needed.Cmp(most) > 0 {
				t.Errorf("k = %d, d = %d: ν = %v, and %v was tried", c.k, c.d, needed, most)
			}
			if c.k < 50 && most.Cmp(big.NewInt(2*coreGrid*coreGrid)) > 0 {
				t.Errorf("k = %d, d = %d: noise for ν = %v is asked for", c.k, c.d, most)
			}
		})
	}
	// At the smallest ε that is taken, every basis can be released with: found by halving.
	p := params(spectrum(t, 5000, synthetic), 2, 1, 0)
	for _, delta := range []float64{0, 1e-6} {
		low, high := 1e-9, 1.0
		for range 60 {
			mid := math.Sqrt(low * high)
			if _, err := newCore(p, privacy.Budget{Epsilon: mid, Delta: delta}); err != nil {
				low = mid
			} else {
				high = mid
			}
		}
		if low == 1e-9 || high == 1 {
			t.Fatalf("δ = %g: ε from %g to %g", delta, low, high)
		}
		c, err := newCore(p, privacy.Budget{Epsilon: high, Delta: delta})
		if err != nil {
			t.Fatal(err)
		}
		if _, _, _, err := c.noise(mostNorm2(p.K, p.Dim)); err != nil {
			t.Errorf("δ = %g: ε = %g is taken, and its noise is not there: %v", delta, high, err)
		}
		if _, err := newCore(p, privacy.Budget{Epsilon: low, Delta: delta}); err == nil || !strings.Contains(err.Error(), "ε") {
			t.Errorf("δ = %g: ε = %g is refused with %v", delta, low, err)
		}
		beyond := new(big.Int).Lsh(big.NewInt(1), 62)
		if _, _, _, err := c.noise(beyond); err == nil {
			t.Errorf("δ = %g: noise beyond every width is given", delta)
		}
	}
}

// Order and eigenvalues: their noise has the stated width, from both sides, and
// the parts compose to the budget.
func TestCoreRelease(t *testing.T) {
	m := spectrum(t, 5000, synthetic)
	for _, delta := range []float64{0, 1e-6} {
		p := params(m, 2, 1, delta)
		shares, err := p.Budget.Split(.8, .2)
		if err != nil {
			t.Fatal(err)
		}
		p.Budget, p.Core = privacy.Budget{Epsilon: shares[0].Epsilon}, privacy.Budget{Epsilon: shares[1].Epsilon, Delta: delta}
		mech, err := NewPPCA(p)
		if err != nil {
			t.Fatal(err)
		}
		c := mech.Cost()
		if c.Epsilon > 1 || c.Epsilon < .999 || c.Delta != delta || c.Claim != privacy.Idealised {
			t.Errorf("δ=%g: cost %+v", delta, c)
		}
		// The stated width of a diagonal entry in units of S/s².
		reach := math.Sqrt((4+6)/2.) / .2 // discrete Laplace: √((k²+3k)/2)/ε, k = 2
		width := reach * math.Sqrt2
		if delta > 0 {
			width = analyticSigma(.2, delta)
		}
		src := noisetest.New(3)
		var square float64
		const draws = 400
		for range draws {
			out, err := mech.Release(t.Context(), m, src)
			if err != nil {
				t.Fatal(err)
			}
			if out.MaxK() != 2 || len(out.Parts) != 2 || out.Parts[1].Claim != privacy.Exact {
				t.Fatalf("parts %+v, k up to %d", out.Parts, out.MaxK())
			}
			v, err := out.View(2)
			if err != nil {
				t.Fatal(err)
			}
			if v.Values[0] < v.Values[1] || v.Basis.OrthonormalError() > 1e-4 {
				t.Fatalf("values %v", v.Values)
			}
			// The trace of the noise: the released values against the energy of the basis.
			s2 := float64(m.Scale()) * float64(m.Scale())
			e := v.Values[0] + v.Values[1] - v.Basis.Energy(m)/s2
			square += e * e / 2 / draws
		}
		// A chi-square of 400 draws (Laplace: of kurtosis 6, sums of two 4.5): within 35 %
		// at a false-rejection rate below 1e-5; W's grid adds up to half a percent.
		if ratio := math.Sqrt(square) / width; ratio < .8 || ratio > 1.25 {
			t.Errorf("δ=%g: noise of a diagonal entry has width %.4g, stated %.4g", delta, math.Sqrt(square), width)
		}
		one, err := mech.Release(t.Context(), m, noisetest.New(4))
		if err != nil {
			t.Fatal(err)
		}
		if first, err := one.View(1); err != nil || subspace.Angles(first.Basis, subspace.Basis{{1, 0, 0, 0, 0, 0, 0, 0, 0, 0}})[0] > .3 {
			t.Errorf("the first direction is not the strongest: %v %v", first, err)
		}
	}
}

// With a cap every document claims less, whichever branch ran, and says nothing
// of the branch; the law stays.
func TestCap(t *testing.T) {
	if testing.Short() {
		t.Skip("statistics: not with -short")
	}
	const n, k = 5000, 2
	m := spectrum(t, n, synthetic)
	p := params(m, k, .03, 0)
	p.Cap = 1
	mech, err := NewPPCA(p)
	if err != nil {
		t.Fatal(err)
	}
	if c := mech.Cost(); c.Claim != privacy.Conditional || c.Epsilon != .03 {
		t.Errorf("cost %+v", c)
	}
	src, other := noisetest.New(5), noisetest.New(6)
	formulas := map[string]bool{}
	var ours, stated []float64
	for range 1500 {
		out, err := mech.Release(t.Context(), m, src)
		if err != nil {
			t.Fatal(err)
		}
		formulas[method.Formula(out.Parts[0])+strings.Join(method.Assumptions(NamePPCA, out.Parts), "")] = true
		v, err := out.View(k)
		if err != nil {
			t.Fatal(err)
		}
		ours = append(ours, v.Basis.Energy(m)/n/testScale/testScale)
		stated = append(stated, exactEnergy(n, k, .015, other))
	}
	if got := z(ours, stated); math.Abs(got) > zLimit {
		t.Errorf("a cap changes the law: %.1f standard errors", got)
	}
	if len(formulas) != 1 {
		t.Errorf("documents differ between branches: %v", formulas)
	}
}

// The ρ of a core by Laplace noise is ε²·l2²/(2·l1²), of the bounds of laplace.md for all features of k: l1² is (k²+3k)/2 of l2² = 2 where a
// person is replaced, and (k+1)²/4 of 1 where one comes or goes; and no more than what pure ε implies.
func TestRhoOfALaplaceCore(t *testing.T) {
	for k := 1; k <= 6; k++ {
		for relation, l1 := range map[privacy.Relation]float64{privacy.ReplaceOne: float64(k*k+3*k) / 4, privacy.AddRemove: float64((k+1)*(k+1)) / 4} {
			t.Run(fmt.Sprint(relation), func(t *testing.T) {
				c := core{p: Params{K: k, Relation: relation}, cost: privacy.Cost{Epsilon: .3}}
				if err := c.state(); err != nil {
					t.Fatal(err)
				}
				rho := .3 * .3 / l1 / 2
				if want := min(privacy.PureRho(.3), rho); math.Abs(c.cost.Rho/want-1) > 1e-9 {
					t.Errorf("k = %d, %s: ρ = %v, want %v", k, relation, c.cost.Rho, want)
				}
				if want := min(privacy.PureMu(.3), math.Sqrt(math.Pi*rho)); math.Abs(c.cost.Mu/want-1) > 1e-9 {
					t.Errorf("k = %d, %s: μ = %v, want %v", k, relation, c.cost.Mu, want)
				}
			})
		}
	}
}

// The μ of a core by Gaussian noise is √(2ρ) of its ρ, and what discrete noise loses: at most a thousandth.
func TestMuOfAGaussianCore(t *testing.T) {
	for _, k := range []int{1, 4, 30} {
		c := core{p: Params{K: k, Dim: 40, Scale: testScale, Relation: privacy.ReplaceOne, RowsPerPerson: 1}, cost: privacy.Cost{Epsilon: .3, Delta: 1e-6}}
		if err := c.state(); err != nil {
			t.Fatal(err)
		}
		if least := math.Sqrt(2 * c.cost.Rho); !(c.cost.Rho > 0 && c.cost.Mu >= least && c.cost.Mu <= 1.001*least) {
			t.Errorf("k = %d: μ = %v of ρ = %v, √(2ρ) = %v", k, c.cost.Mu, c.cost.Rho, least)
		}
	}
}
