package experiment

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/distuv"

	corefinding "privatepca/core/finding"
	"privatepca/core/internal/madeup"
	"privatepca/core/privacy"
	"privatepca/core/release"
)

// A comparedCell is verdicts on pairs of releases, the second "as the first".
type comparedCell struct {
	Different, Tested int
	Untested          int // no direction is clear in both
}

// Who is in the second table.
const (
	samePeople  = "the same people"
	otherPeople = "other people"
	repeatedRow = "other people, five equal rows each"
)

// comparedIn makes pairs of releases. The second table has the same people or a new sample of the same law.
func (r *Run) comparedIn(m madeup.Maker, c sized, who string, pairs int) (comparedCell, error) {
	return cell(r, fmt.Sprintf("compared/2/%s/%s/%s/pairs=%d", m.Name, c, who, pairs), func(src *rand.ChaCha8) (out comparedCell, err error) {
		question := release.OtherPeople
		if who == samePeople {
			question = release.SamePeople
		}
		if who == repeatedRow {
			m = m.Repeated(5)
		}
		for i := range pairs {
			one, err := try(m.Draw(c.n, uint64(2*i)), finders[0].rule, src)
			if err != nil {
				return out, err
			}
			k := min(6, one.drawn.Features()-1)
			first, text, err := one.release(k, c.epsilon, true, nil)
			if err != nil {
				return out, err
			}
			two := one
			if who != samePeople {
				if two, err = try(m.Draw(c.n, uint64(2*i+1)), finders[0].rule, src); err != nil {
					return out, err
				}
			}
			as, err := release.As(first, text, two.schema, privacy.ReplaceOne)
			if err != nil {
				return out, err
			}
			second, _, err := two.release(k, c.epsilon, true, as)
			if err != nil {
				return out, err
			}
			v, refused, err := release.Compare(context.Background(), first, second, question)
			if err != nil {
				return out, err
			}
			if refused != "" {
				out.Untested++
				continue
			}
			out.Tested++
			out.Different += wrong(v.Different)
		}
		return out, nil
	})
}

// What a direction is turned towards.
const (
	nextDirection = "the second direction"
	aColumn       = "one column"
	anything      = "any direction"
)

var targets = [3]string{aColumn, anything, nextDirection}

// turns are by how many degrees.
var turns = [4]float64{0, 6, 12, 20}

// A turnedCell is verdicts on pairs whose second was turned by each of turns, towards each of targets.
type turnedCell struct {
	By [3][4]comparedCell
	// Most is the mean of the power that no test of that level can pass: that of Neyman and Pearson's, who know both exact matrices.
	Most [3][4]float64
}

// turnedIn is the power of the test: pairs of which the second is the first one's exact matrix, whose leading direction was turned, with the noise that a
// second release as the first has. Its planes are taken to be the first one's.
func (r *Run) turnedIn(m madeup.Maker, c sized, pairs int) (turnedCell, error) {
	return cell(r, fmt.Sprintf("turned/5/%s/%s/pairs=%d", m.Name, c, pairs), func(src *rand.ChaCha8) (out turnedCell, err error) {
		rng := rand.New(src)
		var again *release.Document
		for i := range pairs {
			t, err := try(m.Draw(c.n, uint64(900+i)), finders[0].rule, src)
			if err != nil {
				return out, err
			}
			first, text, err := t.release(2, c.epsilon, true, nil)
			if err != nil {
				return out, err
			}
			if again == nil { // for the noise that is stated of such a release
				as, err := release.As(first, text, t.schema, privacy.ReplaceOne)
				if err != nil {
					return out, err
				}
				if again, _, err = t.release(2, c.epsilon, true, as); err != nil {
					return out, err
				}
			}
			e, in := madeup.Encode(t.drawn), inputOf(t, first)
			exact := scaledBy(e, cut(e, first.Encoding.CentrePoint, first.Finding.Weights, first.Finding.Radius), first.Finding.Scales, given)
			for i, towards := range targets {
				cells := &out.By[i]
				for j, degrees := range turns {
					second := *in
					second.Tau, second.MeanTau = again.Finding.Tau, again.Finding.TauMean
					m := turned(e, exact, in, towards, degrees, rng)
					out.Most[i][j] += most(e, exact, m, first, in.Tau, second.Tau) / float64(pairs)
					second.Matrix = noisy(e, m, first, &second, rng)
					v, err := compareInputs(in, first, &second)
					if err != nil {
						return out, err
					}
					if v.Clear == 0 {
						cells[j].Untested++
						continue
					}
					cells[j].Tested++
					cells[j].Different += wrong(v.Different)
				}
			}
		}
		return out, nil
	})
}

