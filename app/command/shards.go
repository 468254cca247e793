//go:build !js

package command

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"io"
	"os"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"

	"privatepca/core/convert"
	"privatepca/core/dataset"
	"privatepca/core/fault"
	"privatepca/core/schema"
)

// Shards are several files of one table, one after another, plain or gzip. Each has the
// header of the first, byte for byte. A record ends with its file.
type shards struct {
	names   []string
	part    string         // of each, where it is no plain text
	dialect schema.Dialect // of each, where it is no plain text
	stated  schema.Dialect // of each
	header  int            // lines
	starts  []int64        // the line of the whole, from 1, at which each file starts; all but the first without their headers
	overlap *overlap       // of the first reading; nil before
	failed  error          // why the last reading ended, where it was for what one file is to another
}

// mostHeader is how long a header may be, in bytes.
const mostHeader = 16 << 20

// Size is what the files have together; 0 where one is compressed, since what is read is
// its text.
func (s *shards) Size() int64 {
	total := int64(0)
	for _, name := range s.names {
		f, err := os.Open(name)
		if err != nil {
			return 0
		}
		info, err := f.Stat()
		start := make([]byte, convert.MostStart)
		io.ReadFull(f, start) // a shorter file is not compressed
		f.Close()
		if err != nil || isGzip(start) || convert.Recognise(start) != "" || isUTF16(start) {
			return 0
		}
		total += info.Size()
	}
	return total
}

func isGzip(start []byte) bool { return bytes.Equal(start, []byte{0x1f, 0x8b}) }

// isUTF16 reports whether a text starts with the byte order mark of UTF-16.
func isUTF16(start []byte) bool {
	return bytes.HasPrefix(start, []byte("\xff\xfe")) || bytes.HasPrefix(start, []byte("\xfe\xff"))
}

// utf16 is the encoding that a file is joined in, where it is UTF-16: by its byte order mark, or else as stated. Lines end in one
// byte only in UTF-8. It is nil for a file in which each byte of a line end is one.
func (s *shards) utf16(start []byte) encoding.Encoding {
	switch {
	case isUTF16(start), s.stated.Encoding == schema.UTF16LE:
		return unicode.UTF16(unicode.LittleEndian, unicode.UseBOM)
	case s.stated.Encoding == schema.UTF16BE:
		return unicode.UTF16(unicode.BigEndian, unicode.UseBOM)
	}
	return nil
}

// Open reads them from the first.
func (s *shards) Open() (io.ReadCloser, error) {
	s.starts, s.failed = s.starts[:0], nil
	r := &shardReader{of: s, line: 1}
	if s.overlap == nil || !s.overlap.whole { // a reading of the header alone is none
		s.overlap = newOverlap()
		r.counts = s.overlap
	}
	if err := r.next(); err != nil {
		r.Close()
		return nil, err
	}
	switch s.stated.Encoding { // what reads it expects what is stated
	case schema.UTF16LE:
		return encodedText{transform.NewReader(r, unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM).NewEncoder()), r}, nil
	case schema.UTF16BE:
		return encodedText{transform.NewReader(r, unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM).NewEncoder()), r}, nil
	}
	return r, nil
}

// An encodedText is a text in another encoding than its files are joined in.
type encodedText struct {
	io.Reader
	io.Closer
}

// place gives the file, and the line in it, of a line of the whole.
func (s *shards) place(line int64) (name string, own int64) {
	at := 0
	for i, start := range s.starts {
		if start <= line {
			at = i
		}
	}
	if at == 0 {
		return s.names[0], line
	}
	return s.names[at], line - s.starts[at] + 1 + int64(s.header)
}

// A shardReader gives the text of shards.
type shardReader struct {
	of     *shards
	file   io.ReadCloser
	text   *bufio.Reader // nil at the end of a file
	header []byte        // of the first file, without its end
	ahead  []byte        // comes before text
	line   int64         // that comes next
	odd    bool          // the file so far has an odd number of quotation marks
	last   byte          // that was read of the file
	counts *overlap      // nil where rows were counted before
}

