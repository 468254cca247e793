//go:build !js

package server

import (
	"net/http"
	"time"
)

// limits are how long a visitor may keep a connection busy without going on. Requests
// have no body here, and answers are files: nothing needs longer, on any line.
type limits struct {
	header time.Duration // from the first byte of a request to the end of its header, and of its body
	idle   time.Duration // between two requests
	piece  time.Duration // to take one piece of an answer
}

// A piece of pieceSize bytes in 20 seconds is 3 kB/s: the slowest line that is served.
const pieceSize = 64 << 10

var patient = limits{header: 10 * time.Second, idle: 30 * time.Second, piece: 20 * time.Second}

// Limited is a server for a handler that ends what a visitor leaves standing: headers that
// never end, bodies that never come, answers that nobody takes, connections that ask for
// nothing. Such visitors then keep no others away.
func Limited(handler http.Handler) *http.Server { return limited(handler, patient) }

func limited(handler http.Handler, l limits) *http.Server {
	return &http.Server{
		Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			handler.ServeHTTP(&pacedWriter{w, http.NewResponseController(w), l.piece}, r)
		}),
		ReadHeaderTimeout: l.header,
		ReadTimeout:       l.header,
		WriteTimeout:      l.header + l.piece, // until the first piece moves it
		IdleTimeout:       l.idle,
		MaxHeaderBytes:    16 << 10,
	}
}

// A pacedWriter gives each piece of an answer a time of its own: a slow line gets the
// whole of a large file, and a visitor who takes nothing is cut off.
type pacedWriter struct {
	http.ResponseWriter
	control *http.ResponseController
	piece   time.Duration
}

func (w *pacedWriter) Write(b []byte) (n int, err error) {
	for {
		part := b[n:min(len(b), n+pieceSize)]
		if err := w.control.SetWriteDeadline(time.Now().Add(w.piece)); err != nil {
			return n, err
		}
		m, err := w.ResponseWriter.Write(part)
		if n += m; err != nil || n == len(b) {
			return n, err
		}
	}
}

// Unwrap is for http.ResponseController.
func (w *pacedWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }
