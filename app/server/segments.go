//go:build !js

package server

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// Go's linker leaves zeros out of a program's memory and writes what stands between them
// as some 70,000 segments, each with its address: half a megabyte that hardly compresses,
// where the zeros would have been next to nothing. Join writes them as one: a module whose data
// is joined starts with the same memory, but for the lines that dropLines takes out.

// Join puts the programs of a folder (*.wasm) into that form, in place.
func Join(web string) error {
	programs, err := filepath.Glob(filepath.Join(web, "*.wasm"))
	if err != nil {
		return fmt.Errorf("server: %w", err)
	}
	for _, path := range programs {
		body, err := os.ReadFile(path)
		if err != nil {
			return fmt.Errorf("server: %w", err)
		}
		joined, err := joinSegments(body)
		if err != nil {
			return fmt.Errorf("server: %s: %w", path, err)
		}
		if bytes.Equal(joined, body) { // it was so already
			continue
		}
		if err := write(path, joined); err != nil {
			return fmt.Errorf("server: %w", err)
		}
	}
	return nil
}

// Numbers of the WebAssembly specification, chapter "Binary Format".
const (
	header      = "\x00asm\x01\x00\x00\x00"
	dataSection = 11
	i32Const    = 0x41
	end         = 0x0b
)

var errSegments = errors.New("not a program of Go’s linker: its data is in another form")

// joinSegments returns the module with all of its data in one segment, zeros between. The
// segments must be active ones at constant addresses, as Go's are.
func joinSegments(module []byte) ([]byte, error) {
	return rewritten(module, func(id byte, body []byte) ([]byte, error) {
		switch id {
		case codeSection:
			return shorten(body), nil
		case dataSection:
			return joinData(body)
		}
		return body, nil
	})
}

// Shorten rewrites the code of a module alone. Tests of packages run so: what is rewritten passes them all, and a failure tells its line.
func Shorten(module []byte) ([]byte, error) {
	return rewritten(module, func(id byte, body []byte) ([]byte, error) {
		if id == codeSection {
			body = shorten(body)
		}
		return body, nil
	})
}

// rewritten is a module with other sections.
func rewritten(module []byte, section func(id byte, body []byte) ([]byte, error)) ([]byte, error) {
	if len(module) < len(header) || string(module[:len(header)]) != header {
		return nil, errSegments
	}
	out := []byte(header)
	r := &bytesOf{rest: module[len(header):]}
	for len(r.rest) > 0 && !r.bad {
		id := r.byte()
		body, err := section(id, r.take(r.unsigned()))
		if err != nil {
			return nil, err
		}
		out = append(out, id)
		out = binary.AppendUvarint(out, uint64(len(body)))
		out = append(out, body...)
	}
	if r.bad {
		return nil, errSegments
	}
	return out, nil
}

// joinData returns the section with one segment, without lines.
func joinData(section []byte) ([]byte, error) {
	memory, first, err := segments(section)
	if err != nil {
		return nil, err
	}
	dropLines(memory, first)
	out := []byte{1, 0, i32Const}
	out = appendSigned(out, int64(first))
	out = append(out, end)
	out = binary.AppendUvarint(out, uint64(len(memory)))
	return append(out, memory...), nil
}

// segments returns the memory that a section fills, from the address first on.
func segments(section []byte) (memory []byte, first int, err error) {
	type segment struct {
		at   int
		data []byte
	}
	r := &bytesOf{rest: section}
	first, last := 1<<31, 0
	var all []segment
	for range r.unsigned() {
		index, op, s := r.byte(), r.byte(), segment{at: r.signed()}
		closing := r.byte()
		s.data = r.take(r.unsigned())
		if r.bad || index != 0 || op != i32Const || closing != end || s.at < 0 {
			return nil, 0, errSegments
		}
		all = append(all, s)
		first, last = min(first, s.at), max(last, s.at+len(s.data))
	}
	if len(all) == 0 || len(r.rest) > 0 {
		return nil, 0, errSegments
	}
	memory = make([]byte, last-first)
	for _, s := range all {
		copy(memory[s.at-first:], s.data)
	}
	return memory, first, nil
}

// bytesOf reads a module from its start. What is missing reads as zeros, and is bad.
type bytesOf struct {
	rest []byte
	bad  bool
}

func (r *bytesOf) take(n int) []byte {
	if n < 0 || n > len(r.rest) {
		r.bad, r.rest = true, nil
		return nil
	}
	head := r.rest[:n]
	r.rest = r.rest[n:]
	return head
}

func (r *bytesOf) byte() byte {
	if b := r.take(1); b != nil {
		return b[0]
	}
	return 0
}

// unsigned and signed are LEB128 of 32 bits.
func (r *bytesOf) unsigned() int {
	n, size := binary.Uvarint(r.rest)
	if size <= 0 || n > 1<<32-1 {
		r.bad = true
		return 0
	}
	r.take(size)
	return int(n)
}

func (r *bytesOf) signed() int {
	n := r.signed64()
	r.bad = r.bad || n != int64(int32(n))
	return int(n)
}

// signed64 is one of 64 bits.
func (r *bytesOf) signed64() (n int64) {
	for shift := 0; ; {
		b := r.byte()
		n |= int64(b&0x7f) << shift
		if shift += 7; b < 0x80 || shift >= 64 {
			if b&0x40 != 0 && shift < 64 {
				n |= -1 << shift
			}
			return n
		}
	}
}

func appendSigned(out []byte, n int64) []byte {
	for ; n < -0x40 || n >= 0x40; n >>= 7 {
		out = append(out, byte(n)|0x80)
	}
	return append(out, byte(n)&0x7f)
}
