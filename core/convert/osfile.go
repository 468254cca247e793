package convert

import (
	"archive/zip"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"privatepca/core/convert/survey"
	"privatepca/core/convert/workbook"
	"privatepca/core/fault"
	"privatepca/core/nfd"
	"privatepca/core/schema"
)

// A File is a file of the operating system in one of the formats. It is a pca.File: each Open converts
// it anew.
type File struct {
	path, part string
	format     Format
	cells      bool

	hidden   workbook.Hidden
	encoding string
}

// OSFile gives the file of that path where it is in one of the formats, and reports whether it is. Part names the
// sheet or the member to read; "" is the only one.
func OSFile(path, part string) (File, bool) {
	f, err := os.Open(path)
	if err != nil {
		return File{}, false
	}
	defer f.Close()
	start := make([]byte, MostStart)
	n, _ := io.ReadFull(f, start) // a shorter file is in none
	file := File{path: path, part: part, format: Recognise(start[:n])}
	switch file.format {
	case "":
		return file, isProtected(f) // Open says so
	case Zip:
		if info, err := f.Stat(); err == nil {
			z, err := zip.NewReader(f, info.Size())
			file.cells = err == nil && workbook.Is(z)
		}
	case Zstd:
	default:
		file.cells = true
	}
	return file, true
}

// Written gives the dialect of the text, which is of this package's own making unless the file has text packed in it: a schema may state
// what the same table has as CSV.
func (f File) Written(d schema.Dialect) schema.Dialect {
	if f.cells {
		return Written(d)
	}
	return d
}

// Cells reports whether the text is of this package's own making.
func (f File) Cells() bool { return f.cells }

// Written is the dialect of a text that Source.Cells makes, under a schema that states another.
func Written(d schema.Dialect) schema.Dialect {
	d.Encoding, d.Delimiter = schema.UTF8, ","
	return d
}

// Under is the file, read with what a schema states of it: whether what its sheets hide is read, and the encoding of an SPSS or Stata file
// that does not say it.
func (f File) Under(d schema.Dialect) File {
	f.hidden, f.encoding = workbook.Hidden(d.Hidden), string(d.Encoding)
	return f
}

// LeftOut names the columns of the file that have no single values.
func (f File) LeftOut() ([]string, error) {
	s, done, err := f.source()
	if err != nil {
		return nil, err
	}
	defer done()
	return s.LeftOut, nil
}

// source opens the file, to be closed by done.
func (f File) source() (s *Source, done func() error, err error) {
	file, err := os.Open(f.path)
	if err != nil {
		return nil, nil, err
	}
	info, err := file.Stat()
	if err == nil {
		s, err = Open(file, info.Size())
	}
	if err != nil {
		file.Close()
		return nil, nil, err
	}
	s.Encoding = f.encoding
	return s, file.Close, nil
}

// Variables are what an SPSS or Stata file says of its columns; nil for a file of another format.
func (f File) Variables() ([]survey.Variable, error) {
	if f.format != SPSS && f.format != Stata {
		return nil, nil
	}
	s, done, err := f.source()
	if err != nil {
		return nil, err
	}
	defer done()
	return s.Variables()
}

// Size is 0: how long the text is, is not known before it was read.
func (f File) Size() int64 { return 0 }

// Open gives the text of the chosen part. A file of several parts, of which none was chosen, is an error that names them.
func (f File) Open() (io.ReadCloser, error) {
	file, err := os.Open(f.path)
	if err != nil {
		return nil, err
	}
	text, err := f.text(file)
	if err != nil {
		file.Close()
		return nil, err
	}
	return both{text, func() error {
		text.Close() // it has nothing to write
		return file.Close()
	}}, nil
}

func (f File) text(file *os.File) (io.ReadCloser, error) {
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	s, err := Open(file, info.Size())
	if err != nil {
		return nil, err
	}
	s.Encoding = f.encoding
	s.Hidden, s.How = f.hidden, "-hidden read, or -hidden skip."
	if f.part == "" && len(s.Parts) > 1 && s.Seen != 1 {
		return nil, fault.New(fault.CodeRequest, fmt.Sprintf("The %s has %d tables: %s. State which one: -table NAME.", s.Format, len(s.Parts), named(s.Parts)))
	}
	return s.Text(partNamed(s.Parts, f.part))
}

// partNamed is the part that somebody typed, as the file writes it: archives of macOS have letters and their marks apart, keyboards together.
func partNamed(parts []string, typed string) string {
	if slices.Contains(parts, typed) {
		return typed
	}
	var form nfd.Form
	alike := slices.DeleteFunc(slices.Clone(parts), func(p string) bool { return form.String(p) != form.String(typed) })
	if len(alike) != 1 { // of two that look alike nobody can say which
		return typed
	}
	return alike[0]
}

// named lists the first parts.
func named(parts []string) string {
	const most = 8
	var names []string
	for _, p := range parts[:min(most, len(parts))] {
		names = append(names, fmt.Sprintf("%q", p))
	}
	if more := len(parts) - most; more > 0 {
		names = append(names, fmt.Sprintf("%d more", more))
	}
	return strings.Join(names, ", ")
}
