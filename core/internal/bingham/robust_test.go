package bingham

import (
	"fmt"
	"math"
	"testing"

	"privatepca/core/noise"
	"privatepca/core/noise/noisetest"
)

// Every spectrum and shape must come back orthonormal, without panic, NaN or
// hang: ties, clusters, subnormal and huge concentrations, negative forms.
func TestRobust(t *testing.T) {
	if testing.Short() {
		t.Skip("long sums: not with -short")
	}
	src := noisetest.New(41)
	for _, size := range []float64{0, 5e-324, 1e-300, 1e-6, 1, 1e3, 1e6, 1e10, 1e12} {
		for _, d := range []int{1, 2, 3, 10, 17} {
			for _, k := range []int{1, 2, d / 2, d/2 + 1, d - 1, d} {
				if k < 1 || k > d {
					continue
				}
				spectra := shapes(d, k, size)
				spectra["negative"] = reversed(spectra["geometric"])
				spectra["equal"] = make([]float64, d)
				spectra["ulp"] = make([]float64, d)
				spectra["wide"] = make([]float64, d)
				for i := range d {
					spectra["equal"][i] = size
					spectra["ulp"][i] = size * (1 - float64(i)*0x1p-52)
					spectra["wide"][i] = size * math.Pow(1e-20, float64(i)/float64(d))
				}
				for name, b := range spectra {
					what := fmt.Sprintf("%s d=%d k=%d size %g", name, d, k, size)
					survive(t, what, b, k, 5, src)
				}
			}
		}
	}
}

func survive(t *testing.T, what string, b []float64, k, limit int, src noise.Source) {
	t.Helper()
	defer func() {
		if r := recover(); r != nil {
			t.Errorf("%s: panic %v", what, r)
		}
	}()
	v, _ := Gibbs(b, k, 2, src, nil)
	if e := orthonormality(v); len(v) != k || !(e < 1e-12) {
		t.Errorf("%s: Gibbs is off orthonormality by %g", what, e)
	}
	m := NewMatrix(b, k)
	if v, ok, _ := m.Draw(limit, src, nil); ok && (len(v) != k || !(orthonormality(v) < 1e-12)) {
		t.Errorf("%s: exact draw is off orthonormality by %g", what, orthonormality(v))
	}
	if k < len(b) {
		y := Uniform(len(b), k, src)
		x := Orthogonal(b, y, src)
		if e := orthonormality(append(y, x)); !(e < 1e-12) {
			t.Errorf("%s: column is off orthonormality by %g", what, e)
		}
	}
}

// A thousand and more dimensions.
func TestRobustLarge(t *testing.T) {
	src := noisetest.New(42)
	for _, size := range []float64{0, 100, 1e10} {
		b := spectrumOf(2000, size, 0.97)
		v, _ := Gibbs(b, 3, 2, src, nil)
		if e := orthonormality(v); !(e < 1e-12) {
			t.Errorf("size %g: off orthonormality by %g", size, e)
		}
		v, ok, _ := NewMatrix(b, 2).Draw(20, src, nil)
		if ok && !(orthonormality(v) < 1e-12) {
			t.Errorf("size %g: off orthonormality by %g", size, orthonormality(v))
		}
	}
}

func TestPanics(t *testing.T) {
	src := noisetest.New(43)
	for name, f := range map[string]func(){
		"ascending":      func() { Gibbs([]float64{0, 1}, 1, 1, src, nil) },
		"not a number":   func() { NewMatrix([]float64{math.NaN(), 0}, 1) },
		"infinite":       func() { NewVector([]float64{0, math.Inf(-1)}) },
		"spread":         func() { NewMatrix([]float64{2e12, 0}, 1) },
		"no column":      func() { NewMatrix([]float64{1, 0}, 0) },
		"too many":       func() { Gibbs([]float64{1, 0}, 3, 1, src, nil) },
		"no sweep":       func() { Gibbs([]float64{1, 0}, 1, 0, src, nil) },
		"full":           func() { Orthogonal([]float64{1}, Uniform(1, 1, src), src) },
		"no coordinates": func() { LogNormaliser([]float64{1}, []float64{0}) },
		"lengths":        func() { LogNormaliser([]float64{1, 2}, []float64{1}) },
	} {
		t.Run(name, func(t *testing.T) {
			func() {
				defer func() {
					if recover() == nil {
						t.Errorf("%s: no panic", name)
					}
				}()
				f()
			}()
		})
	}
}
