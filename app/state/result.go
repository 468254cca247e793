package state

import (
	"slices"

	"privatepca/core/release"
	"privatepca/core/report"
)

// A Result is the document in view, with others to compare it with.
type Result struct {
	Document *release.Document // nil for none
	Bytes    []byte            // as the worker wrote them; Text has the curator's words, too
	MaxK     int               // k may change up to here; 0 for a document from a file
	Viewing  bool              // another k was asked for
	Entry    string            // the spending in the ledger that has the document; "" for none
	Ledgered bool              // another k comes from the ledger: no worker holds the release any more
	FromFile bool              // not released here and now
	Checks   []release.Check   // what Verify found; nil while it was not asked
	Config   []byte            // replays the release; nil for a document from a file

	Others  []*release.Document // to compare with, at most five
	Refused string              // why the last one that was chosen is not among them; "" where it is

	described bool // the curator wrote something since Bytes were written
}

// Describe changes what the curator wrote about the release: post-processing, of which no claim depends.
func (r *Result) Describe(change func(*release.About)) {
	about := release.About{}
	if r.Document.About != nil {
		about = *r.Document.About
		about.Directions, about.Labels = slices.Clone(about.Directions), slices.Clone(about.Labels)
	}
	change(&about)
	before := r.Document.About
	r.Document.About = &about
	if about.Empty() {
		r.Document.About = nil
	}
	if r.Document.Validate() != nil { // too long
		r.Document.About = before
		return
	}
	r.described = true
}

// Text is the document as it is handed out: what was released, and what the curator wrote about it. A document that contradicts itself
// is handed out as it came.
func (r *Result) Text() []byte {
	if !r.described {
		return r.Bytes
	}
	text, err := release.Encode(r.Document)
	if err != nil {
		return r.Bytes
	}
	return text
}

// verify computes the checks of the document, one after another, with a pause before each.
func (r *Result) verify(pause func()) {
	if r.Document == nil {
		return
	}
	for _, check := range r.Document.Checks(r.Bytes) {
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
	d, err := release.DecodeWith(text, pause)
	switch {
	case err != nil:
		r.Refused = "That is no release document: " + Sentence(err.Error())
	case len(r.Others) >= report.MostCompared-1:
		r.Refused = "Six releases are compared at most. Take one out first."
	default:
		if _, r.Refused = report.Matched(r.Document, d); r.Refused == "" {
			r.Others = append(slices.Clone(r.Others), d)
		}
	}
}

// TakeOut removes one of the documents to compare with, from 0.
func (r *Result) TakeOut(i int) {
	r.Others, r.Refused = slices.Delete(slices.Clone(r.Others), i, i+1), ""
}
