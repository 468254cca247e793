package plan

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"privatepca/core/fault"
	"privatepca/core/method"
	"privatepca/core/privacy"
	"privatepca/core/schema"
)

// columns is a schema of four features.
func columns(change func(*schema.Schema)) *schema.Schema {
	var fields []schema.Field
	for _, name := range []string{"a", "b", "c", "d"} {
		fields = append(fields, schema.Field{Name: name, Kind: schema.Number, Minimum: 0, Maximum: 1})
	}
	s := schema.New(fields...)
	if change != nil {
		change(s)
	}
	return s
}

func choices() Choices {
	return Choices{Mechanism: method.Default, K: 2, Epsilon: 1, Delta: 1e-6, Relation: privacy.ReplaceOne}
}

// one returns the only mechanism-like row for which keep holds first.
func one(t *testing.T, keep func(method.Method) bool) string {
	t.Helper()
	for _, m := range method.All() {
		if keep(m) {
			return m.Name
		}
	}
	t.Fatal("the table has no such mechanism")
	return ""
}

func TestDivide(t *testing.T) {
	core := one(t, func(m method.Method) bool { return m.HasCore })
	pure := one(t, func(m method.Method) bool { return m.Spends == method.PureEpsilon })
	for name, c := range map[string]struct {
		change func(*Choices)
		want   string // step, share, ε, δ
	}{
		"the mechanism alone has all": {func(*Choices) {}, "second moment 1 1 1e-06"},
		"a pure mechanism has no δ":   {func(c *Choices) { c.Mechanism = pure }, "second moment 1 1 0"},
		"all steps": {func(c *Choices) {
			c.Steps = &Steps{Centre: &Centre{.3}, NormBound: &NormBound{.2, .9}, ChooseK: &ChooseK{.1, .8, 2}}
		}, "centre 0.3 0.3 4.29e-07, norm bound 0.2 0.2 0, choice of k 0.1 0.1 0, second moment 0.4 0.4 5.71e-07"},
		"a centre beside a pure mechanism has the whole δ": {func(c *Choices) {
			c.Mechanism, c.Steps = pure, &Steps{Centre: &Centre{.3}}
		}, "centre 0.3 0.3 1e-06, second moment 0.7 0.7 0"},
		"a core": {func(c *Choices) { c.Mechanism, c.CoreShare = core, .2 }, "subspace 0.8 0.8 0, core 0.2 0.2 1e-06"},
		"a core after steps": {func(c *Choices) {
			c.Mechanism, c.CoreShare, c.Steps = core, .2, &Steps{Centre: &Centre{.5}}
		}, "centre 0.5 0.5 5e-07, subspace 0.4 0.4 0, core 0.1 0.1 5e-07"},
		"pure throughout": {func(c *Choices) {
			c.Mechanism, c.CoreShare, c.Delta, c.Steps = core, .2, 0, &Steps{Centre: &Centre{.5}}
		}, "centre 0.5 0.5 0, subspace 0.4 0.4 0, core 0.1 0.1 0"},
	} {
		in := choices()
		c.change(&in)
		steps, err := Divide(in)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		var got []string
		epsilon, delta := 0.0, 0.0
		for i, s := range steps {
			got = append(got, fmt.Sprintf("%s %.3g %.3g %.3g", s.Name, s.Share, s.Budget.Epsilon, s.Budget.Delta))
			epsilon, delta = epsilon+s.Budget.Epsilon, delta+s.Budget.Delta
			if m := method.Named(s.Method); !m.Draws(s.Name) || m.NeedsDelta() && s.Budget.Delta == 0 {
				t.Errorf("%s: step %q is by %q", name, s.Name, s.Method)
			}
			if shares := Shares(in); shares[i].Name != s.Name || shares[i].Share != s.Share || shares[i].Method != s.Method {
				t.Errorf("%s: shares %+v, divided %+v", name, shares[i], s)
			}
		}
		if all := strings.Join(got, ", "); all != c.want {
			t.Errorf("%s: %s, want %s", name, all, c.want)
		}
		if epsilon > in.Epsilon*(1+1e-15) || epsilon < in.Epsilon*(1-1e-12) || delta > in.Delta*(1+1e-15) {
			t.Errorf("%s: the steps have (%v, %v) of (%v, %v)", name, epsilon, delta, in.Epsilon, in.Delta)
		}
	}
}

