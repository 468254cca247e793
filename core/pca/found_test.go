package pca

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"privatepca/core/noise/noisetest"
	"privatepca/core/privacy"
	"privatepca/core/release"
	"privatepca/core/schema"
)

var addFound = flag.Bool("found", false, "add documents to core/release/testdata/found that are not there yet")

// A foundCase is a table and a release of which core/release and core/report have a document.
type foundCase struct {
	name    string
	n       int
	loads   [][2]float64 // of each number: its factor, and how much of it is the factor's
	as      string       // the case whose document it is made as
	group   int          // the factor of the category
	missing float64
	lists   int     // columns of four answers, of a factor each
	wide    float64 // how many times as wide as they need be bounds are
	schema  func(s *schema.Schema)
	choices func(c *Choices)
}

// factorLoads are columns of factors: so many of each, that strong.
func factorLoads(of ...[2]float64) (loads [][2]float64) {
	for factor, columns := range of {
		for range int(columns[0]) {
			loads = append(loads, [2]float64{float64(factor), columns[1]})
		}
	}
	return loads
}

var foundCases = []foundCase{
	{name: "factors", n: 3000, loads: factorLoads([2]float64{6, .85}, [2]float64{4, .8}), missing: .05},
	{name: "plane", n: 2000, loads: factorLoads([2]float64{5, .8}, [2]float64{5, .8}, [2]float64{3, .8}), group: 2},
	{name: "none", n: 2000, loads: factorLoads([2]float64{10, 0})},
	{name: "wide", n: 400, loads: factorLoads([2]float64{8, .8}), wide: 100, choices: func(c *Choices) { c.Epsilon = .2 }},
	{name: "bounds", n: 3000, loads: factorLoads([2]float64{6, .85}, [2]float64{4, .8}), choices: func(c *Choices) { c.Correlations = false }},
	{name: "persons", n: 4000, loads: factorLoads([2]float64{5, .9}, [2]float64{5, .8}), schema: func(s *schema.Schema) { s.PersonColumn, s.RowsPerPerson = "id", 2 }},
	{name: "rows", n: 4000, loads: factorLoads([2]float64{5, .9}, [2]float64{5, .8}), schema: func(s *schema.Schema) { s.RowsPerPerson = 2 }},
	{name: "add-remove", n: 3000, loads: factorLoads([2]float64{6, .85}, [2]float64{4, .8}), missing: .1, choices: func(c *Choices) { c.Relation = privacy.AddRemove }},
	{name: "again", as: "factors", n: 3000, loads: factorLoads([2]float64{6, .85}, [2]float64{4, .8}), missing: .05},
	{name: "lists", n: 3000, loads: factorLoads([2]float64{4, .85}, [2]float64{4, .8}), missing: .05, lists: 3},
	{name: "weights", n: 3000, loads: factorLoads([2]float64{6, .85}, [2]float64{4, .8}), schema: func(s *schema.Schema) {
		s.Fields[0].Weight, s.Fields[1].Complete, s.Fields[9].Maximum = .5, true, 4000
		s.Fields[2].Label, s.Fields[9].Label = "Height, cm", "Income"
	}},
}

// made is the table and the schema of a case: numbers of factors, and a category.
func (c foundCase) made() (string, *schema.Schema) {
	name := c.name
	if c.as != "" { // the same people
		name = c.as
	}
	rng := rand.New(rand.NewPCG(uint64(len(name)), uint64(c.n)))
	var text strings.Builder
	text.WriteString("id")
	s := schema.New()
	for j := range c.loads {
		s.Fields = append(s.Fields, schema.Field{Name: fmt.Sprintf("x%d", j+1), Kind: schema.Number, Minimum: -4 * max(1, c.wide), Maximum: 4 * max(1, c.wide)})
		fmt.Fprintf(&text, ",x%d", j+1)
	}
	s.Fields = append(s.Fields, schema.Field{Name: "group", Kind: schema.Category, Enum: []string{"low", "middle", "high"}})
	s.NormRule, s.Scaling = schema.Mean, schema.Affine
	answers := []string{"walk", "bus", "train", "car"}
	text.WriteString(",group")
	for l := range c.lists {
		name := fmt.Sprintf("travel%d", l+1)
		s.Fields = append(s.Fields, schema.ListOf(schema.Field{Name: name}, ";", answers)...)
		text.WriteString("," + name)
	}
	if c.schema != nil {
		c.schema(s)
	}
	text.WriteString("\n")
	for i := range c.n {
		fmt.Fprintf(&text, "p%d", i/2)
		f := [4]float64{rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64()}
		for _, l := range c.loads {
			x := l[1]*f[int(l[0])] + (1-l[1]*l[1])*rng.NormFloat64()
			if rng.Float64() < c.missing {
				text.WriteString(",")
			} else {
				fmt.Fprintf(&text, ",%.3f", x)
			}
		}
		level := rng.NormFloat64()
		if c.loads[0][1] > 0 {
			level = .8*f[c.group] + .6*rng.NormFloat64()
		}
		fmt.Fprintf(&text, ",%s", map[bool]string{true: "low", false: map[bool]string{true: "high", false: "middle"}[level > .6]}[level < -.6])
		for l := range c.lists {
			named := []string{}
			for _, answer := range answers {
				if .8*f[l%2]+.6*rng.NormFloat64() > .5 {
					named = append(named, answer)
				}
			}
			if len(named) == 0 { // a cell of no answer would be empty, which is missing
				named = append(named, answers[rng.IntN(4)])
			}
			text.WriteString("," + strings.Join(named, ";"))
		}
		text.WriteByte('\n')
	}
	return text.String(), s
}

// A document with a finding passes its own checks, whatever the release: persons, weights, missing cells, nothing found, nothing
// tested. core/release and core/report have one of each, as it was when it was added.
func TestFoundDocuments(t *testing.T) {
	for _, c := range foundCases {
		t.Run(c.name, func(t *testing.T) {
			table, s := c.made()
			choices := usual(3, 2)
			if c.choices != nil {
				c.choices(&choices)
			}
			if c.as != "" {
				if runtime.GOOS == "js" {
					t.Skip("a browser has no files")
				}
				first, err := os.ReadFile(filepath.Join("..", "release", "testdata", "found", c.as+".json"))
				if err != nil {
					t.Fatal(err)
				}
				d, err := release.Decode(first)
				if err != nil {
					t.Fatal(err)
				}
				if choices.As, err = release.As(d, first, s, choices.Relation); err != nil {
					t.Fatal(err)
				}
			}
			p, err := NewPlan(s, choices)
			if err != nil {
				t.Fatal(err)
			}
			machine := &Machine{Random: noisetest.New(uint64(len(c.name)))}
			r, err := p.Run(context.Background(), Open(&text{data: []byte(table)}, s, machine), Run{
				Debit: NoLedger, Now: time.Unix(0, 0),
			})
			if err != nil {
				t.Fatal(err)
			}
			d, err := r.Document(3)
			if err != nil {
				t.Fatal(err)
			}
			encoded, err := r.Encode(3)
			if err != nil {
				t.Fatal(err)
			}
			verified(t, c.name, d, encoded)
			path := filepath.Join("..", "release", "testdata", "found", c.name+".json")
			if _, err := os.Stat(path); *addFound && os.IsNotExist(err) {
				if err := os.WriteFile(path, encoded, 0o644); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}
