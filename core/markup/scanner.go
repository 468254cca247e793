// Package markup splits XML into tags and texts, by bytes and without building a tree: sheets of workbooks and codebooks are
// large. It reads what ECMA-376 and the DDI Alliance allow: UTF-8 without a DTD. Names lose their prefixes.
package markup

import (
	"bytes"
	"errors"
	"io"
	"strconv"
	"unicode/utf8"
)

// MostToken bounds one tag or text, in bytes: a cell holds 32,767 characters at most.
const MostToken = 4 << 20

// mostEntity bounds what stands for a character, in bytes.
const mostEntity = 13

// ErrXML is what is no XML, or holds a DTD.
var ErrXML = errors.New("markup: the XML is damaged")

// A Kind is what a token is.
type Kind uint8

const (
	Text  Kind = iota // what stands between tags
	Start             // <a>, or <a/>, which is Empty and has no End
	End               // </a>
)

// A Token is a tag or a text. It is valid until the next one.
type Token struct {
	Kind  Kind
	Name  []byte // of a tag, without its prefix
	attrs []byte // of a start, unread
	Text  []byte // unescaped
	Empty bool   // a start that is its own end
}

// A Scanner splits XML into tokens.
type Scanner struct {
	src  io.Reader
	buf  []byte
	pos  int
	end  int
	eof  bool
	text []byte // unescaped
}

// New gives the scanner of a text. It reads 32 KB at a time, which is what a deflated part gives: a workbook has many short parts.
func New(src io.Reader) *Scanner { return &Scanner{src: src, buf: make([]byte, 32<<10)} }

// fill reads more behind what is unread.
func (s *Scanner) fill() error {
	if s.eof {
		return io.ErrUnexpectedEOF
	}
	if s.pos > 0 {
		s.end = copy(s.buf, s.buf[s.pos:s.end])
		s.pos = 0
	}
	if s.end == len(s.buf) {
		if len(s.buf) >= MostToken {
			return ErrXML
		}
		s.buf = append(s.buf, make([]byte, len(s.buf))...)
	}
	for range 100 {
		n, err := s.src.Read(s.buf[s.end:])
		s.end += n
		switch {
		case err == io.EOF:
			s.eof = true
			return nil
		case err != nil:
			return err
		case n > 0:
			return nil
		}
	}
	return io.ErrNoProgress
}

// until gives the index behind the first mark, from an offset behind pos.
func (s *Scanner) until(offset int, mark string) (int, error) {
	for {
		if s.pos+offset <= s.end {
			if i := bytes.Index(s.buf[s.pos+offset:s.end], []byte(mark)); i >= 0 {
				return s.pos + offset + i + len(mark), nil
			}
			offset = max(offset, s.end-s.pos-len(mark)+1)
		}
		if s.eof {
			return 0, io.ErrUnexpectedEOF
		}
		if err := s.fill(); err != nil {
			return 0, err
		}
	}
}

// Unread are the bytes that were read ahead, as they stand in the text; valid until the next token.
func (s *Scanner) Unread() []byte { return s.buf[s.pos:s.end] }

// Skip passes over so many bytes of Unread, which have to be whole tokens.
func (s *Scanner) Skip(n int) { s.pos += n }

// Next gives the next tag or text that is not empty, io.EOF at the end.
func (s *Scanner) Next() (Token, error) {
	for {
		if s.pos == s.end {
			if s.eof {
				return Token{}, io.EOF
			}
			if err := s.fill(); err != nil {
				return Token{}, err
			}
			continue
		}
		if s.buf[s.pos] != '<' {
			return s.characters()
		}
		if s.end-s.pos < 9 && !s.eof {
			if err := s.fill(); err != nil {
				return Token{}, err
			}
			continue
		}
		rest := s.buf[s.pos:s.end]
		var err error
		var after int
		switch {
		case bytes.HasPrefix(rest, []byte("<![CDATA[")):
			if after, err = s.until(9, "]]>"); err != nil {
				return Token{}, err
			}
			t := Token{Kind: Text, Text: s.buf[s.pos+9 : after-3]}
			s.pos = after
			return t, nil
		case bytes.HasPrefix(rest, []byte("<!--")):
			after, err = s.until(4, "-->")
		case bytes.HasPrefix(rest, []byte("<?")):
			after, err = s.until(2, "?>")
		case bytes.HasPrefix(rest, []byte("<!")):
			return Token{}, ErrXML // a DTD, which the standard forbids
		default:
			return s.tag()
		}
		if err != nil {
			return Token{}, err
		}
		s.pos = after
	}
}

