package experiment

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"gonum.org/v1/gonum/mat"

	corefinding "privatepca/core/finding"
	"privatepca/core/internal/madeup"
	"privatepca/core/lab/experiment/plot"
	"privatepca/core/release"
	"privatepca/core/report"
	"privatepca/core/scaling"
	"privatepca/core/scaling/scalingtest"
)

// What intervals are about: for this table, given the scales that were released or with the table's own; and for people, the law that rows are drawn from.
const (
	givenScales = iota
	ownScales
	people
	kinds
)

// A hits counts loadings, and those that their intervals hold.
type hits struct{ Held, Of int }

func (h *hits) add(o hits) { h.Held, h.Of = h.Held+o.Held, h.Of+o.Of }

func (h hits) share() float64 { return float64(h.Held) / math.Max(1, float64(h.Of)) }

// Classes of loadings: by size of the true one, and by rank of the direction.
var (
	loadingSizes   = []string{"below .1", ".1 to .25", "from .25"}
	directionRanks = []string{"1", "2", "3", "4 and later"}
)

func sizeClass(x float64) int {
	switch x = math.Abs(x); {
	case x < .1:
		return 0
	case x < .25:
		return 1
	}
	return 2
}

// A coverCell is what intervals and sentences of several releases of one law held.
type coverCell struct {
	BySize [kinds][3]hits // of directions that stand alone
	ByRank [kinds][4]hits
	Last   [kinds]hits   // of the last clear direction, where it stands alone
	Each   [kinds][]hits // of each release: its loadings hang together
	Plane  [kinds]hits   // of axes of planes
	Clear  int           // directions
	Single int           // that stand alone
	Open   int           // that have no intervals
	// Named are features that a reading names at an end of a direction, and Wrong those whose true loading there is 0 or of the other sign: of the table,
	// with its own scales, and of the law.
	Named, WrongTable, WrongPeople int
	// Above are loadings whose interval for people lies above thresholds[i], and False those whose true one does not.
	Above, FalseTable, FalsePeople [3]int
	Releases                       int
	Noisy                          int // of which the document says that the centre was noisy
}

var thresholds = [3]float64{.1, .2, .4}

func (c *coverCell) count(kind int, rank int, last bool, estimate, errors, truth []float64) hits {
	var all hits
	for l, x := range estimate {
		h := hits{Of: 1}
		if math.Abs(x-truth[l]) <= 1.96*errors[l] {
			h.Held = 1
		}
		c.BySize[kind][sizeClass(truth[l])].add(h)
		c.ByRank[kind][min(rank, 3)].add(h)
		if last {
			c.Last[kind].add(h)
		}
		all.add(h)
	}
	return all
}

// A law is what rows are drawn from: the moments of many rows under the rule without noise.
type law struct {
	*madeup.Encoded
	moments *mat.SymDense
	weights []float64
	radius  float64
}

// directions are those of the law, each column by its own scale, but by the release's where that stood on a floor: such columns are named, and count less.
// A scale is of sums of rows, times the weight of the column, over the radius: the release's is brought to the law's.
func (w *law) directions(d *release.Document) *mat.Dense {
	f := d.Finding
	names, scales := fieldNames(d), make([]float64, len(f.Scales))
	for j, s := range f.Scales {
		at := w.At[j]
		scales[j] = s * math.Sqrt(float64(w.N)/f.Rows) * w.weights[at] / f.Weights[at] * f.Radius / w.radius
	}
	return leading(scaledBy(w.Encoded, w.moments, scales, func(j int) bool { return !slices.Contains(d.Finding.Uneven, names[j]) }))
}

// lawOf draws the rows. κ is as releases of n rows have it.
func lawOf(m madeup.Maker, kappa float64, rows int) (*law, error) {
	t := m.Draw(rows, 1<<40)
	e := madeup.Encode(t)
	table := &scalingtest.Table{There: e.There}
	for i := range e.N {
		table.Z, table.Omega = append(table.Z, e.Z.RawRowView(i)), append(table.Omega, 1)
	}
	f := scaling.Facts{Columns: release.ScalingColumns(t.Schema(), true), Rows: rows, Mu: 1e4}
	sums, err := scaling.FromSums(f, table.Sums(f), f.SumsNoise())
	if err != nil {
		return nil, err
	}
	lengths := scaling.NewLengths(f.Columns, sums.Weight)
	counts := table.Counts(f, sums, lengths)
	c, err := scaling.FromCounts(f, lengths, counts, f.LengthsNoise(), f.MatrixNoise(), float64(rows))
	if err != nil {
		return nil, err
	}
	radius := kappa * c.Typical()
	return &law{e, cut(e, sums.Centre, sums.Weight, radius), sums.Weight, radius}, nil
}

