package audit

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"time"

	"privatepca/core/dataset"
	"privatepca/core/finding"
	"privatepca/core/mechanism"
	"privatepca/core/method"
	"privatepca/core/moment"
	"privatepca/core/noise"
	"privatepca/core/noise/noisetest"
	"privatepca/core/pca"
	"privatepca/core/plan"
	"privatepca/core/privacy"
	document "privatepca/core/release"
	"privatepca/core/scaling"
	"privatepca/core/schema"
)

// Releases under the norm rule mean: each of its steps by itself, at records that are as far apart as the step allows, and all three together. What is
// audited is more than a document says: the noisy sums themselves, and not only the centre and the weights that follow from them.
//
// Of two numbers within ±1 one record differs, or is missing. The other rows are (±½, ±½): they settle centre, weights and length, so that the loss
// of the second moment hardly depends on the noise of the steps before. What they add to a sum is known, and is taken out of it.

const (
	meanRows    = 800 // of others
	meanEpsilon = 4.0
	meanError   = .004 // how far the law of a whole release may be from that of a fixed centre and length
)

// A pairedRecord is one of two numbers and, where rows have weights, the share of the largest that its weight is; nil for none.
type pairedRecord []float64

// weight is the share of the largest weight: 1 where none is stated.
func (r pairedRecord) weight() float64 {
	if len(r) < 3 {
		return 1
	}
	return r[2]
}

// heaviest is the largest weight of a row.
const heaviest = 2

// meanOthers are the kinds of the other rows.
var meanOthers = []pairedRecord{{.5, .5}, {.5, -.5}, {-.5, .5}, {-.5, -.5}}

// meanSteps draws what a release draws, from the parts that it is made of.
type meanSteps struct {
	plan    *pca.Plan
	schema  *schema.Schema
	lattice *dataset.Lattice
	sums    *mechanism.Sums
	lengths *mechanism.Lengths
	moment  *mechanism.Gaussian
	tau     float64
	others  [][]int16 // one row of each kind
	times   int64     // of each kind
	unit    int64     // of a row of the largest weight; 1 where rows have none
}

// A meanOutput is all that is drawn, without what the other rows add, and what follows from it.
type meanOutput struct {
	sums, counts, moment []float64
	means                *scaling.Means
	cut                  *scaling.Cut
	lengths              scaling.Lengths
}

// setting is what of a release's public facts the pairs vary.
type setting struct {
	relation privacy.Relation
	weighted bool
}

// counted reports whether the number of rows, or the sum of their weights, is private.
func (s setting) counted() bool { return s.weighted || s.relation == privacy.AddRemove }

func newMeanSteps(of setting) *meanSteps {
	relation := of.relation
	number := func(name string) schema.Field {
		return schema.Field{Name: name, Kind: schema.Number, Minimum: -1, Maximum: 1}
	}
	s := schema.New(number("a"), number("b"))
	s.NormRule, s.Scaling = schema.Mean, schema.Affine
	if of.weighted {
		s.RowWeight = &schema.RowWeight{Column: "w", Maximum: heaviest}
	}
	p, err := pca.NewPlan(s, pca.Choices{Mechanism: method.Default, K: 1, Epsilon: meanEpsilon, Delta: delta, Relation: relation, Correlations: true})
	must(err)
	m := &meanSteps{plan: p, schema: p.Schema(), lattice: dataset.NewLattice(p.Schema()), times: meanRows / 4, unit: max(1, s.RowWeight.Unit())}
	steps := p.Steps()
	query := privacy.MeanQuery{Dim: schema.SumsDim(s), Spread: schema.SumsSpread(s), Reach: schema.SumsReach(s), Relation: relation, RowsPerPerson: 1, WeightUnit: s.RowWeight.Unit()}
	m.sums, err = mechanism.NewSums(mechanism.MeanParams{MeanQuery: query, Scale: schema.Scale, Base: schema.SumsBase(s)}, *steps[0].Width)
	must(err)
	m.lengths, err = mechanism.NewLengths(mechanism.LengthsParams{Bins: scaling.Bins, Scale: schema.Scale, Relation: relation, RowsPerPerson: 1, WeightUnit: s.RowWeight.Unit()}, *steps[1].Width)
	must(err)
	last, err := mechanism.New(method.Default, mechanism.Params{Dim: 3, Scale: schema.Scale, K: 1, Budget: steps[2].Budget, Width: steps[2].Width, Relation: relation, RowsPerPerson: 1})
	must(err)
	m.moment, m.tau = last.(*mechanism.Gaussian), float64(steps[2].Width.OffDiagonal)/(schema.UnitScale()*schema.UnitScale())
	for _, r := range meanOthers {
		m.others = append(m.others, m.row(m.text(r)))
	}
	return m
}

