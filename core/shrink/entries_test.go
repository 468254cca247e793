package shrink

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// Where noise is small beside every entry, the estimate is the matrix.
func TestLittleNoiseChangesLittle(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	s := factors(12, 12, func(int) float64 { return 1 }, rng)
	y := noisy(s, 1e-7, rng)
	z, err := Entries(y, Law{Diagonal: 1e-7, OffDiagonal: 1e-7 / math.Sqrt2}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i, x := range z.Upper {
		if math.Abs(x-y.Upper[i]) > 1e-6*s.At(0, 0) {
			t.Errorf("entry %d: %g became %g", i, y.Upper[i], x)
		}
	}
}

// No entry grows or changes its sign, no diagonal entry is below 0, and the matrix that was given stays.
func TestEntriesOnlyShrink(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 1))
	s := factors(20, 3, func(i int) float64 { return 1 / float64(1+i) }, rng)
	y := noisy(s, .05, rng)
	before := append([]float64(nil), y.Upper...)
	z, err := Entries(y, Law{Diagonal: .05, OffDiagonal: .05 / math.Sqrt2}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i := range y.D {
		if z.At(i, i) < 0 {
			t.Errorf("diagonal entry %d is %g", i, z.At(i, i))
		}
		for j := i + 1; j < y.D; j++ {
			if a, b := y.At(i, j), z.At(i, j); b*a < 0 || math.Abs(b) > math.Abs(a) {
				t.Errorf("entry (%d, %d): %g became %g", i, j, a, b)
			}
		}
	}
	for i, x := range before {
		if y.Upper[i] != x {
			t.Fatal("the matrix that was given changed")
		}
	}
}

// The estimate has a smaller mean squared error than Y where features differ: that is what it is for.
func TestEntriesReduceTheError(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 1))
	s := factors(40, 4, func(i int) float64 {
		if i%5 == 0 {
			return 1
		}
		return .1
	}, rng)
	const sigma = .02
	y := noisy(s, sigma, rng)
	z, err := Entries(y, Law{Diagonal: sigma, OffDiagonal: sigma / math.Sqrt2}, nil)
	if err != nil {
		t.Fatal(err)
	}
	before, after := 0.0, 0.0
	for i := range y.D {
		for j := range y.D {
			before += square(y.At(i, j) - s.At(i, j))
			after += square(z.At(i, j) - s.At(i, j))
		}
	}
	if after > before/2 {
		t.Errorf("the squared error was %g and is %g", before, after)
	}
}

func TestBadLaws(t *testing.T) {
	for _, law := range []Law{{OffDiagonal: 1}, {Diagonal: 1}, {Diagonal: math.NaN(), OffDiagonal: 1}, {Diagonal: 1, OffDiagonal: math.Inf(1)}, {Diagonal: -1, OffDiagonal: 1}} {
		t.Run(fmt.Sprint(law.Diagonal, law.OffDiagonal), func(t *testing.T) {
			if _, err := Entries(NewMatrix(3), law, nil); err == nil {
				t.Errorf("%+v was taken", law)
			}
			if _, err := Choose(NewMatrix(3), law, 1, nil, gonumTop, nil); err == nil {
				t.Errorf("%+v was taken", law)
			}
		})
	}
}

// Degenerate matrices have an answer: all zero, two features, one large entry.
func TestDegenerateMatrices(t *testing.T) {
	law := Law{Diagonal: 1, OffDiagonal: 1 / math.Sqrt2}
	for _, d := range []int{1, 2, 3, 50} {
		for _, large := range []float64{0, 1e12, -1e12} {
			y := NewMatrix(d)
			y.Set(0, 0, large)
			z, err := Entries(y, law, nil)
			if err != nil {
				t.Fatal(err)
			}
			for i, x := range z.Upper {
				if math.IsNaN(x) || math.IsInf(x, 0) {
					t.Errorf("d = %d, %g: entry %d is %g", d, large, i, x)
				}
			}
		}
	}
}

// A block of a category comes back as it was where there is no noise, whatever the centre, and its
// projection is closer to the truth where there is.
func TestBlocks(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 1))
	for _, c := range []struct {
		name    string
		centre  []float64
		imputed bool
	}{
		{"no centre", []float64{0, 0, 0, 0}, false},
		{"released centre, imputed", []float64{.5, .25, .25, 0}, true},
		{"public centre", []float64{.25, .25, .25, .25}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			const d = 6 // a number, four levels, a number
			truth := NewMatrix(d)
			for range 200 {
				e := make([]float64, d)
				e[0], e[5] = rng.NormFloat64(), rng.NormFloat64()
				if level := rng.IntN(5); level < 4 || !c.imputed {
					for l := range 4 {
						e[1+l] = -c.centre[l]
					}
					if level < 4 {
						e[1+level]++
					}
				}
				for i := range d {
					for j := i; j < d; j++ {
						truth.Set(i, j, truth.At(i, j)+e[i]*e[j])
					}
				}
			}
			blocks := []Block{{From: 1, Centre: c.centre, Imputed: c.imputed}}
			same := Blocks(truth, blocks)
			for i, x := range same.Upper {
				if math.Abs(x-truth.Upper[i]) > 1e-9*(1+math.Abs(x)) {
					t.Errorf("%s: entry %d was %g and is %g", c.name, i, truth.Upper[i], x)
				}
			}
			before, after := 0.0, 0.0
			for range 50 {
				y := noisy(dense(truth), 30, rng)
				z := Blocks(y, blocks)
				for i := range d {
					for j := range d {
						before += square(y.At(i, j) - truth.At(i, j))
						after += square(z.At(i, j) - truth.At(i, j))
					}
				}
			}
			if after > .95*before {
				t.Errorf("%s: the squared error was %g and is %g", c.name, before, after)
			}
		})
	}
}
