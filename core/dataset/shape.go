package dataset

import (
	"io"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"privatepca/core/schema"
)

// Shape guesses which rows are records, and which cells have a name, beyond what a dialect states. It asks nothing where the dialect says that
// all is as it is written. The doubts are those of Sniff but for the encoding, titles and numbers, which the first row or the counts of
// unreadable cells tell.
func Shape(src io.Reader, stated schema.Dialect) Guess {
	g := Guess{Dialect: stated}
	if stated.AsWritten {
		return g
	}
	text := head(start(src), stated.Encoding)
	if g.comment(text); g.Dialect.Comment == "" && stated.Skip == 0 {
		g.spaces(text)
	}
	g.shape(g.below(text), &stated)
	return g
}

// comment guesses the prefix of comments from the first line.
func (g *Guess) comment(text string) {
	if g.Dialect.Comment == "" && strings.HasPrefix(text, "#") {
		first, rest, _ := strings.Cut(text, "\n")
		next, _, _ := strings.Cut(rest, "\n")
		// "#id,name" is a header whose first name has the sign.
		if d := delimiterOf(rest); strings.Count(first, d) < strings.Count(next, d) || strings.Count(next, d) == 0 || strings.HasPrefix(next, "#") {
			g.Dialect.Comment = "#"
			g.Doubts = append(g.Doubts, schema.DoubtComment)
		}
	}
}

// below gives the rows from the header on, without comments.
func (g *Guess) below(text string) []sniffedRow {
	d := g.Dialect
	if d.Comment != "" {
		lines, _ := io.ReadAll(ofRecords(strings.NewReader(text), schema.Dialect{Comment: d.Comment, Quote: d.Quote}))
		text = string(lines)
	}
	text = afterLines(text, d.Skip)
	delimiter := d.Delimiter
	if rest, ok := strings.CutPrefix(text, "sep="); ok && len(rest) > 1 && delimiter == "" {
		if line, after, _ := strings.Cut(rest, "\n"); len(strings.TrimSpace(line)) <= 1 {
			delimiter, text = rest[:1], after
		}
	}
	if delimiter == "" {
		delimiter = delimiterOf(text)
	}
	g.delimiter = delimiter
	return parseWith(text, delimiter, quoteOf(d), sniffedRows)
}

// shape looks at the rows from the header on.
func (g *Guess) shape(rows []sniffedRow, stated *schema.Dialect) {
	d := &g.Dialect
	if len(rows) > 0 {
		g.columns = len(rows[0].cells)
	}
	if d.NoHeader || len(rows) < 2 {
		return
	}
	names := rows[0].cells
	if d.HeaderRows == 2 || d.HeaderRows == 0 && d.Below == 0 && oddRows(rows[1:]) == 1 && namesBelow(padded(names, rows[1].cells), rows[1:]) {
		names = padded(names, rows[1].cells) // a workbook's row of merged cells ends with the last that holds a text
	}
	if d.HeaderRows == 2 {
		rows = rows[1:]
	}
	body := rows[min(len(rows), 1+d.Below):]
	if surplus := surplusOf(body, len(names)); !d.RowNames && surplus > 0 {
		d.RowNames = surplus == 1
		g.doubt(schema.DoubtRowNames)
	}
	if d.RowNames {
		names = append([]string{""}, names...)
	}
	if !slices.Contains(g.Doubts, schema.DoubtHeader) && !headed(stated) && isRecord(names, body) {
		d.NoHeader, d.RowNames = true, false
		g.Doubts = slices.DeleteFunc(g.Doubts, func(kind string) bool { return kind == schema.DoubtRowNames })
		g.doubt(schema.DoubtHeader)
		return
	}
	switch n := oddRows(body); {
	case n == 0:
	case d.HeaderRows == 0 && d.Below == 0 && n == 1 && namesBelow(names, body):
		d.HeaderRows = 2
		g.doubt(schema.DoubtBelow)
	default:
		d.Below += n
		g.doubt(schema.DoubtBelow)
	}
}

// padded are the names of a header with empty ones up to the end of the row below it.
func padded(names, below []string) []string {
	return append(slices.Clip(names), make([]string, max(0, len(below)-len(names)))...)
}

// namesBelow reports whether the first row of a body names columns below names that stand over several of them, as merged cells do: it fills each cell,
// each with another text, that a name before it leaves empty, and no cell twice.
func namesBelow(names []string, body []sniffedRow) bool {
	open, seen := false, map[string]bool{}
	for i, name := range names {
		below := ""
		if i < len(body[0].cells) {
			below = strings.TrimFunc(body[0].cells[i], outer)
		}
		if name = strings.TrimFunc(name, outer); below == "" || seen[below] || figure(below) || i == 0 && name == "" {
			return false
		}
		seen[below] = true
		open = open || name == ""
	}
	return open
}

