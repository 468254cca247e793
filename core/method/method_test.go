package method_test

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"privatepca/core/internal/nuclear"
	"privatepca/core/method"
	"privatepca/core/privacy"
)

const root = "../.."

// every is all mechanisms and the methods that only steps name.
func every(t *testing.T) []method.Method {
	t.Helper()
	all := method.All()
	for _, m := range method.StepsOnlyRows() {
		if m.Audience != method.StepsOnly || method.Named(m.Name).Title != m.Title {
			t.Fatalf("%s is not found as a method of steps alone", m.Name)
		}
		if _, ok := method.Of(m.Name); ok {
			t.Errorf("%s can be chosen as a mechanism", m.Name)
		}
		all = append(all, m)
	}
	return all
}

func TestRowsAreComplete(t *testing.T) {
	seen, ranks := map[string]bool{}, map[int]string{}
	for _, m := range every(t) {
		for what, text := range map[string]string{"name": m.Name, "title": m.Title, "short title": m.Short, "phrase": m.Phrase, "advice": m.Advice} {
			t.Run(what, func(t *testing.T) {
				if text == "" || strings.TrimSpace(text) != text {
					t.Errorf("%s: its %s is %q", m.Name, what, text)
				}
				if what != "advice" && seen[what+" "+text] {
					t.Errorf("%s: another has the %s %q, too", m.Name, what, text)
				}
				seen[what+" "+text] = true
			})
		}
		if !strings.HasSuffix(m.Advice, ".") {
			t.Errorf("%s: its advice is no sentence", m.Name)
		}
		if err := m.Claim.Validate(); err != nil {
			t.Errorf("%s: %v", m.Name, err)
		}
		if m.Audience < method.Recommended || m.Audience > method.StepsOnly || m.Spends < method.Nothing || m.Spends > method.DeltaWithCore {
			t.Errorf("%s: audience %d, spending %d", m.Name, m.Audience, m.Spends)
		}
		// A ρ of a pure step is for those that spend ε alone.
		if pure := m.Spends == method.PureEpsilon || m.Spends == method.DeltaWithCore; (m.Rho != nil) != pure {
			t.Errorf("%s spends %d, and states a ρ: %t", m.Name, m.Spends, m.Rho != nil)
		}
		if m.Rho != nil && !(m.Rho(1, 50) > 0 && m.Rho(2, 50) > m.Rho(1, 50) && m.Rho(1, 50) <= m.Rho(1, 2)) {
			t.Errorf("%s: ρ does not grow with ε, or grows with the number of features", m.Name)
		}
		if (m.Spends == method.DeltaWithCore) != m.HasCore {
			t.Errorf("%s: only a core spends a δ beside ε", m.Name)
		}
		if len(m.Steps) == 0 {
			t.Errorf("%s: no step may name it", m.Name)
		}
		if m.Claim != privacy.NotPrivate {
			if _, err := os.Stat(filepath.Join(root, m.Proof)); m.Proof == "" || err != nil {
				t.Errorf("%s: its proof %q: %v", m.Name, m.Proof, err)
			}
		}
		if m.Audience == method.StepsOnly {
			continue
		}
		if m.Gives < method.WholeMatrix || m.Gives > method.OneSubspace || m.Curve < method.Entries || m.Curve > method.Floor || m.Width == nil {
			t.Errorf("%s: gives %d, curve %d", m.Name, m.Gives, m.Curve)
		}
		if m.Free() != (m.Claim == privacy.NoData) || m.Free() != (m.Curve == method.Floor) {
			t.Errorf("%s: it uses nothing, spends nothing and keeps what chance does, or none of these", m.Name)
		}
		if (m.Law != "") != (m.Gives == method.WholeMatrix) {
			t.Errorf("%s: the law of its noise is %q", m.Name, m.Law)
		}
		if m.ChoosesK && m.Gives != method.OneSubspace {
			t.Errorf("%s answers other k for free: none need be chosen", m.Name)
		}
		if m.Mark < 0 || m.Mark > 3 {
			t.Errorf("%s: no line is drawn with dash %d", m.Name, m.Mark)
		}
		if m.Rank > 0 {
			if ranks[m.Rank] != "" {
				t.Errorf("%s has the rank of %s", m.Name, ranks[m.Rank])
			}
			ranks[m.Rank] = m.Name
		}
		if m.Rank < 0 || m.Rank > len(method.All()) {
			t.Errorf("%s has the rank %d of %d", m.Name, m.Rank, len(method.All()))
		}
		if m.SameLaw != "" {
			if of, ok := method.Of(m.SameLaw); !ok || of.SameLaw != "" || of.Curve != m.Curve {
				t.Errorf("%s: no law of %q to share", m.Name, m.SameLaw)
			}
		}
	}
	if m, ok := method.Of(method.Default); !ok || m.Audience != method.Recommended {
		t.Error("the default is not recommended")
	}
}

