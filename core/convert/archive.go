package convert

import (
	"archive/zip"
	"io"
	"path"
	"strings"

	"github.com/klauspost/compress/zstd"

	"privatepca/core/fault"
	"privatepca/core/words"
)

// What a file may unpack to: so many times its size, once it has passed the first bytes. Tables of a few
// levels reach a hundred; an archive that was made to fill a disk reaches a thousand and more.
const (
	freely = 64 << 20
	times  = 300

	// The same of a Parquet file, which keeps a column of few levels in some bytes for any number of rows, and of SPSS and Stata files, in
	// which rows may be packed or name one long text.
	freelyColumns = 1 << 30
	timesColumns  = 3000
)

// Bounded ends where more comes than a table of that size holds.
type bounded struct {
	src  io.Reader
	left int64
	fail func(error) error // words for an error of src

	times int // for words
}

func newBounded(src io.Reader, stored int64, fail func(error) error) *bounded {
	return &bounded{src, max(freely, times*stored), fail, times}
}

// Read implements io.Reader.
func (b *bounded) Read(p []byte) (int, error) {
	n, err := b.src.Read(p)
	if b.left -= int64(n); b.left < 0 {
		return 0, fault.New(fault.CodeFile, "The file unpacks to more than "+words.Thousands(b.times)+" times its size, which no table does. Unpack it yourself if you trust it, and choose the text.")
	}
	if err != nil && err != io.EOF {
		err = b.fail(err)
	}
	return n, err
}

// unpack opens a member of an archive.
func unpack(f *zip.File) (io.ReadCloser, error) {
	if f.Flags&1 != 0 {
		return nil, fault.New(fault.CodeFile, "The archive is locked with a password. Unpack it, and choose the file in it.")
	}
	r, err := f.Open()
	if err == zip.ErrAlgorithm {
		return nil, fault.New(fault.CodeFile, "The archive is packed by a method that is not known here. Unpack it, or pack it by deflate.")
	}
	if err != nil {
		return nil, damagedZip(err)
	}
	return both{newBounded(r, int64(f.CompressedSize64), damagedZip), r.Close}, nil
}

// unpackZstd gives the text of a file that is compressed by zstd.
func unpackZstd(src *io.SectionReader) (io.ReadCloser, error) {
	z, err := zstd.NewReader(src, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(128<<20), zstd.WithDecoderLowmem(true))
	if err != nil {
		return nil, damagedZstd(err)
	}
	return both{newBounded(z, src.Size(), damagedZstd), func() error { z.Close(); return nil }}, nil
}

func damagedZstd(err error) error {
	return fault.New(fault.CodeFile, "The zstd file is cut short or damaged, or needs more than 128 MB to unpack. Compress it again at a lower level.").Because(err)
}

type both struct {
	io.Reader
	close func() error
}

// Close implements io.Closer.
func (b both) Close() error { return b.close() }

// notATable says what an archive without a table is instead.
func notATable(z *zip.Reader) error {
	for _, f := range z.File {
		switch ending := strings.ToLower(path.Ext(f.Name)); {
		case f.Name == "content.xml":
			return fault.New(fault.CodeFile, "This is an OpenDocument file. In LibreOffice choose File, Save as, and the type CSV or Excel workbook (.xlsx).")
		case f.Name == "word/document.xml":
			return fault.New(fault.CodeFile, "This is a Word document. Copy its table into a spreadsheet program, and save it there as CSV.")
		case ending == ".bin" && strings.HasPrefix(f.Name, "xl/"):
			return fault.New(fault.CodeFile, "This is a binary Excel workbook (.xlsb). In Excel choose File, Save as, and the type Excel workbook (.xlsx).")
		case ending == ".parquet" || ending == ".xlsx" || ending == ".zip" || ending == ".gz":
			return fault.New(fault.CodeFile, "The archive holds no table as text, but other packed files. Unpack it, and choose one of them.")
		}
	}
	return fault.New(fault.CodeFile, "The archive holds no table: no member ends in .csv, .tsv or .txt. Unpack it, and choose the table in it.")
}
