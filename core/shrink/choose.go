package shrink

import (
	"errors"
	"math"
	"math/rand/v2"
)

// A Solver returns the k leading eigenvectors of a, by descending eigenvalue.
type Solver func(a Matrix, k int) [][]float64

// Constants of the choice; shrink.md says what was measured.
const (
	thinning = .3  // variance of the added noise, as a share of the law's
	caution  = 30  // shrinkage must be ahead by caution/d standard deviations, at most 1
	leastDim = 16  // below it the choice errs too often
	largeDim = 400 // above it one thinning decides: it takes long, and sees differences of a thousandth
)

// Judgements is how many thinnings Choose judges by in d dimensions, each of which takes an estimate and two decompositions.
func Judgements(d int) int {
	switch {
	case d < leastDim:
		return 0
	case d > largeDim:
		return 1
	}
	return 3
}

// Choose says whether the first k directions of the shrunk matrix are expected to hold more of S than those of Y. k is the number that was asked
// of the release: every other number of its directions is a part of the set that was chosen then.
//
// It judges by data thinning (Neufeld, Dharamshi, Gao, Witten 2024). With N' a fresh copy of the noise at
// c times its variance, Y + N' and Y − N'/c have independent noise where N is Gaussian. So directions found in
// the first are judged without bias in the second. N' is from a fixed seed: the choice is a function of
// Y and the law, and privacy does not rest on it. Under other noise the halves are dependent, in favour of Y. There
// shrinkage wins for k ≥ 2 where the diagonal's entries differ by more than noise (see alike). Shrinkage never wins below d = 16. k must be in 1 … d − 1.
//
// Where columns is not nil, the directions are those of the correlations, and energy is that of the rescaled matrix. progress, which may
// be nil, receives the share that is done, in [0, 1].
func Choose(y Matrix, law Law, k int, columns Columns, solve Solver, progress func(float64)) (wins bool, err error) {
	if err := law.Validate(); err != nil {
		return false, err
	}
	switch {
	case y.D < leastDim:
		return false, nil
	case law.Heavy:
		return k >= 2 && !alike(y, law.Diagonal), nil
	}
	gain, deviation, err := judge(y, law, k, thinning, Judgements(y.D), columns, solve, progress)
	return err == nil && gain > math.Min(1, caution/float64(y.D))*deviation, err
}

// Constants of ChooseFromDiagonal.
const (
	evenThinning  = 1
	evenThinnings = 12 // 2 above largeDim
)

// JudgementsFromDiagonal is how many thinnings ChooseFromDiagonal judges by in d dimensions.
func JudgementsFromDiagonal(d int) int {
	switch {
	case d < leastDim:
		return 0
	case d > largeDim:
		return 2
	}
	return evenThinnings
}

// ChooseFromDiagonal is Choose for the second moment of the norm rule mean in the units of the bounds, under Gaussian noise: the diagonal decides, and
// thinning may overrule it. Where the diagonal's entries differ by two standard deviations of noise (see unlike) shrinkage is used unless thinning
// says with one that it loses; by one, where thinning says that it wins. Where they are alike, or the last of the k directions stands clear (ClearOf),
// only if thinning says with one that it wins (shrink.md §5).
func ChooseFromDiagonal(y Matrix, law Law, k int, solve Solver, progress func(float64)) (wins bool, err error) {
	if err := law.Validate(); err != nil {
		return false, err
	}
	if law.Heavy {
		return false, errors.New("shrink: the choice from the diagonal needs Gaussian noise")
	}
	if y.D < leastDim {
		return false, nil
	}
	gain, deviation, err := judge(y, law, k, evenThinning, JudgementsFromDiagonal(y.D), nil, solve, progress)
	if err != nil {
		return false, err
	}
	least := 1.0
	switch apart := unlike(y, law.Diagonal); {
	case apart < 1 || form(y, solve(y, k)[k-1]) > ClearOf(law, y.D):
	case apart < differs:
		least = 0
	default:
		least = -1
	}
	return gain > least*deviation, nil
}