// One step of a document is drawn by the methods that may name it, and by no other.
func TestStepsAreComplete(t *testing.T) {
	names := map[string]bool{}
	for _, s := range method.Steps() {
		names[s.Name] = true
		if got, ok := method.StepOf(s.Name); !ok || got != s {
			t.Errorf("%q is not found", s.Name)
		}
		paid, drawn := false, false
		for _, m := range every(t) {
			if m.Draws(s.Name) {
				drawn = true
				paid = paid || m.Spends != method.Nothing
			}
		}
		if !drawn || paid != (s.Title != "") {
			t.Errorf("%q: drawn %t, paid for %t, title %q", s.Name, drawn, paid, s.Title)
		}
	}
	for _, m := range every(t) {
		for _, s := range m.Steps {
			if !names[s] {
				t.Errorf("%s is said to draw %q, which is no step", m.Name, s)
			}
		}
	}
	if s, ok := method.StepOf("direction 12"); !ok || s.Name != method.StepDirection {
		t.Errorf("direction 12 is %+v", s)
	}
	for _, no := range []string{"", "direction ", "direction x", "direction 1 ", "Centre", "mechanism"} {
		if _, ok := method.StepOf(no); ok {
			t.Errorf("%q is taken for a step", no)
		}
		for _, m := range every(t) {
			if m.Draws(no) {
				t.Errorf("%s draws %q", m.Name, no)
			}
		}
	}
	mean, _ := method.StepOf(method.StepCentre)
	for _, c := range []struct {
		relation privacy.Relation
		rows     int
		want     bool
	}{{privacy.ReplaceOne, 1, true}, {privacy.ReplaceOne, 2, false}, {privacy.AddRemove, 1, false}} {
		t.Run(fmt.Sprint(c.rows), func(t *testing.T) {
			if got := mean.Allowed(c.relation, c.rows); got != c.want {
				t.Errorf("a mean under %s, %d rows a person: %t", c.relation, c.rows, got)
			}
		})
	}
}

func TestOrderOfPreference(t *testing.T) {
	names := func(list []method.Method) (out []string) {
		for _, m := range list {
			out = append(out, m.Name)
		}
		return out
	}
	if got, want := names(method.Ranked(false)), []string{"gaussian", "nuclear", "ppca", "laplace"}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	if got, want := names(method.Ranked(true)), []string{"nuclear", "ppca", "laplace"}; !slices.Equal(got, want) {
		t.Errorf("at δ = 0 %v, want %v", got, want)
	}
	if method.Best(false).Name != "gaussian" || method.Best(true).Name != "nuclear" {
		t.Errorf("%s and %s are preferred", method.Best(false).Name, method.Best(true).Name)
	}
}

func TestUnknownNames(t *testing.T) {
	if _, ok := method.Of("gaussian "); ok {
		t.Error("a name that is none is found")
	}
	m := method.Named("better")
	if m.Name != "better" || m.Title != "better" || m.Short != "better" || method.Phrase("better") != "better" {
		t.Errorf("%+v", m)
	}
	if m.Claim != "" || m.Free() || m.NeedsDelta() || m.UsesDelta(true) || m.Draws(method.StepSubspace) {
		t.Error("something is said of an unknown method")
	}
	if method.Phrase("ppca-gibbs") != "PPCA (Gibbs)" || method.Phrase("exponential") != "exponential" {
		t.Error("a phrase of documents has changed")
	}
}

