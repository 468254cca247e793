package pca

import (
	"errors"
	"math"
	"slices"

	"privatepca/core/eigen"
	"privatepca/core/finding"
	"privatepca/core/mechanism"
	"privatepca/core/method"
	"privatepca/core/plan"
	"privatepca/core/schema"
	"privatepca/core/shrink"
)

// shrink adds shrunk directions to what was released, where the choices ask for them and a whole matrix was. Where
// they ask that columns count equally, the directions become those of the correlations.
func (d *drawing) shrink(out *mechanism.Released, k int) error {
	c := d.plan.decided.Choices
	var columns shrink.Columns
	if c.Correlations {
		columns = columnsOf(&d.schema)
	}
	if c.Correlations && !c.Shrink {
		return out.Correlate(columns, d.matrix.Scale())
	}
	if how := method.Named(c.Mechanism); !c.Shrink || how.Gives != method.WholeMatrix || how.Law == "" {
		return nil
	}
	return out.Shrink(d.ctx, mechanism.Shrinkage{
		Scale: d.matrix.Scale(), Blocks: blocks(&d.schema), K: k, Columns: columns, Pairs: d.schema.NormRule == schema.Pairs,
		Progress: MechanismProgress(method.Named(c.Mechanism), d.progress),
	})
}

// shrunkInBounds are the directions of the released second moment after shrinkage, under the norm rule mean in the units of the bounds. The mean of the
// records is taken out as far as it is more than noise (James and Stein): all of a mean that is noise would take out variance that is there.
func (d *drawing) shrunkInBounds(in *finding.Input) (*mechanism.ShrunkDirections, error) {
	features := d.schema.D()
	length := 0.0
	for _, g := range in.Mean {
		length += g * g
	}
	seen := math.Max(0, 1-math.Max(0, float64(in.Columns.Rank()-2))*in.MeanTau*in.MeanTau/length)
	if length == 0 {
		seen = 0
	}
	each := func(f func(i, j int)) {
		for i := range features {
			for j := i; j < features; j++ {
				f(i, j)
			}
		}
	}
	y := shrink.NewMatrix(features) // about the centre
	each(func(i, j int) { y.Set(i, j, in.Matrix[j*(j+1)/2+i]+in.Mean[i]*in.Mean[j]/in.Rows) })
	y = shrink.Blocks(y, blocksAbout(&d.schema, d.centre))
	each(func(i, j int) { y.Set(i, j, y.At(i, j)-seen*seen*in.Mean[i]*in.Mean[j]/in.Rows) })

	law := shrink.Law{Diagonal: math.Sqrt2 * in.Tau, OffDiagonal: in.Tau}
	judgements := shrink.JudgementsFromDiagonal(features)
	var ended error
	progress := func(share float64) {
		d.progress(Progress{Phase: plan.PhaseShrink, Done: int64(math.Round(share * float64(judgements))), Total: int64(judgements)})
		if ended == nil {
			ended = d.ctx.Err()
		}
	}
	solve := func(a shrink.Matrix, k int) [][]float64 {
		_, vectors := d.table.machine.Solver().Top(symmetricOf(a), k)
		return vectors
	}
	k, _ := d.plan.decided.Ks()
	wins, err := shrink.ChooseFromDiagonal(y, law, max(1, min(k, features-1)), solve, progress)
	if err := errors.Join(err, ended); err != nil {
		return nil, err
	}
	z, err := shrink.Entries(y, law, nil)
	if err != nil {
		return nil, err
	}
	values, vectors := d.table.machine.Solver().All(symmetricOf(z))
	return &mechanism.ShrunkDirections{Basis: vectors, Values: values, Used: wins}, nil
}

func symmetricOf(a shrink.Matrix) *eigen.Symmetric {
	s := eigen.New(a.D)
	for i := range a.D {
		for j := range i + 1 {
			s.Set(i, j, a.At(j, i))
		}
	}
	return s
}

// blocks are the category columns as the records were encoded. Pairs have none: what their differences sum to
// depends on whether a cell is missing.
func blocks(s *schema.Schema) []shrink.Block {
	if s.NormRule == schema.Pairs {
		return nil
	}
	return blocksAbout(s, s.CentreVector())
}

// blocksAbout are those of records about a centre.
func blocksAbout(s *schema.Schema, centre []float64) []shrink.Block {
	var out []shrink.Block
	from := 0
	for i := range s.Fields {
		f := &s.Fields[i]
		if f.Kind == schema.Category {
			own := slices.Clone(centre[from : from+f.D()]) // in units of the weight: a block's vertices count up to a factor
			for j := range own {
				own[j] /= f.Level()
			}
			out = append(out, shrink.Block{From: from, Centre: own, Imputed: s.NormRule.AboutMean()})
		}
		from += f.D()
	}
	return out
}

// columnsOf are the schema's columns, each with its features.
func columnsOf(s *schema.Schema) shrink.Columns {
	var out shrink.Columns
	for i := range s.Fields {
		out = append(out, s.Fields[i].D())
	}
	return out
}
