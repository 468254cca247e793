package experiment

import (
	"math"
	"math/rand/v2"
	"os"
	"testing"

	"privatepca/core/eigen"
)

// What rows of a person weighted by 1/r_p would give, r_p of them: their sum has the sensitivity of one row, whatever r_p is. So has each person's
// first row alone, m = 1, which the program has; both sums have a trace of the number of persons, so noise hides as much of either. What
// averaging adds is a smaller sampling error. Here rows of a person are as different as rows of different people, which is where averaging does most; persons have one to eight rows.
//
//	PRIVATEPCA_SLOW=1 go -C core/lab test -run TestRowsOfAPersonWeighted -v ./experiment
func TestRowsOfAPersonWeighted(t *testing.T) {
	if os.Getenv("PRIVATEPCA_SLOW") == "" {
		t.Skip("slow: run by make test-all")
	}
	const most, draws = 8, 6
	r := &Run{Options: Options{Cache: t.TempDir(), Log: t.Logf}, sets: open(only(t, "insurance"))}
	s := r.usable("insurance")[0]
	rec, err := r.records(s)
	if err != nil {
		t.Fatal(err)
	}
	d := rec.d
	mean := make([]float64, d)
	for i := range rec.n {
		for j, x := range rec.row(i) {
			mean[j] += float64(x) / float64(rec.n)
		}
	}
	add := func(a *eigen.Symmetric, u []float64, weight float64) {
		for i := range d {
			for j := i; j < d; j++ {
				a.Set(i, j, a.At(i, j)+weight*u[i]*u[j])
			}
		}
	}
	rng := rand.New(rand.NewPCG(8, 8))
	order := rng.Perm(rec.n)
	truth, first, averaged, all := eigen.New(d), eigen.New(d), eigen.New(d), eigen.New(d)
	persons := 0
	for at := 0; at < rec.n; persons++ {
		rows := min(1+rng.IntN(most), rec.n-at)
		for j := range rows {
			u := make([]float64, d)
			length := 0.0
			for i, x := range rec.row(order[at+j]) {
				u[i] = float64(x) - mean[i]
				length += u[i] * u[i]
			}
			add(truth, u, 1)
			for i := range u {
				u[i] /= math.Sqrt(length)
			}
			add(all, u, 1)
			add(averaged, u, 1/float64(rows))
			if j == 0 {
				add(first, u, 1)
			}
		}
		at += rows
	}
	c := &covariance{eigen.Solver{}.Values(truth), truth}
	for _, epsilon := range []float64{.5, 1, 2, 10, math.Inf(1)} {
		sigma := 0.0
		if !math.IsInf(epsilon, 1) {
			sigma = math.Sqrt2 * math.Sqrt(2*math.Log(1.25/smallDelta)) / epsilon // about what is calibrated
		}
		share := func(a *eigen.Symmetric, width float64) (mean float64) {
			for range draws {
				y := eigen.New(d)
				for i := range d {
					for j := i; j < d; j++ {
						w := width
						if i != j {
							w /= math.Sqrt2
						}
						y.Set(i, j, a.At(i, j)+w*rng.NormFloat64())
					}
				}
				_, v := (eigen.Solver{}).Top(y, s.k)
				mean += c.share(v) / draws
			}
			return mean
		}
		one, weighted, counted := share(first, sigma), share(averaged, sigma), share(all, sigma*most)
		t.Logf("%d persons, ε = %g: first rows %.3f, weighted by 1/r_p %.3f, all rows at m = %d %.3f", persons, epsilon, one, weighted, most, counted)
		if math.Abs(weighted-one) > .03 {
			t.Errorf("ε = %g: weighted rows keep %.3f, first rows %.3f: weighting is worth building", epsilon, weighted, one)
		}
		if sigma > 0 && epsilon < 5 && counted > one {
			t.Errorf("ε = %g: all rows at m = %d keep %.3f, first rows %.3f", epsilon, most, counted, one)
		}
	}
}
