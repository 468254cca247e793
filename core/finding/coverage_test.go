package finding

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"

	"privatepca/core/scaling"
	"privatepca/core/scaling/scalingtest"
)

// A made is a law of tables with planted factors.
type made struct {
	name    string
	columns scaling.Columns
	n       int
	mu      float64 // of ε = .5, 1, 3 at δ = 1e-6
	row     func(rng *rand.Rand, z []float64, there []bool)
}

const (
	muHalf  = .12410614903052815
	muOne   = .23670438066343502
	muThree = .6477265306887314
)

// loaded is a number that loads on one of the factors.
func loaded(rng *rand.Rand, f []float64, factor int, load float64) float64 {
	return load*f[factor] + math.Sqrt(1-load*load)*rng.NormFloat64()
}

func normals(rng *rand.Rand, k int) []float64 {
	f := make([]float64, k)
	for i := range f {
		f[i] = rng.NormFloat64()
	}
	return f
}

// affine brings [low, high] to [−1, 1].
func affine(x, low, high float64) float64 {
	return (min(high, max(low, x))-low)/(high-low)*2 - 1
}

// simple is d numbers: number j loads on factor j % k by loads[j%k].
func simple(name string, d, n int, mu float64, loads []float64, low, high float64, of func(j int, z float64) float64) made {
	return made{name, make(scaling.Columns, d), n, mu, func(rng *rand.Rand, z []float64, there []bool) {
		f := normals(rng, len(loads))
		for j := range z {
			z[j] = affine(of(j, loaded(rng, f, j%len(loads), loads[j%len(loads)])), low, high)
		}
	}}
}

func same(_ int, z float64) float64 { return z }

func likert(j int, z float64) float64 {
	z += .8 * math.Sin(float64(j))
	level := 1.
	for _, cut := range []float64{-1.4, -.5, .5, 1.4} {
		if z >= cut {
			level++
		}
	}
	return level
}

var laws = []made{
	{"two factors 300/3", make(scaling.Columns, 12), 300, muThree, func(rng *rand.Rand, z []float64, there []bool) {
		f := normals(rng, 2)
		for j := range z {
			if j < 7 {
				z[j] = affine(loaded(rng, f, 0, .9), -5, 5)
			} else {
				z[j] = affine(loaded(rng, f, 1, .85), -5, 5)
			}
		}
	}},
	simple("one strong factor 1000/1", 20, 1000, muOne, []float64{.95}, -5, 5, same),
	mixedLaw(8000, muThree),
	simple("40 Likert items 2000/1", 40, 2000, muOne, []float64{.8, .7, .6, .55}, 1, 5, likert),
	simple("tied pair 3000/1", 20, 3000, muOne, []float64{.7, .7}, -5, 5, same),
	simple("tied pair 10000/.5", 20, 10000, muHalf, []float64{.7, .7}, -5, 5, same),
	simple("three tied 3000/1", 30, 3000, muOne, []float64{.7, .7, .7}, -5, 5, same),
	simple("two close factors 3000/1", 24, 3000, muOne, []float64{.7, .67}, -4, 4, same),
	simple("unequal variances 5000/1", 30, 5000, muOne, []float64{.65, .65, .65}, -5, 5, func(j int, z float64) float64 {
		return z * .15 * math.Pow(2/.15, float64(j*7%30)/29)
	}),
	simple("30 yes/no 10000/1", 30, 10000, muOne, []float64{.8, .75, .7}, 0, 1, func(j int, z float64) float64 {
		if z > float64(j%5)*.2 {
			return 1
		}
		return 0
	}),
}

