package session

import (
	"bytes"
	"embed"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path"
	"strings"
	"testing"

	"privatepca/core/plan"
	"privatepca/core/release"
	"privatepca/wasm/protocol"
)

// golden holds the documents in the program: a test in a browser has no files.
//
//go:embed testdata/golden
var golden embed.FS

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
			got := []byte(must(p, protocol.ReleaseRequest, in, nil).Document)
			name := path.Join("testdata", "golden", c.name+".json")
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
		})
	}
}
