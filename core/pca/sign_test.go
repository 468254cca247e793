package pca

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"
	"testing"
	"time"

	"privatepca/core/fault"
	"privatepca/core/method"
	"privatepca/core/plan"
	"privatepca/core/privacy"
	"privatepca/core/release"
	"privatepca/core/schema"
)

// mixedTable has n records of two numbers, a category of three levels and an id, some cells missing. The first number
// and the category go together.
func mixedTable(n int) *text {
	var b strings.Builder
	b.WriteString("x,y,c,id\n")
	for i := range n {
		level := []string{"p", "q", "r", ""}[i*i%7%4]
		fmt.Fprintf(&b, "%d,%d,%s,p%d\n", 10+i*i%7*9+i%5, i*53%101, level, i/2)
	}
	return &text{data: []byte(b.String())}
}

func mixedColumns(change func(*schema.Schema)) *schema.Schema {
	s := schema.New(
		schema.Field{Name: "x", Kind: schema.Number, Minimum: 0, Maximum: 100},
		schema.Field{Name: "y", Kind: schema.Number, Minimum: 0, Maximum: 100},
		schema.Field{Name: "c", Kind: schema.Category, Enum: []string{"p", "q", "r"}})
	s.NormRule = schema.Sign
	if change != nil {
		change(s)
	}
	return s
}

// TestSign releases under the norm rule sign by every mechanism, under each relation and unit of privacy: the document
// verifies, its mean is near the exact one, and the file is read once before the debit and once after it.
func TestSign(t *testing.T) {
	const n = 3000
	for _, how := range method.All() {
		for name, change := range map[string]func(*schema.Schema, *Choices){
			"replace-one": func(*schema.Schema, *Choices) {},
			"add-remove":  func(_ *schema.Schema, c *Choices) { c.Relation = privacy.AddRemove },
			"persons":     func(s *schema.Schema, _ *Choices) { s.PersonColumn, s.RowsPerPerson = "id", 2 },
			"shrunk":      func(_ *schema.Schema, c *Choices) { c.Shrink = true },
		} {
			t.Run(how.Name+" "+name, func(t *testing.T) {
				s, c := mixedColumns(nil), Choices{Mechanism: how.Name, K: 2, Epsilon: 30, Relation: privacy.ReplaceOne}
				if how.NeedsDelta() {
					c.Delta = 1e-6
				}
				change(s, &c)
				p, err := NewPlan(s, c)
				if err != nil {
					t.Fatal(err)
				}
				file := mixedTable(n)
				machine, source := seeded(7)
				debited := false
				r, err := p.Run(context.Background(), Open(file, s, machine), Run{Now: time.Unix(0, 0), Debit: func() (release.Account, error) {
					debited = true
					if file.opened != 1 || source.words != 0 {
						t.Errorf("before the debit the file was opened %d times and %d words were drawn", file.opened, source.words)
					}
					return NoLedger()
				}})
				if err != nil {
					if how.Refuses {
						t.Skip("it released nothing for this seed: ", err)
					}
					t.Fatal(err)
				}
				if !debited || how.Free() != (file.opened == 1) {
					t.Errorf("the file was opened %d times", file.opened)
				}
				d, b := documentOf(t, r)
				for _, check := range release.Verify(d, b) {
					if !check.Holds && !how.Free() {
						t.Errorf("%s: %s", check.What, check.Detail)
					}
				}
				if how.Free() {
					return
				}
				if got := d.Privacy.Parts[0]; got.Step != method.StepMean || (got.Width() > 0) != how.NeedsDelta() {
					t.Errorf("the first part is %+v", got)
				}
				if math.Abs(d.Encoding.CentrePoint[1]-.5) > .05 || math.Abs(d.Encoding.CentrePoint[2]+d.Encoding.CentrePoint[3]+d.Encoding.CentrePoint[4]-1) > 1e-5 {
					t.Errorf("the mean is %v", d.Encoding.CentrePoint)
				}
				if whole := how.Gives == method.WholeMatrix && how.Law != ""; (d.Shrinkage != nil) != (c.Shrink && whole) {
					t.Errorf("shrinkage: %+v", d.Shrinkage)
				}
			})
		}
	}
}

