package dataset

import (
	"bufio"
	"bytes"
	"io"

	"privatepca/core/schema"
)

// ofRecords leaves out the lines of a decoded text that a dialect says are no records: comments, and lines at the end. Where it states
// neither, the text is read as it comes.
func ofRecords(src io.Reader, d schema.Dialect) io.Reader {
	if d.Comment == "" && d.End == 0 {
		return src
	}
	head := bufio.NewReaderSize(&lasting{src: src}, 64<<10)
	start, _ := head.Peek(64 << 10)
	eol := lineEnd(start, quoteOf(d))
	src = head
	if d.Comment != "" {
		src = &uncommented{src: head, prefix: []byte(d.Comment), eol: eol, quote: quoteOf(d), first: true}
	}
	if d.End > 0 {
		src = &withoutEnd{src: src, lines: d.End, eol: eol}
	}
	return src
}

// quoteOf is the quotation mark of a dialect; 0, which no text holds, for none.
func quoteOf(d schema.Dialect) byte {
	switch d.Quote {
	case "'":
		return '\''
	case "none":
		return 0
	}
	return '"'
}

// An uncommented text has empty lines in place of comments, so that lines keep their numbers. A line within quotation marks is no comment.
type uncommented struct {
	src        *bufio.Reader
	prefix     []byte
	eol, quote byte
	first      bool // nothing was read
	within     bool // a line whose start was read
	comment    bool // and that it is a comment
	quoted     bool // it starts, or goes on, between quotation marks
	rest       []byte
	err        error
}

// Read implements io.Reader.
func (c *uncommented) Read(p []byte) (int, error) {
	for len(c.rest) == 0 {
		if c.err != nil {
			return 0, c.err
		}
		part, err := c.src.ReadSlice(c.eol)
		line := part
		if c.first {
			line = bytes.TrimPrefix(part, []byte("\ufeff"))
		}
		if !c.within {
			c.comment = !c.quoted && bytes.HasPrefix(line, c.prefix)
		}
		c.first, c.within = false, err == bufio.ErrBufferFull
		switch {
		case !c.comment:
			if c.quote != 0 && bytes.Count(line, []byte{c.quote})%2 == 1 {
				c.quoted = !c.quoted
			}
		case err == nil:
			part = part[len(part)-1:] // the end of its line
		default:
			part = nil
		}
		if err != bufio.ErrBufferFull {
			c.err = err
		}
		c.rest = part
	}
	n := copy(p, c.rest)
	c.rest = c.rest[n:]
	return n, nil
}

// WithoutEnd gives a text of lines that end in LF without its last lines, as a dialect's End leaves them out.
func WithoutEnd(text io.Reader, lines int) io.Reader {
	return &withoutEnd{src: text, lines: lines, eol: '\n'}
}

// A withoutEnd is a text without its last lines. Lines without a value, of blanks, delimiters and quotation marks alone, do not count.
type withoutEnd struct {
	src   io.Reader
	lines int
	eol   byte
	buf   []byte // what was read and not given
	give  int    // bytes of buf that so many lines follow
	err   error
}

// Read implements io.Reader.
func (w *withoutEnd) Read(p []byte) (int, error) {
	for w.give == 0 {
		switch {
		case w.err != nil:
			return 0, w.err
		case len(w.buf) > maxRecord:
			w.err = io.ErrNoProgress
			continue
		}
		const most = 64 << 10
		at := len(w.buf)
		w.buf = append(w.buf, make([]byte, most)...)
		n, err := w.src.Read(w.buf[at:])
		w.buf, w.err = w.buf[:at+n], err
		w.give = w.cut()
	}
	n := copy(p, w.buf[:w.give])
	w.buf = w.buf[:copy(w.buf, w.buf[n:])]
	w.give -= n
	return n, nil
}

// cut is where the last lines of what was read begin; 0 where it holds fewer.
func (w *withoutEnd) cut() int {
	end := len(w.buf)
	for found := 0; ; {
		start := 1 + bytes.LastIndexByte(w.buf[:max(0, end-1)], w.eol)
		if end == 0 {
			return 0
		}
		if len(bytes.Trim(w.buf[start:end], " \t\r\n,;|\"'")) > 0 {
			found++
		}
		if found == w.lines {
			return start
		}
		end = start
	}
}
