// Package fault has the one kind of error that a person may read.
//
// The rules of this package: a fault never quotes a cell of a file; its message is
// whole sentences without the name of a package; an error that is no fault is shown
// without its text, which was not written with cells in mind.
package fault

import (
	"errors"
	"fmt"
	"strings"
)

// Codes say which part of the work is at fault.
const (
	CodeFile      = "file"      // the file cannot be read: empty, truncated, changed, vanished, not text
	CodeHeader    = "header"    // the header row is unusable
	CodeSchema    = "schema"    // the schema is malformed or does not fit the file
	CodeRecords   = "records"   // a record cannot be read
	CodeRequest   = "request"   // a parameter is out of range, or the request comes out of order
	CodeRefused   = "refused"   // the mechanism drew and has nothing to release; its cost is spent
	CodeBudget    = "budget"    // the ledger allows no such release; nothing was drawn or spent
	CodeBlocked   = "blocked"   // no ledger can be kept
	CodeProtected = "protected" // only public data may be used here
	CodeInternal  = "internal"  // a defect of the program

	// What the page alone meets.
	CodeConfig   = "config"         // an earlier release's configuration cannot be read
	CodeAnswers  = "answers"        // a file of kept answers cannot be read
	CodeDocument = "document"       // a release cannot be shown
	CodeSample   = "sample"         // a bundled sample cannot be fetched
	CodeLoad     = "load"           // a site around the page gives no table
	CodeEnded    = "worker-ended"   // the worker ended by itself
	CodeMissing  = "worker-missing" // the worker cannot be started
	CodeVersion  = "version"        // the page was updated while it was open
)

// A Reason says what happened, where the code alone does not say what to do.
type Reason string

// Reasons.
const (
	Moved      Reason = "moved"       // the file is not what it was when it was first read
	MovedLater Reason = "moved-later" // likewise, after draws were made
	BrokenOff  Reason = "broken-off"  // the file cannot be read to its end
	Unopened   Reason = "unopened"    // the file cannot be opened
	NoAccess   Reason = "no-access"   // the browser gives the page no access to the file
	TooLong    Reason = "too-long"    // the text is longer than any such text is
	AtLine     Reason = "at-line"     // of a record whose line is known
	Unread     Reason = "unread"      // a description of the table cannot be read
	Together   Reason = "together"    // the answers do not fit together
	Answering  Reason = "answering"   // a description answers more than it may
)

// Reasons why a choice or an answer is refused.
const (
	Above       Reason = "above-limit"   // a site around the page allows no more
	Absent      Reason = "absent"        // the file has no such column
	Claimed     Reason = "claim"         // the earlier release claims too little
	Divided     Reason = "divided"       // a mean divides by a number that is private
	Flat        Reason = "flat"          // no column can vary
	ForNothing  Reason = "for-nothing"   // it would be paid for, and is not needed
	Many        Reason = "many"          // one person has several rows
	Misfit      Reason = "misfit"        // it is of other columns
	Needed      Reason = "needed"        // it is not stated, and has to be
	NoMatrix    Reason = "no-matrix"     // no whole matrix is released
	NoMean      Reason = "no-mean"       // nothing is measured from a mean
	NothingLeft Reason = "nothing-left"  // the shares leave nothing
	OtherNoise  Reason = "other-noise"   // the mechanism's noise is of another kind
	OutOfRange  Reason = "out-of-range"  // it is no such number
	Pairs       Reason = "pairs"         // not with pairs of rows
	Person      Reason = "person"        // the column names the person
	Known       Reason = "known"         // it is public already
	Share       Reason = "share"         // it is no share of ε
	Single      Reason = "single"        // one feature has no subspace
	Stated      Reason = "stated"        // it is stated in two ways
	TooSmall    Reason = "too-small"     // it is smaller than what can be computed with
	TooWide     Reason = "too-wide"      // there are too many features
	TwoWays     Reason = "two-ways"      // what was typed may be two numbers
	Uneven      Reason = "uneven"        // features of one column are weighed differently
	Unknown     Reason = "unknown"       // there is none of that name
	WrongMethod Reason = "not-of-method" // the mechanism takes none
	WrongRule   Reason = "not-of-rule"   // the norm rule takes none
)

