package finding

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"privatepca/core/scaling"
)

// Dyson's edge, which stands for simulated draws above d = 512, is what the draws give where both can be had: at most a tenth lower or
// a fifth higher, with noise or chance alone, and with scales that differ.
func TestEdge(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for _, d := range []int{150, 300} {
		for name, change := range map[string]func(in *Input){
			"noise and chance": func(in *Input) {},
			"noise":            func(in *Input) { in.Tau, in.MeanTau, in.Rows = in.Tau*30, in.MeanTau*30, in.Rows*9 },
			"chance":           func(in *Input) { in.Tau, in.MeanTau = in.Tau/100, in.MeanTau/100 },
		} {
			for _, uneven := range []bool{false, true} {
				size := make([]float64, d)
				for i := range size {
					size[i] = 1
					if uneven {
						size[i] = .4 + 1.6*rng.Float64()
					}
				}
				in := plainInput(numbers(d), func(i, j int) float64 {
					if i == j {
						return 2000 * size[i] * size[i] / float64(d)
					}
					return 0
				})
				in.Rows, in.Tau, in.MeanTau = 3000, .15, .9
				change(in)
				a := Solver{}.analyse(in, false)
				l, err := a.level(context.Background(), nil)
				if err != nil {
					t.Fatal(err)
				}
				simulated := l.Mean + 3*l.Deviation
				edge := a.edge(1 / math.Sqrt(a.rows*l.TPrime))
				if ratio := edge / simulated; !(ratio > .9 && ratio < 1.2) {
					t.Errorf("d = %d, %s, uneven %v: edge %.4f, simulated %.4f", d, name, uneven, edge, simulated)
				}
			}
		}
	}
}

// Above d = 512 the level has no draws, and eight directions at most have intervals.
func TestWideTablesHaveNoDrawnLevel(t *testing.T) {
	in := factors(520)
	r, err := Solver{}.Find(context.Background(), in, nil)
	if err != nil {
		t.Fatal(err)
	}
	l := r.Test.Level
	if len(l.Draws) != 0 || l.Deviation != 0 || !(l.Mean > 0) || math.Abs(l.Level-(max(1, l.Blocks)+l.Mean+l.Chance+l.Missing)) > 1e-12 {
		t.Errorf("%+v", l)
	}
	skipped := 0
	for _, c := range r.Clusters {
		if c.Skipped {
			skipped++
		}
	}
	if len(r.Axes) == 0 || len(r.Axes) > 8 || skipped == 0 || len(r.ValueErrors) != r.Test.Clear {
		t.Errorf("%d axes, %d clusters skipped of %d", len(r.Axes), skipped, len(r.Clusters))
	}
}

// Where noise makes a block of M indefinite, its largest eigenvalue is above 1, and a column alone reaches it.
func TestBlocksRaiseTheLevel(t *testing.T) {
	columns := scaling.Columns{{Kind: scaling.List, Levels: 3}, {}, {}}
	in := plainInput(columns, func(i, j int) float64 {
		switch {
		case i == j:
			return 300
		case i < 3 && j < 3:
			return 400
		}
		return 0
	})
	in.Rows = 1e5
	r, err := Solver{}.Find(context.Background(), in, nil)
	if err != nil || r.Test.Clear != 0 || math.Abs(r.Test.Level.Blocks-(300+2*400)/900.) > 1e-12 {
		t.Errorf("%d clear, %+v, %v", r.Test.Clear, r.Test.Level, err)
	}
}
