package dataset

import (
	"errors"

	"privatepca/core/fault"
)

// Errors of this package are of the kind *fault.Error: what is wrong with the input, where,
// and what to do about it. They never quote a cell: column names come from the header or
// the schema.

// ErrNoRecords refuses a file that has a header alone.
var ErrNoRecords = &fault.Error{
	Code: fault.CodeRecords, Message: "The file holds a header and no records: choose a file with records.",
	Expected: "a header row, and records under it", Found: "a header row alone",
}

// errIncomplete says to the reader that a record goes on past the end of its buffer.
var errIncomplete = errors.New("dataset: incomplete record")
