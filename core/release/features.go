package release

import (
	"math"

	"privatepca/core/method"
	"privatepca/core/schema"
)

// A feature is one coordinate of the encoding, for a program that encodes new rows:
// feature = (x − zero)/unit − centre, x the number, or 1 or 0 for a category's level.
type feature struct{ zero, unit, centre float64 }

// featuresOf are the d coordinates in order. A field that states no bounds, which only
// a document of other origin has, is taken as it is.
func featuresOf(d *Document) []feature {
	e := &d.Encoding
	centre := schema.Centre(e.Centre)
	var out []feature
	for i := range e.Fields {
		f := e.Fields[i].schema()
		one := feature{unit: 1, centre: f.CentreValue(schema.Scaling(e.Scaling), centre)}
		if f.Kind == schema.Number {
			if zero, unit := f.Scale(schema.Scaling(e.Scaling)); unit > 0 && !math.IsInf(unit, 0) {
				one.zero, one.unit = zero, unit
			}
		}
		for range f.D() {
			out = append(out, one)
		}
	}
	if len(e.CentrePoint) == len(out) && centre == schema.CentrePoint {
		for i, c := range e.CentrePoint {
			out[i].centre = c
		}
	}
	return out
}

// schema is the field as a schema has it.
func (f *Field) schema() schema.Field {
	out := schema.Field{Name: f.Name, Kind: schema.Kind(f.Type), Enum: f.Enum, BoundsFrom: schema.Provenance(f.BoundsFrom)}
	out.Label = f.Title
	for _, c := range f.Categories {
		if out.LevelLabels == nil {
			out.LevelLabels = map[string]string{}
		}
		out.LevelLabels[c.Value] = c.Label
	}
	if f.Minimum != nil && f.Maximum != nil {
		out.Minimum, out.Maximum = *f.Minimum, *f.Maximum
	}
	return out
}

// releasedMean reports whether the centre is a mean that a step of the release drew.
func releasedMean(d *Document) bool {
	for _, p := range d.Privacy.Parts {
		if p.Step == method.StepCentre || p.Step == method.StepMean {
			return d.Encoding.CentrePoint != nil
		}
	}
	return false
}
