package dataset

import (
	"errors"
	"fmt"
)

// Codes of errors: which part of the input is at fault.
const (
	CodeFile    = "file"    // the file cannot be read: empty, cut short, not text
	CodeHeader  = "header"  // the header row is unusable
	CodeSchema  = "schema"  // the schema is malformed or does not fit the file
	CodeRecords = "records" // a record cannot be read
)

// An Error says what is wrong with the input, where, and what to do about it. It
// never quotes a cell: column names come from the header or the schema.
type Error struct {
	Code    string
	Line    int64  // 1 is the file's first; 0 when it concerns no line
	Cell    int    // the column's number in the file, from 1; 0 when it concerns no single cell
	Column  string // its name; "" when it concerns no single column, or the header names none
	Message string // what happened: what to do about it

	Expected, Found string // in words, where they say more than the message
	cause           error
}

func (e *Error) Error() string {
	switch {
	case e.Line > 0 && e.Cell > 0:
		return fmt.Sprintf("dataset: line %d, column %d: %s", e.Line, e.Cell, e.Message)
	case e.Line > 0:
		return fmt.Sprintf("dataset: line %d: %s", e.Line, e.Message)
	case e.Column != "":
		return fmt.Sprintf("dataset: column %q: %s", e.Column, e.Message)
	}
	return "dataset: " + e.Message
}

// Unwrap gives the error of the file's own reader, if that failed.
func (e *Error) Unwrap() error { return e.cause }

// ErrNoRecords refuses a file that has a header alone.
var ErrNoRecords = &Error{
	Code: CodeRecords, Message: "the file holds a header and no records: choose a file with records",
	Expected: "a header row, and records under it", Found: "a header row alone",
}

// incomplete tells the reader that a record goes on past the end of its buffer.
var incomplete = errors.New("dataset: incomplete record")
