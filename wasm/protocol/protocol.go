// Package protocol is the language of the page and its worker.
//
// Each message is one JSON envelope: a type, the id of the request it belongs
// to, and a body. The page sends requests, one outstanding at a time; the worker
// answers each with any number of progress messages and then one answer or one
// error. The worker's first message is hello, with the version it speaks; a page
// that speaks another one must not go on.
//
//	page → worker   the requests of All: a Request has a name, a type of body and a type of answer
//	worker → page   hello · progress · error · an answer, whose type is the request's name
//
// A busy worker cannot receive: cancelling is terminating it. The File itself
// travels beside the envelope of open, since JSON cannot hold it.
//
// Trust (who may learn what): the answers to open and prepare are for the
// curator, who holds the file: counts and line numbers, never a cell. The answers to look and to unmatched are for the
// curator's screen alone: they hold the first rows, and values that are no level. What is
// released is in the documents of Released alone. Exact numbers are in
// Practised, which answers for a file that was declared public and no other.
package protocol

import (
	"encoding/json"

	"privatepca/core/fault"
	"privatepca/core/plan"
	"privatepca/core/schema"
)

// Version is raised by every change that an older page or worker would misread.
const Version = 7

// Types of the worker's envelopes that are no answers.
const (
	TypeHello    = "hello"
	TypeProgress = "progress"
	TypeError    = "error"
)

// An Envelope carries one message. ID is 0 in hello, and in the last error of a worker that gives up.
type Envelope struct {
	ID   int             `json:"id"`
	Type string          `json:"type"`
	Body json.RawMessage `json:"body,omitempty"`
}

// Hello is the worker's first message.
type Hello struct {
	Version int `json:"version"`
	// SHA256 is the hex digest of the program that runs, as the worker's script found it from the bytes that it compiled, and as it goes
	// into documents; "" where the browser has no digests.
	SHA256 string `json:"sha256,omitempty"`
}

// Open asks for the header of the File beside it. The file is kept until the next open.
type Open struct {
	Part    string          `json:"part,omitempty"`    // the sheet or the member, of those in Opened.Parts; "" for the first
	Dialect *schema.Dialect `json:"dialect,omitempty"` // how its text is written; nil: guess
}

// Opened says what the header alone tells: nothing is guessed from records.
type Opened struct {
	Name       string   `json:"name"` // the file's, for the page alone: no document holds it
	Size       int64    `json:"size"` // bytes, as stored
	Columns    []string `json:"columns"`
	Delimiter  string   `json:"delimiter"` // "," or "\t" or ";"
	Compressed bool     `json:"compressed"`

	// Dialect is how the text was read. Where it was guessed from the first rows, Doubts says which of it the curator
	// is to confirm: schema.DoubtEncoding and what follows it there.
	Dialect schema.Dialect `json:"dialect,omitzero"`
	Doubts  []string       `json:"doubts,omitempty"`

	// Of a file that is converted: see wasm/convert.
	Format  string   `json:"format,omitempty"`   // in words; "" for text
	Parts   []string `json:"parts,omitempty"`    // sheets or members to choose from
	Part    string   `json:"part,omitempty"`     // the one that was opened; no document holds it
	LeftOut []string `json:"left_out,omitempty"` // columns without single values
	Book    string   `json:"book,omitempty"`     // what the file says of its columns, as a schema: labels, levels, dates; people wrote it
}

// DoubtHidden is a doubt of Opened.Doubts, beside those of core/dataset: the sheet hides rows or columns with values.
const DoubtHidden = "hidden"

// Look asks for the first rows of the open file, for the curator's eyes alone: the page shows them, keeps them
// nowhere, and forgets them when a release begins. From then on the worker refuses.
type Look struct{}

// Looked holds cells, as Unmatching does. No other answer does.
type Looked struct {
	Rows   [][]string `json:"rows"`   // as they stand in the file; at most MostLooked of at most MostLookedCells cells
	Header int        `json:"header"` // which of them is the header, from 0; −1 for none

	// Readings compare the encodings that a text may be in, the likeliest first; none for UTF-8.
	Readings []Reading `json:"readings,omitempty"`
}

// A Reading is how the first cells of a text look in an encoding.
type Reading struct {
	Encoding schema.Encoding `json:"encoding"`
	Cells    []string        `json:"cells"` // the first that tell, of 40 characters
}

// What Looked holds at most.
const (
	MostLooked      = 12
	MostLookedCells = 30
)

// Unmatched asks for the values in the prepared file that are none of their column's levels, for the curator's eyes alone: the page shows them,
// keeps them nowhere, and forgets them when a release begins. From then on the worker refuses.
type Unmatched struct{}

