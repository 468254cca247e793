package audit

import (
	"fmt"
	"math"

	"privatepca/core/internal/nuclear"
	"privatepca/core/mechanism"
	"privatepca/core/privacy"
)

// A Row makes a pair, its law and its number of draws. Laws take seconds, so rows are
// made when they are run.
type Row struct {
	Name string
	make func() *Pair
}

// delta of the (ε,δ) mechanisms that are audited: large, so that a sample shows it.
const delta = 0.05

func params(d, k int, epsilon, delta float64) mechanism.Params {
	return mechanism.Params{
		Dim: d, Scale: fine, K: k, Budget: privacy.Budget{Epsilon: epsilon, Delta: delta},
		Relation: privacy.ReplaceOne, RowsPerPerson: 1,
	}
}

// Rows lists the pairs with their mechanisms.
func Rows() []Row {
	var rows []Row
	add := func(make func(name string) *Pair, format string, args ...any) {
		name := fmt.Sprintf(format, args...)
		rows = append(rows, Row{name, func() *Pair { return make(name) }})
	}
	for _, setting := range []struct {
		relation privacy.Relation
		rows     int
	}{{privacy.ReplaceOne, 1}, {privacy.ReplaceOne, 2}, {privacy.AddRemove, 1}} {
		relation, m := setting.relation, setting.rows
		with := func(p mechanism.Params) mechanism.Params {
			p.Relation, p.RowsPerPerson = relation, m
			return p
		}
		add(func(n string) *Pair { return gaussianRow(n, with(params(2, 1, 2, delta)), false) }, "gaussian, %s, m=%d", relation, m)
		add(func(n string) *Pair { return laplaceRow(n, with(params(2, 1, 2, 0))) }, "laplace, %s, m=%d", relation, m)
		add(func(n string) *Pair { return lineRow(n, mechanism.NamePPCA, with(params(2, 1, 4, 0))) }, "ppca, d=2 k=1, %s, m=%d", relation, m)
	}
	add(func(n string) *Pair { return nuclearRow(n, params(2, 1, 2.5, 0)) }, "nuclear, replace-one, m=1")
	for m := 1; m <= 2; m++ {
		p := params(2, 1, 2.5, 0)
		p.Relation, p.RowsPerPerson = privacy.AddRemove, m
		add(func(n string) *Pair { return nuclearRow(n, p) }, "nuclear, add-remove, m=%d", m)
	}
	both := []privacy.Relation{privacy.ReplaceOne, privacy.AddRemove}
	add(func(n string) *Pair { return gaussianRow(n, params(2, 1, 2, delta), true) }, "gaussian, replace-one, off the diagonal")
	for _, relation := range both {
		with := func(p mechanism.Params) mechanism.Params {
			p.Relation = relation
			return p
		}
		add(func(n string) *Pair { return modsulqRow(n, with(params(2, 1, 8, delta))) }, "modsulq, %s", relation)
		add(func(n string) *Pair { return sulqRow(n, with(params(2, 1, 32, delta))) }, "sulq, %s", relation)
		add(func(n string) *Pair { return lineRow(n, mechanism.NameSequential, with(params(2, 1, 4, 0))) }, "sequential, d=2 k=1, %s", relation)
		deflated := with(params(3, 2, 6, 0))
		if relation == privacy.AddRemove {
			deflated.Budget.Epsilon = 3 // the same exponent
		}
		add(func(n string) *Pair { return deflatedRow(n, deflated) }, "sequential, d=3 k=2, %s", relation)
	}
	add(func(n string) *Pair { return planeRow(n, params(3, 2, 4, 0)) }, "ppca, d=3 k=2")
	add(func(n string) *Pair { return planesRow(n, mechanism.NamePPCA, params(4, 2, 5, 0), 2, replayPPCA) }, "ppca, d=4 k=2")
	add(func(n string) *Pair {
		pair := planesRow(n, mechanism.NamePPCA, params(4, 2, 6, 0), 3, replayPPCA)
		pair.LawOnly = true
		return pair
	}, "ppca, tied spectrum, d=4 k=2, law only")
	add(func(n string) *Pair { return lineRow(n, mechanism.NameGibbs, params(2, 1, 4, 0)) }, "ppca-gibbs, d=2 k=1")
	add(func(n string) *Pair { return planesRow(n, mechanism.NameGibbs, params(4, 2, 5, 0), 2, nil) }, "ppca-gibbs, d=4 k=2")
	add(func(n string) *Pair { return randomRow(n, params(2, 1, 1, 0)) }, "random, d=2 k=1")
	for _, name := range []string{mechanism.NamePPCA, mechanism.NameGibbs, mechanism.NameRandom} {
		rows = append(rows, Row{"gauge: pair of " + name, func() *Pair { return gaugePair(name) }})
	}
	rows = append(rows, signPairs()...)
	rows = append(rows, meanPairs()...)
	return append(rows, neighbours()...)
}

