package state

import (
	"slices"

	"privatepca/core/fault"
	"privatepca/core/release"
	"privatepca/core/report"
)

// A Result is the release in view, with others to compare it with.
type Result struct {
	Edition  release.Edition // the zero one for none
	Entry    string          // the spending in the ledger that has the document; "" for none
	FromFile bool            // not released here and now
	Checks   []release.Check // what was found; nil while it was not asked
	Config   []byte          // replays the release; nil for a document from a file

	Others  []*release.Document // to compare with, at most five
	Refused string              // why the last one that was chosen is not among them; "" where it is

	text    []byte // Text of the edition in view; nil where it was not asked
	keeping bool   // the worker is asked to keep what was decided
	later   bool   // and something else was decided since
}

// Document is the edition's, as it is drawn and published; nil for none. Nobody changes it.
func (r *Result) Document() *release.Document { return r.Edition.Document() }

// Text is the document as it is handed out: what was released, and what the curator decided and wrote about it. A document that contradicts itself
// is handed out as it came.
func (r *Result) Text() []byte {
	if r.text == nil {
		r.text = report.Exports(nil)[0].Bytes(r.Edition)
	}
	return r.text
}

// verify computes the checks of the document as it came, one after another, with a pause before each.
func (r *Result) verify(pause func()) {
	if r.Edition.IsZero() {
		return
	}
	for _, check := range r.Edition.Checks() {
		pause()
		r.Checks = append(r.Checks, check()...)
	}
}

// Failing counts the checks that do not hold.
func (r *Result) Failing() int {
	n := 0
	for _, c := range r.Checks {
		if !c.Holds {
			n++
		}
	}
	return n
}

// Compare takes another document to compare with; one that cannot be read, or has nothing to compare, is refused in place. It lets the page
// draw meanwhile, by pause.
func (r *Result) Compare(text []byte, pause func()) {
	other, err := release.Open(text, pause)
	switch {
	case err != nil:
		r.Refused = "That is no release document: " + fault.Public(fault.CodeDocument, err).Message
	case len(r.Others) >= report.MostCompared-1:
		r.Refused = "Six releases are compared at most. Take one out first."
	default:
		d := other.Document()
		if _, r.Refused = report.Matched(r.Document(), d); r.Refused == "" {
			r.Others = append(slices.Clone(r.Others), d)
		}
	}
}

// TakeOut removes one of the documents to compare with, from 0.
func (r *Result) TakeOut(i int) {
	r.Others, r.Refused = slices.Delete(slices.Clone(r.Others), i, i+1), ""
}
