package release

import (
	"strconv"
	"time"

	"privatepca/core/method"
	"privatepca/core/privacy"
	"privatepca/core/schema"
	"privatepca/core/subspace"
)

// Output is what a mechanism released, in plain values.
type Output struct {
	Mechanism string
	Cost      privacy.Cost
	Parts     []privacy.Part
	Basis     subspace.Basis // rounded rows
	Values    []float64      // eigenvalues of Basis, sums over records of the unit ball; nil where none
	Spectrum  []float64      // all eigenvalues; nil where none
	Noise     *privacy.Noise // the law of a whole noisy matrix; nil where none was released
	Shrunk    bool           // Basis and Values are those of the shrunk matrix
	Other     subspace.Basis // the other rows: plain where Shrunk, else shrunk; nil where nothing was shrunk
	// Scale is what features were divided by before the directions of Basis were found, and OtherScale likewise; nil where columns do not
	// count equally.
	Scale, OtherScale []float64
	Finding           *Finding // under the norm rule mean; else nil
}

// Setting is what a release was made under. All of it is public.
type Setting struct {
	Schema *schema.Schema
	Scale  int // s
	// Centre and NormBound are those that steps of the release drew, in place of the
	// schema's; nil and 0 where the schema's were used.
	Centre    []float64
	NormBound float64
	Relation  privacy.Relation
	// Persons is N. It is written under replace-one only, and only where it is
	// known: with several rows a person and no column that names people, pass 0.
	Persons  int64
	Account  Account
	Software Software
	Now      time.Time // its UTC date is written
}

// New writes the document of an output.
func New(out Output, in Setting) *Document {
	persons := in.Persons
	if in.Relation != privacy.ReplaceOne || out.Cost.Claim == privacy.NoData {
		persons = 0
	}
	used := in.used()
	unit, of := variances(used, persons)
	if out.Values == nil && out.Spectrum == nil {
		of = ""
	}
	if out.Scale != nil {
		unit, of = 1, PerColumn
	}
	version := plain
	if out.Finding != nil {
		version = Version
	}
	d := &Document{
		Format:            Format,
		Version:           version,
		Components:        out.Basis,
		FeatureNames:      in.Schema.Features(),
		NumComponents:     len(out.Basis),
		NumFeatures:       in.Schema.D(),
		Scale:             out.Scale,
		ExplainedVariance: scaled(out.Values, unit),
		Spectrum:          scaled(out.Spectrum, unit),
		VarianceUnit:      of,
		Finding:           out.Finding,
		N:                 persons,
		Privacy: Privacy{
			Mechanism:     out.Mechanism,
			Epsilon:       out.Cost.Epsilon,
			Delta:         out.Cost.Delta,
			Rho:           out.Cost.Rho,
			Mu:            out.Cost.Mu,
			Relation:      in.Relation,
			RowsPerPerson: max(1, in.Schema.RowsPerPerson),
			PersonColumn:  in.Schema.PersonColumn,
			Claim:         out.Cost.Claim,
			Noise:         out.Noise,
			Parts:         out.Parts,
			History:       in.Account.history(out.Cost.Claim, schema.Recodes(in.Schema)),
		},
		Encoding: encoding(used, in.Schema.WorstProvenance(), in.Scale),
		Software: in.Software,
		Created:  in.Now.UTC().Format(time.DateOnly),
	}
	switch {
	case in.Centre != nil && d.Privacy.part(method.StepCentre, "") == nil && d.Privacy.part(method.StepMean, "") == nil && d.Privacy.part(method.StepSums, "") == nil && !measuredAgain(d):
		d.lacks = "a centre was drawn from the records, and no step pays for it"
	case in.NormBound != 0 && d.Privacy.part(method.StepNormBound, "") == nil && d.Privacy.part(method.StepLengths, "") == nil && !measuredAgain(d):
		d.lacks = "a norm bound was drawn from the records, and no step pays for it"
	}
	if out.Finding == nil {
		d.Encoding.RowWeight = nil // no row was weighted
	}
	if out.Other != nil {
		d.Shrinkage = &Shrinkage{Used: out.Shrunk, Other: out.Other, OtherScale: out.OtherScale}
	}
	if in.Account.Public {
		unprotected(d, method.StepDeclaration)
	}
	if in.Schema.WorstProvenance() == schema.FromData {
		unprotected(d, method.StepBounds)
	}
	d.Privacy.Formula, d.Privacy.Assumptions = formulaOf(d), assumptionsOf(d)
	if d.Finding != nil {
		found := *d.Finding
		found.Of, d.Finding = estimandOf(d), &found
	}
	return d
}