// headed reports whether something is stated that only a table with a header can have.
func headed(d *schema.Dialect) bool { return d.Below > 0 || d.HeaderRows > 0 || d.RowNames }

func (g *Guess) doubt(kind string) {
	if !slices.Contains(g.Doubts, kind) {
		g.Doubts = append(g.Doubts, kind)
	}
}

// surplusOf is how many cells most rows have beyond a header, the same number in each; 0 where there is no such number, or where these cells
// are empty.
func surplusOf(rows []sniffedRow, names int) int {
	counts, filled := map[int]int{}, map[int]int{}
	for _, r := range rows {
		if n := len(r.cells) - names; n > 0 {
			counts[n]++
			if strings.TrimFunc(r.cells[len(r.cells)-1], outer) != "" {
				filled[n]++
			}
		}
	}
	for n := range counts {
		if 2*counts[n] > len(rows) && 10*filled[n] > counts[n] {
			return n
		}
	}
	return 0
}

// isRecord reports whether the first row seems to be a record: a name is a date, an address, a word for no value or for truth, a long
// number, or stands again in its own column.
func isRecord(names []string, body []sniffedRow) bool {
	for i, name := range names {
		name = strings.TrimFunc(name, outer)
		switch {
		case name == "":
			continue
		case isDate(name), strings.Contains(name, "@") && strings.Contains(name, "."), isWord(name), isLong(name):
			return true
		}
		if _, v := parseNumber([]byte(name), ','); v == isNumber && utf8.RuneCountInString(name) <= 4 {
			continue // a year, or the number of a question
		}
		for _, r := range body {
			if i < len(r.cells) && strings.TrimFunc(r.cells[i], outer) == name {
				return true
			}
		}
	}
	return false
}

// isWord reports whether a name is a word that stands for no value or for truth.
func isWord(name string) bool {
	switch strings.ToLower(name) {
	case "na", "n/a", "nan", "null", "none", "true", "false":
		return true
	}
	return false
}

// isLong reports whether a name is a number of more digits than a year has.
func isLong(name string) bool {
	digits := 0
	for _, c := range name {
		switch {
		case c >= '0' && c <= '9':
			digits++
		case !strings.ContainsRune("+-., ", c):
			return false
		}
	}
	return digits > 4
}

// isDate reports whether a cell looks like a date of a day: three groups of digits between two equal signs, whatever follows a blank or a T.
func isDate(cell string) bool {
	at := strings.IndexAny(cell, "-/.")
	if at < 1 || at > 4 {
		return false
	}
	parts := strings.SplitN(cell, cell[at:at+1], 3)
	if len(parts) != 3 || len(parts[1]) < 1 || len(parts[1]) > 2 {
		return false
	}
	last := parts[2]
	if end := strings.IndexAny(last, " T"); end > 0 {
		last = last[:end]
	}
	year := len(parts[0]) == 4 || len(last) == 4 || len(parts[0]) == 2 && len(last) == 2
	return year && len(last) >= 1 && len(last) <= 4 && strings.Trim(parts[0]+parts[1]+last, "0123456789") == ""
}

// figure reports whether a cell is a number or a date, with what stands around it: its first character but for signs is a digit.
func figure(cell string) bool {
	cell = strings.TrimLeftFunc(cell, func(c rune) bool {
		return outer(c) || minus(c) || unicode.Is(unicode.Sc, c) || strings.ContainsRune("+-(.,<>~", c)
	})
	return cell != "" && cell[0] >= '0' && cell[0] <= '9'
}

// wordy reports whether a cell has two words or more of letters, as notes have: "(40 rows affected)". A number with its unit has one.
func wordy(cell string) bool {
	words := 0
	for _, w := range strings.Fields(cell) {
		if letters := strings.IndexFunc(w, func(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsPunct(c) }) < 0; letters && utf8.RuneCountInString(w) > 1 {
			words++
		}
	}
	return words > 1
}

// mostBelow is how many rows below a header are looked at.
const mostBelow = 3

// oddRows is how many rows, from the first on and at most mostBelow, are of no type of those that follow: where these have figures, they
// have texts that stand nowhere else in their column.
func oddRows(rows []sniffedRow) int {
	if len(rows) < 2*mostBelow {
		return 0
	}
	rest := rows[mostBelow:]
	columns := 0
	for _, r := range rows {
		columns = max(columns, len(r.cells))
	}
	cell := func(r *sniffedRow, i int) string {
		if i < len(r.cells) {
			return strings.TrimFunc(r.cells[i], outer)
		}
		return ""
	}
	var text, of [mostBelow]int // of each row: columns of figures where it has a text; where it has anything
	for i := range columns {
		filled, figures := 0, 0
		for j := range rest {
			if c := cell(&rest[j], i); c != "" {
				filled++
				if figure(c) {
					figures++
				}
			}
		}
		if filled < mostBelow || 10*figures < 9*filled {
			continue
		}
		for k := range mostBelow {
			c := cell(&rows[k], i)
			if c == "" {
				continue
			}
			of[k]++
			again := slices.ContainsFunc(rest, func(r sniffedRow) bool { return cell(&r, i) == c })
			if !figure(c) && !again && !isWord(c) && c != "-" && c != "." {
				text[k]++
			}
		}
	}
	odd := 0
	for odd < mostBelow && text[odd] > 0 && text[odd] == of[odd] {
		odd++
	}
	return odd
}