// characters gives the text up to the next tag.
func (s *Scanner) characters() (Token, error) {
	after, err := s.until(0, "<")
	if err == io.ErrUnexpectedEOF && s.eof {
		after, err = s.end+1, nil
	}
	if err != nil {
		return Token{}, err
	}
	raw := s.buf[s.pos : after-1]
	s.pos = after - 1
	return Token{Kind: Text, Text: s.unescape(raw)}, nil
}

// tag gives the tag at pos.
func (s *Scanner) tag() (Token, error) {
	after, quotes := s.pos+1, 0
	for {
		from := after - s.pos
		var err error
		if after, err = s.until(from, ">"); err != nil {
			return Token{}, err
		}
		if quotes += bytes.Count(s.buf[s.pos+from:after], []byte{'"'}); quotes%2 == 0 { // else the sign stands in an attribute
			break
		}
	}
	body := s.buf[s.pos+1 : after-1]
	s.pos = after
	t := Token{Kind: Start}
	if len(body) > 0 && body[0] == '/' {
		t.Kind, body = End, body[1:]
	} else if len(body) > 0 && body[len(body)-1] == '/' {
		t.Empty, body = true, body[:len(body)-1]
	}
	n := 0
	for n < len(body) && !space(body[n]) {
		n++
	}
	t.Name, t.attrs = body[:n], body[n:]
	if i := bytes.IndexByte(t.Name, ':'); i >= 0 {
		t.Name = t.Name[i+1:]
	}
	return t, nil
}

func space(c byte) bool { return c == ' ' || c == '\n' || c == '\t' || c == '\r' }

// Attr cuts the next attribute off; ok is false after the last.
func (t *Token) Attr() (name, value []byte, ok bool) {
	b := t.attrs
	for len(b) > 0 && space(b[0]) {
		b = b[1:]
	}
	i := bytes.IndexByte(b, '=')
	if i < 0 || i+1 >= len(b) {
		return nil, nil, false
	}
	name, b = b[:i], b[i+1:]
	quote := b[0]
	j := bytes.IndexByte(b[1:], quote)
	if j < 0 {
		return nil, nil, false
	}
	value, t.attrs = b[1:1+j], b[j+2:]
	return name, value, true
}

// unescape replaces what stands for characters. The result is the text itself where there is nothing.
func (s *Scanner) unescape(raw []byte) []byte {
	if bytes.IndexByte(raw, '&') < 0 {
		return raw
	}
	out := s.text[:0]
	for {
		i := bytes.IndexByte(raw, '&')
		if i < 0 {
			break
		}
		out, raw = append(out, raw[:i]...), raw[i:]
		j := 1 + bytes.IndexAny(raw[1:min(len(raw), mostEntity)], "&;")
		if j == 0 || raw[j] == '&' {
			out, raw = append(out, '&'), raw[1:]
			continue
		}
		out, raw = appendEntity(out, string(raw[1:j])), raw[j+1:]
	}
	s.text = append(out, raw...)
	return s.text
}

func appendEntity(out []byte, name string) []byte {
	switch name {
	case "lt":
		return append(out, '<')
	case "gt":
		return append(out, '>')
	case "amp":
		return append(out, '&')
	case "quot":
		return append(out, '"')
	case "apos":
		return append(out, '\'')
	}
	if len(name) > 1 && name[0] == '#' {
		digits, base := name[1:], 10
		if digits[0] == 'x' || digits[0] == 'X' {
			digits, base = digits[1:], 16
		}
		if n, err := strconv.ParseInt(digits, base, 32); err == nil {
			return utf8.AppendRune(out, rune(n))
		}
	}
	return append(append(append(out, '&'), name...), ';')
}

// Value gives an attribute of a start, unescaped; "" where it has none of that name.
func (t *Token) Value(of string) string {
	rest := *t
	for {
		name, value, ok := rest.Attr()
		if !ok {
			return ""
		}
		if i := bytes.IndexByte(name, ':'); i >= 0 {
			name = name[i+1:]
		}
		if string(name) == of {
			return string((&Scanner{}).unescape(value))
		}
	}
}
