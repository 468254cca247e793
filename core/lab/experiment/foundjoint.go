package experiment

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"

	"gonum.org/v1/gonum/dsp/fourier"

	"privatepca/core/method"
	"privatepca/core/plan"
	"privatepca/core/privacy"
	"privatepca/core/schema"
)

// The exact δ of the three joint steps, by summation. Each step's noise is discrete Gaussian on the integers; its worst neighbours change some coordinates
// by integers. The loss of a step is a function of the sum of its noise over those coordinates, which has the discrete Gaussian law of their summed
// variance but for less than e^(−2π²σ²), σ > 4 being the least width of any step. Losses are put on a grid and added by a Fourier transform, twice: rounded
// down, which makes δ smaller; and divided among both neighbours so that total mass and the mass of the other law are kept, which makes δ larger, by the
// square of the grid's step alone (Doroshenko and others, 2022). The true δ lies between both.

// A shift is a step's worst neighbours: so many coordinates change by that many integers under noise of that width.
type shift struct{ coordinates, by, sigma float64 }

func (s shift) mu() float64 { return s.by / s.sigma * math.Sqrt(s.coordinates) }

// losses adds up the law of the loss on a grid of that step from −reach on, above or below the true one. Of sums that are wide, every so many-th stands for
// its neighbours: there are 800,000 within 9 standard deviations.
func (s shift) losses(grid []float64, step, reach float64, above bool) {
	sigma := s.sigma * math.Sqrt(s.coordinates) // of the sum
	most := math.Floor(9 * sigma)
	stride, total := math.Max(1, math.Floor(most/4e5)), 0.
	mass := func(x float64) float64 { return math.Exp(-x * x / (2 * sigma * sigma)) }
	for x := -most; x <= most; x += stride {
		total += mass(x)
	}
	for x := -most; x <= most; x += stride {
		loss, p := (s.by*x+s.coordinates*s.by*s.by/2)/(s.sigma*s.sigma), mass(x)/total
		at := math.Floor((loss + reach) / step)
		upper := 0.
		if above { // p e^−loss is kept
			upper = p * math.Expm1(at*step-reach-loss) / math.Expm1(-step)
		}
		grid[int(at)] += p - upper
		grid[int(at)+1] += upper
	}
}

// lossesOf is the law of the sum of the steps' losses, above or below the true one, and what δ follows from it at an ε.
func lossesOf(steps []shift, above bool) (delta func(epsilon float64) float64) {
	mu := 0.
	for _, s := range steps {
		mu = math.Hypot(mu, s.mu())
	}
	const size = 1 << 19
	reach := 9*mu + mu*mu
	step := 2 * float64(len(steps)) * reach / (size - 8)
	fft := fourier.NewFFT(size)
	var product []complex128
	for _, s := range steps {
		grid := make([]float64, size)
		s.losses(grid, step, reach, above)
		c := fft.Coefficients(nil, grid)
		if product == nil {
			product = c
			continue
		}
		for i := range c {
			product[i] *= c[i]
		}
	}
	law := fft.Sequence(nil, product)
	return func(epsilon float64) (delta float64) {
		for i, p := range law {
			if loss := float64(i)*step - float64(len(steps))*reach; loss > epsilon {
				delta += p / size * -math.Expm1(epsilon-loss)
			}
		}
		return delta
	}
}

