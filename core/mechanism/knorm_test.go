package mechanism

import (
	"fmt"
	"math"
	"testing"

	"privatepca/core/noise/noisetest"
	"privatepca/core/privacy"
)

func newKNorm(t *testing.T, relation privacy.Relation, rows int, epsilon float64) *KNormMean {
	t.Helper()
	k, err := NewKNormMean(meanParams(relation, rows), []MeanColumn{{Range: 30}, {Levels: 3}}, epsilon)
	if err != nil {
		t.Fatal(err)
	}
	return k
}

// kNorm is ‖z‖_K for one number of range 30 and one category of three levels on the scale 20.
func kNorm(z []float64) float64 {
	up, down := 0.0, 0.0
	for _, x := range z[1:4] {
		up, down = up+math.Max(0, x), down+math.Max(0, -x)
	}
	norm := math.Max(math.Abs(z[0])/30, math.Max(up, down)/20)
	if len(z) == 5 {
		norm = math.Max(norm, math.Abs(z[4]))
	}
	return norm
}

// TestKNormHoldsAllDifferences: any two records differ by a vector of K, so the loss is at most ε.
func TestKNormHoldsAllDifferences(t *testing.T) {
	var records [][]float64
	for _, x := range []float64{-10, 20} {
		for level := range 4 {
			q := []float64{x, 0, 0, 0}
			if level < 3 {
				q[1+level] = 20
			}
			records = append(records, q)
		}
	}
	p := meanParams(privacy.AddRemove, 1)
	attained := 0.0
	for _, a := range records {
		alone := make([]float64, 5)
		for i := range a {
			alone[i] = a[i] - float64(p.Base[i])
		}
		alone[4] = 1
		if norm := kNorm(alone); norm > 1 {
			t.Errorf("%v from the base has the norm %g", a, norm)
		}
		for _, b := range records {
			d := make([]float64, 4)
			for i := range d {
				d[i] = a[i] - b[i]
			}
			attained = max(attained, kNorm(d))
		}
	}
	if attained != 1 {
		t.Errorf("the largest norm of a difference is %g", attained)
	}
}

// TestKNormLaw: ‖z‖_K·ε has the law Gamma(D′) (the radius of a density in ‖z‖ alone); z/‖z‖ falls alike on both signs; the
// root mean square is as stated. 40,000 draws; |z| ≤ 5.2 for each of eight figures: a false rejection below 2·10⁻⁶. A mutant with ε
// for ε/m, with D′ for D′+1, or with equal weights of sign patterns fails.
func TestKNormLaw(t *testing.T) {
	if testing.Short() {
		t.Skip("statistics: not with -short")
	}
	for _, c := range []struct {
		relation privacy.Relation
		rows     int
	}{{privacy.ReplaceOne, 1}, {privacy.AddRemove, 2}} {
		t.Run(fmt.Sprint(c.relation), func(t *testing.T) {
			const epsilon, draws = .7, 40_000
			k := newKNorm(t, c.relation, c.rows, epsilon)
			src := noisetest.New(21)
			d := float64(k.dims)
			sum, signs, squares, fourths, patterns := 0.0, 0.0, 0.0, 0.0, 0.0
			for range draws {
				z := k.draw(src)
				sum += kNorm(z) * epsilon / float64(c.rows)
				signs += math.Copysign(1, z[1])
				s := 0.0
				for _, x := range z[:4] {
					s += x * x
				}
				squares, fourths = squares+s, fourths+s*s
				if (z[1] > 0) == (z[2] > 0) && (z[2] > 0) == (z[3] > 0) {
					patterns++
				}
			}
			n := float64(draws)
			check := func(name string, z float64) {
				if math.Abs(z) > 5.2 {
					t.Errorf("%s, m = %d: z = %.1f for %s", c.relation, c.rows, z, name)
				}
			}
			check("the norm", (sum/n-d)/math.Sqrt(d/n))
			check("the signs", signs/math.Sqrt(n))
			// One sign for all three levels: 2·(1/36) of 2·(1/36) + 2·(9/36)·… = weights 1, 9, 9, 1 over 1/(j!(3−j)!)².
			p := 2. / 20
			check("the sign patterns", (patterns/n-p)/math.Sqrt(p*(1-p)/n))
			mean := squares / n
			want := 4 * k.width() * k.width()
			check("the squares", (mean-want)/math.Sqrt((fourths/n-mean*mean)/n))
		})
	}
}