// Unmatching holds values of records: of 10 people or more each.
type Unmatching struct {
	Columns []UnmatchedColumn `json:"columns"`
}

// An UnmatchedColumn lists the values of one column that are none of its levels.
type UnmatchedColumn struct {
	Column string           `json:"column"`
	Values []UnmatchedValue `json:"values"` // the most frequent first
	Others int              `json:"others"` // how many further values there are: of fewer people, or less frequent
	Cells  int64            `json:"cells"`  // in which these stand
	Untold int64            `json:"untold"` // further cells, whose values are long or not told apart
}

// An UnmatchedValue is a value, and in how many cells it stands.
type UnmatchedValue struct {
	Text  string `json:"text"`
	Count int64  `json:"count"`
}

// Prepare asks for the second moment of the open file under a schema.
type Prepare struct {
	Schema json.RawMessage `json:"schema"` // Frictionless Table Schema with our keys
}

// Prepared says that the second moment stands. Its counts are for the curator.
type Prepared struct {
	Records        int64          `json:"records"`           // rows of the file
	Persons        int64          `json:"persons,omitempty"` // counted, where a column names the person
	Features       []string       `json:"features"`
	Irregularities []Irregularity `json:"troubles,omitempty"`
	Public         bool           `json:"public,omitempty"` // the file was declared public: Practice
	// Compare says that the file may have been written over while it was read: the page is to ask Compare until that is Done.
	Compare bool `json:"compare,omitempty"`
}

// Compare asks to go on comparing the file with what was read of it, for a moment. Release, Debit and Declare do what is left of it.
type Compare struct{}

// Compared says how far that is.
type Compared struct {
	Done bool `json:"done"` // every byte was found again
}

// An Irregularity counts one kind of irregular cell or row and what the public rule made of
// it. It never holds a cell.
type Irregularity struct {
	Kind      string `json:"kind"`             // "unparsable", "unknown-category", "missing", "short-row", "long-row"
	Column    string `json:"column,omitempty"` // "" for rows
	Count     int64  `json:"count"`
	FirstLine int64  `json:"first_line"`
	Treatment string `json:"treatment"` // "each counts as the midpoint", …
}

// Release asks for one differentially private release of what was prepared. Every field
// is a public choice, made before any randomness is drawn.
type Release struct {
	plan.Choices
	Budget *Budget `json:"budget,omitempty"` // needed for all that costs something
}

// Released answers release and entry: one release, with what its curator decided about it.
type Released struct {
	// Document has every direction that is at hand, as release.Encode wrote it, byte for byte: another k asks nothing of the worker.
	Document string `json:"document"`
	// Decisions are what was decided about it, k above all: JSON of release.Decisions; "" for what the document states itself.
	Decisions string `json:"decisions,omitempty"`
	// Kept is false where the ledger could not store the document: the spending stands.
	Kept bool `json:"kept"`
	// Erased says that the ledger had lost the spending while the release was made, and has it again; Lost that it cannot take it again.
	Erased bool `json:"erased,omitempty"`
	Lost   bool `json:"lost,omitempty"`
	// Entry is the spending whose document the ledger keeps; "" where it keeps none.
	Entry string `json:"entry,omitempty"`
}

// Phases of progress, in order.
const (
	PhaseCentre    = plan.PhaseCentre
	PhaseLengths   = plan.PhaseLengths
	PhaseNormBound = plan.PhaseNormBound
	PhaseRead      = plan.PhaseRead
	PhaseChooseK   = plan.PhaseChooseK
	PhaseNoise     = plan.PhaseNoise
	PhaseVectors   = plan.PhaseVectors
	PhaseTest      = plan.PhaseTest
	PhaseShrink    = plan.PhaseShrink
	PhaseWrite     = plan.PhaseWrite
)

// PhaseAgain is the phase in which the page counts what is read again under what the steps drew: the worker calls it PhaseRead, too.
const PhaseAgain = "read again"

// Progress says how far a phase is.
type Progress = plan.Progress

// Error ends a request.
type Error = fault.Error

// Error codes.
const (
	CodeFile     = fault.CodeFile
	CodeHeader   = fault.CodeHeader
	CodeSchema   = fault.CodeSchema
	CodeRecords  = fault.CodeRecords
	CodeRequest  = fault.CodeRequest
	CodeRefused  = fault.CodeRefused
	CodeInternal = fault.CodeInternal
	CodeProgram  = "program" // of the worker's script: it was given a program that it may not run
	CodeBudget   = fault.CodeBudget
	// CodeBlocked asks for the consent of Budget.Session.
	CodeBlocked = fault.CodeBlocked
	// CodeProtected refuses what is for public files alone, and a declaration that comes
	// too late.
	CodeProtected = fault.CodeProtected
)
