// Package schema states what is public about a table: its columns, their types,
// bounds and categories, where each bound comes from, and how a row becomes a
// vector of bounded length. Nothing in it is read from records.
//
// A schema is read from and written to Frictionless Table Schema; what that
// standard lacks stands under the key "privatepca", at the top and in a field.
package schema

// Provenance says where a public bound comes from.
type Provenance string

const (
	FromSchema Provenance = "public schema" // a published description of the data
	Typed      Provenance = "typed"         // entered by the curator from general knowledge
	FromHost   Provenance = "host"          // said by the site around the page, which the curator did not choose
	FromData   Provenance = "data"          // computed from the records: the release is not private
)

// Described reports whether a description of the table stated the bound: one that was published, or the site's around the page. It may have a source.
func (p Provenance) Described() bool { return p == FromSchema || p == FromHost }

// Provenances are all that are known, the least public first.
var Provenances = [...]Provenance{FromData, FromHost, Typed, FromSchema}

// Kind is what a column holds.
type Kind string

const (
	Number   Kind = "number"   // one feature; needs a minimum and a maximum
	Category Kind = "category" // one feature for each level of its enum
)

// NormRule says how a record is brought to length at most 1.
type NormRule string

const (
	Clip NormRule = "clip" // divide by R; longer records are scaled back to length R
	Unit NormRule = "unit" // scale every record to length R; zero stays zero

	// Pairs: rows are paired at random, and the difference of the two, divided by
	// its length, is the record (zero stays zero). Needs neither R nor a centre.
	Pairs NormRule = "pairs"

	// Sign: a record is the direction (e − c)/‖e − c‖ from the centre c to it, the spatial sign (zero stays zero).
	// A missing cell takes the centre's value. c is Point where one is stated; otherwise a release pays for a
	// noisy mean. Needs no R.
	Sign NormRule = "sign"

	// Mean: a record is v/max(R, ‖v‖), v = w∘(e − c): its features from a mean c, each times a weight w, cut at the length R.
	// A missing cell takes the mean's value. A release pays for c, w and R (core/mechanism/sums.md).
	Mean NormRule = "mean"
)

// AboutMean reports whether a release measures records from a mean that it pays for, unless a centre is stated.
func (r NormRule) AboutMean() bool { return r == Sign || r == Mean }

// HasNormBound reports whether records are measured in units of a norm bound R.
func (r NormRule) HasNormBound() bool { return r == Clip || r == Unit }

// Scaling says how a number becomes a feature, given its bounds.
type Scaling string

const (
	MaxAbs Scaling = "max-abs" // x / max(|minimum|, |maximum|), the paper's
	Affine Scaling = "affine"  // minimum to −1, maximum to 1
)

// Centre says from which point records are measured.
type Centre string

const (
	CentreNone     Centre = "none"     // zero, the paper's: the uncentred second moment
	CentreMidpoint Centre = "midpoint" // the middle of each column's encoded values: see Field.CentreValue
	CentrePoint    Centre = "point"    // Schema.Point
)

// A Field is one column that takes part.
type Field struct {
	Name       string            // as in the file's header, but for spaces around it
	Kind       Kind              // asked of the curator or read from a schema file, never guessed
	Minimum    float64           // where Bounded; finite, below Maximum; NaN means not stated yet. Of a date in days since 1970-01-01
	Maximum    float64           // likewise
	Enum       []string          // where Levelled; at least two distinct levels
	Spellings  [][]string        // where Levelled: further spellings of each level; nil for none
	Recode     map[string]string // where Levelled, and of a list: cells that are none of the levels, each with the level that it is read as, "" for missing
	Scores     []float64         // Ordinal only: one a level, ascending; nil means equally spaced from −1 to 1
	Part       Part              // Date only
	Format     string            // Date only: ISO, or directives of strptime
	Weight     float64           // of all its features, from MinWeight to 1; 0 means 1
	BoundsFrom Provenance        // "" means the schema's

	// Complete is a public promise that no cell of the column is missing: Frictionless' required. Under the norm rule mean a cell that is missing
	// all the same counts as the middle of the bounds, or the first level; other rules do not read the promise.
	Complete bool

	// Of one level of a column whose cells hold several (list.go): the column in the file, what separates its levels, and which one the number is 1
	// for. Else "".
	Column, Separator, Item string

	// How a number is written in this column, where it is another way than the dialect's: Decimal and Grouping as there. Around leaves away what
	// stands around the number, such as a unit; Parentheses then make it negative.
	Decimal, Grouping   string
	Around, Parentheses bool

	// MissingValues are the cells of this column that mean "no value"; nil means the schema's. An empty cell is one in any case.
	MissingValues []string

	// Words for people. They change no feature, no name and no number.
	Label       string            // of the column: what CleanLabel leaves as it is; "" for none
	LevelLabels map[string]string // where Levelled: labels by level; levels without one are absent. Others than Enum's count for nothing
}

// A Schema is all that the encoding of a record depends on.
type Schema struct {
	Title         string
	Description   string
	Fields        []Field
	Source        string   // where it was published: a PublicAddress; "" where that is not known
	MissingValues []string // cells that mean "no value", unless a field states its own; nil means [""]; an empty cell is one in any case
	BoundsFrom    Provenance
	Scaling       Scaling
	Centre        Centre
	Point         []float64 // with CentrePoint: the centre of each feature, in [−1, 1]; else nil
	NormRule      NormRule
	NormBound     float64    // R, in scaled units; 0 means AlwaysValidBound; not read with Pairs and Sign
	PersonColumn  string     // names the person a row belongs to; "" means none
	RowsPerPerson int        // m ≥ 1
	RowWeight     *RowWeight // of rows; nil where each counts as one
	Dialect       Dialect    // how the table's text is written
}

// Scale is the integer length that stands for 1: an encoded record q has
// Σq² ≤ Scale². It is the largest for which 16 sums of two products fit into 32
// bits (16·2·Scale² < 2³¹), where exact SIMD kernels are fastest; core/dataset's
// ENCODING.md says what quantisation costs.
const Scale = 8191

// New returns a schema of the given fields with everything else as the paper has
// it: numbers divided by the larger bound, no centre, records clipped to the
// bound that always holds, each row one person's, bounds typed.
func New(fields ...Field) *Schema {
	return &Schema{
		Fields:        fields,
		BoundsFrom:    Typed,
		Scaling:       MaxAbs,
		Centre:        CentreNone,
		NormRule:      Clip,
		RowsPerPerson: 1,
	}
}
