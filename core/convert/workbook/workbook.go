// Package workbook reads a sheet of an Excel workbook (XLSX, ECMA-376) as CSV lines.
//
// The rules of this package: a line stands for a row of the sheet, also an empty one; a number with the
// format of a date is that date, in the 1900 or the 1904 system; a fraction has the 15 digits that a spreadsheet shows; a cell with an
// error, and each cell of a merged range but the first, is empty; of a formula its last result counts, and one without is counted.
// Rows and columns that the sheet hides are counted, and read or left out as a person says.
package workbook

import (
	"archive/zip"
	"bytes"
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
	files    map[string]*zip.File // by path, in small letters
	sheets   []sheet
	seen     int    // sheets that are not hidden
	main     string // path of the part that lists the sheets
	texts    string // path of the shared texts; "" for none
	from1904 bool

	recalculated bool     // results are computed when it is opened, so those that are stored may be none
	dates        []dating // of each cell style
	unpack       func(*zip.File) (io.ReadCloser, error)
}

type sheet struct{ name, path string }

// Is reports whether an archive is a workbook.
func Is(z *zip.Reader) bool {
	named := false
	for _, f := range z.File {
		switch normal(f.Name) {
		case "xl/workbook.xml":
			return true
		case "_rels/.rels":
			named = true
		}
	}
	if !named {
		return false
	}
	for _, f := range z.File {
		if normal(f.Name) == "[content_types].xml" && f.UncompressedSize64 < mostPart {
			src, err := f.Open()
			if err != nil {
				return false
			}
			defer src.Close()
			text, _ := io.ReadAll(io.LimitReader(src, mostPart))
			return bytes.Contains(text, []byte("spreadsheetml.sheet.main+xml")) || bytes.Contains(text, []byte("ms-excel.sheet.macroEnabled.main+xml"))
		}
	}
	return false
}

// normal is a path as the standard compares them.
func normal(name string) string {
	return strings.ToLower(strings.TrimPrefix(strings.ReplaceAll(name, "\\", "/"), "/"))
}

// A relation leads from one part to another.
type relation struct {
	ID     string `xml:"Id,attr"`
	Target string `xml:"Target,attr"`
	Type   string `xml:"Type,attr"`
}

// relations reads those of a part.
func (b *Book) relations(of string) ([]relation, error) {
	var list struct {
		Relations []relation `xml:"Relationship"`
	}
	part := "_rels/.rels" // of the archive
	if of != "" {
		part = path.Join(path.Dir(of), "_rels", path.Base(of)+".rels")
	}
	err := b.decode(part, &list)
	for i := range list.Relations {
		target := strings.ReplaceAll(list.Relations[i].Target, "\\", "/")
		if !strings.HasPrefix(target, "/") {
			target = path.Join("/", path.Dir(of), target)
		}
		list.Relations[i].Target = normal(path.Clean(target))
	}
	return list.Relations, err
}

