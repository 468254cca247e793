package job

import (
	"privatepca/app/client"
	"privatepca/app/effect"
	"privatepca/core/schema"
	"privatepca/wasm/protocol"
)

// A header is the header of a part of a file, in a dialect or guessed, and what is done with it.
type header struct {
	part    string
	dialect *schema.Dialect

	with  told      // comes along
	again bool      // the same file is read in another way
	step  string    // the page to go on with then; "" for the columns
	note  string    // what to tell of why
	file  string    // names the file in an error
	list  *headings // it is asked whether the file lists variables; nil where the file is opened
}

// read hands over a file and asks for a header.
func (t opening) read(file client.NamedFile, came Offered, h header) {
	t.m.Worker.Closed = false
	f := &Source{NamedFile: file, came: came, id: t.next()}
	t.m.Worker.Opening = f
	t.do(effect.Handle{File: file, Done: func(handle client.File, why string) effect.Msg { return handled{f.id, handle, why, h} }})
}

// handed asks for the header of a file that the worker can be given.
func (t opening) handed(msg handled) {
	if !t.opening(msg.of) {
		return // another one was chosen meanwhile
	}
	if msg.why != "" {
		t.unheaded(unheaded{msg.of, msg.header, protocol.Error{Code: protocol.CodeFile, Message: "This file cannot be read now: " + msg.why + ". Check the connection and choose it again, or save it as CSV. Nothing was read."}})
		return
	}
	f := *t.m.Worker.Opening
	f.handle = msg.handle
	t.m.Worker.Opening = &f
	life(t).resume()
	h := msg.header
	t.do(effect.Asking(protocol.OpenRequest, protocol.Open{Part: h.part, Dialect: h.dialect}, func(about protocol.Opened) effect.Msg { return headed{msg.of, about, h} },
		func(e protocol.Error) effect.Msg { return unheaded{msg.of, h, e} }).With(f.handle))
}

// headed takes the header in a task of its own.
func (t opening) headed(msg headed) {
	if !t.opening(msg.of) {
		return
	}
	f := *t.m.Worker.Opening
	f.About = msg.about
	t.m.Worker.Opening = &f
	t.do(effect.Later{Msg: opened{msg.of, msg.header}})
}

// unheaded goes on where there is no header.
func (t opening) unheaded(msg unheaded) {
	if !t.opening(msg.of) {
		return
	}
	t.m.Worker.Opening = nil
	switch {
	case msg.header.list != nil:
		sorting(t).listed(*msg.header.list, false) // it says so itself when it is opened
		return
	case msg.header.again:
		t.m.Worker.Closed = true // the worker has the file as it was read before, or none
	}
	life(t).fail(msg.err)
	t.named(msg.header.file)
}
