package practice

import (
	"context"
	"errors"
	"math"
	"slices"

	"privatepca/core/fault"
	"privatepca/core/mechanism"
	"privatepca/core/method"
	"privatepca/core/moment"
	"privatepca/core/pca"
	"privatepca/core/plan"
	"privatepca/core/privacy"
	"privatepca/core/release"
	"privatepca/core/schema"
	"privatepca/core/subspace"
)

// A Comparison is what is known of one table, exactly. It reads the table again as far
// as an answer needs it, and keeps what it has found.
type Comparison struct {
	table   *pca.Table
	whole   *pca.Table // as it was given, where a release pays for a mean of its own and table is about the exact one; else nil
	rows    int64      // of the table
	mean    *pca.Table // under the norm rule mean, where columns count equally: then whole is under sign, and table is not needed; else nil
	equal   *pca.Equal
	truth   *Truth // of the records at full length
	longest float64

	// Of the records as encoded under one norm bound.
	matrix  *moment.Matrix
	bound   float64
	clipped int64
	encoded *Truth
}

// New compares with a table that was summed. Its numbers are not private: whoever calls it has
// made sure that everybody may see the records. Under the norm rule mean, equal says that every column counts equally: each mechanism is then tried
// by the way that is recommended for it, and all are measured by the correlations that the default estimates.
func New(ctx context.Context, t *pca.Table, equal bool) (*Comparison, error) {
	var mean *pca.Table
	if t.Schema().NormRule == schema.Mean { // which most mechanisms do not take
		if equal {
			mean = t
		}
		sign := *t.Schema()
		sign.NormRule, sign.RowWeight = schema.Sign, nil // weights of rows are of the rule mean alone: here each counts as one
		other, err := t.Under(ctx, &sign, nil)
		if err != nil {
			return nil, err
		}
		t = other
	}
	summary, err := t.Sum(ctx, nil)
	if err != nil {
		return nil, err
	}
	if mean != nil {
		return &Comparison{whole: t, mean: mean, rows: summary.Rows}, nil
	}
	if plan.NeedsMean(t.Schema()) {
		// A release measures from a noisy mean. The records are public here, so what is known without noise is about the exact one.
		about, err := t.AboutMean(ctx, nil)
		if err != nil {
			return nil, err
		}
		return &Comparison{table: about, whole: t, rows: summary.Rows}, nil
	}
	return &Comparison{table: t, rows: summary.Rows}, nil
}

// Learn reads what the comparison lacks: the truth once, the encoded records once for each
// norm bound. The schema is the table's, but for its norm bound. progress may be nil.
func (c *Comparison) Learn(ctx context.Context, s *schema.Schema, progress func(pca.Progress)) error {
	if c.mean != nil {
		return c.learnEqual(ctx, progress)
	}
	if c.truth == nil {
		if err := c.learnTruth(ctx, progress); err != nil {
			return err
		}
	}
	if c.matrix != nil && c.bound == s.Bound() {
		return nil
	}
	m := c.table.Machine()
	matrix, clipped, longest := c.table.Matrix(), int64(0), c.longest
	if s.Bound() != c.table.Schema().Bound() {
		other, err := c.table.Under(ctx, s, progress)
		if err != nil {
			return err
		}
		matrix = other.Matrix()
	}
	if s.NormRule == schema.Clip {
		longest = 0
		if err := c.table.Norms(ctx, s, progress, func(norm float64) {
			longest = math.Max(longest, norm)
			if norm > s.Bound()*(1+1e-12) { // not by rounding alone
				clipped++
			}
		}); err != nil {
			return err
		}
	}
	c.matrix, c.bound, c.clipped, c.longest = matrix, s.Bound(), clipped, longest
	c.encoded = Exactly(m.Solver(), matrix, s.Bound())
	return nil
}

