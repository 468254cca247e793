package dataset

import (
	"bufio"
	"bytes"
	"cmp"
	"compress/gzip"
	"io"
	"slices"
	"strings"

	"privatepca/core/schema"
)

// A Guess is what the start of a text suggests about how it is written, for the curator to confirm or to change.
// It was made from records, so it is no part of the public rule: what counts is the dialect that the curator's schema
// states (ENCODING.md).
type Guess struct {
	Dialect schema.Dialect
	Doubts  []string // kinds of questions, at most one of each; none where the first row says all
	Empty   bool     // no row stands below the header

	delimiter string
	columns   int  // of the header; 0 where there is none
	packed    bool // by gzip, or UTF-16 by its mark
}

const (
	sniffed     = 64 << 10 // bytes that are looked at
	sniffedRows = 60
)

// Sniff guesses how a text is written, plain or gzip, from its first 64 KiB.
func Sniff(src io.Reader) Guess {
	var g Guess
	raw := bufio.NewReaderSize(src, 64<<10)
	magic, _ := raw.Peek(2)
	g.packed = bytes.Equal(magic, []byte{0x1f, 0x8b}) || bytes.Equal(magic, []byte("\xff\xfe")) || bytes.Equal(magic, []byte("\xfe\xff"))
	return g.sniff(start(raw))
}

func (g Guess) sniff(raw []byte) Guess {
	if len(raw) == 0 {
		return g
	}
	g.encoding(raw)
	text := head(raw, g.Dialect.Encoding)
	if g.comment(text); g.Dialect.Comment == "" {
		g.spaces(text)
		g.header(text)
	}
	g.shape(g.below(text), &schema.Dialect{})
	g.numbers(text)
	if below := afterLines(text, g.Dialect.Skip); len(raw) < sniffed && !g.Dialect.NoHeader && !strings.HasPrefix(text, "sep=") && !strings.Contains(text, "\x00") {
		g.Empty = strings.TrimSpace(below) != "" && len(parse(below, ",", 2)) == 1 && strings.Count(strings.TrimRight(below, "\r\n"), "\n") == 0
	}
	return g
}

// Start gives the first bytes of a text, unpacked, at most 64 KiB.
func Start(src io.Reader) []byte { return start(src) }

func start(src io.Reader) []byte {
	raw := bufio.NewReaderSize(src, 64<<10)
	var text io.Reader = raw
	if magic, _ := raw.Peek(2); bytes.Equal(magic, []byte{0x1f, 0x8b}) {
		if z, err := gzip.NewReader(raw); err == nil {
			text = z
		}
	}
	b := make([]byte, sniffed)
	n, _ := io.ReadFull(text, b) // the Reader reports what cannot be read
	return b[:n]
}

// head decodes the first bytes of a text. Lines end in LF.
func head(raw []byte, e schema.Encoding) string {
	text, _ := io.ReadAll(decoded(bytes.NewReader(raw), e)) // a character that is cut off is none
	s := strings.TrimPrefix(strings.ToValidUTF8(string(text), "\ufffd"), "\ufeff")
	if !strings.Contains(s, "\n") {
		s = strings.ReplaceAll(s, "\r", "\n")
	}
	return s
}

// encoding guesses the encoding of the first bytes.
func (g *Guess) encoding(raw []byte) {
	even, odd := 0, 0 // NUL bytes, as UTF-16 has them in most texts
	sample := raw[:min(len(raw), 2000)]
	for i, b := range sample {
		if b == 0 && i%2 == 0 {
			even++
		} else if b == 0 {
			odd++
		}
	}
	switch most := max(2, len(sample)/5); {
	case bytes.HasPrefix(raw, []byte("\xff\xfe")), bytes.HasPrefix(raw, []byte("\xfe\xff")):
	case odd > most && even < odd/4:
		g.Dialect.Encoding = schema.UTF16LE
	case even > most && odd < even/4:
		g.Dialect.Encoding = schema.UTF16BE
	case !validUTF8(raw, len(raw) < sniffed):
		g.Dialect.Encoding = schema.Windows1252
		g.Doubts = append(g.Doubts, schema.DoubtEncoding)
	}
}

// A sniffedRow is one with the line that it starts on, from 0.
type sniffedRow struct {
	cells []string
	line  int
}

