package eigen

import "math"

// epsilon is the unit in which float64 rounds: 2⁻⁵².
const epsilon = 0x1p-52

// mostSteps for one eigenvalue; three are many.
const mostSteps = 100

// ql makes the tridiagonal matrix of diagonal d and off-diagonal e diagonal, by QL
// steps with Wilkinson's implicit shift (Golub, Van Loan §8.3.3); d becomes its
// eigenvalues, in no order, and e is lost. Each row j of the n×width matrix z becomes
// Σ_i Q_ij z_i, Q the eigenvectors: from the identity, the eigenvectors as rows.
func ql(d, e []float64, z []float64, width int) {
	n := len(d)
	e = append(e, 0)
	size := 0.0
	for i, x := range d {
		size = max(size, math.Abs(x), math.Abs(e[i]))
	}
	for l := range n {
		for steps := 0; ; steps++ {
			if steps == mostSteps {
				panic("eigen: QL steps do not converge") // they do, where entries are finite
			}
			m := l // the end of a part that stands alone
			for ; m < n-1; m++ {
				if s := math.Abs(d[m]) + math.Abs(d[m+1]); math.Abs(e[m]) <= epsilon/2*max(s, size/8) {
					break
				}
			}
			if m == l {
				break
			}
			g := (d[l+1] - d[l]) / (2 * e[l])
			r := math.Sqrt(g*g + 1)
			g = d[m] - d[l] + e[l]/(g+math.Copysign(r, g))
			s, c, p := 1.0, 1.0, 0.0
			i := m - 1
			for ; i >= l; i-- {
				f, b := s*e[i], c*e[i]
				r = math.Sqrt(f*f + g*g)
				e[i+1] = r
				if r == 0 {
					d[i+1] -= p
					e[m] = 0
					break
				}
				s, c = f/r, g/r
				g = d[i+1] - p
				r = (d[i]-g)*s + 2*c*b
				p = s * r
				d[i+1] = g + p
				g = c*r - b
				turn(z[i*width:(i+1)*width], z[(i+1)*width:(i+2)*width], c, s)
			}
			if i >= l { // split by an underflow
				continue
			}
			d[l] -= p
			e[l] = g
			e[m] = 0
		}
	}
}

// turn replaces rows x, y by cx − sy, sx + cy.
func turn(x, y []float64, c, s float64) {
	y = y[:len(x)]
	for i, a := range x {
		b := y[i]
		x[i] = c*a - s*b
		y[i] = s*a + c*b
	}
}
