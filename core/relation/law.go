package relation

import "math"

// The law of X = Σ̂ − Σ (relation.md §3). With P the projection, B = diag(h)·G·diag(h), and y the released mean of the records,
//
//	noise²(tr GX)  = Σ over releases of 2t²‖PBP‖² + 4(t²/a²)‖PBy‖²
//	people²(tr GX) = (2k₄/n′)·tr(GΣ̂GΣ̂)
//
// The first is exact but for products of two noises. The second is that of normal records of a random common length (Browne 1984).

// errorsOf are the standard errors, of noise and of people, of a function of the covariance of some features: df = tr(G·dΣ), G symmetric.
func errorsOf(m *Matrix, at []int, g square) (noise, people float64) {
	n := len(at)
	sigma, scale := newSquare(n), 0.
	if m.missing {
		pulled := newSquare(n)
		for i, a := range at {
			for j, b := range at {
				pulled.set(i, j, g.at(i, j)*factorOf(m, a, b))
			}
		}
		g = pulled
	}
	for i, a := range at {
		for j, b := range at {
			sigma.set(i, j, m.cov.at(a, b))
		}
	}
	for i := range at {
		scale += dot(g.row(i), sigma.row(i))
	}
	for k := range m.laws {
		noise += m.laws[k].variance(m, at, g)
	}
	gs := g.times(sigma)
	people = 2 * chance(m) * traceOfProduct(gs, gs)
	return math.Sqrt(max(0, noise+m.rowsError*m.rowsError*scale*scale)), math.Sqrt(max(0, people))
}

// pairErrors is errorsOf for two features and G = [[gii, gij], [gij, gjj]], without a matrix: of 256 columns there are 32,640 pairs.
func pairErrors(m *Matrix, i, j int, gii, gij, gjj float64) (noise, people float64) {
	gii, gij, gjj = gii*factorOf(m, i, i), gij*factorOf(m, i, j), gjj*factorOf(m, j, j)
	pii, pij, pjj := projection(m, i, i), projection(m, i, j), projection(m, j, j)
	for k := range m.laws {
		l := &m.laws[k]
		ui, uj, yi, yj := l.unit[i], l.unit[j], l.drift[i], l.drift[j]
		bii, bij, bjj := gii*ui*ui, gij*ui*uj, gjj*uj*uj
		aii, aij, aji, ajj := pii*bii+pij*bij, pii*bij+pij*bjj, pij*bii+pjj*bij, pij*bij+pjj*bjj // P·B
		zi, zj := bii*yi+bij*yj, bij*yi+bjj*yj                                                   // B·y
		noise += l.width * l.width * (2*(aii*aii+2*aij*aji+ajj*ajj) + 4*l.ratio*(pii*zi*zi+2*pij*zi*zj+pjj*zj*zj))
	}
	sii, sij, sjj := m.cov.at(i, i), m.cov.at(i, j), m.cov.at(j, j)
	scale := gii*sii + 2*gij*sij + gjj*sjj
	aii, aij, aji, ajj := gii*sii+gij*sij, gii*sij+gij*sjj, gij*sii+gjj*sij, gij*sij+gjj*sjj // G·Σ̂
	people = 2 * chance(m) * (aii*aii + 2*aij*aji + ajj*ajj)
	return math.Sqrt(max(0, noise+m.rowsError*m.rowsError*scale*scale)), math.Sqrt(max(0, people))
}

// productErrors is errorsOf for d(uᵀΣv) = tr(½(uvᵀ + vuᵀ)dΣ) of all features, in d² steps: u and v per own units, sigma the covariance. Where cells are
// missing at random their factors make the law of X another, and errorsOf is asked.
func productErrors(m *Matrix, u, v []float64, sigma square) (noise, people float64) {
	if m.missing {
		all, g := make([]int, len(u)), newSquare(len(u))
		for i := range u {
			all[i] = i
			for j := range v {
				g.set(i, j, (u[i]*v[j]+v[i]*u[j])/2)
			}
		}
		return errorsOf(m, all, g)
	}
	x, y := make([]float64, len(u)), make([]float64, len(u)) // per units of h
	for i, h := range m.unit {
		x[i], y[i] = u[i]*h, v[i]*h
	}
	for k := range m.laws {
		noise += m.laws[k].between(m, x, y)
	}
	sv := sigma.apply(v)
	uv, uu, vv := dot(u, sv), dot(u, sigma.apply(u)), dot(v, sv)
	return math.Sqrt(max(0, noise+m.rowsError*m.rowsError*uv*uv)), math.Sqrt(max(0, chance(m)*(uv*uv+uu*vv)))
}

