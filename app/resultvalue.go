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
