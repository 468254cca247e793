package finding

import "math"

// near is the ratio from which on two directions are not told apart: a standard deviation of a fifth of their gap. At a gap of five
// standard deviations the linear formulas of finding.md §4 still hold.
const near = .2

// A rule says which directions are too near to be told apart: √(Var_ij + people·λ_iλ_j) > .2·|λ_i − λ_j|, people = φ/n', or 0
// for the noise alone.
type rule struct {
	people float64
	scales bool
}

// clusters divides the first m directions. Clusters are runs of consecutive ranks: one that is near to any of a run's joins it.
func (x *axes) clusters(m int, r rule) []Cluster {
	var out []Cluster
	nearTo := make([][]bool, m) // to each direction, clear or not
	for i := range nearTo {
		nearTo[i] = x.nearTo(i, r)
	}
	for i := range m {
		joins := false
		if last := len(out) - 1; last >= 0 {
			for _, member := range out[last].Ranks {
				for j := i; j < m; j++ {
					joins = joins || nearTo[member][j]
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
				out[c].Open = out[c].Open || nearTo[member][j]
			}
		}
	}
	return out
}

// nearTo says which directions are too near to direction i.
func (x *axes) nearTo(i int, r rule) []bool {
	out := make([]bool, len(x.all))
	for j := range x.all {
		if j == i {
			continue
		}
		v := x.variance(&x.all[i], &x.all[j])
		if r.scales {
			v = x.turnNoise(i, j)
			v *= v
		}
		v += r.people * x.positive[i] * x.positive[j]
		out[j] = math.Sqrt(v) > near*math.Abs(x.values[i]-x.values[j])
	}
	return out
}
