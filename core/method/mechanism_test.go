package method_test

import (
	"errors"
	"math"
	"math/big"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"privatepca/core/mechanism"
	"privatepca/core/method"
	"privatepca/core/moment"
	"privatepca/core/noise/noisetest"
	"privatepca/core/privacy"
)

// A trial is one random setting.
type trial struct {
	mechanism.Params
	matrix *moment.Matrix
}

// trials are settings from a seeded generator, with a δ or without.
func trials(t *testing.T, n int, pure bool) (out []trial) {
	t.Helper()
	r := rand.New(rand.NewPCG(1, 2))
	for range n {
		d := 2 + r.IntN(7)
		p := mechanism.Params{
			Dim: d, Scale: 1000 + r.IntN(7000), K: 1 + r.IntN(d-1),
			Budget:   privacy.Budget{Epsilon: .1 + 3*r.Float64()},
			Relation: privacy.ReplaceOne, RowsPerPerson: 1 + r.IntN(3),
		}
		if r.IntN(2) == 1 {
			p.Relation = privacy.AddRemove
		}
		if !pure {
			p.Budget.Delta = math.Pow(10, -9*r.Float64()-2)
		}
		acc := moment.NewAccumulator(d, p.Scale)
		q := make([]int16, d)
		for range 20 {
			for i := range q {
				q[i] = int16((2*r.Float64() - 1) * float64(p.Scale) / math.Sqrt(float64(d)))
			}
			if err := acc.Add(q); err != nil {
				t.Fatal(err)
			}
		}
		out = append(out, trial{p, acc.Matrix()})
	}
	return out
}

// withCore gives three tenths of ε to a core, with the whole δ.
func withCore(b privacy.Budget) (own, core privacy.Budget) {
	return privacy.Budget{Epsilon: .7 * b.Epsilon}, privacy.Budget{Epsilon: .3 * b.Epsilon, Delta: b.Delta}
}

// A δ is needed by those that say so, and spent by those that say so.
func TestSpending(t *testing.T) {
	for _, m := range method.All() {
		for _, core := range []bool{false, true} {
			if core && !m.HasCore {
				continue
			}
			for _, pure := range []bool{false, true} {
				for _, c := range trials(t, 20, pure) {
					whole := c.Budget
					if core {
						c.Budget, c.Core = withCore(whole)
					}
					from, err := mechanism.New(m.Name, c.Params)
					if refused := err != nil; refused != (pure && m.NeedsDelta()) {
						t.Fatalf("%s at δ = %g: %v", m.Name, whole.Delta, err)
					}
					if err != nil {
						continue
					}
					cost := from.Cost()
					if spent := cost.Delta > 0; spent != (!pure && m.UsesDelta(core)) {
						t.Errorf("%s, with a core %t: of δ = %g it spends %g", m.Name, core, whole.Delta, cost.Delta)
					}
					if m.Free() != (cost.Epsilon == 0 && cost.Rho == 0) || cost.Epsilon > whole.Epsilon*(1+1e-12) {
						t.Errorf("%s spends ε = %g, ρ = %g of %g", m.Name, cost.Epsilon, cost.Rho, whole.Epsilon)
					}
					if cost.Claim != m.Claim {
						t.Errorf("%s claims %q; its row says %q", m.Name, cost.Claim, m.Claim)
					}
				}
			}
		}
	}
}

// widthOf is the width of a law; that of none, or of one without a width, counts as wide.
func widthOf(l *privacy.Law) uint64 {
	if l == nil || l.Width == 0 {
		return math.MaxUint64
	}
	return l.Width
}

// wantRho is a step's ρ: by the law of its noise, where each coordinate has a share, else by its row.
func wantRho(m method.Method, p mechanism.Params, part privacy.Part) float64 {
	if m.Rho != nil && m.Family != privacy.DiscreteLaplace {
		return m.Rho(part.Epsilon, p.Dim)
	}
	if m.Free() {
		return 0
	}
	squared, _ := new(big.Float).SetInt(privacy.FrobeniusSquared(p.Relation, uint64(p.Scale), uint64(p.RowsPerPerson))).Float64()
	width := float64(part.Law.Width)
	rho := squared / (2 * width * width)
	if m.Rho != nil {
		rho = min(rho, m.Rho(part.Epsilon, p.Dim))
	}
	return rho
}

