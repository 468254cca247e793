package shrink

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// Rescaled by its own diagonal a matrix has variances of 1: of a number by itself, of a category in all. What a column's unit is does not
// matter, as long as its variance is above the floor.
func TestCorrelationsHaveNoUnits(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 1))
	columns := Columns{1, 3, 1, 2}
	s := noisy(factors(7, 3, func(i int) float64 { return 1 + float64(i) }, rng), 0, rng)
	law := Law{Diagonal: 1e-9, OffDiagonal: 1e-9}
	z := Rescale(s, columns.Scales(s, law, true))
	at := 0
	for _, l := range columns {
		sum := 0.0
		for j := range l {
			sum += z.At(at+j, at+j)
		}
		if math.Abs(sum-1) > 1e-12 {
			t.Errorf("the column of feature %d has variance %g", at, sum)
		}
		at += l
	}
	other := Rescale(s, []float64{1, 5, 5, 5, 1, .25, .25}) // other units of two columns
	again := Rescale(other, columns.Scales(other, law, true))
	for i, x := range again.Upper {
		if math.Abs(x-z.Upper[i]) > 1e-12 {
			t.Fatalf("entry %d is %g in one unit and %g in another", i, z.Upper[i], x)
		}
	}
}

// A column of which only noise is seen is divided by the noise's width, also where its diagonal is negative or 0.
func TestFloorOfAScale(t *testing.T) {
	law := Law{Diagonal: 2, OffDiagonal: math.Sqrt2}
	y := NewMatrix(5)
	y.Set(0, 0, 100)
	y.Set(1, 1, -7)
	y.Set(2, 2, 1)
	for _, c := range []struct {
		estimated bool
		want      []float64
	}{
		{true, []float64{10, math.Sqrt(2 * math.Sqrt(3)), math.Sqrt(2 * math.Sqrt(3)), math.Sqrt(2 * math.Sqrt(3)), math.Sqrt2}},
		{false, []float64{10, math.Sqrt(8 * math.Sqrt(3)), math.Sqrt(8 * math.Sqrt(3)), math.Sqrt(8 * math.Sqrt(3)), math.Sqrt(8)}},
	} {
		t.Run(fmt.Sprint(c.estimated), func(t *testing.T) {
			for i, x := range (Columns{1, 3, 1}).Scales(y, law, c.estimated) {
				if math.Abs(x-c.want[i]) > 1e-12 {
					t.Errorf("estimated %v: the scale of feature %d is %g, want %g", c.estimated, i, x, c.want[i])
				}
			}
		})
	}
}

// TestChoiceForCorrelations looks at the choice where columns count equally, from both sides: it must not lose what plain
// directions keep, and win where columns differ by much. The noise is seeded.
func TestChoiceForCorrelations(t *testing.T) {
	const d, draws = 60, 10
	columns := make(Columns, d)
	for i := range columns {
		columns[i] = 1
	}
	for name, scale := range map[string]func(i int) float64{
		"alike": func(int) float64 { return 1 },
		"uneven": func(i int) float64 {
			if i%5 == 0 {
				return 1
			}
			return .3
		},
	} {
		t.Run(name, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(d, 2))
			s := factors(d, 4, scale, rng)
			truth := noisy(s, 0, rng)
			exact := make([]float64, d)
			for i := range exact {
				exact[i] = math.Sqrt(s.At(i, i))
			}
			r := dense(Rescale(truth, exact))
			_, best := top(r, 4)
			mean := 0.0
			for i := range d {
				mean += s.At(i, i) / d
			}
			plain, shrunk, chosen := 0.0, 0.0, 0.0
			for range draws {
				law := Law{Diagonal: mean / 5, OffDiagonal: mean / 5 / math.Sqrt2}
				y := noisy(s, law.Diagonal, rng)
				z, err := Entries(y, law, nil)
				if err != nil {
					t.Fatal(err)
				}
				v, _ := top(dense(Rescale(y, columns.Scales(y, law, false))), 4)
				w, _ := top(dense(Rescale(z, columns.Scales(z, law, true))), 4)
				wins, err := Choose(y, law, 4, columns, gonumTop, nil)
				if err != nil {
					t.Fatal(err)
				}
				a, b := share(r, v, best), share(r, w, best)
				plain, shrunk = plain+a/draws, shrunk+b/draws
				if wins {
					a = b
				}
				chosen += a / draws
			}
			t.Logf("%s: %.3f plain, %.3f shrunk, %.3f chosen", name, plain, shrunk, chosen)
			if chosen < plain-.012 {
				t.Errorf("%s: the choice keeps %.3f, no shrinkage %.3f", name, chosen, plain)
			}
			if name == "uneven" && (shrunk < plain+.01 || chosen < plain+.5*(shrunk-plain)) {
				t.Errorf("%s: the choice wins %.3f of %.3f", name, chosen-plain, shrunk-plain)
			}
		})
	}
}
