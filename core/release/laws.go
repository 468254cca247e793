package release

import (
	"fmt"
	"math"
	"math/big"

	"privatepca/core/method"
	"privatepca/core/privacy"
	"privatepca/core/scaling"
	"privatepca/core/schema"
	"privatepca/core/words"
)

// verifyLaws asks whether what each step was drawn from gives what the step states, by the proofs of core/mechanism: for
// this relation, this number of rows a person and this scale, and for no other.
func verifyLaws(d *Document) Check {
	c := Check{What: "Its noise is wide enough for its ε"}
	var unknown []string
	n := 0
	for i := range d.Privacy.Parts {
		part := &d.Privacy.Parts[i]
		if method.Named(part.Mechanism).Free() {
			continue
		}
		law := lawOf(d, part)
		if law == nil && d.Version == 1 && part.Step == method.StepCore {
			unknown = append(unknown, part.Step)
			continue
		}
		why := contradicts(d, part, law)
		if why == "" {
			why = muContradicts(d, part, law)
		}
		if why != "" {
			c.Detail = fmt.Sprintf("Step %d, %q: %s", i+1, part.Step, why)
			return c
		}
		n++
	}
	c.Holds = true
	c.Detail = fmt.Sprintf("Calculated again, for its relation and its rows a person, from the laws of %s.", words.Count(n, "step"))
	if len(unknown) > 0 {
		c.Detail += fmt.Sprintf(" Not for %s: documents of version 1 do not state its width.", words.List(unknown))
	}
	return c
}

// lawOf is what a step states that it was drawn from; nil for nothing. A document of version 1 says some of it in its formula.
func lawOf(d *Document, part *privacy.Part) *privacy.Law {
	if d.Version > 1 {
		return part.Law
	}
	return lawBefore(d, part)
}

// contradicts says where a step's law is not the one that its mechanism, ε, δ and ρ call for; "" for nowhere.
func contradicts(d *Document, part *privacy.Part, l *privacy.Law) string {
	step, known := method.StepOf(part.Step)
	m := method.Named(part.Mechanism)
	switch {
	case l == nil:
		return "it does not state what it was drawn from, so its cost cannot be calculated."
	case !known || m.Family != l.Family:
		return fmt.Sprintf("it states a law of the family %q, which is not its mechanism’s.", l.Family)
	case step.Unit(l.Family) != l.Unit:
		return fmt.Sprintf("it states its law in units of %q, not %q.", l.Unit, step.Unit(l.Family))
	}
	if more := misplaced(step.Name, m, part.Claim, l); more != "" {
		return more
	}
	switch step.Name {
	case method.StepSecondMoment:
		return wholeContradicts(d, part, m, l)
	case method.StepSubspace, method.StepDirection:
		change := reachOfOne(d)
		return exponentContradicts(d, part.Epsilon, change, 0, math.Min(part.Epsilon/change, method.MaxExponent), l)
	case method.StepNormBound, method.StepChoiceOfK:
		return selectionContradicts(d, part, step, l)
	case method.StepCentre:
		return centreContradicts(d, part, l)
	case method.StepMean:
		return meanContradicts(d, part, l)
	case method.StepSums:
		return sumsContradicts(d, part, l)
	case method.StepLengths:
		return lengthsContradicts(d, part, l)
	case method.StepCount:
		return jointContradicts(d, part, l, privacy.CountsSquared(privacy.AddRemove, countsFactor(d), uint64(d.Privacy.RowsPerPerson)), 1)
	case method.StepCore:
		return coreContradicts(d, part, l)
	}
	return "no proof is known here for such a step."
}

// misplaced says which field of a law the step has no use for, or lacks.
func misplaced(step string, m method.Method, claim privacy.Claim, l *privacy.Law) string {
	symmetric := step == method.StepSecondMoment || step == method.StepCore
	selects := step == method.StepNormBound || step == method.StepChoiceOfK
	chain := l.Sweeps > 0
	switch {
	case l.Width > 0 && symmetric != (l.OffDiagonal > 0):
		return "its widths are not those of noise on such a sum."
	case l.Weight > 0 && step != method.StepMean && step != method.StepSums, l.Reach > 0 != (step == method.StepCore),
		l.Directions > 0 != (step == method.StepSubspace || step == method.StepCore):
		return "its law has a number that such a step does not have, or lacks one."
	case symmetric && l.Family == privacy.DiscreteGaussian && (l.Route == "") != m.Published():
		return "its law does not say how it was calibrated, or says so where it was not."
	case selects != (l.Candidates > 0):
		return "its law is a selection’s, and the step is none, or the other way round."
	case chain && !m.HasSweeps, l.Proposals > 0 && !(m.HasCap && chain), m.HasSweeps && !m.HasCap && !chain, m.HasCap && chain && l.Proposals == 0:
		return "its law does not say how its sampler ran."
	case chain && privacy.Weakest(claim, privacy.Conditional) != claim:
		return fmt.Sprintf("it was drawn by a Markov chain, and its claim is %q.", claim)
	}
	return ""
}