// TestSignIsJoint: Gaussian steps are calibrated together, so that the release costs the ε that was asked, and its noise is
// narrower than that of a budget that was split.
func TestSignIsJoint(t *testing.T) {
	s := mixedColumns(nil)
	c := Choices{Mechanism: "gaussian", K: 2, Epsilon: 1, Delta: 1e-6, Relation: privacy.ReplaceOne}
	p, err := NewPlan(s, c)
	if err != nil {
		t.Fatal(err)
	}
	if p.Cost().Epsilon != 1 || p.Cost().Delta != 1e-6 {
		t.Errorf("costs %+v", p.Cost())
	}
	width := p.Steps()[1].Width
	split, err := privacy.CalibrateGaussian(privacy.FrobeniusSquared(privacy.ReplaceOne, schema.Scale, 1), 15, privacy.Budget{Epsilon: .9, Delta: .9e-6})
	if err != nil {
		t.Fatal(err)
	}
	if ratio := float64(split.Sigma) / float64(width.Sigma); ratio < 1.04 || ratio > 1.08 {
		t.Errorf("the split budget's noise is %.3f times as wide", ratio)
	}
}

// A stated public centre needs no mean, and pays for none.
func TestSignWithAPublicCentre(t *testing.T) {
	s := mixedColumns(func(s *schema.Schema) { s.Centre, s.Point = schema.CentrePoint, []float64{.5, .5, .25, .25, .25} })
	c := Choices{Mechanism: "gaussian", K: 2, Epsilon: 1, Delta: 1e-6, Relation: privacy.AddRemove}
	p, err := NewPlan(s, c)
	if err != nil || len(p.Steps()) != 1 {
		t.Fatal(err, p.Steps())
	}
	c.Steps = &plan.Steps{Mean: &plan.Mean{Share: .1}}
	if _, err := NewPlan(s, c); err == nil {
		t.Error("a mean is paid for in vain")
	}
}

// Files that say little: one row, two, all rows alike, all cells missing.
func TestSignOfLittle(t *testing.T) {
	for name, rows := range map[string]string{
		"one row": "1,2,p,a\n", "two rows": "1,2,p,a\n3,4,q,b\n",
		"all alike": strings.Repeat("5,5,q,a\n", 50), "all missing": strings.Repeat("NaN,,,\n", 50),
	} {
		for _, mechanism := range []string{"gaussian", "nuclear"} {
			s := mixedColumns(nil)
			c := Choices{Mechanism: mechanism, K: 1, Epsilon: 1, Relation: privacy.ReplaceOne, Shrink: true}
			if mechanism == "gaussian" {
				c.Delta = 1e-6
			}
			p, err := NewPlan(s, c)
			if err != nil {
				t.Fatal(err)
			}
			machine, _ := seeded(3)
			r, err := p.Run(context.Background(), Open(&text{data: []byte("x,y,c,id\n" + rows)}, s, machine), Run{Debit: NoLedger, Now: time.Unix(0, 0)})
			if err != nil {
				t.Fatalf("%s, %s: %v", name, mechanism, err)
			}
			if _, err := r.Encode(1); err != nil {
				t.Errorf("%s, %s: %v", name, mechanism, err)
			}
		}
	}
}

