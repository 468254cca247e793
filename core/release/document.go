// Package release is the document that leaves the device: what was released,
// under which promise, and how records were encoded. Everything in it is public
// or the output of a mechanism; the other exports are views of it.
//
// The rules of this package: a document is written from a mechanism's output
// and public parameters alone; it never holds a file name, a run time, a
// private count or a fingerprint; Encode and Decode are inverse, byte for byte,
// on every document that Encode wrote.
package release

import (
	"privatepca/core/privacy"
	"privatepca/core/schema"
)

// Format and Version head every document. Version 2 states the law of each step and the population's history in
// fields, from which Formula and Assumptions are written: their wording belongs to the version. Version 1 opens, too: what it
// says in its formula alone is read from there. Version 3 has Finding.
const (
	Format  = "privatepca/release"
	Version = 3
	// plain is the version of documents without a finding.
	plain = 2
)

// Units of variances.
const (
	// With the norm rule "sign", too, they are shares, not variances.
	PerPerson = "per person" // sums over records, divided by n
	Sum       = "sum"        // sums over records

	// With the norm rule "pairs": shares of a total of 1 (less where rows of a pair were
	// alike), not variances. The eigenvectors are the covariance's for elliptical laws.
	PerPair    = "per pair"       // sums over pairs, divided by ⌊n/2⌋
	SumOfPairs = "sum over pairs" // where the number of pairs is private

	// Of correlations, under any rule: each column has a variance of about 1, whose unit is gone.
	PerColumn = "per column"
)

// A Document is one released principal subspace. Names with a trailing
// underscore are scikit-learn's.
type Document struct {
	Format  string `json:"format"`
	Version int    `json:"version"`

	// Components holds k rows of d loadings, orthonormal to 1e-4 after
	// rounding to six decimals; the largest loading of a row is positive.
	Components    [][]float64 `json:"components_"`
	FeatureNames  []string    `json:"feature_names_in_"`
	NumComponents int         `json:"n_components_"`
	NumFeatures   int         `json:"n_features_in_"`

	// Scale, where the directions are those of the correlations, holds the standard deviation of each feature's column as a
	// share of the largest: a record's feature is divided by it before Components apply. A function of the released matrix and the law of its noise
	// (core/shrink/correlation.md); absent where columns count by their variance.
	Scale []float64 `json:"scale_,omitempty"`

	// ExplainedVariance holds eigenvalues in the order of Components, in squared
	// encoded units (second moments when uncentred); absent where the mechanism
	// released none. Noise makes some negative.
	ExplainedVariance []float64 `json:"explained_variance_,omitempty"`

	// Spectrum holds all d noisy eigenvalues, descending, where the mechanism
	// released the whole matrix.
	Spectrum []float64 `json:"spectrum,omitempty"`

	// Shrinkage holds a second set of directions, where the released matrix was shrunk; else nil.
	Shrinkage *Shrinkage `json:"shrinkage,omitempty"`

	// Finding says what stands out and how far it may be off, with all that it is computed from; since version 3, under the norm rule "mean"
	// alone.
	Finding *Finding `json:"finding,omitempty"`

	// VarianceUnit says of what ExplainedVariance and Spectrum are: PerPerson where
	// n is public, else Sum, since dividing by a private n would tell it; PerPair or
	// SumOfPairs for pairs. Absent where there are none.
	VarianceUnit string `json:"variance_unit,omitempty"`

	// N is the number of people, where it is public; absent under add/remove.
	N int64 `json:"n,omitempty"`

	Privacy  Privacy  `json:"privacy"`
	Encoding Encoding `json:"encoding"`
	Software Software `json:"software"`
	About    *About   `json:"about,omitempty"` // the curator's own words, outside what is claimed; nil for none
	Created  string   `json:"created"`         // UTC date, YYYY-MM-DD: a time of day could tell how long a run took

	// Receipt says from which site's budget the release was paid; nil for none, as in documents of earlier versions, which refuse it.
	Receipt *Receipt `json:"receipt,omitempty"`

	intervals Intervals // that With chose; "" for none
	turned    *Rotation // of an edition whose clear directions stand in another basis; else nil

	lacks string // what New was not given, in a sentence; "" for nothing
}

// Shrinkage is an estimate of the second moment from the released noisy matrix and the public law of its noise: a
// function of these alone, which costs nothing (core/shrink). Spectrum and Privacy.Noise stay those of the matrix that was
// released.
type Shrinkage struct {
	// Used says that Components and ExplainedVariance are those of the shrunk matrix, which are expected to
	// hold more. Then Other has the directions of the matrix that was released; otherwise the shrunk ones.
	Used  bool        `json:"used"`
	Other [][]float64 `json:"other_components"` // k rows of d loadings, as Components
	// OtherScale is to Other what the document's Scale is to Components.
	OtherScale []float64 `json:"other_scale_,omitempty"`
}

// Privacy is the promise. Its claim is the weakest of its parts'.
type Privacy struct {
	Mechanism     string           `json:"mechanism"`
	Epsilon       float64          `json:"epsilon"`
	Delta         float64          `json:"delta"`
	Rho           float64          `json:"rho"`          // zCDP, where it is claimed too
	Mu            float64          `json:"mu,omitempty"` // Gaussian differential privacy, where it is claimed too (privacy.Cost)
	Relation      privacy.Relation `json:"relation"`
	RowsPerPerson int              `json:"rows_per_person"`
	PersonColumn  string           `json:"person_column,omitempty"`
	Claim         privacy.Claim    `json:"claim"`
	Assumptions   []string         `json:"assumptions"`     // since version 2 a function of the other fields
	Formula       string           `json:"formula"`         // likewise
	Noise         *privacy.Noise   `json:"noise,omitempty"` // the public law of the noise on a whole second moment
	Parts         []privacy.Part   `json:"parts"`
	History       *History         `json:"history,omitempty"` // since version 2; nil where nothing is to be said
}

