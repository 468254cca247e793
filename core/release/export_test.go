package release

import (
	"bytes"
	"math"
	"os/exec"
	"testing"

	"privatepca/core/dataset"
	"privatepca/core/schema"
)

// Placed applies a document to public rows of a text, as worker and page do together.
func Placed(d *Document, text []byte) (Applied, error) {
	s := d.Reading(nil)
	s.Dialect = dataset.PublicDialect(text, s)
	read, err := dataset.Public(bytes.NewReader(text), s)
	if err != nil {
		return Applied{}, err
	}
	var rows []Row
	for r, name := range read.Names {
		row := Row{Name: name, Features: make([]*float64, len(read.Features[r]))}
		for j, x := range read.Features[r] {
			if !math.IsNaN(x) {
				row.Features[j] = &x
			}
		}
		rows = append(rows, row)
	}
	out, err := d.Apply(rows)
	out.Matched, out.Unread = read.Matched, read.Unread
	return out, err
}

// EncodingOf is what a document states of a schema.
func EncodingOf(s *schema.Schema) Encoding { return encoding(s, schema.FromSchema, schema.Scale) }

// Quote is what a literal of the Python loader looks like.
func Quote(s string) string { return quote(s, '0') }

// Interpreter finds a program that runs the check, or skips the test.
func Interpreter(t *testing.T, what, flag, check string, names ...string) string {
	t.Helper()
	for _, name := range names {
		if path, err := exec.LookPath(name); err == nil && exec.Command(path, flag, check).Run() == nil {
			return path
		}
	}
	t.Skipf("no %s here: the loader was not run", what)
	return ""
}
