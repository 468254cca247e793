package forecast

import (
	"errors"
	"fmt"
	"math"

	"privatepca/core/method"
	"privatepca/core/privacy"
)

// A band is what a release may keep over a spread of assumptions: forecast.md, section 6. Its low end is for the
// worst of the assumed spectra, records that lie close together about their mean, and shrinkage that gains nothing;
// its high end is for the best of each. Sentences name the low end and Top, the best spectrum under the other
// cautious assumptions: what they name is not to promise more than a release keeps.

// An Assumption is a spectrum that a band is made for: d shares of the total, descending, which sum to 1.
type Assumption struct {
	Name   string
	Shares []float64
}

// Spread is the spread of spectra that a band is made for where nothing is assumed: shapes that tables have, from few
// strong directions to a slow decay. A nearly flat spectrum is not among them: it has no directions to find. It panics
// unless 1 ≤ k < d.
func Spread(d, k int) []Assumption {
	var out []Assumption
	for _, name := range []string{OneStrong, Steep, PowerLaw, Equal} {
		shares, err := Shares(name, d, k)
		if err != nil {
			panic(err)
		}
		out = append(out, Assumption{name, shares})
	}
	return out
}

// Public are the facts of a release that every setting shares. They come from no record.
type Public struct {
	Features      int // d, at least 2
	Directions    int // k, 1 ≤ k < d
	Delta         float64
	Relation      privacy.Relation
	RowsPerPerson int
	// Columns are needed for the rule mean and for Group alone.
	Columns Columns
	// DesignEffect is the public number of rows for one independent one, where rows of no stated person are alike; 0 means 1. RowsPerPerson
	// counts anyway.
	DesignEffect float64
	// MeanWeight is a public guess of the mean of the rows' weights over the largest that is allowed, in (0, 1]; 0 where rows have no weights. Then
	// the sum of the weights is private, and stands wherever n does. Only the rule mean weighs rows.
	MeanWeight float64
	// EarlierNoise is the noise of a mean of the earlier release as which this one measures (plan.As), in units of the lattice; 0 where it measures on its
	// own. Its sums and lengths are taken over, so the whole budget goes to the second moment, but for a count of rows where that is private.
	EarlierNoise float64
}

// An Encoding is how records become vectors of the unit ball, as far as a forecast depends on it.
type Encoding struct {
	Rule    string  // the norm rule: what its lengths bend, and what its noise is
	Records float64 // n: how many vectors are summed; pairs are half as many as rows
	// Squares are the assumed mean squared lengths, in (0, 1]: of the cautious end, of the middle, of the hopeful end. All
	// are 1 where every record has length 1.
	Squares [3]float64
	Mean    *Mean // the noisy mean from which directions are measured; nil for none
	Shrunk  bool  // released matrices are shrunk where that is expected to help
	// Equal says that columns count equally, so that noise grows where a column hardly varies, and the band is wider.
	Equal bool
	// Nonzero is how many features of a record can be other than 0 (schema.Nonzero); 0 means all.
	Nonzero int
}

// Unit are the squares of records of length 1.
var unit = [3]float64{1, 1, 1}

// Pairs is the encoding of n rows by random pairs.
func Pairs(rows float64) Encoding {
	return Encoding{Rule: RulePairs, Records: rows / 2, Squares: unit, Shrunk: true}
}

// Signs is the encoding of n rows by their directions from a noisy mean.
func Signs(rows float64, mean Mean) Encoding {
	return Encoding{Rule: RuleSign, Records: rows, Squares: unit, Mean: &mean, Shrunk: true}
}

// Means is the encoding of n rows by the rule mean: differences from a noisy mean, cut at a private typical length. Columns count equally,
// by their private scales, or stand in the units of their bounds. It needs Public's Columns.
func Means(rows float64, equal bool) Encoding {
	return Encoding{Rule: RuleMean, Records: rows, Squares: [3]float64{inside, inside, inside}, Shrunk: !equal, Equal: equal}
}

