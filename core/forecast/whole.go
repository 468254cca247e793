package forecast

import (
	"math"
	"math/cmplx"
)

// What a mechanism keeps that releases A + N, N symmetric noise whose law no rotation
// changes, or nearly: the deterministic equivalent of the sum's resolvent
// (forecast.md, section 2). With g(ω) = (1/d) Σ 1/(ω−λᵢ) and R the R-transform of
// the noise,
//
//	E[(z−A−N)⁻¹]ᵢᵢ ≈ 1/(ω−λᵢ)  where  z = ω + R(g(ω)),
//
// and the projection on the eigenvectors above a level z is a contour integral.

// A transform is the R-transform of the noise's eigenvalue law, and the two
// integrals of it that the contour integrals need, all 0 at g = 0.
type transform interface {
	r(g complex128) complex128
	// psi is ∫ g dR.
	psi(g complex128) complex128
}

// semicircle is Wigner's law of variance v: R(g) = v·g. Independent entries of
// variance τ² have v = dτ².
type semicircle struct{ v float64 }

func (s semicircle) r(g complex128) complex128   { return complex(s.v, 0) * g }
func (s semicircle) psi(g complex128) complex128 { return complex(s.v/2, 0) * g * g }

// ullman is the law of the eigenvalues of noise with density ∝ exp(−c‖N‖_*), d large:
// a mixture of arcsine laws on [−ta, ta], t uniform on [0, 1], a = πd/(2c). Its Cauchy
// transform is arcsin(a/z)/a, so that R(g) = a/sin(ag) − 1/g.
type ullman struct{ a float64 }

func (u ullman) r(g complex128) complex128 {
	x := complex(u.a, 0) * g
	if cmplx.Abs(x) < 1e-3 {
		return complex(u.a, 0) * x * (1.0/6 + x*x*(7.0/360))
	}
	return complex(u.a, 0) * (1/cmplx.Sin(x) - 1/x)
}

// psi is gR − ∫R dg, ∫R dg = log(tan(ag/2)/(ag/2)).
func (u ullman) psi(g complex128) complex128 {
	x := complex(u.a, 0) * g
	if cmplx.Abs(x) < 1e-3 {
		return x * x * (1.0/12 + x*x*(7.0/480))
	}
	return x/cmplx.Sin(x) - 1 - cmplx.Log(cmplx.Tan(x/2)*2/x)
}

// A noisy matrix is A + N, A given by its eigenvalues.
type noisy struct {
	lines []line
	d     float64
	noise transform
	reach float64 // of the noise's law: no eigenvalue of N is above it
}

// g returns (1/d) Σ 1/(ω−λᵢ).
func (s *noisy) g(w complex128) complex128 {
	re, im := 0.0, 0.0
	x, y := real(w), imag(w)
	for _, l := range s.lines {
		u := x - l.value
		f := l.count / (u*u + y*y)
		re += u * f
		im -= y * f
	}
	return complex(re/s.d, im/s.d)
}

// boundary returns the ω of the real level whose ω has real part x: the largest
// y ≥ 0 with Im(ω + R(g(ω))) = 0.
func (s *noisy) boundary(x float64) complex128 {
	at := func(y float64) float64 {
		w := complex(x, y)
		return imag(w+s.noise.r(s.g(w))) / y
	}
	hi, lo := s.reach, s.reach
	for at(lo) >= 0 {
		if hi, lo = lo, lo/2; lo < s.reach*1e-7 {
			return complex(x, lo)
		}
	}
	for hi/lo > 1+1e-9 {
		if mid := math.Sqrt(lo * hi); at(mid) < 0 {
			lo = mid
		} else {
			hi = mid
		}
	}
	return complex(x, hi)
}

// count returns how many eigenvalues are expected above the level of ω.
func (s *noisy) count(w complex128) float64 {
	arg := 0.0
	for _, l := range s.lines {
		arg += l.count * math.Atan2(imag(w), real(w)-l.value)
	}
	return (arg + s.d*imag(s.noise.psi(s.g(w)))) / math.Pi
}

// energy returns Σ λᵢPᵢᵢ, P the projection on the eigenvectors above the level of ω:
//
//	(1/π) Im[Σ λᵢ log(ω−λᵢ) + d(ωψ(g) − R(g)) + d∫ψ(g(u))du over u from ω to ∞].
func (s *noisy) energy(w complex128) float64 {
	arg := 0.0
	for _, l := range s.lines {
		arg += l.value * l.count * math.Atan2(imag(w), real(w)-l.value)
	}
	g := s.g(w)
	rest := w*s.noise.psi(g) - s.noise.r(g) + s.tail(w)
	return (arg + s.d*imag(rest)) / math.Pi
}

// tail returns ∫ψ(g(u))du from ω upwards. The substitution u = ω + i·e^{sinh t} makes
// the trapezoid rule converge fast at both ends, whatever the scales between.
func (s *noisy) tail(w complex128) complex128 {
	const h = 1.0 / 16
	total := complex128(0)
	near := math.Inf(1)
	for _, l := range s.lines {
		near = min(near, cmplx.Abs(w-complex(l.value, 0)))
	}
	for i := -64; i <= 96; i++ {
		t := float64(i) * h
		rise := near * math.Exp(math.Pi/2*math.Sinh(t))
		if rise < near*1e-9 || rise > 1e9*(s.reach+near) {
			continue
		}
		u := w + complex(0, rise)
		total += s.noise.psi(s.g(u)) * complex(0, rise*math.Pi/2*math.Cosh(t)*h)
	}
	return total
}

// kept returns Σ λᵢPᵢᵢ, P the projection on the top k eigenvectors of A + N.
func (s *noisy) kept(k int) float64 {
	lo, hi := s.lines[len(s.lines)-1].value-2*s.reach, s.lines[0].value+2*s.reach
	for range 60 {
		mid := lo + (hi-lo)/2
		if s.count(s.boundary(mid)) > float64(k) {
			lo = mid
		} else {
			hi = mid
		}
		if hi-lo < 1e-10*s.reach {
			break
		}
	}
	// Where k falls into a jump, share it out.
	a, b := s.boundary(lo), s.boundary(hi)
	na, nb := s.count(a), s.count(b)
	ea, eb := s.energy(a), s.energy(b)
	if na-nb < 1e-9 {
		return (ea + eb) / 2
	}
	share := min(1, max(0, (float64(k)-nb)/(na-nb)))
	return eb + share*(ea-eb)
}
