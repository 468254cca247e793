package session

import (
	"bytes"
	"embed"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path"
	"slices"
	"strings"
	"testing"

	"privatepca/core/plan"
	"privatepca/core/privacy"
	"privatepca/core/release"
	"privatepca/wasm/protocol"
)

// golden holds the documents in the program: a test in a browser has no files.
//
//go:embed testdata/golden testdata/golden2
var golden embed.FS

// goldenFolder has the documents of this version of the format; testdata/golden those of version 1.
const goldenFolder = "testdata/golden2"

var update = flag.Bool("update", false, "write the golden documents anew; only where a change of them is meant")

// goldenTable is a table of 240 records, made by a fixed rule: two numbers, a category of
// three levels and a column that names the person, three records each.
func goldenTable() string {
	var b strings.Builder
	b.WriteString("person,age,weight,pressure,ward\n")
	for i := range 240 {
		fmt.Fprintf(&b, "p%d,%d,%.1f,%d,%s\n", i/3, 20+(i*37)%61, 45+float64((i*53)%700)/10, 90+(i*i)%71, []string{"north", "south", "west"}[(i*i+i/7)%3])
	}
	return b.String()
}

// goldenSchema is the schema of that table, with more said under "privatepca".
func goldenSchema(more string) json.RawMessage {
	return json.RawMessage(`{"fields":[
 {"name":"age","type":"number","constraints":{"minimum":0,"maximum":100}},
 {"name":"weight","type":"number","constraints":{"minimum":30,"maximum":150}},
 {"name":"pressure","type":"number","constraints":{"minimum":60,"maximum":200}},
 {"name":"ward","type":"string","constraints":{"enum":["north","south","west"]}}],
 "privatepca":{` + more + `}}`)
}

// TestGoldenDocuments says that a release from a seeded source is the same document, byte for
// byte, as the one an earlier version wrote, and that this document still opens and verifies.
func TestGoldenDocuments(t *testing.T) {
	const plain = `"norm_rule":"clip","norm_bound":1.5`
	cases := []struct {
		name, more string
		change     func(*protocol.Release)
	}{
		{"gaussian", plain, func(*protocol.Release) {}},
		{"gaussian-pairs", `"norm_rule":"pairs"`, func(*protocol.Release) {}},
		{"gaussian-unit", `"norm_rule":"unit"`, func(*protocol.Release) {}},
		{"gaussian-add-remove", plain, func(r *protocol.Release) { r.Relation = "add-remove" }},
		{"gaussian-rows", plain + `,"rows_per_person":3`, func(*protocol.Release) {}},
		{"gaussian-persons", plain + `,"rows_per_person":2,"person_column":"person"`, func(*protocol.Release) {}},
		{"gaussian-pairs-persons", `"norm_rule":"pairs","rows_per_person":2,"person_column":"person"`, func(*protocol.Release) {}},
		{"gaussian-centre", plain, func(r *protocol.Release) { r.Steps = &plan.Steps{Centre: &plan.Centre{Share: .2}} }},
		{"gaussian-steps", `"norm_rule":"clip"`, func(r *protocol.Release) {
			r.Steps = &plan.Steps{Centre: &plan.Centre{Share: .2}, NormBound: &plan.NormBound{Share: .1, Quantile: .9}}
		}},
		{"nuclear", plain, func(r *protocol.Release) { r.Mechanism, r.Delta = "nuclear", 0 }},
		{"nuclear-pairs", `"norm_rule":"pairs"`, func(r *protocol.Release) { r.Mechanism, r.Delta = "nuclear", 0 }},
		{"laplace", plain, func(r *protocol.Release) { r.Mechanism, r.Delta = "laplace", 0 }},
		{"ppca", plain, func(r *protocol.Release) { r.Mechanism, r.Delta = "ppca", 0 }},
		{"ppca-core", plain, func(r *protocol.Release) { r.Mechanism, r.CoreShare, r.Cap = "ppca", .3, 5000 }},
		{"ppca-choose-k", plain, func(r *protocol.Release) {
			r.Mechanism, r.Delta, r.K = "ppca", 0, 0
			r.Steps = &plan.Steps{ChooseK: &plan.ChooseK{Share: .2, Target: .8, Max: 3}}
		}},
		{"ppca-gibbs", plain, func(r *protocol.Release) { r.Mechanism, r.Delta, r.Sweeps = "ppca-gibbs", 0, 50 }},
		{"sequential", plain, func(r *protocol.Release) { r.Mechanism, r.Delta = "sequential", 0 }},
		{"modsulq", plain, func(r *protocol.Release) { r.Mechanism = "modsulq" }},
		{"sulq", plain, func(r *protocol.Release) { r.Mechanism, r.Epsilon = "sulq", 60 }},
		{"random", plain, func(r *protocol.Release) { r.Mechanism, r.Delta = "random", 0 }},
	}
	for i, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			p := newPage(t, uint64(100+i))
			must(p, protocol.OpenRequest, protocol.Open{}, &memory{name: "golden.csv", data: []byte(goldenTable())})
			must(p, protocol.PrepareRequest, protocol.Prepare{Schema: goldenSchema(c.more)}, nil)
			in := ask("gaussian", 2)
			in.Epsilon = 4
			c.change(&in)
			got, err := p.edition(must(p, protocol.ReleaseRequest, in, nil)).Encode()
			if err != nil {
				t.Fatal(err)
			}
			name := path.Join(goldenFolder, c.name+".json")
			if *update {
				if err := os.WriteFile(name, got, 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			want, err := golden.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(got, want) {
				t.Errorf("the document differs from the golden one:\n%s\nwant\n%s", got, want)
			}
			d, err := release.Decode(want)
			if err != nil {
				t.Fatal(err)
			}
			for _, check := range release.Verify(d, want) {
				if !check.Holds {
					t.Errorf("the golden document fails %+v", check)
				}
			}
			before(t, c.name, d)
		})
	}
}