// reachOfOne is the sensitivity that an exponent is divided by: a score tr VᵀSV moves by at most m either way, and under
// replace-one the normaliser may move against it (core/mechanism/ppca.md).
func reachOfOne(d *Document) float64 {
	m := float64(d.Privacy.RowsPerPerson)
	if d.Privacy.Relation == privacy.ReplaceOne {
		return 2 * m
	}
	return m
}

// exponentContradicts compares an exponent c with the ε that c·change (and what the sampler charges) costs, and with the
// one that is drawn at that ε. Formulas of version 1 have six digits.
func exponentContradicts(d *Document, epsilon, change, charge, drawn float64, l *privacy.Law) string {
	tolerance := slack
	if d.Version == 1 {
		tolerance = 1e-5
	}
	if cost := l.Exponent*change + charge; cost > epsilon*(1+tolerance) {
		return fmt.Sprintf("its exponent %.6g costs ε = %.6g; it states %s.", l.Exponent, cost, words.Six(epsilon))
	}
	if l.Exponent < drawn*(1-tolerance)-1e-12 {
		return fmt.Sprintf("its exponent is %.6g; at ε = %s, for this relation and these rows a person, it is %.6g.", l.Exponent, words.Six(epsilon), drawn)
	}
	return ""
}

func wholeContradicts(d *Document, part *privacy.Part, m method.Method, l *privacy.Law) string {
	p := &d.Privacy
	if law := l.Noise(); m.Law != "" && d.Version > 1 && (p.Noise == nil || *p.Noise != *law) {
		return "the noise of the whole matrix is stated twice, and not alike."
	}
	rows, s, dim := float64(p.RowsPerPerson), float64(d.Encoding.Quantisation), float64(momentDim(d))
	squared := privacy.FrobeniusSquared(p.Relation, uint64(d.Encoding.Quantisation), uint64(p.RowsPerPerson))
	switch l.Family {
	case privacy.NuclearNorm:
		change := reachOfOne(d)
		return exponentContradicts(d, part.Epsilon, change, method.NuclearCharge, math.Min((part.Epsilon-method.NuclearCharge)/change, method.MaxExponent), l)
	case privacy.DiscreteLaplace:
		z := float64(nonzeroOf(d))
		change := rows * s * s * (z + 1) / 2
		if p.Relation == privacy.ReplaceOne {
			change = rows * s * s * math.Min(math.Sqrt((dim*dim+3*dim)/2), z+1)
		}
		return laplaceContradicts(part, change, squared, l, l.OffDiagonal)
	}
	if m.Published() {
		if why := publishedContradicts(d, part, m, l, squared); why != "" {
			return why
		}
	} else if up := ceilRoot2(l.Width); l.OffDiagonal != up {
		return fmt.Sprintf("its σ off the diagonal is %d; beside %d it is %d.", l.OffDiagonal, l.Width, up)
	}
	return gaussianContradicts(part, l, squared, momentDim(d)*(momentDim(d)+1)/2, m.Joint && d.Version > 1)
}

// momentDim is the dimension of the second moment that was released: under the norm rule mean a constant stands behind the features.
func momentDim(d *Document) int {
	if d.Encoding.NormRule == string(schema.Mean) {
		return d.NumFeatures + 1
	}
	return d.NumFeatures
}

// nonzeroOf is how many features of a record can be other than 0; all, as documents of version 1 had it.
func nonzeroOf(d *Document) int {
	if d.Version == 1 {
		return d.NumFeatures
	}
	s := &schema.Schema{NormRule: schema.NormRule(d.Encoding.NormRule), Centre: schema.Centre(d.Encoding.Centre)}
	for i := range d.Encoding.Fields {
		s.Fields = append(s.Fields, d.Encoding.Fields[i].schema())
	}
	return s.Nonzero(false)
}

