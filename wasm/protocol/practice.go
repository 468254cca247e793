package protocol

import "privatepca/core/schema"

// Practice mode is for files that the curator declared public. Its answers hold exact
// numbers, which no noise covers. The worker gives them for these files only, and the
// worker decides, not the page.

// Declare marks the open file, which is prepared, as public, for good: every later
// document of it claims "not private". It is refused once anything was released from
// the file as protected data.
type Declare struct {
	Session bool `json:"session,omitempty"` // where the browser keeps no ledger: until the page ends
}

// Declared says that the file counts as public. Session is the ledger that ends with the
// page, which keeps it for the next worker; "" where the browser keeps one.
type Declared struct {
	Session string `json:"session,omitempty"`
}

// Place asks for public rows as features, to be placed on released directions. The text is a small table that the visitor declared public and
// that the page reads; the worker's own files are not touched. Nothing is read of a table that the ledger keeps a budget for: as a whole, by its
// bytes or by its records.
type Place struct {
	Text   []byte `json:"text"`
	Schema []byte `json:"schema"` // of the release's columns
}

// Placed is what the rows hold.
type Placed struct {
	Protected bool           `json:"protected,omitempty"` // then nothing else is said
	Rows      []PlacedRow    `json:"rows,omitempty"`
	Matched   int            `json:"matched,omitempty"` // columns of the schema that the table has
	Unread    int64          `json:"unread,omitempty"`  // cells that are no value of their column
	Outside   int64          `json:"outside,omitempty"` // values outside their bounds
	Ragged    int64          `json:"ragged,omitempty"`  // rows of more or fewer cells than the header
	Dialect   schema.Dialect `json:"dialect,omitzero"`  // how the text was read
}

// PlacedRow is one of them.
type PlacedRow struct {
	Name     string     `json:"name,omitempty"`
	Features []*float64 `json:"features"` // the schema's, uncentred; null where no cell says one
}

// Practice asks what one mechanism would give on the prepared file, again and again,
// or for the truth alone. It spends nothing and is no release.
type Practice struct {
	K         int     `json:"k"`
	NormBound float64 `json:"norm_bound,omitempty"` // R with the norm rule "clip"; 0 means the schema's

	// Equal says that every column counts equally, with the norm rule "mean": each mechanism is tried by the way that is recommended for it.
	Equal bool `json:"equal,omitempty"`

	Mechanism string  `json:"mechanism,omitempty"` // "" asks for the truth alone; what follows is then not read
	Epsilon   float64 `json:"epsilon,omitempty"`
	Delta     float64 `json:"delta,omitempty"`
	Relation  string  `json:"relation,omitempty"`
	Draws     int     `json:"draws,omitempty"` // at most; at least 1
	// Milliseconds after which no further draw is begun.
	Milliseconds int `json:"milliseconds,omitempty"`
}

// Practised is an answer to Practice. None of it is private.
type Practised struct {
	Truth *Truth `json:"truth,omitempty"` // where the truth was asked for
	Draws *Draws `json:"draws,omitempty"` // where a mechanism was
}

// Whole reports whether it answers one question, either for the truth or for draws.
func (p Practised) Whole() bool { return (p.Truth == nil) != (p.Draws == nil) }

// A Truth is exact principal component analysis of all records at their full length:
// of their second moment about the schema's centre, or with the norm rule "pairs" of
// their covariance.
type Truth struct {
	Of      string    `json:"of"`      // "second moment", "covariance" or "correlations"
	Records int64     `json:"records"` // rows that count
	Values  []float64 `json:"values"`  // all d eigenvalues, descending, in squared encoded units per record

	// The norm bound in force, the longest record before it, the bound that no record
	// could pass whatever it held, and the share of records that are cut. All in encoded
	// units; 0 with another norm rule than "clip".
	NormBound   float64 `json:"norm_bound,omitempty"`
	Longest     float64 `json:"longest,omitempty"`
	AlwaysValid float64 `json:"always_valid,omitempty"`
	Clipped     float64 `json:"clipped,omitempty"`

	// Directions are the leading exact ones, at most PracticeDirections rows of d loadings; none where d is too large to draw.
	Directions [][]float64 `json:"directions,omitempty"`

	// Encoded is what the first k directions of the records as they are encoded, without
	// noise, come to: what the encoding costs.
	Encoded Utility `json:"encoded"`
}

// PracticeDirections is how many exact directions are given, and of a draw, where there are at most PracticeFeatures features.
const (
	PracticeDirections = 6
	PracticeFeatures   = 600
)

// A Utility compares a subspace with the first k exact directions.
type Utility struct {
	Energy float64 `json:"energy"` // share of the largest energy that k directions can have, in [0, 1]
	Angle  float64 `json:"angle"`  // largest principal angle, radians in [0, π/2]
}

// Draws are one mechanism's, with what a release of it would state.
type Draws struct {
	Utilities []Utility `json:"utilities"`
	Refused   int       `json:"refused,omitempty"` // draws that gave no subspace
	Epsilon   float64   `json:"epsilon"`
	Delta     float64   `json:"delta"`
	Claim     string    `json:"claim"` // of a release from protected data

	// First has the leading directions of the first draw, as many as Truth has.
	First [][]float64 `json:"first,omitempty"`
}
