package app

import "privatepca/core/release"

// A Result is the document in view, with a second one to compare it with.
type Result struct {
	document *release.Document // nil for none
	bytes    []byte            // as the worker wrote them
	maxK     int               // k may change up to here; 0 for a document from a file
	viewing  bool              // another k was asked for
	fromFile bool              // not released here and now
	checks   []release.Check   // what Verify found; nil while it was not asked
	config   []byte            // replays the release; nil for a document from a file

	other *Other // nil for none
}

// verify computes the checks of the document, one after another, with a pause before each.
func (r *Result) verify(pause func()) {
	if r.document == nil {
		return
	}
	for _, check := range r.document.Checks(r.bytes) {
		pause()
		r.checks = append(r.checks, check()...)
	}
}

// failing counts the checks that do not hold.
func (r *Result) failing() int {
	n := 0
	for _, c := range r.checks {
		if !c.Holds {
			n++
		}
	}
	return n
}

// Other is a second release, to compare with, or why there is none.
type Other struct {
	document *release.Document
	refused  string
}

// compare takes a second document; one that cannot be read is refused in place.
func (r *Result) compare(text []byte) {
	d, err := release.Decode(text)
	r.other = &Other{document: d}
	if err != nil {
		r.other = &Other{refused: "That is no release document: " + sentence(err.Error())}
	}
}
