package state

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

	Client *client.Client
	Status client.Status
	reason string // why it is not ready, in words

	File     *Source // nil for none
	Opening  *Source // whose header is on its way
	Closed   bool    // the worker has not got the file: it was started afresh
	Requests int     // what the browser had counted when the file was opened
	Prepared *Prepared
	Job      *Job

	comparing bool   // the worker compares the file with what is prepared
	compared  func() // waits for that; nil for nothing
}

// A Source is the file that the curator chose. The page never reads it.
type Source struct {
	client.NamedFile
	About  protocol.Opened
	came   Offered     // with which it came from elsewhere
	late   []byte      // a schema, configuration or answers that were chosen while its header was read; nil for none
	handle client.File // what the worker is given

	// Right says that the curator found it read as it is meant: nothing about that is asked again.
	Right bool
	First *protocol.Looked // its first rows, while they are shown; nothing keeps them, and a release begins without them

	Unmatched *protocol.Unmatching // its values that match no level, likewise
	listing   bool                 // they are on their way
}

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
func (o *Offered) Stand(parsed *schema.Schema) {
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
func toldOf(text []byte, came *Offered) told {
	if text == nil && came.Schema != nil {
		return told{came.Schema, came}
	}
	return told{text, nil}
}

// Prepared is what stands in the worker, and the schema it was made under.
type Prepared struct {
	schema []byte
	protocol.Prepared
}

// A Job is a request that takes time.
type Job struct {
	schema    []byte // under which the file is read
	Releasing bool   // a release follows the reading, or is under way
	Spent     bool   // the release was asked for
	Progress  protocol.Progress
	Phases    map[string]protocol.Progress // the last word of each phase
}

// ready reports whether the worker can be asked, as far as it is known.
func (w *Worker) ready() bool {
	return w.Status != client.Loading && w.Status != client.Missing && w.Status != client.Outdated
}

// forget forgets what a worker that ended knew.
func (w *Worker) forget() {
	w.Job, w.Prepared, w.Opening, w.comparing, w.compared = nil, nil, nil, false, nil
	if w.File != nil {
		w.File.listing = false
	}
}

// open hands over a file and asks for the header of a part, in a dialect or guessed. Then is called, in a task of its own,
// when that is known.
func (w *Worker) open(file client.NamedFile, came Offered, part string, d *schema.Dialect, then func(), failed func(protocol.Error)) {
	w.Closed = false
	opening := &Source{NamedFile: file, came: came}
	w.Opening = opening
	w.Client.Prepare(file, func(handle client.File, err error) {
		switch {
		case w.Opening != opening:
			return // another one was chosen meanwhile
		case err != nil:
			w.Opening = nil
			failed(protocol.Error{Code: protocol.CodeFile, Message: "This file cannot be read now: " + err.Error() + ". Check the connection and choose it again, or save it as CSV. Nothing was read."})
			return
		}
		opening.handle = handle
		w.ask(opening, part, d, then, failed)
	})
}

// ask hands over a file, and asks for the header of a part of it. Then is called, in a task of its own, when that is known.
func (w *Worker) ask(f *Source, part string, d *schema.Dialect, then func(), failed func(protocol.Error)) {
	w.resume()
	client.Ask(w.Client, protocol.OpenRequest, protocol.Open{Part: part, Dialect: d}, f.handle, client.Reply[protocol.Opened]{
		Done: func(about protocol.Opened) {
			f.About = about
			w.screen.Later(func() {
				if w.Opening == f { // no other one was chosen meanwhile
					then()
				}
			})
		},
		Failed: func(e protocol.Error) {
			w.Opening = nil
			failed(e)
		},
	})
}

// reopen hands the open file to a fresh worker.
func (w *Worker) reopen() {
	w.Closed = false
	w.resume()
	if w.File == nil {
		return
	}
	client.Ask(w.Client, protocol.OpenRequest, protocol.Open{Part: w.File.About.Part, Dialect: &w.File.About.Dialect}, w.File.handle, client.Reply[protocol.Opened]{
		Done:   func(protocol.Opened) {},
		Failed: w.failed,
	})
}

// has reports whether the second moment under a schema stands, or is on its way.
func (w *Worker) has(schema []byte) bool {
	return w.Prepared != nil && bytes.Equal(w.Prepared.schema, schema) || w.Job != nil && bytes.Equal(w.Job.schema, schema)
}

// start begins a job under a schema.
func (w *Worker) start(schema []byte) {
	w.Job = &Job{schema: schema, Phases: map[string]protocol.Progress{}}
}

// read asks for the second moment under the schema of the job, in a task of its own.
func (w *Worker) read(then func()) {
	w.Prepared, w.comparing, w.compared = nil, false, nil
	if w.File != nil {
		w.File.Unmatched = nil // of the reading before
	}
	job := w.Job
	w.screen.Later(func() {
		if w.Job != job {
			return // cancelled meanwhile
		}
		client.Ask(w.Client, protocol.PrepareRequest, protocol.Prepare{Schema: job.schema}, nil, client.Reply[protocol.Prepared]{
			Progress: w.Progress,
			Done: func(p protocol.Prepared) {
				w.Prepared = &Prepared{schema: job.schema, Prepared: p}
				if w.comparing = p.Compare; p.Compare {
					w.compare(w.Prepared)
				}
				then()
			},
			Failed: w.failed,
		})
	})
}

// compare has the worker compare the file with what it read of it, a moment at a time. Where it is another, what was prepared is not of one
// file, and what waits is not done.
func (w *Worker) compare(read *Prepared) {
	client.Ask(w.Client, protocol.CompareRequest, protocol.Compare{}, nil, client.Reply[protocol.Compared]{
		Done: func(c protocol.Compared) {
			switch wait := w.compared; {
			case w.Prepared != read:
			case !c.Done:
				w.compare(read)
			default:
				if w.comparing, w.compared = false, nil; wait != nil {
					wait()
				}
			}
		},
		Failed: func(e protocol.Error) {
			if w.Prepared == read {
				w.Prepared, w.comparing, w.compared = nil, false, nil
				w.failed(e)
			}
		},
	})
}

// Progress takes what the worker says of its progress.
func (w *Worker) Progress(p protocol.Progress) {
	if w.Job == nil {
		return
	}
	if p.Phase == protocol.PhaseRead && w.Job.Spent {
		p.Phase = protocol.PhaseAgain
	}
	w.Job.Progress = p
	w.Job.Phases[p.Phase] = p
	w.screen.Draw()
}
