package release

import (
	"math"
	"strings"
	"testing"

	"privatepca/core/privacy"
)

// banded is sample with a law of noise: σ = 10⁶ and n = 80, R = 1.5, d = 4.
func banded() *Document {
	d := sample()
	d.Privacy.Noise = &privacy.Noise{Law: "gaussian", Diagonal: 1e6, OffDiagonal: 707107}
	return d
}

func TestBand(t *testing.T) {
	d := banded()
	band, ok := d.Band()
	// 2τ(√4 + √log 100)/s² in sums; times R²/n.
	want := 2 * 707107 * (2 + math.Sqrt(math.Log(100))) / (8191 * 8191) * 2.25 / 80
	if !ok || math.Abs(band.Edge/want-1) > 1e-4 || band.Clear != 2 || band.Tabulated {
		t.Errorf("band %+v, %v; want an edge of %g", band, ok, want)
	}
	d.Spectrum[1] = want * .99
	if band, _ = d.Band(); band.Clear != 1 {
		t.Errorf("%d directions stand clear", band.Clear)
	}
	d.Privacy.Noise = nil
	if _, ok := d.Band(); ok {
		t.Error("a band without a law")
	}
	pairs := banded()
	pairs.VarianceUnit, pairs.N, pairs.Encoding.NormBound = PerPair, 81, 1
	if band, _ := pairs.Band(); math.Abs(band.Edge/(want*80/2.25/40)-1) > 1e-4 {
		t.Errorf("pairs: an edge of %g", band.Edge)
	}
}

func TestAngle(t *testing.T) {
	b := Band{Edge: 1}
	for _, c := range []struct {
		spectrum []float64
		k        int
		sine     float64
	}{{[]float64{10, 7, 1}, 2, .2}, {[]float64{10, 7, 1}, 1, .5}, {[]float64{9, 7, 1}, 1, 0}, {[]float64{9, 7}, 2, 0}, {[]float64{9, 7}, 0, 0}} {
		angle, ok := b.Angle(c.spectrum, c.k)
		if ok != (c.sine > 0) || math.Abs(math.Sin(angle)-c.sine) > 1e-5 {
			t.Errorf("%v, k = %d: %g, %v; want a sine of %g", c.spectrum, c.k, angle, ok, c.sine)
		}
	}
}

func TestShares(t *testing.T) {
	d := banded()
	shares, ok := d.Shares()
	total := d.Spectrum[0] + d.Spectrum[1] + d.Spectrum[2] + d.Spectrum[3]
	if !ok || len(shares) != 4 || math.Abs(shares[0].Released-d.Spectrum[0]/total) > 1e-12 || math.Abs(shares[3].Released-1) > 1e-12 {
		t.Fatalf("shares %+v", shares)
	}
	for i, s := range shares {
		if s.Low < 0 || s.High > 1 || s.Low > s.High {
			t.Errorf("%d: %+v", i+1, s)
		}
	}
	d.Spectrum = []float64{1, -2, -3, -4}
	if shares, _ := d.Shares(); shares != nil {
		t.Error("shares of a total below zero")
	}
}

func TestNoiseIsReadBack(t *testing.T) {
	b, err := banded().encode()
	if err != nil {
		t.Fatal(err)
	}
	d, err := Decode(b)
	if err != nil || *d.Privacy.Noise != *banded().Privacy.Noise {
		t.Fatalf("%v, %+v", err, d.Privacy.Noise)
	}
	if _, err := Decode([]byte(strings.Replace(string(b), `"diagonal": 1000000`, `"diagonal": -1`, 1))); err == nil {
		t.Error("noise of a negative width was read")
	}
}