// TestKNormMean: the mean comes back where ε is large.
func TestKNormMean(t *testing.T) {
	for _, relation := range []privacy.Relation{privacy.ReplaceOne, privacy.AddRemove} {
		k := newKNorm(t, relation, 1, 1e4)
		mean, sigma := k.Release([]int64{3000, 5000, 7000, 2000}, 1000, noisetest.New(4))
		for i, want := range []float64{.15, .25, .35, .1} {
			if math.Abs(mean[i]-want) > 1e-3 || !(sigma > 0 && sigma < 1e-3) {
				t.Errorf("%s: feature %d is %g ± %g, want %g", relation, i, mean[i], sigma, want)
			}
		}
	}
	if _, err := NewKNormMean(meanParams(privacy.ReplaceOne, 1), []MeanColumn{{Range: 30}}, 1); err == nil {
		t.Error("columns of another number of features are taken")
	}
	if _, err := NewKNormMean(meanParams(privacy.ReplaceOne, 1), []MeanColumn{{}, {Levels: 3}}, 1); err == nil {
		t.Error("a column that cannot vary is taken")
	}
}

// TestKNormWidthOfWideCategories: the stated width is that of the draws, also of a category of more levels than whose volumes a double
// holds. 4,000 draws of at least 118 levels: the mean of the squares is within 5.2 of its standard errors, a false rejection
// below 2·10⁻⁷ a category; its seed is fixed. Where the volumes were taken as they are, the width was not a number.
func TestKNormWidthOfWideCategories(t *testing.T) {
	if testing.Short() {
		t.Skip("statistics: not with -short")
	}
	for _, levels := range []int{2, 117, 118, 130, 400, 1500} {
		k := &KNormMean{
			p:       MeanParams{MeanQuery: privacy.MeanQuery{Relation: privacy.ReplaceOne, RowsPerPerson: 1, Dim: levels}, Scale: 20},
			columns: []MeanColumn{{Levels: levels, Range: 20}}, dims: levels, epsilon: 1,
		}
		src, draws := noisetest.New(uint64(levels)), 400_000/levels+100
		mean, fourths := 0.0, 0.0
		for range draws {
			s := 0.0
			for _, x := range k.draw(src) {
				s += x * x
			}
			mean, fourths = mean+s/float64(draws), fourths+s*s/float64(draws)
		}
		want := float64(levels) * k.width() * k.width()
		if z := (mean - want) / math.Sqrt((fourths-mean*mean)/float64(draws)); !(math.Abs(z) <= 5.2) {
			t.Errorf("%d levels: the width is %g: z = %.1f", levels, k.width(), z)
		}
	}
}

// The stated width is that of the draws also where numbers and categories stand side by side: 60,000 draws with a fixed seed, within 2 %, which is
// above five standard errors.
func TestKNormWidthOfSeveralColumns(t *testing.T) {
	for _, columns := range [][]MeanColumn{{{Range: 30}}, {{Levels: 3, Range: 20}}, {{Range: 30}, {Levels: 3, Range: 20}, {Range: 7}, {Levels: 2, Range: 40}}} {
		t.Run(fmt.Sprint(columns), func(t *testing.T) {
			dim := 0
			for _, c := range columns {
				dim += max(1, c.Levels)
			}
			k := &KNormMean{
				p:       MeanParams{MeanQuery: privacy.MeanQuery{Relation: privacy.ReplaceOne, RowsPerPerson: 2, Dim: dim}, Scale: 20},
				columns: columns, dims: dim + 1, epsilon: .5, // two rows a person: their number is drawn, too
			}
			src, squares := noisetest.New(uint64(dim)), 0.0
			const draws = 60_000
			for range draws {
				for _, x := range k.draw(src)[:dim] {
					squares += x * x / draws
				}
			}
			if got := math.Sqrt(squares / float64(dim)); math.Abs(got/k.width()-1) > .02 {
				t.Errorf("%+v: the draws are %g wide, it states %g", columns, got, k.width())
			}
		})
	}
}