// What a release states of itself is what its method's row says.
func TestReleasesAgreeWithTheTable(t *testing.T) {
	for _, m := range method.All() {
		told, released := 0, 0
		for i, c := range trials(t, 12, false) {
			c.Progress = func(phase mechanism.Phase, done, total int) {
				if phase == mechanism.PhaseNoise && total > 0 {
					told++
				}
			}
			from, err := mechanism.New(m.Name, c.Params)
			if err != nil {
				t.Fatal(err)
			}
			out, err := from.Release(t.Context(), c.matrix, noisetest.New(uint64(i)))
			if m.Refuses && errors.Is(err, mechanism.ErrComplex) {
				continue
			}
			if err != nil {
				t.Fatal(err)
			}
			released++
			for _, p := range out.Parts {
				if p.Mechanism != m.Name || !m.Draws(p.Step) || p.Claim != m.Claim {
					t.Errorf("%s released the part %+v", m.Name, p)
				}
				if want := wantRho(m, c.Params, p); math.Abs(p.Rho-want) > 1e-9*want {
					t.Errorf("%s at ε = %g states ρ = %g, want %g", m.Name, p.Epsilon, p.Rho, want)
				}
				looser := 1.05
				if m.Family == privacy.NuclearNorm { // bounded in its own way
					looser = 1.25
				}
				wide := widthOf(p.Law) >= 1<<16 // discrete noise that is wide enough for a μ
				if !(p.Mu > 0) && !m.Free() && wide || p.Mu > looser*math.Sqrt(math.Pi*p.Rho) && p.Rho < .5 {
					t.Errorf("%s at ε = %g states ρ = %g and μ = %g", m.Name, p.Epsilon, p.Rho, p.Mu)
				}
			}
			if law := out.Noise; (law != nil) != (m.Law != "") || law != nil && law.Law != m.Law {
				t.Errorf("%s states the noise %+v; its row says %q", m.Name, law, m.Law)
			}
			want, ok := m.Width(method.Setting{
				Features: c.Dim, Directions: c.K, Epsilon: c.Budget.Epsilon, Delta: c.Budget.Delta,
				Relation: c.Relation, RowsPerPerson: c.RowsPerPerson,
			})
			// Noise is rounded up to integers, and calibrated upwards.
			if got := width(t, m, c.Scale, out); !ok || math.Abs(got/want-1) > 2e-3 {
				t.Errorf("%s, %+v: the width of its noise is %g, its row says %g", m.Name, c.Params, got, want)
			}
			views(t, m, c.Dim, c.K, out)
		}
		if released == 0 {
			t.Errorf("%s refused every time", m.Name)
		}
		if (told > 0) != (m.Unit != "") {
			t.Errorf("%s told of %d totals, and counts %q", m.Name, told, m.Unit)
		}
	}
}

var (
	statedExponent = regexp.MustCompile(`\bc = ([0-9.e+-]+)`)
	statedSigma    = regexp.MustCompile(`σ = (\d+)`)
)

// width is what Method.Width is, from what a release states.
func width(t *testing.T, m method.Method, scale int, out *mechanism.Released) float64 {
	t.Helper()
	stated := func(form *regexp.Regexp) float64 {
		text := method.Formula(out.Parts[0])
		found := form.FindStringSubmatch(text)
		if found == nil {
			t.Fatalf("%s: no width in %q", m.Name, text)
		}
		x, err := strconv.ParseFloat(found[1], 64)
		if err != nil {
			t.Fatal(err)
		}
		return x
	}
	s2 := float64(scale) * float64(scale)
	switch {
	case m.Curve == method.Floor:
		return 1
	case m.Curve == method.NuclearBall:
		return 1 / out.Noise.Exponent
	case m.Curve != method.Entries:
		return 1 / stated(statedExponent)
	case m.Law == privacy.LaplaceNoise:
		return math.Sqrt2 * out.Noise.OffDiagonal / s2
	case m.Law == privacy.GaussianNoise:
		return out.Noise.OffDiagonal / s2
	}
	return stated(statedSigma) / s2
}

// views asks for every k.
func views(t *testing.T, m method.Method, d, k int, out *mechanism.Released) {
	t.Helper()
	var free []int
	for other := 1; other < d; other++ {
		if _, err := out.View(other); err == nil {
			free = append(free, other)
		}
	}
	from, to := 1, k
	switch m.Gives {
	case method.WholeMatrix:
		to = d - 1
	case method.OneSubspace:
		from = k
	}
	var want []int
	for other := from; other <= to; other++ {
		want = append(want, other)
	}
	if !slices.Equal(free, want) {
		t.Errorf("%s, d = %d, k = %d: it answers %v, its row says %v", m.Name, d, k, free, want)
	}
}

// A core is an order: every smaller k is free, and it is named for its noise.
func TestCore(t *testing.T) {
	for _, m := range method.All() {
		if !m.HasCore {
			continue
		}
		for _, pure := range []bool{false, true} {
			for i, c := range trials(t, 6, pure) {
				c.Budget, c.Core = withCore(c.Budget)
				from, err := mechanism.New(m.Name, c.Params)
				if err != nil {
					t.Fatal(err)
				}
				out, err := from.Release(t.Context(), c.matrix, noisetest.New(uint64(i)))
				if err != nil {
					t.Fatal(err)
				}
				if out.MaxK() != c.K || len(out.Parts) != 2 || out.Parts[1].Step != method.StepCore {
					t.Fatalf("%s with a core: %d directions, parts %+v", m.Name, out.MaxK(), out.Parts)
				}
				if noise := method.Named(out.Parts[1].Mechanism); !noise.Draws(method.StepCore) || noise.NeedsDelta() == pure {
					t.Errorf("%s, δ = %g: its core is by %s", m.Name, c.Core.Delta, noise.Name)
				}
			}
		}
	}
}

