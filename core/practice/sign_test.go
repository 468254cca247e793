package practice

import (
	"context"
	"fmt"
	"io"
	"math"
	"strings"
	"testing"

	"privatepca/core/method"
	"privatepca/core/noise/noisetest"
	"privatepca/core/pca"
	"privatepca/core/privacy"
	"privatepca/core/schema"
)

// csvText is a file that counts how often it was read.
type csvText struct {
	text   string
	opened int
}

func (c *csvText) Open() (io.ReadCloser, error) {
	c.opened++
	return io.NopCloser(strings.NewReader(c.text)), nil
}

func (c *csvText) Size() int64 { return int64(len(c.text)) }

// Under the norm rule sign a trial is a whole release: its mean is noisy and paid for, so that little ε moves the
// directions from the exact mean's, and it costs what was asked.
func TestTrialsOfSignPayForTheirMean(t *testing.T) {
	var b strings.Builder
	b.WriteString("x,y,z\n")
	random := noisetest.New(8)
	for range 400 {
		u, v, w := random.Uint64()%101, random.Uint64()%21, random.Uint64()%11
		fmt.Fprintf(&b, "%d,%d,%d\n", u, 90+v/2, w)
	}
	s := schema.New(
		schema.Field{Name: "x", Kind: schema.Number, Minimum: 0, Maximum: 100},
		schema.Field{Name: "y", Kind: schema.Number, Minimum: 0, Maximum: 100},
		schema.Field{Name: "z", Kind: schema.Number, Minimum: 0, Maximum: 100})
	s.NormRule = schema.Sign
	file := &csvText{text: b.String()}
	c, err := New(context.Background(), pca.Open(file, s, &pca.Machine{Random: noisetest.New(1)}), false)
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Learn(context.Background(), s, nil); err != nil {
		t.Fatal(err)
	}
	kept := map[float64]float64{}
	for _, epsilon := range []float64{.01, 1000} {
		in := Trial{Mechanism: method.Default, K: 1, Budget: privacy.Budget{Epsilon: epsilon, Delta: 1e-6}, Relation: privacy.ReplaceOne}
		if err := c.Check(in); err != nil {
			t.Fatal(err)
		}
		before := file.opened
		draws, cost, err := c.Try(context.Background(), in, 20, func(pca.Progress) {}, func(int) bool { return true })
		if err != nil || len(draws.Utilities) != 20 || cost.Epsilon != epsilon {
			t.Fatalf("%v: %d draws at a cost of %+v", err, len(draws.Utilities), cost)
		}
		if file.opened-before != 20 { // each draw has a mean of its own, about which records are summed anew
			t.Errorf("the file was read %d times for 20 draws", file.opened-before)
		}
		for _, u := range draws.Utilities {
			kept[epsilon] += u.Energy / 20
		}
	}
	if kept[1000] < .98 || kept[.01] > .8 {
		t.Errorf("ε = 1000 keeps %.3f, ε = 0.01 %.3f", kept[1000], kept[.01])
	}
	// The same release by the whole budget for the directions alone, about the exact mean, has narrower noise: what practice showed before.
	p, _, err := c.plan(Trial{Mechanism: method.Default, K: 1, Budget: privacy.Budget{Epsilon: 1, Delta: 1e-6}, Relation: privacy.ReplaceOne})
	if err != nil {
		t.Fatal(err)
	}
	alone, err := privacy.CalibrateGaussian(privacy.FrobeniusSquared(privacy.ReplaceOne, schema.Scale, 1), 6, privacy.Budget{Epsilon: 1, Delta: 1e-6})
	if err != nil {
		t.Fatal(err)
	}
	if wider := float64(p.Steps()[1].Width.Sigma) / float64(alone.Sigma); math.Abs(wider-1/math.Sqrt(.9)) > .02 {
		t.Errorf("the trial's noise is %.3f times that of directions alone", wider)
	}
	if err := c.Check(Trial{Mechanism: method.Default, K: 3, Budget: privacy.Budget{Epsilon: 1, Delta: 1e-6}, Relation: privacy.ReplaceOne}); err == nil {
		t.Error("three directions of three features are tried")
	}
}

// A draw that gives no subspace is counted, not an error: SULQ's matrix often has complex eigenvalues in much noise.
func TestRefusedTrialsOfSignAreCounted(t *testing.T) {
	var b strings.Builder
	b.WriteString("a,b,c,d,e\n")
	random := noisetest.New(9)
	for range 60 {
		fmt.Fprintf(&b, "%d,%d,%d,%d,%d\n", random.Uint64()%11, random.Uint64()%11, random.Uint64()%11, random.Uint64()%11, random.Uint64()%11)
	}
	s := schema.New()
	for _, name := range []string{"a", "b", "c", "d", "e"} {
		s.Fields = append(s.Fields, schema.Field{Name: name, Kind: schema.Number, Minimum: 0, Maximum: 10})
	}
	s.NormRule = schema.Sign
	c, err := New(context.Background(), pca.Open(&csvText{text: b.String()}, s, &pca.Machine{Random: noisetest.New(2)}), false)
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Learn(context.Background(), s, nil); err != nil {
		t.Fatal(err)
	}
	in := Trial{Mechanism: "sulq", K: 3, Budget: privacy.Budget{Epsilon: .5, Delta: 1e-6}, Relation: privacy.ReplaceOne}
	draws, _, err := c.Try(context.Background(), in, 40, func(pca.Progress) {}, func(int) bool { return true })
	if err != nil || draws.Refused == 0 || draws.Refused+len(draws.Utilities) != 40 {
		t.Errorf("%v: %d draws, %d refused", err, len(draws.Utilities), draws.Refused)
	}
}
