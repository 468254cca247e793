package state

import "privatepca/core/release"

// A Result is the document in view, with a second one to compare it with.
type Result struct {
	Document *release.Document // nil for none
	Bytes    []byte            // as the worker wrote them
	MaxK     int               // k may change up to here; 0 for a document from a file
	Viewing  bool              // another k was asked for
	FromFile bool              // not released here and now
	Checks   []release.Check   // what Verify found; nil while it was not asked
	Config   []byte            // replays the release; nil for a document from a file

	Other *Other // nil for none
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

// Other is a second release, to compare with, or why there is none.
type Other struct {
	Document *release.Document
	Refused  string
}

// Compare takes a second document; one that cannot be read is refused in place.
func (r *Result) Compare(text []byte) {
	d, err := release.Decode(text)
	r.Other = &Other{Document: d}
	if err != nil {
		r.Other = &Other{Refused: "That is no release document: " + Sentence(err.Error())}
	}
}
