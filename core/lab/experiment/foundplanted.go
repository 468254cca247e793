package experiment

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/mat"

	"privatepca/core/internal/madeup"
	"privatepca/core/lab/experiment/plot"
)

// A plantedCell is what releases of one table with planted factors found, in means over them.
type plantedCell struct {
	R2          float64 // of planted factors on the first k scores, over that on the exact scores of equal columns of the complete columns' same table
	Least       float64 // the least of them
	Block, FAMD float64 // what the scores explain, with a category as one column and with a level over √p: over the most
	Clear       float64 // directions that are called clear
	Tested      bool    // the documents have a test at all
	Releases    int
	// Rule is the same for the rule's own exact directions, and Angle the largest principal angle of their plane with that of the correlations, in
	// degrees: for documents with a finding.
	Rule, RuleBlock, RuleFAMD, Angle float64
}

// plantedIn releases a table several times.
func (r *Run) plantedIn(m madeup.Maker, f finder, c sized, draws int) (plantedCell, error) {
	return cell(r, fmt.Sprintf("planted/%s/%s/%s/draws=%d", m.Name, f.name, c, draws), func(src *rand.ChaCha8) (out plantedCell, err error) {
		t, err := try(m.Draw(c.n, 1), f.rule, src)
		if err != nil {
			return out, err
		}
		e := madeup.Encode(t.drawn)
		k := min(m.K, e.D-1)
		most := e.R2(e.Best(e.Equal, k))
		each, share := make([]float64, len(most)), 1/float64(draws)
		for i := range draws {
			d, _, err := t.release(k, c.epsilon, f.equal, nil)
			if err != nil {
				return out, err
			}
			w := weightsOf(d, k)
			out.Block += e.Share(w, e.Equal) * share
			out.FAMD += e.Share(w, e.Levels) * share
			for q, r2 := range e.R2(w) {
				each[q] += r2 / most[q] * share
			}
			out.Releases++
			if test, ok := d.NoiseTest(); ok {
				out.Tested = true
				out.Clear += float64(test.Clear) * share
			}
			if d.Finding != nil && i == 0 {
				s := cut(e, d.Encoding.CentrePoint, d.Finding.Weights, d.Finding.Radius)
				v := leading(scaledBy(e, s, d.Finding.Scales, given))
				w := mat.NewDense(e.D, k, nil)
				for l := range k {
					for f, j := range e.Column {
						w.Set(f, l, v.At(l, f)*d.Finding.Weights[f]/d.Finding.Scales[j])
					}
				}
				for q, r2 := range e.R2(w) {
					out.Rule += r2 / most[q] / float64(len(most))
				}
				out.RuleBlock, out.RuleFAMD = e.Share(w, e.Equal), e.Share(w, e.Levels)
				out.Angle = widest(v, e.Best(e.Equal, k), e.Equal)
			}
		}
		out.R2, out.Least = sum(each)/float64(len(each)), slices.Min(each)
		return out, nil
	})
}

// widest is the largest principal angle, in degrees, between the first rows of v and the columns of weights, which are directions divided by scale.
func widest(v, weights *mat.Dense, scale []float64) float64 {
	d, k := weights.Dims()
	b := mat.NewDense(d, k, nil)
	for f := range d {
		for l := range k {
			b.Set(f, l, weights.At(f, l)*scale[f])
		}
	}
	var c mat.Dense
	c.Mul(v.Slice(0, k, 0, d), b)
	var s mat.SVD
	s.Factorize(&c, mat.SVDNone)
	return math.Acos(math.Min(1, s.Values(nil)[k-1])) * 180 / math.Pi
}

func (r *Run) plantedSizes() []sized {
	if r.Quick {
		return []sized{{2000, 1}}
	}
	return []sized{{2000, .5}, {2000, 1}, {10000, 1}}
}

// mustFind are the tables of which the program must find what exact scores find: complete, and with cells missing.
var mustFind = []struct {
	name string
	n    int
}{{"survey, 54 mixed columns", 3200}, {"40 Likert items", 3000}, {"counts and incomes", 6000}, {"many-level categories", 6000}}

// maker is the planted table of that name.
func maker(name string) madeup.Maker {
	makers := madeup.Planted()
	return makers[slices.IndexFunc(makers, func(m madeup.Maker) bool { return m.Name == name })]
}

var pictureEpsilons = []float64{.1, 1, 10}

