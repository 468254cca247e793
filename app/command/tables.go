//go:build !js

package command

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"privatepca/core/fault"
	"privatepca/core/pca"
	"privatepca/core/words"
)

// expand gives the files that arguments name: files, patterns that the shell left as they
// are, or - for standard input.
func expand(arguments []string) ([]string, error) {
	var out []string
	for _, a := range arguments {
		if a == "-" {
			if len(arguments) > 1 {
				return nil, refusal("Standard input is one table: leave out the other tables, or -.")
			}
			return []string{a}, nil
		}
		names := []string{a}
		if _, err := os.Stat(a); errors.Is(err, fs.ErrNotExist) {
			found, err := filepath.Glob(a)
			if err != nil || len(found) == 0 {
				return nil, about(a, fault.New(fault.CodeFile, "There is no such file. Check the path."))
			}
			names = found
		}
		for _, name := range names {
			info, err := os.Stat(name)
			switch {
			case err != nil:
				return nil, unopened(name, err)
			case info.IsDir():
				return nil, about(name, fault.New(fault.CodeFile, "This is a folder. Name its files, as in FOLDER/*.csv."))
			case info.Mode().IsRegular() && info.Size() == 0:
				return nil, about(name, fault.New(fault.CodeFile, "The file is empty: choose a file with a header row and records."))
			}
			out = append(out, name)
		}
	}
	if len(out) == 0 {
		return nil, refusal("Name a table: a file, a pattern, or - for standard input.")
	}
	return out, nil
}

// opened is a table's file, and how an error in it is reported.
type opened struct {
	pca.File
	name  string
	once  bool // it can be read once
	parts *shards
}

// open gives the files as one table.
func (p *program) open(names []string) *opened {
	switch {
	case len(names) > 1:
		s := &shards{names: names}
		return &opened{File: s, name: words.Count(len(names), "file"), parts: s}
	case names[0] != "-":
		return &opened{File: pca.OSFile(names[0]), name: names[0]}
	}
	if f, ok := p.in.(*os.File); ok {
		if info, err := f.Stat(); err == nil && info.Mode().IsRegular() {
			return &opened{File: &redirected{f, info.Size()}, name: "standard input"}
		}
	}
	return &opened{File: &stream{src: p.in}, name: "standard input", once: true}
}

// about says in which file an error is, and in which line of it.
func (o *opened) about(err error) error {
	var f *fault.Error
	if errors.Is(err, errOnce) {
		return errOnce
	}
	if o.parts != nil && o.parts.failed != nil {
		return o.parts.failed
	}
	if errors.As(err, &f) && f.Line > 0 && o.parts != nil {
		name, line := o.parts.place(f.Line)
		here := *f
		here.Line = line
		return about(name, &here)
	}
	return about(o.name, err)
}

// A redirected file is read from its start by every Open.
type redirected struct {
	file *os.File
	size int64
}

func (r *redirected) Open() (io.ReadCloser, error) {
	if _, err := r.file.Seek(0, io.SeekStart); err != nil {
		return nil, err
	}
	return io.NopCloser(r.file), nil
}

func (r *redirected) Size() int64 { return r.size }

// A stream can be read once.
type stream struct {
	src  io.Reader
	read bool
}

var errOnce error = fault.New(fault.CodeFile, "This table has to be read more than once, and a stream can be read only once. Name a file.")

func (s *stream) Open() (io.ReadCloser, error) {
	if s.read {
		return nil, errOnce
	}
	s.read = true
	return io.NopCloser(s.src), nil
}

func (s *stream) Size() int64 { return 0 }
