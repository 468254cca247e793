package pca

import (
	"errors"
	"io"
	"sync"

	"privatepca/core/fault"
	"privatepca/core/schema"
)

// Ahead is how many pieces of a text may wait for recognising: then the reading goes on meanwhile, where there is another processor.
const ahead = 8

// A recognising computes the contents of a text that another reads, beside that reading.
type recognising struct {
	pieces chan []byte
	free   chan []byte
	once   sync.Once
	piece  []byte // the one at hand
	rest   []byte // of it
	sum    chan recognition
}

// A recognition is what became of it.
type recognition struct {
	contents string // "" where the text could not be read
	err      error  // a defect of the program
}

// recognise starts to recognise the records of a text in a dialect.
func recognise(m *Machine, d schema.Dialect, key []byte) *recognising {
	r := &recognising{pieces: make(chan []byte, ahead), free: make(chan []byte, ahead+2), sum: make(chan recognition, 1)}
	go func() {
		// A text that cannot be read ends the reading itself in an error. A panic, whose text may hold a cell, ends it too: records that are not
		// recognised could be released once more from a budget of their own.
		out := recognition{err: fault.Of(errors.New("a panic"))}
		defer func() {
			recover()
			for range r.pieces { // so that take never waits in vain
			}
			r.sum <- out
		}()
		text, d := m.decode(r, d)
		contents, _ := m.reader().Contents(text, d, key)
		out = recognition{contents: contents}
	}()
	return r
}

// take hands over a copy of the next bytes.
func (r *recognising) take(p []byte) {
	var piece []byte
	select {
	case piece = <-r.free:
	default:
	}
	r.pieces <- append(piece[:0], p...)
}

// end gives the contents after the last byte; "" where the text could not be read. Its error is a defect of the program.
func (r *recognising) end() (string, error) {
	r.once.Do(func() { close(r.pieces) })
	out := <-r.sum
	return out.contents, out.err
}

// abandon ends it before the last byte. What it would have given is lost.
func (r *recognising) abandon() { r.once.Do(func() { close(r.pieces) }) }

// Read gives the text to the goroutine that recognises it.
func (r *recognising) Read(p []byte) (int, error) {
	for len(r.rest) == 0 {
		piece, ok := <-r.pieces
		if !ok {
			return 0, io.EOF
		}
		r.piece, r.rest = piece, piece
	}
	n := copy(p, r.rest)
	if r.rest = r.rest[n:]; len(r.rest) == 0 {
		select {
		case r.free <- r.piece:
		default:
		}
	}
	return n, nil
}
