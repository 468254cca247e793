package plan

import (
	"math/big"
	"slices"

	"privatepca/core/fault"
	"privatepca/core/method"
	"privatepca/core/privacy"
	"privatepca/core/scaling"
	"privatepca/core/schema"
)

// least is the smallest share of ε that a part can be left with.
const least = 1e-6

// Shares lists the steps of a release in the order in which they are drawn, with their
// shares of ε: the paid ones have theirs, the mechanism what is left, and a core its
// CoreShare of that. Nothing is refused: shares may be negative or add up to more than 1,
// as they are typed.
func Shares(c Choices) []Step {
	steps, left := c.paid()
	m := method.Named(c.Mechanism)
	if m.Free() {
		left = 0
	}
	directions := Step{Method: m.Name, Share: left}
	if len(m.Steps) > 0 {
		directions.Name = m.Steps[0]
	}
	if !(c.CoreShare > 0) {
		return append(steps, directions)
	}
	core := Step{Name: method.StepCore, Method: method.Paid(method.StepCore, c.Delta > 0).Name, Share: left * c.CoreShare}
	directions.Share = left - core.Share
	return append(steps, directions, core)
}

// paid lists the steps before the mechanism, and the share of ε that these leave.
func (c *Choices) paid() (list []Step, left float64) {
	left = 1
	add := func(name, how string, share float64) {
		list = append(list, Step{Name: name, Method: how, Share: share})
		left -= share
	}
	if s := c.steps().Centre; s != nil {
		add(method.StepCentre, method.Paid(method.StepCentre, c.Delta > 0).Name, s.Share)
	}
	if s := c.steps().Mean; s != nil {
		add(method.StepMean, c.meanMethod(), s.Share)
	}
	if s := c.steps().Sums; s != nil {
		add(method.StepSums, method.Paid(method.StepSums, c.Delta > 0).Name, s.Share)
	}
	if s := c.steps().Lengths; s != nil {
		add(method.StepLengths, method.Paid(method.StepLengths, c.Delta > 0).Name, s.Share)
	}
	if s := c.steps().Count; s != nil {
		add(method.StepCount, method.Paid(method.StepCount, c.Delta > 0).Name, s.Share)
	}
	if s := c.steps().NormBound; s != nil {
		add(method.StepNormBound, method.Paid(method.StepNormBound, false).Name, s.Share)
	}
	if s := c.steps().ChooseK; s != nil {
		add(method.StepChoiceOfK, method.Paid(method.StepChoiceOfK, false).Name, s.Share)
	}
	return list, left
}

// meanMethod names the method that draws the mean: Gaussian noise where the mechanism needs a δ, too, else that
// of pure ε.
func (c *Choices) meanMethod() string {
	return method.Paid(method.StepMean, method.Named(c.Mechanism).NeedsDelta()).Name
}

// PartOf is what a share of ε comes to, as it is typed: for showing it, and for looking a forecast up at it. What a
// release spends is Divide's, which rounds so that the sum keeps the budget.
func PartOf(epsilon, share float64) float64 { return epsilon * max(0, share) }