// kappaOf is κ of a release.
func kappaOf(d *release.Document, t *madeup.Table) (float64, error) {
	f := scaling.Facts{Columns: release.ScalingColumns(t.Schema(), true), Rows: len(t.Rows), Mu: 1}
	c, err := scaling.FromCounts(f, scaling.NewLengths(f.Columns, d.Finding.Weights), d.Finding.Lengths, d.Finding.LengthsNoise, d.Finding.Tau, d.Finding.Rows)
	if err != nil {
		return 0, err
	}
	return c.Kappa, nil
}

// coverIn makes releases of new tables of one law.
func (r *Run) coverIn(m madeup.Maker, c sized, releases, population int) (coverCell, error) {
	return cell(r, fmt.Sprintf("coverage/4/%s/%s/releases=%d/population=%d", m.Name, c, releases, population), func(src *rand.ChaCha8) (out coverCell, err error) {
		var all *law
		for i := range releases {
			t, err := try(m.Draw(c.n, uint64(500+i)), finders[0].rule, src)
			if err != nil {
				return out, err
			}
			e := madeup.Encode(t.drawn)
			k := min(8, e.D-1)
			d, _, err := t.release(k, c.epsilon, true, nil)
			if err != nil {
				return out, err
			}
			if all == nil {
				kappa, err := kappaOf(d, t.drawn)
				if err != nil {
					return out, err
				}
				if all, err = lawOf(m, kappa, population); err != nil {
					return out, err
				}
			}
			out.Releases++
			found, err := givenTheScales(t, d)
			if err != nil {
				return out, err
			}
			out.read(e, d, found, all.directions(d))
			out.Noisy += wrong(scaling.CentreError(release.ScalingColumns(t.schema, true), d.Finding.Weights, d.Finding.Answered, d.Finding.MeanNoise) > .3*d.Finding.Radius)
		}
		return out, nil
	})
}

// inputOf is what the finding of a document is computed from, with the scales that it states.
func inputOf(t *trial, d *release.Document) *corefinding.Input {
	columns := release.ScalingColumns(t.schema, true)
	in := d.Finding.Input(columns, d.Finding.DesignEffect)
	in.Scale = columns.Spread(d.Finding.Scales)
	names := fieldNames(d)
	for _, name := range names {
		in.Floored = append(in.Floored, slices.Contains(d.Finding.Uneven, name))
	}
	return in
}

// givenTheScales is what is found of a document whose scales are taken as given: its errors are without their noise.
func givenTheScales(t *trial, d *release.Document) (*corefinding.Result, error) {
	return corefinding.Solver{}.Find(context.Background(), inputOf(t, d), nil)
}

// errorsOf are those of the same axis, with its estimate; ok is false where it was divided into other planes.
func errorsOf(found *corefinding.Result, x *release.Estimate) (a corefinding.Axis, ok bool) {
	for _, a := range found.Axes {
		if a.Number == x.Axis && slices.Equal(a.Ranks, x.Ranks) {
			return a, true
		}
	}
	return a, false
}

