package pca_test

import (
	"context"
	"fmt"
	"path/filepath"
	"time"

	"privatepca/core/ledger"
	"privatepca/core/ledger/disk"
	"privatepca/core/pca"
	"privatepca/core/privacy"
	"privatepca/core/release"
	"privatepca/core/schema"
)

// The first row names the columns, and says how the file is written. No record is read for it.
func ExampleHeader() {
	h, err := pca.Header(context.Background(), pca.OSFile(people()))
	check(err)
	fmt.Printf("%q by %q\n", h.Columns, h.Delimiter)
	// Output: ["age" "weight"] by ","
}

// What was read is for the curator: how many records there were, and which cells are not what the schema says.
func ExampleTable_Sum() {
	t := pca.Open(pca.OSFile(people()), adults(), machine)
	read, err := t.Sum(context.Background(), nil)
	check(err)
	fmt.Println(read.Records, "records")
	for _, i := range read.Irregularities {
		fmt.Printf("%s: %d cells %s, %s\n", i.Column, i.Count, i.Kind, i.Treatment)
	}
	// Output:
	// 1000 records
	// weight: 500 cells outside, each counts as the nearer bound
}

// A plan tells what each step costs, before a table is opened.
func ExamplePlan_Steps() {
	p, err := pca.NewPlan(adults(), choices)
	check(err)
	for _, step := range p.Steps() {
		fmt.Printf("%s: %.2f of μ²\n", step.Name, step.Share)
	}
	fmt.Printf("ε = %v, δ = %v, %s\n", p.Cost().Epsilon, p.Cost().Delta, p.Claim())
	// Output:
	// sums: 0.20 of μ²
	// lengths: 0.03 of μ²
	// second moment: 0.77 of μ²
	// ε = 1, δ = 1e-06, exact arithmetic
}

// The debit is on the disk before the first draw. A ledger refuses what would pass the limit of these people, and then nothing is drawn.
func ExampleRun() {
	table := people()
	book := ledger.New(disk.New(filepath.Join(dir, "clinic.ledger")), time.Now, "gaussian")
	p, err := pca.NewPlan(adults(), choices)
	check(err)
	cost := p.Cost()
	cost.Claim = p.Claim()
	debit := func() (release.Account, error) {
		done, err := book.Debit(ledger.Request{
			Population: "clinic", Cap: 1.5, // ε at the account's δ
			Account: ledger.Account{Relation: privacy.ReplaceOne, RowsPerPerson: 1, Delta: choices.Delta},
			Charge:  ledger.ChargeOf("gaussian", cost),
		}, false)
		return release.Account{Raises: done.History.Raises, Resets: done.History.Resets, Before: done.History.Before}, err
	}
	for range 3 {
		r, err := p.Run(context.Background(), pca.Open(pca.OSFile(table), p.Schema(), machine), pca.Run{Debit: debit, Now: time.Now()})
		fmt.Println(r != nil, err)
	}
	// Output:
	// true <nil>
	// true <nil>
	// false With this release the total would be ε = 1.82; the limit of this population is 1.5.
}

// What was released is asked any number of times, for any k up to MaxK, and costs nothing more.
func ExampleResult_Document() {
	p, err := pca.NewPlan(adults(), choices)
	check(err)
	r, err := p.Run(context.Background(), pca.Open(pca.OSFile(people()), p.Schema(), machine), pca.Run{Debit: pca.NoLedger, Now: time.Now()})
	check(err)
	d, err := r.Document(r.MaxK())
	check(err)
	fmt.Println(d.NumComponents, "direction of", d.FeatureNames)
	// Output:
	// 1 direction of [age weight]
}

var choices = pca.Choices{Mechanism: "gaussian", K: 1, Epsilon: 1, Delta: 1e-6, Relation: privacy.ReplaceOne}

// adults says what is public of the table of people, whose heaviest are above the bound.
func adults() *schema.Schema {
	s, err := schema.Parse([]byte(`{"fields":[
	 {"name":"age","type":"number","constraints":{"minimum":0,"maximum":100}},
	 {"name":"weight","type":"number","constraints":{"minimum":0,"maximum":80}}]}`))
	check(err)
	s.NormRule = schema.Mean
	return s
}