// publishedContradicts compares σ with the published one, or with the least that is proven where that is wider.
func publishedContradicts(d *Document, part *privacy.Part, m method.Method, l *privacy.Law, squared *big.Int) string {
	coordinates := d.NumFeatures * (d.NumFeatures + 1) / 2
	if m.Law == "" { // each entry has noise of its own
		coordinates = d.NumFeatures * d.NumFeatures
	}
	least := uint64(0)
	if g, err := privacy.CalibrateGaussian(squared, coordinates, privacy.Budget{Epsilon: part.Epsilon, Delta: part.Delta}); err == nil {
		least = g.Sigma
	}
	published := m.Entry(method.Setting{
		Features: d.NumFeatures, Directions: d.NumComponents, Epsilon: part.Epsilon, Delta: part.Delta,
		Relation: d.Privacy.Relation, RowsPerPerson: d.Privacy.RowsPerPerson,
	}, d.Encoding.Quantisation)
	switch sigma := float64(l.Width); {
	case math.IsNaN(published):
		return "no noise is published for its number of features, its ε and its δ."
	case l.OffDiagonal != l.Width:
		return "its noise has one σ on all entries, and states two."
	case !(math.Abs(sigma-published) <= slack*published+1) && l.Width != least:
		return fmt.Sprintf("its σ is %d; the published one is %.6g for its ε, δ and rows a person.", l.Width, published)
	}
	return ""
}

// gaussianContradicts compares σ with the least that is proven for ε and δ, and with ρ, which it states exactly.
func gaussianContradicts(part *privacy.Part, l *privacy.Law, squared *big.Int, coordinates int, stated bool) string {
	rho := privacy.GaussianRho(squared, l.Width)
	least, err := privacy.CalibrateGaussian(squared, coordinates, privacy.Budget{Epsilon: part.Epsilon, Delta: part.Delta})
	switch {
	case err != nil:
		return "no noise can be calculated for its ε and δ."
	case part.Rho == 0 && stated:
		return "it does not state its ρ."
	case part.Rho > 0 && math.Abs(part.Rho-rho) > slack*rho:
		return fmt.Sprintf("its noise of σ = %d is %.6g-zCDP for this relation and these rows a person; it states ρ = %.6g.", l.Width, rho, part.Rho)
	case l.Width >= least.Sigma, privacy.GaussianProven(squared, l.Width, coordinates, privacy.Budget{Epsilon: part.Epsilon, Delta: part.Delta}):
		return ""
	}
	if epsilon, err := privacy.EpsilonFor(rho, part.Delta); err == nil && epsilon <= part.Epsilon*(1+slack) { // calibrated to a share of ρ
		return ""
	}
	return fmt.Sprintf("its σ is %d; ε = %s needs at least %d.", l.Width, words.Six(part.Epsilon), least.Sigma)
}

// laplaceContradicts compares a scale with change/ε, rounded up, and the ρ with that of all coordinates, whose squared ℓ₂
// sensitivity is squared. off is the scale off the diagonal, where there is one.
func laplaceContradicts(part *privacy.Part, change float64, squared *big.Int, l *privacy.Law, off uint64) string {
	epsilon, needed := part.Epsilon, change/part.Epsilon
	if rho := min(privacy.GaussianRho(squared, l.Width), privacy.PureRho(epsilon)); part.Rho > 0 && part.Rho < rho*(1-slack) {
		return fmt.Sprintf("its noise of scale %d is %.6g-zCDP; it states ρ = %.6g.", l.Width, rho, part.Rho)
	}
	if off != 0 && off != l.Width {
		return "its noise has one scale on all entries, and states two."
	}
	if scale := float64(l.Width); scale < needed*(1-slack) || scale > needed*(1+slack)+1/epsilon+1 {
		return fmt.Sprintf("its scale is %d; ε = %s, for this relation and these rows a person, has %.6g.", l.Width, words.Six(epsilon), needed)
	}
	return ""
}

// selectionContradicts is about the exponential mechanism on integers: weights exp(−c·loss), c = ε/(2Δ).
func selectionContradicts(d *Document, part *privacy.Part, step method.Step, l *privacy.Law) string {
	change := selectionChange(&d.Privacy, l.Target)
	switch {
	case step.Name == method.StepChoiceOfK && (l.Candidates >= d.NumFeatures || d.NumComponents > l.Candidates):
		return fmt.Sprintf("it chooses from 1 … %d, of %d features, and %d directions were released.", l.Candidates, d.NumFeatures, d.NumComponents)
	case l.Candidates < 1, step.Name == method.StepNormBound && l.Candidates != method.NormBounds:
		return "its candidates are not those that are chosen from."
	}
	return exponentContradicts(d, part.Epsilon, 2*change, 0, part.Epsilon/(2*change), l)
}

