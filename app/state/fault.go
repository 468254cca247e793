package state

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"privatepca/core/schema"
	"privatepca/core/words"
	"privatepca/wasm/protocol"
)

// A Fault stands in the way: what happened, where, what to do and what is
// spent. It never quotes a value of the file.
type Fault struct {
	Code    string
	Title   string
	File    string // the name, where one file is meant
	Message string
	Line    int64
	Cell    int    // the column's number in the file, from 1; 0 for none
	Column  string // its name
	Advice  string
	Action  Action
	Again   func() // tries it again; nil where that is of no use
	Spent   bool

	Expected, Found string // in words, or ""

	Reported string // the report, once it was asked for
	Copied   bool   // it is on the clipboard
}

// An Action is the button of a fault.
type Action int

const (
	Dismiss     Action = iota // back to the page
	ChooseFile                // another file
	EditColumns               // the answers on the Columns page
	EditPrivacy               // the choices on the Privacy page
	Reload                    // the page
)

// ActionWords are the words on the button.
var ActionWords = map[Action]string{
	Dismiss:     "Go on",
	ChooseFile:  "Choose another file",
	EditColumns: "Back to the columns",
	EditPrivacy: "Back to the privacy settings",
	Reload:      "Reload the page",
}

// Sentence makes a sentence of an error: without the package it came from.
func Sentence(message string) string {
	for _, prefix := range []string{"release: ", "schema: ", "config: "} {
		message = strings.TrimPrefix(message, prefix)
	}
	if message == "" {
		return ""
	}
	first, size := utf8.DecodeRuneInString(message)
	return string(unicode.ToUpper(first)) + strings.TrimSuffix(message[size:], ".") + "."
}

// reported words the worker's own error.
func reported(e protocol.Error, spent bool) *Fault {
	t := &Fault{
		Code: e.Code, Message: Sentence(e.Message), Spent: spent,
		Line: e.Line, Cell: e.Cell, Column: e.Column, Expected: e.Expected, Found: e.Found,
	}
	switch e.Code {
	case protocol.CodeFile:
		t.Title, t.Action = "The file could not be read", ChooseFile
		t.Advice = "Nothing of this file was kept. Correct it and choose it again, or choose another."
		if strings.Contains(e.Message, "vanished") || strings.Contains(e.Message, "could not be") {
			t.Advice = "If the file was moved or changed since it was chosen, choose it again."
		}
	case protocol.CodeHeader:
		t.Title, t.Action = "The first line is no usable header", ChooseFile
		t.Advice = "The first line must name each column once. Correct it in an editor, then choose the file again."
	case protocol.CodeRecords:
		t.Title, t.Action = "The file could not be read to the end", ChooseFile
		t.Advice = "Choose a file that has a header row and records."
		if e.Line > 0 {
			t.Advice = "Most often a quote is missing or the file was cut. Check that line in an editor, then choose the file again."
		}
	case protocol.CodeSchema:
		t.Title, t.Action = "The answers do not fit the file", EditColumns
		t.Advice = "Correct the answer; everything else stays."
	case protocol.CodeRequest:
		t.Title, t.Action = "The worker refused these settings", EditPrivacy
		t.Advice = "Change the setting and ask again."
	case protocol.CodeRefused:
		t.Title, t.Action = "The mechanism drew, and has nothing to release", EditPrivacy
		t.Advice = "This is how the mechanism works. It is not a defect. Choose another mechanism: that is another release."
	default:
		t.Title, t.Action = "Something went wrong inside the worker", Dismiss
		t.Advice = "This is a defect of the program. You may try again. The message above helps its developers."
	}
	return t
}

// died is the fault of a worker that ended by itself.
func died(reason string, spent bool) *Fault {
	return &Fault{
		Code: "worker-ended", Title: "The worker ended and was started afresh", Spent: spent, Action: Dismiss,
		Message: "The worker stopped: " + reason + ".",
		Advice:  "The device may have run out of memory. Close other tabs or leave columns out, then continue. The file is read again.",
	}
}

// outdated is met when the page was updated while it was open.
func outdated() *Fault {
	return &Fault{
		Code: "version", Title: "This page was updated", Action: Reload,
		Message: "The worker speaks another version than this page.",
		Advice:  "Reload the page, then choose the file again.",
	}
}

// missing is met when the worker cannot be started at all.
func missing(reason string) *Fault {
	return &Fault{
		Code: "worker-missing", Title: "The worker could not be started", Action: Reload,
		Message: "Without it no file can be read: " + reason + ".",
		Advice:  "Reload the page. If that does not help, use a current browser and allow workers and WebAssembly for this site.",
	}
}

func badSchema(err error) *Fault {
	return &Fault{
		Code: protocol.CodeSchema, Title: "The schema file could not be read", Action: Dismiss,
		Message:  Sentence(err.Error()),
		Advice:   "A schema is a Frictionless Table Schema or Data Package, or CSVW metadata, in JSON. Nothing was used from this file. Your earlier answers are unchanged.",
		Expected: "JSON of one of these forms",
	}
}

