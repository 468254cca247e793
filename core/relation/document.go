package relation

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math"

	"privatepca/core/fault"
	"privatepca/core/finding"
	"privatepca/core/method"
	"privatepca/core/privacy"
	"privatepca/core/release"
	"privatepca/core/scaling"
	"privatepca/core/schema"
)

// FromDocument gives the matrix that a released document d holds, which text encodes. It refuses a document that holds none.
func FromDocument(d *release.Document, text []byte) (*Matrix, error) {
	if why := refusal(d); why != "" {
		return nil, fault.New(fault.CodeFile, why)
	}
	in, err := inputOf(d)
	if err != nil {
		return nil, fault.New(fault.CodeFile, "What the release states of its matrix has not the shape of its columns.")
	}
	m := fromInput(in, d.Finding.Clear, countedRows(d))
	describe(m, d)
	m.rowsError = rowsError(d, in)
	sum := sha256.Sum256(text)
	m.From, m.NotPrivate = []string{hex.EncodeToString(sum[:])}, d.Privacy.Claim == privacy.NotPrivate
	if !finite(m) {
		return nil, errNotFinite
	}
	return m, nil
}

// refusal says why a document has no matrix that could be read; "" where it has one.
func refusal(d *release.Document) string {
	switch {
	case d.Finding == nil:
		return fmt.Sprintf("This release holds directions alone. Correlations need the whole matrix and the lengths of records, which a release under the norm rule mean states; this one is under %s.", ruleOf(d.Encoding.NormRule))
	case d.Finding.Matrix == nil:
		return fmt.Sprintf("This release holds directions alone: of more than %d features the matrix is not in the document. Release fewer columns.", release.MostMatrix)
	case d.Encoding.CentrePoint == nil:
		return "This release states no centre, so its matrix is no covariance."
	}
	return ""
}

func ruleOf(rule string) string {
	if rule == "" {
		return "another rule"
	}
	return "the rule " + rule
}

// inputOf is what the finding is computed from.
func inputOf(d *release.Document) (*finding.Input, error) {
	in := d.Finding.Input(release.ScalingColumns(release.SchemaOf(d), false), max(1, d.Finding.DesignEffect))
	return in, in.Check()
}

// countedRows is how many rows the counts of lengths are of, n̂; 0 where they are an earlier document's, and the number of its rows is not known here.
func countedRows(d *release.Document) float64 {
	if d.Finding.As != "" {
		return 0
	}
	return d.Finding.Rows
}

// fromInput computes the matrix in units of v, h = 1: T = R²Y/n̂, corrected for the cut, and the law of its noise, t = τR²/(n̂φ_rest). counted is how
// many rows the counts of lengths are of; 0 where that is not known.
func fromInput(in *finding.Input, clear int, counted float64) *Matrix {
	d, n := in.Columns.Features(), max(1, in.Rows)
	r2 := in.Radius * in.Radius
	t, at := newSquare(d), 0
	for i := range d {
		for j := range i + 1 {
			t.setBoth(i, j, r2*in.Matrix[at]/n)
			at++
		}
	}
	l := lengthsOf(scaling.Histogram{Lengths: scaling.NewLengths(in.Columns, in.Weight), Counts: in.Counts, Noise: in.CountsNoise}, in.Radius, counted)
	cov, s := corrected(t, clear, in.Columns.Rank(), l)
	m := &Matrix{
		Rows: in.Rows, Independent: max(1, in.Rows/in.Effect), Clear: clear, Answered: in.Present, Kurtosis: l.kurtosis,
		Cut: Shortened{l.share, s.heavy}, cov: cov, unit: make([]float64, d), width: in.Tau * r2 / (n * s.rest),
	}
	ratio := in.MeanTau / in.Tau
	drift := make([]float64, d)
	for i, b := range in.Columns.Blocks() {
		mean := 0.
		for at := b.From; at < b.To; at++ {
			drift[at] = in.Mean[at] / n
			mean += drift[at] / float64(b.Size())
		}
		for at := b.From; at < b.To && in.Columns[i].Kind == scaling.Category; at++ {
			drift[at] -= mean
		}
	}
	for i := range m.unit {
		m.unit[i] = 1
	}
	m.laws = []law{{m.width, m.unit, drift, ratio * ratio}}
	return m
}

