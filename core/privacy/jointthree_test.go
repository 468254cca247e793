package privacy

import (
	"math"
	"math/big"
	"testing"
)

// three are the steps of the norm rule mean for numbers and d features (core/mechanism/sums.md), with that factor on the counts.
func three(numbers, d int, factor uint64) []Query {
	return []Query{
		{Squared: big.NewInt(int64(numbers) * 4 * 8191 * 8191), Coordinates: 3 * d, Share: .20},
		{Squared: CountsSquared(ReplaceOne, factor, 1), Coordinates: 48, Share: .03},
		{Squared: FrobeniusSquared(ReplaceOne, 8191, 1), Coordinates: (d + 1) * (d + 2) / 2, Share: .77},
	}
}

// TestThreeStepsCostWhatIsStated: the δ of the three steps together, by the oracle of continuous noise, never passes the stated one, and the ε that
// is stated is at most 3 % above the true one; each step has its share of μ²; and what discreteness costs is below 10⁻⁴ of ε up to d = 513
// and ε = 10. With counts that are not multiplied by the scale it is not.
func TestThreeStepsCostWhatIsStated(t *testing.T) {
	for _, d := range []int{20, 150, 513} {
		for _, epsilon := range []float64{.1, 1, 3, 10} {
			budget := Budget{epsilon, 1e-6}
			j, err := CalibrateGaussians(three(d, d, 8191), budget)
			if err != nil {
				t.Fatal(err)
			}
			if j.Route != RouteAnalytic {
				t.Errorf("d = %d, ε = %g: by the %s route", d, epsilon, j.Route)
			}
			square := squareOf(j, three(d, d, 8191))
			for i, q := range three(d, d, 8191) {
				x, _ := new(big.Float).SetInt(q.Squared).Float64()
				s := float64(j.Steps[i].Sigma)
				if part := x / (s * s) / square; math.Abs(part-q.Share) > 1e-3 {
					t.Errorf("d = %d, ε = %g: step %d has %.5f of μ², %g is its share", d, epsilon, i, part, q.Share)
				}
			}
			theta := math.Sqrt(square)
			if got := deltaOf(theta, epsilon); got > budget.Delta*(1+1e-6) {
				t.Errorf("d = %d, ε = %g: δ is %g", d, epsilon, got)
			}
			if got := deltaOf(theta, epsilon*.97); got < budget.Delta {
				t.Errorf("d = %d: ε = %g is more than 3 %% above the true one", d, epsilon)
			}
			if got := deltaOf(theta, epsilon*(1-1e-4)); got < budget.Delta {
				t.Errorf("d = %d, ε = %g: discreteness costs more than 10⁻⁴ of ε", d, epsilon)
			}
		}
	}
	// The mutant: counts as they are. Their narrow noise decides for all coordinates.
	j, err := CalibrateGaussians(three(513, 513, 1), Budget{10, 1e-6})
	if err != nil {
		t.Fatal(err)
	}
	if got := deltaOf(math.Sqrt(squareOf(j, three(513, 513, 1))), 10*(1-1e-4)); got >= 1e-6 && j.Route == RouteAnalytic {
		t.Error("counts that are not multiplied by the scale cost no more")
	}
}

func squareOf(j Joint, queries []Query) (square float64) {
	for i, q := range queries {
		x, _ := new(big.Float).SetInt(q.Squared).Float64()
		s := float64(j.Steps[i].Sigma)
		square += x / (s * s)
	}
	return square
}
