package forecast

import (
	"bytes"
	"context"
	"io"
	"math/rand/v2"
	"os"
	"testing"
	"time"

	"gonum.org/v1/gonum/mat"

	"privatepca/core/internal/madeup"
	"privatepca/core/noise/noisetest"
	"privatepca/core/pca"
	"privatepca/core/plan"
	"privatepca/core/privacy"
	"privatepca/core/schema"
)

func slow() bool { return os.Getenv("PRIVATEPCA_SLOW") != "" }

// tables are those that bands are held to: with planted factors, complete, and a third each with 10 and 30 % of cells missing.
func tables() (out []madeup.Maker) {
	for i, m := range madeup.Planted() {
		out = append(out, m)
		if i%3 < 2 {
			out = append(out, m.Missing([...]float64{.1, .3}[i%3]))
		}
	}
	return out
}

// A tally counts how many shares lie in bands.
type tally struct{ cells, inside, below, above int }

func (c *tally) add(kept, low, high float64) {
	c.cells++
	switch {
	case kept < low-.005:
		c.below++
	case kept > high+.005:
		c.above++
	default:
		c.inside++
	}
}

func (c *tally) holds(t *testing.T, what string, least float64) {
	t.Helper()
	t.Logf("%s: %d of %d shares lie in the band, %d below and %d above", what, c.inside, c.cells, c.below, c.above)
	if float64(c.inside) < least*float64(c.cells) {
		t.Errorf("%s: %d of %d shares lie in the band", what, c.inside, c.cells)
	}
}

// public are the facts of the table that are public.
func publicOf(c *madeup.Encoded, k int) Public {
	p := Public{Features: c.D, Directions: k, Delta: 1e-6, Relation: privacy.ReplaceOne, RowsPerPerson: 1}
	for _, col := range c.Table.Columns {
		if col.Levels > 0 {
			p.Columns.Categories++
		} else {
			p.Columns.Numbers++
		}
	}
	return p
}

// Releases by the rule mean, of skewed, sparse, heavy-tailed and wide-bounded tables with missing cells: the band over the spread of spectra
// holds the mean share of at least .88 of cells, for equal columns and in the units of the bounds; and so does the band of the table's own
// spectrum. All is seeded. In short, every fourth table is drawn, of at most 2,000 rows.
func TestMadeUpTables(t *testing.T) {
	cells := []struct {
		n       int
		epsilon float64
	}{{500, 1}, {500, 3}, {2000, .5}, {2000, 1}, {2000, 3}, {10000, .1}, {10000, 1}}
	draws := 4
	makers := tables()
	if !slow() {
		cells, draws = cells[1:4], 2
	}
	var of, own [2]tally
	for i, m := range makers {
		if !slow() && i%4 != 1 {
			continue
		}
		for _, cell := range cells {
			table := madeup.Encode(m.Draw(cell.n, uint64(i)))
			for which, equal := range []bool{true, false} {
				var released []*drawn
				for draw := range draws {
					released = append(released, releasing(table, cell.epsilon, 1e-6, equal, rand.New(rand.NewPCG(uint64(draw), 5))))
				}
				exact := scaled(table.Spectrum(map[bool][]float64{true: table.Equal, false: table.Bounds}[equal]))
				for _, k := range []int{1, 2, 3, 5, 10} {
					if 2*k >= table.D {
						continue
					}
					kept := 0.0
					for _, o := range released {
						kept += o.share(k, equal) / float64(draws)
					}
					public := publicOf(table, k)
					for _, by := range []struct {
						tally   *tally
						assumed []Assumption
					}{{&of[which], Spread(table.D, k)}, {&own[which], []Assumption{{"exact", exact}}}} {
						b, ok, err := forecaster(t, public, by.assumed).Band(Means(float64(cell.n), equal), "gaussian", cell.epsilon)
						if err != nil || !ok {
							t.Fatal(ok, err)
						}
						by.tally.add(kept, b.Low[0], b.High[0])
					}
				}
			}
		}
	}
	for which, what := range []string{"columns equal", "units of the bounds"} {
		of[which].holds(t, what, .88)
		own[which].holds(t, what+", own spectrum", .88)
		if own[which].below*100 > own[which].cells { // what a sentence says of a spectrum that is known
			t.Errorf("%s: of their own spectrum, more is said than %d of %d releases keep", what, own[which].below, own[which].cells)
		}
	}
}