// The choices that a row does not take change nothing.
func TestFurtherChoices(t *testing.T) {
	for _, m := range method.All() {
		c := trials(t, 1, false)[0]
		plain, err := mechanism.New(m.Name, c.Params)
		if err != nil {
			t.Fatal(err)
		}
		c.Cap = 7
		capped, err := mechanism.New(m.Name, c.Params)
		if err != nil {
			t.Fatal(err)
		}
		if changed := capped.Cost().Claim != plain.Cost().Claim; changed != m.HasCap {
			t.Errorf("%s: a cap changes what it claims: %t", m.Name, changed)
		}
		formula := func(sweeps int) string {
			p := c.Params
			p.Sweeps = sweeps
			from, err := mechanism.New(m.Name, p)
			if err != nil {
				t.Fatal(err)
			}
			out, err := from.Release(t.Context(), c.matrix, noisetest.New(3))
			if m.Refuses && errors.Is(err, mechanism.ErrComplex) {
				return ""
			}
			if err != nil {
				t.Fatal(err)
			}
			return method.Formula(out.Parts[0]) + strings.Join(method.Assumptions(m.Name, out.Parts), "")
		}
		if changed := formula(3) != formula(4); changed != m.HasSweeps {
			t.Errorf("%s: sweeps change what it does: %t", m.Name, changed)
		}
	}
}

// The steps around a mechanism are those of the table.
func TestPaidStepsAgreeWithTheTable(t *testing.T) {
	var parts []privacy.Part
	for _, delta := range []float64{0, 1e-6} {
		centre, err := mechanism.NewCentre(mechanism.CentreParams{Dim: 5, Scale: 1000, Budget: privacy.Budget{Epsilon: .5, Delta: delta}, Relation: privacy.ReplaceOne, RowsPerPerson: 1})
		if err != nil {
			t.Fatal(err)
		}
		parts = append(parts, centre.Part())
	}
	features := mechanism.MeanParams{
		MeanQuery: privacy.MeanQuery{Dim: 2, Spread: 2e6, Reach: 1e6, Relation: privacy.AddRemove, RowsPerPerson: 2},
		Scale:     1000, Base: []int64{0, 0},
	}
	width, err := privacy.CalibrateGaussian(features.Squared(), 3, privacy.Budget{Epsilon: .5, Delta: 1e-6})
	if err != nil {
		t.Fatal(err)
	}
	mean, err := mechanism.NewMean(features, width)
	if err != nil {
		t.Fatal(err)
	}
	pure, err := mechanism.NewKNormMean(features, []mechanism.MeanColumn{{Range: 1000}, {Range: 1000}}, .5)
	if err != nil {
		t.Fatal(err)
	}
	parts = append(parts, mean.Part(), pure.Part())
	bound, err := mechanism.NewNormBound(mechanism.NormBoundParams{Most: 3, Quantile: .9, Epsilon: .2, Relation: privacy.AddRemove, RowsPerPerson: 2})
	if err != nil {
		t.Fatal(err)
	}
	k, err := mechanism.NewChooseK(mechanism.ChooseKParams{Dim: 5, Scale: 1000, Most: 3, Target: .8, Epsilon: .2, Relation: privacy.AddRemove, RowsPerPerson: 2})
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range append(parts, bound.Part(), k.Part()) {
		step, ok := method.StepOf(p.Step)
		m := method.Named(p.Mechanism)
		if !ok || !m.Draws(p.Step) {
			t.Errorf("%+v is not in the table", p)
			continue
		}
		want := m.Claim
		if step.Claim != "" {
			want = privacy.Weakest(want, step.Claim)
		}
		if p.Claim != want {
			t.Errorf("%+v: the table says %q", p, want)
		}
		if p.Delta == 0 && (m.Rho == nil || p.Rho != m.Rho(p.Epsilon, 5) && m.Family != privacy.DiscreteLaplace || p.Rho > m.Rho(p.Epsilon, 5)) {
			t.Errorf("%+v: its ρ is not the table's", p)
		}
	}
	centre, _ := method.StepOf(method.StepCentre)
	for _, relation := range []privacy.Relation{privacy.ReplaceOne, privacy.AddRemove} {
		for rows := 1; rows <= 2; rows++ {
			_, err := mechanism.NewCentre(mechanism.CentreParams{Dim: 5, Scale: 1000, Budget: privacy.Budget{Epsilon: .5}, Relation: relation, RowsPerPerson: rows})
			if (err == nil) != centre.Allowed(relation, rows) {
				t.Errorf("a mean under %s, %d rows a person: %v", relation, rows, err)
			}
		}
	}
}