// parse reads rows that hold a value, leniently, without the last one where the text may be cut off in it.
func parse(text, delimiter string, most int) (rows []sniffedRow) {
	return parseWith(text, delimiter, '"', most)
}

// parseWith is parse with a quotation mark, 0 for none.
func parseWith(text, delimiter string, quote byte, most int) []sniffedRow {
	rows := parseAll(text, delimiter, quote, most)
	if len(text) >= sniffed/4 && len(rows) > 1 && len(rows) < most {
		rows = rows[:len(rows)-1]
	}
	return rows
}

// parseAll splits rows as the Reader does. A line that it refuses is a row of one cell.
func parseAll(text, delimiter string, quote byte, most int) (rows []sniffedRow) {
	buf := append(append([]byte(text), '\n'), make([]byte, padding)...)
	r := &Reader{
		header: Header{Columns: []string{""}}, delim: delimiter[0], eol: '\n', quote: quote, buf: buf, end: len(text), eof: true, line: 1,
		rec: Record{cells: make([]span, 1+strings.Count(text, delimiter))},
	}
	for len(rows) < most {
		from, line := r.pos, r.line
		err := r.scan()
		if err == io.EOF {
			break
		}
		if err != nil {
			for r.pos = from; r.buf[r.pos] != '\n'; r.pos++ {
			}
			rows = append(rows, sniffedRow{[]string{string(buf[from:r.pos])}, int(line) - 1})
			r.pos, r.line = min(r.pos+1, r.end), line+1
			continue
		}
		r.unescape()
		row := sniffedRow{line: int(r.rec.Line) - 1, cells: make([]string, r.rec.Len())}
		for i := range row.cells {
			row.cells[i] = string(r.rec.Cell(i))
		}
		rows = append(rows, row)
	}
	return rows
}

// delimiterOf is the one that the first row says: the rule of the Reader.
func delimiterOf(text string) string {
	best, most := ",", 1
	for _, d := range []string{"|", "\t", ";", ","} {
		if rows := parse(text, d, 1); len(rows) == 1 && len(rows[0].cells) > most {
			best, most = d, len(rows[0].cells)
		}
	}
	return best
}

// afterLines gives the text below so many lines.
func afterLines(text string, lines int) string {
	for range lines {
		_, text, _ = strings.Cut(text, "\n")
	}
	return text
}

// header guesses where the header is, and what separates cells there.
func (g *Guess) header(text string) {
	if strings.HasPrefix(text, "sep=") {
		return
	}
	delimiter := cmp.Or(g.Dialect.Delimiter, delimiterOf(text))
	rows := parse(text, delimiter, sniffedRows)
	if len(rows) < 2 {
		return
	}
	if n, share := usual(rows); n < 2 || len(rows[0].cells) < n-1 || share < 0.5 || len(rows[0].cells) == n && firstNames(rows, n) > 0 {
		d, at := table(text)
		if d == "" {
			return
		}
		if at > 0 {
			g.Dialect.Skip = at
			g.Doubts = append(g.Doubts, schema.DoubtHeader)
		}
		if delimiterOf(afterLines(text, at)) != d {
			g.Dialect.Delimiter = d
		}
		delimiter = d
		rows = parse(afterLines(text, at), d, sniffedRows)
	}
	if len(rows) > 1 && !headed(&g.Dialect) && onlyNumbers(rows[0].cells) && onlyNumbers(rows[1].cells) {
		g.Dialect.NoHeader = true
		if !slices.Contains(g.Doubts, schema.DoubtHeader) {
			g.Doubts = append(g.Doubts, schema.DoubtHeader)
		}
	}
}

// spaces guesses that spaces separate cells, as R writes them: no other delimiter stands in the first row, and rows have as many cells as it, or one more.
func (g *Guess) spaces(text string) {
	if g.Dialect.Delimiter != "" {
		return
	}
	if first := parse(text, delimiterOf(text), 1); len(first) == 0 || len(first[0].cells) > 1 {
		return
	}
	rows := parse(text, " ", sniffedRows)
	if len(rows) < 3 {
		return
	}
	n, share := usual(rows[1:])
	names := len(rows[0].cells)
	if n < 2 || share < .9 || names != n && names != n-1 || slices.ContainsFunc(rows, func(r sniffedRow) bool { return slices.Contains(r.cells, "") }) {
		return
	}
	g.Dialect.Delimiter = " "
	g.doubt(schema.DoubtDelimiter)
}