// learnEqual sums the records with every column divided by its spread, as they are and as the norm rule mean cuts them.
func (c *Comparison) learnEqual(ctx context.Context, progress func(pca.Progress)) (err error) {
	if c.truth != nil {
		return nil
	}
	if c.equal, err = c.mean.Equal(ctx, progress); err != nil {
		return err
	}
	m := c.mean.Machine()
	of := func(lower []float64) *Truth {
		return decompose(m.Solver(), len(c.equal.Scale), func(i, j int) float64 {
			i, j = max(i, j), min(i, j)
			return lower[i*(i+1)/2+j]
		})
	}
	c.truth, c.encoded = of(c.equal.Whole), of(c.equal.Cut)
	return nil
}

// inEqual is a released subspace with every column divided by its exact spread: an orthonormal basis of the same scores.
func (c *Comparison) inEqual(doc *release.Document) subspace.Basis {
	var out subspace.Basis
	for _, row := range doc.Components {
		v := slices.Clone(row)
		for i := range v {
			if v[i] *= c.equal.Scale[i]; doc.Scale != nil {
				v[i] /= doc.Scale[i]
			}
		}
		for range 2 { // twice is enough
			for _, u := range out {
				along := 0.0
				for i := range v {
					along += u[i] * v[i]
				}
				for i := range v {
					v[i] -= along * u[i]
				}
			}
		}
		length := 0.0
		for _, x := range v {
			length += x * x
		}
		if length = math.Sqrt(length); length < 1e-12 { // a direction of columns that do not vary: it holds nothing
			length = 1
		}
		for i := range v {
			v[i] /= length
		}
		out = append(out, v)
	}
	return out
}

// learnTruth sums all records at their full length: about the centre, or about their mean
// where pairs or directions stand for it.
func (c *Comparison) learnTruth(ctx context.Context, progress func(pca.Progress)) error {
	m := c.table.Machine()
	full := *c.table.Schema()
	about := full.NormRule == schema.Pairs || full.NormRule == schema.Sign
	full.NormRule, full.NormBound = schema.Clip, 0
	acc := moment.NewAccumulatorWith(m.Sums, full.D(), schema.Scale)
	total := make([]int64, full.D())
	if err := c.table.Each(ctx, &full, progress, func(q []int16) error {
		for i, x := range q {
			total[i] += int64(x)
		}
		return acc.Add(q)
	}); err != nil {
		return err
	}
	if about {
		c.truth = Covariance(m.Solver(), acc.Matrix(), total, full.Bound())
	} else {
		c.truth = Exactly(m.Solver(), acc.Matrix(), full.Bound())
	}
	return nil
}

// Truth is that of the records at full length. Learn comes before it.
func (c *Comparison) Truth() *Truth { return c.truth }

// Encoded says what k directions of the records as encoded keep, without noise. Learn comes
// before it.
func (c *Comparison) Encoded(k int) Utility { return c.truth.Utility(c.encoded.Top(k)) }

// Rows counts the records.
func (c *Comparison) Rows() int64 { return c.rows }

// Bound is the norm bound that was learned last.
func (c *Comparison) Bound() float64 { return c.bound }

// Longest is the longest record, in scaled units; 0 but with the norm rule clip.
func (c *Comparison) Longest() float64 { return c.longest }

// Clipped is the share of the records that are longer than Bound; 0 but with the norm rule
// clip.
func (c *Comparison) Clipped() float64 {
	return float64(c.clipped) / math.Max(1, float64(c.rows))
}

// A Trial is a mechanism that is tried on public data, at a budget that nobody spends.
type Trial struct {
	Mechanism string // a name of core/method
	K         int
	Budget    privacy.Budget
	Relation  privacy.Relation
}

// Check refuses choices out of range with a *fault.Error.
func (c *Comparison) Check(in Trial) error {
	if c.whole != nil {
		_, _, err := c.plan(in)
		return err
	}
	_, err := c.mechanism(in, nil)
	return err
}

