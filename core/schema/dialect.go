package schema

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// A Dialect says how the text of a table is written, where the first row does not say it. It is public, as the
// schema is: neighbouring tables have the same. The zero value leaves all to the first row: UTF-8 (or what a byte order
// mark says; Windows-1252 for a first row that is no UTF-8), the delimiter that gives the first row the most cells,
// that row the header, and a comma as decimal mark beside the point where semicolons separate.
type Dialect struct {
	Encoding  Encoding `json:"encoding,omitempty"`
	Delimiter string   `json:"delimiter,omitempty"` // one of Delimiters
	Hidden    string   `json:"hidden,omitempty"`    // "read" or "skip" rows and columns that a workbook hides; "" where it hides none
	Decimal   string   `json:"decimal,omitempty"`   // "." or ","
	Grouping  string   `json:"grouping,omitempty"`  // between digits in threes: one of Groupings, another than Decimal
	Skip      int      `json:"skip,omitempty"`      // lines above the header
	NoHeader  bool     `json:"no_header,omitempty"` // the first row is a record; columns are named "column 1", …

	HeaderRows int    `json:"header_rows,omitempty"` // of names, joined from the top: 2, or 0 for one
	Below      int    `json:"below,omitempty"`       // rows below the header that are no records, such as units
	End        int    `json:"end,omitempty"`         // lines at the end that are no records, such as totals; lines without a value are not counted
	Comment    string `json:"comment,omitempty"`     // what a line starts with that is no record
	Quote      string `json:"quote,omitempty"`       // "'" or "none"; a quotation mark where none is stated
	RowNames   bool   `json:"row_names,omitempty"`   // the first cell of a row has no name in the header
	IgnoreCase bool   `json:"ignore_case,omitempty"` // levels are compared without case, and without blanks inside
	Escape     string `json:"escape,omitempty"`      // Backslash, or none
	AsWritten  bool   `json:"as_written,omitempty"`  // all other rows are records, and all cells stand as they are meant: nothing is asked
}

// Backslash stands in a quoted cell before a quotation mark, itself, and n, t and r, as Dataverse writes tables.
const Backslash = "\\"

// RowName is what a column of names of rows is called.
const RowName = "row name"

// An Encoding is how characters are stored: the name of one in the Encoding standard, as EncodingOf gives it.
type Encoding string

// Some encodings.
const (
	UTF8        Encoding = "utf-8"
	UTF16LE     Encoding = "utf-16le"
	UTF16BE     Encoding = "utf-16be"
	Windows1252 Encoding = "windows-1252"
	ISO8859_15  Encoding = "iso-8859-15"
)

// Delimiters and Groupings are what a Dialect can state. A space stands for a no-break space, too, and ' for ’.
var (
	Delimiters = [...]string{",", ";", "\t", "|", " "}
	Groupings  = [...]string{".", ",", " ", "'"}
)

// MaxSkip bounds the lines above the header, the rows below it, and the lines at the end.
const MaxSkip = 1000

// known reports whether an encoding is a name of the standard, or none is stated.
func (e Encoding) known() bool {
	if e == "" { // of each column without marks of its own
		return true
	}
	name, ok := EncodingOf(string(e))
	return ok && name == e
}

// Problem says what is wrong with the dialect; "" for nothing.
func (d *Dialect) Problem() string {
	switch {
	case !d.Encoding.known():
		return "the dialect's encoding is no name of the Encoding standard, such as utf-8, utf-16le, windows-1252, windows-1251, gbk or shift_jis"
	case d.Delimiter != "" && !slices.Contains(Delimiters[:], d.Delimiter):
		return "the dialect's delimiter is no comma, semicolon, tab, vertical bar or space"
	case d.Decimal != "" && d.Decimal != "." && d.Decimal != ",":
		return "the dialect's decimal mark is no point and no comma"
	case d.Grouping != "" && !slices.Contains(Groupings[:], d.Grouping):
		return "the dialect's digit grouping is no point, comma, space or apostrophe"
	case d.Hidden != "" && d.Hidden != "read" && d.Hidden != "skip":
		return "what the dialect says of hidden rows is neither read nor skip"
	case d.Grouping != "" && d.Grouping == d.DecimalMark():
		return "the dialect's decimal mark and its digit grouping are the same"
	case d.Escape != "" && d.Escape != Backslash:
		return "the dialect's escape character is no backslash"
	case d.Skip < 0 || d.Skip > MaxSkip:
		return "the dialect's lines above the header are not from 0 to 1,000"
	case d.Below < 0 || d.Below > MaxSkip:
		return "the dialect's rows below the header are not from 0 to 1,000"
	case d.End < 0 || d.End > MaxSkip:
		return "the dialect's lines at the end are not from 0 to 1,000"
	case d.HeaderRows < 0 || d.HeaderRows > 2:
		return "the dialect's header has neither one row nor two"
	case d.NoHeader && (d.HeaderRows > 0 || d.Below > 0 || d.RowNames):
		return "the dialect has no header, so nothing can stand below it, and no name can be missing in it"
	case len(d.Comment) > 8 || strings.ContainsFunc(d.Comment, func(c rune) bool { return c <= ' ' || c == '"' || c == '\'' || c == unicode.ReplacementChar }):
		return "the dialect's comments start with more than 8 bytes, a space or a quotation mark"
	case d.Quote != "" && d.Quote != "'" && d.Quote != "none":
		return "the dialect's quotation mark is none of ' and none"
	}
	return ""
}

