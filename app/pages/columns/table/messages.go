package table

import (
	"strconv"

	"privatepca/app/effect"
)

// A Msg says what was done to the table, beside answers (draft.Msg).
type Msg interface{ table() }

type (
	// Find lists the columns with a text in their names or labels.
	Find struct{ Text string }
	// Show lists the columns that a filter lets through.
	Show struct{ Only Filter }
	// ShowAll lists all columns.
	ShowAll struct{}
	// Sort lists the columns in an order.
	Sort struct{ By string }

	// Reveal shows a column's row, and puts the focus on what it lacks.
	Reveal struct{ Column int }

	// Tick ticks a column; with Through, all that are listed between it and the one ticked before.
	Tick struct {
		Column      int
		On, Through bool
	}
	// TickAll ticks all listed columns.
	TickAll struct{ On bool }

	// Edit opens the categories of a column.
	Edit struct{ Column int }
	// More opens what few columns state besides.
	More struct{ Column int }
	// EditTicked opens the categories of all ticked columns.
	EditTicked struct{}
	// TypeLevels takes those as they are typed.
	TypeLevels struct{ Lines string }
	// Close closes what is open.
	Close struct{}

	// ChooseKind takes the type that is to be all ticked columns'.
	ChooseKind struct{ Kind string }
	// TypeLeast takes their minimum.
	TypeLeast struct{ Text string }
	// TypeMost takes their maximum.
	TypeMost struct{ Text string }

	// Apply gives all ticked columns the answer that was chosen and typed for them, and unticks them.
	Apply struct{}
	// ApplyLevels makes them categories, as they were typed.
	ApplyLevels struct{}
	// LeaveOut leaves them out.
	LeaveOut struct{}

	// Import has a schema.
	Import struct{ Files []effect.File }
	// Export saves the schema of the answers.
	Export struct{}
	// ExportCSVW saves them as metadata of CSV on the Web.
	ExportCSVW struct{}

	// Paste has lines that were pasted into a bound of a column, "min" or "max".
	Paste struct {
		Column     int
		Part, Text string
	}
)

func (Find) table()        {}
func (Show) table()        {}
func (ShowAll) table()     {}
func (Sort) table()        {}
func (Reveal) table()      {}
func (Tick) table()        {}
func (TickAll) table()     {}
func (Edit) table()        {}
func (More) table()        {}
func (EditTicked) table()  {}
func (TypeLevels) table()  {}
func (Close) table()       {}
func (ChooseKind) table()  {}
func (TypeLeast) table()   {}
func (TypeMost) table()    {}
func (Apply) table()       {}
func (ApplyLevels) table() {}
func (LeaveOut) table()    {}
func (Import) table()      {}
func (Export) table()      {}
func (ExportCSVW) table()  {}
func (Paste) table()       {}

func id(part string, i int) string { return part + "-" + strconv.Itoa(i) }

// A Filter lists some of the columns. The list is made when a filter is chosen,
// so that a row does not vanish under the hand that fills it in.
type Filter string

// The filters.
const (
	All        Filter = "All"
	Numbers    Filter = "Numbers"
	Categories Filter = "Categories"
	Open       Filter = "Need an answer"
	Out        Filter = "Left out"
)

// An Order lists the columns for reading. Features keep the order of the file, so
// that two releases of one file can be compared.
type Order string

// The orders.
const (
	AsInFile   Order = "as in the file"
	ByName     Order = "by name"
	Unanswered Order = "unanswered first"
)