// About is the encoding of n rows by their differences from a noisy mean or a point near it, clipped at the length that
// always fits: reach is its square, in the unit of widest.
func About(rows, widest, reach float64) Encoding {
	e := Encoding{Rule: RuleClip, Records: rows, Shrunk: true}
	for i, s := range spreads {
		e.Squares[i] = min(1, s*widest/reach)
	}
	return e
}

// spreads are the assumed mean squared distances of a record from the mean, as shares of the largest that the columns'
// bounds allow: of the cautious end, of the middle, of the hopeful end.
var spreads = [3]float64{.1, .3, .6}

// A Mean is what the error of a release's noisy mean depends on, in scaled units: core/plan's MeanFacts.
type Mean struct {
	Share   float64 // in (0, 1): of μ² where all noise is Gaussian and calibrated together, else of ε and δ
	Squared float64 // the squared ℓ₂ sensitivity of the sum, for Gaussian noise
	Body    float64 // E‖u‖² for u uniform in the K-norm's body, which holds the sum's changes, for pure ε
	Count   int     // how many variates are drawn: d, or d + 1 where the number of rows is private
	Widest  float64 // the largest mean squared distance of records from their mean that the bounds allow
	Settled float64 // about how far, squared, a mean of noise alone is from the true one after its projection
}

// validate returns an error for what cannot be.
func (m Mean) validate() error {
	if !(m.Share > 0 && m.Share < 1) || !(m.Squared > 0) || !(m.Body > 0) || m.Count < 1 || !(m.Widest > 0) || !(m.Settled > 0) {
		return errors.New("forecast: the mean's share, sensitivity or range is out of range")
	}
	return nil
}

// lost is ‖ĉ − m‖² over the mean squared distance of records from m, for noise of that length over n on the sum, and
// records whose mean squared distance is that share of the widest.
func (m Mean) lost(noise, spread float64) float64 {
	squared := noise * noise
	return squared * m.Settled / (squared + m.Settled) / (spread * m.Widest)
}

// A Forecaster knows what noise of any width leaves of each assumed spectrum. It fills its tables as they are asked
// for, and is not safe for concurrent use.
type Forecaster struct {
	public Public
	lambda []*assumed
}

// An assumed spectrum with its table.
type assumed struct {
	name    string
	spectra *spectral
	last    float64 // λ_k over the sum of the first k
	kth     float64 // λ_k, of a trace of 1
	floor   float64
	grid    map[method.Curve]map[int]float64
}

// New returns an error for facts or shares that are out of range.
func New(p Public, over []Assumption) (*Forecaster, error) {
	if len(over) == 0 {
		return nil, errors.New("forecast: no spectrum is assumed")
	}
	if p.Columns != (Columns{}) || p.MeanWeight != 0 {
		if err := p.grouped(1); err != nil {
			return nil, err
		}
	}
	f := &Forecaster{public: p}
	for _, a := range over {
		facts := Facts{Records: 1, Directions: p.Directions, Delta: p.Delta, Relation: p.Relation, RowsPerPerson: p.RowsPerPerson, Spectrum: a.Shares}
		if len(a.Shares) != p.Features {
			return nil, fmt.Errorf("forecast: %d shares for %d features", len(a.Shares), p.Features)
		}
		if err := facts.Validate(); err != nil {
			return nil, err
		}
		s := newSpectral(facts)
		kth := a.Shares[p.Directions-1]
		f.lambda = append(f.lambda, &assumed{a.Name, s, kth / s.optimum, kth / s.trace, s.share(method.Floor, 1), map[method.Curve]map[int]float64{}})
	}
	return f, nil
}

// gridPoints of the tables in a decade of the noise's width.
const gridPoints = 8

// at is the share that noise of that width over n leaves, for records of length 1: between the table's points, straight
// in the logarithm of the width.
func (a *assumed) at(curve method.Curve, width float64) float64 {
	x := gridPoints * math.Log10(width)
	low := math.Floor(x)
	t := x - low
	return (1-t)*a.point(curve, int(low)) + t*a.point(curve, int(low)+1)
}

