package bingham

import (
	"fmt"
	"testing"
	"time"

	"gonum.org/v1/gonum/floats"

	"privatepca/core/noise/noisetest"
)

// population is a spectrum of the second moment A of n records: the top k
// eigenvalues as given, a geometric tail from first on that sums to rest. The
// law at ε has B = (nε/2)·A.
type population struct {
	name        string
	d           int
	n           float64
	top         []float64
	first, rest float64
}

// The paper's synthetic spectrum, and stand-ins with the sizes and explained
// shares of its four data sets.
var populations = []population{
	{"synthetic", 10, 5000, []float64{0.5, 0.3}, 0.04, 0.111},
	{"localization", 44, 164860, []float64{.15, .1, .08, .06, .05, .04, .03, .0222, .02, .015}, 0.0125, 0.133},
	{"kddcup", 116, 494021, []float64{.35, .2, .0687, .04}, 0.003, 0.027},
	{"insurance", 150, 9822, []float64{.17, .08, .06, .045, .035, .03, .025, .02, .018, .015, .0138}, 0.0115, 0.12},
	{"census", 513, 199523, []float64{.4, .1, .07, .05, .04, .03, .0231, .019}, 0.015, 0.172},
}

func (p population) spectrum(epsilon float64) (b []float64, k int) {
	lo, hi := 0.0, 1.0
	for range 60 { // the ratio of the tail
		ratio, sum, x := (lo+hi)/2, 0.0, p.first
		for range p.d - len(p.top) {
			sum += x
			x *= ratio
		}
		if sum < p.rest {
			lo = ratio
		} else {
			hi = ratio
		}
	}
	b = append(b, p.top...)
	for x := p.first; len(b) < p.d; x *= lo {
		b = append(b, x)
	}
	floats.Scale(p.n*epsilon/2, b)
	return b, len(p.top)
}

var epsilons = []float64{0.01, 0.03, 0.1, 0.3, 1, 2}

// BenchmarkMatrix regenerates the table of bingham.md: an op is one exact
// draw; the set-up is reported beside it.
func BenchmarkMatrix(b *testing.B) {
	src := noisetest.New(1)
	for _, p := range populations {
		for _, epsilon := range epsilons {
			b.Run(fmt.Sprintf("%s/d=%d/k=%d/eps=%g", p.name, p.d, len(p.top), epsilon), func(b *testing.B) {
				spectrum, k := p.spectrum(epsilon)
				start := time.Now()
				m := NewMatrix(spectrum, k)
				setup := time.Since(start)
				proposals := 0
				b.ResetTimer()
				for range b.N {
					m.Draw(0, src, func(int) error { proposals++; return nil })
					proposals++
				}
				b.ReportMetric(float64(b.N)/float64(proposals), "acceptance")
				b.ReportMetric(setup.Seconds()*1e3, "ms-setup")
				b.ReportMetric(b.Elapsed().Seconds()*1e3/float64(b.N), "ms/draw")
			})
		}
	}
}

// BenchmarkGibbs times one sweep.
func BenchmarkGibbs(b *testing.B) {
	src := noisetest.New(2)
	for _, p := range populations {
		b.Run(fmt.Sprintf("%s/d=%d/k=%d", p.name, p.d, len(p.top)), func(b *testing.B) {
			spectrum, k := p.spectrum(0.1)
			c := newChain(spectrum, k)
			for range 5 {
				c.sweep(src)
			}
			for b.Loop() {
				c.sweep(src)
			}
		})
	}
}

// BenchmarkVector times Kent, Ganeiber and Mardia's sampler.
func BenchmarkVector(b *testing.B) {
	src := noisetest.New(3)
	for _, p := range populations {
		b.Run(fmt.Sprintf("%s/d=%d", p.name, p.d), func(b *testing.B) {
			spectrum, _ := p.spectrum(0.1)
			v, x := NewVector(spectrum), make([]float64, p.d)
			for b.Loop() {
				v.Draw(x, src)
			}
		})
	}
}