// usual is how many cells most rows have, and which share of them.
func usual(rows []sniffedRow) (cells int, share float64) {
	counts := map[int]int{}
	for _, r := range rows {
		counts[len(r.cells)]++
		if n := counts[len(r.cells)]; n > counts[cells] || n == counts[cells] && len(r.cells) > cells {
			cells = len(r.cells)
		}
	}
	return cells, float64(counts[cells]) / float64(len(rows))
}

// table looks for a table below lines of a title: the delimiter that gives most rows as many cells, and the line of
// the first such row that can be a header. The delimiter is "" where there is none.
func table(text string) (delimiter string, line int) {
	best := 0.0
	for _, d := range []string{"|", "\t", ";", ","} {
		rows := parse(text, d, sniffedRows)
		n, share := usual(rows)
		if n < 2 || share < 0.5 || share*float64(n) <= best {
			continue
		}
		if r := rows[firstNames(rows, n)]; r.line <= schema.MaxSkip {
			delimiter, line, best = d, r.line, share*float64(n)
		}
	}
	return delimiter, line
}

// firstNames is the index of the first row of n cells that can be a header. Spreadsheets fill the line of a title up with empty cells: a row
// with a first cell alone, or with fewer than half of its cells filled, is none where a fuller one follows. Some row has n cells.
func firstNames(rows []sniffedRow, n int) int {
	first := slices.IndexFunc(rows, func(r sniffedRow) bool { return len(r.cells) == n })
	for i, r := range rows[first:] {
		filled := 0
		for _, c := range r.cells {
			if strings.TrimSpace(c) != "" {
				filled++
			}
		}
		if len(r.cells) == n && 2*filled >= n && (filled > 1 || strings.TrimSpace(r.cells[0]) == "") {
			return first + i
		}
	}
	return first
}

// onlyNumbers reports whether the cells are numbers, or empty: a header names something.
func onlyNumbers(cells []string) bool {
	numbers := 0
	for _, c := range cells {
		switch _, v := parseNumber([]byte(c), ','); v {
		case isNumber:
			numbers++
		case isUnparsable:
			return false
		}
	}
	return 2*numbers > len(cells)
}

// numbers guesses how digits are grouped and where a fraction begins, from the cells below the header. Each column is evidence by itself. Where two
// disagree about the decimal mark alone, the comma is asked about, since a point is read beside it; where they disagree otherwise, one of them holds no
// numbers, and nothing is guessed.
func (g *Guess) numbers(text string) {
	d := g.Dialect
	text = afterLines(text, d.Skip)
	delimiter := d.Delimiter
	if delimiter == "" {
		delimiter = delimiterOf(text)
	}
	var columns []marks
	for i, r := range parseWith(text, delimiter, quoteOf(d), 10*sniffedRows) {
		if i == 0 && !d.NoHeader {
			continue
		}
		for len(columns) < len(r.cells) {
			columns = append(columns, newMarks())
		}
		for i, c := range r.cells {
			columns[i].add(c)
		}
	}
	g.written(columns, delimiter)
}

// written guesses from the marks of columns.
func (g *Guess) written(columns []marks, delimiter string) {
	guessed := ""
	for i := range columns {
		grouping, decimal := columns[i].guess(delimiter)
		switch now := grouping + "/" + decimal; {
		case decimal == "" || now == guessed || grouping == "" && strings.HasSuffix(guessed, "/"+decimal): // nothing, or what another column says as well
		case guessed == "" || guessed == "/"+decimal: // a decimal mark, and now a grouping beside it
			guessed = now
		case grouping == "" && (guessed == "/." || guessed == "/,"): // texts among the numbers of a workbook: where the comma is the mark, a point is read as one, too
			guessed = "/,"
		default:
			return
		}
	}
	if guessed == "" || guessed == "/." || guessed == "/," && delimiter == ";" {
		return
	}
	g.Dialect.Grouping, g.Dialect.Decimal, _ = strings.Cut(guessed, "/")
	g.Doubts = append(g.Doubts, schema.DoubtNumbers)
}

