package mechanism

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"privatepca/core/privacy"
)

// TestLaplaceSensitivity: of random records with z features that are not 0, and of those that the proof is tight for, no change of
// the upper triangle is longer in ℓ₁ than the bound; the bound for one record is attained.
func TestLaplaceSensitivity(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 9))
	const d, scale = 9, 1000
	record := func(z int, even bool) []float64 {
		x, norm := make([]float64, d), 0.0
		for _, i := range random.Perm(d)[:z] {
			if x[i] = 1; !even {
				x[i] = random.NormFloat64()
			} else if random.IntN(2) == 0 {
				x[i] = -1
			}
			norm += x[i] * x[i]
		}
		for i := range x {
			x[i] *= scale / math.Sqrt(norm)
		}
		return x
	}
	for z := 1; z <= d; z++ {
		square := big.NewInt(scale * scale)
		square.Mul(square, square)
		of := func(relation privacy.Relation) float64 {
			x, _ := new(big.Float).SetInt(laplaceSensitivity(d, int64(z), square, relation)).Float64()
			return x
		}
		replace, remove := of(privacy.ReplaceOne), of(privacy.AddRemove)
		worst := 0.0
		for trial := range 400 {
			x, y := record(z, trial%2 == 0), record(z, trial%2 == 0)
			change, one := 0.0, 0.0
			for i := range d {
				for j := i; j < d; j++ {
					change += math.Abs(x[i]*x[j] - y[i]*y[j])
					one += math.Abs(x[i] * x[j])
				}
			}
			worst = max(worst, one)
			if change > replace*(1+1e-9) || one > remove*(1+1e-9) {
				t.Errorf("z = %d: a change of %g and of %g; bounds %g and %g", z, change, one, replace, remove)
			}
		}
		if worst < remove*(1-1e-9) {
			t.Errorf("z = %d: at most %g of the bound %g", z, worst, remove)
		}
	}
}

// The bound is rounded up and by less than one, in exact integers.
func TestLaplaceSensitivityIsRoundedUp(t *testing.T) {
	for square := int64(1); square < 300; square++ {
		for z := int64(1); z < 9; z++ {
			got := laplaceSensitivity(9, z, big.NewInt(square), privacy.AddRemove).Int64() // √square·(z+1)/2
			if x := square * (z + 1) * (z + 1); 4*got*got < x || 4*(got-1)*(got-1) >= x {
				t.Errorf("square %d, z = %d, add/remove: %d", square, z, got)
			}
			got = laplaceSensitivity(9, z, big.NewInt(square), privacy.ReplaceOne).Int64()
			if x := square * min(54, (z+1)*(z+1)); got*got < x || (got-1)*(got-1) >= x {
				t.Errorf("square %d, z = %d, replace-one: %d", square, z, got)
			}
		}
	}
}

// TestSparseLaplace: the noise is narrower by what the records' zeros allow, and costs the ρ of its own width.
func TestSparseLaplace(t *testing.T) {
	p := Params{Dim: 513, Scale: 8191, K: 8, Budget: privacy.Budget{Epsilon: 1}, Relation: privacy.ReplaceOne, RowsPerPerson: 1}
	dense, err := NewLaplace(p)
	if err != nil {
		t.Fatal(err)
	}
	p.Nonzero = 40
	sparse, err := NewLaplace(p)
	if err != nil {
		t.Fatal(err)
	}
	ratio := float64(dense.scale) / float64(sparse.scale)
	want := math.Sqrt((513*513+3*513)/2) / 41
	t.Logf("%.2f times less noise; ρ = %.3g, dense %.3g, by ε alone %.3g", ratio, sparse.Cost().Rho, dense.Cost().Rho, privacy.PureRho(1))
	if math.Abs(ratio/want-1) > 1e-6 || math.Abs(sparse.Cost().Rho*41*41-1) > 1e-6 || math.Abs(dense.Cost().Rho*(513*513+3*513)/2-1) > 1e-6 {
		t.Errorf("ratio %g, want %g; ρ = %g", ratio, want, sparse.Cost().Rho)
	}
	p.Nonzero = 514
	if _, err := NewLaplace(p); err == nil {
		t.Error("more features than there are may be other than 0")
	}
}
