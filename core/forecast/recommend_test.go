package forecast

import (
	"testing"

	"privatepca/core/method"
)

// The four rules of the recommendation.
func TestRecommend(t *testing.T) {
	p := mixedColumns(30, 40)
	pure := p
	pure.Delta = 0
	numbers := p
	numbers.Features, numbers.Columns = 30, Columns{Numbers: 30}
	wide := pure
	wide.Features = 3000
	for _, c := range []struct {
		what      string
		public    Public
		mechanism string
		rows      float64
		want      Recommendation
	}{
		{"a δ is allowed", p, "", 10000, Recommendation{Rule: RuleMean, Mechanism: "gaussian", Equal: true, Affine: true}},
		{"gaussian is chosen", p, "gaussian", 10000, Recommendation{Rule: RuleMean, Mechanism: "gaussian", Equal: true, Affine: true}},
		{"pure ε, few rows", pure, "", 100, Recommendation{Rule: RuleSign, Mechanism: "nuclear", Equal: true, Affine: true}},
		{"pure ε", pure, "", 10000, Recommendation{Rule: RuleSign, Mechanism: "nuclear", Equal: true, Affine: true}},
		{"nuclear is chosen", p, "nuclear", 10000, Recommendation{Rule: RuleSign, Mechanism: "nuclear", Equal: true, Affine: true}},
		{"pure ε, wide", wide, "", 10000, Recommendation{Rule: RuleSign, Mechanism: "ppca", Affine: true, Levels: true}},
		{"a subspace alone", p, "ppca", 10000, Recommendation{Rule: RuleSign, Mechanism: "ppca", Affine: true, Levels: true}},
		{"a subspace of numbers", numbers, "ppca", 10000, Recommendation{Rule: RuleSign, Mechanism: "ppca", Affine: true}},
		{"too few rows", p, "", 300, Recommendation{Rule: RuleMean, Mechanism: "gaussian", Equal: true, Affine: true, Against: true}},
	} {
		got, err := c.public.Recommend(c.mechanism, c.rows, 1)
		if err != nil {
			t.Fatal(c.what, err)
		}
		if c.want.Against != (got.Rows > c.rows) || c.want.Against != (got.Epsilon > 1) {
			t.Errorf("%s: %+v", c.what, got)
		}
		if (got.Group.Size > 0) != (got.Rule == RuleMean) {
			t.Errorf("%s: a group of %g", c.what, got.Group.Size)
		}
		got.Group, got.Rows, got.Epsilon = Group{}, 0, 0
		if got != c.want {
			t.Errorf("%s: %+v, want %+v", c.what, got, c.want)
		}
	}
	if _, err := p.Recommend("wishart", 100, 1); err == nil {
		t.Error("an unknown mechanism is accepted")
	}
	if _, err := p.Recommend("", 0, 1); err == nil {
		t.Error("no rows are accepted")
	}
}

// The rule mean leads whatever others keep, where the columns are stated and a δ is allowed.
func TestTheRuleMeanLeads(t *testing.T) {
	table, p := insurance()
	p.Columns = Columns{Numbers: 84, Categories: 2}
	for _, epsilon := range []float64{.01, .1, 1, 10} {
		ways := Ways(table, p)
		got, err := forecaster(t, p, Spread(p.Features, p.Directions)).Rank(ways, epsilon)
		if err != nil {
			t.Fatal(err)
		}
		if len(got) != 4 || got[0].Rule != RuleMean || got[0].Mechanism != method.Default {
			t.Errorf("ε = %g: %+v", epsilon, got)
		}
	}
}

// What Rank puts first is what Recommend says, also where another rule or mechanism is expected to keep more in the middle: under pure ε the rule sign,
// even where its mean is noise.
func TestRankBeginsWithTheRecommendation(t *testing.T) {
	table, p := insurance()
	p.Columns = Columns{Numbers: 84, Categories: 2}
	others := 0
	for _, delta := range []float64{0, 1e-6} {
		p.Delta = delta
		for _, epsilon := range []float64{.001, .01, .03, .1, 1, 10} {
			ranked, err := forecaster(t, p, Spread(p.Features, p.Directions)).Rank(Ways(table, p), epsilon)
			if err != nil {
				t.Fatal(err)
			}
			r, err := p.Recommend("", table.Rows, epsilon)
			if err != nil || ranked[0].Rule != r.Rule || ranked[0].Mechanism != r.Mechanism {
				t.Errorf("δ = %g, ε = %g: %+v is first, and %+v recommended: %v", delta, epsilon, ranked[0], r, err)
			}
			for _, c := range ranked[1:] {
				if delta == 0 && c.Middle > ranked[0].Middle+worthOther {
					others++
				}
			}
		}
	}
	if others == 0 {
		t.Error("the forecast's middles agree everywhere: this test cannot fail")
	}
}
