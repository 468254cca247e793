// Package advice has what people are told of a fault: its title, its sentence, what to do, and the button that does it.
//
// The rules of this package: a row for each code and reason, and for each choice that is refused; nobody decides by a text; a row's words hold no name and
// no value but what the fault's Args put between them. What is found in a file keeps the sentence that was written where it was found.
package advice

import (
	"cmp"
	"strconv"
	"strings"

	"privatepca/core/fault"
)

// An Action is the button of a fault.
type Action int

const (
	Dismiss     Action = iota // back to the page
	ChooseFile                // another file
	EditColumns               // the answers about columns
	EditPrivacy               // the choices of a release
	Reload                    // the page
)

// Words are the words on the button.
func (a Action) Words() string {
	return [...]string{"Go on", "Choose another file", "Back to the columns", "Back to the privacy settings", "Reload the page"}[a]
}

// A Key is what a row is of. A row without a reason is of all of its code's that have none of their own; Field is the choice that is refused.
type Key struct {
	Code   string
	Reason fault.Reason
	Field  string
}

// A Row is what is said. In a sentence {0}, {1} … stand for the fault's Args.
type Row struct {
	Title   string
	Page    string // the sentence on a page; "" for the fault's own
	Command string // the sentence on a terminal and to programs; "" for the page's
	Advice  string
	Action  Action
	Unnamed bool // the fault's sentence holds no name of a column or a file: a report may have it
}

// Of is the row of a fault.
func Of(f *fault.Error) Row {
	for _, k := range []Key{{f.Code, f.Reason, f.Field}, {f.Code, f.Reason, ""}, {Code: f.Code}} {
		if k == (Key{Code: fault.CodeRecords}) && f.Line > 0 {
			k.Reason = fault.AtLine
		}
		row, ok := rows[k]
		if !ok {
			row, ok = refused[k]
		}
		if ok && row.Title == "" { // a sentence alone
			all := rows[Key{Code: f.Code}]
			row.Title, row.Advice, row.Action = all.Title, all.Advice, all.Action
		}
		if ok {
			return row
		}
	}
	return rows[Key{Code: fault.CodeInternal}]
}

// New is a fault of a code whose row has its sentence.
func New(code string, reason fault.Reason, args ...string) *fault.Error {
	return made(&fault.Error{Code: code, Reason: reason, Args: args})
}

// Refuse is the refusal of a choice; "" is no single one.
func Refuse(field string, reason fault.Reason, args ...string) *fault.Error {
	return made(&fault.Error{Code: fault.CodeRequest, Reason: reason, Field: field, Args: args})
}

func made(f *fault.Error) *fault.Error {
	row := Of(f)
	f.Message = filled(cmp.Or(row.Command, row.Page), f.Args)
	return f
}

// Page is the sentence of a fault on a page.
func Page(f *fault.Error) string {
	return cmp.Or(filled(Of(f).Page, f.Args), f.Message)
}

func filled(sentence string, args []string) string {
	if !strings.Contains(sentence, "{") {
		return sentence
	}
	pairs := make([]string, 0, 2*len(args))
	for i, arg := range args {
		pairs = append(pairs, "{"+strconv.Itoa(i)+"}", arg)
	}
	return strings.NewReplacer(pairs...).Replace(sentence)
}
