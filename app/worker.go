package app

import (
	"privatepca/app/client"
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
	handle client.File
	name   string
	size   int64
	about  protocol.Opened
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