// A free mechanism has no share; what is typed is listed as it is.
func TestShares(t *testing.T) {
	free := choices()
	free.Mechanism = one(t, method.Method.Free)
	if got := Shares(free); len(got) != 1 || got[0].Share != 0 {
		t.Errorf("a free mechanism: %+v", got)
	}
	much := choices()
	much.Steps = &Steps{Centre: &Centre{.8}, NormBound: &NormBound{Share: .7}}
	if got := Shares(much); len(got) != 3 || math.Abs(got[2].Share+.5) > 1e-12 {
		t.Errorf("too much: %+v", got)
	}
	if got := Shares(Choices{Mechanism: "unknown"}); len(got) != 1 || got[0].Name != "" {
		t.Errorf("an unknown mechanism: %+v", got)
	}
}

func TestRefusals(t *testing.T) {
	pairs := func(s *schema.Schema) { s.NormRule = schema.Pairs }
	plain := func(*schema.Schema) {}
	free := one(t, method.Method.Free)
	single := one(t, func(m method.Method) bool { return m.ChoosesK })
	ordered := one(t, func(m method.Method) bool { return m.Curve == method.OneByOne })
	for _, c := range []struct {
		schema func(*schema.Schema)
		change func(*Choices)
		field  string
		want   string
	}{
		{plain, func(c *Choices) { c.Mechanism = "wishart" }, "mechanism", `"wishart" is not one of`},
		{plain, func(c *Choices) { c.Relation = "friends" }, "relation", "neighbour relation"},
		{pairs, func(c *Choices) { c.Relation = privacy.AddRemove }, "relation", "Pairs are for the relation replace-one"},
		{plain, func(c *Choices) { c.Epsilon = 0 }, "epsilon", "ε must be positive"},
		{plain, func(c *Choices) { c.Epsilon = math.NaN() }, "epsilon", "ε is not a number"},
		{plain, func(c *Choices) { c.Delta = 1 }, "delta", "δ must be below 1"},
		{plain, func(c *Choices) { c.Delta = -1 }, "delta", "δ must not be negative"},
		{plain, func(c *Choices) { c.Delta = 0 }, "delta", "δ > 0"},
		{plain, func(c *Choices) { c.K = 0 }, "k", "k = 0; at least one"},
		{plain, func(c *Choices) { c.K = 4 }, "k", "k = 4 of d = 4"},
		{plain, func(c *Choices) { c.Sweeps = -1 }, "sweeps", "-1 sweeps"},
		{plain, func(c *Choices) { c.Sweeps = 5 }, "sweeps", "leave it out"},
		{plain, func(c *Choices) { c.Cap = -2 }, "cap", "a cap of -2"},
		{plain, func(c *Choices) { c.Cap = 5 }, "cap", "leave the cap out"},
		{plain, func(c *Choices) { c.CoreShare = .5 }, "core_share", "leave the share out"},
		{plain, func(c *Choices) { c.Mechanism, c.CoreShare = single, 1 }, "core_share", "below 1"},
		{plain, func(c *Choices) { c.Mechanism, c.CoreShare = single, 1-1e-7 }, "core_share", "leave nothing for the directions"},
		{plain, func(c *Choices) { c.Mechanism, c.CoreShare = single, 1e-7 }, "core_share", "leave nothing for the directions"},
		{plain, func(c *Choices) { c.Mechanism, c.Steps = free, &Steps{Centre: &Centre{.1}} }, "steps", "protect nothing"},
		{pairs, func(c *Choices) { c.Steps = &Steps{Centre: &Centre{.1}} }, "steps.centre", "have no centre"},
		{pairs, func(c *Choices) { c.Steps = &Steps{NormBound: &NormBound{.1, .9}} }, "steps.norm_bound", "Only records that are clipped"},
		{func(s *schema.Schema) { s.NormBound = 1 }, func(c *Choices) { c.Steps = &Steps{NormBound: &NormBound{.1, .9}} }, "steps.norm_bound", "states a norm bound already"},
		{plain, func(c *Choices) { c.Steps = &Steps{NormBound: &NormBound{.1, 1}} }, "steps.norm_bound.quantile", "must lie between"},
		{plain, func(c *Choices) { c.Steps, c.Relation = &Steps{Centre: &Centre{.1}}, privacy.AddRemove }, "relation", "divides by the number of records"},
		{func(s *schema.Schema) { s.RowsPerPerson = 2 }, func(c *Choices) { c.Steps = &Steps{Centre: &Centre{.1}} }, "steps.centre", "divides by the number of rows"},
		{plain, func(c *Choices) { c.Steps = &Steps{Centre: &Centre{1}} }, "steps.centre.share", "above 0 and below 1"},
		{plain, func(c *Choices) { c.Steps = &Steps{Centre: &Centre{math.NaN()}} }, "steps.centre.share", "above 0 and below 1"},
		{plain, func(c *Choices) { c.Steps = &Steps{Centre: &Centre{.6}, NormBound: &NormBound{.4, .9}} }, "steps", "leave nothing for the mechanism"},
		{plain, func(c *Choices) { c.Steps, c.K = &Steps{ChooseK: &ChooseK{.1, .8, 2}}, 0 }, "steps.choose_k", "needs no ε for the choice of k"},
		{plain, func(c *Choices) { c.Mechanism, c.Steps, c.K = ordered, &Steps{ChooseK: &ChooseK{.1, .8, 2}}, 0 }, "steps.choose_k", "shares its ε among k"},
		{plain, func(c *Choices) { c.Mechanism, c.Steps = single, &Steps{ChooseK: &ChooseK{.1, .8, 2}} }, "k", "not both"},
		{plain, func(c *Choices) { c.Mechanism, c.Steps, c.K = single, &Steps{ChooseK: &ChooseK{.1, 0, 2}}, 0 }, "steps.choose_k.target", "must lie between"},
		{plain, func(c *Choices) { c.Mechanism, c.Steps, c.K = single, &Steps{ChooseK: &ChooseK{.1, .8, 4}}, 0 }, "steps.choose_k.max", "must be below d = 4"},
		{func(s *schema.Schema) { s.Fields = s.Fields[:1] }, func(*Choices) {}, "", "one feature only"},
		{func(s *schema.Schema) { s.Fields[2].Minimum = 2 }, func(*Choices) {}, "", "minimum must be below"},
	} {
		in := choices()
		c.change(&in)
		p, err := New(columns(c.schema), in)
		var f *fault.Error
		if !errors.As(err, &f) || f.Field != c.field || !strings.Contains(strings.ToLower(f.Message), strings.ToLower(c.want)) || p != nil {
			t.Errorf("%+v: %+v, want field %q and %q", in, err, c.field, c.want)
		}
	}
}

