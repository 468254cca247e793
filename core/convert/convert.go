// Package convert gives tables of other formats as the CSV text that means the same: Parquet files, Excel
// workbooks, data files of SPSS and Stata, and texts inside a zip archive or compressed by zstd.
//
//	file ─ Open ─ Source ─ Text ─ CSV text ─ core/dataset
//
// The text is a function of the file and of the chosen part alone, so every reading has the same
// fingerprint. It holds every column of single values, also those that a schema leaves out: a ledger
// recognises a file by its whole text. ENCODING.md beside core/dataset states what each value becomes.
// Errors never quote a value; names of sheets, of members and of columns they may.
package convert

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"

	"github.com/klauspost/compress/flate"

	"privatepca/core/convert/cell"
	"privatepca/core/convert/columnar"
	"privatepca/core/convert/spss"
	"privatepca/core/convert/stata"
	"privatepca/core/convert/survey"
	"privatepca/core/convert/workbook"
	"privatepca/core/fault"
)

// A Format is one that this package reads.
type Format string

// The formats.
const (
	Parquet  Format = "Parquet"
	Workbook Format = "Excel workbook"
	SPSS     Format = "SPSS data file"
	Stata    Format = "Stata data file"
	Zip      Format = "zip archive"
	Zstd     Format = "zstd"
)

// MostStart is how many bytes Recognise looks at.
const MostStart = 4

// Recognise is the format of a file that starts so; "" for none of these. An archive and a workbook start alike:
// both are Zip here.
func Recognise(start []byte) Format {
	switch {
	case bytes.HasPrefix(start, []byte(columnar.Magic)), bytes.HasPrefix(start, []byte(columnar.Encrypted)):
		return Parquet
	case bytes.HasPrefix(start, []byte("PK\x03\x04")), bytes.HasPrefix(start, []byte("PK\x05\x06")):
		return Zip
	case bytes.HasPrefix(start, []byte(spss.Magic)), bytes.HasPrefix(start, []byte(spss.Packed)):
		return SPSS
	case bytes.HasPrefix(start, []byte(stata.Magic[:MostStart])), stata.Is(start):
		return Stata
	case bytes.HasPrefix(start, []byte("\x28\xb5\x2f\xfd")):
		return Zstd
	}
	return ""
}

// A Source is a file in one of the formats.
type Source struct {
	Format Format
	// Parts names the sheets of a workbook or the members of an archive that can be read, in the
	// order to offer them; nil where there is nothing to choose.
	Parts []string
	// Seen is how many of the Parts, from the first, a person sees: the others are hidden sheets.
	Seen int
	// LeftOut names the columns that have no single values.
	LeftOut []string
	// Hidden says whether rows and columns that a sheet hides are read, and How says in an error how a person answers that.
	Hidden workbook.Hidden
	How    string
	// Encoding is that of the texts of an SPSS or Stata file that does not say it; "" for unknown.
	Encoding string

	src  io.ReaderAt
	size int64
	book *workbook.Book
	zip  *zip.Reader

	members map[string]*zip.File // of an archive, by part
}

// Open reads what a file has to choose from. It reads no row.
func Open(src io.ReaderAt, size int64) (*Source, error) {
	start := make([]byte, MostStart)
	n, _ := src.ReadAt(start, 0)
	s := &Source{Format: Recognise(start[:n]), src: src, size: size}
	var err error
	switch s.Format {
	case Parquet:
		var t *columnar.Table
		if t, err = columnar.Open(src, size); err == nil {
			s.LeftOut = t.LeftOut()
		}
	case Zip:
		err = s.openZip()
	case Zstd, SPSS, Stata: // a dictionary may need an encoding that is stated later
	default:
		if isProtected(src) {
			return nil, fault.New(fault.CodeFile, "The workbook is encrypted with a password. Open it in Excel, take the password off (File, Info, Protect Workbook), save it, and choose it again.")
		}
		err = fault.New(fault.CodeFile, "The file's content is not what its name says: it is no Parquet file, no workbook, no data file of SPSS or Stata, no zip archive and not compressed by zstd.")
	}
	if err != nil {
		return nil, err
	}
	return s, nil
}

func (s *Source) openZip() (err error) {
	if s.zip, err = zip.NewReader(s.src, s.size); err != nil {
		return damagedZip(err)
	}
	s.zip.RegisterDecompressor(zip.Deflate, flate.NewReader) // half again as fast as the standard library's
	if workbook.Is(s.zip) {
		s.Format = Workbook
		if s.book, err = workbook.Open(s.zip, unpack); err == nil {
			s.Parts, s.Seen = s.book.Sheets(), s.book.Seen()
		}
		return err
	}
	s.members = map[string]*zip.File{}
	for _, f := range s.zip.File {
		if isText(f.Name) {
			name := f.Name
			for n := 2; s.members[name] != nil; n++ { // a second member of the same name is another table
				name = fmt.Sprintf("%s (%d)", f.Name, n)
			}
			s.members[name], s.Parts = f, append(s.Parts, name)
		}
	}
	if len(s.Parts) == 0 {
		return notATable(s.zip)
	}
	return nil
}

