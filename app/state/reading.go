package state

import "privatepca/core/codebook"

// A Reading is a codebook's text while its preview is shown, and what the visitor said about its columns.
type Reading struct {
	name string
	text []byte
	told map[codebook.Heading]string
	host *Offered // whose bounds count as the site's; nil where somebody here chose it
}
