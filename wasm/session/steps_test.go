package session

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"privatepca/core/ledger"
	"privatepca/core/method"
	"privatepca/core/noise/noisetest"
	"privatepca/core/pca"
	"privatepca/core/plan"
	"privatepca/core/privacy"
	"privatepca/core/release"
	"privatepca/wasm/protocol"
)

// people is a file of n rows: two numbers that go together, a category, an id.
func people(n int) string {
	rng := rand.New(rand.NewPCG(1, 2))
	var b strings.Builder
	b.WriteString("a,b,c,id\n")
	for i := range n {
		x := rng.NormFloat64()
		fmt.Fprintf(&b, "%.3f,%.3f,%c,p%d\n", 7+x, 3+x/2+rng.NormFloat64()/4, 'x'+rune(rng.IntN(2)), i)
	}
	return b.String()
}

// schemaWith is smallSchema with keys of ours.
func schemaWith(ours string) json.RawMessage {
	return json.RawMessage(strings.Replace(string(smallSchema), "{", `{"privatepca":{`+ours+`},`, 1))
}

// open prepares a page for a file of people.
func openPeople(t *testing.T, n int, ours string) (*page, *memory) {
	p := newPage(t, 4)
	f := &memory{name: "people.csv", data: []byte(people(n))}
	must(p, protocol.OpenRequest, protocol.Open{}, f)
	must(p, protocol.PrepareRequest, protocol.Prepare{Schema: schemaWith(ours)}, nil)
	return p, f
}

func (p *page) released(in protocol.Release) *release.Document {
	p.t.Helper()
	out := must(p, protocol.ReleaseRequest, in, nil)
	return p.edition(out).Document()
}

// checkCost compares a document's cost with what was asked and with its parts.
func checkCost(t *testing.T, d *release.Document, in protocol.Release) {
	t.Helper()
	cost := d.Privacy
	if cost.Epsilon > in.Epsilon || cost.Delta > in.Delta {
		t.Errorf("the document states (%v, %v) of a budget (%v, %v)", cost.Epsilon, cost.Delta, in.Epsilon, in.Delta)
	}
	composed, err := privacy.Compose(cost.Parts, cost.Delta)
	if err != nil {
		t.Fatal(err)
	}
	// Gaussian steps, and a norm bound beside them, are calibrated together: no sum of theirs is the whole.
	joint := method.Named(in.Mechanism).Joint && len(cost.Parts) > 1
	if composed.Epsilon > cost.Epsilon && !joint || cost.Epsilon != in.Epsilon && len(cost.Parts) > 1 || math.Abs(composed.Mu-cost.Mu) > 1e-12 || composed.Claim != cost.Claim || math.Abs(composed.Rho-cost.Rho) > 1e-12*cost.Rho {
		t.Errorf("the document states %+v, its parts compose to %+v", cost, composed)
	}
	if joint {
		for _, p := range cost.Parts {
			if p.Epsilon > in.Epsilon || p.Delta > 0 && p.Delta != in.Delta {
				t.Errorf("%+v of (%v, %v)", p, in.Epsilon, in.Delta)
			}
		}
		return
	}
	epsilon, delta := 0.0, 0.0
	for _, p := range cost.Parts {
		epsilon += p.Epsilon
		delta += p.Delta
	}
	if epsilon > in.Epsilon*(1+1e-12) || epsilon < in.Epsilon*.999 || delta > in.Delta*(1+1e-12) {
		t.Errorf("the parts spend (%v, %v) of (%v, %v)", epsilon, delta, in.Epsilon, in.Delta)
	}
}

