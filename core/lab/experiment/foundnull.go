package experiment

import (
	"fmt"
	"math"
	"math/rand/v2"

	"privatepca/core/internal/madeup"
)

// nullSizes and nullEpsilons are the cells of each table without relations. Each table is drawn anew, and released at every ε.
var (
	nullSizes    = []int{500, 3000, 20000}
	nullEpsilons = []float64{.3, 1, 3, 30}
)

// nullCount is of one table of n rows at each ε: releases with a clear direction, and releases.
type nullCount struct{ False, Releases []int }

// nullIn draws tables and releases each once at every ε. Tables of several equal rows have n rows in all from 20,000 on.
func (r *Run) nullIn(m madeup.Maker, f finder, n, tables int) (nullCount, error) {
	return cell(r, fmt.Sprintf("null/%s/%s/n=%d/epsilon=%v/tables=%d", m.Name, f.name, n, nullEpsilons, tables), func(src *rand.ChaCha8) (nullCount, error) {
		out := nullCount{make([]int, len(nullEpsilons)), make([]int, len(nullEpsilons))}
		for i := range tables {
			people := n
			if n >= 20000 {
				people = n / len(m.Draw(1, 1).Rows)
			}
			t, err := try(m.Draw(people, uint64(100+i)), f.rule, src)
			if err != nil {
				return out, err
			}
			k := min(m.K, t.drawn.Features()-1)
			for e, epsilon := range nullEpsilons {
				d, _, err := t.release(k, epsilon, f.equal, nil)
				if err != nil {
					return out, err
				}
				if test, ok := d.NoiseTest(); ok && test.Clear > 0 {
					out.False[e]++
				}
				out.Releases[e]++
			}
		}
		return out, nil
	})
}

// nullTables is how many tables of each size are drawn: fewer of those that take long.
func (r *Run) nullTables(f finder, m madeup.Maker, n int) int {
	t := m.Draw(1, 1)
	long := t.Effect > 1 || t.Weights != nil || len(t.Columns) == 60
	switch {
	case r.Quick:
		return 1
	case f.name != recommended:
		return 3
	case n == 20000:
		return 8
	case long && n == 3000:
		return 5
	case long:
		return 8
	case n == 3000:
		return 15
	}
	return 25
}

// null is the part: false directions in tables whose columns have no relation.
func null(r *Run) (*fragment, error) {
	rows := [][]string{{"table", "of_our_own", "way", "n", "epsilon", "false", "releases", "p_if_rate_is_.01"}}
	shown := [][]string{{"way", "tables", "releases", "with a false direction (95 % interval)", "worst cell"}}
	var demands []wanted
	for _, f := range []finder{finders[0], finders[2]} {
		for _, list := range []struct {
			name   string
			own    bool
			makers []madeup.Maker
		}{{"fixed beforehand", false, madeup.Null()}, {"of our own", true, madeup.Own()}} {
			makers := r.some(list.makers)
			sizes := nullSizes
			switch {
			case f.name != recommended:
				sizes = nullSizes[:1]
			case r.Quick:
				sizes = nullSizes[:2]
			}
			wrong, releases, worst, where, least, cells := 0, 0, 0.0, "–", 1.0, 0
			for _, m := range makers {
				for _, n := range sizes {
					v, err := r.nullIn(m, f, n, r.nullTables(f, m, n))
					if err != nil {
						return nil, err
					}
					for e, epsilon := range nullEpsilons {
						p := atLeast(v.False[e], v.Releases[e], .01)
						rows = append(rows, []string{m.Name, fmt.Sprint(list.own), f.name, fmt.Sprint(n), g3(epsilon), fmt.Sprint(v.False[e]), fmt.Sprint(v.Releases[e]), g3(p)})
						wrong, releases, cells, least = wrong+v.False[e], releases+v.Releases[e], cells+1, math.Min(least, p)
						if rate := float64(v.False[e]) / float64(v.Releases[e]); rate > worst {
							worst, where = rate, fmt.Sprintf("%s, n = %d, ε = %g: %d of %d", m.Name, n, epsilon, v.False[e], v.Releases[e])
						}
					}
				}
			}
			shown = append(shown, []string{f.name, fmt.Sprintf("%d %s", len(makers), list.name), fmt.Sprint(releases), fmt.Sprintf("%d: %s", wrong, share3(wrong, releases)), where})
			if f.name == recommended {
				demands = append(demands,
					wanted{"null tables " + list.name + ": share with a false direction", float64(wrong) / float64(releases), false, .01},
					wanted{"null tables " + list.name + ": Bonferroni's p of the worst cell", math.Min(1, least*float64(cells)), true, .05})
			}
		}
	}
	link, err := r.csv("null", rows)
	if err != nil {
		return nil, err
	}
	return &fragment{text: fmt.Sprintf(`No two columns are related in these tables: skewed, sparse, heavy-tailed, wide-bounded, with cells missing together, several rows a person, clusters, weights of rows. A clear direction is false. One list was fixed before anything was measured, the other made afterwards to break the test. New tables of 500, 3,000 and 20,000 rows (sign: 500), each released at ε = .3, 1, 3 and 30.

%s
Demanded: at most 1 %%, and no cell whose exact binomial test refutes 1 %% (Bonferroni). Sign's test promises less: it asks for a flat rest. Numbers: %s.
`, markdown(shown), link)}, missed(demands)
}
