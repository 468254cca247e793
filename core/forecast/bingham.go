package forecast

import "math"

// What the exponential mechanisms keep: the mean energy of a subspace with density
// ∝ exp(tr VᵀBV), and of directions drawn one after the other (forecast.md, section 3).
//
// For one direction, weights of the saddle-point approximation serve: x with density
// ∝ exp(xᵀBx) on the sphere has E xᵢ² ≈ 1/(2(t−bᵢ)), t > b₁ such that they sum to 1.

// saddle returns that t for lines in any order, of counts that are not negative.
func saddle(lines []line) float64 {
	top := math.Inf(-1)
	for _, l := range lines {
		if l.count > 0 {
			top = max(top, l.value)
		}
	}
	t := 0.0
	for _, l := range lines {
		if l.value == top {
			t += l.count / 2
		}
	}
	// Newton on 1/Σ, which is concave and increases, climbs from the left.
	for range 100 {
		f, g := 0.0, 0.0
		for _, l := range lines {
			r := 1 / (t + (top - l.value))
			f += l.count * r / 2
			g += l.count * r * r / 2
		}
		step := (f*f - f) / g
		t += step
		if math.Abs(step) <= 1e-11*t {
			break
		}
	}
	return top + t
}

// exponential returns E tr VᵀBV for k directions. The complement of V follows the same
// law with −B, so that at most half as many directions as dimensions are worked with.
func exponential(lines []line, k int) float64 {
	d, trace := 0.0, 0.0
	for _, l := range lines {
		d += l.count
		trace += l.value * l.count
	}
	if float64(2*k) <= d {
		return subspaceEnergy(lines, k)
	}
	reversed := make([]line, len(lines))
	for i, l := range lines {
		reversed[len(lines)-1-i] = line{-l.value, l.count}
	}
	return trace + subspaceEnergy(reversed, int(d)-k)
}

// subspaceEnergy is exponential for 2k ≤ d, in mean field. Column j of V starts at the
// j-th eigenvector and sees B on the complement of the other columns: of direction
// l ≤ k what they leave of it, the rest of that direction's line lowered to the mean
// of the tail; and of the d−k others as many as they leave.
func subspaceEnergy(lines []line, k int) float64 {
	top, tail := divided(lines, k)
	room := 0.0
	for _, l := range tail {
		room += l.count
	}
	seen := make([]line, k+len(tail))
	for i, l := range tail {
		seen[k+i] = line{l.value, l.count * (room - float64(k-1)) / room}
	}
	weight := make([][]float64, k) // of column j on direction l ≤ k
	held := make([]float64, k)     // by all columns
	base := make([]float64, k)     // what a column finds in the tail, on average
	for j := range weight {
		weight[j] = make([]float64, k)
		weight[j][j], held[j], base[j] = 1, 1, tail[0].value
	}
	total := 0.0
	for range 300 {
		change := 0.0
		total = 0
		for j := range top {
			for l := range top {
				left := max(0, 1-held[l]+weight[j][l])
				seen[l] = line{left*top[l] + (1-left)*base[j], 1}
			}
			t := saddle(seen)
			outside, lower := 0.0, 0.0
			for i, l := range seen {
				p := l.count / (2 * (t - l.value))
				total += p * l.value
				if i >= k {
					outside += p
					lower += p * l.value
					continue
				}
				left := max(0, 1-held[i]+weight[j][i])
				step := (p*left - weight[j][i]) / 2
				change = max(change, math.Abs(step))
				held[i] += step
				weight[j][i] += step
			}
			base[j] = lower / outside
		}
		if change < 1e-6 {
			break
		}
	}
	return total
}

// divided separates the k leading directions from the tail.
func divided(lines []line, k int) (top []float64, tail []line) {
	for _, l := range lines {
		taken := 0.0
		for len(top) < k && taken < l.count {
			top = append(top, l.value)
			taken++
		}
		if l.count > taken {
			tail = append(tail, line{l.value, l.count - taken})
		}
	}
	return top, tail
}

// deflation returns the energy of k directions, each drawn in the complement of those
// before it, which has the mean's spectrum: with weights pᵢ ∝ 1/(t−bᵢ) the roots of
// Σ pᵢ/(s−bᵢ) = 0, hence the other roots of Σ 1/(s−bᵢ) = 2.
func deflation(lines []line, k int) float64 {
	moved := k + 12 // intervals whose roots are found; below them a line stays
	total := 0.0
	for range k {
		t := saddle(lines)
		next := make([]line, 0, len(lines)+moved)
		for i, l := range lines {
			total += l.value * l.count / (2 * (t - l.value))
			switch {
			case i < moved && i+1 < len(lines):
				if l.count > 1 {
					next = append(next, line{l.value, l.count - 1})
				}
				next = append(next, line{root(lines, lines[i+1].value, l.value), 1})
			case i < moved: // the last of a few
				if l.count > 1 {
					next = append(next, line{l.value, l.count - 1})
				}
			default:
				next = append(next, l)
			}
		}
		if len(lines) > moved {
			drop(next)
		}
		lines = next
	}
	return total
}

// root returns the root of Σ count/(s−value) = 2 in (lo, hi), next to no line.
func root(lines []line, lo, hi float64) float64 {
	for range 30 {
		mid := lo + (hi-lo)/2
		f := -2.0
		for _, l := range lines {
			f += l.count / (mid - l.value)
		}
		if f > 0 {
			lo = mid
		} else {
			hi = mid
		}
	}
	return lo
}

// drop takes one direction from the largest group, the last of equals.
func drop(lines []line) {
	most := 0
	for i, l := range lines {
		if l.count >= lines[most].count {
			most = i
		}
	}
	lines[most].count--
}