func TestStepsOfGaussian(t *testing.T) {
	p, _ := openPeople(t, 400, "")
	in := ask("gaussian", 2)
	in.Steps = &plan.Steps{Centre: &plan.Centre{Share: .3}, NormBound: &plan.NormBound{Share: .2, Quantile: .9}}
	in.Epsilon = 50
	d := p.released(in)
	checkCost(t, d, in)
	if len(d.Privacy.Parts) != 3 || d.Privacy.Parts[0].Step != "centre" || d.Privacy.Parts[1].Step != "norm bound" || d.Privacy.Parts[2].Step != "second moment" {
		t.Errorf("parts %+v", d.Privacy.Parts)
	}
	if e := d.Privacy.Parts[0]; e.Mechanism != "gaussian" || math.Abs(e.Rho/d.Privacy.Parts[2].Rho-.3/.5) > 1e-3 || e.Delta != 1e-6 {
		t.Errorf("the centre's part %+v", e)
	}
	if e := d.Privacy.Parts[1]; math.Abs(e.Epsilon-10) > 1e-9 || e.Delta != 0 {
		t.Errorf("the norm bound's part %+v", e)
	}
	if d.Privacy.Claim != privacy.Exact || d.Encoding.Centre != "point" || len(d.Encoding.CentrePoint) != 4 {
		t.Errorf("claim %q, encoding %+v", d.Privacy.Claim, d.Encoding)
	}
	// At this ε the centre is the mean to a few hundredths: .7, .3, one half each.
	for i, want := range []float64{.7, .3, .5, .5} {
		if math.Abs(d.Encoding.CentrePoint[i]-want) > .1 {
			t.Errorf("centre %v", d.Encoding.CentrePoint)
		}
	}
	// Centred, a record is about (√2/2 for its level, ±.1): far below √3.
	if r := d.Encoding.NormBound; r < .65 || r > .85 {
		t.Errorf("R = %v", r)
	}
	for _, want := range []string{"centre: ", "R: the 0.9 quantile", "S + N"} {
		if !strings.Contains(d.Privacy.Formula, want) {
			t.Errorf("formula %q", d.Privacy.Formula)
		}
	}
	if d.VarianceUnit != release.PerPerson || d.N != 400 || d.Encoding.BoundsFrom != "public schema" {
		t.Errorf("%q, n = %d, %q", d.VarianceUnit, d.N, d.Encoding.BoundsFrom)
	}
	// Each reading of the file is told, in order.
	var phases []string
	for _, e := range p.sent {
		var pr protocol.Progress
		if e.Type == protocol.TypeProgress && e.ID == p.id {
			if err := json.Unmarshal(e.Body, &pr); err != nil {
				t.Fatal(err)
			}
			if len(phases) == 0 || phases[len(phases)-1] != pr.Phase {
				phases = append(phases, pr.Phase)
			}
		}
	}
	if got := strings.Join(phases, ", "); got != "centre, norm bound, read, noise, vectors, write" {
		t.Errorf("phases %s", got)
	}
	// Without steps the same page releases as ever.
	in.Steps, in.Epsilon = nil, 1
	if d := p.released(in); len(d.Privacy.Parts) != 1 || d.Encoding.Centre != "none" || math.Abs(d.Encoding.NormBound-math.Sqrt(3)) > 1e-12 {
		t.Errorf("without steps: %+v", d.Privacy)
	}
}

func TestStepsOfPPCA(t *testing.T) {
	p, _ := openPeople(t, 400, "")
	in := ask("ppca", 0)
	in.Delta, in.Epsilon = 0, 20
	in.Steps = &plan.Steps{
		Centre:    &plan.Centre{Share: .4},
		NormBound: &plan.NormBound{Share: .1, Quantile: .9},
		ChooseK:   &plan.ChooseK{Share: .1, Target: .9, Max: 3},
	}
	d := p.released(in)
	checkCost(t, d, in)
	if parts := d.Privacy.Parts; len(parts) != 4 || parts[0].Mechanism != "laplace" || parts[2].Step != "choice of k" || parts[2].Mechanism != "exponential" || parts[3].Step != "subspace" {
		t.Errorf("parts %+v", parts)
	}
	if d.Privacy.Delta != 0 || d.Privacy.Claim != privacy.Idealised || d.Privacy.Mechanism != "ppca" {
		t.Errorf("%+v", d.Privacy)
	}
	if d.NumComponents != 1 { // one category's contrast holds nearly all
		t.Errorf("k = %d", d.NumComponents)
	}
	// With a core, δ goes to it alone; with a δ, zero-concentrated accounting may state less.
	in.Steps.Centre = nil
	in.Delta, in.CoreShare = 1e-6, .2
	d = p.released(in)
	if parts := d.Privacy.Parts; len(parts) != 4 || parts[3].Step != "core" || parts[3].Delta != 1e-6 {
		t.Errorf("parts %+v", d.Privacy.Parts)
	}
	if d.Privacy.Epsilon > 20 || d.Privacy.Delta > 1e-6 {
		t.Errorf("cost %+v", d.Privacy)
	}
}

func TestStepsUnderAddRemove(t *testing.T) {
	p, _ := openPeople(t, 400, `"rows_per_person":2`)
	in := ask("nuclear", 1)
	in.Relation, in.Delta, in.Epsilon = "add-remove", 0, 5
	in.Steps = &plan.Steps{NormBound: &plan.NormBound{Share: .1, Quantile: .5}}
	d := p.released(in)
	checkCost(t, d, in)
	if d.N != 0 || d.VarianceUnit != release.Sum {
		t.Errorf("n = %d, %q", d.N, d.VarianceUnit)
	}
	if r := d.Encoding.NormBound; r < .5 || r > 1.5 {
		t.Errorf("R = %v", r)
	}
}

