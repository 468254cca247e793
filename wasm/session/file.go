package session

import (
	"io"

	"privatepca/core/pca"
	"privatepca/core/schema"
)

// A File is the one the curator chose. ReadAt returns pca.ErrChanged when the file
// changed or vanished since it was chosen.
type File interface {
	io.ReaderAt
	Name() string
	Size() int64
}

// A Comparer is a file of which a browser may have given bytes of two versions, written over while it was read, without an error.
type Comparer interface {
	File
	// Compare reads the file once more after its first whole reading, and compares every byte, while on holds. Called again it goes
	// on. It reports whether all of the file was found to be what was read, and returns pca.ErrChanged where it is another.
	Compare(on func() bool) (done bool, err error)
}

// A Converted file is of a format that another program reads: its bytes are not read here, but the CSV text that it means.
type Converted interface {
	File
	// Begin learns what the file is. It is called once, before all else.
	Begin() error
	// Format names it, in words.
	Format() string
	// Parts names the sheets or members to choose from, in the order to offer them; nil for none.
	Parts() []string
	// LeftOut names the columns that have no single values.
	LeftOut() []string
	// Cells reports whether the text is made of cells: UTF-8, with commas between them.
	Cells() bool
	// Text gives the text of a part from its first byte; "" is the first. Hidden says what is done with rows and columns that a sheet
	// hides, and encoding is that of a file that does not say it, as in schema.Dialect. One text is read at a time.
	Text(part, hidden, encoding string) (io.ReadCloser, error)
	// Book is what the file says of its columns, as a schema, once Text was called; "" for nothing.
	Book() string
}

// A source gives a File to the library.
type source struct {
	File
	part             string // of a converted one
	hidden, encoding string // as its dialect states it
}

var _ pca.Written = source{}

// Written implements pca.Written: a converter leaves nothing of how its text is written to be guessed or stated.
func (s source) Written(d schema.Dialect) schema.Dialect {
	if c, ok := s.File.(Converted); ok && c.Cells() {
		d.Encoding, d.Delimiter = schema.UTF8, ","
	}
	return d
}

// Open implements pca.File.
func (s source) Open() (io.ReadCloser, error) {
	if c, ok := s.File.(Converted); ok {
		return c.Text(s.part, s.hidden, s.encoding)
	}
	return io.NopCloser(newStream(s.File)), nil
}

// Size is 0 where the text is another than the file's.
func (s source) Size() int64 {
	if _, ok := s.File.(Converted); ok {
		return 0
	}
	return s.File.Size()
}

// A File is asked for a 64th of it at once, within these bounds: enough that the
// call into the browser costs little, and little enough that progress moves, also
// where two megabytes of gzip hold half a million records.
const (
	smallChunk = 64 << 10
	largeChunk = 1 << 20
)

// A stream reads a File from its start, a chunk at a time.
type stream struct {
	file File
	at   int64
	buf  []byte // of a chunk
	rest []byte // of buf, not yet handed out
	err  error  // that ended the reading
}

func newStream(f File) *stream {
	return &stream{file: f, buf: make([]byte, min(f.Size(), max(smallChunk, min(largeChunk, f.Size()/64))))}
}

func (s *stream) Read(p []byte) (int, error) {
	if len(s.rest) == 0 {
		chunk := s.buf[:min(s.file.Size()-s.at, int64(len(s.buf)))]
		if len(chunk) == 0 {
			return 0, io.EOF
		}
		if len(p) >= len(chunk) { // without a copy
			if err := s.fill(p[:len(chunk)]); err != nil {
				return 0, err
			}
			return len(chunk), nil
		}
		if err := s.fill(chunk); err != nil {
			return 0, err
		}
		s.rest = chunk
	}
	n := copy(p, s.rest)
	s.rest = s.rest[n:]
	return n, nil
}

// fill reads the next chunk. A chunk that is whole may come with an error, too: that the file has changed shows with its
// last byte. An error stays: who reads ahead may forget it and ask again.
func (s *stream) fill(chunk []byte) error {
	if s.err != nil {
		return s.err
	}
	n, err := s.file.ReadAt(chunk, s.at)
	if err == io.EOF {
		err = nil
	}
	if err == nil && n < len(chunk) { // shorter than it said it was
		err = pca.ErrChanged
	}
	if s.err = err; err == nil {
		s.at += int64(n)
	}
	return err
}
