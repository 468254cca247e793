// Package description gives the text of what describes a table, as core/codebook reads it: YAML as JSON, and of a workbook the sheet that
// is a list of variables. The command and the browser's converter link it; page and worker do not.
package description

import (
	"bytes"
	"io"

	"privatepca/core/codebook"
	"privatepca/core/convert"
	"privatepca/core/convert/yamltext"
	"privatepca/core/schema"
)

// Open gives the text of a description of that name: of a workbook its first sheet with the titles of a codebook, or else its first. What is
// neither workbook nor YAML is given as it is.
func Open(r io.ReaderAt, size int64, name string) (io.ReadCloser, error) {
	start := make([]byte, min(size, max(convert.MostStart, 4096)))
	if n, err := r.ReadAt(start, 0); err != nil && err != io.EOF {
		return nil, err
	} else {
		start = start[:n]
	}
	if convert.Recognise(start[:min(len(start), convert.MostStart)]) == convert.Zip {
		source, err := convert.Open(r, size)
		if err != nil {
			return nil, err
		}
		sheet, found, err := Sheet(source, "")
		if err != nil {
			return nil, err
		}
		if parts := source.Parts; !found && len(parts) > 0 {
			sheet = parts[0]
		}
		source.Hidden = "read"
		return source.Text(sheet)
	}
	if !yamltext.Named(name) && !yamltext.Likely(start) {
		return io.NopCloser(io.NewSectionReader(r, 0, size)), nil
	}
	text, err := io.ReadAll(io.NewSectionReader(r, 0, min(size, yamltext.MaxSize+1)))
	if err != nil {
		return nil, err
	}
	if text, err = yamltext.JSON(text); err != nil {
		return nil, schema.Fault(err)
	}
	return io.NopCloser(bytes.NewReader(text)), nil
}

// Limits of a search for a list of variables.
const (
	mostSheets = 100
	mostHead   = 64 << 10 // bytes of a sheet that are looked at
)

// Table is the table of a workbook of two sheets of which the other, and that alone, is a codebook; "" elsewhere.
func Table(source *convert.Source) string {
	if len(source.Parts) != 2 {
		return ""
	}
	book, found, err := Sheet(source, "")
	if err != nil || !found {
		return ""
	}
	if _, again, err := Sheet(source, book); err != nil || again {
		return ""
	}
	if book == source.Parts[0] {
		return source.Parts[1]
	}
	return source.Parts[0]
}

// Sheet finds the first sheet of a workbook with the titles of a codebook, other than the table's. It reads the start of each.
func Sheet(source *convert.Source, table string) (name string, found bool, err error) {
	hidden := source.Hidden
	defer func() { source.Hidden = hidden }()
	source.Hidden = "read" // a codebook has no records
	parts := source.Parts
	if len(parts) == 0 {
		parts = []string{""}
	}
	for _, part := range parts[:min(len(parts), mostSheets)] {
		if part == table && table != "" {
			continue
		}
		text, err := source.Text(part)
		if err != nil {
			return "", false, err
		}
		head, err := io.ReadAll(io.LimitReader(text, mostHead))
		text.Close()
		if err != nil {
			continue // another sheet may be whole
		}
		if codebook.Is(head) {
			return part, true, nil
		}
	}
	return "", false, nil
}
