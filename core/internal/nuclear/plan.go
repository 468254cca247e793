package nuclear

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
)

// MaxDimension is the largest d for which the certificate was measured to keep
// ChargedGap, and for which the tables fit a browser's memory (nuclear.md, §8).
const MaxDimension = 2048

// A Plan holds the tables of one dimension. They depend on d alone and never
// change, so one Plan serves any number of draws, also concurrent ones.
type Plan struct {
	d    int // dimension
	m    int // number of points of A, ⌊d/2⌋
	n    int // number of points of B, ⌈d/2⌉
	rule *rule
	edge []float64 // ends of the panels, 0 = edge[0] < edge[1] < …

	// Functions at the Gauss-Legendre nodes of all panels, one row a node.
	x, w  []float64 // nodes and weights
	phi   *matrix   // φ, of one parity: span of the density of A
	psi   *matrix   // ψ, biorthogonal to φ
	b     *matrix   // b, of the other parity: span of the density of B given A
	tail  *matrix   // ∫ from x to ∞ of b
	whole []float64 // ∫ from 0 to ∞ of b
	reach int       // number of nodes beyond which A has no points

	logZ sum // logarithm of the normaliser Z_d of (1)
}

// NewPlan computes the tables for d×d matrices, 1 ≤ d ≤ MaxDimension, in
// O(d³) time and O(d²) memory. If progress is not nil it is called up to a
// thousand times with the share of the work done so far; an error of it ends
// the work and is returned.
func NewPlan(d int, progress func(done, total int) error) (*Plan, error) {
	if d < 1 || d > MaxDimension {
		return nil, fmt.Errorf("nuclear: dimension must be between 1 and %d", MaxDimension)
	}
	p := &Plan{d: d, m: d / 2, n: d - d/2, rule: newRule(nodesPerPanel)}
	p.layPanels()
	nodes := float64(len(p.x))
	meter := newMeter(progress, nodes*float64(p.n*(p.rule.q+2*p.m)))

	even, logEven := p.orthonormal(0, p.n)
	odd, logOdd := p.orthonormal(1, p.m)
	if d%2 == 0 {
		p.phi, p.b = even, odd
	} else {
		p.phi, p.b = odd, even
	}
	if err := p.integrateTails(meter); err != nil {
		return nil, err
	}
	gram, err := p.gram(meter)
	if err != nil {
		return nil, err
	}
	if err := p.biorthogonalise(gram, meter); err != nil {
		return nil, err
	}

	// Z_d = 2^d · |det gram| / (product of all leading coefficients): (6).
	p.logZ.add(float64(d) * math.Ln2)
	p.logZ.addSum(logEven)
	p.logZ.addSum(logOdd)
	factor(gram).addLogAbsDet(&p.logZ)
	if err := meter.finish(); err != nil {
		return nil, err
	}
	return p, nil
}

// findReach cuts the panels at the far end that hold together less than 2⁻⁶⁰
// points of A in expectation: a double-precision uniform never points there.
func (p *Plan) findReach() {
	q := p.rule.q
	mass := 0.0
	for p.reach = len(p.x); p.reach > q; p.reach -= q {
		for k := p.reach - q; k < p.reach; k++ {
			mass += math.Abs(p.w[k] * floats.Dot(p.phi.row(k), p.psi.row(k)))
		}
		if mass > 0x1p-60 {
			return
		}
	}
}
