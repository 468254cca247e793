package run

import "privatepca/app/client"

// Descriptions reads workbooks and YAML; the zero value reads none.
type Descriptions struct{ Reader *client.Browser }

// Describe reads a workbook or YAML that describes a table, as the text that core/codebook reads.
func (d Descriptions) Describe(f client.NamedFile, most int64, done func(text []byte, err error)) {
	if d.Reader == nil {
		done(nil, client.ErrNoConverter)
		return
	}
	d.Reader.Describe(f, most, done)
}

// Codebook finds the sheet of a table's workbook that is a list of variables, and reads at most so many bytes of it.
func (d Descriptions) Codebook(f client.NamedFile, table string, most int64, done func(sheet string, text []byte, err error)) {
	if d.Reader == nil {
		done("", nil, client.ErrNoConverter)
		return
	}
	d.Reader.Codebook(f, table, most, done)
}
