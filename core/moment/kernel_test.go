package moment

import (
	"errors"
	"math/rand/v2"
	"os"
	"slices"
	"testing"
)

// dimensions are of 1 … 600 all up to 100 and every seventh, in short tests every
// 25th (all remainders by 24), in slow ones all.
func dimensions() (all []int) {
	slow := os.Getenv("PRIVATEPCA_SLOW") != ""
	for d := 1; d <= 600; d++ {
		if slow || d%25 == 0 || !testing.Short() && (d <= 100 || d%7 == 0) {
			all = append(all, d)
		}
	}
	return all
}

// Every entry of a block at ±8191, which fills lanes to the brim, but for five
// rows at random.
func TestKernelAtTheBound(t *testing.T) {
	const odd = 5
	rng := rand.New(rand.NewPCG(6, 6))
	sign := func(x int) int64 { return int64(1 - 2*(x%2)) }
	for _, d := range dimensions() {
		rows, panels := make([]int16, Stride(d)*BlockRows), make([]int16, Stride(d)*BlockRows)
		for r := range BlockRows {
			for i := range d {
				x := MaxScale * sign(r/2) * sign(i/5)
				if r < odd {
					x = int64(rng.IntN(2*MaxScale+1) - MaxScale)
				}
				rows[r*Stride(d)+i] = int16(x)
			}
		}
		sums := make([]int64, sumsOf(d))
		products(d, sums, panels, rows)
		again := make([]int64, sumsOf(d))
		if fastest()(d, again, panels, rows); !slices.Equal(again, sums) {
			t.Fatalf("d=%d: this machine's own kernel has other sums", d)
		}
		for i := range d {
			for j := i; j < d; j++ {
				want := (BlockRows - odd) * MaxScale * MaxScale * sign(i/5) * sign(j/5)
				for r := range odd {
					want += int64(rows[r*Stride(d)+i]) * int64(rows[r*Stride(d)+j])
				}
				if got := sums[tileAt(panelsOf(d), i/Tile, j/Tile)+i%Tile*Tile+j%Tile]; got != want {
					t.Fatalf("d=%d: sum %d,%d is %d, want %d", d, i, j, got, want)
				}
			}
		}
	}
}

func TestCheckRefusesAWrongKernel(t *testing.T) {
	calls := 0
	count := Kernel(func(d int, sums []int64, panels, rows []int16) {
		calls++
		products(d, sums, panels, rows)
	})
	if err := count.Check(); err != nil {
		t.Fatalf("a kernel that is right: %v", err)
	}
	for name, wrong := range map[string]Kernel{
		"does nothing": func(int, []int64, []int16, []int16) {},
		"32 bits": func(d int, sums []int64, panels, rows []int16) {
			before := slices.Clone(sums)
			products(d, sums, panels, rows)
			for i, x := range before {
				sums[i] = x + int64(int32(sums[i]-x))
			}
		},
		"drops the last row": func(d int, sums []int64, panels, rows []int16) {
			rows = slices.Clone(rows)
			clear(rows[(BlockRows-1)*Stride(d):])
			products(d, sums, panels, rows)
		},
		"drops the last feature": func(d int, sums []int64, panels, rows []int16) {
			rows = slices.Clone(rows)
			for r := range BlockRows {
				rows[r*Stride(d)+d-1] = 0
			}
			products(d, sums, panels, rows)
		},
		"takes what another left in its room": func(d int, sums []int64, panels, rows []int16) {
			if slices.ContainsFunc(panels, func(x int16) bool { return x != 0 }) {
				products(d, sums, panels, rows)
			}
		},
		"starts afresh": func(d int, sums []int64, panels, rows []int16) {
			clear(sums)
			products(d, sums, panels, rows)
		},
	} {
		t.Run(name, func(t *testing.T) {
			if err := wrong.Check(); !errors.Is(err, ErrKernel) {
				t.Errorf("a kernel that %s: %v", name, err)
			}
		})
	}
	calls = 0
	NewAccumulatorWith(count, 40, MaxScale).Matrix()
	a := NewAccumulatorWith(count, 3, MaxScale)
	if err := a.Add([]int16{1, 2, 3}); err != nil {
		t.Fatal(err)
	}
	a.Matrix()
	if calls != 1 {
		t.Errorf("the kernel was called %d times, want once", calls)
	}
}