// notSchema refuses what a site around the page says of a table, where it is a text of this program that answers more than
// columns.
func notSchema(source string) *Fault {
	return &Fault{
		Code: protocol.CodeSchema, Title: "The portal’s description is no schema", Action: Dismiss,
		Message:  "What " + cmp.Or(source, "the site around this page") + " gave to describe the table is another file of this program, or names one.",
		Advice:   "Nothing was used from it, because it may answer what only you can say. Describe the columns yourself, or choose a schema.",
		Expected: "a Frictionless Table Schema or Data Package, or CSVW metadata",
	}
}

func badConfig(err error) *Fault {
	return &Fault{
		Code: "config", Title: "The configuration could not be read", Action: Dismiss,
		Message:  Sentence(err.Error()),
		Advice:   "Nothing was taken over from it; answers that stood before still stand.",
		Expected: "the file config.json that this page writes beside a release, unchanged",
	}
}

func badAnswersFile(err error) *Fault {
	return &Fault{
		Code: "answers", Title: "The file of answers could not be read", Action: Dismiss,
		Message:  Sentence(err.Error()),
		Advice:   "Nothing was taken over from it; answers that stood before still stand.",
		Expected: "the file answers.json that this page exports, unchanged",
	}
}

// badAnswers words what a schema of the answers still lacks.
func badAnswers(err error) *Fault {
	t := &Fault{
		Code: protocol.CodeSchema, Title: "The answers do not fit together", Action: Dismiss, Message: Sentence(err.Error()),
		Advice: "Correct the answer; everything else stays.",
	}
	var problems schema.Problems
	if errors.As(err, &problems) {
		t.Message, t.Column = Sentence(problems[0].String()), problems[0].Column
		if n := len(problems) - 1; n > 0 {
			t.Message += " " + words.Count(int64(n), "more answer") + " to correct."
		}
	}
	return t
}

func badDocument(err error) *Fault {
	t := &Fault{
		Code: "document", Title: "This is not a release that can be shown", Action: Dismiss,
		Advice:   "A release document is the file release.json that this page writes. The page is unchanged.",
		Expected: "the file release.json, unchanged",
	}
	if err != nil {
		t.Message = Sentence(err.Error())
	}
	return t
}

func unreadable() *Fault {
	return &Fault{
		Code: protocol.CodeFile, Title: "The file could not be read", Action: ChooseFile,
		Message: "The browser did not give access to it.",
		Advice:  "It may have been moved since it was chosen. Choose it again.",
	}
}

// tooLong is met when a JSON file is larger than any schema or release.
func tooLong(size int64) *Fault {
	return &Fault{
		Code: protocol.CodeFile, Title: "The file is too large for a schema or a release", Action: ChooseFile,
		Message:  "Files that end in .json are read as schemas, releases or configurations.",
		Advice:   "Choose the schema or the release. Records belong in a CSV or TSV file.",
		Expected: "at most " + words.Bytes(maxText), Found: words.Bytes(size),
	}
}

// NoSample is met when a bundled sample cannot be fetched.
func NoSample() *Fault {
	return &Fault{
		Code: "sample", Title: "The sample could not be fetched", Action: Dismiss,
		Message: "It comes from this site, and the site did not answer.",
		Advice:  "Check the connection and try again. You can also choose a file of your own, which needs no network.",
	}
}

// Place says where it happened, without the column's name.
func (t *Fault) Place() string {
	var at []string
	if t.Line > 0 {
		at = append(at, "line "+words.Thousands(t.Line))
	}
	if t.Cell > 0 {
		at = append(at, "column "+words.Thousands(int64(t.Cell)))
	}
	return strings.Join(at, ", ")
}

// Report is what can be sent to those who mend the program. It leaves out the names of
// the file and of columns: in a table without a header these would be cells.
func (t *Fault) Report(worker string) string {
	var b strings.Builder
	say := func(term, value string) {
		if value != "" {
			fmt.Fprintf(&b, "%s: %s\n", term, value)
		}
	}
	b.WriteString("Private PCA, report of an error\n")
	say("Code", t.Code)
	say("Title", t.Title)
	if slices.Contains(unnamed, t.Code) {
		say("What", t.Message)
	}
	say("Where", t.Place())
	say("Expected", t.Expected)
	say("Found", t.Found)
	say("Spent", map[bool]string{true: "a release had begun", false: "nothing"}[t.Spent])
	say("Worker", worker)
	return b.String()
}

// unnamed are the faults whose words hold no name of a column or a file.
var unnamed = []string{
	protocol.CodeFile, protocol.CodeRecords, protocol.CodeRefused, protocol.CodeInternal,
	"worker-ended", "worker-missing", "version", "sample",
}

// maxText bounds what the page itself reads: a schema or a release, never records.
const maxText = 64 << 20
