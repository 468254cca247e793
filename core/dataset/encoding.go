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

	"privatepca/core/fault"
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
	decoder := decoderOf(e)
	switch {
	case e == "" || e == schema.UTF8:
		return src
	case decoder == nil:
		return refused{Untabled(e)}
	}
	return transform.NewReader(src, decoder.NewDecoder())
}

// Untabled refuses an encoding that nobody here reads.
func Untabled(e schema.Encoding) error {
	return fault.New(fault.CodeFile, "This browser reads no files in "+e.String()+". Save the file as UTF-8: in Excel by Save as, CSV UTF-8. The command line program reads it.")
}

// A refused text cannot be read.
type refused struct{ err error }

// Read implements io.Reader.
func (r refused) Read([]byte) (int, error) { return 0, r.err }

// Tabled reports whether this package reads an encoding in every program, the worker's too. Others a machine may read there (pca.Machine).
func Tabled(e schema.Encoding) bool { return e == "" || e == schema.UTF8 || tabled(e) != nil }

// decoderOf is of an encoding of the standard; nil for UTF-8, and for those that this program does not have.
func decoderOf(e schema.Encoding) encoding.Encoding {
	if d := tabled(e); d != nil {
		return d
	}
	return further(e)
}

func tabled(e schema.Encoding) encoding.Encoding {
	switch e {
	case schema.UTF16LE:
		return unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM)
	case schema.UTF16BE:
		return unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM)
	case "ibm866":
		return charmap.CodePage866
	case "iso-8859-2":
		return charmap.ISO8859_2
	case schema.ISO8859_15:
		return charmap.ISO8859_15
	case "koi8-r":
		return charmap.KOI8R
	case "macintosh":
		return charmap.Macintosh
	case "windows-874":
		return charmap.Windows874
	case "windows-1250":
		return charmap.Windows1250
	case "windows-1251":
		return charmap.Windows1251
	case schema.Windows1252:
		return charmap.Windows1252
	case "windows-1253":
		return charmap.Windows1253
	case "windows-1254":
		return charmap.Windows1254
	case "windows-1255":
		return charmap.Windows1255
	case "windows-1256":
		return charmap.Windows1256
	case "windows-1257":
		return charmap.Windows1257
	}
	return nil
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