// judge gives by how much more of S the first k shrunk directions hold than those of y, in the mean of that many thinnings with noise
// of that share of the law's variance, and the standard deviation of that.
func judge(y Matrix, law Law, k int, share float64, thinnings int, columns Columns, solve Solver, progress func(float64)) (gain, deviation float64, err error) {
	if progress == nil {
		progress = func(float64) {}
	}
	rng := rand.New(rand.NewPCG(uint64(y.D), 0x7368726e6b))
	first, second := NewMatrix(y.D), NewMatrix(y.D)
	distance, replicates := 0.0, float64(thinnings)
	for r := range thinnings {
		for i := range y.D {
			from, a, b := y.row(i), first.row(i), second.row(i)
			for j, x := range from {
				width := law.OffDiagonal
				if j == 0 {
					width = law.Diagonal
				}
				n := math.Sqrt(share) * width * rng.NormFloat64()
				a[j], b[j] = x+n, x-n/share
			}
		}
		wider := math.Sqrt(1 + share)
		widened := Law{Diagonal: wider * law.Diagonal, OffDiagonal: wider * law.OffDiagonal}
		shrunk, err := Entries(first, widened, nil)
		if err != nil {
			return 0, 0, err
		}
		from, judge := first, second
		var equal *scaled
		if columns != nil {
			equal = columns.judged(first, shrunk, second, widened)
			from, shrunk, judge = equal.first, equal.shrunk, equal.second
		}
		plain, better := solve(from, k), solve(shrunk, k)
		apart := 2 * float64(k) // ‖P − P'‖²_F
		for i := range k {
			gain += (form(judge, better[i]) - form(judge, plain[i])) / replicates
			for j := range k {
				apart -= 2 * square(dot(plain[i], better[j]))
			}
		}
		if equal != nil {
			for i := range k {
				equal.add(plain[i], better[i])
			}
			apart = equal.distance()
		}
		distance += math.Max(0, apart) / replicates
		progress(float64(r+1) / replicates)
	}
	// The replicates share N, and have −N'/c each of their own.
	return gain, law.Diagonal * math.Sqrt(distance*(1+1/(share*replicates))), nil
}

// clearing times the edge of the noise's spectrum, σ·√(2d), is what an eigenvalue of pairs passes where shrinkage was seen to lose.
const clearing = 2

// ClearOf is the eigenvalue above which directions of differences of pairs are left as they were released (shrink.md §4).
func ClearOf(law Law, d int) float64 { return clearing * law.Diagonal * math.Sqrt(2*float64(d)) }

// differs is from how many standard deviations on a diagonal's entries are not alike.
const differs = 2

// alike reports whether the diagonal's spread is what noise alone would make, or is small beside
// its mean: then no feature stands out, and shrinkage loses.
func alike(y Matrix, sigma float64) bool { return unlike(y, sigma) < differs }

// unlike is by how many standard deviations of what noise alone would make the variance of the diagonal's entries is larger, and 0 where their
// spread is below half of their mean.
func unlike(y Matrix, sigma float64) float64 {
	d, mean, squares := float64(y.D), 0.0, 0.0
	for i := range y.D {
		mean += y.At(i, i) / d
	}
	for i := range y.D {
		squares += square(y.At(i, i)-mean) / d
	}
	spread := squares - sigma*sigma
	if math.Sqrt(math.Max(0, spread)) < mean/2 {
		return 0
	}
	return spread / (sigma * sigma * math.Sqrt(2/d))
}

// form is vᵀAv.
func form(a Matrix, v []float64) float64 {
	sum := 0.0
	for i, x := range v {
		row := a.row(i)
		inner := x * row[0]
		for j := 1; j < len(row); j++ {
			inner += 2 * row[j] * v[i+j]
		}
		sum += x * inner
	}
	return sum
}
