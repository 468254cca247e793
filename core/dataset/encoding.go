package dataset

import (
	"bufio"
	"bytes"
	"io"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"

	"privatepca/core/schema"
)

// decoded gives a text in UTF-8. Without a stated encoding a byte order mark says it, or else the first row: one that is
// no UTF-8 is Windows-1252, which has a character for nearly every byte. No later row has a say.
func decoded(src io.Reader, e schema.Encoding) io.Reader {
	if e == "" {
		head := bufio.NewReaderSize(&lasting{src: src}, 64<<10)
		start, _ := head.Peek(64 << 10)
		src = head
		switch row, whole := firstLine(start); {
		case bytes.HasPrefix(start, []byte("\xff\xfe")):
			e = schema.UTF16LE
		case bytes.HasPrefix(start, []byte("\xfe\xff")):
			e = schema.UTF16BE
		case !validUTF8(row, whole):
			e = schema.Windows1252
		}
	}
	decoder := map[schema.Encoding]encoding.Encoding{
		schema.UTF16LE: unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM), schema.UTF16BE: unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM),
		schema.Windows1252: charmap.Windows1252, schema.ISO8859_15: charmap.ISO8859_15,
	}[e]
	if decoder == nil {
		return src
	}
	return transform.NewReader(src, decoder.NewDecoder())
}

// Lasting goes on returning an error: a bufio.Reader forgets one that it met while it looked ahead.
type lasting struct {
	src io.Reader
	err error
}

// Read implements io.Reader.
func (l *lasting) Read(p []byte) (int, error) {
	if l.err != nil {
		return 0, l.err
	}
	n, err := l.src.Read(p)
	l.err = err
	return n, err
}

// firstLine is the text up to the first end of a line, and whether there is one.
func firstLine(text []byte) (line []byte, whole bool) {
	if i := bytes.IndexAny(text, "\n\r"); i >= 0 {
		return text[:i], true
	}
	return text, false
}

// validUTF8 reports whether a text is UTF-8; one that is not whole may end within a character.
func validUTF8(text []byte, whole bool) bool {
	if !whole {
		for cut := 0; cut < utf8.UTFMax && cut < len(text); cut++ {
			if utf8.RuneStart(text[len(text)-1-cut]) {
				if !utf8.FullRune(text[len(text)-1-cut:]) {
					text = text[:len(text)-1-cut]
				}
				break
			}
		}
	}
	return utf8.Valid(text)
}

// skipLines passes over the lines above the header.
func (r *Reader) skipLines() error {
	for range r.dialect.Skip {
		for {
			text := r.buf[r.pos:r.end]
			at := bytes.IndexByte(text, '\n')
			if i := bytes.IndexByte(text, '\r'); i >= 0 && i+1 < len(text) && text[i+1] != '\n' && (at < 0 || i < at) {
				at = i // lines that end in it alone
			}
			if at >= 0 {
				r.pos += at + 1
				r.line++
				break
			}
			if r.eof {
				r.pos = r.end
				return nil // detect says that nothing is left
			}
			if err := r.fill(); err != nil {
				return err
			}
		}
	}
	return nil
}
