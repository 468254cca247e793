package privacy

import (
	"encoding/json"
	"fmt"
	"math"
	"testing"
)

func TestWeakest(t *testing.T) {
	order := []Claim{"no data used", "exact arithmetic", "idealised numerics", "conditional on convergence", "not private"}
	for i, a := range order {
		if err := a.Validate(); err != nil {
			t.Error(err)
		}
		for j, b := range order {
			if got, want := Weakest(a, b), order[max(i, j)]; got != want {
				t.Errorf("Weakest(%q, %q) = %q", a, b, got)
			}
		}
	}
	if Claim("exact").Validate() == nil || Claim("").Validate() == nil {
		t.Error("an unknown claim is valid")
	}
	defer func() {
		if recover() == nil {
			t.Error("Weakest of an unknown claim does not panic")
		}
	}()
	Weakest(Exact, "")
}

func TestRelation(t *testing.T) {
	for r, valid := range map[Relation]bool{"replace-one": true, "add-remove": true, "": false, "add/remove": false} {
		t.Run(fmt.Sprint(r), func(t *testing.T) {
			if (r.Validate() == nil) != valid {
				t.Errorf("relation %q: valid is %v", r, !valid)
			}
		})
	}
}

// TestPartJSON pins the names that documents use.
func TestPartJSON(t *testing.T) {
	got, err := json.Marshal(Part{"second moment", "gaussian", 1, 1e-6, .02, Exact, 0, nil, 0})
	want := `{"step":"second moment","mechanism":"gaussian","epsilon":1,"delta":0.000001,"rho":0.02,"claim":"exact arithmetic"}`
	if err != nil || string(got) != want {
		t.Errorf("%s, %v", got, err)
	}
}

func TestValidate(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	for _, c := range []Cost{
		{nan, 0, 0, Exact, 0},
		{inf, 0, 0, Exact, 0},
		{-1, 0, 0, Exact, 0},
		{1, nan, 0, Exact, 0},
		{1, -1e-9, 0, Exact, 0},
		{1, 1, 0, Exact, 0},
		{1, 0, nan, Exact, 0},
		{1, 0, inf, Exact, 0},
		{1, 0, -1, Exact, 0},
		{0, 0, 1, Exact, 0},
		{1, 0, 0, "", 0},
	} {
		t.Run(fmt.Sprint(c.Epsilon, c.Delta, c.Rho, c.Mu), func(t *testing.T) {
			if c.Validate() == nil {
				t.Errorf("%+v is valid", c)
			}
		})
	}
	for _, c := range []Cost{{}, {1, 0, 0, "", 0}, {1, 1e-6, .02, "", 0}, {0, .5, 0, "", 0}} {
		t.Run(fmt.Sprint(c.Epsilon, c.Delta, c.Rho, c.Mu), func(t *testing.T) {
			c.Claim = Exact
			if err := c.Validate(); err != nil {
				t.Errorf("%+v: %v", c, err)
			}
		})
	}
}

// TestBudgetEdges: what calibration refuses, by every door.
func TestBudgetEdges(t *testing.T) {
	squared := FrobeniusSquared(ReplaceOne, 8191, 1)
	for _, b := range []Budget{
		{0, 1e-6},
		{-1, 1e-6},
		{math.NaN(), 1e-6},
		{math.Inf(1), 1e-6},
		{1e-10, 1e-6},
		{1e10, 1e-6},
		{1, -1e-6},
		{1, 1},
		{1, 2},
		{1, math.NaN()},
		{1, math.Inf(1)},
		{1, 1e-301},
		{1, math.Inf(-1)},
	} {
		t.Run(fmt.Sprint(b.Epsilon, b.Delta), func(t *testing.T) {
			if b.Validate() == nil {
				t.Errorf("budget %+v is valid", b)
			}
			if _, err := RhoFor(b.Epsilon, b.Delta); err == nil {
				t.Errorf("RhoFor accepts %+v", b)
			}
			if _, err := AnalyticGaussian(b.Epsilon, b.Delta); err == nil {
				t.Errorf("AnalyticGaussian accepts %+v", b)
			}
			if _, err := CalibrateGaussian(squared, 6, b); err == nil {
				t.Errorf("CalibrateGaussian accepts %+v", b)
			}
			if _, err := b.Split(.5, .5); err == nil {
				t.Errorf("Split accepts %+v", b)
			}
		})
	}
	if err := (Budget{1, 0}).Validate(); err != nil {
		t.Error(err)
	}
	if _, err := CalibrateGaussian(squared, 6, Budget{1, 0}); err == nil {
		t.Error("CalibrateGaussian accepts δ = 0")
	}
	for _, rho := range []float64{-1, math.NaN(), math.Inf(1)} {
		if _, err := EpsilonFor(rho, 1e-6); err == nil {
			t.Errorf("EpsilonFor accepts ρ = %v", rho)
		}
		if _, err := CalibrateGaussianRho(squared, rho); err == nil {
			t.Errorf("CalibrateGaussianRho accepts ρ = %v", rho)
		}
	}
}

// The ends of what can be a guarantee are taken, and what is beyond them is refused, of a cost and of a part alike.
func TestEndsOfACost(t *testing.T) {
	most, inf, nan := math.MaxFloat64, math.Inf(1), math.NaN()
	for i, c := range []struct {
		epsilon, delta, rho, mu float64
		valid                   bool
	}{
		{0, 0, 0, 0, true},
		{most, 0, most, most, true},
		{0, math.Nextafter(1, 0), most, most, true},
		{0, math.SmallestNonzeroFloat64, 1, 1, true},
		{math.SmallestNonzeroFloat64, 0, 1, 1, true},
		{1, 0, 0, 0, true},
		{inf, 0, 0, 0, false},
		{nan, 0, 0, 0, false},
		{-1e-300, 0, 0, 0, false},
		{1, 1, 0, 0, false},
		{1, nan, 0, 0, false},
		{1, -1e-300, 0, 0, false},
		{1, 0, inf, 0, false},
		{1, 0, nan, 0, false},
		{1, 0, -1e-300, 0, false},
		{1, 0, 0, inf, false},
		{1, 0, 0, nan, false},
		{1, 0, 0, -1e-300, false},
		{0, 0, 1e-300, 0, false},
		{0, 0, 0, 1e-300, false},
	} {
		t.Run(fmt.Sprint(c.epsilon, c.delta, c.rho, c.mu), func(t *testing.T) {
			cost := Cost{Epsilon: c.epsilon, Delta: c.delta, Rho: c.rho, Mu: c.mu, Claim: Exact}
			part := Part{Epsilon: c.epsilon, Delta: c.delta, Rho: c.rho, Mu: c.mu, Claim: Exact}
			if err := cost.Validate(); (err == nil) != c.valid {
				t.Errorf("%d: the cost %+v: %v", i, cost, err)
			}
			if err := part.Validate(); (err == nil) != c.valid {
				t.Errorf("%d: the part %+v: %v", i, part, err)
			}
		})
	}
}
