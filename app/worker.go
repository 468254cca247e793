package app

import (
	"bytes"

	"privatepca/app/client"
	"privatepca/core/schema"
	"privatepca/wasm/protocol"
)

// A Worker is what the page knows of the worker: its life, the file that it has, and
// what it does.
type Worker struct {
	client *client.Client
	status client.Status
	reason string // why it is not ready, in words

	file     *Source // nil for none
	opening  *Source // whose header is on its way
	closed   bool    // the worker has not got the file: it was started afresh
	requests int     // what the browser had counted when the file was opened
	prepared *Prepared
	job      *Job
}

// A Source is the file that the curator chose. The page never reads it.
type Source struct {
	client.NamedFile
	about protocol.Opened
	came  Offered // with which it came from elsewhere
}

// table is its name as what describes it knows it.
func (f *Source) table() string {
	if f.came.Table != "" {
		return f.came.Table
	}
	return f.Name
}

// An Offered is what came with a table from elsewhere.
type Offered struct {
	Schema []byte // nil for none
	Source string // the address where that was published, which a document may hold; "" for none
	Table  string // the table's own name, where it came by an address
}

// stand completes the schema that was parsed from a text by where that came from.
func (o *Offered) stand(parsed *schema.Schema, text []byte) {
	if o.Source != "" && bytes.Equal(text, o.Schema) {
		parsed.Source = o.Source
	}
}

// Prepared is what stands in the worker, and the schema it was made under.
type Prepared struct {
	schema []byte
	protocol.Prepared
}

// A Job is a request that takes time.
type Job struct {
	schema    []byte // under which the file is read
	releasing bool   // a release follows the reading, or is under way
	spent     bool   // the release was asked for
	progress  protocol.Progress
	phases    map[string]protocol.Progress // the last word of each phase
}