func must(err error) {
	if err != nil {
		panic("audit: " + err.Error())
	}
}

// row is a record on the lattice, as the reader has it.
func (m *meanSteps) row(text string) (row []int16) {
	_, err := dataset.Reading{}.ReadRows(strings.NewReader(m.header()+text+"\n"), m.schema, func(r []int16) error {
		row = append(row, r...)
		return nil
	})
	must(err)
	return row
}

func (m *meanSteps) header() string {
	if m.unit == 1 {
		return "a,b\n"
	}
	return "a,b,w\n"
}

// text is a record as a line of the file. The others' weight is a half of the largest.
func (m *meanSteps) text(r pairedRecord) string {
	switch {
	case m.unit == 1:
		return fmt.Sprintf("%g,%g", r[0], r[1])
	case len(r) < 3:
		return fmt.Sprintf("%g,%g,%g", r[0], r[1], heaviest/2.)
	}
	return fmt.Sprintf("%g,%g,%g", r[0], r[1], heaviest*r[2])
}

// file is the whole table.
func (m *meanSteps) file(r pairedRecord) table {
	var b strings.Builder
	b.WriteString(m.header())
	if r != nil {
		b.WriteString(m.text(r) + "\n")
	}
	for range m.times {
		for _, other := range meanOthers {
			b.WriteString(m.text(other) + "\n")
		}
	}
	return table(b.String())
}

// draw draws the three steps. Nothing of the records but their noisy sums, counts and second moment enters. all adds the other rows to the
// second moment, too.
func (m *meanSteps) draw(record []int16, all bool, src noise.Source) (o meanOutput, moments []float64, err error) {
	s := m.schema
	sum, known := make([]int64, schema.SumsDim(s)), make([]int64, schema.SumsDim(s))
	for _, row := range m.others {
		m.lattice.Add(known, row)
	}
	n, count := int64(0), m.times*int64(len(m.others)) // weights of the others, and how many they are
	for _, row := range m.others {
		n += m.times * m.lattice.Weight(row)
	}
	for i := range known {
		known[i] *= m.times
		sum[i] = known[i]
	}
	rows := n
	if record != nil {
		m.lattice.Add(sum, record)
		rows += m.lattice.Weight(record)
		count++
	}
	noisy := m.sums.Release(sum, rows, src)
	o.sums = append(o.sums, noisy.Coordinates...)
	base := schema.SumsBase(s)
	facts := scaling.Facts{Columns: document.ScalingColumns(s, true), RowsPerPerson: 1, Rows: int(count), Mu: 1}
	for i, x := range known {
		if noisy.Weight > 0 {
			x -= n * base[i]
		}
		o.sums[i] -= float64(x) / schema.Scale / float64(m.unit)
	}
	if noisy.Weight > 0 {
		o.sums[len(sum)] -= float64(n) / float64(m.unit) * noisy.Weight
		// What the estimates take is in other units.
		facts.AddRemove, facts.Weighted, facts.Rows = m.plan.Choices().Relation == privacy.AddRemove, m.unit > 1, 0
		layout := facts.Sums()
		_, a := facts.Sensitivity()
		about := math.Max(1, noisy.Coordinates[len(sum)]/noisy.Weight)
		noisy.Coordinates[layout.Constant] = about * a
		for i, b := range base {
			noisy.Coordinates[i] += about * (float64(b)/schema.Scale - layout.Base[i])
		}
	}
	if o.means, err = scaling.FromSums(facts, noisy.Coordinates, noisy.Deviation); err != nil {
		return o, nil, err
	}
	z, err := dataset.NewStandard(s, o.means.Centre, o.means.Weight)
	if err != nil {
		return o, nil, err
	}
	o.lengths = scaling.NewLengths(facts.Columns, o.means.Weight)
	counts := dataset.NewLengths(o.lengths.Top, scaling.Ratio, scaling.Bins)
	for _, row := range m.others {
		length := z.Squared(row)
		for range m.times {
			counts.Add(length, z.Weight(row))
		}
	}
	before := append([]int64(nil), counts.Counts...)
	if record != nil {
		counts.Add(z.Squared(record), z.Weight(record))
	}
	drawn, sigma := m.lengths.Release(counts.Counts, src)
	for i, x := range drawn {
		o.counts = append(o.counts, x-float64(before[i])/float64(m.unit))
	}
	if o.cut, err = scaling.FromCounts(facts, o.lengths, drawn, sigma, m.tau, o.means.Rows); err != nil {
		return o, nil, err
	}
	a, q := moment.NewAccumulator(z.D(), schema.Scale), make([]int16, z.D())
	add := func(row []int16) error {
		z.Vector(row, o.cut.Radius, q)
		return a.Add(q)
	}
	if record != nil {
		err = add(record)
	}
	for range m.times {
		for _, row := range m.others {
			if all && err == nil {
				err = add(row)
			}
		}
	}
	if err != nil {
		return o, nil, err
	}
	moments, err = m.moment.Noisy(context.Background(), a.Matrix(), src)
	unit := schema.UnitScale()
	for _, x := range moments {
		o.moment = append(o.moment, x/(unit*unit))
	}
	return o, moments, err
}

