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
	screen Screen
	resume func()               // hands a fresh worker the temporary ledger
	failed func(protocol.Error) // shows an error that stands in the way

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

// again is the phase in which the file is read under what the steps drew.
const again = "read again"

// ready reports whether the worker can be asked, as far as it is known.
func (w *Worker) ready() bool {
	return w.status != client.Loading && w.status != client.Missing && w.status != client.Outdated
}

// forget forgets what a worker that ended knew.
func (w *Worker) forget() { w.job, w.prepared, w.opening = nil, nil, nil }

// open hands over a file and asks for its header. Then is called, in a task of its own,
// when that is known.
func (w *Worker) open(file client.NamedFile, came Offered, then func(), failed func(protocol.Error)) {
	w.closed = false
	w.opening = &Source{NamedFile: file, came: came}
	w.resume()
	client.Ask(w.client, protocol.OpenRequest, protocol.Open{}, file.Handle, client.Reply[protocol.Opened]{
		Done: func(about protocol.Opened) {
			f := w.opening
			w.opening, f.about = nil, about
			w.screen.Later(func() {
				w.file = f
				then()
			})
		},
		Failed: func(e protocol.Error) {
			w.opening = nil
			failed(e)
		},
	})
}

// reopen hands the open file to a fresh worker.
func (w *Worker) reopen() {
	w.closed = false
	w.resume()
	if w.file == nil {
		return
	}
	client.Ask(w.client, protocol.OpenRequest, protocol.Open{}, w.file.Handle, client.Reply[protocol.Opened]{
		Done:   func(protocol.Opened) {},
		Failed: w.failed,
	})
}

// has reports whether the second moment under a schema stands, or is on its way.
func (w *Worker) has(schema []byte) bool {
	return w.prepared != nil && bytes.Equal(w.prepared.schema, schema) || w.job != nil && bytes.Equal(w.job.schema, schema)
}

// start begins a job under a schema.
func (w *Worker) start(schema []byte) {
	w.job = &Job{schema: schema, phases: map[string]protocol.Progress{}}
}

// read asks for the second moment under the schema of the job, in a task of its own.
func (w *Worker) read(then func()) {
	w.prepared = nil
	job := w.job
	w.screen.Later(func() {
		if w.job != job {
			return // cancelled meanwhile
		}
		client.Ask(w.client, protocol.PrepareRequest, protocol.Prepare{Schema: job.schema}, nil, client.Reply[protocol.Prepared]{
			Progress: w.progress,
			Done: func(p protocol.Prepared) {
				w.prepared = &Prepared{schema: job.schema, Prepared: p}
				then()
			},
			Failed: w.failed,
		})
	})
}

// progress takes what the worker says of its progress.
func (w *Worker) progress(p protocol.Progress) {
	if w.job == nil {
		return
	}
	if p.Phase == protocol.PhaseRead && w.job.spent {
		p.Phase = again
	}
	w.job.progress = p
	w.job.phases[p.Phase] = p
	w.screen.Moved()
}