// Grouped guesses whether numbers of some columns have digits in groups that the dialect's rule reads as fractions: "1.234" beside "12.500", in a table
// whose cells no comma divides. It is asked where the dialect states nothing of numbers. Of what that rule does not read, counts of unreadable cells tell.
func Grouped(src io.Reader, stated schema.Dialect, of func(column string) bool) Guess {
	g, none := Guess{Dialect: stated}, Guess{Dialect: stated}
	if stated.AsWritten || stated.Decimal != "" || stated.Grouping != "" {
		return none
	}
	text := start(src)
	r, err := NewReaderIn(bytes.NewReader(text), stated)
	if err != nil {
		return none // reading it says so
	}
	columns := make([]marks, len(r.Header().Columns))
	for i := range columns {
		columns[i] = newMarks()
	}
	for range 10 * sniffedRows {
		rec, err := r.Next()
		if err != nil || r.eof && r.pos == r.end && len(text) == sniffed { // the last one may be cut off
			break
		}
		for i, name := range r.Header().Columns {
			if i < rec.Len() && of(name) {
				columns[i].add(string(rec.Cell(i)))
			}
		}
	}
	if g.written(columns, r.Header().Delimiter); g.Dialect.Grouping != "." {
		return none
	}
	return g
}

// Marks count how the numbers of a column are written.
type marks struct {
	groups         map[string]int  // by the mark between digits
	cannot         map[string]bool // a cell has that mark where it groups no digits
	commas, points int             // cells with one of these
	others, filled int             // cells that are no numbers; all that hold something
}

func newMarks() marks { return marks{groups: map[string]int{}, cannot: map[string]bool{}} }

// add takes a cell.
func (m *marks) add(c string) {
	if c = strings.TrimFunc(c, outer); c == "" {
		return
	}
	m.filled++
	if len(c) > 40 || strings.Trim(c, "0123456789-+., '’\u00a0\u202f\u2009") != "" {
		m.others++
		return
	}
	if _, v := parseNumber([]byte(c), 0); v == isNumber && !strings.Contains(c, ".") {
		return
	}
	for _, mark := range []string{".", ",", " ", "'"} {
		point := map[bool]byte{true: ',', false: '.'}[mark == "."]
		grouped, has := false, false
		for _, p := range []byte{point, ','} {
			by := &grouping{mark[0], p}
			if has = strings.ContainsFunc(c, by.marks); mark == string(p) || !has {
				continue
			}
			if _, v := by.parse([]byte(c), p); v == isNumber {
				grouped = true
				break
			}
		}
		if grouped {
			m.groups[mark]++
		} else if has && strings.Count(c, mark) == 1 && !strings.ContainsAny(strings.Replace(c, mark, "", 1), ".,") {
			m.cannot[mark] = true // 863.35 can be no grouped digits
		}
	}
	if strings.Count(c, ",") == 1 {
		m.commas++
	}
	if strings.Count(c, ".") == 1 && strings.LastIndexByte(c, ',') < strings.IndexByte(c, '.') { // also behind groups
		m.points++
	}
}

// guess is the column's grouping and decimal mark; "" and "" where its cells say nothing, or are no numbers.
func (m *marks) guess(delimiter string) (grouping, decimal string) {
	if 2*m.others > m.filled {
		return "", ""
	}
	mark := ""
	for _, of := range []string{"'", " ", ".", ","} {
		if m.groups[of] > m.groups[mark] && !m.cannot[of] {
			mark = of
		}
	}
	switch {
	case mark == "." && m.points > m.groups["."] && m.commas == 0, mark == "," && m.commas > m.groups[","] && m.points == 0:
		mark = "" // fractions of three digits by chance
	}
	switch {
	case mark == "." && m.commas == 0 && delimiter == ",": // 1.234 beside commas between cells is a fraction
		return "", "."
	case mark == "," && m.points == 0 && delimiter == ";": // 1,234 beside semicolons is a fraction
		return "", ","
	case mark == "." || mark != "" && mark != "," && m.commas > m.points:
		return mark, ","
	case mark != "":
		return mark, "."
	case m.commas > 0 && m.points == 0:
		return "", ","
	case m.points > 0 && m.commas == 0:
		return "", "."
	}
	return "", ""
}