// next opens the next file and takes off its header, which is given of the first alone.
func (r *shardReader) next() error {
	s := r.of
	name := s.names[len(s.starts)]
	s.starts = append(s.starts, r.line)
	fail := func(message string) error {
		s.failed = about(name, fault.New(fault.CodeFile, message))
		return s.failed
	}
	if err := r.openFile(name); err != nil {
		s.failed = unopened(name, err)
		return s.failed
	}
	raw := bufio.NewReaderSize(r.file, 64<<10)
	r.text, r.odd, r.last = raw, false, '\n'
	if start, _ := raw.Peek(2); isGzip(start) {
		z, err := gzip.NewReader(raw)
		if err != nil {
			return fail("The file is damaged: it is not whole as gzip.")
		}
		r.text = bufio.NewReaderSize(z, 64<<10)
	}
	start, _ := r.text.Peek(2)
	if e := s.utf16(start); e != nil {
		r.text = bufio.NewReaderSize(transform.NewReader(r.text, e.NewDecoder()), 64<<10)
	}
	first := len(s.starts) == 1
	if mark, _ := r.text.Peek(3); string(mark) == "\ufeff" {
		r.text.Discard(3)
	}
	header, err := s.readTop(r.text)
	if last := len(s.starts) == len(s.names); !last && s.stated.End > 0 { // of the last file the reader leaves them out
		r.text = bufio.NewReaderSize(dataset.WithoutEnd(r.text, s.stated.End), 64<<10)
	}
	switch {
	case err != nil:
		return fail("The file has no header row, or cannot be read. Check it.")
	case first:
		r.header, s.header = bytes.TrimRight(header, "\r\n"), bytes.Count(header, []byte{'\n'})
		r.ahead = header
		r.line += int64(s.header)
	case !bytes.Equal(bytes.TrimRight(header, "\r\n"), r.header):
		return fail("Its header is not that of " + s.names[0] + ". Files of one table have the same header, byte for byte.")
	}
	if r.counts != nil {
		r.counts.begin()
	}
	return nil
}

// openFile opens a file, whatever format it is in.
func (r *shardReader) openFile(name string) (err error) {
	if f, ok := convert.OSFile(name, r.of.part); ok {
		r.file, err = f.Under(r.of.dialect).Open()
	} else {
		r.file, err = os.Open(name)
	}
	if err != nil {
		r.file = nil
	}
	return err
}

// readTop reads what stands above the first record: lines above the header, comments, the header's rows, and rows below it.
func (s *shards) readTop(r *bufio.Reader) ([]byte, error) {
	var top []byte
	d := &s.stated
	for rows := -d.Skip; rows < max(1, d.HeaderRows)+d.Below; {
		if start, _ := r.Peek(len(d.Comment)); d.Comment == "" || string(start) != d.Comment {
			rows++
		} else if rows < 0 {
			rows++
		}
		row, err := readHeader(r)
		if err != nil {
			return nil, err
		}
		top = append(top, row...)
	}
	return top, nil
}

// readHeader reads the first row with its end. A line end between quotation marks does not
// end it.
func readHeader(r *bufio.Reader) ([]byte, error) {
	var header []byte
	for quoted := false; ; {
		part, err := r.ReadSlice('\n')
		header = append(header, part...)
		quoted = quoted != (bytes.Count(part, []byte{'"'})%2 == 1)
		switch {
		case err == bufio.ErrBufferFull && len(header) < mostHeader, err == nil && quoted && len(header) < mostHeader:
		case err == io.EOF && len(header) > 0:
			return append(header, '\n'), nil
		case err == nil && !quoted:
			return header, nil
		case err == nil || err == bufio.ErrBufferFull:
			return nil, bufio.ErrTooLong
		default:
			return nil, err
		}
	}
}

// Read gives the text of all files.
func (r *shardReader) Read(p []byte) (int, error) {
	for {
		if len(r.ahead) > 0 {
			n := copy(p, r.ahead)
			r.ahead = r.ahead[n:]
			return n, nil
		}
		if r.text == nil {
			if len(r.of.starts) == len(r.of.names) {
				if r.counts != nil {
					r.counts.end()
					r.counts.whole = true
				}
				return 0, io.EOF
			}
			if err := r.next(); err != nil {
				return 0, err
			}
			continue
		}
		n, err := r.text.Read(p)
		if n > 0 {
			r.line += int64(bytes.Count(p[:n], []byte{'\n'}))
			r.odd = r.odd != (bytes.Count(p[:n], []byte{'"'})%2 == 1)
			r.last = p[n-1]
			if r.counts != nil {
				r.counts.Write(p[:n])
			}
			return n, nil
		}
		if err == nil {
			continue
		}
		name := r.of.names[len(r.of.starts)-1]
		if err != io.EOF {
			r.of.failed = about(name, fault.New(fault.CodeFile, "The file cannot be read to its end: it is cut off or damaged."))
			return 0, r.of.failed
		}
		if r.odd { // the last record would run on into the next file
			r.of.failed = about(name, fault.New(fault.CodeRecords, "The file has an odd number of quotation marks, so a cell of it is not closed. Mend it, or give the file alone."))
			return 0, r.of.failed
		}
		if r.last != '\n' {
			r.ahead, r.line = []byte{'\n'}, r.line+1
		}
		r.file.Close()
		r.text, r.file = nil, nil
	}
}

// Close closes the file at hand.
func (r *shardReader) Close() error {
	if r.file == nil {
		return nil
	}
	return r.file.Close()
}
