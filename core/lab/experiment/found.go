package experiment

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"time"

	"gonum.org/v1/gonum/mat"

	"privatepca/core/internal/madeup"
	"privatepca/core/method"
	"privatepca/core/pca"
	"privatepca/core/privacy"
	"privatepca/core/release"
	"privatepca/core/schema"
)

// What is found in tables whose truth is known (core/internal/madeup): planted factors, false directions in tables whose columns have no relation, and
// how often intervals hold. Whole releases of the program, whose files are written and read as a curator's are.

// A finder is a way to release whose findings are compared.
type finder struct {
	name  string
	rule  schema.NormRule
	equal bool // columns count equally
	// exact are the directions that its intervals are about, as rows: of the same table, centre, lengths and scales, without noise. nil where its
	// documents have no intervals.
	exact func(t *madeup.Encoded, d *release.Document) *mat.Dense
}

// recommended is the name of the way that page, command and library recommend.
const recommended = "mean, columns equal (recommended)"

var finders = []finder{
	{name: recommended, rule: schema.Mean, equal: true, exact: exactMeans},
	{name: "sign, columns equal", rule: schema.Sign, equal: true},
	{name: "sign, units of the bounds", rule: schema.Sign, exact: exactSigns},
	{name: "pairs, columns equal", rule: schema.Pairs, equal: true},
	{name: "clip, about zero", rule: schema.Clip},
}

// baseline is the PCA of the table itself with equal columns, which is not private.
const baseline = "exact, columns equal (not private)"

// exactSigns are the leading directions of records that are divided by their lengths.
func exactSigns(t *madeup.Encoded, d *release.Document) *mat.Dense {
	s := mat.NewSymDense(t.D, nil)
	s.SymOuterK(1, t.Records(d.Encoding.CentrePoint, t.Bounds, math.SmallestNonzeroFloat64).T())
	return leading(s)
}

// exactMeans are the leading directions of records that are measured, weighted and cut as the release did, about their own mean, each column in the
// release's scale.
func exactMeans(t *madeup.Encoded, d *release.Document) *mat.Dense {
	u := t.Records(d.Encoding.CentrePoint, d.Finding.Weights, d.Finding.Radius)
	sum := mat.NewVecDense(t.D, nil)
	for i := range t.N {
		sum.AddVec(sum, u.RowView(i))
	}
	s := mat.NewSymDense(t.D, nil)
	s.SymOuterK(1, u.T())
	s.SymRankOne(s, -1/float64(t.N), sum)
	for f := range t.D {
		for g := f; g < t.D; g++ {
			s.SetSym(f, g, s.At(f, g)/d.Finding.Scales[t.Column[f]]/d.Finding.Scales[t.Column[g]])
		}
	}
	return leading(s)
}

// leading are the eigenvectors as rows, those of the largest eigenvalues first.
func leading(s *mat.SymDense) *mat.Dense {
	d, _ := s.Dims()
	var e mat.EigenSym
	e.Factorize(s, true)
	var v mat.Dense
	e.VectorsTo(&v)
	rows := mat.NewDense(d, d, nil)
	for i := range d {
		for f := range d {
			rows.Set(i, f, v.At(f, d-1-i))
		}
	}
	return rows
}

// An interval is what a document says of one direction: of each loading an estimate, and where the exact one lies with probability .95, for this table.
type interval struct{ estimate, low, high []float64 }

// intervals are those of clear directions that stand alone.
func intervals(d *release.Document, directions int) (out []interval) {
	add := func(estimate []float64, ends func(j int) (low, high float64)) {
		in := interval{estimate: estimate}
		for j := range estimate {
			low, high := ends(j)
			in.low, in.high = append(in.low, low), append(in.high, high)
		}
		out = append(out, in)
	}
	if d.Finding == nil {
		for i := range directions {
			if u, ok := d.Uncertainty(i); ok {
				add(u.Estimate, u.Interval)
			}
		}
		return out
	}
	for _, e := range d.Finding.Estimates {
		if len(e.Ranks) == 1 {
			add(e.Loadings, func(j int) (low, high float64) {
				return e.Loadings[j] - 1.96*e.Errors[j], e.Loadings[j] + 1.96*e.Errors[j]
			})
		}
	}
	return out
}

// A foundCell is what releases of one table found, in means over them.
type foundCell struct {
	R2          float64 // of planted factors on the first k scores, over that on the exact scores of equal columns; 0 where none was planted
	Block, FAMD float64 // what the scores explain, with a category as one column and with a level over √p: over the most
	Clear       float64 // directions that are called clear
	False       float64 // share of releases with one, where no columns are related
	Tested      bool    // the documents have a test at all
	Held, Of    int     // intervals that hold the exact loading, of clear directions
	Releases    int
}