type plainFile []byte

func (f plainFile) Open() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(f)), nil }
func (f plainFile) Size() int64                  { return int64(len(f)) }

// Whole releases of the program, of the same tables, by the rule mean and by those that are explicit choices: the band over the spread of spectra holds
// the mean share in at least .88 of cells, too. That of mean is of equal columns, that of the others of the centred covariance. Pairs bend directions where
// cells are rare, and sign bends a single direction.
func TestReleasesByEachRule(t *testing.T) {
	cells := []struct {
		n, k    int
		epsilon float64
	}{{500, 3, 1}, {2000, 1, 1}, {2000, 3, .5}, {2000, 5, 3}}
	draws := 6
	if !slow() {
		cells, draws = cells[1:3], 2
	}
	held := map[string]*tally{RuleMean: {}, RuleSign: {}, RulePairs: {}}
	for i, m := range madeup.Planted() {
		if !slow() && i%4 != 1 {
			continue
		}
		for _, cell := range cells {
			drawn := m.Draw(cell.n, uint64(i))
			table := madeup.Encode(drawn)
			var text bytes.Buffer
			if err := drawn.WriteCSV(&text); err != nil {
				t.Fatal(err)
			}
			s := drawn.Schema()
			means := plan.Means(s, privacy.ReplaceOne)
			facts := Table{Rows: float64(cell.n), Split: .15, Mean: Mean{Share: .1, Squared: means.Squared, Body: means.Body, Count: means.Count, Widest: means.Widest, Settled: means.Settled}}
			public := publicOf(table, cell.k)
			best := 0.0
			for l, values := 0, table.Spectrum(table.Bounds); l < cell.k; l++ {
				best += values[l]
			}
			for _, w := range Ways(facts, public) {
				tally := held[w.Rule]
				if tally == nil {
					continue
				}
				s.NormRule = schema.NormRule(w.Rule)
				equal := w.Rule == RuleMean
				p, err := pca.NewPlan(s, pca.Choices{
					Mechanism: "gaussian", K: cell.k, Epsilon: cell.epsilon, Delta: 1e-6, Relation: privacy.ReplaceOne, Shrink: !equal, Correlations: equal,
				})
				if err != nil {
					t.Fatal(err)
				}
				from := pca.Open(plainFile(text.Bytes()), s, &pca.Machine{Random: noisetest.New(uint64(i))})
				kept := 0.0
				for range draws {
					r, err := p.Run(context.Background(), from, pca.Run{Debit: pca.NoLedger, Now: time.Unix(0, 0)})
					if err != nil {
						t.Fatal(err)
					}
					doc, err := r.Document(cell.k)
					if err != nil {
						t.Fatal(err)
					}
					if equal {
						weights := mat.NewDense(table.D, cell.k, nil)
						for l, row := range doc.Components {
							for i, x := range row {
								weights.Set(i, l, x/doc.Scale[i])
							}
						}
						kept += table.Share(weights, table.Equal) / float64(draws)
						continue
					}
					for _, row := range doc.Components {
						v := mat.NewVecDense(len(row), row)
						kept += mat.Inner(v, table.Covariance, v) / best / float64(draws)
					}
				}
				b, _, err := forecaster(t, public, Spread(table.D, cell.k)).Band(w.Encoding, "gaussian", cell.epsilon)
				if err != nil {
					t.Fatal(err)
				}
				before := tally.inside
				if tally.add(kept, b.Low[0], b.High[0]); tally.inside == before {
					t.Logf("%s, n = %d, k = %d, ε = %g, %s: %.3f kept, forecast %.3f to %.3f", m.Name, cell.n, cell.k, cell.epsilon, w.Rule, kept, b.Low[0], b.High[0])
				}
			}
		}
	}
	for rule, tally := range held {
		tally.holds(t, rule, .88)
	}
}
