package columns

import (
	"strconv"
	"strings"

	"privatepca/core/schema"
)

// Ids of the controls that say how a file is read.
const (
	dialectFirstCells = "dialect-first-cells"
	dialectBelow      = "dialect-below"
	dialectEnd        = "dialect-end"
	dialectComment    = "dialect-comment"
	dialectQuote      = "dialect-quote"
	dialectCase       = "dialect-case"
	dialectEncoding   = "dialect-encoding"
	dialectDelimiter  = "dialect-delimiter"
	dialectHidden     = "dialect-hidden"
	dialectHeader     = "dialect-header"
	dialectNumbers    = "dialect-numbers"
)

// chosenDialect is a dialect with what was chosen at one of the controls.
func chosenDialect(d schema.Dialect, id, value string) *schema.Dialect {
	n, err := strconv.Atoi(value) // of the choices that count lines; the others are words
	switch id {
	case dialectFirstCells:
		d.RowNames = value != ""
	case dialectBelow:
		if d.Below, d.HeaderRows = n, 0; err != nil {
			d.Below, d.HeaderRows = 0, 2
		}
	case dialectEnd:
		d.End = n
	case dialectComment:
		d.Comment = value
	case dialectQuote:
		d.Quote = value
	case dialectCase:
		d.IgnoreCase = value != ""
	case dialectEncoding:
		d.Encoding = schema.Encoding(value)
	case dialectDelimiter:
		d.Delimiter = value
	case dialectHidden:
		d.Hidden = value
	case dialectHeader:
		if d.NoHeader = err != nil; err == nil {
			d.Skip = n
		}
	case dialectNumbers:
		d.Grouping, d.Decimal, _ = strings.Cut(value, "/")
	}
	return &d
}
