package client

import (
	"errors"
	"time"
)

// An Aside is the Host of a second worker on the module of a Browser's first: one that
// makes forecasts, has no helpers and is never handed a file.
type Aside struct{ Beside *Browser }

var _ Host = Aside{}

// setAside fetches the script of the second worker now, before there is a file; it
// starts when a forecast is first asked for.
func (b *Browser) setAside() {
	if !b.asked {
		b.asked, b.aside = true, b.spare()
	}
}

// Load implements Host: the program was loaded for the first worker.
func (a Aside) Load(then func(error)) {
	if a.Beside.program == nil {
		then(errors.New("the first worker has not been loaded"))
		return
	}
	then(nil)
}

// Prepare implements Host: a forecast has no file.
func (a Aside) Prepare(NamedFile, bool, func(File, error)) { panic("client: a forecast has no file") }

// Spawn implements Host. The worker that was set aside is used up; one that follows it
// fetches its script again.
func (a Aside) Spawn(receive, died func(string)) Worker {
	b := a.Beside
	w := b.aside
	b.aside = nil
	if w == nil {
		w = b.start()
	}
	b.listen(w, receive, died)
	return withoutFiles{w}
}

// After implements Host.
func (a Aside) After(d time.Duration, f func()) (stop func()) { return a.Beside.After(d, f) }

// withoutFiles is a worker that no file can be posted to.
type withoutFiles struct{ *worker }

func (w withoutFiles) Post(envelope string, file File) {
	if file != nil {
		panic("client: a forecast has no file")
	}
	w.worker.Post(envelope, nil)
}