// before says that the document that version 1 wrote of the same release opens, verifies, and says the same, but for what
// version 2 adds on purpose: the law of each step, and one assumption.
func before(t *testing.T, name string, d *release.Document) {
	t.Helper()
	text, err := golden.ReadFile(path.Join("testdata", "golden", name+".json"))
	if err != nil {
		t.Fatal(err)
	}
	old, err := release.Decode(text)
	if err != nil {
		t.Fatal(err)
	}
	for _, check := range release.Verify(old, text) {
		if !check.Holds {
			t.Errorf("the document of version 1 fails %+v", check)
		}
	}
	if old.Privacy.Noise != nil && d.Privacy.Noise.Diagonal < old.Privacy.Noise.Diagonal {
		// Steps are calibrated together since then, and Laplace noise knows of zeros: the same ε and δ by narrower noise.
		if sparse := d.Privacy.Noise.Law == privacy.LaplaceNoise; d.Privacy.Epsilon != old.Privacy.Epsilon || d.Privacy.Delta != old.Privacy.Delta || len(d.Privacy.Parts) < 2 && !sparse {
			t.Errorf("narrower noise for ε = %g, δ = %g; version 1 has %g, %g", d.Privacy.Epsilon, d.Privacy.Delta, old.Privacy.Epsilon, old.Privacy.Delta)
		}
		t.Logf("σ = %g, before %g", d.Privacy.Noise.Diagonal, old.Privacy.Noise.Diagonal)
		return
	}
	d.Version = 1
	// Each ρ is what is proven since then, which is no more than before; μ is new.
	lower := func(rho *float64, before float64) {
		if before > 0 && *rho > before {
			t.Errorf("ρ = %g, before %g", *rho, before)
		}
		*rho = before
	}
	lower(&d.Privacy.Rho, old.Privacy.Rho)
	d.Privacy.Mu = 0
	for i := range d.Privacy.Parts {
		p := &d.Privacy.Parts[i]
		lower(&p.Rho, old.Privacy.Parts[i].Rho)
		p.Law, p.Mu = nil, 0
	}
	d.Privacy.Assumptions = slices.DeleteFunc(d.Privacy.Assumptions, func(s string) bool { return strings.HasPrefix(s, "a relative error of at most 2⁻⁴⁶") })
	again, err := json.Marshal(d)
	if err != nil {
		t.Fatal(err)
	}
	if want, err := json.Marshal(old); err != nil || !bytes.Equal(again, want) {
		t.Errorf("version 2 without its new fields says\n%s\nversion 1\n%s", again, want)
	}
}
