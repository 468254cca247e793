package state

import "privatepca/core/codebook"

// A Reading is a codebook's text while its preview is shown, and what was told of its columns.
type Reading struct {
	name string
	text []byte
	told map[codebook.Heading]string
}
