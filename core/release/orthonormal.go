package release

import (
	"fmt"
	"math"
)

// tolerance of the inner products of rounded rows: 6 decimals leave 1e-4 up to d = 10⁴.
const tolerance = 1e-4

const (
	// mostProducts is how many multiplications the check of orthonormal rows may take: half a
	// second of a browser's time. Up to 500 × 500 loadings each pair of rows is checked.
	mostProducts = 150e6
	// combinations is how many random sums of all rows are checked beyond it.
	combinations = 24
)

// orthonormalError measures by how much the rows of components miss being orthonormal. ok is
// false, and why says so, where that is more than rounding leaves.
//
// Where k²d/2 multiplications are too many, it multiplies E = VVᵀ − I by 24 vectors x of
// random signs instead (Freivalds, Probabilistic Machines Can Use Less Running Time, 1977): row i of Ex
// is E_ij x_j and a sum that does not depend on x_j, so for at least one of its two signs it is no
// smaller than |E_ij|. Two rows that overlap by more than the limit thus pass all 24 with a probability
// of at most 2⁻²⁴. Rounding errors of k entries add up in Ex, as their root: the limit grows with that.
func orthonormalError(d *Document) (worst float64, ok bool, why string) {
	k, n := len(d.Components), d.NumFeatures
	for i, row := range d.Components {
		if len(row) != n {
			return 0, false, fmt.Sprintf("row %d of components has %d loadings for %d features", i+1, len(row), n)
		}
	}
	if float64(k)*float64(k)*float64(n)/2 <= mostProducts {
		for i, a := range d.Components {
			for j, b := range d.Components[:i+1] {
				e := dot(a, b)
				if i == j {
					e--
				}
				if !(math.Abs(e) <= tolerance) {
					return math.Abs(e), false, fmt.Sprintf("rows %d and %d of components are not orthonormal", j+1, i+1)
				}
				worst = math.Max(worst, math.Abs(e))
			}
		}
		return worst, true, ""
	}
	limit := tolerance * math.Max(1, math.Sqrt(float64(k)/500))
	s := signs(d.Components)
	x, sum := make([]float64, k), make([]float64, n)
	for range combinations {
		clear(sum)
		for i, row := range d.Components {
			x[i] = s.next()
			for j, v := range row {
				sum[j] += x[i] * v
			}
		}
		for i, row := range d.Components {
			e := math.Abs(dot(row, sum) - x[i])
			if !(e <= limit) {
				return e, false, fmt.Sprintf("row %d of components is not orthonormal to the others", i+1)
			}
			worst = math.Max(worst, e)
		}
	}
	return worst, true, ""
}

func dot(a, b []float64) (sum float64) {
	for i, x := range a {
		sum += x * b[i]
	}
	return sum
}

// A signSource yields signs that hang on every number of a document, so that none can be
// written for signs that are known before. It is no source of noise.
type signSource uint64

func signs(rows [][]float64) *signSource {
	s := signSource(1)
	for _, row := range rows {
		for _, v := range row {
			s = (s ^ signSource(math.Float64bits(v))) * 0x9e3779b97f4a7c15
			s ^= s >> 29
		}
	}
	return &s
}

// next is splitmix64 (Steele, Lea and Flood, Fast Splittable Pseudorandom Number Generators, 2014).
func (s *signSource) next() float64 {
	*s += 0x9e3779b97f4a7c15
	z := uint64(*s)
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	if (z^z>>31)&1 == 0 {
		return 1
	}
	return -1
}
