package practice

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"privatepca/core/method"
	"privatepca/core/noise/noisetest"
	"privatepca/core/pca"
	"privatepca/core/privacy"
	"privatepca/core/schema"
)

// equalTable has two factors, the weaker in columns of large spread, which lead where columns stand in the units of their bounds; with missing cells.
func equalTable(n int) (string, *schema.Schema) {
	rng := rand.New(rand.NewPCG(4, 4))
	var b strings.Builder
	s := schema.New()
	for j := range 10 {
		s.Fields = append(s.Fields, schema.Field{Name: fmt.Sprintf("x%d", j), Kind: schema.Number, Minimum: -100, Maximum: 100})
		fmt.Fprintf(&b, "x%d,", j)
	}
	s.Fields = append(s.Fields, schema.Field{Name: "c", Kind: schema.Category, Enum: []string{"a", "b", "d"}})
	b.WriteString("c\n")
	for range n {
		strong, weak := rng.NormFloat64(), rng.NormFloat64()
		for j := range 10 {
			x := 10 + .9*strong + .4*rng.NormFloat64()
			if j >= 7 {
				x = -20 + 20*(.7*weak+.7*rng.NormFloat64())
			}
			if rng.Float64() < .1 {
				b.WriteString(",")
			} else {
				fmt.Fprintf(&b, "%.3f,", x)
			}
		}
		fmt.Fprintf(&b, "%s\n", []string{"a", "b", "d"}[rng.IntN(3)])
	}
	s.NormRule, s.Scaling = schema.Mean, schema.Affine
	return b.String(), s
}

// Under the norm rule mean with equal columns the truth is of correlations, each column having the variance 1, and each mechanism is tried by the way that is
// recommended for it: with hardly any noise those that release a matrix find the truth, and one that releases a subspace alone finds the columns of large
// spread.
func TestPracticeOfEqualColumns(t *testing.T) {
	text, s := equalTable(3000)
	open := func(equal bool) *Comparison {
		c, err := New(context.Background(), pca.Open(&csvText{text: text}, s, &pca.Machine{Random: noisetest.New(3)}), equal)
		if err != nil {
			t.Fatal(err)
		}
		if err := c.Learn(context.Background(), s, nil); err != nil {
			t.Fatal(err)
		}
		return c
	}
	c := open(true)
	total := 0.0
	for _, v := range c.Truth().Values() {
		total += v
	}
	if math.Abs(total-11) > 1e-6 {
		t.Errorf("eleven columns have a variance of %g", total)
	}
	for i, v := range c.Truth().Top(1)[0] {
		if large := math.Abs(v) > .25; large != (i < 7) {
			t.Errorf("feature %d of the leading exact direction is %g", i, v)
		}
	}
	if e := c.Encoded(1); e.Energy < .99 || c.Rows() != 3000 {
		t.Errorf("cut records keep %g, of %d rows", e.Energy, c.Rows())
	}
	kept := func(c *Comparison, mechanism string, epsilon float64) (energy float64) {
		in := Trial{Mechanism: mechanism, K: 1, Budget: privacy.Budget{Epsilon: epsilon, Delta: 1e-6}, Relation: privacy.ReplaceOne}
		if err := c.Check(in); err != nil {
			t.Fatal(mechanism, err)
		}
		draws, cost, err := c.Try(context.Background(), in, 3, func(pca.Progress) {}, func(int) bool { return true })
		if err != nil || len(draws.Utilities) != 3 || len(draws.First) != 1 || len(draws.First[0]) != 13 || math.Abs(cost.Epsilon-epsilon) > 1e-9 {
			t.Fatalf("%s: %v, %+v, ε = %g", mechanism, err, draws, cost.Epsilon)
		}
		for _, u := range draws.Utilities {
			energy += u.Energy / 3
		}
		return energy
	}
	for _, m := range []string{method.Default, "nuclear"} {
		if e := kept(c, m, 1000); e < .99 {
			t.Errorf("%s with hardly any noise keeps %.3f of the correlations' direction", m, e)
		}
		if e := kept(c, m, .001); e > .6 {
			t.Errorf("%s with noise alone keeps %.3f", m, e)
		}
	}
	if e := kept(c, "ppca", 1000); e > .6 {
		t.Errorf("a subspace in the units of the bounds keeps %.3f of the correlations' direction", e)
	}
	// In the units of the bounds the levels of the category lead, as before.
	if top := open(false).Truth().Top(1)[0]; math.Abs(top[0]) > .1 || math.Abs(top[12]) < .5 {
		t.Errorf("in the units of the bounds the leading direction is %v", top)
	}
}

// Weights of rows count where the release counts them.
func TestPracticeOfWeightedRows(t *testing.T) {
	s := schema.New()
	var b strings.Builder
	rng := rand.New(rand.NewPCG(6, 4))
	for j := range 4 {
		s.Fields = append(s.Fields, schema.Field{Name: fmt.Sprintf("x%d", j), Kind: schema.Number, Minimum: -5, Maximum: 5})
		fmt.Fprintf(&b, "x%d,", j)
	}
	b.WriteString("w\n")
	for i := range 2000 { // rows of weight 0 relate the first two columns, the others the last two
		f := rng.NormFloat64()
		for j := range 4 {
			x := rng.NormFloat64()
			if (i%2 == 0) == (j < 2) {
				x = .9*f + .4*x
			}
			fmt.Fprintf(&b, "%.3f,", x)
		}
		fmt.Fprintf(&b, "%d\n", i%2*2)
	}
	s.NormRule, s.Scaling, s.RowWeight = schema.Mean, schema.Affine, &schema.RowWeight{Column: "w", Maximum: 2}
	c, err := New(context.Background(), pca.Open(&csvText{text: b.String()}, s, &pca.Machine{Random: noisetest.New(3)}), true)
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Learn(context.Background(), s, nil); err != nil {
		t.Fatal(err)
	}
	if v := c.Truth().Top(1)[0]; math.Abs(v[0]) > .1 || math.Abs(v[2]*v[3]) < .45 {
		t.Errorf("the leading direction is %v", v)
	}
}