// describe brings the matrix to the columns' own units, and names its features.
func describe(m *Matrix, d *release.Document) {
	m.Features = d.FeatureNames
	features := d.NumFeatures
	zero, scale := make([]float64, features), make([]float64, features) // from a feature to its column's own value
	m.unit = make([]float64, features)
	own, answered, at := release.SchemaOf(d), m.Answered, 0
	columns := release.ScalingColumns(own, false)
	m.Answered = nil
	for i, run := range schema.Runs(own) {
		kind := columns[i].Kind
		if kind == scaling.List { // each of its levels is a number here, as answered as the list
			kind = scaling.Number
		}
		for place := run.From; place < run.To; place++ {
			f := &own.Fields[place]
			low, high := f.Range()
			c := Column{Name: f.Name, Kind: kind, From: at, To: at + f.D(), Low: low, High: high, list: f.Column}
			if kind == scaling.Category {
				c.Levels = f.Enum
			}
			half := (high - low) / 2
			if kind != scaling.Number || f.IsList() { // 0 and 1 on the lattice, as a category's levels are
				half = 1
			}
			from, per := f.Scale(own.Scaling)
			for ; at < c.To; at++ {
				m.unit[at] = half / d.Finding.Weights[at]
				zero[at], scale[at] = from, per
			}
			m.Columns, m.Answered = append(m.Columns, c), append(m.Answered, answered[i])
		}
	}
	indexed(m)
	for i := range features {
		for j := range features {
			m.cov.data[i*features+j] *= m.unit[i] * m.unit[j]
		}
		m.Mean = append(m.Mean, zero[i]+scale[i]*d.Encoding.CentrePoint[i])
		half := m.unit[i] * d.Finding.Weights[i]
		m.MeanError = append(m.MeanError, half*d.Finding.MeanNoise/m.Answered[m.column[i]])
	}
	m.laws[0].unit = m.unit
	m.Directions = directionsOf(d, scale)
}

// directionsOf are the document's directions as weights on own units: scale is an own unit's size in a column's own values.
func directionsOf(d *release.Document, scale []float64) (out [][]float64) {
	for _, row := range d.Components {
		w := make([]float64, len(row))
		for i, x := range row {
			w[i] = x / scale[i]
			if d.Scale != nil {
				w[i] /= d.Scale[i]
			}
		}
		out = append(out, w)
	}
	return out
}

// WithDirections is the matrix with the directions of a view of its document: of another k.
func WithDirections(m *Matrix, d *release.Document) *Matrix {
	out := *m
	own, scale := release.SchemaOf(d), make([]float64, 0, len(m.Features))
	for i := range own.Fields {
		_, per := own.Fields[i].Scale(own.Scaling)
		for range own.Fields[i].D() {
			scale = append(scale, per)
		}
	}
	if out.Directions = nil; len(scale) == len(m.Features) {
		out.Directions = directionsOf(d, scale)
	}
	return &out
}

// rowsError is the relative standard deviation of n̂: of step 1, s/a with a the weight that the number of rows had there, or of the count of a release as an
// earlier one; 0 where the number of rows is public.
func rowsError(d *release.Document, in *finding.Input) float64 {
	for i := range d.Privacy.Parts {
		part := &d.Privacy.Parts[i]
		switch {
		case part.Law == nil:
		case part.Step == method.StepSums && d.Finding.As == "" && part.Law.Weight > 0:
			return in.SumsNoise / (float64(part.Law.Weight) / schema.Scale)
		case part.Step == method.StepCount:
			unit := 1.
			if d.Encoding.RowWeight != nil {
				unit = float64(schema.RowWeightUnit())
			}
			return float64(part.Law.Width) / (schema.Scale * unit) / in.Rows
		}
	}
	return 0
}

// finite reports whether each number of the matrix is one that can be computed with: no eigenvalue or product of a few overflows.
func finite(m *Matrix) bool {
	fine := true
	check := func(list ...float64) {
		for _, x := range list {
			fine = fine && math.Abs(x) <= largest // NaN is not
		}
	}
	check(m.Rows, m.Independent, m.Kurtosis, m.Cut.Share, m.Cut.Heavy, m.width, m.rowsError)
	check(m.cov.data...)
	check(m.Mean...)
	check(m.MeanError...)
	check(m.Answered...)
	for _, w := range m.Directions {
		check(w...)
	}
	for _, l := range m.laws {
		check(l.width, l.ratio)
		check(l.drift...)
		for _, h := range l.unit {
			fine = fine && h >= 1/largest && h <= largest
		}
	}
	for _, h := range m.unit {
		fine = fine && h >= 1/largest && h <= largest
	}
	return fine
}

const largest = 1e30
