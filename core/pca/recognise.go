package pca

import (
	"io"
	"sync"

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
	sum    chan string
}

// recognise starts to recognise the records of a text in a dialect.
func recognise(m *Machine, d schema.Dialect, key []byte) *recognising {
	r := &recognising{pieces: make(chan []byte, ahead), free: make(chan []byte, ahead+2), sum: make(chan string, 1)}
	go func() {
		// A text that cannot be read ends the reading itself in an error; a panic, whose text may hold a cell, has none.
		out := ""
		defer func() {
			if recover() != nil {
				out = ""
			}
			for range r.pieces { // so that take never waits in vain
			}
			r.sum <- out
		}()
		text, d := m.decode(r, d)
		out, _ = m.reader().Contents(text, d, key)
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

// end gives the contents after the last byte; "" where the text could not be read.
func (r *recognising) end() string {
	r.once.Do(func() { close(r.pieces) })
	return <-r.sum
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
