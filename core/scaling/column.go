// Package scaling turns the first two noisy outputs of a release under the rule "mean" into what its
// third step uses: a centre, a weight for each feature, and the radius R at which records are cut.
//
// The rules of this package: it sees noisy sums and public facts, never a record, so nothing here can
// cost privacy; it never sees a true number of rows, only n̂; and its results are finite for every
// finite input. scaling.md has the formulas and their sources, core/mechanism/sums.md the proofs of the sensitivities.
//
// The order of use is
//
//	sums   := (noisy sums, laid out by Facts.Sums)
//	means  := FromSums(facts, sums, σ₁)
//	counts := (noisy counts of Lengths.Bin over all records, of NewLengths(facts.Columns, means.Weight))
//	cut    := FromCounts(facts, lengths, counts, σ₂, τ, means.Rows)
package scaling

import (
	"errors"
	"fmt"
	"math"
)

// A Kind says how a column is encoded.
type Kind int

const (
	// Number is one feature z in [−1, 1].
	Number Kind = iota
	// Category is one feature 0/1 for each of its levels, exactly one of which is 1.
	Category
	// Cycle is an angle: two features, a point of the unit circle.
	Cycle
	// List is one feature 0/1 for each of its levels, any of which may be 1. It is missing where the cell is empty.
	List
)

// A Column is what is public about one column of the table.
type Column struct {
	Kind Kind
	// Levels is the number of features of a Category or a List, at least 1. It is ignored for other kinds.
	Levels int
	// Complete is a public promise that no cell of the column is missing.
	Complete bool
	// Weight is the column's public weight, above 0. 0 stands for 1.
	Weight float64
}

// Size is the number of features.
func (c Column) Size() int {
	switch c.Kind {
	case Category, List:
		return c.Levels
	case Cycle:
		return 2
	}
	return 1
}

// PublicWeight is the weight, with 1 for none.
func (c Column) PublicWeight() float64 {
	if c.Weight == 0 {
		return 1
	}
	return c.Weight
}

// distance is the largest squared distance of two records in the column (scaling.md §1).
func (c Column) distance() float64 {
	switch c.Kind {
	case Category:
		return 2
	case List:
		return float64(c.Levels)
	}
	return 4
}

// reach is the largest squared length of a record's contribution to step 1, less its base (scaling.md §1).
func (c Column) reach() float64 {
	switch c.Kind {
	case Category:
		return float64(c.Levels) / float64(c.Levels+1)
	case List:
		return float64(c.Levels) / 4
	case Cycle:
		return 1
	}
	return 1 + squareWeight/4
}

// missingUnit is β, which a missing cell adds to the column's coordinate of missing cells (scaling.md §1).
func (c Column) missingUnit() float64 {
	switch c.Kind {
	case Number:
		return math.Sqrt(missingWeight)
	case List:
		return math.Sqrt(float64(c.Levels)) / 2
	}
	return 1
}

// CentreSpread is the typical squared size of a centre's error where nothing is known of the centre: the
// prior variance P of scaling.md §2, of all features of the column.
func (c Column) CentreSpread() float64 {
	switch c.Kind {
	case Category:
		return .3
	case Cycle:
		return .5
	case List:
		return float64(c.Levels) / 16
	}
	return .25
}

// Columns are the columns of a table, in order. Their features follow one another.
type Columns []Column

// A Block is where a column's features lie: From, From+1, …, To−1.
type Block struct{ From, To int }

// Size is the number of features.
func (b Block) Size() int { return b.To - b.From }

// Blocks returns the place of each column's features.
func (c Columns) Blocks() []Block {
	blocks, at := make([]Block, len(c)), 0
	for i, column := range c {
		blocks[i] = Block{at, at + column.Size()}
		at = blocks[i].To
	}
	return blocks
}

// Features is d, the number of features of all columns.
func (c Columns) Features() int {
	d := 0
	for _, column := range c {
		d += column.Size()
	}
	return d
}

// Count is the number of columns of one kind.
func (c Columns) Count(k Kind) int {
	n := 0
	for _, column := range c {
		if column.Kind == k {
			n++
		}
	}
	return n
}

// Rank is r, the number of free dimensions: d less one for each category, whose features add up to 1.
func (c Columns) Rank() int { return c.Features() - c.Count(Category) }

// Spread repeats the p values of columns for each of their features: d values.
func (c Columns) Spread(x []float64) []float64 {
	out := make([]float64, 0, c.Features())
	for i, column := range c {
		for range column.Size() {
			out = append(out, x[i])
		}
	}
	return out
}

var errNoColumns = errors.New("scaling: no columns")

// Check returns an error that names the first column that is not one.
func (c Columns) Check() error {
	if len(c) == 0 {
		return errNoColumns
	}
	for i, column := range c {
		switch {
		case column.Kind < Number || column.Kind > List:
			return fmt.Errorf("scaling: column %d is of no known kind", i+1)
		case column.Size() < 1:
			return fmt.Errorf("scaling: column %d has no levels", i+1)
		case !(column.PublicWeight() > 0) || math.IsInf(column.Weight, 0):
			return fmt.Errorf("scaling: the weight of column %d is not above 0", i+1)
		}
	}
	return nil
}