func centreContradicts(d *Document, part *privacy.Part, l *privacy.Law) string {
	s, dim := int64(d.Encoding.Quantisation), int64(d.NumFeatures)
	if l.Family == privacy.DiscreteLaplace {
		return laplaceContradicts(part, math.Sqrt(float64(4*dim*s*s)), big.NewInt(4*s*s), l, 0)
	}
	return gaussianContradicts(part, l, big.NewInt(4*s*s), d.NumFeatures, true)
}

// meanContradicts is about the mean of the features (core/mechanism/mean.md).
func meanContradicts(d *Document, part *privacy.Part, l *privacy.Law) string {
	query := meanQueryOf(d)
	weight := uint64(0)
	if query.Counted() && l.Family == privacy.KNorm {
		weight = 1
	} else if query.Counted() {
		weight = uint64(query.Weight())
	}
	if l.Weight != weight {
		return fmt.Sprintf("it weighs the number of rows by %d; for this relation and these rows a person that is %d.", l.Weight, weight)
	}
	if l.Family == privacy.KNorm {
		rows := float64(d.Privacy.RowsPerPerson)
		return exponentContradicts(d, part.Epsilon, rows, 0, part.Epsilon/rows, l)
	}
	return jointContradicts(d, part, l, query.Squared(), query.Coordinates())
}

// sumsContradicts is about the sums of the norm rule mean (core/mechanism/sums.md).
func sumsContradicts(d *Document, part *privacy.Part, l *privacy.Law) string {
	query, weight := sumsQueryOf(d), uint64(0)
	if query.Counted() {
		weight = uint64(query.Weight())
	}
	if l.Weight != weight {
		return fmt.Sprintf("it weighs the number of rows by %d; for this relation and these rows a person that is %d.", l.Weight, weight)
	}
	return jointContradicts(d, part, l, query.Squared(), query.Coordinates())
}

// lengthsContradicts is about the counts of lengths (core/mechanism/sums.md).
func lengthsContradicts(d *Document, part *privacy.Part, l *privacy.Law) string {
	return jointContradicts(d, part, l, privacy.CountsSquared(d.Privacy.Relation, countsFactor(d), uint64(d.Privacy.RowsPerPerson)), scaling.Bins)
}

// jointContradicts is about a Gaussian step that was calibrated with others, of that squared sensitivity.
func jointContradicts(d *Document, part *privacy.Part, l *privacy.Law, squared *big.Int, coordinates int) string {
	if d.Encoding.Quantisation != schema.Scale {
		return fmt.Sprintf("its proof is for the scale %d.", schema.Scale)
	}
	rho := privacy.GaussianRho(squared, l.Width)
	switch {
	case math.Abs(part.Rho-rho) > slack*rho:
		return fmt.Sprintf("its noise of σ = %d is %.6g-zCDP; it states ρ = %.6g.", l.Width, rho, part.Rho)
	case !privacy.GaussianHolds(rho, l.Width, coordinates, privacy.Budget{Epsilon: part.Epsilon * (1 + slack), Delta: part.Delta}):
		return fmt.Sprintf("its noise of σ = %d is too narrow for its ε and δ.", l.Width)
	}
	return ""
}

