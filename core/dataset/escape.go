package dataset

import "io"

// unescaped gives a text whose quoted cells have doubled quotes in place of backslashes before them, and what a backslash before n, t, r and
// itself stands for; a backslash before anything else is itself. Without an escape character it is the text as it is.
func unescaped(src io.Reader, escape string) io.Reader {
	if escape == "" {
		return src
	}
	return &unescaping{src: src}
}

// An unescaping reads a text byte by byte: UTF-8 has these characters in no other one.
type unescaping struct {
	src     io.Reader
	in      [32 << 10]byte
	rest    []byte // of in, that is not looked at
	due     byte   // the second of two quotes, for which there was no room; 0 for none
	quoted  bool
	escaped bool // a backslash was read, within quotes
	inside  bool // not at the start of a cell
	err     error
}

// Read implements io.Reader.
func (u *unescaping) Read(p []byte) (n int, err error) {
	for n < len(p) {
		if u.due != 0 {
			p[n], u.due = u.due, 0
			n++
			continue
		}
		if len(u.rest) == 0 {
			if n > 0 {
				return n, nil
			}
			if u.err != nil {
				if u.escaped && u.err == io.EOF { // a cell that is cut off
					u.escaped = false
					p[n] = '\\'
					return n + 1, nil
				}
				return 0, u.err
			}
			var read int
			read, u.err = u.src.Read(u.in[:])
			if u.rest = u.in[:read]; read == 0 && u.err == nil {
				return 0, nil // the reader above counts how often
			}
			continue
		}
		c := u.rest[0]
		switch {
		case u.escaped:
			u.escaped = false
			switch c {
			case '"':
				p[n], u.due = '"', '"'
			case 'n':
				p[n] = '\n'
			case 't':
				p[n] = '\t'
			case 'r':
				p[n] = '\r'
			case '\\':
				p[n] = '\\'
			default: // both stand as they are
				p[n] = '\\'
				n++
				continue // c is looked at again
			}
			u.rest = u.rest[1:]
			n++
			continue
		case u.quoted && c == '\\':
			u.escaped, u.rest = true, u.rest[1:]
			continue
		case c == '"' && (u.quoted || !u.inside):
			u.quoted = !u.quoted
		}
		u.inside = c != '\t' && c != '\n' && c != '\r'
		p[n], u.rest = c, u.rest[1:]
		n++
	}
	return n, nil
}
