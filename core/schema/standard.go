package schema

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
)

// A standardDialect is what Frictionless (Table Dialect, CSV Dialect) and CSVW (dialect descriptions) say of how a text is written, and where
// it stands. Numbers and truths may be JSON strings.
type standardDialect map[string]json.RawMessage

// into takes over what the reader has. It returns what it has not, by key, unless that is the standard's default.
func (s standardDialect) into(d *Dialect) error {
	for key, raw := range s {
		if wrong := s.take(d, key, raw); wrong != "" {
			return fmt.Errorf("schema: the dialect's %s %s: leave it out, or write the file without it", key, wrong)
		}
	}
	return nil
}

const notRead = "is not read as it is stated"

// take takes over one key, and says what is wrong with it.
func (s standardDialect) take(d *Dialect, key string, raw json.RawMessage) string {
	null := string(raw) == "null"
	var text text
	if !null && json.Unmarshal(raw, &text) != nil && raw[0] != '[' && raw[0] != '{' {
		return notRead
	}
	value := string(text)
	truth, isTruth := value == "true", value == "true" || value == "false"
	number, err := strconv.Atoi(value)
	isNumber := err == nil
	switch key {
	case "encoding":
		e, ok := EncodingOf(value)
		if !ok {
			return "is no name of the Encoding standard"
		}
		if d.Encoding = e; e == UTF8 {
			d.Encoding = "" // the default of both
		}
	case "delimiter":
		if value == `\t` {
			value = "\t"
		}
		if (&Dialect{Delimiter: value}).Problem() != "" {
			return "is none of comma, semicolon, tab, vertical bar and space"
		}
		d.Delimiter = value
	case "quoteChar":
		switch {
		case null || value == "":
			d.Quote = "none"
		case value == "'":
			d.Quote = value
		case value != `"`:
			return "is none of \" and '"
		}
	case "doubleQuote":
		if !truth {
			return "says that quotation marks are not doubled, which is not read"
		}
	case "escapeChar":
		if !null && value != "" {
			return notRead
		}
	case "commentChar", "commentPrefix":
		switch {
		case null:
		case (&Dialect{Comment: value}).Problem() != "":
			return notRead
		default:
			d.Comment = value
		}
	case "header":
		if !isTruth {
			return notRead
		}
		d.NoHeader = !truth
	case "headerRowCount":
		switch {
		case !isNumber || number > 2 || number < 0:
			return "is none of 0, 1 and 2"
		case number == 0:
			d.NoHeader = true
		case number == 2:
			d.HeaderRows = 2
		}
	case "headerRows":
		var rows []int
		if json.Unmarshal(raw, &rows) != nil {
			return notRead
		}
		switch {
		case len(rows) == 0:
			d.NoHeader = true
		case len(rows) <= 2 && rows[0] >= 1 && (len(rows) == 1 || rows[1] == rows[0]+1):
			if d.Skip = rows[0] - 1; len(rows) == 2 {
				d.HeaderRows = 2
			}
		default:
			return notRead
		}
	case "skipRows":
		if !isNumber || number < 0 || number > MaxSkip {
			return "is not from 0 to 1,000"
		}
		d.Skip = number
	case "skipColumns":
		if number != 0 || !isNumber {
			return notRead
		}
	case "skipBlankRows", "skipInitialSpace", "trim", "caseSensitiveHeader", "lineTerminator", "lineTerminators", "csvddfVersion",
		"name", "title", "description", "$schema", "profile", "@id", "@type", "type", "id", "headerJoin":
		// blanks around cells and empty rows never count, and line ends are told by the first row
	case "commentRows", "nullSequence", "property", "itemType", "itemKeys", "sheetNumber", "sheetName", "table":
		if !null && value != "" && string(raw) != "[]" {
			return notRead
		}
	}
	return ""
}

// merged is a standard's dialect of one table with what stands at the top of its group.
func (s standardDialect) merged(top standardDialect) standardDialect {
	out := standardDialect{}
	for _, from := range []standardDialect{top, s} {
		for key, value := range from {
			out[key] = value
		}
	}
	return out
}

// numberMarks are a field's decimal mark and the mark that groups its digits, where a standard states them.
func numberMarks(decimal, group *text) (Decimal, Grouping string) {
	of := func(t *text) string {
		if t == nil {
			return ""
		}
		return strings.TrimSpace(strings.Map(func(c rune) rune {
			switch c {
			case '\u00a0', '\u202f', '\u2009', '\u2007':
				return ' '
			case '’':
				return '\''
			}
			return c
		}, string(*t)))
	}
	Decimal, Grouping = of(decimal), of(group)
	if group != nil && Grouping == "" && len(*group) > 0 {
		Grouping = " "
	}
	return Decimal, Grouping
}