func gaussianRow(name string, p mechanism.Params, offDiagonal bool) *Pair {
	p.Scale = coarse
	m := uint64(p.RowsPerPerson)
	width, err := privacy.CalibrateGaussian(privacy.FrobeniusSquared(p.Relation, coarse, m), 3, p.Budget)
	if err != nil {
		panic("audit: " + err.Error())
	}
	on, off := float64(width.Sigma), float64(width.OffDiagonal)
	x, y := worstRecords(p.Relation, func(d11, d12, d22 float64) float64 {
		return (d11*d11+d22*d22)/(on*on) + d12*d12/(off*off)
	})
	if offDiagonal {
		x, y = []int16{12, 12}, []int16{12, -12}
	}
	a, b := repeated(x, y, p.RowsPerPerson, p.Relation)
	return &Pair{
		Name: name, Mechanism: mechanism.NameGaussian, Params: p, A: a, B: b, Draws: 700_000,
		Score: gaussianScore(a, b, on, off), Law: gaussianLaw(a, b, on, off),
	}
}

func laplaceRow(name string, p mechanism.Params) *Pair {
	p.Scale = coarse
	// The ℓ₁ sensitivity for d = 2: √5 and 3/2.
	sensitivity := math.Sqrt(5)
	if p.Relation == privacy.AddRemove {
		sensitivity = 1.5
	}
	reach := math.Ceil(sensitivity * coarse * coarse * float64(p.RowsPerPerson))
	t := math.Ceil(reach / p.Budget.Epsilon)
	x, y := worstRecords(p.Relation, func(d11, d12, d22 float64) float64 {
		return math.Abs(d11) + math.Abs(d12) + math.Abs(d22)
	})
	a, b := repeated(x, y, p.RowsPerPerson, p.Relation)
	return &Pair{
		Name: name, Mechanism: mechanism.NameLaplace, Params: p, A: a, B: b, Draws: 500_000,
		Score: laplaceScore(a, b, t), Law: laplaceLaw(a, b, t),
	}
}

// exponent is c of the exponential mechanisms and of nuclear-norm noise.
func exponent(p mechanism.Params, epsilon float64) float64 {
	if p.Relation == privacy.ReplaceOne {
		epsilon /= 2
	}
	return epsilon / float64(p.RowsPerPerson)
}

func nuclearRow(name string, p mechanism.Params) *Pair {
	c := exponent(p, p.Budget.Epsilon-2*nuclear.ChargedGap)
	m := p.RowsPerPerson
	a, b, at := diagonal(fine, m, 0), diagonal(fine, 0, m), 0.03
	if p.Relation == privacy.AddRemove {
		b, at = diagonal(fine, 0, 0), 0
	}
	return &Pair{
		Name: name, Mechanism: mechanism.NameNuclear, Params: p, A: a, B: b, Draws: 250_000, At: at,
		Score: nuclearScore(c, a, b), Law: nuclearLaw(4_000_000, c, a, b), hoisted: replayNuclear,
	}
}

func modsulqRow(name string, p mechanism.Params) *Pair {
	p.Scale = coarse
	e := p.Budget.Epsilon
	root := math.Sqrt(2 * math.Log(6/(2*math.Sqrt(2*math.Pi)*p.Budget.Delta)))
	sigma := math.Ceil((3/e*root + 1/math.Sqrt(e)) * coarse * coarse)
	x, y := worstRecords(p.Relation, func(d11, d12, d22 float64) float64 { return d11*d11 + d22*d22 + d12*d12 })
	a, b := repeated(x, y, 1, p.Relation)
	return &Pair{
		Name: name, Mechanism: mechanism.NameMODSULQ, Params: p, A: a, B: b, Draws: 600_000,
		Score: gaussianScore(a, b, sigma, sigma), Law: gaussianLaw(a, b, sigma, sigma),
	}
}

func sulqRow(name string, p mechanism.Params) *Pair {
	sigma := math.Ceil(math.Sqrt(8) * 2 * math.Log(2/p.Budget.Delta) / p.Budget.Epsilon * fine * fine)
	a, b := diagonal(fine, 1, 0), diagonal(fine, 0, 1)
	if p.Relation == privacy.AddRemove {
		b = diagonal(fine, 0, 0)
	}
	law, score := sulqLaw(4_000_000, sigma, a, b)
	return &Pair{Name: name, Mechanism: mechanism.NameSULQ, Params: p, A: a, B: b, Draws: 1_000_000, Score: score, Law: law}
}