// turned is an exact matrix whose first direction was turned in a plane.
func turned(e *madeup.Encoded, m *mat.SymDense, in *corefinding.Input, towards string, degrees float64, rng *rand.Rand) *mat.Dense {
	v := leading(m)
	a, b := mat.VecDenseCopyOf(v.RowView(0)), mat.VecDenseCopyOf(v.RowView(1))
	if towards != nextDirection { // the part of it at a right angle to the direction
		b.Zero()
		if towards == aColumn { // a number whose spread was seen
			var numbers []int
			for j := range e.Table.Columns {
				if e.At[j+1] == e.At[j]+1 && !in.Floored[j] {
					numbers = append(numbers, e.At[j])
				}
			}
			b.SetVec(numbers[rng.IntN(len(numbers))], 1)
		} else {
			for i := range e.D {
				b.SetVec(i, rng.NormFloat64())
			}
		}
		b.AddScaledVec(b, -mat.Dot(a, b), a)
		b.ScaleVec(1/mat.Norm(b, 2), b)
	}
	angle := degrees * math.Pi / 180
	q := mat.NewDense(e.D, e.D, nil) // I + (cos − 1)(aaᵀ + bbᵀ) + sin(baᵀ − abᵀ)
	for i := range e.D {
		q.Set(i, i, 1)
	}
	q.RankOne(q, math.Cos(angle)-1, a, a)
	q.RankOne(q, math.Cos(angle)-1, b, b)
	q.RankOne(q, math.Sin(angle), b, a)
	q.RankOne(q, -math.Sin(angle), a, b)
	var half, whole mat.Dense
	half.Mul(q, m)
	whole.Mul(&half, q.T())
	return &whole
}

// scalesOf are the scales of features.
func scalesOf(e *madeup.Encoded, d *release.Document) []float64 {
	scale := make([]float64, e.D)
	for at, j := range e.Column {
		scale[at] = d.Finding.Scales[j]
	}
	return scale
}

// most is the power, at a level of 5 %, of the test of most power that knows both exact matrices and asks which one the second release is of, where a
// level must hold for every matrix: Φ(δ − 1.645), δ² = ‖difference‖²/(2(τ² + τ'²)). The mean's noise is left out, so it is a bound.
func most(e *madeup.Encoded, one *mat.SymDense, two *mat.Dense, d *release.Document, tau, tau2 float64) float64 {
	scale, sum := scalesOf(e, d), 0.0
	for i := range e.D {
		for j := range e.D {
			x := (two.At(i, j) - one.At(i, j)) * scale[i] * scale[j]
			sum += x * x
		}
	}
	return distuv.UnitNormal.CDF(math.Sqrt(sum/2/(tau*tau+tau2*tau2)) - distuv.UnitNormal.Quantile(.95))
}

// noisy is what a release of an exact matrix has, with its noise: Y = Y_uu − ggᵀ/n, of whose first order the mean's part is (gηᵀ + ηgᵀ)/n.
func noisy(e *madeup.Encoded, m *mat.Dense, d *release.Document, in *corefinding.Input, rng *rand.Rand) (matrix []float64) {
	scale, mean := scalesOf(e, d), in.Mean
	eta := make([]float64, e.D)
	for i := range eta {
		eta[i] = in.MeanTau * rng.NormFloat64()
	}
	for i := range e.D {
		for j := range i + 1 {
			x := m.At(i, j)*scale[i]*scale[j] + in.Tau*rng.NormFloat64()*math.Sqrt(1+float64(wrong(i == j)))
			matrix = append(matrix, x-(mean[i]*eta[j]+eta[i]*mean[j]+eta[i]*eta[j])/in.Rows)
		}
	}
	return projected(in, matrix)
}

// projected takes each category's null direction out of a lower triangle.
func projected(in *corefinding.Input, lower []float64) []float64 {
	d := in.Columns.Features()
	y := mat.NewSymDense(d, nil)
	at := 0
	for i := range d {
		for j := range i + 1 {
			y.SetSym(i, j, lower[at])
			at++
		}
	}
	p := mat.NewDense(d, d, nil)
	for i := range d {
		p.Set(i, i, 1)
	}
	for c, b := range in.Columns.Blocks() {
		if in.Columns[c].Levels == 0 {
			continue
		}
		for i := b.From; i < b.To; i++ { // all levels have the same weight
			for j := b.From; j < b.To; j++ {
				p.Set(i, j, p.At(i, j)-1/float64(b.Size()))
			}
		}
	}
	var half, whole mat.Dense
	half.Mul(p, y)
	whole.Mul(&half, p)
	out := lower[:0]
	for i := range d {
		for j := range i + 1 {
			out = append(out, whole.At(i, j))
		}
	}
	return out
}

