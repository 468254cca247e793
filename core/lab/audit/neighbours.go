package audit

import (
	"fmt"
	"math"

	"privatepca/core/mechanism"
	"privatepca/core/method"
	"privatepca/core/moment"
	"privatepca/core/noise"
	"privatepca/core/noise/noisetest"
	"privatepca/core/privacy"
)

// Random data sets and neighbours: no law, but no bound may pass the claim.

const (
	neighbourSets  = 4 // for each mechanism and variant
	neighbourDraws = 60_000
	preparedDraws  = 8_000
)

func neighbours() []Row {
	var rows []Row
	add := func(label, name string, draws int, change func(*mechanism.Params)) {
		for i := range neighbourSets {
			row := fmt.Sprintf("random neighbours %d: %s", i+1, label)
			rows = append(rows, Row{row, func() *Pair { return randomPair(row, name, draws, change) }})
		}
	}
	for _, name := range method.Names() {
		draws := neighbourDraws
		switch name {
		case mechanism.NamePPCA: // prepares its sampler for each draw
			draws = preparedDraws
		case mechanism.NameNuclear:
			draws /= 3
		}
		add(name, name, draws, func(*mechanism.Params) {})
	}
	add("ppca with core", mechanism.NamePPCA, preparedDraws, func(p *mechanism.Params) { half(p, 0) })
	add("ppca with core, δ", mechanism.NamePPCA, preparedDraws, func(p *mechanism.Params) { half(p, delta) })
	add("ppca capped", mechanism.NamePPCA, preparedDraws, func(p *mechanism.Params) { p.Cap = 1 })
	return rows
}

// half gives half of ε to a core, with a δ.
func half(p *mechanism.Params, delta float64) {
	p.Budget = privacy.Budget{Epsilon: p.Budget.Epsilon / 2}
	p.Core = privacy.Budget{Epsilon: p.Budget.Epsilon, Delta: delta}
}

// randomPair draws a data set of up to twelve records in two to four dimensions, and
// a person to replace or to remove.
func randomPair(row, name string, draws int, change func(*mechanism.Params)) *Pair {
	src := noisetest.New(seed(row, "data", 0))
	pick := func(n int) int { return int(noise.Below(src, uint64(n))) }
	d := 2 + pick(3)
	p := params(d, 1+pick(d-1), []float64{0.5, 1, 3}[pick(3)], 0)
	p.Relation = []privacy.Relation{privacy.ReplaceOne, privacy.AddRemove}[pick(2)]
	p.RowsPerPerson = 1 + pick(2)
	p.Sweeps = 12
	if method.Named(name).NeedsDelta() {
		p.Budget.Delta = delta
	}
	if name == mechanism.NameLaplace {
		p.Scale = coarse
	}
	change(&p)
	record := func() []int16 {
		x := make([]float64, d)
		for i := range x {
			x[i] = noise.Normal(src)
		}
		length := float64(p.Scale) / math.Sqrt(dot(x, x))
		if pick(2) == 0 {
			length *= noise.Uniform(src)
		}
		q := make([]int16, d)
		for i := range q {
			q[i] = int16(x[i] * length)
		}
		return q
	}
	a, b := moment.NewAccumulator(d, p.Scale), moment.NewAccumulator(d, p.Scale)
	add := func(to ...*moment.Accumulator) {
		q := record()
		for _, sum := range to {
			if err := sum.Add(q); err != nil {
				panic("audit: " + err.Error())
			}
		}
	}
	for range pick(13) {
		add(a, b)
	}
	for range p.RowsPerPerson {
		add(a)
		if p.Relation == privacy.ReplaceOne {
			add(b)
		}
	}
	pair := &Pair{Name: row, Mechanism: name, Params: p, A: a.Matrix(), B: b.Matrix(), Draws: draws}
	pair.Score = towardsA(pair.A, pair.B)
	if name == mechanism.NameLaplace {
		pair.Score = laplaceScore(pair.A, pair.B, 1)
	}
	if name == mechanism.NameNuclear {
		pair.hoisted = replayNuclear
	}
	return pair
}

// towardsA is the inner product of A − B with what is shown: with the noisy matrix, with
// the projection, or with the leading part that eigenvalues belong to. It is the loss up to
// a monotone map for Gaussian noise and for subspaces, and a fair score elsewhere.
func towardsA(a, b *moment.Matrix) func(Output) float64 {
	d := a.Dim()
	s2 := float64(a.Scale() * a.Scale())
	difference := func(i, j int) float64 { return float64(a.At(i, j)-b.At(i, j)) / s2 }
	return func(o Output) float64 {
		score := 0.0
		if o.noisy != nil || o.Spectrum != nil {
			at := 0
			y := noisyMatrix(o, a.Scale())
			for i := range d {
				for j := i; j < d; j++ {
					weight := 2.0
					if i == j {
						weight = 1
					}
					score += weight * difference(i, j) * y[at] / s2
					at++
				}
			}
			return score
		}
		for r, v := range o.Basis { // none where SULQ refused
			energy := 0.0
			for i, x := range v {
				for j, y := range v {
					energy += difference(i, j) * x * y
				}
			}
			if o.Values != nil {
				energy *= 1 + o.Values[r]
			}
			score += energy
		}
		return score
	}
}
