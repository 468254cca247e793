package draft

import (
	"cmp"

	"privatepca/core/schema"
	"privatepca/core/typed"
)

// A Kind is what the curator says a column holds.
type Kind string

// The kinds that can be answered.
const (
	Unset    Kind = "" // not said yet: types are asked, never guessed
	Number   Kind = Kind(schema.Number)
	Category Kind = Kind(schema.Category)
	LeftOut  Kind = "leave out"
)

// The kinds of columns beside numbers and categories.
const (
	Integer   Kind = Kind(schema.Integer)
	Log       Kind = Kind(schema.Log)
	SignedLog Kind = Kind(schema.SignedLog)
	Date      Kind = Kind(schema.Date)
	Ordinal   Kind = Kind(schema.Ordinal)
)

// Details are what few columns state beside type, bounds and levels.
type Details struct {
	Part    schema.Part  // of a date
	Format  string       // of a date
	Scores  typed.List   // of an ordinal column's levels; the empty one for equally spaced ones
	Weight  typed.Number // empty for 1
	Own     bool         // it has a list of missing values of its own
	Missing typed.List   // that list

	Decimal     string // of numbers, where they are written otherwise than the table's: as in a dialect
	Grouping    string
	Around      bool   // what stands around a number is left away
	Parentheses bool   // around a number make it negative
	Separator   string // of levels, where a cell of a category holds several

	Complete bool // no cell of it is missing: a promise
}

// A Column is the curator's answer about one column of the file.
type Column struct {
	Name      string
	Kind      Kind
	Min, Max  typed.Number // of a date its days
	Levels    []string
	Spellings [][]string // further spellings of each level, from what describes the table; nil for none
	Details
	dates bool              // the bounds were read as dates
	From  schema.Provenance // of the bounds or levels; "" while there are none

	Label       string            // of the column, for people; "" for none. Nothing that is computed depends on labels
	LevelLabels map[string]string // labels by level; also of levels that were taken out since

	values values // that match no level

	Fault string // what keeps it from taking part; "" when nothing does
	// InDetails says that the fault is of the details, not of bounds or levels.
	InDetails bool
}

// Reading says how the bounds are read, where that is not plain from what was typed; "" where it is.
func (c *Column) Reading() string {
	if !c.Bounded() || c.Kind == Date {
		return ""
	}
	return cmp.Or(c.Min.Said(), c.Max.Said())
}

// MoreThanCodes reports whether more is stated of a column than its codes for no value, which most have.
func (d Details) MoreThanCodes() bool {
	d.Own, d.Missing = false, typed.List{}
	return d != Details{}
}

// TakesPart reports whether the column becomes features.
func (c *Column) TakesPart() bool { return c.Kind != Unset && c.Kind != LeftOut }

// Features is the number of coordinates that the column becomes.
func (c *Column) Features() int {
	switch {
	case c.Kind == Category:
		return len(c.Levels)
	case c.TakesPart():
		f := schema.Field{Kind: schema.Kind(c.Kind), Part: c.Part}
		return f.D()
	}
	return 0
}

// Bounded reports whether the column needs a minimum and a maximum.
func (c *Column) Bounded() bool {
	f := schema.Field{Kind: schema.Kind(c.Kind), Part: c.Part}
	return f.Bounded()
}

// Levelled reports whether the column needs levels.
func (c *Column) Levelled() bool { return c.Kind == Category || c.Kind == Ordinal }

// NumericNames counts names of columns that are numbers. Where there is one, the first line may be somebody's record: nothing of it is kept, and it
// would be published as names.
func NumericNames(names []string) (numbers int) {
	for _, name := range names {
		if typed.ReadNumber(name).Why() == typed.Read {
			numbers++
		}
	}
	return numbers
}
