package practice

import (
	"context"
	"strings"
	"testing"

	"privatepca/core/method"
	"privatepca/core/noise/noisetest"
	"privatepca/core/pca"
	"privatepca/core/privacy"
	"privatepca/core/schema"
)

// A table with row weights is compared as one without: the other rules take none.
func TestPracticeWithoutRowWeights(t *testing.T) {
	number := func(name string) schema.Field {
		return schema.Field{Name: name, Kind: schema.Number, Minimum: 0, Maximum: 100}
	}
	s := schema.New(number("x"), number("y"), number("z"))
	s.NormRule, s.Scaling, s.RowWeight = schema.Mean, schema.Affine, &schema.RowWeight{Column: "w", Maximum: 2}
	file := &csvText{text: "x,y,z,w\n" + strings.Repeat("10,20,30,2\n60,30,5,0\n90,70,40,1\n", 50)}
	c, err := New(context.Background(), pca.Open(file, s, &pca.Machine{Random: noisetest.New(1)}), false)
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Learn(context.Background(), s, nil); err != nil {
		t.Fatal(err)
	}
	in := Trial{Mechanism: method.Default, K: 1, Budget: privacy.Budget{Epsilon: 1, Delta: 1e-6}, Relation: privacy.ReplaceOne}
	if draws, _, err := c.Try(context.Background(), in, 2, func(pca.Progress) {}, func(int) bool { return true }); err != nil || len(draws.Utilities) != 2 {
		t.Fatalf("%v: %+v", err, draws)
	}
}
