package finding

import (
	"math"
	"slices"
	"testing"

	"privatepca/core/scaling"
	"privatepca/core/scaling/scalingtest"
)

// A loading's noise error is that of its linearisation: by differences, how each loading follows every entry of Y and of g, the scales
// included. So each term of e is held to what it stands for, with and without public weights and floors. Of categories, the formula
// takes the noise of a block's diagonal for that of the trace without the null direction: errors are up to a fifth larger.
func TestNoiseErrorsAreDerivatives(t *testing.T) {
	for _, c := range []struct {
		weighted bool
		kind     scaling.Kind
		most     float64
	}{{false, scaling.List, 1e-4}, {true, scaling.List, 1e-4}, {false, scaling.Category, .2}} {
		in, _ := releases(t, scalingtest.Load("missing"))
		for i := range in.Columns {
			in.Columns[i].Weight = 1
			if c.weighted {
				in.Columns[i].Weight = .5 + float64(i%4)
			}
			if in.Columns[i].Kind == scaling.Category {
				in.Columns[i].Kind = c.kind
			}
		}
		a := Solver{}.analyse(in, true)
		a.floored[2], a.floored[13] = true, true // as if they stood on a floor
		scale, floored := slices.Clone(a.scale), a.floored
		x := a.axes(1, false)
		const rank = 1
		// moved is direction `rank` where Y and the scales that are not on a floor have moved.
		moved := func(y square) []float64 {
			b := *a
			b.y, b.scale = y, slices.Clone(scale)
			for i, block := range b.blocks {
				trace := 0.
				for at := block.From; at < block.To; at++ {
					trace += y.data[at*b.d+at]
				}
				for at := block.From; at < block.To && !floored[i]; at++ {
					b.scale[at] = math.Sqrt(trace)
				}
			}
			weight := make([]float64, b.p)
			for i, column := range in.Columns {
				weight[i] = column.PublicWeight()
			}
			v := b.decompose(weight).vectors[rank]
			if dot(v, x.vectors[rank]) < 0 {
				for l := range v {
					v[l] = -v[l]
				}
			}
			return v
		}
		sum := make([]float64, a.d)
		add := func(width float64, change func(y square, by float64)) {
			step := width * 1e-5
			var sides [2][]float64
			for s, by := range []float64{step, -step} {
				y := square{a.d, slices.Clone(a.y.data)}
				change(y, by)
				project(y, in.Columns)
				sides[s] = moved(y)
			}
			for l := range sum {
				d := (sides[0][l] - sides[1][l]) / 2e-5
				sum[l] += d * d
			}
		}
		for i := range a.d {
			for j := range i + 1 {
				width := in.Tau
				if i == j {
					width *= math.Sqrt2
				}
				add(width, func(y square, by float64) {
					y.data[i*a.d+j] += by
					if i != j {
						y.data[j*a.d+i] += by
					}
				})
			}
			add(in.MeanTau, func(y square, by float64) {
				for k, g := range in.Mean {
					y.data[i*a.d+k] -= by * g / in.Rows
					y.data[k*a.d+i] -= by * g / in.Rows
				}
			})
		}
		axis := x.turned([]int{rank}, []float64{1})
		for l, e := range x.noiseErrors(axis, resolvent{h: x.composed(axis.inverse)}) {
			if want := math.Sqrt(sum[l]); !(e >= want*(1-1e-4) && e <= want*(1+c.most)) {
				t.Errorf("%+v: loading %d has error %.6g, by differences %.6g", c, l, e, want)
			}
		}
	}
}

// turning is how noise turns two directions in their plane, by differences: the larger one of what each entry of Y and of g makes of
// X'_ij and of half the difference of X'_ii and X'_jj.
func TestTurningIsADerivative(t *testing.T) {
	for _, weighted := range []bool{false, true} {
		in, _ := releases(t, scalingtest.Load("missing"))
		for i := range in.Columns {
			if in.Columns[i].Kind == scaling.Category {
				in.Columns[i].Kind = scaling.List
			}
			if in.Columns[i].Weight = 1; weighted {
				in.Columns[i].Weight = .5 + float64(i%4)
			}
		}
		a := Solver{}.analyse(in, true)
		a.floored[2] = true
		x := a.axes(1, false)
		const i, j = 0, 2
		v, w := x.vectors[i], x.vectors[j]
		weight := in.Columns.Spread(x.weight)
		// both are X'_ij and ½(X'_ii − X'_jj) of a matrix and its scales.
		both := func(y square) (off, half float64) {
			factor := make([]float64, a.d)
			for c, b := range a.blocks {
				trace := 0.
				for k := b.From; k < b.To; k++ {
					trace += y.data[k*a.d+k]
				}
				for k := b.From; k < b.To; k++ {
					factor[k] = math.Sqrt(weight[k] / trace)
					if a.floored[c] {
						factor[k] = math.Sqrt(weight[k]) / a.scale[k]
					}
				}
			}
			m := y.scaled(factor)
			mv, mw := m.times(v), m.times(w)
			return dot(v, mw), (dot(v, mv) - dot(w, mw)) / 2
		}
		var off, half float64
		add := func(width float64, change func(y square, by float64)) {
			var o, h [2]float64
			for s, by := range []float64{width * 1e-4, -width * 1e-4} {
				y := square{a.d, slices.Clone(a.y.data)}
				change(y, by)
				o[s], h[s] = both(y)
			}
			off += math.Pow((o[0]-o[1])/2e-4, 2)
			half += math.Pow((h[0]-h[1])/2e-4, 2)
		}
		for r := range a.d {
			for c := range r + 1 {
				width := in.Tau
				if r == c {
					width *= math.Sqrt2
				}
				add(width, func(y square, by float64) {
					y.data[r*a.d+c] += by
					if r != c {
						y.data[c*a.d+r] += by
					}
				})
			}
			add(in.MeanTau, func(y square, by float64) {
				for k, g := range in.Mean {
					y.data[r*a.d+k] -= by * g / in.Rows
					y.data[k*a.d+r] -= by * g / in.Rows
				}
			})
		}
		if want, got := math.Sqrt(max(off, half)), x.turning(i, j); math.Abs(got-want) > 1e-4*want {
			t.Errorf("weighted %v: %v, by differences %v (%v and %v)", weighted, got, want, math.Sqrt(off), math.Sqrt(half))
		}
	}
}
