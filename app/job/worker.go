package job

import (
	"bytes"

	"privatepca/app/client"
	"privatepca/core/schema"
	"privatepca/wasm/protocol"
)

// A Worker is what the page knows of the worker: its life, the file that it has, and
// what it does.
type Worker struct {
	Status client.Status
	reason string // why it is not ready, in words

	File     *Source // nil for none
	Opening  *Source // whose header is on its way
	Closed   bool    // the worker has not got the file: it was started afresh
	Requests int     // what the browser had counted when the file was opened
	Prepared *Prepared
	Job      *Job

	comparing bool // the worker compares the file with what is prepared
	waits     bool // a release waits for that
}

// A Source is the file that the curator chose. The page never reads it.
type Source struct {
	client.NamedFile
	About  protocol.Opened
	came   Offered     // with which it came from elsewhere
	late   []byte      // a schema, configuration or answers that were chosen while its header was read; nil for none
	handle client.File // what the worker is given
	id     int

	// Right says that the curator found it read as it is meant: nothing about that is asked again.
	Right bool
	First *protocol.Looked // its first rows, while they are shown; nothing keeps them, and a release begins without them

	Unmatched *protocol.Unmatching // its values that match no level, likewise
	Listing   bool                 // they are on their way
}

// Serial tells the file from others of this tab, also from itself where it was opened again.
func (f *Source) Serial() int { return f.id }

// table is its name as what describes it knows it.
func (f *Source) table() string {
	if f.came.Table != "" {
		return f.came.Table
	}
	return f.Name
}

// An Offered is what the site around the page says of a table. Nobody here chose it, so nothing is read from it but a schema.
type Offered struct {
	Schema []byte // nil for none
	Source string // the address where that was published, which a document may hold; "" for none
	Table  string // the table's own name, where it came by an address

	Book    []byte          // a codebook, whose preview the visitor sees; nil for none
	Dialect *schema.Dialect // how the table is known to be written; nil where its text says it
}

// Stand says in a schema that was read from it that the site around the page said so, and where. What it says of its own
// bounds counts only where it says that they come from the records.
func (o Offered) Stand(parsed *schema.Schema) {
	mark := func(p *schema.Provenance) {
		if *p != schema.FromData {
			*p = schema.FromHost
		}
	}
	for i := range parsed.Fields {
		if f := &parsed.Fields[i]; f.BoundsFrom != "" {
			mark(&f.BoundsFrom)
		}
	}
	mark(&parsed.BoundsFrom)
	parsed.Source = o.Source
}

// A told is a text that came with a table, or was given for it.
type told struct {
	text []byte   // nil for none
	host *Offered // the site around the page said it; nil where somebody here chose it
}

// toldOf is the text that somebody here chose, or what the site around the page says where there is none.
func toldOf(text []byte, came Offered) told {
	if text == nil && came.Schema != nil {
		return told{came.Schema, &came}
	}
	return told{text, nil}
}

// Prepared is what stands in the worker, and the schema it was made under.
type Prepared struct {
	Schema []byte
	id     int
	protocol.Prepared
}

// A Job is a request that takes time.
type Job struct {
	schema    []byte // under which the file is read
	id        int
	Releasing bool   // a release follows the reading, or is under way
	Asked     bool   // a site was asked to set its cost aside
	Spent     bool   // the release was asked for
	lent      string // the id under which a site has set its cost aside; "" for none
	Progress  protocol.Progress
	Phases    map[string]protocol.Progress // the last word of each phase
}

// has reports whether the second moment under a schema stands, or is on its way.
func (w Worker) has(schema []byte) bool {
	return w.Prepared != nil && bytes.Equal(w.Prepared.Schema, schema) || w.Job != nil && bytes.Equal(w.Job.schema, schema)
}