// coreContradicts is about the noise on WᵀSW (core/mechanism/ppca.md, "The core"). W stands in no document; its reach does, and
// is at least the squared length of a row of W.
func coreContradicts(d *Document, part *privacy.Part, l *privacy.Law) string {
	k := int64(l.Directions)
	relation := d.Privacy.Relation
	if k == 1 {
		relation = privacy.AddRemove // a difference of two numbers in [0, x] is at most x
	}
	// Half a unit of the grid and of the sixth decimal on each of d entries.
	short := math.Sqrt(float64(d.NumFeatures)) * (1/(2.0*method.CoreGrid) + 1e-6)
	if least := method.CoreGrid * method.CoreGrid * (1 - short) * (1 - short); float64(l.Reach) < least || l.Reach > max(2*method.CoreGrid*method.CoreGrid, method.MostCoreNorm2(l.Directions, d.NumFeatures)) {
		return fmt.Sprintf("its reach is %d; of an orthonormal basis it is at least %.0f.", l.Reach, least)
	}
	s := int64(d.Encoding.Quantisation)
	reach := new(big.Int).Mul(new(big.Int).SetUint64(l.Reach), big.NewInt(s*s))
	reach.Mul(reach, big.NewInt(int64(d.Privacy.RowsPerPerson))) // which nobody bounds: in 64 bits the product could be 0
	square := new(big.Int).Mul(reach, reach)
	if relation == privacy.ReplaceOne {
		square.Lsh(square, 1)
	}
	if l.Family == privacy.DiscreteLaplace {
		x, _ := new(big.Float).SetInt(reach).Float64()
		factor := float64(k+1) / 2
		if relation == privacy.ReplaceOne {
			factor = math.Sqrt(float64(k*k+3*k) / 2)
		}
		return laplaceContradicts(part, x*factor, square, l, l.OffDiagonal)
	}
	if up := ceilRoot2(l.Width); l.OffDiagonal != up {
		return fmt.Sprintf("its σ off the diagonal is %d; beside %d it is %d.", l.OffDiagonal, l.Width, up)
	}
	least, err := privacy.CalibrateGaussian(square, int(k*(k+1)/2), privacy.Budget{Epsilon: part.Epsilon, Delta: part.Delta})
	if err != nil {
		return "no noise can be calculated for its ε and δ."
	}
	if rho := privacy.GaussianRho(square, l.Width); part.Rho > 0 && part.Rho < rho*(1-slack) {
		return fmt.Sprintf("its noise of σ = %d is %.6g-zCDP; it states ρ = %.6g.", l.Width, rho, part.Rho)
	}
	if l.Width != least.Sigma {
		return fmt.Sprintf("its σ is %d; ε = %s, for this relation and these rows a person, has %d.", l.Width, words.Six(part.Epsilon), least.Sigma)
	}
	return ""
}

// muContradicts compares a step's μ with the one that its law, ρ and ε prove (core/privacy/calibration.md, section 7). It is asked
// after all else holds.
func muContradicts(d *Document, part *privacy.Part, l *privacy.Law) string {
	if part.Mu == 0 {
		return ""
	}
	selection, _ := part.Selection()
	least := selection.Mu()
	switch l.Family {
	case privacy.DiscreteLaplace:
		if part.Rho > 0 {
			least = min(least, privacy.LaplaceMu(part.Rho))
		}
	case privacy.NuclearNorm:
		least = privacy.NuclearMu(part.Epsilon, d.NumFeatures, method.NuclearCharge)
	case privacy.DiscreteGaussian:
		if least = privacy.GaussianMuOf(2*part.Rho, l.Width, coordinatesOf(d, part)); least == 0 {
			return "its noise is too narrow, or its ρ is missing, for the μ that it states."
		}
	}
	if part.Mu < least*(1-slack) {
		return fmt.Sprintf("its μ is %.6g; the proof gives %.6g.", part.Mu, least)
	}
	return ""
}

// coordinatesOf is how many variates of discrete noise a step draws.
func coordinatesOf(d *Document, part *privacy.Part) int {
	n := d.NumFeatures
	switch step, _ := method.StepOf(part.Step); step.Name {
	case method.StepMean:
		return meanQueryOf(d).Coordinates()
	case method.StepSums:
		return sumsQueryOf(d).Coordinates()
	case method.StepLengths:
		return scaling.Bins
	case method.StepCount:
		return 1
	case method.StepSecondMoment:
		n = momentDim(d)
	case method.StepCentre:
		return n
	case method.StepCore:
		return d.NumComponents * (d.NumComponents + 1) / 2
	}
	if method.Named(part.Mechanism).Law == "" { // not symmetric
		return n * n
	}
	return n * (n + 1) / 2
}

// ceilRoot2 is ⌈σ/√2⌉, the least τ with 2τ² ≥ σ².
func ceilRoot2(sigma uint64) uint64 {
	x := new(big.Int).SetUint64(sigma)
	x.Mul(x, x).Add(x, big.NewInt(1)).Rsh(x, 1)
	root := new(big.Int).Sqrt(x)
	if new(big.Int).Mul(root, root).Cmp(x) < 0 {
		root.Add(root, big.NewInt(1))
	}
	return root.Uint64()
}