// History is what was known, when the release was debited, of what happened to these people's data before.
type History struct {
	Unrecorded  bool `json:"unrecorded,omitempty"`  // no ledger recorded the release
	Raises      int  `json:"raises,omitempty"`      // how often the cap was raised
	Resets      int  `json:"resets,omitempty"`      // how often the count of what was released was reset
	LeftOut     int  `json:"left_out,omitempty"`    // how many releases the resets left out of the count
	Unprotected int  `json:"unprotected,omitempty"` // how many releases were not private
	Overlaps    int  `json:"overlaps,omitempty"`    // how often they were said to be others, though most columns have the names of an earlier file's
	Tables      int  `json:"tables,omitempty"`      // of how many tables the sums were added, of which the curator stated that nobody has records in two
	// ChangedAfterCounts says that the columns' public facts were changed after numbers of cells that do not fit them, or that there are none,
	// had been shown, so that they may come from the records. It does not depend on the numbers.
	ChangedAfterCounts bool `json:"changed_after_counts,omitempty"`
	// ChangeUnknown says that no ledger can tell whether they were.
	ChangeUnknown bool `json:"change_unknown,omitempty"`
	// Recoded says that values that are none of a column's categories were read as one of them, or as missing. Which ones, no document says.
	Recoded bool `json:"recoded,omitempty"`
}

// Encoding says how a row became a vector: enough to encode new rows alike.
type Encoding struct {
	Fields       []Field   `json:"fields"`
	Scaling      string    `json:"scaling"`
	NormBound    float64   `json:"norm_bound"` // R; 1 with the norm rules "pairs" and "sign", whose records have length 1
	NormRule     string    `json:"norm_rule"`
	Centre       string    `json:"centre"`                 // "none", "midpoint" or "point"
	CentrePoint  []float64 `json:"centre_point,omitempty"` // with "point": of each feature, in scaled units
	Quantisation int       `json:"quantisation"`           // s: encoded = integer · norm_bound / s
	BoundsFrom   string    `json:"bounds_from"`            // the weakest provenance of any bound

	// MissingValues are the cells that meant "no value" in columns that state none of their own; an empty cell is one in any case.
	// Absent where there are no others, and in documents of earlier versions.
	MissingValues []string `json:"missing_values,omitempty"`

	// BoundsSource is where the schema was published, where that is known: a public one, or one of the site around the page.
	BoundsSource string `json:"bounds_source,omitempty"`

	// RowWeight says by which column rows were weighted; nil where each counts as one. Since version 3, under the norm rule "mean" alone.
	RowWeight *RowWeight `json:"row_weight,omitempty"`

	// Dialect is how the records' text was read, as the schema states it; nil where the first row says all (schema.Dialect).
	Dialect *schema.Dialect `json:"dialect,omitempty"`
}

// A RowWeight is a column of row weights: a row counts as its cell, at least 0 and at most Maximum, divided by Maximum.
type RowWeight struct {
	Column  string  `json:"column"`
	Maximum float64 `json:"maximum"`
	Missing float64 `json:"missing"` // of rows whose cell holds no number
}

// A Field is one encoded column.
type Field struct {
	Name       string   `json:"name"`
	Type       string   `json:"type"`              // one of schema.Kinds
	Minimum    *float64 `json:"minimum,omitempty"` // of a date in days since 1970-01-01
	Maximum    *float64 `json:"maximum,omitempty"`
	Enum       []string `json:"enum,omitempty"`
	BoundsFrom string   `json:"bounds_from"`

	// What follows is absent in documents of earlier versions, which refuse it.
	Part          string    `json:"part,omitempty"`           // of a date: one of schema.Parts
	Format        string    `json:"format,omitempty"`         // of a date: schema.Field.Format
	Scores        []float64 `json:"scores,omitempty"`         // of an ordinal column
	Weight        float64   `json:"weight,omitempty"`         // of all its features; absent for 1
	MissingValues []string  `json:"missing_values,omitempty"` // of this column alone
	Required      bool      `json:"required,omitempty"`       // since version 3: a public promise that no cell is missing

	// Further spellings of each level, in the order of Enum, such as the label that a codebook states; none of a list.
	Spellings [][]string `json:"spellings,omitempty"`

	// Of one level of a list, under the norm rule mean, which takes all of a list as one column: the column in the file, what separates levels in its
	// cells, and the level. Absent under other rules, which take each level as a column, and in earlier documents, which all did.
	Column    string `json:"column,omitempty"`
	Separator string `json:"separator,omitempty"`
	Level     string `json:"level,omitempty"`

	// Words for people, as the schema has them; no check reads them, and nothing in the document depends on them.
	Title      string     `json:"title,omitempty"`
	Categories []Category `json:"categories,omitempty"` // the levels that have a label, in the order of Enum
}

// A Category is a level with its label.
type Category struct {
	Value string `json:"value"`
	Label string `json:"label"`
}

// Software names what ran: enough to build the same worker again and compare its digest
// (make verify-build).
type Software struct {
	Version      string `json:"version"`
	Go           string `json:"go,omitempty"`            // of the toolchain that built it, such as go1.26.8; absent in documents of earlier versions
	WorkerSHA256 string `json:"worker_sha256,omitempty"` // hex; absent in native runs
}
