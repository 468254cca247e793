package experiment

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"

	"privatepca/core/dataset"
	"privatepca/core/eigen"
	"privatepca/core/internal/nuclear"
	"privatepca/core/noise"
	"privatepca/core/schema"
	"privatepca/core/shrink"
)

// The twin of a release under the norm rule sign: the noise that documents state, simulated by continuous variates on
// records that are encoded here in floating point. It shares with the program the reading of cells, the projection of
// the mean and shrinkage, which are post-processing; sums, directions, sensitivities and samplers are its own. If the program's releases keep
// more than their twin, they have less noise than they state.

// sparse are encoded records without their zeros: numbers over the largest |bound|, a 1 for a level.
type sparse struct {
	d       int
	start   []int32 // of each record in at and value; one more than records
	at      []int32
	value   []float32
	missing [][]int32 // features that take the centre's value, by record; nil for none
}

func (s *sparse) records() int { return len(s.start) - 1 }

// sparsely encodes a set's file.
func sparsely(b text, sch *schema.Schema) (*sparse, error) {
	r, err := dataset.NewReader(bytes.NewReader(b))
	if err != nil {
		return nil, err
	}
	type column struct {
		cell, from int
		levels     map[string]int
		most       float64
		lo, hi     float64
	}
	var columns []column
	out := &sparse{start: []int32{0}}
	for i := range sch.Fields {
		f := &sch.Fields[i]
		c := column{cell: -1, from: out.d}
		for j, name := range r.Header().Columns {
			if name == f.Name {
				c.cell = j
			}
		}
		if c.cell < 0 {
			return nil, fmt.Errorf("the file's header lacks %q", f.Name)
		}
		if f.Kind == schema.Number {
			c.lo, c.hi, c.most = f.Minimum, f.Maximum, math.Max(math.Abs(f.Minimum), math.Abs(f.Maximum))
			out.d++
		} else {
			c.levels = map[string]int{}
			for j, level := range f.Enum {
				c.levels[strings.TrimSpace(level)] = j
			}
			out.d += len(f.Enum)
		}
		columns = append(columns, c)
	}
	for {
		rec, err := r.Next()
		if err == io.EOF {
			return out, nil
		}
		if err != nil {
			return nil, err
		}
		var missing []int32
		for _, c := range columns {
			text := strings.TrimSpace(string(rec.Cell(c.cell)))
			if c.levels == nil {
				x, err := strconv.ParseFloat(text, 64)
				if err != nil {
					x = (c.lo + c.hi) / 2
					missing = append(missing, int32(c.from))
				}
				if x = math.Max(c.lo, math.Min(x, c.hi)) / c.most; x != 0 {
					out.at, out.value = append(out.at, int32(c.from)), append(out.value, float32(x))
				}
				continue
			}
			if level, ok := c.levels[text]; ok {
				out.at, out.value = append(out.at, int32(c.from+level)), append(out.value, 1)
				continue
			}
			for j := range len(c.levels) {
				missing = append(missing, int32(c.from+j))
			}
		}
		out.start = append(out.start, int32(len(out.at)))
		out.missing = append(out.missing, missing)
	}
}

// sum of the records.
func (s *sparse) sum() []float64 {
	out := make([]float64, s.d)
	for i, x := range s.value {
		out[s.at[i]] += float64(x)
	}
	return out
}