// replayed compares whole releases with the steps, from the same seeds: nothing but what the steps draw may enter a document.
func (m *meanSteps) replayed(r pairedRecord, record []int16) error {
	const trials = 30
	unit, last := schema.UnitScale(), m.schema.D()*(m.schema.D()+1)/2
	exactly := math.Sqrt(scaling.ConstantSquare) / (float64(schema.Constant()) / unit)
	for i := range trials {
		seed := seed("replay of mean", fmt.Sprint(r), i)
		result, err := m.plan.Run(context.Background(), pca.Open(m.file(r), m.schema, &pca.Machine{Random: noisetest.New(seed)}), pca.Run{Debit: pca.NoLedger, Now: time.Unix(0, 0)})
		if err != nil {
			return err
		}
		d, err := result.Document(1)
		if err != nil {
			return err
		}
		o, _, err := m.draw(record, true, noisetest.New(seed))
		if err != nil {
			return err
		}
		for j := last; j < len(o.moment); j++ {
			o.moment[j] *= exactly
		}
		o.moment[len(o.moment)-1] *= exactly
		mean, matrix := finding.Centred(document.ScalingColumns(m.schema, true), o.moment, o.means.Rows)
		f := d.Finding
		for _, c := range []struct {
			what           string
			stated, drawn  []float64
			within, beside float64
		}{
			{"number of rows", []float64{f.Rows}, []float64{o.means.Rows}, 1e-9, 0},
			{"share of answered cells", f.Answered, o.means.Present, 1e-9, 0},
			{"centre", d.Encoding.CentrePoint, o.means.Centre, 0, 2e-6},
			{"weights", f.Weights, o.means.Weight, 1e-9, 0},
			{"counts of lengths", f.Lengths, o.cut.Counts, 1e-9, 1e-9},
			{"radius", []float64{f.Radius}, []float64{o.cut.Radius}, 1e-9, 0},
			{"sum of the records", f.Mean, mean, 0, m.tau / 50},
			{"second moment", f.Matrix, matrix, 0, m.tau / 50},
		} {
			if len(c.stated) != len(c.drawn) {
				return fmt.Errorf("release %d states a %s of %d numbers, not %d", i, c.what, len(c.stated), len(c.drawn))
			}
			for j, x := range c.drawn {
				if !(math.Abs(c.stated[j]-x) <= c.within*math.Abs(x)+c.beside) {
					return fmt.Errorf("release %d states the %s %v, and its steps drew %v", i, c.what, c.stated, c.drawn)
				}
			}
		}
	}
	return nil
}

// What follows is calculated from the claim, and shares no code with the program.

// squareOf is α² of the squares: they are free up to (11 + 5√5)/8.
const squareOf = 2.75