func (a *assumed) point(curve method.Curve, i int) float64 {
	if a.grid[curve] == nil {
		a.grid[curve] = map[int]float64{}
	}
	v, ok := a.grid[curve][i]
	if !ok {
		v = a.spectra.share(curve, a.spectra.trace*math.Pow(10, float64(i)/gridPoints))
		a.grid[curve][i] = v
	}
	return v
}

// A Band is what one mechanism may keep at each ε of a grid, as shares of the optimal energy in [0, 1]. Its slices are
// nil where the mechanism cannot run on the facts.
type Band struct {
	Mechanism         string
	Low, Middle, High []float64
	Top               []float64 // the best spectrum's share where all else is as at the low end
	Worst, Best       []string  // the assumed spectra of Low and Top
	// Widths are the noise's scale at each ε, on the directions: bands depend on n and ε through width/n.
	Widths []float64
}

// Bands makes a mechanism's band at every ε. Where the encoding has a mean, ε is that of mean and directions
// together, else of the directions. It returns an error for an encoding out of range or an ε that calibration does not take.
func (f *Forecaster) Bands(e Encoding, mechanisms []method.Method, epsilons []float64) ([]Band, error) {
	if !(e.Records >= 1 && e.Records <= 1e15) {
		return nil, errors.New("forecast: the number of records must be at least 1")
	}
	for _, s := range e.Squares {
		if !(s > 0 && s <= 1) {
			return nil, errors.New("forecast: a mean squared length is not in (0, 1]")
		}
	}
	if e.Rule == RuleMean {
		if err := f.public.grouped(e.Records); err != nil {
			return nil, err
		}
	}
	if e.Mean != nil {
		if err := e.Mean.validate(); err != nil {
			return nil, err
		}
	}
	for _, x := range epsilons {
		if err := (privacy.Budget{Epsilon: x}).Validate(); err != nil {
			return nil, err
		}
	}
	out := make([]Band, len(mechanisms))
	for i, m := range mechanisms {
		out[i].Mechanism = m.Name
		for _, epsilon := range epsilons {
			width, mean, ok := f.widths(e, m, epsilon)
			if !ok {
				out[i] = Band{Mechanism: m.Name}
				break
			}
			n := e.Records
			if e.Rule == RuleMean {
				n = f.public.counted(n)
			}
			out[i].add(f.ends(e, m, width/n, mean/n))
			out[i].Widths = append(out[i].Widths, width)
		}
	}
	return out, nil
}

// Band is Bands of one mechanism at one ε; false where it cannot run.
func (f *Forecaster) Band(e Encoding, mechanism string, epsilon float64) (Band, bool, error) {
	m, ok := method.Of(mechanism)
	if !ok {
		return Band{}, false, errNoMechanism(mechanism)
	}
	out, err := f.Bands(e, []method.Method{m}, []float64{epsilon})
	if err != nil {
		return Band{}, false, err
	}
	return out[0], out[0].Widths != nil, nil
}

func (b *Band) add(e ends) {
	b.Low, b.Middle, b.High, b.Top = append(b.Low, e.low), append(b.Middle, e.middle), append(b.High, e.high), append(b.Top, e.top)
	b.Worst, b.Best = append(b.Worst, e.worst), append(b.Best, e.best)
}

