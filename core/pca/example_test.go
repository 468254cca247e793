package pca_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"strings"
	"time"

	"privatepca/core/noise/noisetest"
	"privatepca/core/pca"
	"privatepca/core/privacy"
	"privatepca/core/schema"
)

// A whole release by the default of page and command: a public schema, a plan and the sentence that it promises, the run, and
// the document. A schema that states no rules has those of schema.New, which are not that default: hence the line that sets them.
func ExampleNewPlan() {
	s, err := schema.Parse([]byte(`{"fields":[
	 {"name":"age","type":"number","constraints":{"minimum":0,"maximum":100}},
	 {"name":"weight","type":"number","constraints":{"minimum":0,"maximum":200}}]}`))
	check(err)
	s.NormRule, s.Scaling = schema.Mean, schema.Affine
	p, err := pca.NewPlan(s, pca.Choices{Mechanism: "gaussian", K: 1, Epsilon: 1, Delta: 1e-6, Relation: privacy.ReplaceOne, Correlations: true})
	check(err)
	fmt.Println(p.Statement())
	r, err := p.Run(context.Background(), pca.Open(pca.OSFile(people()), s, machine), pca.Run{Debit: pca.NoLedger, Now: time.Now()})
	check(err)
	document, err := r.Encode(1)
	check(err)
	check(os.WriteFile(filepath.Join(dir, "release.json"), document, 0o644))
	fmt.Println(strings.Count(string(document), "\n") > 50)
	// Output:
	// One person is one row. Replacing all data of any one person multiplies the probability of any result by at most 2.72 (ε = 1) and adds at most δ = 10⁻⁶. Released by the Gaussian mechanism. Directions are those of the correlations: every column counts equally.
	// true
}

// machine has seeded random numbers, as only a test may. A program gives nil, for those of
// the operating system.
var machine = &pca.Machine{Random: noisetest.New(1)}

var dir = os.TempDir()

// people writes a table of a thousand records.
func people() string {
	d, err := os.MkdirTemp("", "people")
	check(err)
	dir = d
	file := filepath.Join(dir, "people.csv")
	check(os.WriteFile(file, []byte("age,weight\n"+strings.Repeat("30,60\n60,90\n", 500)), 0o600))
	return file
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
