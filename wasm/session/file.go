package session

import (
	"io"

	"privatepca/core/pca"
)

// A File is the one the curator chose. ReadAt returns pca.ErrChanged when the file
// changed or vanished since it was chosen.
type File interface {
	io.ReaderAt
	Name() string
	Size() int64
}

// A source gives a File to the library.
type source struct{ File }

func (s source) Open() (io.ReadCloser, error) { return io.NopCloser(newStream(s.File)), nil }

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

// fill reads the next chunk.
func (s *stream) fill(chunk []byte) error {
	n, err := s.file.ReadAt(chunk, s.at)
	if n < len(chunk) {
		if err == nil || err == io.EOF { // shorter than it said it was
			err = pca.ErrChanged
		}
		return err
	}
	s.at += int64(n)
	return nil
}
