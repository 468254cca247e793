package pca

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"privatepca/core/release"
	"privatepca/core/schema"
)

// A release has one set of directions: its document of k directions is the first k of that of all, byte for byte, whatever k was asked.
func TestEveryKIsTheFirstOfAll(t *testing.T) {
	text, s, _ := survey(rand.New(rand.NewPCG(1, 1)), 1200, .05)
	under := func(rule schema.NormRule) *schema.Schema {
		out := *s
		out.NormRule = rule
		if rule != schema.Mean {
			out.Centre = schema.CentreMidpoint
		}
		return &out
	}
	for _, c := range []struct {
		name   string
		rule   schema.NormRule
		change func(*Choices)
		two    bool // both sets of directions are held
	}{
		{"mean, correlations", schema.Mean, nil, false},
		{"mean, bounds, shrunk", schema.Mean, func(c *Choices) { c.Correlations, c.Shrink = false, true }, true},
		{"clip, shrunk", schema.Clip, func(c *Choices) { c.Correlations, c.Shrink = false, true }, true},
		{"sign, correlations, shrunk", schema.Sign, func(c *Choices) { c.Shrink = true }, true},
	} {
		for _, epsilon := range []float64{.1, 3} {
			t.Run(c.name, func(t *testing.T) {
				choices := usual(3, epsilon)
				if c.change != nil {
					c.change(&choices)
				}
				r := standardRelease(t, text, under(c.rule), choices, usualMachine(7))
				if s.D() < 16 || r.MaxK() < 16 {
					t.Fatalf("%d of %d directions can be had: the test needs 16", r.MaxK(), s.D())
				}
				asked, err := r.Encode(3) // first, as a session does
				if err != nil {
					t.Fatal(err)
				}
				all, err := r.Document(r.MaxK())
				if err != nil {
					t.Fatal(err)
				}
				if (all.Shrinkage != nil) != c.two {
					t.Fatalf("a second set of directions: %v", all.Shrinkage != nil)
				}
				for k := 1; k <= r.MaxK(); k++ {
					own, err := r.Encode(k)
					if err != nil {
						t.Fatal(err)
					}
					first, err := all.First(k)
					if err != nil {
						t.Fatal(err)
					}
					want, err := release.Encode(first)
					if err != nil {
						t.Fatal(err)
					}
					if !bytes.Equal(own, want) || k == 3 && !bytes.Equal(own, asked) {
						t.Fatalf("k = %d is another document than the first %d directions of all", k, k)
					}
				}
			})
		}
	}
}

// All directions are kept at hand as long as they are few, then as many as there is room for, and never fewer than were asked for.
func TestHowManyDirectionsAreAtHand(t *testing.T) {
	for _, c := range []struct{ k, most, want int }{
		{2, 3, 3}, {3, 3, 3}, {1, 361, 361}, {1, 511, 256}, {1, 4095, 32}, {33, 4095, 33}, {4095, 4095, 4095}, {2, 2, 2},
	} {
		if got := atHand(c.k, c.most); got != c.want {
			t.Errorf("of %d directions, %d of them asked for: %d at hand, want %d", c.most, c.k, got, c.want)
		}
	}
}