// DecimalMark is the decimal mark where digits are grouped: Decimal, or else the mark that does not group.
func (d *Dialect) DecimalMark() string {
	switch {
	case d.Decimal != "":
		return d.Decimal
	case d.Grouping == ".":
		return ","
	}
	return "."
}

// Marks are what numbers are written with in a text whose cells the delimiter separates: the mark before a fraction, which is the comma where semicolons
// separate and nothing is stated, and the mark that groups digits, 0 for none. A point is read as a decimal mark, too, where no digits are grouped. Of a
// column, nil for none, they are its own where it states any.
func (d *Dialect) Marks(of *Field, delimiter string) (decimal, grouping byte) {
	if of != nil && (of.Decimal != "" || of.Grouping != "") {
		d, delimiter = &Dialect{Decimal: of.Decimal, Grouping: of.Grouping}, ""
	}
	if d.Grouping != "" {
		grouping = d.Grouping[0]
	}
	if d.Decimal == "" && d.Grouping == "" && delimiter == ";" {
		return ',', 0 // where the comma is the decimal mark, the semicolon separates
	}
	return d.DecimalMark()[0], grouping
}

// String is the encoding's name, for people.
func (e Encoding) String() string {
	return strings.Replace(strings.ToUpper(string(e)), "WINDOWS", "Windows", 1)
}

// Example is a number as cells have it.
func (d Dialect) Example() string {
	return map[string]string{"": "1234", ".": "1.234", ",": "1,234", " ": "1 234", "'": "1'234"}[d.Grouping] + d.DecimalMark() + "5"
}

// String says it in words, for people; "" for the zero value.
func (d Dialect) String() string {
	var says []string
	if d.Encoding != "" {
		says = append(says, d.Encoding.String())
	}
	if d.Delimiter != "" {
		says = append(says, map[string]string{",": "commas", ";": "semicolons", "\t": "tabs", "|": "vertical bars", " ": "spaces"}[d.Delimiter]+" between cells")
	}
	if d.Hidden != "" {
		says = append(says, "hidden rows and columns "+map[string]string{"read": "read", "skip": "left out"}[d.Hidden])
	}
	if d.Decimal == "," || d.Grouping != "" {
		says = append(says, "numbers as "+d.Example())
	}
	if d.Escape != "" {
		says = append(says, "backslashes before quotation marks in texts")
	}
	switch {
	case d.NoHeader:
		says = append(says, "no header row")
	case d.Skip == 1:
		says = append(says, "one line above the header")
	case d.Skip > 1:
		says = append(says, strconv.Itoa(d.Skip)+" lines above the header")
	}
	if d.HeaderRows == 2 {
		says = append(says, "a header of two rows")
	}
	if d.RowNames {
		says = append(says, "names of rows without a name of their own")
	}
	for _, no := range []struct {
		rows int
		one  string
		many string
	}{{d.Below, "one row below the header is no record", " rows below the header are no records"}, {d.End, "one line at the end is no record", " lines at the end are no records"}} {
		switch {
		case no.rows == 1:
			says = append(says, no.one)
		case no.rows > 1:
			says = append(says, strconv.Itoa(no.rows)+no.many)
		}
	}
	if d.Comment != "" {
		says = append(says, "lines that start with "+d.Comment+" are comments")
	}
	switch d.Quote {
	case "'":
		says = append(says, "cells between apostrophes")
	case "none":
		says = append(says, "no quotation marks around cells")
	}
	if d.IgnoreCase {
		says = append(says, "levels without case and blanks")
	}
	return strings.Join(says, ", ")
}