// Tables of the fewest features: two numbers, one category of two levels. A category of one level, a number
// without a range and a mean that has nothing of the budget, or all of it, are refused.
func TestSignOfFewFeatures(t *testing.T) {
	x := schema.Field{Name: "x", Kind: schema.Number, Minimum: 0, Maximum: 100}
	y, fixed := x, x
	y.Name, fixed.Maximum = "y", fixed.Minimum
	c := schema.Field{Name: "c", Kind: schema.Category, Enum: []string{"p", "q"}}
	single := c
	single.Enum = []string{"p"}
	for name, test := range map[string]struct {
		fields []schema.Field
		share  float64 // of the mean; 0 for the usual one
		fails  bool
	}{
		"two numbers":    {[]schema.Field{x, y}, 0, false},
		"one category":   {[]schema.Field{c}, 0, false},
		"a single level": {[]schema.Field{x, single}, 0, true},

		"of no range":        {[]schema.Field{x, fixed}, 0, true},
		"a mean of all":      {[]schema.Field{x, y}, 1, true},
		"a mean of nothing":  {[]schema.Field{x, y}, 1e-300, true},
		"a mean of none":     {[]schema.Field{x, y}, -1, true},
		"a mean of a little": {[]schema.Field{x, y}, 1e-3, false},
	} {
		for _, mechanism := range []string{"gaussian", "nuclear"} {
			s := schema.New(test.fields...)
			s.NormRule = schema.Sign
			choices := Choices{Mechanism: mechanism, K: 1, Epsilon: 1, Relation: privacy.ReplaceOne}
			if mechanism == "gaussian" {
				choices.Delta = 1e-6
			}
			if test.share != 0 {
				choices.Steps = &plan.Steps{Mean: &plan.Mean{Share: max(test.share, 0)}}
			}
			p, err := NewPlan(s, choices)
			if (err != nil) != test.fails {
				t.Errorf("%s, %s: %v", name, mechanism, err)
			}
			if err != nil {
				continue
			}
			machine, _ := seeded(3)
			r, err := p.Run(context.Background(), Open(mixedTable(40), s, machine), Run{Debit: NoLedger, Now: time.Unix(0, 0)})
			if err != nil {
				t.Fatalf("%s, %s: %v", name, mechanism, err)
			}
			d, b := documentOf(t, r)
			verified(t, name+", "+mechanism, d, b)
		}
	}
}

// A file that changes between the readings gives no document, and what was spent stays spent.
func TestSignOfAChangedFile(t *testing.T) {
	s := mixedColumns(nil)
	p, err := NewPlan(s, Choices{Mechanism: "gaussian", K: 1, Epsilon: 1, Delta: 1e-6, Relation: privacy.ReplaceOne})
	if err != nil {
		t.Fatal(err)
	}
	file := &changing{text: mixedTable(20)}
	machine, _ := seeded(3)
	_, err = p.Run(context.Background(), Open(file, s, machine), Run{Debit: NoLedger})
	if f := new(fault.Error); !errors.As(err, &f) || !f.Spent {
		t.Errorf("%+v", f)
	}
}

// A changing file has another last digit at its second reading.
type changing struct{ *text }

func (f *changing) Open() (io.ReadCloser, error) {
	if f.opened == 1 {
		f.data = append([]byte(nil), f.data...)
		f.data[len(f.data)-2] ^= 1
	}
	return f.text.Open()
}

// TestSignForged: documents that state less than their noise fail a check.
func TestSignForged(t *testing.T) {
	s := mixedColumns(nil)
	p, err := NewPlan(s, Choices{Mechanism: "gaussian", K: 1, Epsilon: 1, Delta: 1e-6, Relation: privacy.ReplaceOne})
	if err != nil {
		t.Fatal(err)
	}
	machine, _ := seeded(3)
	r, err := p.Run(context.Background(), Open(mixedTable(100), s, machine), Run{Debit: NoLedger, Now: time.Unix(0, 0)})
	if err != nil {
		t.Fatal(err)
	}
	for name, forge := range map[string]func(*release.Document){
		"a smaller ε":                func(d *release.Document) { d.Privacy.Epsilon *= .99 },
		"a smaller δ":                func(d *release.Document) { d.Privacy.Delta /= 2 },
		"a smaller ρ":                func(d *release.Document) { d.Privacy.Rho *= .99 },
		"no width":                   func(d *release.Document) { d.Privacy.Parts[0].Law = nil },
		"a narrower mean":            func(d *release.Document) { d.Privacy.Parts[0].Law.Width /= 2 },
		"a cheaper mean":             func(d *release.Document) { d.Privacy.Parts[0].Epsilon /= 2 },
		"no mean":                    func(d *release.Document) { d.Privacy.Parts = d.Privacy.Parts[1:] },
		"another scale":              func(d *release.Document) { d.Encoding.Quantisation = 900 },
		"more rows a person":         func(d *release.Document) { d.Privacy.RowsPerPerson = 2 },
		"narrower noise on the rest": func(d *release.Document) { d.Privacy.Noise.Diagonal /= 1.01; d.Privacy.Noise.OffDiagonal /= 1.01 },
	} {
		d, err := r.Document(1)
		if err != nil {
			t.Fatal(err)
		}
		noise := *d.Privacy.Noise
		d.Privacy.Noise, d.Privacy.Parts = &noise, append([]privacy.Part(nil), d.Privacy.Parts...)
		forge(d)
		holds := true
		for _, check := range release.Verify(d, nil)[1:] { // the first compares bytes
			holds = holds && check.Holds
		}
		if holds {
			t.Errorf("%s: every check holds", name)
		}
	}
}

