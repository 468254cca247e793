package release

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"privatepca/core/schema"
)

// A Row is a public row that is to be placed on released directions.
type Row struct {
	Name     string     // "" for none
	Features []*float64 // the d features, uncentred and within their ends; nil where no cell says one
}

// Applied are the scores of public rows on the released directions: post-processing, free of cost.
type Applied struct {
	Rows    []string    // what each row is called: its name, else its number
	Scores  [][]float64 // for each row its k scores, in encoded units
	Vectors [][]float64 // for each row its d encoded features
	Matched int         // columns of the release that the table has
	Unread  int64       // cells that hold something, and no number, date or level of their column: they count as missing
	Outside int64       // values outside their bounds, which count as the nearer one
	Ragged  int64       // rows of more or fewer cells than the header
}

// Reading is a schema by which public rows are read for this release: its columns, as they were encoded. Of the curator's own schema, where
// that is one of these columns, it has what no document says, too: recodings, lists, and how numbers are written. own may be nil.
func (d *Document) Reading(own *schema.Schema) *schema.Schema {
	e := &d.Encoding
	s := schema.New()
	s.Scaling, s.MissingValues = schema.Scaling(e.Scaling), e.MissingValues
	if e.Dialect != nil {
		s.Dialect = *e.Dialect
	}
	for i := range e.Fields {
		f := e.Fields[i].schema()
		f.Label, f.LevelLabels, f.Complete = "", nil, false
		s.Fields = append(s.Fields, f)
	}
	if own == nil || own.Scaling != s.Scaling || !slices.EqualFunc(s.Fields, own.Fields, sameColumn) {
		return s
	}
	s.Fields, s.MissingValues, s.Dialect = slices.Clone(own.Fields), own.MissingValues, own.Dialect
	return s
}

// sameColumn reports whether a document's column is a schema's.
func sameColumn(f, own schema.Field) bool {
	return f.Name == own.Name && f.Kind == own.Kind && f.Part == own.Part && f.Format == own.Format && f.Weight == own.Weight &&
		slices.Equal(f.Enum, own.Enum) && slices.Equal(f.Scores, own.Scores) && (!f.Bounded() || f.Minimum == own.Minimum && f.Maximum == own.Maximum)
}

// Apply places rows on the released directions. They are encoded as the release encoded records, but for the rounding to integers: the centre is
// subtracted, and rows beyond the norm bound are shortened; with the rules "mean", "sign" and "pairs" a row keeps its length. What is missing
// counts as the middle of the bounds, no level, or with the rules "mean" and "sign" the centre. Where columns count equally a feature is then
// divided by its scale. Of a plane of directions that cannot be told apart, scores are on its axes.
func (d *Document) Apply(rows []Row) (Applied, error) {
	var out Applied
	axes, features := axesOf(d), featuresOf(d)
	for r, row := range rows {
		if len(row.Features) != d.NumFeatures || slices.ContainsFunc(row.Features, func(x *float64) bool { return x != nil && !(math.Abs(*x) <= 1) }) {
			return Applied{}, fmt.Errorf("release: row %d has no %d features from -1 to 1", r+1, d.NumFeatures)
		}
		x := make([]float64, 0, d.NumFeatures)
		for i := range d.Encoding.Fields {
			f := d.Encoding.Fields[i].schema()
			x = appendCentred(d, x, &f, row.Features, features)
		}
		boundRecord(d, x)
		for i, s := range d.Scale {
			x[i] /= s
		}
		scores := make([]float64, len(axes))
		for k, direction := range axes {
			scores[k] = dot(direction, x)
		}
		called := row.Name
		if called == "" {
			called = strconv.Itoa(r + 1)
		}
		out.Rows, out.Scores, out.Vectors = append(out.Rows, called), append(out.Scores, scores), append(out.Vectors, x)
	}
	return out, nil
}

// appendCentred appends a column's centred features to x.
func appendCentred(d *Document, x []float64, f *schema.Field, row []*float64, features []feature) []float64 {
	at := len(x)
	own := row[at : at+f.D()]
	none := 0.0 // of what is missing, uncentred
	if f.Kind != schema.Category {
		none = f.Feature(f.Midpoint(), schema.Scaling(d.Encoding.Scaling))
	}
	missing := !slices.ContainsFunc(own, func(v *float64) bool { return v != nil })
	for j, v := range own {
		switch {
		case missing && schema.NormRule(d.Encoding.NormRule).AboutMean(): // the centre’s value, from which nothing is left
			x = append(x, 0)
		case v == nil:
			x = append(x, none-features[at+j].centre)
		default:
			x = append(x, *v-features[at+j].centre)
		}
	}
	return x
}

// axesOf are the directions of length 1 that rows are placed on: those of Components, and of a plane its axes.
func axesOf(d *Document) [][]float64 {
	axes := slices.Clone(d.Components)
	if d.turned != nil {
		copy(axes, d.turned.Rows)
	}
	for i := range axes {
		if e, c := estimateOf(d, i); e != nil && len(c.Ranks) > 1 {
			length := math.Sqrt(dot(e.Loadings, e.Loadings))
			axes[i] = make([]float64, len(e.Loadings))
			for l, x := range e.Loadings {
				axes[i][l] = x / math.Max(length, 1e-12)
			}
		}
	}
	return axes
}

// boundRecord brings an encoded row to the norm bound, as the release's rule does.
func boundRecord(d *Document, x []float64) {
	length := math.Sqrt(dot(x, x))
	switch rule := schema.NormRule(d.Encoding.NormRule); {
	case rule == schema.Pairs || rule.AboutMean() || length == 0:
		return
	case rule == schema.Unit || length > d.Encoding.NormBound:
		for i := range x {
			x[i] *= d.Encoding.NormBound / length
		}
	}
}
