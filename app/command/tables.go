//go:build !js

package command

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"runtime"

	"privatepca/core/convert"
	"privatepca/core/convert/description"
	"privatepca/core/fault"
	"privatepca/core/parallel"
	"privatepca/core/pca"
	"privatepca/core/schema"
	"privatepca/core/words"
)

// expandTables gives the files that arguments name: files, patterns that the shell left as they
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
			found, err := matching(a)
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

// threadsUsage says where dataset.Divisible is false: these rows are encoded by what was read before.
const threadsUsage = "how many `threads` read a table; 0 for as many as this machine runs at once. With a person column, and for pairs, one thread reads. The sum is the same"

// sharing reads with that many threads; 0 stands for those that this machine runs at once.
func sharing(threads int) (pca.Reader, error) {
	if threads < 0 {
		return nil, refusal("-threads is a number of threads, or 0 for as many as this machine runs at once.")
	}
	if threads == 0 {
		threads = runtime.GOMAXPROCS(0)
	}
	return parallel.New(threads), nil
}

// opened is a table's file, or who sums its records elsewhere, and how an error in it is reported.
type opened struct {
	pca.File
	source pca.Source // nil where there is a file
	tables int        // whose sums are added, in a source of moment files
	name   string
	once   bool // it can be read once
	parts  *shards
}

// under gives the table under a schema.
func (o *opened) under(s *schema.Schema, m *pca.Machine) *pca.Table {
	if o.source != nil {
		return pca.From(o.source, s, m)
	}
	return pca.Open(o.File, s, m)
}

// open gives the tables of a release or a sum: files, of which part names the sheet or the member, or what is summed elsewhere.
func (p *program) open(names []string, part string, s *schema.Schema) (*opened, error) {
	if p.elsewhere == nil {
		o := openFiles(p, names, part)
		if o.parts != nil && s != nil {
			o.parts.stated = s.Dialect
		}
		if s != nil {
			o.describe(s.Dialect)
		}
		return o, nil
	}
	source, err := p.elsewhere(p.ctx, names, s)
	if err != nil {
		return nil, err
	}
	return &opened{source: source, name: words.Count(len(names), "pattern")}, nil
}

// expandTables gives the files that arguments name; patterns as they are where these are summed elsewhere.
func expandTables(p *program, arguments []string) ([]string, error) {
	if p.elsewhere != nil && len(arguments) > 0 {
		return arguments, nil
	}
	names, err := expand(arguments)
	if err != nil || len(names) < 2 {
		return names, err
	}
	return names, distinct(names)
}

// openFiles gives the files as one table. Part names the sheet of a workbook or the member of an archive.
func openFiles(p *program, names []string, part string) *opened {
	switch {
	case len(names) > 1:
		s := &shards{names: names, part: part}
		return &opened{File: s, name: words.Count(len(names), "file"), parts: s}
	case names[0] != "-":
		return &opened{File: fileOf(names[0], part), name: names[0]}
	}
	if f, ok := p.in.(*os.File); ok {
		if info, err := f.Stat(); err == nil && info.Mode().IsRegular() {
			return &opened{File: &redirected{f, info.Size()}, name: "standard input"}
		}
	}
	return &opened{File: &stream{src: p.in}, name: "standard input", once: true}
}

// fileOf gives the file of that path, whatever format it is in.
func fileOf(path, part string) pca.File {
	if part == "" {
		part = besideCodebook(path)
	}
	if f, ok := convert.OSFile(path, part); ok {
		return f
	}
	return pca.OSFile(path)
}

// besideCodebook is the sheet of a workbook that is its table, where the other one is its codebook; "" elsewhere.
func besideCodebook(path string) string {
	f, err := os.Open(path)
	if err != nil {
		return "" // who reads it says why
	}
	defer f.Close()
	start := make([]byte, convert.MostStart)
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return ""
	}
	if n, _ := f.ReadAt(start, 0); convert.Recognise(start[:n]) != convert.Zip {
		return ""
	}
	source, err := convert.Open(f, info.Size())
	if err != nil || source.Format != convert.Workbook {
		return ""
	}
	return description.Table(source)
}

// headerOf reads the names in a table's header, in a dialect; nil where they cannot be read ahead of the records, as of a stream.
func headerOf(p *program, table, part string, d schema.Dialect) []string {
	if p.elsewhere != nil || table == "-" {
		return nil
	}
	if info, err := os.Stat(table); err != nil || !info.Mode().IsRegular() {
		return nil // a pipe can be read once
	}
	h, err := pca.HeaderIn(p.ctx, openFiles(p, []string{table}, part), d)
	if err != nil {
		return nil // whoever reads the table says why
	}
	return h.Columns
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
	head []byte // what was read of it before it was opened
	read bool
}

var errOnce error = fault.New(fault.CodeFile, "This table has to be read more than once, and a stream can be read only once. Name a file.")

func (s *stream) Open() (io.ReadCloser, error) {
	if s.read {
		return nil, errOnce
	}
	s.read = true
	return io.NopCloser(io.MultiReader(bytes.NewReader(s.head), s.src)), nil
}

func (s *stream) Size() int64 { return 0 }