func TestNew(t *testing.T) {
	s, c := columns(nil), choices()
	c.Steps = &Steps{NormBound: &NormBound{.1, .9}}
	p, err := New(s, c)
	if err != nil {
		t.Fatal(err)
	}
	if from, to := p.Ks(); from != 2 || to != 2 || !p.ReadsAgain() || p.Step(method.StepNormBound) == nil || p.Step(method.StepCentre) != nil {
		t.Errorf("%+v", p)
	}
	// What was decided stays, whatever becomes of what it was decided from.
	before := fmt.Sprintf("%+v %+v", *p.Schema, *p.Choices.Steps.NormBound)
	s.Fields[0].Maximum, s.RowsPerPerson, c.Steps.NormBound.Share = 7, 3, .5
	if after := fmt.Sprintf("%+v %+v", *p.Schema, *p.Choices.Steps.NormBound); after != before {
		t.Errorf("%s became %s", before, after)
	}
	c = choices()
	if p, err := New(columns(nil), c); err != nil || p.ReadsAgain() {
		t.Errorf("%+v, %v", p, err)
	}
	c.Mechanism, c.K, c.Steps = one(t, func(m method.Method) bool { return m.ChoosesK }), 0, &Steps{ChooseK: &ChooseK{.1, .8, 3}}
	if p, err := New(columns(nil), c); err != nil {
		t.Error(err)
	} else if from, to := p.Ks(); from != 1 || to != 3 || p.ReadsAgain() {
		t.Errorf("%+v", p)
	}
}

// Requests, config.json and the command line share these keys.
func TestKeys(t *testing.T) {
	in := Choices{
		Mechanism: "m", K: 1, Epsilon: 2, Delta: 3, Relation: "r", Sweeps: 4, Cap: 5, CoreShare: 6,
		Steps: &Steps{Centre: &Centre{7}, NormBound: &NormBound{8, 9}, ChooseK: &ChooseK{10, 11, 12}},
	}
	raw, err := json.Marshal(in)
	want := `{"mechanism":"m","k":1,"epsilon":2,"delta":3,"relation":"r","sweeps":4,"cap":5,"core_share":6,"steps":{"centre":{"share":7},"norm_bound":{"share":8,"quantile":9},"choose_k":{"share":10,"target":11,"max":12}}}`
	if err != nil || string(raw) != want {
		t.Errorf("%s, %v", raw, err)
	}
	var back Choices
	if err := json.Unmarshal(raw, &back); err != nil || !reflect.DeepEqual(back, in) {
		t.Errorf("%+v, %v", back, err)
	}
}

