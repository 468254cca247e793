package release

import (
	"math"

	"privatepca/core/finding"
	"privatepca/core/scaling"
	"privatepca/core/schema"
)

// MostMatrix is the most features of which a document holds the released matrix.
const MostMatrix = 256

// A Finding says how many directions relate columns, what these are, and how far their loadings may be off. It holds every number that it is
// computed from, so that a reader can compute it again (core/finding/finding.md); of more than MostMatrix features it lacks the matrix.
type Finding struct {
	Of string `json:"of"` // what is estimated, in a sentence: a function of the other fields (New writes it)

	// What was found.
	Clear      int        `json:"clear"`                  // at least that many directions relate columns
	Tested     bool       `json:"tested"`                 // false where the centre's noise hides everything; then Clear is 0
	Level      float64    `json:"level"`                  // what an eigenvalue must pass, in units of a column
	Filters    bool       `json:"filters,omitempty"`      // the level allows for columns whose values say who is asked others; earlier documents' does not
	CutAnswers bool       `json:"cut_answers,omitempty"`  // and for what the cut makes of skewed answers that some rows alone give
	Seed       uint64     `json:"seed"`                   // of the public draws that the level is simulated from
	Values     []float64  `json:"values"`                 // the Clear leading eigenvalues, in units of a column
	Errors     []float64  `json:"value_errors"`           // their standard errors
	Clusters   []Cluster  `json:"clusters"`               // of the clear directions
	Estimates  []Estimate `json:"estimates"`              // of each direction that stands alone and of the axes of each plane
	Uneven     []string   `json:"small_spread,omitempty"` // columns whose spread was not seen: they count less
	Correction float64    `json:"centre_share"`           // share of the mean's direction that is taken out before the count
	Kurtosis   float64    `json:"kurtosis"`               // φ of people's errors

	// As is the SHA-256 of an earlier document whose centre, weights, length and scales this release measured with; "" for a release of its own. Then
	// Answered to LengthsNoise, and Scales, are the earlier one's.
	As string `json:"as,omitempty"`

	// What it is computed from: outputs of the steps, and functions of them.
	Rows         float64   `json:"rows"`             // n̂: the number of rows, where it is public, or as it was released
	DesignEffect float64   `json:"design_effect"`    // rows for one independent row
	Answered     []float64 `json:"answered"`         // of each column: the share of cells that are not missing
	MeanNoise    float64   `json:"mean_noise"`       // standard deviation of a complete feature's mean
	Weights      []float64 `json:"weights"`          // w: what each feature's distance from the centre is multiplied by, in units of the lattice
	Radius       float64   `json:"radius"`           // R: the length at which records are cut
	Longest      float64   `json:"longest"`          // the length at which the first count ends
	Lengths      []float64 `json:"lengths"`          // noisy counts of records by length, each bin's ends 1/1.2 of those before
	LengthsNoise float64   `json:"lengths_noise"`    // standard deviation of each count
	Tau          float64   `json:"tau"`              // standard deviation of Matrix off the diagonal
	TauMean      float64   `json:"tau_mean"`         // and of Mean
	Scales       []float64 `json:"scales"`           // of each column: its features' sum was divided by this before directions were found
	Mean         []float64 `json:"mean"`             // g: the noisy sum of the records
	Matrix       []float64 `json:"matrix,omitempty"` // lower triangle of their noisy second moment about the mean, row by row
}

// A Cluster is a run of clear directions, from 0, that noise and the choice of people cannot tell from each other.
type Cluster struct {
	Ranks []int `json:"ranks"`
	Open  bool  `json:"open,omitempty"`    // nor from a direction that is not clear: it has no intervals
	Left  bool  `json:"skipped,omitempty"` // intervals were not computed: there are more than 512 features, and eight directions have theirs
}

// An Estimate has the loadings of one direction or axis, a little longer than 1, with the standard errors of each: of noise alone, and of other people.
// The 95 % interval for this table is ± 1.96 of Errors; for people like these, of the root of the sum of both squares.
type Estimate struct {
	Ranks        []int     `json:"ranks"`
	Axis         int       `json:"axis"` // which of its cluster's
	Loadings     []float64 `json:"loadings"`
	Errors       []float64 `json:"errors"`
	PeopleErrors []float64 `json:"people_errors"`
}