// widths are the scale of the noise on the directions, and the length of the noise on the sum that the mean comes from. Under the rule mean the
// second is the width of the noise on a sum.
func (f *Forecaster) widths(e Encoding, m method.Method, epsilon float64) (directions, mean float64, ok bool) {
	if e.Equal && (m.Gives != method.WholeMatrix || m.Law == "") { // there is no matrix whose columns could count equally
		return 0, 0, false
	}
	p := f.public
	setting := method.Setting{
		Features: p.Features, Directions: p.Directions, Epsilon: epsilon, Delta: p.Delta, Relation: p.Relation, RowsPerPerson: p.RowsPerPerson,
		Nonzero: e.Nonzero,
	}
	if e.Rule == RuleMean { // its steps are Gaussian, and calibrated together
		if !m.Joint {
			return 0, 0, false
		}
		facts, err := p.facts(epsilon)
		if err != nil {
			return 0, 0, false
		}
		directions, mean = p.meanNoise(facts, p.counted(e.Records))
		return directions, mean, true
	}
	if e.Mean == nil || m.Free() {
		directions, ok = m.Width(setting)
		return directions, 0, ok
	}
	share := e.Mean.Share
	gaussian := func(epsilon, delta float64) float64 {
		sigma, err := privacy.AnalyticGaussian(epsilon, delta)
		if err != nil {
			ok = false
		}
		return sigma * math.Sqrt(e.Mean.Squared*float64(e.Mean.Count))
	}
	if m.Joint {
		// μ₁² = φμ², μ₂² = (1−φ)μ² (core/privacy/calibration.md, Theorem 3).
		if directions, ok = m.Width(setting); !ok {
			return 0, 0, false
		}
		mean = gaussian(epsilon, p.Delta) / math.Sqrt(share)
		return directions / math.Sqrt(1-share), mean, ok
	}
	setting.Epsilon, setting.Delta = epsilon*(1-share), p.Delta*(1-share)
	if directions, ok = m.Width(setting); !ok {
		return 0, 0, false
	}
	if m.NeedsDelta() {
		mean = gaussian(epsilon*share, p.Delta*share)
		return directions, mean, ok
	}
	// The radius has the law Gamma(D′ + 1): core/mechanism/mean.md.
	d := float64(e.Mean.Count)
	return directions, float64(p.RowsPerPerson) / (epsilon * share) * math.Sqrt((d+1)*(d+2)*e.Mean.Body), true
}

// ends of a band at one width of the noise over n.
type ends struct {
	low, middle, high, top float64
	worst, best            string
}

// ends of a band, for noise of that width over n on the directions and of that length over n on the mean.
func (f *Forecaster) ends(e Encoding, m method.Method, width, mean float64) ends {
	allowed := f.allowance(e, m, width)
	out := ends{low: 2}
	for _, a := range f.lambda {
		var shares [3]float64
		for i := range shares {
			lost, wider := 0.0, width/e.Squares[i]*allowed.noise[i]
			switch {
			case e.Rule == RuleMean:
				wider *= f.public.Columns.wider(f.public.Features, mean, deviations[i], apart[i], e.Equal)
			case mean > 0:
				// The mean's error adds a direction of its own, of t = ‖ĉ − m‖² over the mean squared distance of a record, to
				// a total that it lengthens to 1 + t. It takes the k-th direction's place once it is stronger than that.
				lost = e.Mean.lost(mean, spreads[i])
				wider *= 1 + lost
			}
			v := a.at(m.Curve, wider)
			if lost > 0 {
				v -= a.last * lost * lost / (lost*lost + a.kth*a.kth)
			}
			shares[i] = max(v, a.floor)
		}
		low := max(a.floor, shares[0]*(1-allowed.bias[0]))
		if low < out.low {
			out.low, out.worst = low, a.name
		}
		if low > out.top {
			out.top, out.best = low, a.name
		}
		out.high = max(out.high, shares[2])
		out.middle += max(a.floor, shares[1]*(1-allowed.bias[1])) / float64(len(f.lambda))
	}
	// Where noise is all, curves differ by rounding alone.
	out.high = max(out.high, out.top)
	out.middle = min(max(out.middle, out.low), out.high)
	return out
}

// Assume lists the assumptions of a name: a spectrum of Spectra by itself, the typed shares of Own or Release, or Several. It
// returns an error for another name or for shares that are out of range, and panics unless 1 ≤ k < d.
func Assume(name string, typed []float64, d, k int) ([]Assumption, error) {
	switch name {
	case Several:
		return Spread(d, k), nil
	case Release:
		return Earlier(typed, d)
	}
	var shares []float64
	var err error
	if name == Own {
		shares, err = OwnShares(typed, d)
	} else {
		shares, err = Shares(name, d, k)
	}
	return []Assumption{{name, shares}}, err
}

func errNoMechanism(name string) error { return fmt.Errorf("forecast: %q is not a mechanism", name) }
