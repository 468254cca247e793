package relation

import (
	"fmt"
	"math"
	"strconv"

	"privatepca/core/eigen"
	"privatepca/core/fault"
	"privatepca/core/scaling"
	"privatepca/core/words"
)

// A Centroid is where the people of one level of a category lie on a direction: their mean score, in standard deviations of the score.
type Centroid struct {
	Level string
	// Place has a value for each direction; none is seen where the level is rarer than four errors of its frequency.
	Place []Value
}

// Centroids places the levels of a category on the first k released directions, whether the category counts in them or not (FactoMineR's
// supplementary categories). With W a direction's weights on own units and p a level's frequency,
//
//	c = Σ̂_l·W/(p√λ),   λ = WᵀΣ̂W less what its direction's noise adds.
//
// The frequency is that of step 1: measured again by the matrix it has twice the error. The cut shortens people who are far from the middle: levels in
// the middle, |c| below 1, then look farther out, by about 1.7ℓ(1 − c²) of c in a table of one factor, which is in the errors. (relation.md §8)
func (m *Matrix) Centroids(column, k int) []Centroid {
	c := &m.Columns[column]
	if c.Kind != scaling.Category {
		return nil
	}
	d := len(m.Features)
	all := make([]int, d)
	for i := range all {
		all[i] = i
	}
	sigma := partOf(m, all)
	k = min(k, len(m.Directions))
	scaled := inUnits(m, all)
	values, vectors := eigen.All(symmetricOf(scaled))
	out := make([]Centroid, c.size())
	for l := range out {
		out[l].Level = m.Features[c.From+l]
	}
	for dir := range k {
		w := m.Directions[dir]
		sw := sigma.apply(w)
		spread := dot(w, sw)
		name := direction(dir)
		if !(spread > 0) {
			for l := range out {
				out[l].Place = append(out[l].Place, unseen(out[l].Level, name))
			}
			continue
		}
		shrink := math.Sqrt(1 / (1 + turned(m, dir, scaled, values, vectors)))
		root := math.Sqrt(spread)
		for l := range out {
			at := c.From + l
			p, e := m.Mean[at], m.MeanError[at]
			if !m.missing {
				p, e = p*m.Answered[column], e*m.Answered[column]
			}
			if p < 4*e {
				out[l].Place = append(out[l].Place, unseen(out[l].Level, name))
				continue
			}
			x := sw[at] / (p * root) * shrink
			u := make([]float64, d) // dc = dΣ_l·W/(p√λ) − c·WᵀdΣW/(2λ) = uᵀdΣW
			for j, y := range w {
				u[j] = -x * y / (2 * spread)
			}
			u[at] += 1 / (p * root)
			noise, people := productErrors(m, u, w, sigma)
			out[l].Place = append(out[l].Place, valued(out[l].Level, name, x, math.Hypot(noise, x*e/p), people, m.Cut.Share*math.Abs(x)*(.2+1.2*max(0, 1-x*x))))
		}
	}
	return out
}

func direction(k int) string {
	return "direction " + strconv.Itoa(k+1)
}

// turned is β = Σ_j Var_kj/(λ_k(λ_k − λ_j)): the share by which the variance of a released direction is too large, since its noise turned it towards
// what is large by noise (finding.md §4). scaled is the covariance in units of h, with its eigenvalues and eigenvectors. A gap that noise may have made counts as two standard deviations of it.
func turned(m *Matrix, k int, scaled square, values []float64, vectors [][]float64) float64 {
	w := m.Directions[k]
	q := make([]float64, len(w)) // the direction in units of h
	for i, x := range w {
		q[i] = x * m.unit[i]
	}
	norm := math.Sqrt(dot(q, q))
	for i := range q {
		q[i] /= norm
	}
	same, best := 0, 0.
	for j, v := range vectors {
		if c := math.Abs(dot(v, q)); c > best {
			same, best = j, c
		}
	}
	lambda := dot(q, scaled.apply(q))
	sum := 0.
	for j, v := range vectors {
		if j == same {
			continue
		}
		variance := 0.
		for i := range m.laws {
			variance += m.laws[i].between(m, q, v)
		}
		gap := lambda - values[j]
		gap = math.Copysign(max(math.Abs(gap), 2*math.Sqrt(variance)), gap)
		sum += variance / (lambda * gap)
	}
	return max(0, sum)
}

// between is the variance of qᵀXv, for q and v in units of h.
func (l *law) between(m *Matrix, q, v []float64) float64 {
	n := len(q)
	x, y := make([]float64, n), make([]float64, n)
	for i := range q { // own units of this release for one unit of h
		x[i], y[i] = q[i]*l.unit[i]/m.unit[i], v[i]*l.unit[i]/m.unit[i]
	}
	project(m, x)
	project(m, y)
	gx, gy := dot(l.drift, x), dot(l.drift, y)
	xx, yy, xy := dot(x, x), dot(y, y), dot(x, y)
	return l.width * l.width * (xx*yy + xy*xy + l.ratio*(gx*gx*yy+gy*gy*xx+2*gx*gy*xy))
}

// project is P·x, in place.
func project(m *Matrix, x []float64) {
	for i := range m.Columns {
		c := &m.Columns[i]
		if c.Kind != scaling.Category {
			continue
		}
		mean := 0.
		for _, v := range x[c.From:c.To] {
			mean += v / float64(c.size())
		}
		for j := c.From; j < c.To; j++ {
			x[j] -= mean
		}
	}
}

// CentroidsOf is Centroids of a category by its name.
func (m *Matrix) CentroidsOf(name string, k int) ([]Centroid, error) {
	c := columnNamed(m, name)
	switch {
	case c < 0:
		return nil, unknown(m, name)
	case m.Columns[c].Kind != scaling.Category:
		return nil, fault.New(fault.CodeRequest, fmt.Sprintf("%s is no category: it has no levels to place.", words.Clip(name, 60)))
	case len(m.Directions) == 0:
		return nil, fault.New(fault.CodeRequest, "A combined matrix has no directions. Ask for centroids of one of the releases.")
	}
	return m.Centroids(c, k), nil
}
