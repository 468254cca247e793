package pipeline

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"os"
	"reflect"
	"slices"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"

	"privatepca/core/convert"
	"privatepca/core/dataset"
)

// A Range is a stretch of a file: the records that start in [Start, End), or all of them.
type Range struct {
	File       string
	Number     int // of the file, in the order of names
	Start, End int64
	Size       int64 // of the file, as stored
	Whole      bool
	Cells      []string // that the names of its folders put before those of each record
}

// A Done says what was read of a Range: text from First up to Last, where a record ends. Of a file that is unpacked these are
// offsets in its text.
type Done struct {
	File        string
	Start       int64 // of the Range
	First, Last int64
	Records     int64
	Text        string // SHA-256 of it
	Whole       bool
	Unpacked    bool // the file was compressed, or of another format: its text is longer or shorter
}

// runSize is how much text is read at a time, in bytes.
const runSize = 1 << 20

// open opens a file of any file system that is linked in.
func open(ctx context.Context, name string) (io.ReadCloser, error) {
	fs, err := filesystem.New(ctx, name)
	if err != nil {
		return nil, err
	}
	defer fs.Close()
	return fs.OpenRead(ctx, name)
}

// mostConverted is how large a file of another format may be, in bytes, where the file system reads from the start alone: it is held
// in memory then.
const mostConverted = 1 << 30

const (
	tooLarge  = plainError("a Parquet file, workbook or archive is above 1 GiB, and this file system reads from the start alone: write smaller files")
	severalIn = plainError("a workbook or archive has several tables: give one for each file")
)

// textOf gives the CSV text of an open file, and whether it was converted from another format.
func textOf(src io.Reader) (text io.Reader, converted bool, err error) {
	raw := bufio.NewReaderSize(src, 64<<10)
	start, _ := raw.Peek(convert.MostStart) // a shorter file is of none of the formats
	if convert.Recognise(start) == "" {
		return raw, false, nil
	}
	var at io.ReaderAt
	var size int64
	if f, ok := src.(*os.File); ok {
		info, err := f.Stat()
		if err != nil {
			return nil, true, err
		}
		at, size = f, info.Size()
	} else {
		b, err := io.ReadAll(io.LimitReader(raw, mostConverted+1))
		if err != nil {
			return nil, true, err
		}
		if len(b) > mostConverted {
			return nil, true, tooLarge
		}
		at, size = bytes.NewReader(b), int64(len(b))
	}
	s, err := convert.Open(at, size)
	if err != nil {
		return nil, true, err
	}
	if len(s.Parts) > 1 && s.Seen != 1 {
		return nil, true, severalIn
	}
	s.How = "show or delete them in the workbook."
	text, err = s.Text("")
	return text, true, err
}

// readDialect reads the header of a file, and gives the text's offset behind it.
func readDialect(src io.Reader) (dataset.Dialect, int64, error) {
	r, err := dataset.NewReader(src)
	if err != nil {
		return dataset.Dialect{}, 0, err
	}
	return r.Dialect(), r.Offset(), nil
}

// same reports whether files of two dialects are parts of one table.
func same(a, b dataset.Dialect) bool {
	return a.LineEnd == b.LineEnd && a.Header.Delimiter == b.Header.Delimiter && slices.Equal(a.Header.Columns, b.Header.Columns)
}

const otherHeader = plainError("the header of a file is not that of the first one; files of one table have the same header and line ends")

// own is the dialect of the file itself, without the columns of its folders.
func (g Range) own(d dataset.Dialect) dataset.Dialect {
	d.Header.Columns = d.Header.Columns[len(g.Cells):]
	return d
}

// record is the text of a record with the cells of the file's folders. Empty lines before it stay before them.
func (g Range) record(d dataset.Dialect, text []byte) []byte {
	if len(g.Cells) == 0 {
		return text
	}
	empty := len(text) - len(bytes.TrimLeft(text, "\r\n"))
	out := bytes.Clone(text[:empty])
	for _, c := range g.Cells {
		if strings.ContainsAny(c, d.Header.Delimiter+"\"\r\n ") {
			c = `"` + strings.ReplaceAll(c, `"`, `""`) + `"`
		}
		out = append(append(out, c...), d.Header.Delimiter...)
	}
	return append(out, text[empty:]...)
}

// records is a run with the cells of the file's folders.
func (g Range) records(d dataset.Dialect, run dataset.Run) (dataset.Run, error) {
	if len(g.Cells) == 0 {
		return run, nil
	}
	text := bytes.Clone(run.Text) // reading may write to a run
	out := dataset.Run{Line: run.Line}
	at := 0
	for r := dataset.NewRunReader(g.own(d), run); ; {
		_, err := r.Next()
		if err == io.EOF {
			out.Text = append(out.Text, text[at:]...)
			return out, nil
		}
		if err != nil {
			return run, err
		}
		next := min(int(r.Offset()), len(text))
		out.Text = append(out.Text, g.record(d, text[at:next])...)
		at = next
	}
}

