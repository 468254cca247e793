package experiment

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"time"

	"privatepca/core/eigen"
	"privatepca/core/method"
	"privatepca/core/moment"
	"privatepca/core/pca"
	"privatepca/core/plan"
	"privatepca/core/privacy"
	"privatepca/core/schema"
	"privatepca/core/subspace"
)

// What the program itself keeps under each norm rule: whole releases through core/pca, paid steps, shrinkage and
// rounding included, measured against the exact covariance.

// A way is one way to release: a norm rule and a mechanism.
type way struct {
	rule      schema.NormRule
	mechanism string
	centre    bool // with the rule clip: records are measured from a noisy mean that the release pays for
}

func (w way) String() string {
	if w.centre {
		return fmt.Sprintf("%s about a noisy mean, %s", w.rule, w.mechanism)
	}
	return fmt.Sprintf("%s, %s", w.rule, w.mechanism)
}

// usualCentre is the share of ε that the page proposes for a noisy mean under the rule clip.
const usualCentre = .1

// pure reports whether it spends no δ.
func (w way) pure() bool { return !method.Named(w.mechanism).NeedsDelta() }

// choices of one release. Records are replaced one by one, and n is public, as in the paper.
func (w way) choices(k int, epsilon float64) pca.Choices {
	c := pca.Choices{Mechanism: w.mechanism, K: k, Epsilon: epsilon, Relation: privacy.ReplaceOne}
	if !w.pure() {
		c.Delta = smallDelta
	}
	c.Shrink = method.Named(w.mechanism).Gives == method.WholeMatrix
	if w.centre {
		c.Steps = &plan.Steps{Centre: &plan.Centre{Share: usualCentre}}
	}
	return c
}

// kept are the shares of the centred optimum that releases kept: by the directions that the document recommends,
// and by those of the matrix as it was drawn.
type kept struct {
	Used, Plain []float64
	Sigmas      [3]float64 // as documents state them: of the mean, of the diagonal, off it
	Exponent    float64    // of nuclear noise
}

// A text is a table's file in memory, unpacked.
type text []byte

func (t text) Open() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(t)), nil }
func (t text) Size() int64                  { return int64(len(t)) }

// public gives the set's file and its public schema in the paper's encoding: each number divided by its largest
// |bound|, a feature for each level. The bounds are the schema's, not the records'.
func (s *set) public(rule schema.NormRule) (text, *schema.Schema, error) {
	sch, err := schema.Parse(s.schema)
	if err != nil {
		return nil, nil, err
	}
	sch.Scaling, sch.Centre, sch.NormRule = schema.MaxAbs, schema.CentreNone, rule
	z, err := gzip.NewReader(bytes.NewReader(s.csv))
	if err != nil {
		return nil, nil, err
	}
	b, err := io.ReadAll(z)
	return b, sch, err
}

// An exact covariance: its eigenvalues, and the energies of subspaces.
type covariance struct {
	values []float64
	at     *eigen.Symmetric
}

func (c *covariance) share(v subspace.Basis) float64 {
	d, total := c.at.Dim(), 0.0
	image := make([]float64, d)
	for _, row := range v {
		for i := range d {
			image[i] = 0
			for j := range d {
				image[i] += c.at.At(i, j) * row[j]
			}
		}
		for i, x := range row {
			total += x * image[i]
		}
	}
	return total / sum(c.values[:len(v)])
}

// covariance of the set's encoded records, from integers of the full length.
func (r *Run) covariance(s *set) (*covariance, error) {
	if s.centred != nil {
		return s.centred, nil
	}
	b, sch, err := s.public(schema.Clip)
	if err != nil {
		return nil, err
	}
	a := moment.NewAccumulator(sch.D(), schema.Scale)
	total := make([]int64, sch.D())
	err = pca.Open(b, sch, nil).Each(context.Background(), sch, nil, func(q []int16) error {
		for i, x := range q {
			total[i] += int64(x)
		}
		return a.Add(q)
	})
	if err != nil {
		return nil, err
	}
	m, unit := a.Matrix(), sch.Bound()/schema.Scale
	n := float64(m.Records())
	c := eigen.New(sch.D())
	for i := range sch.D() {
		for j := i; j < sch.D(); j++ {
			c.Set(i, j, (float64(m.At(i, j))-float64(total[i])/n*float64(total[j]))*unit*unit/n)
		}
	}
	s.centred = &covariance{eigen.Solver{}.Values(c), c}
	return s.centred, nil
}

// released draws whole releases of a set.
func (r *Run) released(s *set, w way, epsilon float64, draws int) (kept, error) {
	key := fmt.Sprintf("released/%s/%s/%s/ε=%g/k=%d×%d", s.name, s.digest, w, epsilon, s.k, draws)
	return cell(r, key, func(src *rand.ChaCha8) (kept, error) {
		truth, err := r.covariance(s)
		if err != nil {
			return kept{}, err
		}
		b, sch, err := s.public(w.rule)
		if err != nil {
			return kept{}, err
		}
		if w.centre {
			sch.Centre = schema.CentreMidpoint
		}
		p, err := pca.NewPlan(sch, w.choices(s.k, epsilon))
		if err != nil {
			return kept{}, err
		}
		table := pca.Open(b, sch, &pca.Machine{Random: src})
		var out kept
		for range draws {
			result, err := p.Run(context.Background(), table, pca.Run{Debit: pca.NoLedger, Now: time.Unix(0, 0)})
			if err != nil {
				return kept{}, err
			}
			doc, err := result.Document(s.k)
			if err != nil {
				return kept{}, err
			}
			used := truth.share(doc.Components)
			plain := used
			if doc.Shrinkage != nil && doc.Shrinkage.Used {
				plain = truth.share(doc.Shrinkage.Other)
			}
			out.Used, out.Plain = append(out.Used, used), append(out.Plain, plain)
			for _, part := range doc.Privacy.Parts {
				if part.Step == method.StepMean {
					out.Sigmas[0] = float64(part.Width())
				}
			}
			if law := doc.Privacy.Noise; law != nil {
				out.Sigmas[1], out.Sigmas[2], out.Exponent = law.Diagonal, law.OffDiagonal, law.Exponent
			}
		}
		return out, nil
	})
}

// meanShare is the share of a release's budget that its mean has.
func (w way) meanShare() float64 {
	if w.rule != schema.Sign {
		return 0
	}
	return plan.UsualMean(w.mechanism)
}