// A meanLoss has the widths that the claim allows.
type meanLoss struct {
	setting
	sums, count, whole float64 // σ of the sums, of a count of lengths, and of an entry on the diagonal, in units of a record
}

func newMeanLoss(of setting) *meanLoss {
	mu := gaussianMu(meanEpsilon, delta)
	reach, records, whole := 8.0, 2.0, 2*1.03*1.03 // with weights too: 8 is more than what a row's weight can take away, which is the next line's
	if of.relation == privacy.AddRemove {
		reach = 2 * (1 + squareOf/4) * (1 + 1/math.Sqrt(6)) // with the number of rows in the best of units, of six coordinates
		records, whole = 1, 1.03*1.03
	}
	return &meanLoss{of, math.Sqrt(reach) / (mu * math.Sqrt(.2)), math.Sqrt(records) / (mu * math.Sqrt(.03)), math.Sqrt(whole) / (mu * math.Sqrt(.77))}
}

// coordinates are what a record adds to the sums, in the order of the output: two numbers, two squares, no missing cells.
func (l *meanLoss) coordinates(r pairedRecord) []float64 {
	alpha := math.Sqrt(squareOf)
	if !l.counted() {
		return []float64{r[0], r[1], alpha * r[0] * r[0], alpha * r[1] * r[1], 0, 0}
	}
	if r == nil {
		return make([]float64, 7)
	}
	rows := math.Sqrt(2 * (1 + squareOf/4) / math.Sqrt(6))
	w := r.weight()
	return []float64{w * r[0], w * r[1], w * alpha * (r[0]*r[0] - .5), w * alpha * (r[1]*r[1] - .5), 0, 0, w * rows}
}

// normals is the loss of independent normal coordinates about a and b, and μ² of it.
func normals(at, a, b []float64, sigma func(i int) float64) (loss, squared float64) {
	for i, x := range at {
		apart := (a[i] - b[i]) / sigma(i)
		loss += apart * (2*x - a[i] - b[i]) / (2 * sigma(i))
		squared += apart * apart
	}
	return loss, squared
}

func (l *meanLoss) ofSums(at []float64, a, b pairedRecord) (loss, squared float64) {
	return normals(at, l.coordinates(a), l.coordinates(b), func(int) float64 { return l.sums })
}

// ofLengths wants the bins of the two, −1 for none, and their weights.
func (l *meanLoss) ofLengths(at []float64, a, b int, weightA, weightB float64) (loss, squared float64) {
	one := func(bin int, weight float64) []float64 {
		out := make([]float64, len(at))
		if bin >= 0 {
			out[bin] = weight
		}
		return out
	}
	return normals(at, one(a, weightA), one(b, weightB), func(int) float64 { return l.count })
}

// standard is a record about the released centre, in its weights: its length, and the lower triangle of its second moment with the constant.
func standard(o *meanOutput, r pairedRecord) (length float64, entries []float64) {
	if r == nil {
		return 0, make([]float64, 6)
	}
	x, y := o.means.Weight[0]*(r[0]-o.means.Centre[0]), o.means.Weight[1]*(r[1]-o.means.Centre[1])
	length = math.Hypot(x, y)
	cut := math.Max(o.cut.Radius, length)
	x, y = x/cut, y/cut
	const a = .17320508075688773 // √.03
	w := r.weight()
	return length, []float64{w * x * x, w * x * y, w * y * y, w * a * x, w * a * y, w * a * a}
}

// ofEntry is σ of an entry of the second moment's lower triangle.
func (l *meanLoss) ofEntry(i int) float64 {
	if i == 0 || i == 2 || i == 5 {
		return l.whole
	}
	return l.whole / math.Sqrt2
}

func (l *meanLoss) ofWhole(o *meanOutput, a, b pairedRecord) (loss, squared float64) {
	la, ea := standard(o, a)
	lb, eb := standard(o, b)
	bin := func(r pairedRecord, length float64) int {
		if r == nil {
			return -1
		}
		return int(math.Floor(math.Log(o.lengths.Top/length) / math.Log(1.2)))
	}
	loss, squared = normals(o.moment, ea, eb, l.ofEntry)
	add := func(more, square float64) { loss, squared = loss+more, squared+square }
	add(l.ofSums(o.sums, a, b))
	add(l.ofLengths(o.counts, bin(a, la), bin(b, lb), a.weight(), b.weight()))
	return loss, squared
}