// read gives the runs of a range to each, as they stand in the file, with the offsets at which they start and end.
func (g Range) read(ctx context.Context, d dataset.Dialect, each func(run dataset.Run, start, end int64) error) (Done, error) {
	done := Done{File: g.File, Start: g.Start, Whole: g.Whole}
	src, err := open(ctx, g.File)
	if err != nil {
		return done, err
	}
	defer src.Close()
	text := sha256.New()
	progress := func(run dataset.Run, start, end int64) error {
		text.Write(run.Text)
		return each(run, start, end)
	}
	if g.Whole {
		err = g.readWhole(src, g.own(d), &done, progress)
	} else {
		err = g.readPart(src, g.own(d), &done, progress)
	}
	done.Text = hex.EncodeToString(text.Sum(nil))
	return done, err
}

// readWhole reads a file to its end.
func (g Range) readWhole(src io.Reader, d dataset.Dialect, done *Done, each func(run dataset.Run, start, end int64) error) error {
	text, converted, err := textOf(src)
	if err != nil {
		return err
	}
	if closer, ok := text.(io.Closer); ok {
		defer closer.Close()
	}
	r, err := dataset.NewReader(text)
	if err != nil {
		return err
	}
	if !same(r.Dialect(), d) {
		return otherHeader
	}
	done.First, done.Unpacked = r.Offset(), r.Header().Compressed || converted
	for {
		done.Last = r.Offset()
		run, err := r.Run(runSize)
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		if err := each(run, done.Last, r.Offset()); err != nil {
			return err
		}
	}
}

const (
	quotedCell = plainError("a plain file has quoted cells, which may hold line ends, so it cannot be cut: say -split 0")
	noSeek     = plainError("this file system cannot start in the middle of a file: say -split 0")
)

// readPart reads the records that start in a stretch of a plain file. It fails where a cell could be quoted: a line end would
// then not have to end a record. Each part looks for itself, so the parts together look at the whole file.
func (g Range) readPart(src io.Reader, d dataset.Dialect, done *Done, each func(run dataset.Run, start, end int64) error) error {
	seeker, ok := src.(io.ReadSeeker)
	if !ok {
		return noSeek
	}
	own, header, err := readDialect(seeker)
	if err != nil {
		return err
	}
	if !same(own, d) {
		return otherHeader
	}
	if done.First, err = boundary(seeker, g.Start, header, g.Size, d.LineEnd); err != nil {
		return err
	}
	if done.Last, err = boundary(seeker, g.End, header, g.Size, d.LineEnd); err != nil {
		return err
	}
	if _, err := seeker.Seek(done.First, io.SeekStart); err != nil {
		return err
	}
	text := io.LimitReader(seeker, done.Last-done.First)
	var held []byte
	for at := done.First; ; {
		buffer := slices.Grow(held, runSize+64)
		n, err := io.ReadFull(text, buffer[len(held):len(held)+runSize])
		all := buffer[:len(held)+n]
		cut := bytes.LastIndexByte(all, d.LineEnd) + 1
		ended := err == io.EOF || err == io.ErrUnexpectedEOF
		switch {
		case err != nil && !ended:
			return err
		case bytes.IndexByte(all, '"') >= 0:
			return quotedCell
		case ended:
			cut = len(all)
		}
		if cut > 0 {
			if err := each(dataset.Run{Text: bytes.Clone(all[:cut])}, at, at+int64(cut)); err != nil {
				return err
			}
		}
		at += int64(cut)
		if ended {
			if at != done.Last {
				return io.ErrUnexpectedEOF // the file has shrunk
			}
			return nil
		}
		held = bytes.Clone(all[cut:])
	}
}

// boundary is where the first record that starts at or after an offset starts: behind the first line end at offset − 1 or
// later; the header's end, or the file's, at most. It depends on the file alone, so parts that share it share no record.
func boundary(src io.ReadSeeker, offset, header, size int64, lineEnd byte) (int64, error) {
	switch {
	case offset <= header:
		return header, nil
	case offset >= size:
		return size, nil
	}
	at := offset - 1
	if _, err := src.Seek(at, io.SeekStart); err != nil {
		return 0, err
	}
	buffer := make([]byte, 64<<10)
	for {
		n, err := src.Read(buffer)
		if i := bytes.IndexByte(buffer[:n], lineEnd); i >= 0 {
			return at + int64(i) + 1, nil
		}
		at += int64(n)
		if err == io.EOF || at >= size {
			return size, nil
		}
		if err != nil {
			return 0, err
		}
	}
}

// A Range has a coder of its own: as a row of Beam's schemas, its empty list of cells is read without end by Java's coder (Flink, runner 2.70.0).
func init() {
	beam.RegisterCoder(reflect.TypeFor[Range](), encodeRange, decodeRange)
}

func encodeRange(g Range) ([]byte, error) { return json.Marshal(g) }

func decodeRange(b []byte) (g Range, err error) {
	err = json.Unmarshal(b, &g)
	return g, err
}