// Where an exact sampler may take very long it has an end that no record decides; below that, and where asked, it has none.
func TestUsualCap(t *testing.T) {
	var fields []schema.Field
	for i := range 30 {
		fields = append(fields, schema.Field{Name: strconv.Itoa(i), Kind: schema.Number, Minimum: 0, Maximum: 1})
	}
	s := schema.New(fields...)
	for _, c := range []struct{ k, cap, want int }{{11, 0, 0}, {12, 0, 1_000_000}, {18, 0, 1_000_000}, {19, 0, 0}, {12, 7, 7}, {12, NoCap, NoCap}} {
		p, err := New(s, Choices{Mechanism: "ppca", K: c.k, Epsilon: 1, Relation: privacy.ReplaceOne, Cap: c.cap})
		if err != nil || p.Choices.Cap != c.want {
			t.Errorf("%+v: %+v, %v", c, p, err)
		}
	}
	if _, err := New(s, Choices{Mechanism: "ppca", K: 12, Epsilon: 1, Relation: privacy.ReplaceOne, Cap: -2}); err == nil {
		t.Error("a cap of −2 was taken")
	}
}

// A mechanism that takes no table as wide as this one names its limit and the table's width before anything is spent.
func TestTooWide(t *testing.T) {
	for _, m := range method.All() {
		s := schema.New()
		d := m.Most + 1
		if m.Most == 0 {
			d = schema.MaxD
		}
		for i := range d {
			s.Fields = append(s.Fields, schema.Field{Name: fmt.Sprint("x", i), Kind: schema.Number, Minimum: -1, Maximum: 1})
		}
		c := Choices{Mechanism: m.Name, K: 2, Epsilon: 1, Delta: 1e-6, Relation: privacy.ReplaceOne}
		_, err := New(s, c)
		if m.Most == 0 {
			if err != nil {
				t.Errorf("%s: %d features: %v", m.Name, d, err)
			}
			continue
		}
		if err == nil || !strings.Contains(err.Error(), fmt.Sprintf("at most %d features", m.Most)) || !strings.Contains(err.Error(), fmt.Sprintf("make %d", d)) {
			t.Errorf("%s: %d features: %v", m.Name, d, err)
		}
		s.Fields = s.Fields[:m.Most]
		if _, err := New(s, c); err != nil {
			t.Errorf("%s: %d features: %v", m.Name, m.Most, err)
		}
	}
}

// All that is refused is told at once, each of its own choice; New says the first. What is within a portal's limits is not refused for them.
func TestRefusalsAreAll(t *testing.T) {
	most := .5
	facts := FactsOf(columns(nil))
	facts.Limits = Limits{Epsilon: &most}
	in := Choices{Mechanism: "ppca", K: 9, Epsilon: 1, Delta: 2, Relation: "friends", CoreShare: 1, Cap: -7, Steps: &Steps{Centre: &Centre{1}, NormBound: &NormBound{.1, 2}}}
	var got []string
	for _, f := range Refusals(facts, in) {
		if f.Code != fault.CodeRequest || f.Reason == "" || f.Message == "" {
			t.Errorf("%+v", f)
		}
		got = append(got, f.Field+" "+string(f.Reason))
	}
	want := "relation unknown, steps.norm_bound.quantile out-of-range, k out-of-range, relation divided, cap out-of-range, delta out-of-range, steps.centre.share share, core_share share, epsilon above-limit"
	if all := strings.Join(got, ", "); all != want {
		t.Errorf("%s, want %s", all, want)
	}
	if in.Steps.Mean != nil {
		t.Error("the choices were changed")
	}
	_, err := New(columns(nil), in)
	if f := fault.Of(err); f.Field != "relation" || f.Reason != fault.Unknown {
		t.Errorf("New says %+v", f)
	}
	if all := Refusals(FactsOf(columns(nil)), choices()); len(all) > 0 {
		t.Errorf("%+v is refused", all)
	}
}