// unprotected adds a step that no noise covers.
func unprotected(d *Document, step string) {
	d.Privacy.Claim = privacy.NotPrivate
	d.Privacy.Parts = append([]privacy.Part{{Step: step, Mechanism: method.None, Claim: privacy.NotPrivate}}, d.Privacy.Parts...)
}

// used is the schema by which records were encoded. Where its bounds come from is for
// the stated one to say.
func (in Setting) used() *schema.Schema {
	s := *in.Schema
	if in.Centre != nil {
		s.Centre, s.Point = schema.CentrePoint, in.Centre
	}
	if in.NormBound != 0 {
		s.NormBound = in.NormBound
	}
	return &s
}

// variances gives what turns sums over unit-ball records into encoded units, and of
// what these are.
func variances(s *schema.Schema, persons int64) (unit float64, of string) {
	unit = s.Bound() * s.Bound()
	switch {
	case s.NormRule == schema.Pairs && persons > 1 && s.RowsPerPerson == 1:
		return unit / float64(persons/2), PerPair
	case s.NormRule == schema.Pairs:
		return unit, SumOfPairs
	case s.RowWeight != nil: // a sum of weights is private
		return unit, Sum
	case persons > 0:
		return unit / float64(persons), PerPerson
	}
	return unit, Sum
}

// scaled multiplies by unit and keeps eight digits: more would be noise.
func scaled(values []float64, unit float64) []float64 {
	if values == nil {
		return nil
	}
	out := make([]float64, len(values))
	for i, x := range values {
		out[i], _ = strconv.ParseFloat(strconv.FormatFloat(x*unit, 'g', 8, 64), 64)
	}
	return out
}

func encoding(s *schema.Schema, worst schema.Provenance, scale int) Encoding {
	e := Encoding{
		Scaling:      string(s.Scaling),
		NormBound:    s.Bound(),
		NormRule:     string(s.NormRule),
		Centre:       string(s.Centre),
		CentrePoint:  s.Point,
		Quantisation: scale,
		BoundsFrom:   string(worst),
		BoundsSource: s.Source,
	}
	if s.NormRule == schema.Pairs { // differences have no centre
		e.Centre, e.CentrePoint = string(schema.CentreNone), nil
	}
	for _, m := range s.MissingValues {
		if m != "" {
			e.MissingValues = append(e.MissingValues, m)
		}
	}
	if d := s.Dialect; d != (schema.Dialect{}) {
		e.Dialect = &d
	}
	if w := s.RowWeight; w != nil && s.NormRule == schema.Mean {
		e.RowWeight = &RowWeight{w.Column, w.Maximum, w.Missing}
	}
	for i := range s.Fields {
		f := &s.Fields[i]
		field := Field{
			Name: f.Name, Type: string(f.Kind), BoundsFrom: string(s.ProvenanceOf(f)),
			Part: string(f.Part), Format: f.Format, Scores: f.Scores, Weight: f.Weight, MissingValues: f.MissingValues, Title: f.Label,
			Required: f.Complete && s.NormRule == schema.Mean,
		}
		if s.NormRule == schema.Mean {
			field.Column, field.Separator, field.Level = f.Column, f.Separator, f.Item
		}
		if f.Bounded() {
			lo, hi := f.Minimum, f.Maximum
			field.Minimum, field.Maximum = &lo, &hi
		}
		if f.Levelled() {
			field.Enum = f.Enum
			any := false
			for _, others := range f.Spellings {
				any = any || len(others) > 0
				field.Spellings = append(field.Spellings, append([]string{}, others...)) // never null
			}
			if !any {
				field.Spellings = nil
			}
			for _, level := range f.Enum {
				if word := f.LevelLabels[level]; word != "" {
					field.Categories = append(field.Categories, Category{level, word})
				}
			}
		}
		e.Fields = append(e.Fields, field)
	}
	return e
}