// An Error says what went wrong, where, and what to do about it.
type Error struct {
	Code    string `json:"code"`
	Message string `json:"message"` // whole sentences

	Reason Reason   `json:"reason,omitempty"`
	Args   []string `json:"args,omitempty"` // what the sentence of the code and the reason has between its words: numbers and names, never a cell

	// Field names the choice that is refused, by its key in the JSON of plan.Choices
	// ("epsilon", "steps.centre.share"); "" where no single choice is at fault.
	Field string `json:"field,omitempty"`

	// Most is the largest ε of such a release that fits, with CodeBudget; 0 for none.
	Most float64 `json:"most,omitempty"`

	Line   int64  `json:"line,omitempty"`   // 1 is the file's first; 0 when it concerns no line
	Cell   int    `json:"cell,omitempty"`   // the column's number in the file, from 1; 0 when it concerns no single cell
	Column string `json:"column,omitempty"` // its name; "" when it concerns no single column

	// Expected and Found say in words what was expected there and what was found; never a value.
	Expected string `json:"expected,omitempty"`
	Found    string `json:"found,omitempty"`

	// Spent says that the budget of the release was debited: it is gone, although
	// there is no document.
	Spent bool `json:"spent,omitempty"`

	cause error
}

// Error is the message behind the place that it concerns.
func (e *Error) Error() string {
	switch {
	case e.Line > 0 && e.Cell > 0:
		return fmt.Sprintf("line %d, column %d: %s", e.Line, e.Cell, e.Message)
	case e.Line > 0:
		return fmt.Sprintf("line %d: %s", e.Line, e.Message)
	case e.Column != "":
		return fmt.Sprintf("column %q: %s", e.Column, e.Message)
	}
	return e.Message
}

// Phrase is the message without its full stop, for a cell of a table.
func (e *Error) Phrase() string { return strings.TrimSuffix(e.Message, ".") }

// Unwrap gives the error that led to this one; nil where there is none.
func (e *Error) Unwrap() error { return e.cause }

// Because returns a copy of the fault with its cause, which errors.Is and errors.As find
// and no message shows.
func (e *Error) Because(cause error) *Error {
	c := *e
	c.cause = cause
	return &c
}

// New returns a fault. The message is whole sentences.
func New(code, message string) *Error { return &Error{Code: code, Message: message} }

// Request returns a fault of a request or a choice; field is the choice's key, "" for none.
func Request(field, format string, args ...any) *Error {
	return &Error{Code: CodeRequest, Field: field, Message: fmt.Sprintf(format, args...)}
}

// Public turns an error whose text was written from public parameters alone into a
// fault: without the name of its package, as a sentence. A fault inside err is returned
// as it is. It returns nil for nil.
func Public(code string, err error) *Error {
	if err == nil {
		return nil
	}
	var e *Error
	if errors.As(err, &e) {
		return e
	}
	text := err.Error()
	if name, rest, ok := strings.Cut(text, ": "); ok && isPackage(name) {
		text = rest
	}
	return (&Error{Code: code, Message: Sentence(text)}).Because(err)
}

func isPackage(name string) bool {
	return name != "" && strings.Trim(name, "abcdefghijklmnopqrstuvwxyz") == ""
}

// Of returns the fault inside err. An error of another kind becomes a fault without its
// text. It returns nil for nil.
func Of(err error) *Error {
	if err == nil {
		return nil
	}
	var e *Error
	if errors.As(err, &e) {
		return e
	}
	return (&Error{
		Code:    CodeInternal,
		Message: "The program met an error of unknown kind. Nothing was released. If a release had been asked for, count it as spent.",
	}).Because(err)
}

// Sentence ends text with a full stop, and starts it with a capital where it starts with
// a word: k, ε and δ stay as they are.
func Sentence(text string) string {
	small := func(b byte) bool { return 'a' <= b && b <= 'z' }
	if len(text) > 1 && small(text[0]) && small(text[1]) {
		text = strings.ToUpper(text[:1]) + text[1:]
	}
	return strings.TrimSuffix(text, ".") + "."
}