// The same bits whether records with few entries are summed one by one or with
// the block, and the few are indeed summed one by one.
func TestSparseAndDenseAreTheSame(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	for _, d := range []int{12, 13, 40, 97, 200} {
		dense, mixed := NewAccumulator(d, MaxScale), NewAccumulator(d, MaxScale)
		dense.entries = nil // no room for any
		for range 1500 {
			q := make([]int16, d)
			n := 1 + rng.IntN(d/12)
			if rng.IntN(20) == 0 {
				n = d
			}
			for _, i := range rng.Perm(d)[:n] {
				q[i] = int16(rng.IntN(401) - 200)
			}
			if err := errors.Join(dense.Add(q), mixed.Add(q)); err != nil {
				t.Fatal(err)
			}
		}
		if !equal(dense.Matrix(), mixed.Matrix()) {
			t.Errorf("d=%d: sparse and dense sums differ", d)
		}
	}
	const d, nonzero = 96, 8
	a := NewAccumulator(d, MaxScale)
	for n := range 2 * nonzero {
		q := make([]int16, d)
		for i := range n {
			q[i] = 1
		}
		if err := a.Add(q); err != nil {
			t.Fatal(err)
		}
		if want := max(0, n-nonzero); a.filled != want {
			t.Fatalf("after a record of %d entries the block has %d rows, want %d", n, a.filled, want)
		}
	}
}

// Check tries entries of all sizes and both signs: a kernel that is wrong on small negative ones alone is refused.
func TestCheckTriesSmallEntries(t *testing.T) {
	tried := false
	wrong := Kernel(func(d int, sums []int64, panels, rows []int16) {
		small := slices.ContainsFunc(rows[:Stride(d)*BlockRows], func(x int16) bool { return x < 0 && x > -MaxScale/2 })
		if products(d, sums, panels, rows); small {
			sums[0]++
			tried = true
		}
	})
	if err := wrong.Check(); !errors.Is(err, ErrKernel) || !tried {
		t.Errorf("%v; small entries were tried: %v", err, tried)
	}
}

// Check stays within what a kernel promises: entries of at most MaxScale, nothing beyond the last feature. It tries the largest entries of
// one sign in all places, then of both signs in neighbours, then others of any size.
func TestCheckTriesWhatKernelsPromise(t *testing.T) {
	var blocks [][]int16
	var features int
	watch := Kernel(func(d int, sums []int64, panels, rows []int16) {
		features = d
		blocks = append(blocks, slices.Clone(rows))
		products(d, sums, panels, rows)
	})
	if err := watch.Check(); err != nil || len(blocks) != 3 {
		t.Fatalf("%v, %d blocks", err, len(blocks))
	}
	if features%Tile == 0 {
		t.Errorf("%d features leave no part of a panel empty", features)
	}
	for n, rows := range blocks {
		if len(rows) != Stride(features)*BlockRows {
			t.Fatalf("block %d has %d entries", n, len(rows))
		}
		for at, x := range rows {
			i := at % Stride(features)
			var right bool
			switch {
			case i >= features:
				right = x == 0
			case n == 0:
				right = x == MaxScale
			case n == 1:
				right = x == MaxScale && (i == 0 || rows[at-1] == -MaxScale) || x == -MaxScale && i > 0 && rows[at-1] == MaxScale
			default:
				right = -MaxScale <= x && x <= MaxScale
			}
			if !right {
				t.Fatalf("block %d, row %d, feature %d: %d", n, at/Stride(features), i, x)
			}
		}
	}
	low, high := slices.Min(blocks[2]), slices.Max(blocks[2])
	if low > -MaxScale*9/10 || high < MaxScale*9/10 {
		t.Errorf("the third block has entries from %d to %d only", low, high)
	}
}

// After a record of many entries the next denseRun ones go to the block without a look; the one behind them is looked at again, and a
// record of few entries is then summed by itself.
func TestSparseRecordsAreLookedAtAgain(t *testing.T) {
	const d = 48
	a := NewAccumulator(d, MaxScale)
	dense, few := make([]int16, d), make([]int16, d)
	for i := range dense {
		dense[i] = 1
	}
	few[7] = 3
	for round := range 3 {
		before := a.filled
		if err := a.Add(dense); err != nil {
			t.Fatal(err)
		}
		for n := range denseRun + 4 {
			if err := a.Add(few); err != nil {
				t.Fatal(err)
			}
			if got, want := a.filled-before, 1+min(n+1, denseRun); got != want {
				t.Fatalf("round %d: %d records after a dense one the block has %d more rows, want %d", round, n+1, got, want)
			}
		}
	}
}
