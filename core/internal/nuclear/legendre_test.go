package nuclear

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/integrate/quad"
)

func TestNodesAreGonums(t *testing.T) {
	for _, q := range []int{1, 2, 5, nodesPerPanel, 101, 300} {
		x, w := make([]float64, q), make([]float64, q)
		quad.Legendre{}.FixedLocations(x, w, -1, 1)
		for i := range q { // gonum's descend
			node, weight := gaussNode(q, i)
			if j := q - 1 - i; math.Abs(node-x[j]) > 1e-15 || math.Abs(weight/w[j]-1) > 1e-10 {
				t.Errorf("q = %d, node %d: %g of weight %g, gonum has %g and %g", q, i, node, weight, x[j], w[j])
			}
		}
	}
}

func TestRuleIntegratesPolynomials(t *testing.T) {
	for _, q := range []int{4, 80} {
		r := newRule(q)
		for degree := 0; degree < 2*q; degree++ {
			got, want := 0.0, 0.0
			for i, x := range r.node {
				got += r.weight[i] * math.Pow(x, float64(degree))
			}
			if degree%2 == 0 {
				want = 2 / float64(degree+1)
			}
			if math.Abs(got-want) > 1e-14 {
				t.Fatalf("q = %d: ∫ x^%d = %g, want %g", q, degree, got, want)
			}
		}
	}
}

// Everything a rule does, on e^{3x}.
func TestRuleOnExponential(t *testing.T) {
	const tol = 1e-11 // of numbers up to 20
	r := newRule(nodesPerPanel)
	values := make([]float64, r.q)
	for i, x := range r.node {
		values[i] = math.Exp(3 * x)
	}
	right := make([]float64, r.q)
	r.right.mulVec(values, right)
	for i, x := range r.node {
		if want := (math.Exp(3) - math.Exp(3*x)) / 3; math.Abs(right[i]-want) > tol {
			t.Errorf("integral from node %d: %g, want %g", i, right[i], want)
		}
	}
	c, l := r.fit(values), make([]float64, r.q)
	for _, x := range []float64{-1, -0.99999, -0.3, 0, r.node[7], 0.71, 1} {
		f, F := c.eval(x)
		r.lagrange(x, l)
		if want := math.Exp(3 * x); math.Abs(f-want) > tol || math.Abs(floats.Dot(l, values)-want) > tol {
			t.Errorf("at %g: series %g, Lagrange %g, want %g", x, f, floats.Dot(l, values), want)
		}
		if want := (math.Exp(3*x) - math.Exp(-3)) / 3; math.Abs(F-want) > tol {
			t.Errorf("integral to %g: %g, want %g", x, F, want)
		}
		if got := c.quantile(-1, 1, F); math.Abs(got-x) > tol {
			t.Errorf("quantile of the integral to %g is %g", x, got)
		}
	}
}
