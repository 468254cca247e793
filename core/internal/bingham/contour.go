package bingham

import (
	"math"
	"math/cmplx"
)

// Trapezoidal rule on the contour. Halving the step about squares its error
// (it is exponential in 1/h), so the sum over every second node tells how far
// the whole is off: when the two agree within resolved, much less than that.
const (
	firstStep = 0.2
	resolved  = 1e-8
	cutoff    = -32.0 // log modulus, relative to the saddle, where sums end
	maxNodes  = 1 << 17
)

// A contour holds the nodes of the quadrature
//
//	(1/2πi) ∫ exp(s − ½L(s)) ds ≈ Σ Re(weight·exp(node − ½L(node))),
//
// on s = t − κu² + iσu, u = 0, h, 2h, … (the lower half is the conjugate), L
// the log product Σ mᵢ log(s−μᵢ) of a spectrum whose top is 0 and t its
// saddle point.
type contour struct {
	node, weight, product []complex128 // product is L(node) of the spectrum it was built for
}

// build places the nodes: σ = 1/√K₂, κ the curvature of steepest descent at
// the saddle, −K₃/(6K₂²), shrunk until the modulus falls monotonically (on a
// vertical line it always does, only slowly); the step halved until resolved.
func (c *contour) build(t, k2, kappa float64, logProduct func(complex128) complex128) {
	for h := firstStep; ; {
		switch c.place(t, 1/math.Sqrt(k2), kappa, h, logProduct) {
		case rising:
			kappa *= 0.6
		case coarse:
			h /= 2
		default:
			return
		}
	}
}

type placement int

const (
	good   placement = iota
	rising           // the modulus of the integrand rises somewhere
	coarse           // the step does not resolve the integrand
)

func (c *contour) place(t, sigma, kappa, h float64, logProduct func(complex128) complex128) placement {
	c.node, c.weight, c.product = c.node[:0], c.weight[:0], c.product[:0]
	last, at := 0.0, 0.0
	for n := 0; ; n++ {
		if n > maxNodes {
			panic("bingham: contour without end")
		}
		u := float64(n) * h
		s := complex(t-kappa*u*u, sigma*u)
		l := logProduct(s)
		w := complex(sigma, 2*kappa*u) * complex(h/math.Pi, 0)
		if n == 0 {
			at = real(l)
			w /= 2
		}
		c.node, c.weight, c.product = append(c.node, s), append(c.weight, w), append(c.product, l)
		modulus := real(s) - t - (real(l)-at)/2
		if modulus > last+1e-9 {
			return rising
		}
		last = modulus
		if modulus < cutoff {
			break
		}
	}
	if _, ok := c.log(c.product); !ok {
		return coarse
	}
	return good
}

// log returns the logarithm of the integral of the spectrum with the given log
// product at the nodes, and whether the step resolves it.
func (c *contour) log(product []complex128) (value float64, ok bool) {
	scale := real(c.node[0] - product[0]/2)
	even, odd := 0.0, 0.0
	for n, s := range c.node {
		v := real(c.weight[n] * cmplx.Exp(s-product[n]/2-complex(scale, 0)))
		if n%2 == 0 {
			even += v
		} else {
			odd += v
		}
	}
	sum := even + odd
	return scale + math.Log(sum), math.Abs(even-odd) <= resolved*sum
}

// winding multiplies factors of the upper half plane and keeps the logarithm
// of the product on its branch: an argument that grows by less than π at each
// factor passes 2π only on the way from the lower half plane to the upper.
type winding struct {
	z       complex128
	turns   int
	divided float64 // log of what was divided out of z
}

func (w *winding) multiply(f complex128) {
	below := imag(w.z) < 0
	w.z *= f
	if below && imag(w.z) >= 0 {
		w.turns++
	}
	w.rescale()
}

// multiplyShifted multiplies by s + g for all gaps g.
func (w *winding) multiplyShifted(s complex128, gaps []float64) {
	for len(gaps) > 0 {
		few := gaps[:min(len(gaps), 8)] // no product of so few leaves the doubles
		gaps = gaps[len(few):]
		re, im := real(w.z), imag(w.z)
		x, y := real(s), imag(s)
		for _, g := range few {
			below := im < 0
			a := x + g
			re, im = re*a-im*y, re*y+im*a
			if below && im >= 0 {
				w.turns++
			}
		}
		w.z = complex(re, im)
		w.rescale()
	}
}

func (w *winding) rescale() {
	if size := math.Abs(real(w.z)) + math.Abs(imag(w.z)); size > 1e100 || size < 1e-100 {
		w.z /= complex(size, 0)
		w.divided += math.Log(size)
	}
}

func (w *winding) log() complex128 {
	arg := cmplx.Phase(w.z)
	if arg < 0 {
		arg += 2 * math.Pi
	}
	return complex(w.divided+math.Log(cmplx.Abs(w.z)), arg+2*math.Pi*float64(w.turns))
}

// logUpper is the logarithm on the closed upper half plane.
func logUpper(s complex128) complex128 {
	return complex(math.Log(cmplx.Abs(s)), cmplx.Phase(s))
}
