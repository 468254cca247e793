package experiment

import (
	"math"
	"math/rand/v2"
	"os"
	"testing"

	"privatepca/core/noise/noisetest"
	"privatepca/core/schema"
)

// The twin's sums of sparse records are those of dense ones, with missing cells too.
func TestSignsOfSparseRecords(t *testing.T) {
	s := schema.New(
		schema.Field{Name: "x", Kind: schema.Number, Minimum: -2, Maximum: 4},
		schema.Field{Name: "c", Kind: schema.Category, Enum: []string{"p", "q", "r"}})
	rec, err := sparsely(text("x,c\n1,p\n,q\n-2,\n4,r\n0,p\n9,p\n"), s)
	if err != nil {
		t.Fatal(err)
	}
	centre := []float64{.2, .5, .3, .2}
	rows := [][]float64{{.25, 1, 0, 0}, {.2, 0, 1, 0}, {-.5, .5, .3, .2}, {1, 0, 0, 1}, {0, 1, 0, 0}, {1, 1, 0, 0}} // a missing cell has the centre's value
	got := rec.signs(centre)
	for i := range centre {
		for j := i; j < len(centre); j++ {
			want := 0.0
			for _, e := range rows {
				length := 0.0
				for l, c := range centre {
					length += (e[l] - c) * (e[l] - c)
				}
				want += (e[i] - centre[i]) * (e[j] - centre[j]) / length
			}
			if math.Abs(got.At(i, j)-want) > 1e-6 {
				t.Errorf("entry %d, %d is %g, want %g", i, j, got.At(i, j), want)
			}
		}
	}
	if sum := rec.sum(); math.Abs(sum[0]-2) > 1e-6 || sum[1] != 3 || sum[3] != 1 { // a missing number is the middle, 1
		t.Errorf("the sum is %v", sum)
	}
}

// The K-norm of the twin's noise is of the law Gamma(d)/ε: means of 4,000 draws within 6 standard errors.
func TestTheTwinsMeanHasItsNorm(t *testing.T) {
	s := schema.New(
		schema.Field{Name: "x", Kind: schema.Number, Minimum: -1, Maximum: 1},
		schema.Field{Name: "c", Kind: schema.Category, Enum: []string{"p", "q", "r"}})
	src, mean := noisetest.New(5), 0.0
	const draws, epsilon = 4000, .5
	for range draws {
		z := kNorm(s, epsilon, src)
		up, down := 0.0, 0.0
		for _, x := range z[1:] {
			up, down = up+math.Max(x, 0), down+math.Max(-x, 0)
		}
		mean += max(math.Abs(z[0])/2, up, down) / draws
	}
	// ‖z‖ of density ∝ exp(−ε‖z‖) in 4 dimensions is Gamma(4)/ε.
	if want := 4 / epsilon; math.Abs(mean-want) > 6*2/epsilon/math.Sqrt(draws) {
		t.Errorf("the norm is %.3f on average, want %.3f", mean, want)
	}
}

// What is demanded of the insurance table, and the stated noise simulated.
//
//	PRIVATEPCA_SLOW=1 go -C core/lab test -run TestDemands ./experiment
func TestDemands(t *testing.T) {
	if os.Getenv("PRIVATEPCA_SLOW") == "" {
		t.Skip("slow: run by make test-all; make evidence has all four tables")
	}
	r := &Run{Options: Options{Cache: t.TempDir(), Log: t.Logf}, sets: open(only(t, "insurance"))}
	table, failed, err := r.demanded()
	if err != nil {
		t.Fatal(err)
	}
	if len(table) != 5 { // the head, and the table's four demands
		t.Errorf("%d rows", len(table))
	}
	for _, f := range failed {
		t.Error(f)
	}
}

// Draws are functions of the seed alone.
func TestTheTwinIsSeeded(t *testing.T) {
	s := schema.New(schema.Field{Name: "x", Kind: schema.Number, Minimum: -1, Maximum: 1})
	a, b := kNorm(s, 1, rand.NewChaCha8([32]byte{1})), kNorm(s, 1, rand.NewChaCha8([32]byte{1}))
	if a[0] != b[0] {
		t.Error("two draws of one seed differ")
	}
}

// A quick run releases from the small set alone, at fewer ε, and as often as a demand says where there is one.
func TestQuickRunsDrawLess(t *testing.T) {
	r := &Run{Options: Options{Quick: true}, sets: paperSets()}
	if sets := r.drawn(); len(sets) != 1 || sets[0].name != "insurance" || len(r.drawn("kddcup")) != 0 {
		t.Errorf("a quick run releases from %d sets", len(sets))
	}
	insurance := r.drawn("insurance")[0]
	full := &Run{}
	sign, pairs, ppca := ways[0], ways[1], ways[len(ways)-1]
	for _, c := range []struct {
		run     *Run
		way     way
		epsilon float64
		draws   int
	}{{r, sign, .1, 20}, {r, pairs, .1, 5}, {r, ppca, .1, 2}, {full, sign, .1, 20}, {full, pairs, .1, 20}, {full, ppca, .1, 5}} {
		if n := c.run.draws(insurance, c.way, c.epsilon); n != c.draws {
			t.Errorf("quick %t, %s: %d draws, want %d", c.run.Quick, c.way, n, c.draws)
		}
	}
	if len(r.epsilons(insurance)) >= len(full.epsilons(insurance)) {
		t.Error("a quick run has as many ε")
	}
}