// planted is the part: what is found of planted factors, by each way.
func planted(r *Run) (*fragment, error) {
	makers := r.some(madeup.Planted())
	rows := [][]string{{"table", "n", "epsilon", "way", "r2", "least_r2", "block_share", "famd_share", "clear", "releases"}}
	line := func(m madeup.Maker, c sized, name string, v plantedCell) {
		clear := ""
		if v.Tested {
			clear = f2(v.Clear)
		}
		rows = append(rows, []string{m.Name, fmt.Sprint(c.n), g3(c.epsilon), name, f3(v.R2), f3(v.Least), f3(v.Block), f3(v.FAMD), clear, fmt.Sprint(v.Releases)})
	}
	shown := [][]string{{"way", "R² of planted factors, of what exact scores have", "share of columns", "called clear"}}
	means := func(name string, cells []plantedCell, tested bool) {
		var v plantedCell
		n := float64(len(cells))
		for _, c := range cells {
			v.R2, v.Block, v.FAMD, v.Clear = v.R2+c.R2/n, v.Block+c.Block/n, v.FAMD+c.FAMD/n, v.Clear+c.Clear/n
		}
		clear := "not tested"
		if tested {
			clear = f2(v.Clear)
		}
		shown = append(shown, []string{name, f3(v.R2), f3(v.Block), clear})
	}
	var exact, rule []plantedCell
	var angles []float64
	widestAt := ""
	releases := 0
	var tables [][]plantedCell
	for _, f := range finders {
		var all []plantedCell
		for _, m := range makers {
			for _, c := range r.plantedSizes() {
				v, err := r.plantedIn(m, f, c, r.pick(6, 2))
				if err != nil {
					return nil, err
				}
				line(m, c, f.name, v)
				all, releases = append(all, v), releases+v.Releases
				if f.name != recommended {
					continue
				}
				e := madeup.Encode(m.Draw(c.n, 1))
				w := e.Best(e.Equal, m.K)
				v.R2, v.Least, v.Block, v.FAMD, v.Tested, v.Releases = 1, 1, e.Share(w, e.Equal), e.Share(w, e.Levels), false, 1
				line(m, c, baseline, v)
				exact = append(exact, v)
				v.R2, v.Least, v.Block, v.FAMD = v.Rule, v.Rule, v.RuleBlock, v.RuleFAMD
				line(m, c, ruleOnly, v)
				if rule = append(rule, v); c.n == r.plantedSizes()[len(r.plantedSizes())-1].n {
					if angles = append(angles, v.Angle); v.Angle == slices.Max(angles) {
						widestAt = m.Name
					}
				}
			}
		}
		tables = append(tables, all)
	}
	means(baseline, exact, false)
	means(ruleOnly, rule, false)
	for i, f := range finders {
		means(f.name, tables[i], slices.ContainsFunc(tables[i], func(c plantedCell) bool { return c.Tested }))
	}
	slices.Sort(angles)

	var demands []wanted
	kept := [][]string{{"table", "rows/ε", "complete", "10 % of cells missing", "30 % missing"}}
	draws := 5
	for i, c := range mustFind {
		if r.Quick && i > 0 {
			break
		}
		at, text := sized{c.n, 1}, []string{}
		for _, missing := range []float64{0, .1, .3} {
			m := maker(c.name)
			if missing > 0 {
				m = m.Missing(missing)
			}
			v, err := r.plantedIn(m, finders[0], at, draws)
			if err != nil {
				return nil, err
			}
			line(m, at, recommended, v)
			text = append(text, f3(v.Least))
			// Least is over what exact scores of the same cells have, below 1: what is lost is at most 1 − Least.
			demands = append(demands, wanted{fmt.Sprintf("%s %s: least R² of a factor", m.Name, at), v.Least, true, .95})
		}
		kept = append(kept, append([]string{c.name, at.String()}, text...))
	}

	picture := plot.Chart{Title: "Survey of 54 columns, 3,200 rows: three planted factors", X: "ε", Y: "R² found, of what exact scores have", LogX: true, YMin: 0, YMax: 1.05}
	survey := maker("survey, 54 mixed columns")
	for i, f := range finders {
		s := plot.Series{Name: []string{"mean", "sign, equal", "sign, bounds", "pairs", "clip"}[i], Colour: []int{1, 2, 4, 5, 3}[i]}
		for _, epsilon := range pictureEpsilons {
			v, err := r.plantedIn(survey, f, sized{3200, epsilon}, r.pick(4, 2))
			if err != nil {
				return nil, err
			}
			line(survey, sized{3200, epsilon}, f.name, v)
			s.X, s.Y = append(s.X, epsilon), append(s.Y, v.R2)
		}
		picture.Series = append(picture.Series, s)
	}
	image, err := r.svg("planted", "R² of planted factors against ε, by each way", plot.SVG("R² of planted factors that is found against ε, by each way to release", 1, picture))
	if err != nil {
		return nil, err
	}
	link, err := r.csv("planted", rows)
	if err != nil {
		return nil, err
	}
	sizes := ""
	for i, c := range r.plantedSizes() {
		sizes += map[bool]string{true: ", ", false: ""}[i > 0] + c.String()
	}
	return &fragment{text: fmt.Sprintf(`%s

%d tables with planted factors at %s: means over %d releases. A share of columns is divided by the largest that so many scores can explain.

%s
The least R² of a factor, of what exact scores of the same cells have; means of %d releases, %.2f is demanded:

%s
Without any noise the rule's plane is %.1f° from that of Pearson's correlations in the median table, and %.0f° in the farthest (%s). Numbers: %s.
`, image, len(makers), sizes, releases, markdown(shown), draws, .95, markdown(kept), angles[len(angles)/2], angles[len(angles)-1], widestAt, link)}, missed(demands)
}