// signs sums uuᵀ, u = (e − c)/‖e − c‖. With w = 1/‖e − c‖² that is Σweeᵀ − (Σwe)cᵀ − c(Σwe)ᵀ + (Σw)ccᵀ, and the
// first sum is over the numbers that are not zero. Records with missing cells are summed one by one.
func (s *sparse) signs(c []float64) shrink.Matrix {
	m := shrink.NewMatrix(s.d)
	squares, weighted, total := 0.0, make([]float64, s.d), 0.0
	for _, x := range c {
		squares += x * x
	}
	u := make([]float64, s.d)
	add := func(i, j int, x float64) { m.Set(i, j, m.At(i, j)+x) }
	for r := range s.records() {
		at, value := s.at[s.start[r]:s.start[r+1]], s.value[s.start[r]:s.start[r+1]]
		if s.missing[r] != nil {
			for i, x := range c {
				u[i] = -x
			}
			for i, x := range value {
				u[at[i]] += float64(x)
			}
			for _, i := range s.missing[r] {
				u[i] = 0
			}
			length := 0.0
			for _, x := range u {
				length += x * x
			}
			if length > 0 {
				for i := range u {
					for j := i; j < s.d; j++ {
						add(i, j, u[i]*u[j]/length)
					}
				}
			}
			continue
		}
		length := squares
		for i, x := range value {
			length += float64(x) * (float64(x) - 2*c[at[i]])
		}
		if length < 1e-12 {
			continue
		}
		w := 1 / length
		total += w
		for i, x := range value {
			weighted[at[i]] += w * float64(x)
			for j := i; j < len(at); j++ {
				add(int(at[i]), int(at[j]), w*float64(x)*float64(value[j]))
			}
		}
	}
	for i := range s.d {
		for j := i; j < s.d; j++ {
			add(i, j, total*c[i]*c[j]-weighted[i]*c[j]-c[i]*weighted[j])
		}
	}
	return m
}

// twinDraws is how many releases of a set are simulated: fewer of many features, where each takes seconds.
func (s *set) twinDraws() int {
	if s.d > 300 {
		return 5
	}
	return 20
}

// twin simulates the releases whose documents state these widths.
func (r *Run) twin(s *set, w way, epsilon float64, stated kept) (kept, error) {
	key := fmt.Sprintf("twin/%s/%s/%s/ε=%g/k=%d×%d/%.6g", s.name, s.digest, w, epsilon, s.k, s.twinDraws(), stated.Sigmas)
	return cell(r, key, func(src *rand.ChaCha8) (kept, error) {
		truth, err := r.covariance(s)
		if err != nil {
			return kept{}, err
		}
		b, sch, err := s.public(schema.Sign)
		if err != nil {
			return kept{}, err
		}
		if s.sparse == nil {
			if s.sparse, err = sparsely(b, sch); err != nil {
				return kept{}, err
			}
		}
		var plan *nuclear.Plan
		if w.pure() {
			if plan, err = nuclear.NewPlan(sch.D(), nil); err != nil {
				return kept{}, err
			}
		}
		rec, out, n := s.sparse, kept{}, float64(s.sparse.records())
		sum := rec.sum()
		for range s.twinDraws() {
			c := make([]float64, rec.d)
			sigma := stated.Sigmas[0] / schema.Scale
			if w.pure() {
				copy(c, kNorm(sch, epsilon*w.meanShare(), src))
				sigma = 0
				for _, z := range c {
					sigma += z * z / float64(len(c))
				}
				sigma = math.Sqrt(sigma)
			} else {
				for i := range c {
					c[i] = sigma * noise.Normal(src)
				}
			}
			for i := range c {
				c[i] = (sum[i] + c[i]) / n
			}
			sch.Settle(c, sigma/n)
			y := rec.signs(c)
			law := shrink.Law{Diagonal: stated.Sigmas[1] / schema.Scale / schema.Scale, OffDiagonal: stated.Sigmas[2] / schema.Scale / schema.Scale}
			if plan != nil {
				draw, err := plan.Matrix(epsilon*(1-w.meanShare())/2, src, nil)
				if err != nil {
					return kept{}, err
				}
				squares := 0.0
				for i := range rec.d {
					for j := range rec.d {
						squares += draw[i*rec.d+j] * draw[i*rec.d+j]
						if j >= i {
							y.Set(i, j, y.At(i, j)+draw[i*rec.d+j])
						}
					}
				}
				// ‖N‖²_F estimates its mean to a part in d: that of d(d+1)/2 variances σ².
				sigma := math.Sqrt(2 * squares / float64(rec.d*(rec.d+1)))
				law = shrink.Law{Diagonal: sigma, OffDiagonal: sigma / math.Sqrt2, Heavy: true}
			} else {
				for i := range rec.d {
					for j := i; j < rec.d; j++ {
						width := law.OffDiagonal
						if i == j {
							width = law.Diagonal
						}
						y.Set(i, j, y.At(i, j)+width*noise.Normal(src))
					}
				}
			}
			plain, used, err := directions(y, law, twinBlocks(sch, c), s.k)
			if err != nil {
				return kept{}, err
			}
			out.Plain, out.Used = append(out.Plain, truth.share(plain)), append(out.Used, truth.share(used))
		}
		return out, nil
	})
}

