//go:build !js

package command

import (
	"fmt"

	"privatepca/core/pca"
	"privatepca/core/schema"
)

// A template is a schema to be filled in: what the header alone can tell.
type template struct {
	Fields     []templateField `json:"fields"`
	PrivatePCA struct {
		Scaling       string `json:"scaling"`
		RowsPerPerson int    `json:"rows_per_person"`
	} `json:"privatepca"`
}

type templateField struct {
	Name        string `json:"name"`
	Type        string `json:"type"`
	Constraints struct {
		Minimum *float64 `json:"minimum"`
		Maximum *float64 `json:"maximum"`
	} `json:"constraints"`
}

// inspect prints a schema to fill in. It reads the header of the first table and no record:
// bounds that were read off the records would make a release not private.
func (p *program) inspect(args []string) error {
	f := p.flags("inspect")
	part := f.String("table", "", partUsage)
	if err := p.parse(f, args); err != nil {
		return err
	}
	names, err := expand(f.Args())
	if err != nil {
		return err
	}
	if tables, books := tablesAndBooks(names); len(books) > 0 {
		return describedColumns(p, tables, books, *part)
	}
	if len(names) == 1 && *part == "" && besideCodebook(names[0]) != "" {
		return describedColumns(p, names, names, "")
	}
	if book, err := bookInside(names[0]); err != nil {
		return err
	} else if book != nil {
		return inspectInside(p, book)
	}
	file := openFiles(p, names[:1], *part)
	file.describe(schema.Dialect{Hidden: "read"}) // of the names of columns alone
	h, err := pca.Header(p.ctx, file)
	if err != nil {
		return file.about(err)
	}
	if err := file.asks(&schema.Schema{}); err != nil { // the first row may be no header: its cells would be printed as names
		fmt.Fprintln(p.err, err)
	}
	sayLeftOut(p, names[0])
	var t template
	t.PrivatePCA.Scaling, t.PrivatePCA.RowsPerPerson = "affine", 1
	seen := map[string]bool{}
	for i, name := range h.Columns {
		if name == "" || seen[name] {
			fmt.Fprintf(p.err, "Column %d is left out: it has no name of its own.\n", i+1)
			continue
		}
		seen[name] = true
		t.Fields = append(t.Fields, templateField{Name: name, Type: "number"})
	}
	fmt.Fprintln(p.err, `Write this to a file and fill in what is public about each column, without looking at the records:
a number's minimum and maximum, or "type": "string" with "constraints": {"enum": […]}, or "type": "date" with bounds such as "2020-01-31".
A column's "missingValues" are its own missing codes; "privatepca": {"type": "ordinal"}, "integer", "log" or "signed log" says more of it. Delete the columns that take no part.`)
	return writeJSON(p, t)
}
