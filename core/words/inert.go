package words

import (
	"iter"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Characters that matter to Inert and Editable.
const (
	// formulas begin a formula in a spreadsheet, in the forms that it takes for the same.
	formulas = "=+-@＝＋－＠﹦﹢﹣﹫−⁼₌⁺₊﬩⩵⩶"
	// breaks may begin a cell: where a table is taken to be separated by semicolons, as in
	// much of Europe, or by tabs, or where a reader does not know of quotes, also inside one.
	breaks = ";\t\n\v\f\r\u0085\u2028\u2029"
)

// Inert is a name as a cell of a table that no spreadsheet takes for a formula. A
// spreadsheet does so with a cell that begins with =, +, - or @, also in full width, quoted
// or not, and drops white space, quotes and invisible characters before it. So an apostrophe
// goes before each place where such a cell could begin, and before a tab or a carriage
// return at the start. What no reader bears, NUL, becomes U+FFFD. Other names stay as they are.
func Inert(name string) string {
	name = strings.ReplaceAll(name, "\x00", "\ufffd")
	var out strings.Builder
	begins, start := true, 0 // a cell could begin here; out holds name[:start]
	cell := 0                // where the cell began
	for i, r := range name {
		switch {
		case i == 0 && (r == '\t' || r == '\r'):
			out.WriteByte('\'')
			begins, cell = true, i+1
		case strings.ContainsRune(breaks, r):
			begins, cell = true, i+len(string(r))
		case begins && strings.ContainsRune(formulas, r):
			out.WriteString(name[start:cell] + "'")
			begins, start = false, cell
		case r != '"' && !invisible(r):
			begins = false
		}
	}
	return out.String() + name[start:]
}

// invisible reports whether a spreadsheet may drop a character at the start of a cell.
func invisible(r rune) bool {
	return unicode.IsSpace(r) || unicode.IsControl(r) || unicode.In(r, unicode.Cf, unicode.Zs, unicode.Variation_Selector, unicode.Other_Default_Ignorable_Code_Point)
}

// Editable is a text as a cell of a table that people fill in with a spreadsheet: no spreadsheet takes it for a formula, and Edited gives the
// text back, whatever it is but for NUL. An apostrophe goes before each place where a formula could begin, also where one stands there already.
// A plain number stays as it is.
func Editable(text string) string {
	if x, err := strconv.ParseFloat(text, 64); err == nil && x-x == 0 && !strings.ContainsAny(text, "+xX_pP") {
		return text
	}
	text = strings.ReplaceAll(text, "\x00", "\ufffd")
	var out strings.Builder
	for cell := range cells(text) {
		if guarded(cell, out.Len() == 0) {
			out.WriteByte('\'')
		}
		out.WriteString(cell)
	}
	return out.String()
}

// Edited is the text that Editable made a cell of. A text that begins no formula stays as it is.
func Edited(cell string) string {
	if !strings.Contains(cell, "'") {
		return cell
	}
	var out strings.Builder
	first := true
	for c := range cells(cell) {
		if inner, quoted := strings.CutPrefix(c, "'"); quoted && guarded(inner, first) {
			c = inner
		}
		out.WriteString(c)
		first = false
	}
	return out.String()
}

// cells are the pieces of a text that a reader could take for cells, each with the break that ends it.
func cells(text string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for len(text) > 0 {
			end := len(text)
			if i := strings.IndexAny(text, breaks); i >= 0 {
				_, size := utf8.DecodeRuneInString(text[i:])
				end = i + size
			}
			if !yield(text[:end]) {
				return
			}
			text = text[end:]
		}
	}
}

// guarded reports whether a formula could begin at the start of a cell, behind apostrophes, quotes and what a spreadsheet drops; of a text's
// first one also a tab or a carriage return.
func guarded(cell string, first bool) bool {
	for i, r := range cell {
		switch {
		case strings.ContainsRune(formulas, r):
			return true
		case strings.ContainsRune(breaks, r):
			return first && (r == '\t' || r == '\r') && strings.Trim(cell[:i], "'") == ""
		case r != '\'' && r != '"' && !invisible(r):
			return false
		}
	}
	return false
}