// Open reads which sheets a workbook has and how it writes dates. Unpack opens a part of the archive.
func Open(z *zip.Reader, unpack func(*zip.File) (io.ReadCloser, error)) (*Book, error) {
	b := &Book{files: map[string]*zip.File{}, unpack: unpack, main: "xl/workbook.xml"}
	for _, f := range z.File {
		name := normal(f.Name)
		if b.files[name] != nil && strings.HasSuffix(name, ".xml") {
			return nil, fault.New(fault.CodeFile, "The workbook has two parts of the same name, so programs read it differently. Open it in a spreadsheet program and save it again.")
		}
		b.files[name] = f
	}
	if b.files["_rels/.rels"] != nil { // parts may stand anywhere
		list, err := b.relations("")
		if err != nil {
			return nil, damaged(err)
		}
		for _, r := range list {
			if strings.HasSuffix(r.Type, "/officeDocument") && b.files[r.Target] != nil {
				b.main = r.Target
			}
		}
	}
	var book struct {
		Properties struct {
			From1904 string `xml:"date1904,attr"`
		} `xml:"workbookPr"`
		Calculation struct {
			OnLoad string `xml:"fullCalcOnLoad,attr"`
		} `xml:"calcPr"`
		Sheets []struct {
			Name  string `xml:"name,attr"`
			State string `xml:"state,attr"`
			ID    string `xml:"http://schemas.openxmlformats.org/officeDocument/2006/relationships id,attr"`
			Other string `xml:"http://purl.oclc.org/ooxml/officeDocument/relationships id,attr"` // strict
		} `xml:"sheets>sheet"`
	}
	if err := b.decode(b.main, &book); err != nil {
		return nil, damaged(err)
	}
	relations, err := b.relations(b.main)
	if err != nil {
		return nil, damaged(err)
	}
	b.texts = "xl/sharedstrings.xml" // where a program names neither
	targets, styles := map[string]string{}, "xl/styles.xml"
	for _, r := range relations {
		switch path.Base(r.Type) {
		case "worksheet":
			targets[r.ID] = r.Target
		case "sharedStrings":
			b.texts = r.Target
		case "styles":
			styles = r.Target
		}
	}
	b.recalculated = isTrue([]byte(book.Calculation.OnLoad))
	b.from1904 = book.Properties.From1904 == "1" || book.Properties.From1904 == "true"
	for _, hidden := range []bool{false, true} { // those that are seen first
		if hidden {
			b.seen = len(b.sheets)
		}
		for _, s := range book.Sheets {
			if target := targets[s.ID+s.Other]; target != "" && (s.State != "" && s.State != "visible") == hidden {
				b.sheets = append(b.sheets, sheet{s.Name, target})
			}
		}
	}
	if len(b.sheets) == 0 {
		return nil, fault.New(fault.CodeFile, "The workbook has no sheet of cells.")
	}
	b.filledFirst()
	if err := b.readStyles(styles); err != nil {
		return nil, damaged(err)
	}
	return b, nil
}

// Sheets names the sheets of cells: those that are seen first, in the workbook's order.
func (b *Book) Sheets() []string {
	names := make([]string, len(b.sheets))
	for i, s := range b.sheets {
		names[i] = s.name
	}
	return names
}

// Seen is how many of them, from the first, are not hidden and have a cell; or are not hidden, where all are empty.
func (b *Book) Seen() int { return b.seen }

// What is looked at to find out whether a sheet has a cell: so many sheets, and bytes of each.
const (
	mostLooked = 64
	mostStart  = 256 << 10
)

// filledFirst puts those of the seen sheets that have no cell behind the others: a cover or an empty first sheet is no table.
func (b *Book) filledFirst() {
	if b.seen < 2 || b.seen > mostLooked {
		return
	}
	filled := make([]sheet, 0, len(b.sheets))
	var empty []sheet
	for _, s := range b.sheets[:b.seen] {
		if b.isEmpty(s) {
			empty = append(empty, s)
		} else {
			filled = append(filled, s)
		}
	}
	if n := len(filled); n > 0 {
		b.sheets = append(append(filled, empty...), b.sheets[b.seen:]...)
		b.seen = n
	}
}

// isEmpty reports whether a sheet is small and has no value.
func (b *Book) isEmpty(s sheet) bool {
	f := b.files[s.path]
	if f == nil {
		return false // whoever reads it says so
	}
	src, err := b.unpack(f)
	if err != nil {
		return false
	}
	defer src.Close()
	start, err := io.ReadAll(io.LimitReader(src, mostStart))
	if err != nil || len(start) == mostStart {
		return false
	}
	for _, tag := range []string{"<v>", "<v ", "<is>", ":v>", ":is>"} {
		if bytes.Contains(start, []byte(tag)) {
			return false
		}
	}
	return true
}

// mostPart bounds the parts that are read as a whole, in bytes.
const mostPart = 32 << 20

func (b *Book) decode(name string, into any) error {
	f := b.files[normal(name)]
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
func (b *Book) readStyles(part string) error {
	if b.files[part] == nil {
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
	if err := b.decode(part, &styles); err != nil {
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