// exponents is c·S for counts of unit records along the axes.
func exponents(c float64, counts []int) []float64 {
	out := make([]float64, len(counts))
	for i, n := range counts {
		out[i] = c * float64(n)
	}
	return out
}

// moved returns counts with one person's m records moved from e₁ to e₂ (replace-one), or
// gone from e₁ (add/remove).
func moved(p mechanism.Params, counts ...int) []int {
	out := append([]int(nil), counts...)
	out[0] -= p.RowsPerPerson
	if p.Relation == privacy.ReplaceOne {
		out[1] += p.RowsPerPerson
	}
	return out
}

// leastMargin, in standard deviations, keeps the chance that a bound falls short of a
// pair that it should reach below 4e-6 a row, over the choice of seeds.
const leastMargin = 4.5

// lineRow: N persons at e₁ against one of them moved. Larger N has the larger loss,
// up to ε, at outputs that are seen ever more rarely; the largest N is taken whose
// loss the sample can show.
func lineRow(name, mech string, p mechanism.Params) *Pair {
	c := exponent(p, p.Budget.Epsilon)
	const draws = 600_000
	var best *Pair
	for persons := 1; persons <= 8; persons++ {
		b := []int{persons * p.RowsPerPerson, 0}
		a := moved(p, b...)
		law := lineLaw(200_000, exponents(c, a), exponents(c, b))
		if _, margin := law.expected(judged(draws), 0); best != nil && margin < leastMargin {
			break
		}
		best = &Pair{
			Name: name, Mechanism: mech, Params: p, A: diagonal(fine, a...), B: diagonal(fine, b...), Draws: draws,
			Score: binghamScore(exponents(c, a), exponents(c, b)), Law: law,
		}
	}
	return best
}

// randomRow: nothing at all may be seen; the claim is ε = 0.
func randomRow(name string, p mechanism.Params) *Pair {
	return &Pair{
		Name: name, Mechanism: mechanism.NameRandom, Params: p, A: diagonal(fine, 5, 0), B: diagonal(fine, 4, 1), Draws: 500_000,
		Score: binghamScore([]float64{5, 0}, []float64{4, 1}),
	}
}

// planeRow: two persons at e₁, one of them moved, and four at e₃.
func planeRow(name string, p mechanism.Params) *Pair {
	c := exponent(p, p.Budget.Epsilon)
	b := []int{2, 0, 4}
	a := moved(p, b...)
	return &Pair{
		Name: name, Mechanism: mechanism.NamePPCA, Params: p, A: diagonal(fine, a...), B: diagonal(fine, b...), Draws: 1_200_000, hoisted: replayPPCA(c),
		Score: binghamScore(exponents(c, a), exponents(c, b)), Law: planeLaw(4_000_000, exponents(c, a), exponents(c, b)),
	}
}

// planesRow: that many persons at e₁ and at e₃, one of them moved.
func planesRow(name, mech string, p mechanism.Params, persons int, hoist func(c float64) hoisted) *Pair {
	c := exponent(p, p.Budget.Epsilon)
	b := []int{persons, 0, persons, 0}
	a := moved(p, b...)
	p.Sweeps = 12 // of the Gibbs sampler
	pair := &Pair{
		Name: name, Mechanism: mech, Params: p, A: diagonal(fine, a...), B: diagonal(fine, b...), Draws: 400_000, At: delta,
		Score: binghamScore(exponents(c, a), exponents(c, b)), Law: planesLaw(8_000_000, exponents(c, a), exponents(c, b)),
	}
	if hoist != nil {
		pair.hoisted = hoist(c)
	}
	return pair
}

// deflatedRow: two persons at e₁, one of them moved, and two at e₃.
func deflatedRow(name string, p mechanism.Params) *Pair {
	c := exponent(p, p.Budget.Epsilon/2)
	b := []int{2, 0, 2}
	a := moved(p, b...)
	return &Pair{
		Name: name, Mechanism: mechanism.NameSequential, Params: p, A: diagonal(fine, a...), B: diagonal(fine, b...), Draws: 900_000, At: 0.02,
		Score: deflatedScore(exponents(c, a), exponents(c, b)), Law: deflatedLaw(8_000_000, exponents(c, a), exponents(c, b)),
	}
}
