package state

import "privatepca/app/client"

// Beside is what came with a table, or before it, to describe it.
type Beside struct {
	waiting []description // whose previews open one after the other, once a table is open
	Which   *Which        // files of which the visitor has to say what each is; nil for none
	Sheet   string        // a sheet of the open workbook that has the titles of a codebook; "" for none
}

// A description is a codebook that was given with its table.
type description struct {
	file client.NamedFile
	text []byte   // what it holds, where that was read already; else nil
	host *Offered // the site around the page said it; nil where somebody here chose it
}

// A Which asks what several files are, any of which may be the table.
type Which struct {
	Files []client.NamedFile
	given gesture
}

// A gesture is files that came together, sorted by what they hold.
type gesture struct {
	adopts []description // a configuration, kept answers, schemas
	books  []description // other descriptions
	tables []client.NamedFile
}
