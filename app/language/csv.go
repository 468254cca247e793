package language

import (
	"strconv"
	"strings"
)

// CSV writes a table of this program's as spreadsheets in the language open one: where a comma stands before fractions, cells are divided by semicolons.
func CSV(text []byte) []byte {
	if spoken == nil || spoken.Decimal != "," {
		return text
	}
	var out strings.Builder
	for rest := string(text); rest != ""; {
		end := cellEnd(rest)
		cell := rest[:end]
		if _, err := strconv.ParseFloat(cell, 64); err == nil {
			cell = strings.Replace(cell, ".", ",", 1)
		} else if strings.Contains(cell, ";") && cell[0] != '"' {
			cell = `"` + cell + `"`
		}
		out.WriteString(cell)
		if end == len(rest) {
			break
		}
		if rest[end] == ',' {
			out.WriteByte(';')
		} else {
			out.WriteByte(rest[end])
		}
		rest = rest[end+1:]
	}
	return []byte(out.String())
}

// cellEnd is where the first cell of a text ends: at a comma or a line's end outside of quotes.
func cellEnd(text string) int {
	quoted := false
	for i := range len(text) {
		switch c := text[i]; {
		case c == '"':
			quoted = !quoted
		case !quoted && (c == ',' || c == '\n'):
			return i
		}
	}
	return len(text)
}
