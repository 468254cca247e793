package schema

import (
	"math"
	"slices"
)

// Features names the coordinates of an encoded record, in order: "column" for a
// number, "column=level" for each level of a category, "column (log)" and the like where a
// number is made of the cell.
func (s *Schema) Features() []string {
	names := make([]string, 0, s.D())
	for i := range s.Fields {
		f := &s.Fields[i]
		switch {
		case f.Kind == Category:
			for _, level := range f.Enum {
				names = append(names, f.Name+"="+level)
			}
		default:
			for _, made := range f.made() {
				names = append(names, f.Name+made)
			}
		}
	}
	return names
}

// made says of each feature of a column that is no category what is made of the cell, to stand behind the column's name.
func (f *Field) made() []string {
	switch {
	case f.Cyclic():
		return []string{" (" + string(f.Part) + ", cos)", " (" + string(f.Part) + ", sin)"}
	case f.Kind == Log || f.Kind == SignedLog:
		return []string{" (" + string(f.Kind) + ")"}
	case f.Kind == Date && f.Part != Days:
		return []string{" (" + string(f.Part) + ")"}
	}
	return []string{""}
}

// D is the number of features.
func (s *Schema) D() int {
	d := 0
	for i := range s.Fields {
		d += s.Fields[i].D()
	}
	return d
}

// D is the number of features that the column becomes.
func (f *Field) D() int {
	switch {
	case f.Kind == Category:
		return len(f.Enum)
	case f.Cyclic():
		return 2
	}
	return 1
}

// Midpoint is the value that stands for a missing one: the middle of Range.
func (f *Field) Midpoint() float64 {
	lo, hi := f.Range()
	return float64(lo/2) + float64(hi/2) // the sum of two large bounds could overflow
}

// Scale gives the map from a value within Range to its feature in [−1, 1], the weight in it:
// (x − zero) / unit. Logarithms, dates and scores have no zero of their own: their range is made −1 to 1
// under any scaling.
func (f *Field) Scale(scaling Scaling) (zero, unit float64) {
	lo, hi := f.Range()
	switch {
	case f.Kind == Category || f.Cyclic():
		unit = 1
	case scaling == Affine || f.Kind == Log || f.Kind == Date || f.Kind == Ordinal:
		zero, unit = f.Midpoint(), (hi-lo)/2
	default:
		unit = math.Max(math.Abs(lo), math.Abs(hi))
	}
	return zero, unit / f.weight()
}

// Feature is the feature of a value that is not NaN: x is clamped to Range,
// so that ±Inf are its ends, and scaled.
func (f *Field) Feature(x float64, scaling Scaling) float64 {
	zero, unit := f.Scale(scaling)
	lo, hi := f.Range()
	x = math.Max(lo, math.Min(x, hi))
	return math.Max(-1, math.Min((x-zero)/unit, 1)) // rounding may pass 1 by a hair
}

// FeatureEnds are between which numbers each feature of the column lies.
func (f *Field) FeatureEnds(scaling Scaling) (lo, hi float64) {
	if f.Kind == Category { // as it is encoded: a weight and the quotient by its inverse can differ in the last bit
		return 0, f.Level()
	}
	lo, hi = f.Range()
	return f.Feature(lo, scaling), f.Feature(hi, scaling)
}

// CentreValue is what is subtracted from each feature of the column, unless the
// centre is a stated point: Schema.CentreVector.
//
// The midpoint centre is the centre of the smallest ball that holds every value
// the column can be encoded to. For a number that is the midpoint of its bounds.
// For a category of L ≥ 2 levels the values are the unit vectors e₁ … e_L and
// zero (no category). By symmetry and convexity the best centre is t·(1, …, 1),
// at squared distance L·t² − 2t + 1 from the levels and L·t² from zero. The first is
// least at t = 1/L, where it is 1 − 1/L, no less than the second, 1/L; so t = 1/L.
// (The middle ½ of each feature's own range would cost L/4 in place of 1 − 1/L.) A weight multiplies
// all of this. For a cycle the values are on a circle about zero, and zero.
func (f *Field) CentreValue(scaling Scaling, centre Centre) float64 {
	if centre != CentreMidpoint {
		return 0
	}
	if f.Kind != Category {
		return f.Feature(f.Midpoint(), scaling)
	}
	return f.weight() / float64(len(f.Enum))
}

