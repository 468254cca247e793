package state

import "privatepca/core/codebook"

// A Reading is a codebook's text while its preview is shown, and what the visitor said about its columns.
type Reading struct {
	name string
	text []byte
	told map[codebook.Heading]string
}