// meanPairs are the rows.
func meanPairs() []Row {
	var rows []Row
	for _, relation := range []privacy.Relation{privacy.ReplaceOne, privacy.AddRemove} {
		add := func(what string, weighted bool, make func(name string, of setting) *Pair) {
			name := fmt.Sprintf("mean, %s, %s", what, relation)
			rows = append(rows, Row{name, func() *Pair { return make(name, setting{relation, weighted}) }})
		}
		add("the sums", false, meanSumsPair)
		add("the counts of lengths", false, meanLengthsPair)
		add("whole", false, meanPair)
		add("the sums of weighted rows", true, meanSumsPair)
		add("weighted counts of lengths", true, meanLengthsPair)
		add("whole, of weighted rows", true, meanPair)
	}
	single := func(name string, make func(name string) *Pair) Row {
		return Row{name, func() *Pair { return make(name) }}
	}
	return append(rows, single("mean, the second moment", meanMomentPair), single("mean, the count of rows", meanCountPair))
}

// part is a pair of which one step is drawn.
func part(name string, cost privacy.Cost, mu2 float64, draws int, score func(o Output) float64, draw func(first bool) drawer) *Pair {
	return &Pair{
		Name: name, Mechanism: method.Default, Draws: draws, LawOnly: true, Score: score, Law: normalLaw(math.Sqrt(mu2)),
		drawn: func() (a, b drawer, c privacy.Cost, replay, err error) {
			return draw(true), draw(false), cost, nil, nil
		},
	}
}

// worst is the value of a number that is farthest from 1 in value and square.
var worst = math.Sqrt(5) - 2

func meanSumsPair(name string, of setting) *Pair {
	m, l := newMeanSteps(of), newMeanLoss(of)
	a, b := pairedRecord{1, 1, 1}, pairedRecord{-worst, -worst, 1}
	if of.relation == privacy.AddRemove {
		b = nil
	}
	_, mu2 := l.ofSums(make([]float64, len(l.coordinates(a))), a, b)
	return part(name, m.plan.Cost(), mu2, 320_000, func(o Output) float64 {
		loss, _ := l.ofSums(o.noisy, a, b)
		return loss
	}, func(first bool) drawer {
		r := a
		if !first {
			r = b
		}
		sum, rows := make([]int64, schema.SumsDim(m.schema)), int64(1)
		if r == nil {
			rows = 0
		} else {
			row := m.row(m.text(r))
			m.lattice.Add(sum, row)
			rows = m.lattice.Weight(row)
		}
		return func(src noise.Source) (Output, error) {
			return Output{noisy: m.sums.Release(sum, rows, src).Coordinates}, nil
		}
	})
}

func meanLengthsPair(name string, of setting) *Pair {
	m, l := newMeanSteps(of), newMeanLoss(of)
	a, b := 3, 9
	if of.relation == privacy.AddRemove {
		b = -1
	}
	_, mu2 := l.ofLengths(make([]float64, scaling.Bins), a, b, 1, 1)
	return part(name, m.plan.Cost(), mu2, 30_000, func(o Output) float64 {
		loss, _ := l.ofLengths(o.noisy, a, b, 1, 1)
		return loss
	}, func(first bool) drawer {
		counts, bin := make([]int64, scaling.Bins), a
		if !first {
			bin = b
		}
		if bin >= 0 {
			counts[bin] += m.unit
		}
		return func(src noise.Source) (Output, error) {
			noisy, _ := m.lengths.Release(counts, src)
			return Output{noisy: noisy}, nil
		}
	})
}

