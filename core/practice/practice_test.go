package practice

import (
	"math"
	"testing"

	"privatepca/core/eigen"
	"privatepca/core/mechanism"
	"privatepca/core/moment"
	"privatepca/core/noise"
	"privatepca/core/noise/noisetest"
	"privatepca/core/privacy"
	"privatepca/core/subspace"
)

const (
	dim   = 6
	scale = 1000
)

// spread are the standard deviations of the records of cloud, about their mean.
var spread = [dim]float64{300, 200, 60, 30, 20, 10}

// cloud sums n records about a mean of 400 on the last axis.
func cloud(n int) (*moment.Matrix, []int64) {
	src := noisetest.New(3)
	acc := moment.NewAccumulator(dim, scale)
	total := make([]int64, dim)
	q := make([]int16, dim)
	for acc.Matrix().Records() < int64(n) {
		for i, s := range spread {
			q[i] = int16(math.Round(s * noise.Normal(src)))
		}
		q[dim-1] += 400
		if acc.Add(q) != nil { // longer than the scale
			continue
		}
		for i, x := range q {
			total[i] += int64(x)
		}
	}
	return acc.Matrix(), total
}

func axis(i int) []float64 {
	v := make([]float64, dim)
	v[i] = 1
	return v
}

func TestTruth(t *testing.T) {
	m, total := cloud(4000)
	second, covariance := Exactly(eigen.Solver{}, m, 2), Covariance(eigen.Solver{}, m, total, 2)

	// The mean is the first direction of the second moment, and none of the covariance's.
	if a := subspace.Angles(second.Top(1), subspace.Basis{axis(dim - 1)})[0]; a > .1 {
		t.Errorf("the first direction of the second moment is %.3f from the mean", a)
	}
	if a := subspace.Angles(covariance.Top(2), subspace.Basis{axis(0), axis(1)})[1]; a > .05 {
		t.Errorf("the covariance's plane is %.3f off", a)
	}
	// Units: a length of s is 2. Records longer than s were left out, which costs a little.
	if got, want := covariance.Values()[0], math.Pow(2*spread[0]/scale, 2); math.Abs(got/want-1) > .1 {
		t.Errorf("variance %g, want about %g", got, want)
	}
	trace := 0.0
	for i := range dim {
		trace += float64(m.At(i, i))
	}
	if got, want := sum(second.Values()), trace*4/scale/scale/4000; math.Abs(got/want-1) > 1e-12 {
		t.Errorf("trace %g, want %g", got, want)
	}
	for i, x := range covariance.Values() {
		if i > 0 && x > covariance.Values()[i-1] || x < 0 {
			t.Errorf("eigenvalues %v", covariance.Values())
		}
	}
}

func TestUtility(t *testing.T) {
	m, total := cloud(4000)
	truth := Covariance(eigen.Solver{}, m, total, 1)
	for _, c := range []struct {
		name          string
		basis         subspace.Basis
		energy, angle float64
	}{
		{"the truth", truth.Top(2), 1, 0},
		{"the truth, turned", subspace.Canonical(truth.Top(2)), 1, 0},
		{
			"one direction missed",
			subspace.Basis{truth.Top(dim)[0], truth.Top(dim)[dim-1]},
			(truth.Values()[0] + truth.Values()[dim-1]) / (truth.Values()[0] + truth.Values()[1]), math.Pi / 2,
		},
		{
			"half way",
			subspace.Basis{half(truth.Top(dim)[0], truth.Top(dim)[dim-1])},
			(truth.Values()[0] + truth.Values()[dim-1]) / 2 / truth.Values()[0], math.Pi / 4,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			u := truth.Utility(c.basis)
			if math.Abs(u.Energy-c.energy) > 1e-9 || math.Abs(u.Angle-c.angle) > 1e-6 {
				t.Errorf("%s: %+v, want %g, %g", c.name, u, c.energy, c.angle)
			}
		})
	}
	empty := Exactly(eigen.Solver{}, moment.NewAccumulator(dim, scale).Matrix(), 1)
	if u := empty.Utility(subspace.Basis{axis(0)}); u.Energy != 1 {
		t.Errorf("of no records: %+v", u)
	}
}

// The energy in the eigenbasis is tr(VᵀSV), as core/subspace has it.
func TestEnergyAgrees(t *testing.T) {
	m, _ := cloud(500)
	truth := Exactly(eigen.Solver{}, m, scale)
	v := subspace.Basis{half(axis(0), axis(3)), axis(1)}
	if got, want := truth.Utility(v).Energy*truth.Optimum(2), v.Energy(m)/500; math.Abs(got/want-1) > 1e-9 {
		t.Errorf("energy %g, want %g", got, want)
	}
}

func half(a, b []float64) []float64 {
	v := make([]float64, len(a))
	for i := range v {
		v[i] = (a[i] + b[i]) / math.Sqrt2
	}
	return v
}

func TestDraw(t *testing.T) {
	m, _ := cloud(4000)
	truth := Exactly(eigen.Solver{}, m, 1)
	mean := func(name string, epsilon float64) float64 {
		mech, err := mechanism.New(name, mechanism.Params{
			Dim: dim, Scale: scale, K: 2, RowsPerPerson: 1,
			Budget: privacy.Budget{Epsilon: epsilon, Delta: 1e-6}, Relation: privacy.ReplaceOne,
		})
		if err != nil {
			t.Fatal(err)
		}
		d, err := truth.Draw(t.Context(), mech, m, 2, 8, noisetest.New(5), func(int) bool { return true })
		if err != nil {
			t.Fatal(err)
		}
		if len(d.Utilities)+d.Refused != 8 || name != mechanism.NameSULQ && d.Refused > 0 {
			t.Fatalf("%s: %d draws and %d refusals", name, len(d.Utilities), d.Refused)
		}
		total := 0.0
		for _, u := range d.Utilities {
			total += u.Energy
		}
		return total / math.Max(1, float64(len(d.Utilities)))
	}
	// At the largest ε next to nothing is lost; a random plane has about a third of the trace.
	for _, name := range []string{"gaussian", "nuclear", "ppca", "ppca-gibbs", "sequential", "laplace"} {
		if e := mean(name, 100); e < .99 {
			t.Errorf("%s keeps %.3f at ε = 100", name, e)
		}
	}
	if e := mean("random", 1); e < .1 || e > .75 {
		t.Errorf("a random plane keeps %.3f", e)
	}
	mean("sulq", .5)

	// It stops when it is told to.
	mech, _ := mechanism.New("random", mechanism.Params{
		Dim: dim, Scale: scale, K: 2, RowsPerPerson: 1,
		Budget: privacy.Budget{Epsilon: 1}, Relation: privacy.ReplaceOne,
	})
	d, err := truth.Draw(t.Context(), mech, m, 2, 8, noisetest.New(5), func(done int) bool { return done < 3 })
	if err != nil || len(d.Utilities) != 3 {
		t.Errorf("%d draws after a stop at 3, %v", len(d.Utilities), err)
	}
}
