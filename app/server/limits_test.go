//go:build !js

package server

import (
	"bytes"
	"fmt"
	"io"
	"net"
	"net/http"
	"testing"
	"time"
)

// A visitor who leaves a connection standing, at whichever point, is cut off; one who
// goes on slowly is not.
func TestConnectionsEnd(t *testing.T) {
	const size = 32 << 20 // more than any socket's buffers
	body := bytes.Repeat([]byte("x"), size)
	const overdue = 60 * time.Second // of whom a busy machine is slow to cut off
	serve := func(limit time.Duration) string {
		s := limited(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.Method == http.MethodPost {
				http.Error(w, "no", http.StatusMethodNotAllowed)
				return
			}
			w.Write(body)
		}), limits{header: limit, idle: limit, piece: limit})
		listener, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		go s.Serve(listener)
		t.Cleanup(func() { s.Close() })
		return listener.Addr().String()
	}
	const limit = 400 * time.Millisecond
	address := serve(limit)

	const get = "GET / HTTP/1.1\r\nHost: x\r\n"
	for what, do := range map[string]func(c net.Conn){
		"says nothing":         func(net.Conn) {},
		"a header without end": func(c net.Conn) { io.WriteString(c, get+"A: ") },
		"a header byte by byte": func(c net.Conn) {
			io.WriteString(c, get)
			drip(c, "A: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa")
		},
		"a body that never comes": func(c net.Conn) {
			io.WriteString(c, "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n")
			io.Copy(io.Discard, c)
		},
		"takes no answer": func(c net.Conn) { io.WriteString(c, get+"\r\n") },
		"asks no more":    func(c net.Conn) { io.WriteString(c, get+"\r\n"); io.CopyN(io.Discard, c, size) },
	} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			c, err := net.Dial("tcp", address)
			if err != nil {
				t.Fatal(err)
			}
			defer c.Close()
			start := time.Now()
			do(c)
			if what == "takes no answer" {
				time.Sleep(5 * limit)
			}
			c.SetReadDeadline(start.Add(overdue))
			got, err := io.Copy(io.Discard, c)
			if e, ok := err.(net.Error); ok && e.Timeout() {
				t.Errorf("the connection still stands after %v", time.Since(start))
			}
			if what == "takes no answer" && got >= size {
				t.Error("it waited for a reader who took nothing")
			}
		})
	}
	t.Run("a slow reader", func(t *testing.T) {
		t.Parallel()
		// Its pauses are a twentieth of the limit, so that a busy machine adds none that is too long.
		c, err := net.Dial("tcp", serve(2*time.Second))
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		fmt.Fprintf(c, "%s\r\n", get)
		got := int64(0)
		for range 32 { // in all longer than any one limit
			time.Sleep(100 * time.Millisecond)
			n, err := io.CopyN(io.Discard, c, size/32)
			if got += n; err != nil {
				t.Fatalf("cut off after %d bytes: %v", got, err)
			}
		}
	})
}

func drip(c net.Conn, text string) {
	for i := range text {
		if _, err := io.WriteString(c, text[i:i+1]); err != nil {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
}