// foundIn releases a table several times.
func (r *Run) foundIn(m madeup.Maker, f finder, n int, epsilon float64, draws int) (foundCell, error) {
	return cell(r, fmt.Sprintf("found/%s/%s/n=%d/epsilon=%g/draws=%d", m.Name, f.name, n, epsilon, draws), func(src *rand.ChaCha8) (out foundCell, err error) {
		drawn := m.Draw(n, 1)
		t := madeup.Encode(drawn)
		var file bytes.Buffer
		if err := drawn.WriteCSV(&file); err != nil {
			return out, err
		}
		s := drawn.Schema()
		s.NormRule = f.rule
		relation := privacy.ReplaceOne
		k := min(m.K, t.D-1)
		p, err := pca.NewPlan(s, pca.Choices{Mechanism: method.Default, K: k, Epsilon: epsilon, Delta: smallDelta, Relation: relation, Shrink: f.rule == schema.Sign || f.rule == schema.Pairs, Correlations: f.equal})
		if err != nil {
			return out, err
		}
		most := t.R2(t.Best(t.Equal, k))
		table := pca.Open(text(file.Bytes()), s, &pca.Machine{Random: src})
		for range draws {
			result, err := p.Run(context.Background(), table, pca.Run{Debit: pca.NoLedger, Now: time.Unix(0, 0)})
			if err != nil {
				return out, err
			}
			doc, err := result.Document(k)
			if err != nil {
				return out, err
			}
			weights := mat.NewDense(t.D, k, nil)
			for l, row := range doc.Components {
				for i, x := range row {
					if doc.Scale != nil {
						x /= doc.Scale[i]
					}
					weights.Set(i, l, x)
				}
			}
			share := 1 / float64(draws)
			out.Block += t.Share(weights, t.Equal) * share
			out.FAMD += t.Share(weights, t.Levels) * share
			for q, r2 := range t.R2(weights) {
				out.R2 += r2 / most[q] * share / float64(len(most))
			}
			out.Releases++
			test, ok := doc.NoiseTest()
			if !ok {
				continue
			}
			out.Tested = true
			out.Clear += float64(test.Clear) * share
			if test.Clear > 0 && drawn.Factors == nil {
				out.False += share
			}
			if f.exact == nil {
				continue
			}
			exact := f.exact(t, doc)
			for _, in := range intervals(doc, min(test.Clear, k)) {
				truth := nearest(exact, in.estimate, test.Clear+3)
				for j, x := range truth {
					if x >= in.low[j] && x <= in.high[j] {
						out.Held++
					}
					out.Of++
				}
			}
		}
		return out, nil
	})
}

// nearest is the row of the first few that is nearest in angle to an estimate, with its sign.
func nearest(rows *mat.Dense, estimate []float64, first int) []float64 {
	best, most := 0, 0.0
	d, _ := rows.Dims()
	e := mat.NewVecDense(len(estimate), estimate)
	for i := range min(first, d) {
		if c := mat.Dot(rows.RowView(i), e); math.Abs(c) > math.Abs(most) {
			best, most = i, c
		}
	}
	out := make([]float64, len(estimate))
	for j := range out {
		out[j] = math.Copysign(1, most) * rows.At(best, j)
	}
	return out
}

// cellsOf a part of the section: how many rows, at which ε.
type sized struct {
	n       int
	epsilon float64
}

// plantedCells and nullCells; a quick run takes one.
func (r *Run) plantedCells() []sized {
	if r.Quick {
		return []sized{{2000, 1}}
	}
	return []sized{{2000, .5}, {2000, 1}, {10000, 1}}
}

func (r *Run) nullCells() (out []sized) {
	if r.Quick {
		return []sized{{3000, 1}}
	}
	for _, n := range []int{500, 3000, 20000} {
		for _, epsilon := range []float64{.3, 1, 3, 30} {
			out = append(out, sized{n, epsilon})
		}
	}
	return out
}

// some are all makers, but in a quick run every fourth.
func (r *Run) some(makers []madeup.Maker) (out []madeup.Maker) {
	for i, m := range makers {
		if !r.Quick || i%4 == 0 {
			out = append(out, m)
		}
	}
	return out
}

// found is the section.
func found(r *Run) (*fragment, error) {
	rows := [][]string{{"table", "planted", "n", "epsilon", "way", "r2", "block_share", "famd_share", "clear", "false", "intervals_held", "intervals", "releases"}}
	line := func(m madeup.Maker, planted bool, c sized, name string, v foundCell) {
		clear, wrong := "", ""
		if v.Tested {
			clear = f2(v.Clear)
			if !planted {
				wrong = f2(v.False)
			}
		}
		r2 := ""
		if planted {
			r2 = f3(v.R2)
		}
		rows = append(rows, []string{m.Name, fmt.Sprint(planted), fmt.Sprint(c.n), g3(c.epsilon), name, r2, f3(v.Block), f3(v.FAMD), clear, wrong, fmt.Sprint(v.Held), fmt.Sprint(v.Of), fmt.Sprint(v.Releases)})
	}

	planted := [][]string{{"way", "R²", "block share", "FAMD share", "clear", "intervals that hold"}}
	var makers []madeup.Maker
	for _, m := range r.some(madeup.Planted()) {
		makers = append(makers, m, m.Missing(.1))
	}
	exact, count := foundCell{}, 0.0
	for _, m := range makers {
		for _, c := range r.plantedCells() {
			t := madeup.Encode(m.Draw(c.n, 1))
			w := t.Best(t.Equal, m.K)
			v := foundCell{R2: 1, Block: t.Share(w, t.Equal), FAMD: t.Share(w, t.Levels), Releases: 1}
			line(m, true, c, baseline, v)
			exact.R2, exact.Block, exact.FAMD, count = exact.R2+v.R2, exact.Block+v.Block, exact.FAMD+v.FAMD, count+1
		}
	}
	planted = append(planted, []string{baseline, f3(exact.R2 / count), f3(exact.Block / count), f3(exact.FAMD / count), "–", "–"})
	null := [][]string{{"way", "releases", "with a false direction", "worst table"}}
	for _, f := range finders {
		total, tested := foundCell{}, 0.0
		for _, m := range makers {
			for _, c := range r.plantedCells() {
				v, err := r.foundIn(m, f, c.n, c.epsilon, r.pick(6, 2))
				if err != nil {
					return nil, err
				}
				line(m, true, c, f.name, v)
				total.R2, total.Block, total.FAMD = total.R2+v.R2, total.Block+v.Block, total.FAMD+v.FAMD
				total.Held, total.Of = total.Held+v.Held, total.Of+v.Of
				if v.Tested {
					total.Clear, tested = total.Clear+v.Clear, tested+1
				}
			}
		}
		clear, held := "not tested", "–"
		if tested > 0 {
			clear = f2(total.Clear / tested)
		}
		if total.Of > 0 {
			held = fmt.Sprintf("%s of %d", f3(float64(total.Held)/float64(total.Of)), total.Of)
		}
		planted = append(planted, []string{f.name, f3(total.R2 / count), f3(total.Block / count), f3(total.FAMD / count), clear, held})
		if f.equal && tested == 0 { // its documents have no test: nothing can be called clear
			null = append(null, []string{f.name, "–", "not tested", "–"})
			continue
		}
		releases, wrong, worst, where := 0, 0.0, 0.0, ""
		for _, m := range r.some(madeup.Null()) {
			bad, cells := 0.0, 0.0
			for _, c := range r.nullCells() {
				v, err := r.foundIn(m, f, c.n, c.epsilon, r.pick(10, 2))
				if err != nil {
					return nil, err
				}
				line(m, false, c, f.name, v)
				releases, wrong = releases+v.Releases, wrong+v.False*float64(v.Releases)
				bad, cells = bad+v.False, cells+1
			}
			if bad/cells > worst {
				worst, where = bad/cells, m.Name
			}
		}
		null = append(null, []string{f.name, fmt.Sprint(releases), f3(wrong / float64(releases)), fmt.Sprintf("%s (%s)", where, f2(worst))})
	}
	link, err := r.csv("found", rows)
	if err != nil {
		return nil, err
	}
	return &fragment{fmt.Sprintf(`Tables whose truth is known ([core/internal/madeup](../../core/internal/madeup)): %d with planted factors, each also with 10 %% of its cells missing, and a list of %d in which no two columns are related. They are written as files and released by the program, δ = %s.

**Planted factors.** R² is that of each factor on the first k scores, over that on the exact scores of equal columns. The block share is what the scores explain of columns that count equally, and the FAMD share that of levels over √p, over the most that as many scores can. "Clear" are directions that are called clear. Means over %s.

%s
**No relation.** Releases in which a direction is called clear. Under the rule mean a clear direction relates columns. What the test promises under the other rules is less: it is about a flat rest, and not about relations.

%s
Numbers: %s.
`, len(madeup.Planted()), len(madeup.Null()), power(smallDelta), cellsInWords(r.plantedCells()), markdown(planted), markdown(null), link), nil}, nil
}

func cellsInWords(cells []sized) (text string) {
	for i, c := range cells {
		if i > 0 {
			text += ", "
		}
		text += fmt.Sprintf("n = %d at ε = %s", c.n, g3(c.epsilon))
	}
	return text
}
