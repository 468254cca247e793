package schema

import "math"

// Features names the coordinates of an encoded record, in order: "column" for a
// number, "column=level" for each level of a category.
func (s *Schema) Features() []string {
	names := make([]string, 0, s.D())
	for i := range s.Fields {
		f := &s.Fields[i]
		if f.Kind == Number {
			names = append(names, f.Name)
			continue
		}
		for _, level := range f.Enum {
			names = append(names, f.Name+"="+level)
		}
	}
	return names
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
	if f.Kind == Number {
		return 1
	}
	return len(f.Enum)
}

// Midpoint is the number that stands for a missing one.
func (f *Field) Midpoint() float64 {
	return float64(f.Minimum/2) + float64(f.Maximum/2) // the sum of two large bounds could overflow
}

// Scale gives the map from a number within its bounds to its feature in [−1, 1]:
// (x − zero) / unit.
func (f *Field) Scale(scaling Scaling) (zero, unit float64) {
	if scaling == Affine {
		return f.Midpoint(), (f.Maximum - f.Minimum) / 2
	}
	return 0, math.Max(math.Abs(f.Minimum), math.Abs(f.Maximum))
}

// Feature is the feature of a number that is not NaN: x is clamped to the
// bounds, so that ±Inf are the bounds themselves, and scaled.
func (f *Field) Feature(x float64, scaling Scaling) float64 {
	zero, unit := f.Scale(scaling)
	x = math.Max(f.Minimum, math.Min(x, f.Maximum))
	return math.Max(-1, math.Min((x-zero)/unit, 1)) // rounding may pass 1 by a hair
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
// (The middle ½ of each feature's own range would cost L/4 in place of 1 − 1/L.)
func (f *Field) CentreValue(scaling Scaling, centre Centre) float64 {
	if centre != CentreMidpoint {
		return 0
	}
	if f.Kind == Number {
		return f.Feature(f.Midpoint(), scaling)
	}
	return 1 / float64(len(f.Enum))
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
	if f.Kind == Number { // linear in the number, so largest at a bound
		r := math.Max(math.Abs(f.Feature(f.Minimum, scaling)-c[0]), math.Abs(f.Feature(f.Maximum, scaling)-c[0]))
		return float64(r * r) // not to be fused with a sum: the same bits everywhere
	}
	none, most := 0.0, 0.0 // ‖c‖², and what a level adds to it at most: ‖e_l − c‖² = ‖c‖² + 1 − 2c_l
	for _, x := range c {
		none += float64(x * x)
		most = math.Max(most, 1-2*x)
	}
	return none + most
}

// AlwaysValidBound is a norm bound R that no record passes, whatever it holds:
//
//	R = √ Σ_columns max ‖e − centre‖² over the values e the column is encoded to.
//
// Uncentred that is √columns under either scaling.
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
// 0; with Pairs and Sign 1, the length of a record.
func (s *Schema) Bound() float64 {
	switch {
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
// FromData before Typed before FromSchema. The schema's own counts where a field
// does not state another, and for a NormBound or a Point. A release is private only when
// this is not FromData.
func (s *Schema) WorstProvenance() Provenance {
	worst := FromSchema
	add := func(p Provenance) {
		if p == FromData || p == Typed && worst != FromData {
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
