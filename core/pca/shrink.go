package pca

import (
	"slices"

	"privatepca/core/mechanism"
	"privatepca/core/method"
	"privatepca/core/schema"
	"privatepca/core/shrink"
)

// judged is how many k shrinkage is judged for, at least: more than a chart shows.
const judged = 12

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
		Scale: d.matrix.Scale(), Blocks: blocks(&d.schema), Most: max(k, judged), Columns: columns, Pairs: d.schema.NormRule == schema.Pairs,
		Progress: MechanismProgress(method.Named(c.Mechanism), d.progress),
	})
}

// blocks are the category columns as the records were encoded. Pairs have none: what their differences sum to
// depends on whether a cell is missing.
func blocks(s *schema.Schema) []shrink.Block {
	if s.NormRule == schema.Pairs {
		return nil
	}
	var out []shrink.Block
	centre, from := s.CentreVector(), 0
	for i := range s.Fields {
		f := &s.Fields[i]
		if f.Kind == schema.Category {
			own := slices.Clone(centre[from : from+f.D()]) // in units of the weight: a block's vertices count up to a factor
			for j := range own {
				own[j] /= f.Level()
			}
			out = append(out, shrink.Block{From: from, Centre: own, Imputed: s.NormRule == schema.Sign})
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
