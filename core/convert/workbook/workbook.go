// Package workbook reads a sheet of an Excel workbook (XLSX, ECMA-376) as CSV lines.
//
// The rules of this package: a line stands for a row of the sheet, also an empty one; a number with the
// format of a date is that date, in the 1900 or the 1904 system; a cell with an error, and each cell of a
// merged range but the first, is empty; of a formula its last result counts.
package workbook

import (
	"archive/zip"
	"encoding/xml"
	"errors"
	"io"
	"path"
	"strings"

	"privatepca/core/fault"
	"privatepca/core/markup"
)

// A Book is a workbook whose parts are known.
type Book struct {
	files    map[string]*zip.File
	sheets   []sheet
	from1904 bool
	dates    []dating // of each cell style
	unpack   func(*zip.File) (io.ReadCloser, error)
}

type sheet struct{ name, path string }

// Is reports whether an archive is a workbook.
func Is(z *zip.Reader) bool {
	for _, f := range z.File {
		if f.Name == "xl/workbook.xml" {
			return true
		}
	}
	return false
}

// Open reads which sheets a workbook has and how it writes dates. Unpack opens a part of the archive.
func Open(z *zip.Reader, unpack func(*zip.File) (io.ReadCloser, error)) (*Book, error) {
	b := &Book{files: map[string]*zip.File{}, unpack: unpack}
	for _, f := range z.File {
		b.files[strings.TrimPrefix(f.Name, "/")] = f
	}
	var book struct {
		Properties struct {
			From1904 string `xml:"date1904,attr"`
		} `xml:"workbookPr"`
		Sheets []struct {
			Name  string `xml:"name,attr"`
			State string `xml:"state,attr"`
			ID    string `xml:"http://schemas.openxmlformats.org/officeDocument/2006/relationships id,attr"`
			Other string `xml:"http://purl.oclc.org/ooxml/officeDocument/relationships id,attr"` // strict
		} `xml:"sheets>sheet"`
	}
	if err := b.decode("xl/workbook.xml", &book); err != nil {
		return nil, damaged(err)
	}
	var relations struct {
		Relations []struct {
			ID     string `xml:"Id,attr"`
			Target string `xml:"Target,attr"`
			Type   string `xml:"Type,attr"`
		} `xml:"Relationship"`
	}
	if err := b.decode("xl/_rels/workbook.xml.rels", &relations); err != nil {
		return nil, damaged(err)
	}
	targets := map[string]string{}
	for _, r := range relations.Relations {
		if strings.HasSuffix(r.Type, "/worksheet") {
			targets[r.ID] = within(r.Target)
		}
	}
	b.from1904 = book.Properties.From1904 == "1" || book.Properties.From1904 == "true"
	for _, hidden := range []bool{false, true} { // those that are seen first
		for _, s := range book.Sheets {
			if target := targets[s.ID+s.Other]; target != "" && (s.State != "" && s.State != "visible") == hidden {
				b.sheets = append(b.sheets, sheet{s.Name, target})
			}
		}
	}
	if len(b.sheets) == 0 {
		return nil, fault.New(fault.CodeFile, "The workbook has no sheet of cells.")
	}
	if err := b.readStyles(); err != nil {
		return nil, damaged(err)
	}
	return b, nil
}

// within is the path in the archive of what a relationship of the workbook names.
func within(target string) string {
	if strings.HasPrefix(target, "/") {
		return target[1:]
	}
	return path.Join("xl", target)
}

// Sheets names the sheets of cells: those that are seen first, in the workbook's order.
func (b *Book) Sheets() []string {
	names := make([]string, len(b.sheets))
	for i, s := range b.sheets {
		names[i] = s.name
	}
	return names
}

// mostPart bounds the parts that are read as a whole, in bytes.
const mostPart = 32 << 20

func (b *Book) decode(name string, into any) error {
	f := b.files[name]
	if f == nil {
		return errors.New("workbook: a part is missing")
	}
	r, err := b.unpack(f)
	if err != nil {
		return err
	}
	defer r.Close()
	limited := &io.LimitedReader{R: r, N: mostPart}
	err = xml.NewDecoder(limited).Decode(into)
	if limited.N == 0 {
		return markup.ErrXML
	}
	return err
}

// readStyles learns which cell styles show dates.
func (b *Book) readStyles() error {
	if b.files["xl/styles.xml"] == nil {
		return nil
	}
	var styles struct {
		Formats []struct {
			ID   int    `xml:"numFmtId,attr"`
			Code string `xml:"formatCode,attr"`
		} `xml:"numFmts>numFmt"`
		Cells []struct {
			Format int `xml:"numFmtId,attr"`
		} `xml:"cellXfs>xf"`
	}
	if err := b.decode("xl/styles.xml", &styles); err != nil {
		return err
	}
	spelled := map[int]dating{}
	for _, f := range styles.Formats {
		spelled[f.ID] = custom(f.Code)
	}
	for _, c := range styles.Cells {
		d, ok := spelled[c.Format]
		if !ok {
			d = builtIn(c.Format)
		}
		b.dates = append(b.dates, d)
	}
	return nil
}

// dating is what a cell style shows.
func (b *Book) dating(style int) dating {
	if style < 0 || style >= len(b.dates) {
		return 0
	}
	return b.dates[style]
}

func damaged(err error) error {
	var known *fault.Error
	if errors.As(err, &known) {
		return err
	}
	return fault.New(fault.CodeFile, "The workbook is cut short or damaged. Open it in a spreadsheet program and save it again.").Because(err)
}