// compareInputs compares a document's matrix with another one under the same rule, of the same people.
func compareInputs(first *corefinding.Input, d *release.Document, second *corefinding.Input) (*corefinding.Comparison, error) {
	var clusters []corefinding.Cluster
	for _, c := range d.Finding.Clusters {
		clusters = append(clusters, corefinding.Cluster{Ranks: c.Ranks, Open: c.Open, Skipped: c.Left})
	}
	return corefinding.Solver{}.Compare(context.Background(), corefinding.Stated{Input: first, Clusters: clusters}, corefinding.Stated{Input: second, Clusters: clusters}, false)
}

// compared is the part.
func compared(r *Run) (*fragment, error) {
	rows := [][]string{{"table", "n", "epsilon", "second_release", "degrees", "different", "tested", "untested"}}
	shown := [][]string{{"second release", "tables", "pairs tested", "called different (95 % interval)", "not testable"}}
	var demands []wanted
	cells := []struct {
		name string
		sized
	}{{"survey, 54 mixed columns", sized{3200, 1}}, {"40 Likert items", sized{3000, 1}}, {"lab values, wide bounds", sized{3000, 1}}, {"zero-inflated amounts", sized{3000, 3}}, {"counts and incomes", sized{6000, 1}}, {"one dominant factor", sized{3000, 1}}}
	if r.Quick {
		cells = cells[:1]
	}
	for _, who := range []string{samePeople, otherPeople, repeatedRow} {
		var all comparedCell
		tables := cells
		if who == repeatedRow { // five times as many rows
			tables = cells[:min(3, len(cells))]
		}
		for _, c := range tables {
			v, err := r.comparedIn(maker(c.name), c.sized, who, r.pick(50, 3))
			if err != nil {
				return nil, err
			}
			rows = append(rows, []string{c.name, fmt.Sprint(c.n), g3(c.epsilon), who, "", fmt.Sprint(v.Different), fmt.Sprint(v.Tested), fmt.Sprint(v.Untested)})
			all.Different, all.Tested, all.Untested = all.Different+v.Different, all.Tested+v.Tested, all.Untested+v.Untested
		}
		shown = append(shown, []string{who, fmt.Sprint(len(tables)), fmt.Sprint(all.Tested), share3(all.Different, all.Tested), fmt.Sprint(all.Untested)})
		if all.Tested > 0 { // more than 5 % where an exact test says so
			demands = append(demands, wanted{who + ": probability of so many called different, were it 5 %", atLeast(all.Different, all.Tested, .05), true, .05})
		}
	}
	power := [][]string{{"first direction turned towards", "0°", "6°", "12°", "20°"}}
	for i, c := range []struct {
		name string
		sized
		specified [4]float64
	}{{"survey, 54 mixed columns", sized{3200, 1}, [4]float64{0, .35, .97, 1}}, {"40 Likert items", sized{2000, 1}, [4]float64{0, .1, .47, .97}}} {
		if r.Quick && i > 0 {
			break
		}
		v, err := r.turnedIn(maker(c.name), c.sized, r.pick(60, 3))
		if err != nil {
			return nil, err
		}
		for i, towards := range targets {
			line := []string{towards}
			if i == 0 {
				line[0] = c.name + " " + c.sized.String() + ": " + towards
			}
			for j, x := range v.By[i] {
				rows = append(rows, []string{c.name, fmt.Sprint(c.n), g3(c.epsilon), "turned towards " + towards, g3(turns[j]), fmt.Sprint(x.Different), fmt.Sprint(x.Tested), fmt.Sprint(x.Untested)})
				said := f2(float64(x.Different) / math.Max(1, float64(x.Tested)))
				if towards == nextDirection {
					said += " (" + f2(v.Most[i][j]) + ")"
				} else if _, high := exactInterval(x.Different, x.Tested); !r.Quick {
					demands = append(demands, wanted{fmt.Sprintf("power, %s %s turned by %g° towards %s", c.name, c.sized, turns[j], towards), high, true, c.specified[j] - .1})
				}
				line = append(line, said)
			}
			power = append(power, line)
		}
	}
	link, err := r.csv("compared", rows)
	if err != nil {
		return nil, err
	}
	return &fragment{text: fmt.Sprintf(`A second release as the first (`+"`-as`"+`). Five %% may be called different:

%s
Power: the second is the first one's exact matrix, its first direction turned, with a release's noise. Aimed at: .35, .97, 1.00 of the first table, .10, .47, .97 of the other. In brackets: the most that a test of 5 %% can have, which knows both exact matrices.

%s
Numbers: %s.
`, markdown(shown), markdown(power), link)}, missed(demands)
}