// directions are the first k of a noisy matrix, and those that shrinkage recommends.
func directions(y shrink.Matrix, law shrink.Law, blocks []shrink.Block, k int) (plain, used [][]float64, err error) {
	top := func(a shrink.Matrix, k int) [][]float64 {
		m := eigen.New(a.D)
		for i := range a.D {
			for j := i; j < a.D; j++ {
				m.Set(i, j, a.At(i, j))
			}
		}
		_, vectors := eigen.Solver{}.Top(m, k)
		return vectors
	}
	plain = top(y, k)
	z := shrink.Blocks(y, blocks)
	wins, err := shrink.Choose(z, law, k, nil, top, nil)
	if err != nil || !wins {
		return plain, plain, err
	}
	if z, err = shrink.Entries(z, law, nil); err != nil {
		return nil, nil, err
	}
	return plain, top(z, k), nil
}

// twinBlocks are the category columns about a centre.
func twinBlocks(sch *schema.Schema, c []float64) []shrink.Block {
	var out []shrink.Block
	from := 0
	for i := range sch.Fields {
		f := &sch.Fields[i]
		if f.Kind != schema.Number {
			out = append(out, shrink.Block{From: from, Centre: c[from : from+f.D()], Imputed: true})
		}
		from += f.D()
	}
	return out
}

// kNorm draws noise of density ∝ exp(−ε‖z‖_K) by a Dirichlet direction and a radius, where the program
// draws spacings: K is [−w, w] for a number and {‖z⁺‖₁ ≤ 1, ‖z⁻‖₁ ≤ 1} for a category. A uniform point of a category's body is a pair of
// uniform points of corners of cubes with signs of weight 1/(j!(L−j)!)².
func kNorm(sch *schema.Schema, epsilon float64, src *rand.ChaCha8) []float64 {
	random := rand.New(src)
	radius := random.ExpFloat64() // of Gamma(D + 1)
	for range sch.D() {
		radius += random.ExpFloat64()
	}
	z := make([]float64, 0, sch.D())
	for i := range sch.Fields {
		f := &sch.Fields[i]
		if f.Kind == schema.Number {
			w := (f.Maximum - f.Minimum) / math.Max(math.Abs(f.Minimum), math.Abs(f.Maximum))
			z = append(z, radius/epsilon*w*(2*random.Float64()-1))
			continue
		}
		levels := len(f.Enum)
		weights, total := make([]float64, levels+1), 0.0
		for j := range weights {
			a, _ := math.Lgamma(float64(j + 1))
			b, _ := math.Lgamma(float64(levels - j + 1))
			c, _ := math.Lgamma(float64(levels + 1))
			weights[j] = math.Exp(c - 2*a - 2*b) // C(L, j)/(j!(L−j)!)
			total += weights[j]
		}
		j, u := 0, total*random.Float64()
		for ; j < levels && u >= weights[j]; j++ {
			u -= weights[j]
		}
		point := make([]float64, levels)
		for sign, members := range [][]int{random.Perm(levels)[:j], nil} {
			if sign == 1 {
				for l, x := range point {
					if x == 0 {
						members = append(members, l)
					}
				}
			}
			// Uniform in {x ≥ 0, Σx ≤ 1}: a Dirichlet direction, and a radius of density ∝ r^{dim−1}.
			sum, share := 0.0, make([]float64, len(members))
			for l := range share {
				share[l] = random.ExpFloat64()
				sum += share[l]
			}
			length := math.Pow(random.Float64(), 1/math.Max(1, float64(len(members))))
			for l, at := range members {
				point[at] = (1 - 2*float64(sign)) * length * share[l] / sum
			}
		}
		for _, x := range point {
			z = append(z, radius/epsilon*x)
		}
	}
	return z
}