// isText reports whether a member of an archive is a table as text. What a file manager of macOS adds is none.
func isText(name string) bool {
	ending := strings.ToLower(path.Ext(name))
	return slices.Contains([]string{".csv", ".tsv", ".txt", ".tab"}, ending) &&
		!strings.HasPrefix(name, "__MACOSX/") && !strings.HasPrefix(path.Base(name), ".")
}

// Text gives the CSV text of a part from its first byte; "" is the only part, or the first.
func (s *Source) Text(part string) (io.ReadCloser, error) {
	if part == "" && len(s.Parts) > 0 {
		part = s.Parts[0]
	}
	switch s.Format {
	case Parquet:
		t, err := columnar.Open(s.src, s.size)
		if err != nil {
			return nil, err
		}
		return io.NopCloser(&bounded{&lines{rows: t, buf: headerLine(t.Header())}, max(freelyColumns, timesColumns*s.size), itself, timesColumns}), nil
	case Workbook:
		rows, err := s.book.Rows(part, s.Hidden)
		if err != nil {
			return nil, err
		}
		return &lines{rows: rows, close: rows.Close, problem: func() error { return rows.Problem(s.How) }}, nil
	case SPSS, Stata:
		t, err := s.surveyed()
		if err != nil {
			return nil, err
		}
		return io.NopCloser(&bounded{&lines{rows: t, buf: headerLine(t.Header())}, max(freelyColumns, timesColumns*s.size), itself, timesColumns}), nil
	case Zstd:
		return unpackZstd(io.NewSectionReader(s.src, 0, s.size))
	}
	if f := s.members[part]; f != nil {
		return unpack(f)
	}
	return nil, fault.New(fault.CodeRequest, "The archive has no member of that name.")
}

// A surveyed table is one of SPSS or Stata, which describes its columns.
type surveyed interface {
	Header() []string
	Variables() []survey.Variable
	Append(dst []byte) ([]byte, error)
}

func (s *Source) surveyed() (surveyed, error) {
	if s.Format == Stata {
		return stata.Open(s.src, s.size, s.Encoding)
	}
	return spss.Open(s.src, s.size, s.Encoding)
}

// Variables are what an SPSS or Stata file says of its columns; nil for other formats.
func (s *Source) Variables() ([]survey.Variable, error) {
	if s.Format != SPSS && s.Format != Stata {
		return nil, nil
	}
	t, err := s.surveyed()
	if err != nil {
		return nil, err
	}
	return t.Variables(), nil
}

// Cells reports whether the text is made of cells: UTF-8, commas between them, and nothing to guess.
func (s *Source) Cells() bool { return s.Format != Zip && s.Format != Zstd }

// headerLine names the columns. Each name stands between quotes: no character in one is taken for a delimiter.
func headerLine(names []string) []byte {
	var line []byte
	for i, name := range names {
		if i > 0 {
			line = append(line, ',')
		}
		line = cell.AppendQuoted(line, []byte(name))
	}
	return append(line, '\n')
}

// lines gives rows as a text.
type lines struct {
	rows interface {
		Append(dst []byte) ([]byte, error)
	}
	close   func() error // nil for nothing to close
	problem func() error // once all rows were read; nil for none
	buf     []byte
	at      int
	err     error
}

// batch is how much text is written ahead, in bytes.
const batch = 64 << 10

// Read implements io.Reader.
func (l *lines) Read(p []byte) (int, error) {
	for l.at == len(l.buf) {
		if l.err != nil {
			return 0, l.err
		}
		l.buf, l.at = l.buf[:0], 0
		for len(l.buf) < batch && l.err == nil {
			l.buf, l.err = l.rows.Append(l.buf)
		}
		if l.err == io.EOF && l.problem != nil {
			if err := l.problem(); err != nil {
				l.err = err
			}
		}
	}
	n := copy(p, l.buf[l.at:])
	l.at += n
	return n, nil
}

// Close implements io.Closer.
func (l *lines) Close() error {
	if l.close == nil {
		return nil
	}
	return l.close()
}

func itself(err error) error { return err }

func damagedZip(err error) error {
	var known *fault.Error
	if errors.As(err, &known) {
		return err
	}
	return fault.New(fault.CodeFile, "The zip archive or workbook is cut short or damaged. Fetch it or write it again.").Because(err)
}