// CentreVector is what is subtracted from each feature, in the order of Features;
// zeros where a Point of another length is stated, which Validate refuses.
func (s *Schema) CentreVector() []float64 {
	if s.Centre == CentrePoint && len(s.Point) == s.D() {
		return s.Point
	}
	c := make([]float64, 0, s.D())
	for i := range s.Fields {
		f := &s.Fields[i]
		v := f.CentreValue(s.Scaling, s.Centre)
		for range f.D() {
			c = append(c, v)
		}
	}
	return c
}

// reach2 is the largest ‖e − c‖² over all values e the column is encoded to.
func (f *Field) reach2(scaling Scaling, c []float64) float64 {
	w := f.weight()
	if f.Cyclic() { // at most the circle's radius from its middle, and no more than 1 + 10⁻¹⁵ of that after rounding
		r := w + math.Sqrt(float64(c[0]*c[0])+float64(c[1]*c[1]))
		return float64(r * r)
	}
	if f.Kind != Category { // linear in the value, so largest at an end
		lo, hi := f.FeatureEnds(scaling)
		r := math.Max(math.Abs(lo-c[0]), math.Abs(hi-c[0]))
		return float64(r * r) // not to be fused with a sum: the same bits everywhere
	}
	none, most := 0.0, 0.0 // ‖c‖², and what a level adds to it at most: ‖w·e_l − c‖² = ‖c‖² + w² − 2w·c_l
	for _, x := range c {
		none += float64(x * x)
		most = math.Max(most, float64(w*w)-float64(2*w*x))
	}
	return none + most
}

// AlwaysValidBound is a norm bound R that no record passes, whatever it holds:
//
//	R = √ Σ_columns max ‖e − centre‖² over the values e the column is encoded to.
//
// Uncentred that is √columns under either scaling where no column has a weight.
func (s *Schema) AlwaysValidBound() float64 {
	c := s.CentreVector()
	var sum float64
	for i := range s.Fields {
		f := &s.Fields[i]
		sum += f.reach2(s.Scaling, c[:f.D()])
		c = c[f.D():]
	}
	return math.Sqrt(sum)
}

// Bound is the norm bound in force: NormBound, or the always valid one where it is
// 0; with Pairs and Sign 1, the length of a record. With Mean it is NormBound once that was released, and 1 before.
func (s *Schema) Bound() float64 {
	switch {
	case s.NormRule == Mean && s.NormBound != 0:
		return s.NormBound
	case !s.NormRule.HasNormBound():
		return 1
	case s.NormBound != 0:
		return s.NormBound
	}
	return s.AlwaysValidBound()
}

// Missing lists the cells that mean "no value".
func (s *Schema) Missing() []string {
	if s.MissingValues == nil {
		return []string{""}
	}
	return s.MissingValues
}

// ProvenanceOf says where the bounds or levels of a field come from.
func (s *Schema) ProvenanceOf(f *Field) Provenance {
	if f.BoundsFrom != "" {
		return f.BoundsFrom
	}
	return s.BoundsFrom
}

// WorstProvenance is the least public provenance of anything the encoding uses:
// the first of them in Provenances. The schema's own counts where a field
// does not state another, and for a NormBound or a Point. A release is private only when
// this is not FromData.
func (s *Schema) WorstProvenance() Provenance {
	worst := FromSchema
	add := func(p Provenance) {
		if slices.Index(Provenances[:], p) < slices.Index(Provenances[:], worst) {
			worst = p
		}
	}
	for i := range s.Fields {
		add(s.ProvenanceOf(&s.Fields[i]))
	}
	if s.NormBound != 0 && s.NormRule.HasNormBound() || s.Centre == CentrePoint || len(s.Fields) == 0 {
		add(s.BoundsFrom)
	}
	return worst
}
