package client

import (
	"errors"

	"github.com/maxence-charriere/go-app/v9/pkg/app"
)

// converterURL is the program that converts files of other formats for the worker.
const converterURL = "/web/convert.wasm"

// A toConvert is a file that the converter reads for the worker.
type toConvert struct {
	handle app.Value
	name   string
	size   int64
}

// converters start workers on the converter's program, one for each file that is handed over.
type converters struct {
	program app.Value // an ArrayBuffer; nil before the first such file
	spare   *worker   // whose script is here
	current *worker   // has a file
}

// Prepare implements Host. For a file of another format the converter's program is fetched, once, and a
// worker for it has its script and compiles, before the file is handed to anybody.
func (b *Browser) Prepare(f NamedFile, convert bool, then func(File, error)) {
	if !convert {
		then(f.Handle, nil)
		return
	}
	b.loadConverter(func(err error) {
		if err != nil {
			then(nil, err)
			return
		}
		b.converters.spare = b.spareConverter(func(err error) {
			then(toConvert{f.Handle.(app.Value), f.Name, f.Size}, err)
		})
	})
}

// loadConverter fetches the converter's program, once.
func (b *Browser) loadConverter(then func(error)) {
	if b.converters.program != nil {
		then(nil)
		return
	}
	fetchBytes(converterURL, func(bytes app.Value) {
		b.Deliver(func() {
			b.converters.program = bytes
			then(nil)
		})
	}, func(app.Value) {
		b.Deliver(func() { then(errors.New("the program that reads such files could not be fetched")) })
	})
}

// spareConverter fetches the script of a converter that starts later, and compiles its program now. Then is called once it is here, or failed.
func (b *Browser) spareConverter(then func(error)) *worker {
	w := b.newWorker("reserve")
	settled := false
	settle := func(err error) func(app.Value) {
		return func(app.Value) {
			b.Deliver(func() {
				if !settled {
					settled = true
					then(err)
				}
			})
		}
	}
	w.on("message", settle(nil))
	w.on("error", settle(errors.New("the script of the program that reads such files could not be fetched")))
	w.give(b.converters.program)
	return w
}

// convert starts a converter on a file, and gives what the worker needs of it. Died is called when the converter ends.
func (b *Browser) convert(f toConvert, died func(string)) (message map[string]any, port app.Value) {
	b.endConverter()
	w := b.converters.spare
	b.converters.spare = nil
	if w == nil {
		w = b.start()
	}
	b.converters.current = w
	ended := func(app.Value) { // the only message that it sends here says that it has stopped
		b.Deliver(func() {
			if b.converters.current == w {
				b.endConverter()
				died("the program that converts the file gave up: the file is damaged, or needs more memory than the browser gives")
			}
		})
	}
	w.on("message", ended)
	w.on("error", func(e app.Value) {
		e.Call("preventDefault")
		ended(e)
	})
	port = b.converters.start(w, f.handle)
	return map[string]any{"name": f.name, "size": f.size, "port": port}, port
}

// start starts the converter's program in a worker, on a file, and gives the port on which it is asked.
func (c *converters) start(w *worker, file any) (port app.Value) {
	channel := app.Window().Get("MessageChannel").New()
	theirs := channel.Get("port2")
	w.give(c.program)
	w.value.Call("postMessage", map[string]any{"start": true, "port": theirs, "file": file}, list(theirs))
	return channel.Get("port1")
}

// endConverter ends the converter that has a file.
func (b *Browser) endConverter() {
	if b.converters.current != nil {
		b.converters.current.Terminate()
		b.converters.current = nil
	}
}
