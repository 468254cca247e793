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