// closing are words that stand in a row of totals, or of notes, below a table.
var closing = []string{
	"total", "totals", "grand total", "subtotal", "sum", "summe", "gesamt", "gesamtsumme", "insgesamt", "source", "sources", "quelle", "quellen", "somme", "totale", "somma", "suma", "totaal",
	"fuente", "fonte", "bron", "note", "notes", "anmerkung", "anmerkungen", "nota", "mean", "average", "mittelwert", "durchschnitt", "moyenne", "media", "median",
}

// isClosing reports whether a cell is such a word, or starts with one and a colon.
func isClosing(cell string) bool {
	word, _, _ := strings.Cut(strings.ToLower(strings.TrimFunc(cell, outer)), ":")
	return slices.Contains(closing, strings.TrimFunc(word, outer))
}

// mostEnd is how many rows at the end are looked at, and LastBytes where they are looked for.
const (
	mostEnd   = 10
	LastBytes = 8 << 10
)

// Last guesses how many lines at the end are no records, from the last bytes of a text as it is stored: at most LastBytes of them, or all. Of a
// text that is packed or in UTF-16 it guesses nothing: Reader.Ending tells once it was read.
func (g *Guess) Last(raw []byte) {
	d := g.Dialect
	if d.AsWritten || g.columns == 0 || d.Encoding == schema.UTF16LE || d.Encoding == schema.UTF16BE || g.packed {
		return
	}
	text := head(raw, d.Encoding)
	if d.Encoding == "" {
		text = head(raw, schema.UTF8)
	}
	_, text, _ = strings.Cut(text, "\n") // a line that began before these bytes, or the header
	rows := parseAll(strings.TrimRight(text, "\x1a"), g.delimiter, quoteOf(d), len(text))
	if n := ending(rows, g.columns); n > 0 {
		g.Dialect.End = n
		g.doubt(schema.DoubtEnd)
	}
}

// Ending is how many lines at the end of the text, once it was read to that, seem to be no records: rows of one text alone in a table of three
// columns or more, and rows of totals and notes. It is 0 where the dialect says that all is as it is written.
func (r *Reader) Ending() int {
	if r.dialect.AsWritten || !r.eof {
		return 0
	}
	text := append(slices.Clip(r.last), r.buf[:r.end]...)
	whole := r.gone == 0
	if len(text) > LastBytes {
		text, whole = text[len(text)-LastBytes:], false
	}
	if r.eol == '\r' {
		text = []byte(strings.ReplaceAll(string(text), "\r", "\n"))
	}
	lines := string(text)
	if !whole {
		_, lines, _ = strings.Cut(lines, "\n")
	}
	rows := parseAll(lines, string(rune(r.delim)), r.quote, len(lines))
	if whole && !r.dialect.NoHeader && len(rows) > 0 {
		rows = rows[1:]
	}
	return ending(rows, len(r.header.Columns))
}

// ending is Ending of the last rows.
func ending(rows []sniffedRow, columns int) int {
	filled := func(r *sniffedRow) (n int) {
		for _, c := range r.cells {
			if strings.TrimFunc(c, outer) != "" {
				n++
			}
		}
		return n
	}
	usual := 0
	for i := range rows {
		usual += filled(&rows[i])
	}
	odd := func(at int) bool {
		r := &rows[at]
		if n := filled(r); n == 1 && columns >= 3 && usual >= 2*len(rows) {
			return !slices.ContainsFunc(r.cells, func(c string) bool { return figure(c) && !wordy(c) })
		}
		for i, c := range r.cells {
			if isClosing(c) && !slices.ContainsFunc(rows[:max(0, len(rows)-mostEnd)], func(other sniffedRow) bool { return i < len(other.cells) && other.cells[i] == c }) {
				return true
			}
		}
		return false
	}
	n, found := 0, 0
	for at := len(rows) - 1; at > 0 && n < mostEnd; at-- { // a line of the same notes may stand between
		if n++; odd(at) {
			found = n
		} else if n > found+1 || filled(&rows[at]) == columns { // a whole row is a record
			break
		}
	}
	return found
}