// Divide gives each of the Shares its part of the budget. It is the only place that
// divides ε. The mechanism, the core and the centre have δ, as far as they use it, in the
// proportion of their shares of ε. The sums of the steps' ε and δ never exceed the
// budget's. Without paid steps and core the mechanism has the whole budget.
//
// Its errors are faults that name the choice.
func Divide(c Choices) ([]Step, error) {
	m, ok := method.Of(c.Mechanism)
	if !ok {
		return nil, unknownMechanism(c.Mechanism)
	}
	whole := privacy.Budget{Epsilon: c.Epsilon, Delta: c.Delta}
	r := &refusing{Facts: &Facts{}, Choices: &c}
	r.budget()
	r.shares()
	if len(r.list) > 0 {
		return nil, r.list[0]
	}
	out := Shares(c)
	paid, left := c.paid()
	own := privacy.Budget{Epsilon: whole.Epsilon}
	if m.UsesDelta(c.CoreShare > 0) {
		own.Delta = whole.Delta
	}
	if len(paid) > 0 {
		var shares []float64
		for _, p := range paid {
			shares = append(shares, p.Share)
		}
		split, err := privacy.Budget{Epsilon: whole.Epsilon}.Split(append(shares, left)...)
		if err != nil {
			return nil, fault.Public(fault.CodeRequest, err)
		}
		for i := range paid {
			out[i].Budget.Epsilon = split[i].Epsilon
		}
		own.Epsilon = split[len(paid)].Epsilon
		if centre := c.steps().Centre; centre != nil { // the first
			out[0].Budget.Delta = whole.Delta
			if own.Delta > 0 {
				both, err := whole.Split(centre.Share/(centre.Share+left), left/(centre.Share+left))
				if err != nil {
					return nil, fault.Public(fault.CodeRequest, err)
				}
				out[0].Budget.Delta, own.Delta = both[0].Delta, both[1].Delta
			}
		}
	}
	if mean := c.steps().Mean; mean != nil && m.NeedsDelta() {
		at := slices.IndexFunc(paid, func(s Step) bool { return s.Name == method.StepMean })
		both, err := whole.Split(mean.Share/(mean.Share+left), left/(mean.Share+left))
		if err != nil {
			return nil, fault.Public(fault.CodeRequest, err)
		}
		out[at].Budget.Delta, own.Delta = both[0].Delta, both[1].Delta
	}
	directions := &out[len(paid)]
	directions.Budget = own
	if c.CoreShare > 0 {
		split, err := own.Split(1-c.CoreShare, c.CoreShare)
		if err != nil {
			return nil, fault.Public(fault.CodeRequest, err)
		}
		directions.Budget = privacy.Budget{Epsilon: split[0].Epsilon}
		out[len(paid)+1].Budget = privacy.Budget{Epsilon: split[1].Epsilon, Delta: own.Delta}
	}
	return out, nil
}

// calibrate gives all Gaussian steps of a release one calibration, beside a norm bound that is selected, where the mechanism
// allows it: their noise is then narrower than that of the divided budget (core/privacy/calibration.md, Theorems 3 and 4). It
// returns nil where each step has a budget of its own. A Gaussian step's share is of μ² then, a selection's of ε.
func calibrate(s *schema.Schema, c *Choices, steps []Step) (*privacy.Joint, error) {
	if len(steps) < 2 && s.NormRule != schema.Mean || !method.Named(c.Mechanism).Joint {
		return nil, nil
	}
	d := MomentDim(s, method.Named(c.Mechanism))
	var queries []privacy.Query
	var beside []privacy.Selection
	var drawn []*Step // of each query
	for i := range steps {
		step := &steps[i]
		switch step.Name {
		case method.StepMean:
			queries = append(queries, meanQuery(s, c.Relation).Query(step.Share))
		case method.StepSums:
			queries = append(queries, sumsQuery(s, c.Relation).Query(step.Share))
		case method.StepLengths:
			queries = append(queries, privacy.Query{
				Squared:     privacy.CountsSquared(c.Relation, countsFactor(s), uint64(s.RowsPerPerson)),
				Coordinates: scaling.Bins, Share: step.Share,
			})
		case method.StepCount:
			queries = append(queries, privacy.Query{
				Squared:     privacy.CountsSquared(privacy.AddRemove, countsFactor(s), uint64(s.RowsPerPerson)),
				Coordinates: 1, Share: step.Share,
			})
		case method.StepCentre:
			queries = append(queries, privacy.Query{Squared: CentreSquared(schema.Scale), Coordinates: s.D(), Share: step.Share})
		case method.StepSecondMoment:
			queries = append(queries, privacy.Query{
				Squared:     privacy.FrobeniusSquared(c.Relation, schema.Scale, uint64(s.RowsPerPerson)),
				Coordinates: d * (d + 1) / 2, Share: step.Share,
			})
		default:
			beside = append(beside, privacy.Selection{Epsilon: step.Budget.Epsilon, BoundedRange: true})
			continue
		}
		drawn = append(drawn, step)
	}
	joint, err := privacy.CalibrateGaussians(queries, privacy.Budget{Epsilon: c.Epsilon, Delta: c.Delta}, beside...)
	if err != nil {
		return nil, fault.Public(fault.CodeRequest, err)
	}
	for i, g := range joint.Steps {
		drawn[i].Width, drawn[i].Budget = &g, privacy.Budget{Epsilon: g.Epsilon, Delta: g.Delta}
	}
	return &joint, nil
}

// CentreSquared is the squared ℓ₂ sensitivity of the sum of records of at most the length scale, one of which is replaced.
func CentreSquared(scale int64) *big.Int { return big.NewInt(4 * scale * scale) }