func mixedLaw(n int, mu float64) made {
	columns := make(scaling.Columns, 12)
	for j := range 6 {
		columns = append(columns, scaling.Column{Kind: scaling.Category, Levels: []int{2, 3, 4}[j%3]})
	}
	blocks := columns.Blocks()
	return made{"mixed, 20 % missing 8000/3", columns, n, mu, func(rng *rand.Rand, z []float64, there []bool) {
		f := normals(rng, 3)
		for j := range there {
			there[j] = rng.Float64() >= .2
			if j < 12 {
				x := loaded(rng, f, j%3, .75-.1*float64(j%3)) + 1
				if j%2 == 1 {
					x = math.Exp(.6 * (x - 1))
				}
				if there[j] {
					z[j] = affine(x, -4, 8)
				}
				continue
			}
			levels, code := columns[j].Levels, 0
			x := .8*f[(j-12)%3] + .6*rng.NormFloat64()
			for cut := range levels - 1 {
				at := .5
				if levels > 2 {
					at = -1 + 2*float64(cut)/float64(levels-2)
				}
				if x >= at {
					code++
				}
			}
			if there[j] {
				z[blocks[j].From+code] = 1
			}
		}
	}}
}

func (m made) table(seed uint64) *scalingtest.Table {
	rng := rand.New(rand.NewPCG(seed, 3))
	t := &scalingtest.Table{}
	for range m.n {
		z := make([]float64, m.columns.Features())
		t.Add(z, len(m.columns))
		m.row(rng, z, t.There[len(t.There)-1])
	}
	return t
}

// truth is the decomposed matrix without noise, of the same centre, weights and radius, by its own exact scales.
func truth(t *scalingtest.Table, r *scalingtest.Release) *spectrum {
	in := inputOf(r)
	n := 0.
	for _, w := range t.Omega {
		n += w
	}
	in.Rows = n
	in.Mean, in.Matrix = Centred(in.Columns, t.Moment(r.Facts, r.Means, r.Cut.Radius), n)
	return Solver{}.analyse(in, false).shown
}

// nearest is the leading vector of s that is nearest to x, with its sign.
func (s *spectrum) nearest(x []float64, top int) []float64 {
	best, at := 0., 0
	for i, v := range s.vectors[:min(top, len(s.vectors))] {
		if c := math.Abs(dot(v, x)); c > best {
			best, at = c, i
		}
	}
	v := append([]float64(nil), s.vectors[at]...)
	if dot(v, x) < 0 {
		for i := range v {
			v[i] = -v[i]
		}
	}
	return v
}

func TestZCoverage(t *testing.T) {
	reps := 60
	if x := os.Getenv("REPS"); x != "" {
		reps, _ = strconv.Atoi(x)
	}
	for _, m := range laws {
		if reps > 60 && !strings.Contains(m.name, "tied") && !strings.Contains(m.name, "unequal") && !strings.Contains(m.name, "close") {
			continue
		}
		type tally struct{ hit, all, singles, clear, axes int }
		variants := []options{{noise: true}, {}, {scales: true, noise: true, gap: true}, {scales: true, gap: true}}
		got := make([]tally, len(variants))
		for rep := range reps {
			table := m.table(uint64(rep))
			f := scaling.Facts{Columns: m.columns, Rows: m.n, Mu: m.mu}
			r, err := scalingtest.Run(f, table, scalingtest.Drawn(rand.New(rand.NewPCG(uint64(rep), 9))))
			if err != nil {
				t.Fatal(err)
			}
			exact := truth(table, r)
			in := inputOf(r)
			for v, o := range variants {
				found, err := Solver{}.find(context.Background(), in, nil, o)
				if err != nil {
					t.Fatal(err)
				}
				got[v].clear += found.Test.Clear
				got[v].axes += len(found.Axes)
				for _, a := range found.Axes {
					if len(a.Ranks) > 1 {
						continue
					}
					got[v].singles++
					u := exact.nearest(a.Estimate, found.Test.Clear+3)
					for l, x := range a.Estimate {
						got[v].all++
						if math.Abs(x-u[l]) <= 1.96*a.Noise[l] {
							got[v].hit++
						}
					}
				}
			}
		}
		fmt.Printf("%-28s clear %.1f |", m.name, float64(got[0].clear)/float64(reps))
		for _, g := range got {
			fmt.Printf(" %.3f (%d,%d)", float64(g.hit)/float64(g.all), g.singles, g.axes)
		}
		fmt.Println()
	}
}
