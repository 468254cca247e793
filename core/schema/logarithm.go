package schema

import "math"

// logarithm is the natural logarithm of a finite x > 0, the same bits on every machine.
//
// Go's math.Log is assembly on amd64 and s390x, and elsewhere may be compiled with fused products, so its last bit differs between a native program and a
// browser. This is the same algorithm (FreeBSD's e_log.c, Sun Microsystems 1993, error below 1 ulp) with each product rounded by itself.
// x is split as 2ᵏ·(1+f), √½ < 1+f < √2, and with s = f/(2+f), ln(1+f) = 2s + s·R(s²) for a polynomial R.
func logarithm(x float64) float64 {
	const (
		ln2Hi, ln2Lo = 6.93147180369123816490e-01, 1.90821492927058770002e-10
		l1, l2, l3   = 6.666666666666735130e-01, 3.999999999940941908e-01, 2.857142874366239149e-01
		l4, l5, l6   = 2.222219843214978396e-01, 1.818357216161805012e-01, 1.531383769920937332e-01
		l7           = 1.479819860511658591e-01
	)
	f1, exponent := math.Frexp(x) // exact
	if f1 < math.Sqrt2/2 {
		f1 *= 2
		exponent--
	}
	f, k := f1-1, float64(exponent)
	s := f / (2 + f)
	s2 := float64(s * s)
	s4 := float64(s2 * s2)
	t1 := float64(s2 * (l1 + float64(s4*(l3+float64(s4*(l5+float64(s4*l7)))))))
	t2 := float64(s4 * (l2 + float64(s4*(l4+float64(s4*l6)))))
	r, half := t1+t2, float64(float64(.5*f)*f)
	return float64(k*ln2Hi) - ((half - (float64(s*(half+r)) + float64(k*ln2Lo))) - f)
}