// What documents of earlier versions name stays: a method, a step, and that the one draws the other.
func TestNamesOfDocumentsStay(t *testing.T) {
	for step, methods := range map[string]string{
		"second moment": "gaussian nuclear laplace modsulq sulq",
		"subspace":      "ppca ppca-gibbs random",
		"direction 1":   "sequential",
		"core":          "gaussian laplace",
		"centre":        "gaussian laplace",
		"norm bound":    "exponential",
		"choice of k":   "exponential",
		"declaration":   "none",
		"bounds":        "none",
	} {
		t.Run(step, func(t *testing.T) {
			for _, name := range strings.Fields(methods) {
				if m := method.Named(name); m.Claim == "" || !m.Draws(step) {
					t.Errorf("a document may say that %s draws the step %q", name, step)
				}
			}
		})
	}
}

func TestStepsAroundAMechanism(t *testing.T) {
	for _, c := range []struct {
		step  string
		delta bool
		want  string
	}{
		{method.StepCentre, true, "gaussian"},
		{method.StepCentre, false, "laplace"},
		{method.StepCore, true, "gaussian"},
		{method.StepCore, false, "laplace"},
		{method.StepNormBound, true, "exponential"},
		{method.StepChoiceOfK, false, "exponential"},
		{method.StepSecondMoment, true, method.None},
		{method.StepSubspace, false, method.None},
	} {
		t.Run(c.step, func(t *testing.T) {
			if got := method.Paid(c.step, c.delta).Name; got != c.want {
				t.Errorf("%s, δ %t: %s, want %s", c.step, c.delta, got, c.want)
			}
		})
	}
}

// A caller cannot change the table.
func TestTableIsCopied(t *testing.T) {
	method.All()[0].Claim = privacy.NotPrivate
	method.Steps()[0].Name = "changed"
	method.Names()[0] = "changed"
	if method.All()[0].Claim == privacy.NotPrivate || method.Steps()[0].Name == "changed" || method.Names()[0] == "changed" {
		t.Error("what a caller was given is the table itself")
	}
}

// Limits are those of the mechanisms, and of what a forecast can be made for.
func TestWidthsAtTheirLimits(t *testing.T) {
	at := func(name string, d, k int, delta float64) bool {
		m, _ := method.Of(name)
		w, ok := m.Width(method.Setting{Features: d, Directions: k, Epsilon: 1, Delta: delta, Relation: privacy.ReplaceOne, RowsPerPerson: 1})
		return ok && w > 0
	}
	if !at("nuclear", nuclear.MaxDimension, 4, 0) || at("nuclear", nuclear.MaxDimension+1, 4, 0) {
		t.Errorf("nuclear-norm noise is not forecast up to exactly d = %d", nuclear.MaxDimension)
	}
	if !at("sequential", 100, 32, 0) || at("sequential", 100, 33, 0) || !at("ppca", 100, 68, 0) || at("ppca", 100, 50, 0) {
		t.Error("the largest k of the exponential mechanisms has changed")
	}
	if at("modsulq", 1, 1, 1e-6) || !at("modsulq", 2, 1, 1e-6) {
		t.Error("MOD-SULQ has a width for one feature, or none for two")
	}
	for _, m := range method.All() {
		if at(m.Name, 10, 2, 0) == m.NeedsDelta() {
			t.Errorf("%s: forecast at δ = 0, or not forecast though it needs none", m.Name)
		}
		if !at(m.Name, 10, 2, 1e-6) {
			t.Errorf("%s: no forecast", m.Name)
		}
	}
	// MOD-SULQ's β falls with n and ε, and is the paper's at a point calculated by hand:
	// d = 2, ε = 1: 3·√(2·log(6/(2·.1·√(2π)))) + 1.
	want := 3*math.Sqrt(2*math.Log(30/math.Sqrt(2*math.Pi))) + 1
	if got := method.MODSULQBeta(2, 1, 1, .1); math.Abs(got-want) > 1e-12 {
		t.Errorf("β = %g, want %g", got, want)
	}
}
