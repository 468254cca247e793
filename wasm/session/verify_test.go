package session

import (
	"testing"

	"privatepca/core/method"
	"privatepca/core/plan"
	"privatepca/core/privacy"
	"privatepca/core/release"
	"privatepca/wasm/protocol"
)

// Every document that the worker writes passes its checks, byte for byte, whatever the
// mechanism, the relation and the steps.
func TestDocumentsVerify(t *testing.T) {
	verify := func(name string, text string) {
		t.Helper()
		d, err := release.Decode([]byte(text))
		if err != nil {
			t.Fatal(name, err)
		}
		for _, c := range release.Verify(d, []byte(text)) {
			if !c.Holds {
				t.Errorf("%s: %s: %s", name, c.What, c.Detail)
			}
		}
		if _, banded := d.Band(); banded != (d.Spectrum != nil) {
			t.Errorf("%s: a band: %v", name, banded)
		}
	}
	for _, mechanism := range method.Names() {
		if method.Named(mechanism).Refuses {
			continue
		}
		for _, relation := range []privacy.Relation{privacy.ReplaceOne, privacy.AddRemove} {
			p, _ := openPeople(t, 60, `"rows_per_person": 2`)
			in := ask(mechanism, 2)
			in.Relation = relation
			out := must(p, protocol.ReleaseRequest, in, nil)
			verify(mechanism+", "+string(relation), out.Document)
		}
	}
	for name, steps := range map[string]plan.Steps{
		"centre": {Centre: &plan.Centre{Share: .2}},
		"bound":  {NormBound: &plan.NormBound{Share: .1, Quantile: .9}},
		"both":   {Centre: &plan.Centre{Share: .2}, NormBound: &plan.NormBound{Share: .1, Quantile: .9}},
	} {
		for _, mechanism := range []string{"gaussian", "nuclear", "modsulq"} {
			p, _ := openPeople(t, 60, "")
			in := ask(mechanism, 2)
			in.Steps = &steps
			out := must(p, protocol.ReleaseRequest, in, nil)
			verify(mechanism+" with "+name, out.Document)
		}
	}
	one := plan.Steps{ChooseK: &plan.ChooseK{Share: .1, Target: .8, Max: 2}}
	for name, change := range map[string]func(*protocol.Release){
		"a choice of k":      func(in *protocol.Release) { in.Steps, in.K = &one, 0 },
		"a core, δ":          func(in *protocol.Release) { in.CoreShare = .3 },
		"a core, pure":       func(in *protocol.Release) { in.CoreShare, in.Delta = .3, 0 },
		"a cap":              func(in *protocol.Release) { in.Cap = 5 },
		"all that there are": func(in *protocol.Release) { in.Steps, in.K, in.CoreShare, in.Cap = &one, 0, .3, 5 },
	} {
		p, _ := openPeople(t, 60, "")
		in := ask("ppca", 2)
		change(&in)
		out := must(p, protocol.ReleaseRequest, in, nil)
		verify("ppca with "+name, out.Document)
	}
	for name, ours := range map[string]string{
		"pairs":                `"norm_rule": "pairs"`,
		"bounds from the data": `"bounds_from": "data"`,
	} {
		p, _ := openPeople(t, 60, ours)
		out := must(p, protocol.ReleaseRequest, ask("gaussian", 2), nil)
		verify(name, out.Document)
	}
}

// What only one direction was asked of is kept with it, where its variance was released too.
func TestOneDirectionWithItsVariance(t *testing.T) {
	p, _ := openPeople(t, 60, "")
	in := ask("ppca", 1)
	in.CoreShare = .3
	out := must(p, protocol.ReleaseRequest, in, nil)
	if d, err := release.Decode([]byte(out.Document)); err != nil || len(d.ExplainedVariance) != 1 {
		t.Fatalf("%+v, %v", d, err)
	}
	p.sameFromLedger(out)
}

// A release that names no budget is refused in words and not as a defect; one that costs nothing has no entry, and none is said to be kept.
func TestReleasesWithoutABudget(t *testing.T) {
	p := prepareSmall(t)
	in := ask("laplace", 1)
	in.Budget = nil
	for kind, code := range map[string]string{protocol.ReleaseRequest.Name: protocol.CodeBudget, protocol.DebitRequest.Name: protocol.CodeRequest} {
		if e := p.refused(kind, in, nil); e.Code != code {
			t.Errorf("%s: %+v", kind, e)
		}
	}
	if out := must(p, protocol.ReleaseRequest, ask("random", 1), nil); out.Kept || out.Entry != "" {
		t.Errorf("a release that costs nothing: %+v", out)
	}
}