// meanMomentPair is the second moment of two records at right angles, with their constant, about a fixed centre.
func meanMomentPair(name string) *Pair {
	m, l := newMeanSteps(setting{relation: privacy.ReplaceOne}), newMeanLoss(setting{relation: privacy.ReplaceOne})
	a, b := pairedRecord{1, 0}, pairedRecord{0, 1}
	z, err := dataset.NewStandard(m.schema, []float64{0, 0}, []float64{1, 1})
	must(err)
	fixed := &meanOutput{means: &scaling.Means{Centre: []float64{0, 0}, Weight: []float64{1, 1}}, cut: &scaling.Cut{Radius: 1}}
	_, ea := standard(fixed, a)
	_, eb := standard(fixed, b)
	_, mu2 := normals(ea, ea, eb, l.ofEntry)
	return part(name, m.plan.Cost(), mu2, 900_000, func(o Output) float64 {
		loss, _ := normals(o.noisy, ea, eb, l.ofEntry)
		return loss
	}, func(first bool) drawer {
		r := a
		if !first {
			r = b
		}
		sum, q := moment.NewAccumulator(z.D(), schema.Scale), make([]int16, z.D())
		z.Vector(m.row(m.text(r)), 1, q)
		added, matrix := sum.Add(q), sum.Matrix()
		return func(src noise.Source) (Output, error) {
			if added != nil {
				return Output{}, added
			}
			noisy, err := m.moment.Noisy(context.Background(), matrix, src)
			for i := range noisy {
				noisy[i] /= schema.UnitScale() * schema.UnitScale()
			}
			return Output{noisy: noisy}, err
		}
	})
}

// meanCountPair is the number of rows that a release as an earlier one draws.
func meanCountPair(name string) *Pair {
	budget := privacy.Budget{Epsilon: meanEpsilon, Delta: delta}
	squared := privacy.CountsSquared(privacy.AddRemove, schema.Scale, 1)
	joint, err := privacy.CalibrateGaussians([]privacy.Query{
		{Squared: squared, Coordinates: 1, Share: plan.UsualCount},
		{Squared: privacy.FrobeniusSquared(privacy.AddRemove, schema.Scale, 1), Coordinates: 6, Share: 1 - plan.UsualCount},
	}, budget)
	must(err)
	count, err := mechanism.NewCount(mechanism.LengthsParams{Scale: schema.Scale, RowsPerPerson: 1}, joint.Steps[0])
	must(err)
	sigma := 1 / (gaussianMu(budget.Epsilon, budget.Delta) * math.Sqrt(plan.UsualCount))
	return part(name, privacy.Cost{Epsilon: budget.Epsilon, Delta: budget.Delta}, 1/(sigma*sigma), 320_000, func(o Output) float64 {
		loss, _ := normals(o.noisy, []float64{1}, []float64{0}, func(int) float64 { return sigma })
		return loss
	}, func(first bool) drawer {
		n := int64(0)
		if first {
			n = 1
		}
		return func(src noise.Source) (Output, error) {
			noisy, _ := count.Release([]int64{n}, src)
			return Output{noisy: noisy}, nil
		}
	})
}

// meanPair is a release as a whole.
func meanPair(name string, of setting) *Pair {
	m, l := newMeanSteps(of), newMeanLoss(of)
	a, b := pairedRecord{1, 1}, pairedRecord{1, -.45}
	if of.weighted { // the second counts as a quarter of the first
		a, b = pairedRecord{1, 1, 1}, pairedRecord{1, -.45, .25}
	}
	if of.relation == privacy.AddRemove {
		b = nil
	}
	row := func(r pairedRecord) []int16 {
		if r == nil {
			return nil
		}
		return m.row(m.text(r))
	}
	rowA, rowB := row(a), row(b)
	// The loss of a fixed centre and length, in the mean over some.
	const some = 200
	mu2, src := 0.0, noisetest.New(1)
	for range some {
		o, _, err := m.draw(rowA, false, src)
		must(err)
		_, squared := l.ofWhole(&o, a, b)
		mu2 += squared / some
	}
	p := part(name, m.plan.Cost(), mu2, 15_000, func(o Output) float64 {
		loss, _ := l.ofWhole(o.mean, a, b)
		return loss
	}, nil)
	p.Law.error, p.Law.slack = meanError, signSlack
	p.drawn = func() (drawA, drawB drawer, cost privacy.Cost, replay, err error) {
		draw := func(row []int16) drawer {
			return func(src noise.Source) (Output, error) {
				o, _, err := m.draw(row, false, src)
				return Output{mean: &o}, err
			}
		}
		return draw(rowA), draw(rowB), m.plan.Cost(), errors.Join(m.replayed(a, rowA), m.replayed(b, rowB)), nil
	}
	return p
}
