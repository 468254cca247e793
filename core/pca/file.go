package pca

import (
	"context"
	"io"
	"os"

	"privatepca/core/dataset"
	"privatepca/core/schema"
)

// A File can be read from its first byte any number of times.
type File interface {
	// Open returns the file from its first byte. A reader may return ErrChanged where it
	// knows that the file is no longer the one that was chosen.
	Open() (io.ReadCloser, error)
	Size() int64 // in bytes, as stored; 0 where it is not known
}

// A Written file knows how its text is written. What a schema states of that is of another file, such as the same table as CSV.
type Written interface {
	File
	// Written gives the dialect in which the text is read, under a schema that states another.
	Written(d schema.Dialect) schema.Dialect
}

// written gives the dialect in which a file is read.
func written(f File, d schema.Dialect) schema.Dialect {
	if w, ok := f.(Written); ok {
		return w.Written(d)
	}
	return d
}

// OSFile is the file of that path. Its readers are the operating system's.
func OSFile(path string) File { return osFile(path) }

type osFile string

func (f osFile) Open() (io.ReadCloser, error) { return os.Open(string(f)) }

func (f osFile) Size() int64 {
	info, err := os.Stat(string(f))
	if err != nil || !info.Mode().IsRegular() {
		return 0
	}
	return info.Size()
}

// Header reads the first row of a file, and no record.
func Header(ctx context.Context, f File) (dataset.Header, error) {
	return HeaderIn(ctx, f, schema.Dialect{})
}

// HeaderIn reads the header row of a file that is written in a dialect, and no record.
func HeaderIn(ctx context.Context, f File, d schema.Dialect) (dataset.Header, error) {
	return (&Machine{}).HeaderIn(ctx, f, d)
}

// HeaderIn is package pca's, by this machine.
func (m *Machine) HeaderIn(ctx context.Context, f File, d schema.Dialect) (dataset.Header, error) {
	if err := ctx.Err(); err != nil {
		return dataset.Header{}, err
	}
	src, d, err := m.Text(f, d)
	if err != nil {
		return dataset.Header{}, err
	}
	defer src.Close()
	r, err := dataset.NewReaderIn(src, d)
	if err != nil {
		return dataset.Header{}, readingError(ctx, err)
	}
	return r.Header(), nil
}

// Text opens a file that is written in a dialect for who looks at its start, and gives the dialect that is left to read it by.
func (m *Machine) Text(f File, d schema.Dialect) (io.ReadCloser, schema.Dialect, error) {
	src, err := f.Open()
	if err != nil {
		return nil, d, unreadable(err)
	}
	d = written(f, d)
	if !m.decodes(d) {
		return src, d, nil
	}
	text, d := m.decode(decompressed(src), d)
	return struct {
		io.Reader
		io.Closer
	}{text, src}, d, nil
}

// decodes reports whether the machine, and not core/dataset, reads a dialect's encoding.
func (m *Machine) decodes(d schema.Dialect) bool {
	return m.Decode != nil && !dataset.Tabled(d.Encoding)
}

// decode gives an unpacked text as core/dataset reads it, and in which dialect.
func (m *Machine) decode(text io.Reader, d schema.Dialect) (io.Reader, schema.Dialect) {
	if !m.decodes(d) {
		return text, d
	}
	e := d.Encoding
	d.Encoding = schema.UTF8
	return m.Decode(text, e), d
}
