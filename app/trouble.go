package app

import (
	"errors"
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
	code   string
	title  string
	file   string // the name, where one file is meant
	what   string
	line   int64
	cell   int    // the column's number in the file, from 1; 0 for none
	column string // its name
	advice string
	action action
	again  func() // tries it again; nil where that is of no use
	spent  bool

	expected, found string // in words, or ""

	reported string // the report, once it was asked for
	copied   bool   // it is on the clipboard
}

// An action is the button of a trouble.
type action int

const (
	dismiss     action = iota // back to the page
	chooseFile                // another file
	editColumns               // the answers on the Columns page
	editPrivacy               // the choices on the Privacy page
	reload                    // the page
)

var actionWords = map[action]string{
	dismiss:     "Go on",
	chooseFile:  "Choose another file",
	editColumns: "Back to the columns",
	editPrivacy: "Back to the privacy settings",
	reload:      "Reload the page",
}

// sentence makes a sentence of an error: without the package it came from.
func sentence(message string) string {
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
		code: e.Code, what: sentence(e.Message), spent: spent,
		line: e.Line, cell: e.Cell, column: e.Column, expected: e.Expected, found: e.Found,
	}
	switch e.Code {
	case protocol.CodeFile:
		t.title, t.action = "The file could not be read", chooseFile
		t.advice = "If the file was moved or changed since it was chosen, choose it again."
	case protocol.CodeHeader:
		t.title, t.action = "The first line is no usable header", chooseFile
		t.advice = "The first line must name each column once. Correct it in an editor, then choose the file again."
	case protocol.CodeRecords:
		t.title, t.action = "The file could not be read to the end", chooseFile
		t.advice = "Choose a file that has a header row and records."
		if e.Line > 0 {
			t.advice = "Most often a quote is missing or the file was cut. Check that line in an editor, then choose the file again."
		}
	case protocol.CodeSchema:
		t.title, t.action = "The answers do not fit the file", editColumns
		t.advice = "Correct the answer; everything else stays."
	case protocol.CodeRequest:
		t.title, t.action = "The worker refused these settings", editPrivacy
		t.advice = "Change the setting and ask again."
	case protocol.CodeRefused:
		t.title, t.action = "The mechanism drew, and has nothing to release", editPrivacy
		t.advice = "This is how the mechanism works, and no defect. Choose another one; that is another release."
	default:
		t.title, t.action = "Something went wrong inside the worker", dismiss
		t.advice = "This is a defect of the program. You may try again; the message above helps those who mend it."
	}
	return t
}

// died is the trouble of a worker that ended by itself.
func died(reason string, spent bool) *Fault {
	return &Fault{
		code: "worker-ended", title: "The worker ended and was started afresh", spent: spent, action: dismiss,
		what:   "The worker stopped: " + reason + ".",
		advice: "Often the device ran out of memory. Close other tabs or leave columns out, then go on: the file will be read again.",
	}
}

// outdated is met when the page was updated while it was open.
func outdated() *Fault {
	return &Fault{
		code: "version", title: "This page was updated", action: reload,
		what:   "The worker speaks another version than this page.",
		advice: "Reload the page, then choose the file again.",
	}
}

// missing is met when the worker cannot be started at all.
func missing(reason string) *Fault {
	return &Fault{
		code: "worker-missing", title: "The worker could not be started", action: reload,
		what:   "Without it no file can be read: " + reason + ".",
		advice: "Reload the page. If that does not help, use a current browser and allow workers and WebAssembly for this site.",
	}
}

func badSchema(err error) *Fault {
	return &Fault{
		code: protocol.CodeSchema, title: "The schema file could not be read", action: dismiss,
		what:     sentence(err.Error()),
		advice:   "A schema is a Frictionless Table Schema or Data Package, or CSVW metadata, in JSON. Nothing was taken over from this one; answers that stood before still stand.",
		expected: "JSON of one of these forms",
	}
}

func badConfig(err error) *Fault {
	return &Fault{
		code: "config", title: "The configuration could not be read", action: dismiss,
		what:     sentence(err.Error()),
		advice:   "Nothing was taken over from it; answers that stood before still stand.",
		expected: "the file config.json that this page writes beside a release, unchanged",
	}
}

// badAnswers words what a schema of the answers still lacks.
func badAnswers(err error) *Fault {
	t := &Fault{
		code: protocol.CodeSchema, title: "The answers do not fit together", action: dismiss, what: sentence(err.Error()),
		advice: "Correct the answer; everything else stays.",
	}
	var problems schema.Problems
	if errors.As(err, &problems) {
		t.what, t.column = sentence(problems[0].String()), problems[0].Column
		if n := len(problems) - 1; n > 0 {
			t.what += " " + words.Count(int64(n), "more answer") + " to correct."
		}
	}
	return t
}

func badDocument(err error) *Fault {
	t := &Fault{
		code: "document", title: "This is not a release that can be shown", action: dismiss,
		advice:   "A release document is the file release.json that this page writes. What stood on the page still stands.",
		expected: "the file release.json, unchanged",
	}
	if err != nil {
		t.what = sentence(err.Error())
	}
	return t
}

func unreadable() *Fault {
	return &Fault{
		code: protocol.CodeFile, title: "The file could not be read", action: chooseFile,
		what:   "The browser did not give access to it.",
		advice: "It may have been moved since it was chosen. Choose it again.",
	}
}

// tooLong is met when a JSON file is larger than any schema or release.
func tooLong(size int64) *Fault {
	return &Fault{
		code: protocol.CodeFile, title: "The file is too large for a schema or a release", action: chooseFile,
		what:     "Files that end in .json are read as schemas, releases or configurations.",
		advice:   "Choose the schema or the release. Records belong in a CSV or TSV file.",
		expected: "at most " + words.Bytes(maxText), found: words.Bytes(size),
	}
}

// noSample is met when a bundled sample cannot be fetched.
func noSample() *Fault {
	return &Fault{
		code: "sample", title: "The sample could not be fetched", action: dismiss,
		what:   "It comes from this site, and the site did not answer.",
		advice: "Check the connection and try again, or choose a file of your own: that needs no network.",
	}
}