func TestPairs(t *testing.T) {
	p, _ := openPeople(t, 401, `"norm_rule":"pairs"`)
	in := ask("gaussian", 1)
	in.Epsilon = 50
	d := p.released(in)
	checkCost(t, d, in)
	e := d.Encoding
	if e.NormRule != "pairs" || e.NormBound != 1 || d.N != 401 || d.VarianceUnit != release.PerPair || !strings.Contains(d.Privacy.Formula, "not variances") {
		t.Errorf("%+v, n = %d, %q, %q", e, d.N, d.VarianceUnit, d.Privacy.Formula)
	}
	trace := 0.0
	for _, x := range d.Spectrum {
		trace += x
	}
	if math.Abs(trace-1) > .1 {
		t.Errorf("the shares add up to %v", trace)
	}
	// The contrast of the category, c=x against c=y, is what differs most.
	if v := d.Components[0]; math.Abs(v[2]+v[3]) > .1 || math.Abs(v[2]) < .6 {
		t.Errorf("first direction %v", v)
	}
	in.Steps = &plan.Steps{ChooseK: &plan.ChooseK{Share: .1, Target: .8, Max: 2}}
	in.Mechanism, in.K = "ppca-gibbs", 0
	if d := p.released(in); d.Privacy.Claim != privacy.Conditional || d.VarianceUnit != "" {
		t.Errorf("%+v", d.Privacy)
	}
	in = ask("gaussian", 1)
	in.Relation = "add-remove"
	if e := p.refused(protocol.ReleaseRequest.Name, in, nil); e.Code != protocol.CodeRequest || !strings.Contains(e.Message, "replace-one") {
		t.Errorf("add/remove: %+v", e)
	}

	// One row is in no pair; several rows a person leave the number of pairs private.
	p, _ = openPeople(t, 1, `"norm_rule":"pairs"`)
	if d := p.released(ask("gaussian", 1)); d.N != 1 {
		t.Errorf("n = %d", d.N)
	}
	p, _ = openPeople(t, 50, `"norm_rule":"pairs","person_column":"id","rows_per_person":2`)
	if d := p.released(ask("gaussian", 1)); d.N != 50 || d.VarianceUnit != release.SumOfPairs {
		t.Errorf("n = %d, %q", d.N, d.VarianceUnit)
	}
}

// counting is a source that counts its words.
type counting struct {
	words int
	from  interface{ Uint64() uint64 }
}

func (c *counting) Uint64() uint64 {
	c.words++
	return c.from.Uint64()
}