// Input is what the finding is computed from, for columns and a design effect that the rest of the document states.
func (f *Finding) Input(columns scaling.Columns, effect float64) *finding.Input {
	return &finding.Input{
		Columns: columns, Rows: f.Rows, Effect: effect, Present: f.Answered, SumsNoise: f.MeanNoise, Weight: f.Weights, Radius: f.Radius,
		Counts: f.Lengths, CountsNoise: f.LengthsNoise, Tau: f.Tau, MeanTau: f.TauMean, Mean: f.Mean, Matrix: f.Matrix, Filters: f.Filters, CutAnswers: f.CutAnswers,
	}
}

// State writes what was found, rounded as documents have it. columns are the names of the schema's fields, and blocks where their features lie. Without equal columns the
// directions are others than those that were tested: then the count is stated alone.
func (f *Finding) State(found *finding.Result, equal bool, columns []string, blocks []scaling.Block) {
	t := &found.Test
	f.Tested, f.Clear, f.Level, f.Seed, f.Correction, f.Kurtosis = t.Tested, t.Clear, six(t.Level.Level), finding.Seed, six(t.Centre), six(found.Phi)
	f.Values, f.Errors, f.Clusters, f.Estimates, f.Uneven = []float64{}, []float64{}, []Cluster{}, []Estimate{}, nil
	f.Scales = nil
	for _, b := range blocks {
		f.Scales = append(f.Scales, found.Scale[b.From])
	}
	if !equal {
		return
	}
	for i, floored := range found.Floored {
		if floored {
			f.Uneven = append(f.Uneven, columns[i])
		}
	}
	for i := range t.Clear {
		f.Values, f.Errors = append(f.Values, six(found.Values[i])), append(f.Errors, six(found.ValueErrors[i]))
	}
	for _, c := range found.Clusters {
		f.Clusters = append(f.Clusters, Cluster{c.Ranks, c.Open, c.Skipped})
	}
	for _, a := range found.Axes {
		f.Estimates = append(f.Estimates, Estimate{a.Ranks, a.Number, signed(a.Estimate), sixes(a.Noise), sixes(a.People)})
	}
}

// signed rounds to six decimals, with the largest entry positive.
func signed(x []float64) []float64 {
	out, largest := sixes(x), 0
	for i, v := range out {
		if math.Abs(v) > math.Abs(out[largest]) {
			largest = i
		}
	}
	if out[largest] < 0 {
		for i := range out {
			out[i] = 0 - out[i]
		}
	}
	return out
}

func sixes(x []float64) []float64 {
	out := make([]float64, len(x))
	for i, v := range x {
		out[i] = six(v)
	}
	return out
}

func six(x float64) float64 { return math.RoundToEven(x*1e6)/1e6 + 0 }

// ColumnNames are the names of a schema's columns under the norm rule mean, where a list is one.
func ColumnNames(s *schema.Schema) (out []string) {
	for _, run := range schema.Runs(s) {
		out = append(out, run.Name(s))
	}
	return out
}

// ScalingColumns are a schema's columns under the norm rule mean, as core/scaling has them.
func ScalingColumns(s *schema.Schema, weighted bool) scaling.Columns {
	var out scaling.Columns
	for _, run := range schema.Runs(s) {
		f := &s.Fields[run.From]
		c := scaling.Column{Kind: scaling.Number, Complete: f.Complete}
		if weighted {
			c.Weight = f.Weight
		}
		switch {
		case f.Kind == schema.Category:
			c.Kind, c.Levels = scaling.Category, f.D()
		case f.Cyclic():
			c.Kind = scaling.Cycle
		case f.IsList():
			c.Kind, c.Levels = scaling.List, run.To-run.From
		}
		out = append(out, c)
	}
	return out
}

// freeSpectrum is the spectrum without the zeros of directions in which no record varies, where a finding leaves these out.
func freeSpectrum(d *Document) []float64 {
	if d.Finding == nil {
		return d.Spectrum
	}
	var out []float64
	null := nullDimensions(d)
	for _, x := range d.Spectrum {
		if x == 0 && null > 0 {
			null--
			continue
		}
		out = append(out, x)
	}
	return out
}

// measuredAgain reports whether the release took its centre, weights, length and scales over from an earlier one.
func measuredAgain(d *Document) bool { return d.Finding != nil && d.Finding.As != "" }