// shiftsOf are the worst neighbours of a plan's three steps under replace-one: every number moves from one bound to the other, a record from one count to
// another, and one direction of length 1 + a² to another at a right angle. The second moment has the corner of the constant in both, so that its worst
// pair is two entries of the diagonal, whose noise is wider by √2; any pair has at most the squared distance that the step is calibrated for.
func shiftsOf(s *schema.Schema, epsilon float64) ([]shift, error) {
	p, err := plan.New(s, plan.Choices{Mechanism: method.Default, K: 1, Epsilon: epsilon, Delta: smallDelta, Relation: privacy.ReplaceOne, Correlations: true})
	if err != nil {
		return nil, err
	}
	root := func(x *big.Int) float64 {
		f, _ := new(big.Float).SetInt(x).Float64()
		return math.Sqrt(f)
	}
	sums, lengths, moment := p.Step(method.StepSums), p.Step(method.StepLengths), p.Step(method.StepSecondMoment)
	if sums == nil || lengths == nil || moment == nil || sums.Width == nil || lengths.Width == nil || moment.Width == nil {
		return nil, fmt.Errorf("the plan has no three joint steps")
	}
	numbers := float64(s.D())
	counts := root(privacy.CountsSquared(privacy.ReplaceOne, schema.Scale, 1)) / math.Sqrt2
	matrix := root(privacy.FrobeniusSquared(privacy.ReplaceOne, schema.Scale, 1)) / math.Sqrt2
	return []shift{
		{numbers, 2 * schema.Scale, float64(sums.Width.Sigma)},
		{2, counts, float64(lengths.Width.Sigma)},
		{2, matrix, float64(moment.Width.Sigma)},
	}, nil
}

// gridError is by how much the grid makes δ larger, at most, as a share: that falls with the square of the grid's step, and halving the step twice over
// showed 5·10⁻⁸ at this one.
const gridError = 1e-6

// jointCell is what is stated, and what the sum says: δ at the stated ε lies between Low and High, and the ε of the stated δ is True.
type jointCell struct{ Low, High, True float64 }

func (r *Run) jointIn(d int, epsilon float64) (jointCell, error) {
	return cell(r, fmt.Sprintf("joint/5/d=%d/epsilon=%g", d, epsilon), func(*rand.ChaCha8) (out jointCell, err error) {
		s := schema.New()
		for j := range d {
			s.Fields = append(s.Fields, schema.Field{Name: fmt.Sprintf("x%d", j), Kind: schema.Number, Minimum: -1, Maximum: 1})
		}
		s.NormRule, s.Scaling = schema.Mean, schema.Affine
		steps, err := shiftsOf(s, epsilon)
		if err != nil {
			return out, err
		}
		below, above := lossesOf(steps, false), lossesOf(steps, true)
		out.Low, out.High = below(epsilon), above(epsilon)
		low, high := .5*epsilon, 1.5*epsilon
		for range 20 {
			if out.True = (low + high) / 2; below(out.True) > smallDelta {
				low = out.True
			} else {
				high = out.True
			}
		}
		return out, nil
	})
}

// jointCost is the part.
func jointCost(r *Run) (*fragment, error) {
	rows := [][]string{{"d", "epsilon_stated", "delta_stated", "delta_at_least", "delta_at_most", "epsilon_true"}}
	most, least := 0., math.Inf(1)
	var demands []wanted
	sizes, epsilons := []int{6, 54, 512}, []float64{.1, 1, 10}
	if r.Quick {
		sizes, epsilons = sizes[1:2], epsilons[1:2]
	}
	for _, d := range sizes {
		for _, epsilon := range epsilons {
			v, err := r.jointIn(d, epsilon)
			if err != nil {
				return nil, err
			}
			rows = append(rows, []string{fmt.Sprint(d), g3(epsilon), g3(smallDelta), g6(v.Low), g6(v.High), g6(v.True)})
			most, least = math.Max(most, v.High), math.Min(least, v.True/epsilon)
			where := fmt.Sprintf("d = %d, ε = %g", d, epsilon)
			demands = append(demands, wanted{where + ": δ by summation, over the stated one", v.High / smallDelta, false, 1 + gridError}, wanted{where + ": true ε over stated", v.True / epsilon, true, .97})
		}
	}
	link, err := r.csv("joint", rows)
	if err != nil {
		return nil, err
	}
	return &fragment{text: fmt.Sprintf(`The exact δ of the three joint steps for their worst neighbours, by summation over the integers of their discrete noise, at %d cells of %d to %d columns and ε = %g to %g. It is at most %.6f·10⁻⁶ where 10⁻⁶ is stated (the sum errs upwards, by less than a millionth of it), and the true ε is at least %.5f of the stated one. Numbers: %s.
`, len(rows)-1, sizes[0], sizes[len(sizes)-1], epsilons[0], epsilons[len(epsilons)-1], most*1e6, least, link)}, missed(demands)
}