// read adds a release.
func (c *coverCell) read(e *madeup.Encoded, d *release.Document, found *corefinding.Result, everyone *mat.Dense) {
	f := d.Finding
	s := cut(e, d.Encoding.CentrePoint, f.Weights, f.Radius)
	var truth [kinds]*mat.Dense
	truth[givenScales] = leading(scaledBy(e, s, f.Scales, given))
	names := fieldNames(d)
	truth[ownScales] = leading(scaledBy(e, s, f.Scales, func(j int) bool { return !slices.Contains(f.Uneven, names[j]) }))
	truth[people] = everyone
	c.Clear += f.Clear
	var each [kinds]hits
	for _, x := range f.Clusters {
		if x.Open {
			c.Open += len(x.Ranks)
		}
	}
	for _, x := range f.Estimates {
		wide := make([]float64, len(x.Errors))
		for l := range wide {
			wide[l] = math.Hypot(x.Errors[l], x.PeopleErrors[l])
		}
		estimates, errors := [kinds][]float64{nil, x.Loadings, x.Loadings}, [kinds][]float64{nil, x.Errors, wide}
		if a, ok := errorsOf(found, &x); ok {
			estimates[givenScales], errors[givenScales] = a.Estimate, a.Noise
		}
		if len(x.Ranks) == 1 {
			c.Single++
		}
		for kind, estimate := range estimates {
			switch {
			case estimate == nil:
				continue
			case len(x.Ranks) == 1:
				each[kind].add(c.count(kind, x.Ranks[0], x.Ranks[0] == f.Clear-1, estimate, errors[kind], nearest(truth[kind], estimate, f.Clear+3)))
				continue
			}
			axis := axisOf(truth[kind], planeOf(f, x.Ranks), estimate)
			for l, v := range estimate {
				c.Plane[kind].Of++
				if math.Abs(v-axis[l]) <= 1.96*errors[kind][l] {
					c.Plane[kind].Held++
				}
			}
		}
		if len(x.Ranks) > 1 {
			continue
		}
		own, of := nearest(truth[ownScales], x.Loadings, f.Clear+3), nearest(everyone, x.Loadings, f.Clear+3)
		for l, v := range x.Loadings {
			for i, t := range thresholds {
				if math.Abs(v)-1.96*wide[l] > t {
					c.Above[i]++
					c.FalseTable[i] += wrong(own[l]*math.Copysign(1, v) <= t)
					c.FalsePeople[i] += wrong(of[l]*math.Copysign(1, v) <= t)
				}
			}
		}
	}
	for kind := range kinds {
		if each[kind].Of > 0 {
			c.Each[kind] = append(c.Each[kind], each[kind])
		}
	}
	readings := report.Find(d)
	for i := range min(f.Clear, d.NumComponents) {
		reading, ok := readings.Read(i)
		if _, plane := release.PlaneOf(d, i); !ok || plane {
			continue
		}
		shown := d.Loadings(i)
		own, of := nearest(truth[ownScales], shown, f.Clear+3), nearest(everyone, shown, f.Clear+3)
		for l := range shown {
			for end, sign := range map[string]float64{strings.Join(reading.High, "\n"): 1, strings.Join(reading.Low, "\n"): -1} {
				if slices.Contains(strings.Split(end, "\n"), report.Label(d, l)) && sign*shown[l] > 0 {
					c.Named++
					c.WrongTable += wrong(sign*own[l] <= 0)
					c.WrongPeople += wrong(sign*of[l] <= 0)
				}
			}
		}
	}
}

func wrong(it bool) int {
	if it {
		return 1
	}
	return 0
}

func fieldNames(d *release.Document) (names []string) {
	for _, f := range d.Encoding.Fields {
		names = append(names, f.Name)
	}
	return names
}

// planeOf are the released axes of a plane, as rows.
func planeOf(f *release.Finding, ranks []int) (axes [][]float64) {
	for _, x := range f.Estimates {
		if slices.Equal(x.Ranks, ranks) {
			axes = append(axes, x.Loadings)
		}
	}
	return axes
}

// axisOf is the true axis of a plane that a released one stands for: of the exact directions that lie nearest to the plane, turned to the released axes and
// from there to the nearest maximum of varimax, the one nearest to it.
func axisOf(truth *mat.Dense, axes [][]float64, estimate []float64) []float64 {
	m, d := len(axes), len(estimate)
	a := mat.NewDense(m, d, nil)
	for i, x := range axes {
		a.SetRow(i, x)
	}
	var near mat.Dense // inner products of exact directions with the axes
	near.Mul(truth, a.T())
	order := make([]int, d)
	for i := range order {
		order[i] = i
	}
	size := func(i int) float64 { return mat.Dot(near.RowView(i), near.RowView(i)) }
	slices.SortFunc(order, func(i, j int) int { return -sign(size(i) - size(j)) })
	v := mat.NewDense(d, m, nil)
	for c, i := range order[:m] {
		v.SetCol(c, truth.RawRowView(i))
	}
	var start mat.Dense
	start.Mul(v.T(), a.T())
	q := rotation(&start)
	for range 1000 {
		var l mat.Dense
		l.Mul(v, q)
		for c := range m {
			mean := 0.0
			for i := range d {
				mean += l.At(i, c) * l.At(i, c) / float64(d)
			}
			for i := range d {
				x := l.At(i, c)
				l.Set(i, c, x*x*x-x*mean)
			}
		}
		var b mat.Dense
		b.Mul(v.T(), &l)
		next := rotation(&b)
		var moved mat.Dense
		moved.Sub(next, q)
		if q = next; mat.Norm(&moved, 1) < 1e-12 {
			break
		}
	}
	var l mat.Dense
	l.Mul(v, q)
	rows := mat.DenseCopyOf(l.T())
	return nearest(rows, estimate, m)
}

func sign(x float64) int {
	switch {
	case x > 0:
		return 1
	case x < 0:
		return -1
	}
	return 0
}

