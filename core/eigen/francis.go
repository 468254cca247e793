package eigen

import "math"

// patience is how many steps of the QR iteration an eigenvalue may take; two or three
// are usual.
const patience = 60

// francis makes the Hessenberg matrix T quasi-triangular by Francis's double-shift
// QR iteration (Golub, Van Loan, §7.5; hqr2 of EISPACK). It returns false
// where an eigenvalue takes more than patience steps.
func (s *schur) francis() bool {
	size := 0.0
	for i := range s.t.rows {
		size = max(size, norm(s.t.row(i)))
	}
	for high, steps := s.t.rows-1, 0; high > 0; steps++ {
		low := s.deflate(high, size)
		switch {
		case low == high:
			high, steps = high-1, -1
		case low == high-1:
			s.split(low)
			high, steps = high-2, -1
		case steps == patience:
			return false
		default:
			s.step(low, high, steps)
		}
	}
	return true
}

// deflate returns where the block that ends at high begins. The entry above it, which
// is no larger than rounding made its neighbours or the matrix, becomes zero.
func (s *schur) deflate(high int, size float64) int {
	for l := high; l > 0; l-- {
		near := math.Abs(s.t.row(l - 1)[l-1]) + math.Abs(s.t.row(l)[l])
		if math.Abs(s.t.row(l)[l-1]) <= epsilon*max(near, size/8) {
			s.t.row(l)[l-1] = 0
			return l
		}
	}
	return 0
}

// split makes the 2×2 block at i triangular where its eigenvalues are real.
func (s *schur) split(i int) {
	a, b := s.t.row(i)[i], s.t.row(i)[i+1]
	c, d := s.t.row(i + 1)[i], s.t.row(i + 1)[i+1]
	half := (a - d) / 2
	square := half*half + b*c
	if square < 0 {
		return
	}
	x := []float64{half + math.Copysign(math.Sqrt(square), half), c} // an eigenvector
	_, beta := towardsFirst(x)
	s.reflect(i, x, beta, i, i+2)
	s.t.row(i + 1)[i] = 0
}

// step is one implicit double shift on rows low to high, at least three: by the
// eigenvalues of the last 2×2 block, but for every tenth step, which breaks cycles.
func (s *schur) step(low, high, steps int) {
	t := s.t.row
	x, y, w := t(high)[high], t(high - 1)[high-1], t(high)[high-1]*t(high - 1)[high]
	if steps%10 == 9 {
		off := math.Abs(t(high)[high-1]) + math.Abs(t(high - 1)[high-2])
		x += .75 * off
		y, w = x, -.4375*off*off
	}

	// The first column of (T − x₁I)(T − x₂I), as low down as small entries allow.
	var p, q, r float64
	m := high - 2
	for ; ; m-- {
		z := t(m)[m]
		p = ((x-z)*(y-z)-w)/t(m + 1)[m] + t(m)[m+1]
		q = t(m + 1)[m+1] - z - (x - z) - (y - z)
		r = t(m + 2)[m+1]
		size := math.Abs(p) + math.Abs(q) + math.Abs(r)
		p, q, r = p/size, q/size, r/size
		if m == low {
			break
		}
		near := math.Abs(t(m - 1)[m-1]) + math.Abs(z) + math.Abs(t(m + 1)[m+1])
		if math.Abs(t(m)[m-1])*(math.Abs(q)+math.Abs(r)) <= epsilon*math.Abs(p)*near {
			break
		}
	}

	// It is made by a reflection; what that leaves below the diagonal is chased down.
	for c := m; c < high; c++ {
		u := []float64{p, q, r}
		if c > m {
			for i := range u {
				u[i] = 0
				if c+i <= high {
					u[i] = t(c + i)[c-1]
				}
			}
		}
		if c+2 > high {
			u = u[:2]
		}
		first, beta := towardsFirst(u)
		s.reflect(c, u, beta, c, min(c+4, high+1))
		switch {
		case c > m:
			t(c)[c-1] = first
			for i := 1; i < len(u); i++ {
				t(c + i)[c-1] = 0
			}
		case m > low:
			t(c)[c-1] *= 1 - beta*u[0]*u[0]
		}
	}
}
