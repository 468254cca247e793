package finding

import "math"

// near is the ratio from which on two directions are not told apart: a standard deviation of a fifth of their gap. At a gap of five
// standard deviations the linear formulas of finding.md §4 still hold.
const near = .2

// clusters divides the first m directions. Clusters are runs of consecutive ranks: one that is near to any of a run's joins it.
// people is φ/n', or 0 for the noise alone.
func (x *axes) clusters(m int, people float64) []Cluster {
	var out []Cluster
	linked := make([][]bool, m) // to each direction, clear or not
	for i := range linked {
		linked[i] = x.nearTo(i, people)
	}
	for i := range m {
		joins := false
		if last := len(out) - 1; last >= 0 {
			for _, member := range out[last].Ranks {
				for j := i; j < m; j++ {
					joins = joins || linked[member][j]
				}
			}
			if joins {
				out[last].Ranks = append(out[last].Ranks, i)
			}
		}
		if !joins {
			out = append(out, Cluster{Ranks: []int{i}})
		}
	}
	for c := range out {
		for _, member := range out[c].Ranks {
			for j := m; j < len(x.all); j++ {
				out[c].Open = out[c].Open || linked[member][j]
			}
		}
	}
	return out
}

// nearTo says which directions are too near to direction i to be told apart from it:
//
//	√(Var_ij + people·λ_iλ_j) > .2·|λ_i − λ_j|,   or   σ_ij > .2·|λ_i − λ_j|,
//
// σ_ij the noise that turns them in their plane, with that of the scales (turning). The plain rule is the first alone; directions that are too many
// to have intervals take it, since it is quicker.
func (x *axes) nearTo(i int, people float64) []bool {
	out := make([]bool, len(x.all))
	for j := range x.all {
		if j == i {
			continue
		}
		gap := near * math.Abs(x.values[i]-x.values[j])
		out[j] = math.Sqrt(x.variance(&x.all[i], &x.all[j])+people*x.positive[i]*x.positive[j]) > gap
		if !out[j] && !x.plain && !x.given && i < mostAxes(x.d) {
			out[j] = x.turning(i, j) > gap
		}
	}
	return out
}