// rotation is the orthogonal matrix nearest to b.
func rotation(b *mat.Dense) *mat.Dense {
	var s mat.SVD
	s.Factorize(b, mat.SVDFull)
	var u, v, q mat.Dense
	s.UTo(&u)
	s.VTo(&v)
	q.Mul(&u, v.T())
	return &q
}

// strong is one factor on all of 20 columns.
const strong = "one strong factor on 20 columns"

// coverageCells are the laws. All are the same from draw to draw.
func coverageCells() (out []struct {
	madeup.Maker
	sized
},
) {
	add := func(m madeup.Maker, n int, epsilon float64) {
		out = append(out, struct {
			madeup.Maker
			sized
		}{m, sized{n, epsilon}})
	}
	one := madeup.Group(20, 20, .9025)
	one.Name = strong
	add(maker("40 Likert items"), 2000, 1)
	add(one, 1000, 1)
	add(one, 3000, 3)
	add(maker("survey, 54 mixed columns"), 3200, 1)
	add(maker("unequal variances"), 5000, 1)
	add(maker("counts and incomes"), 6000, 1)
	add(maker("lab values, wide bounds"), 3000, 1)
	add(maker("30 yes/no"), 10000, 1)
	add(maker("two close factors"), 3000, 1)
	add(maker("zero-inflated amounts"), 5000, 3)
	add(maker("noise of t with 3 degrees"), 3000, 3)
	add(maker("40 Likert items").Missing(.2), 3000, 3)
	return out
}

// ratio is a share of loadings over releases, with its 95 % interval: the loadings of a release hang together.
func ratio(each []hits) (share, half float64) {
	var all hits
	for _, h := range each {
		all.add(h)
	}
	share = all.share()
	n, squares := float64(len(each)), 0.0
	for _, h := range each {
		x := float64(h.Held) - share*float64(h.Of)
		squares += x * x
	}
	if n < 2 {
		return share, math.NaN()
	}
	return share, 1.96 * math.Sqrt(squares*n/(n-1)) / float64(all.Of)
}