// chance is k₄/n′.
func chance(m *Matrix) float64 { return m.Kurtosis / m.Independent }

// variance of the noise of tr(GX). P is a projection, so ‖PBP‖² = tr(PBPB) and only the features' own part of P counts.
func (l *law) variance(m *Matrix, at []int, g square) float64 {
	n := len(at)
	b, y := newSquare(n), make([]float64, n)
	for i, a := range at {
		y[i] = l.drift[a]
		for j, c := range at {
			b.set(i, j, g.at(i, j)*l.unit[a]*l.unit[c])
		}
	}
	by := b.apply(y)
	pb := newSquare(n)
	for i, a := range at {
		for k, c := range at {
			p := projection(m, a, c)
			if p == 0 {
				continue
			}
			for j := range at {
				pb.add(i, j, p*b.at(k, j))
			}
		}
	}
	pby := make([]float64, n)
	for i, a := range at {
		for k, c := range at {
			pby[i] += projection(m, a, c) * by[k]
		}
	}
	return l.width * l.width * (2*traceOfProduct(pb, pb) + 4*l.ratio*dot(by, pby))
}

// entryNoise is the variance of the noise of one entry, in own units.
func entryNoise(m *Matrix, i, j int) float64 {
	pii, pjj, pij := projection(m, i, i), projection(m, j, j), projection(m, i, j)
	sum := 0.
	for k := range m.laws {
		l := &m.laws[k]
		yi, yj, h := l.drift[i], l.drift[j], l.width*l.unit[i]*l.unit[j]
		sum += h * h * (pii*pjj + pij*pij + l.ratio*(yi*yi*pjj+yj*yj*pii+2*yi*yj*pij))
	}
	f := factorOf(m, i, j)
	return f * f * sum
}

// entry is the gradient of weight·Σ_ij, for features at places i and j.
func entry(i, j int, weight float64) square {
	g := newSquare(max(i, j) + 1)
	if i == j {
		g.set(i, i, weight)
	} else {
		g.setBoth(i, j, weight/2)
	}
	return g
}

// A Value is what is said of two columns, with its errors, one standard deviation each.
type Value struct {
	Row, Column string
	// Seen says that there is a value; else it and its errors are NaN.
	Seen  bool
	Value float64
	// Low and High hold the value of people like these with 95 %: ± 1.96 of the root of the sum of the squares of all three errors, as far as the measure
	// goes: a correlation from −1 to 1. Noise may take Value itself beyond.
	Low, High float64
	// Noise is that of the release, People the chance of who these people are, and Cut what is left of the shortening of records.
	Noise, People, Cut float64
}

// unseen is a value that is not shown.
func unseen(row, column string) Value {
	nan := math.NaN()
	return Value{Row: row, Column: column, Value: nan, Low: nan, High: nan, Noise: nan, People: nan, Cut: nan}
}

// valued makes a value with its interval.
func valued(row, column string, x, noise, people, cut float64) Value {
	v := Value{Row: row, Column: column, Seen: true, Value: x, Noise: noise, People: people, Cut: cut}
	w := quantile * v.Error()
	v.Low, v.High = x-w, x+w
	return v
}

// within cuts the interval to what the measure can be. What it holds of the truth stays; the value stays as it was estimated.
func (v Value) within(least, most float64) Value {
	v.Low, v.High = min(most, max(least, v.Low)), min(most, max(least, v.High))
	return v
}

// ThisTable are the ends for these people alone: without chance, and nowhere beyond those with it.
func (v *Value) ThisTable() (low, high float64) {
	w := quantile * math.Hypot(v.Noise, v.Cut)
	return min(v.High, max(v.Low, v.Value-w)), min(v.High, max(v.Low, v.Value+w))
}

// quantile is that of 95 % of a normal law.
const quantile = 1.96