// Try releases k directions up to n times, and measures each against the truth. It begins
// no further draw once more, asked after each, says no. Learn comes before it. It returns
// what one such release would cost. progress may be nil.
func (c *Comparison) Try(ctx context.Context, in Trial, n int, progress func(pca.Progress), more func(done int) bool) (Draws, privacy.Cost, error) {
	if c.whole != nil {
		return c.tryWhole(ctx, in, n, progress, more)
	}
	from, err := c.mechanism(in, progress)
	if err != nil {
		return Draws{}, privacy.Cost{}, err
	}
	m := c.table.Machine()
	out, err := c.truth.Draw(ctx, from, c.matrix, in.K, n, m.Random, more)
	if err != nil && ctx.Err() == nil {
		err = fault.Public(fault.CodeRequest, err)
	}
	return out, from.Cost(), err
}

// plan is a whole release of a table: with the mean that the norm rule sign pays for, calibrated with the mechanism, and
// shrunk as a release is. Where columns count equally, they do so in each mechanism's release that can have it, and Gaussian noise goes by the rule mean.
func (c *Comparison) plan(in Trial) (*pca.Plan, *pca.Table, error) {
	how, of := method.Named(in.Mechanism), c.whole
	choices := pca.Choices{
		Mechanism: in.Mechanism, K: in.K, Epsilon: in.Budget.Epsilon, Delta: in.Budget.Delta, Relation: in.Relation,
		Shrink: how.Gives == method.WholeMatrix && how.Law != "",
	}
	if c.mean != nil {
		choices.Correlations = choices.Shrink
		if how.Joint {
			of, choices.Shrink = c.mean, false
		}
	}
	if !choices.UsesDelta() {
		choices.Delta = 0
	}
	p, err := pca.NewPlan(of.Schema(), choices)
	return p, of, err
}

// tryWhole releases as Try does, each time with a mean of its own, for which the table is read again.
func (c *Comparison) tryWhole(ctx context.Context, in Trial, n int, progress func(pca.Progress), more func(done int) bool) (Draws, privacy.Cost, error) {
	p, of, err := c.plan(in)
	if err != nil {
		return Draws{}, privacy.Cost{}, err
	}
	var out Draws
	for done := range n {
		if done > 0 && !more(done) {
			break
		}
		result, err := p.Run(ctx, of, pca.Run{Debit: pca.NoLedger, Progress: progress})
		if errors.Is(err, mechanism.ErrComplex) {
			out.Refused++
			continue
		}
		if err != nil {
			return out, p.Cost(), err
		}
		doc, err := result.Document(in.K)
		if err != nil {
			return out, p.Cost(), err
		}
		basis := subspace.Basis(doc.Components)
		if c.mean != nil {
			basis = c.inEqual(doc)
		}
		if out.First == nil {
			out.First = basis
		}
		out.Utilities = append(out.Utilities, c.truth.Utility(basis))
	}
	return out, p.Cost(), nil
}

func (c *Comparison) mechanism(in Trial, progress func(pca.Progress)) (mechanism.Mechanism, error) {
	s, m := c.table.Schema(), c.table.Machine()
	params := mechanism.Params{
		Dim: s.D(), Scale: schema.Scale, K: in.K, Budget: in.Budget,
		Relation: in.Relation, RowsPerPerson: s.RowsPerPerson, Solver: m.Solver(),
		Nonzero: s.Nonzero(false),
	}
	if how, ok := method.Of(in.Mechanism); ok && progress != nil {
		params.Progress = pca.MechanismProgress(how, progress)
	}
	from, err := mechanism.New(in.Mechanism, params)
	if err != nil {
		return nil, fault.Public(fault.CodeRequest, err)
	}
	return from, nil
}

// Decomposing reports the start of a decomposition, which reports nothing until it ends.
func Decomposing(progress func(pca.Progress)) {
	progress(pca.Progress{Phase: plan.PhaseVectors, Total: 1, Unit: "decompositions"})
}