// coverage is the part.
func coverage(r *Run) (*fragment, error) {
	rows := [][]string{{"table", "n", "epsilon", "about", "class", "held", "loadings", "releases"}}
	shown := [][]string{{"table", "size", "released scales", "own scales", "people", "alone"}}
	var total coverCell
	var demands []wanted
	names := [kinds]string{"this table, given the released scales", "this table, its own scales", "people"}
	cells := coverageCells()
	if r.Quick {
		cells = cells[:2]
	}
	for _, c := range cells {
		v, err := r.coverIn(c.Maker, c.sized, r.pick(30, 4), r.pick(60000, 20000))
		if err != nil {
			return nil, err
		}
		line := []string{c.Name, c.sized.String()}
		for kind := range kinds {
			row := func(class string, h hits) {
				if h.Of > 0 {
					rows = append(rows, []string{c.Name, fmt.Sprint(c.n), g3(c.epsilon), names[kind], class, fmt.Sprint(h.Held), fmt.Sprint(h.Of), fmt.Sprint(v.Releases)})
				}
			}
			for i, h := range v.BySize[kind] {
				row("size "+loadingSizes[i], h)
				total.BySize[kind][i].add(h)
			}
			for i, h := range v.ByRank[kind] {
				row("rank "+directionRanks[i], h)
				total.ByRank[kind][i].add(h)
			}
			row("last clear direction", v.Last[kind])
			row("axes of planes", v.Plane[kind])
			total.Last[kind].add(v.Last[kind])
			total.Plane[kind].add(v.Plane[kind])
			total.Each[kind] = append(total.Each[kind], v.Each[kind]...)
			if len(v.Each[kind]) < 2 {
				line = append(line, "none alone")
				continue
			}
			share, half := ratio(v.Each[kind])
			line = append(line, fmt.Sprintf("%s ± %s", f2(share), f2(half)))
			if kind == people && 2*v.Noisy > v.Releases {
				line[len(line)-1] += " (noisy)"
				continue
			}
			least := .9
			switch {
			case kind == people:
				least = .92
			case kind == ownScales && c.Name == strong:
				least = .88
			}
			if !r.Quick { // a share is missed where its interval lies below
				demands = append(demands, wanted{fmt.Sprintf("coverage, %s %s, %s", c.Name, c.sized, names[kind]), share + half, true, least})
			}
		}
		shown = append(shown, append(line, fmt.Sprintf("%d of %d", v.Single, v.Clear)))
		total.Clear, total.Single, total.Open, total.Releases = total.Clear+v.Clear, total.Single+v.Single, total.Open+v.Open, total.Releases+v.Releases
		total.Named, total.WrongTable, total.WrongPeople = total.Named+v.Named, total.WrongTable+v.WrongTable, total.WrongPeople+v.WrongPeople
		for i := range thresholds {
			total.Above[i], total.FalseTable[i], total.FalsePeople[i] = total.Above[i]+v.Above[i], total.FalseTable[i]+v.FalseTable[i], total.FalsePeople[i]+v.FalsePeople[i]
		}
	}

	chart := plot.Chart{Title: "95 % intervals that hold the true loading", X: "size of the true loading", Y: "share", YMin: .85, YMax: 1}
	at := []float64{.05, .175, .4}
	short := []string{"given scales", "own scales", "people"}
	for kind, name := range short {
		s := plot.Series{Name: name, Colour: []int{1, 4, 2}[kind]}
		for i, h := range total.BySize[kind] {
			if h.Of == 0 {
				continue
			}
			low, high := exactInterval(h.Held, h.Of)
			s.X, s.Y, s.Err = append(s.X, at[i]), append(s.Y, h.share()), append(s.Err, (high-low)/2)
			if !r.Quick && kind != ownScales {
				least, most := .93, .99
				if kind == people {
					least = .92
				}
				demands = append(demands, wanted{"coverage, " + names[kind] + ", loadings " + loadingSizes[i], high, true, least}, wanted{"coverage, " + names[kind] + ", loadings " + loadingSizes[i], low, false, most})
			}
		}
		chart.Series = append(chart.Series, s)
	}
	chart.Series = append(chart.Series, plot.Series{Name: ".95", Dashed: true, X: []float64{0, .5}, Y: []float64{.95, .95}})
	byRank := plot.Chart{Title: "… by rank of the direction", X: "rank (4: and later)", Y: "share", YMin: .85, YMax: 1}
	for kind, name := range short {
		s := plot.Series{Name: name, Colour: []int{1, 4, 2}[kind]}
		for i, h := range total.ByRank[kind] {
			if h.Of > 0 {
				s.X, s.Y = append(s.X, float64(i+1)), append(s.Y, h.share())
				low, high := exactInterval(h.Held, h.Of)
				s.Err = append(s.Err, (high-low)/2)
			}
		}
		byRank.Series = append(byRank.Series, s)
	}
	byRank.Series = append(byRank.Series, plot.Series{Name: ".95", Dashed: true, X: []float64{.5, 4.5}, Y: []float64{.95, .95}})
	image, err := r.svg("coverage", "Share of intervals that hold, by size and by rank", plot.SVG("Share of 95 % intervals that hold the true loading, by its size and by the direction's rank", 2, chart, byRank))
	if err != nil {
		return nil, err
	}
	planes := "No plane was seen."
	if of := total.Plane[givenScales].Of; of > 0 {
		planes = fmt.Sprintf("Directions that are not told apart stand as planes. Of their axes' %d loadings %s are held given the released scales, %s of %d with own scales, %s for people.", of,
			share3(total.Plane[givenScales].Held, of), share3(total.Plane[ownScales].Held, total.Plane[ownScales].Of), total.Plane[ownScales].Of, share3(total.Plane[people].Held, total.Plane[people].Of))
		demands = append(demands, wanted{"coverage of planes' axes, given the released scales", total.Plane[givenScales].share(), true, .95})
	}
	link, err := r.csv("coverage", rows)
	if err != nil {
		return nil, err
	}
	said := fmt.Sprintf("Sentences: of %d columns that readings name at an end, %d are wrong of the table, %d of people.", total.Named, total.WrongTable, total.WrongPeople)
	for i, t := range thresholds {
		said += fmt.Sprintf(" “Loads above %s”: %d, wrong %d, %d.", strings.TrimPrefix(g3(t), "0"), total.Above[i], total.FalseTable[i], total.FalsePeople[i])
	}
	if total.Named > 0 {
		demands = append(demands, wanted{"named columns whose loading has another sign among people", float64(total.WrongPeople) / float64(total.Named), false, .05})
	}
	return &fragment{text: fmt.Sprintf(`%s

Shares of 95 %% intervals that hold the true loading, of directions that stand alone, ± 1.96 standard errors over %d releases, each of a new table. The truth of a table has the release's centre, weights and cut, and no noise; that of people is of %s rows of the law. “Noisy”: the release warns of its centre.

%s
%s %d of %d clear directions stand open, without intervals. %s Numbers: %s.
`, image, r.pick(30, 4), g6(float64(r.pick(60000, 20000))), markdown(shown), planes, total.Open, total.Clear, said, link)}, missed(demands)
}