// TestNothingIsDrawnBeforeAllIsDecided: a release with anything wrong in it is
// refused before the first word is drawn and before the file is read again.
func TestNothingIsDrawnBeforeAllIsDecided(t *testing.T) {
	all := func() *plan.Steps {
		return &plan.Steps{Centre: &plan.Centre{Share: .1}, NormBound: &plan.NormBound{Share: .1, Quantile: .9}}
	}
	for _, c := range []struct {
		ours, want string
		change     func(*protocol.Release)
	}{
		{"", "number of records, which is private", func(r *protocol.Release) { r.Relation = "add-remove" }},
		{`"rows_per_person":3`, "number of rows, which is private", func(r *protocol.Release) {}},
		{`"norm_rule":"unit"`, "Only records that are clipped", func(r *protocol.Release) {}},
		{`"norm_rule":"pairs"`, "have no centre", func(r *protocol.Release) {}},
		{`"norm_bound":2`, "states a norm bound already", func(r *protocol.Release) {}},
		{"", "above 0 and below 1", func(r *protocol.Release) { r.Steps.Centre.Share = 0 }},
		{"", "above 0 and below 1", func(r *protocol.Release) { r.Steps.NormBound.Share = math.MaxFloat64 }},
		{"", "leave nothing", func(r *protocol.Release) { r.Steps.Centre.Share = .9 }},
		{"", "quantile must lie", func(r *protocol.Release) { r.Steps.NormBound.Quantile = 1 }},
		{"", "uses nothing of the records", func(r *protocol.Release) { r.Mechanism = "random" }},
		{"", "is not one of", func(r *protocol.Release) { r.Mechanism = "wishart" }},
		{"", "k = 4 of d = 4", func(r *protocol.Release) { r.K = 4 }},
		{"", "ε must be positive", func(r *protocol.Release) { r.Epsilon = -1 }},
		{"", "δ > 0", func(r *protocol.Release) { r.Delta = 0 }},
		{"", "other k can be viewed", func(r *protocol.Release) {
			r.K, r.Steps.ChooseK = 0, &plan.ChooseK{Share: .1, Target: .8, Max: 2}
		}},
		{"", "not both", func(r *protocol.Release) {
			r.Mechanism, r.Steps.ChooseK = "ppca", &plan.ChooseK{Share: .1, Target: .8, Max: 2}
		}},
		{"", "shares its ε among k", func(r *protocol.Release) {
			r.K, r.Mechanism, r.Steps.ChooseK = 0, "sequential", &plan.ChooseK{Share: .1, Target: .8, Max: 2}
		}},
		{"", "must be below d", func(r *protocol.Release) {
			r.K, r.Mechanism, r.Steps.ChooseK = 0, "ppca", &plan.ChooseK{Share: .1, Target: .8, Max: 4}
		}},
		{"", "share of the trace", func(r *protocol.Release) {
			r.K, r.Mechanism, r.Steps.ChooseK = 0, "ppca", &plan.ChooseK{Share: .1, Target: 2, Max: 3}
		}},
	} {
		p := &page{t: t}
		source := &counting{from: noisetest.New(1)}
		p.s = New(&pca.Machine{Random: source}, ledger.New(ledger.NewMemory(), time.Now), release.Software{Version: "test"}, time.Now, func(e protocol.Envelope) { p.sent = append(p.sent, e) })
		f := &memory{name: "people.csv", data: []byte(people(20))}
		must(p, protocol.OpenRequest, protocol.Open{}, f)
		must(p, protocol.PrepareRequest, protocol.Prepare{Schema: schemaWith(c.ours)}, nil)
		in := ask("gaussian", 2)
		in.Steps = all()
		c.change(&in)
		before, told := source.words, len(p.sent)
		e := p.refused(protocol.ReleaseRequest.Name, in, nil)
		if e.Code != protocol.CodeRequest || !strings.Contains(e.Message, c.want) {
			t.Errorf("%+v, want %q", e, c.want)
		}
		if source.words != before || len(p.sent) != told+1 {
			t.Errorf("%q: %d words were drawn, %d messages sent, before the refusal", c.want, source.words-before, len(p.sent)-told-1)
		}
	}
}

// A file that changes between the readings: the draws before it are spent, and the
// message says so.
func TestFileChangesBetweenSteps(t *testing.T) {
	for _, steps := range []plan.Steps{
		{Centre: &plan.Centre{Share: .1}},
		{NormBound: &plan.NormBound{Share: .1, Quantile: .9}},
	} {
		p, f := openPeople(t, 30, "")
		in := ask("gaussian", 1)
		in.Steps = &steps
		f.data = append(f.data, "1,2,x,new\n"...)
		if e := p.refused(protocol.ReleaseRequest.Name, in, nil); e.Code != protocol.CodeFile || !strings.Contains(e.Message, "as spent") {
			t.Errorf("a longer file: %+v", e)
		}
		f.data = []byte(strings.Replace(people(30), "p29", "p30", 1)) // one cell, which is in no vector
		if e := p.refused(protocol.ReleaseRequest.Name, in, nil); e.Code != protocol.CodeFile || !strings.Contains(e.Message, "as spent") || !e.Spent {
			t.Errorf("another file of that length: %+v", e)
		}
		f.data, f.size = f.data[:20], f.Size()
		if e := p.refused(protocol.ReleaseRequest.Name, in, nil); e.Code != protocol.CodeFile || !strings.Contains(e.Message, "as spent") {
			t.Errorf("a shorter file: %+v", e)
		}
	}
}

// Rows that are kept for a release are overwritten where another file or another description takes their place.
func TestKeptRowsEndWithTheirTable(t *testing.T) {
	const mean = `"norm_rule":"mean","scaling":"affine"`
	for name, next := range map[string]func(p *page, f *memory){
		"another file": func(p *page, f *memory) {
			must(p, protocol.OpenRequest, protocol.Open{}, &memory{name: "b.csv", data: f.data})
		},
		"another description": func(p *page, _ *memory) {
			must(p, protocol.PrepareRequest, protocol.Prepare{Schema: schemaWith("")}, nil)
		},
	} {
		t.Run(name, func(t *testing.T) {
			p, f := openPeople(t, 60, mean)
			table := p.s.prepared.table
			if !table.Kept() {
				t.Fatal("no rows are kept")
			}
			next(p, f)
			if table.Kept() {
				t.Error("rows stay in memory")
			}
		})
	}
}