// A category of many levels beside numbers, under pure ε: the mean's width is a number, so that the release is made. It was none from
// about 118 levels on: the numbers' means became none, the records were measured from nowhere, and what was paid was lost.
func TestSignOfAWideCategory(t *testing.T) {
	var fields []schema.Field
	for i := range 5 {
		fields = append(fields, schema.Field{Name: fmt.Sprint("x", i), Kind: schema.Number, Minimum: 0, Maximum: 100})
	}
	levels := make([]string, 150)
	for i := range levels {
		levels[i] = fmt.Sprint("l", i)
	}
	s := schema.New(append(fields, schema.Field{Name: "c", Kind: schema.Category, Enum: levels})...)
	s.NormRule = schema.Sign
	p, err := NewPlan(s, Choices{Mechanism: "nuclear", K: 2, Epsilon: 1000, Relation: privacy.ReplaceOne})
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	b.WriteString("x0,x1,x2,x3,x4,c\n")
	for i := range 3000 {
		fmt.Fprintf(&b, "%d,%d,%d,%d,%d,l%d\n", i%101, i*7%101, i*31%51, i*53%101, i*17%21, i%150)
	}
	machine, _ := seeded(7)
	r, err := p.Run(context.Background(), Open(&text{data: []byte(b.String())}, s, machine), Run{Debit: NoLedger, Now: time.Unix(0, 0)})
	if err != nil {
		t.Fatal(err)
	}
	d, encoded := documentOf(t, r)
	for _, check := range release.Verify(d, encoded) {
		if !check.Holds {
			t.Errorf("%s: %s", check.What, check.Detail)
		}
	}
	for i, want := range []float64{.5, .5, .25, .5, .1} { // in units of the range
		if x := d.Encoding.CentrePoint[i]; !(math.Abs(x-want) < .1) {
			t.Errorf("the mean of x%d is %g, not about %g", i, x, want)
		}
	}
}

// The smallest ε with many rows a person: a step's σ passes 2⁵¹, where the ε that it is stated to cost by itself is found to the last
// bit. The document was refused after the debit, since calibrating to that ε gives a σ that is larger by two.
func TestSignAtTheSmallestEpsilon(t *testing.T) {
	made := 0
	for _, relation := range []privacy.Relation{privacy.ReplaceOne, privacy.AddRemove} {
		for _, rows := range []int{1, 10, 100, 300, 1000} {
			for _, epsilon := range []float64{privacy.MinEpsilon, 1e-8, 1e-6, 1e-5, 1e-4, 2e-4, 1e-3} {
				s := mixedColumns(func(s *schema.Schema) { s.PersonColumn, s.RowsPerPerson = "id", rows })
				p, err := NewPlan(s, Choices{Mechanism: "gaussian", K: 1, Epsilon: epsilon, Delta: 1e-9, Relation: relation})
				if err != nil { // before any debit
					if !strings.Contains(err.Error(), "wider than") {
						t.Fatalf("ε = %g, %d rows: %v", epsilon, rows, err)
					}
					continue
				}
				made++
				machine, _ := seeded(7)
				r, err := p.Run(context.Background(), Open(mixedTable(50), s, machine), Run{Debit: NoLedger, Now: time.Unix(0, 0)})
				if err != nil {
					t.Fatalf("ε = %g, %d rows: %v", epsilon, rows, err)
				}
				if _, err := r.Encode(1); err != nil {
					t.Errorf("%s, ε = %g, %d rows: %v", relation, epsilon, rows, err)
				}
			}
		}
	}
	if made < 40 {
		t.Errorf("%d releases were made", made)
	}
}
