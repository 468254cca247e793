package schema

import "strconv"

// Kinds of doubt about how a text is written: what a person is asked. Whatever they answer stands in the Dialect.
const (
	DoubtEncoding  = "encoding"  // the start is no UTF-8, and several encodings fit
	DoubtDelimiter = "delimiter" // spaces seem to separate the cells, as R writes them
	DoubtHeader    = "header"    // the first row seems to be no header, or stands below lines of a title
	DoubtNumbers   = "numbers"   // digits seem to be grouped, or a comma to be the decimal mark
	DoubtComment   = "comment"   // the first line starts as comments do
	DoubtRowNames  = "row-names" // most rows have a cell more than the header, and it is not an empty one
	DoubtBelow     = "below"     // rows below the header are of no type of what follows
	DoubtEnd       = "end"       // the last rows hold a cell alone, or a word such as Total
)

// Asked words a doubt for a person, with its consequence. The guess is what the start of the text suggests.
func Asked(kind string, guess *Dialect) string {
	rows := func(n int, one, many string) string {
		if n == 1 {
			return one
		}
		return strconv.Itoa(n) + " " + many
	}
	switch kind {
	case DoubtEncoding:
		return "Its characters are not UTF-8; Windows-1252 was taken."
	case DoubtDelimiter:
		return "Spaces seem to separate its cells: otherwise each row is one cell."
	case DoubtHeader:
		if guess.NoHeader {
			return "Its first line seems to be a record and not the names of columns, or stands again below: a first record taken for names is published."
		}
		return "Its first line does not look like the names of columns."
	case DoubtNumbers:
		return "Its numbers seem to have a decimal comma or grouped digits."
	case DoubtComment:
		return "Its first line starts with " + guess.Comment + ": is it a comment?"
	case DoubtRowNames:
		if !guess.RowNames {
			return "Most rows have more cells than the header has names: each column may be read under its neighbour's name."
		}
		return "Every row has one cell more than the header. Are the first cells names of rows, or is the last cell extra? Otherwise each column is read under its neighbour's name."
	case DoubtBelow:
		if guess.HeaderRows == 2 && guess.Below == 0 {
			return "The second row seems to name the columns, too, below names that stand over several of them: as a record it would count as a person."
		}
		return "The " + rows(guess.Below, "row", "rows") + " below the header may be units, questions or identifiers: as records they would count as people."
	case DoubtEnd:
		return "The last " + rows(guess.End, "line", "lines") + " may be totals, sources or notes: as records they would count as people, and a total depends on everybody."
	}
	return ""
}

// Answers says how a doubt is answered in a dialect, for those who write one by hand.
func Answers(kind string, guess *Dialect) string {
	switch kind {
	case DoubtEncoding:
		return `"encoding": "windows-1252"`
	case DoubtDelimiter:
		return `"delimiter": " "`
	case DoubtHeader:
		if guess.NoHeader {
			return `"no_header": true`
		}
		return `"skip": ` + strconv.Itoa(guess.Skip)
	case DoubtNumbers:
		if guess.Grouping != "" {
			return `"decimal": ` + strconv.Quote(guess.DecimalMark()) + ` and "grouping": ` + strconv.Quote(guess.Grouping)
		}
		return `"decimal": ` + strconv.Quote(guess.DecimalMark())
	case DoubtComment:
		return `"comment": ` + strconv.Quote(guess.Comment)
	case DoubtRowNames:
		if !guess.RowNames {
			return "a name for each column in the file's first row"
		}
		return `"row_names": true`
	case DoubtBelow:
		if guess.HeaderRows == 2 && guess.Below == 0 {
			return `"header_rows": 2`
		}
		return `"below": ` + strconv.Itoa(guess.Below)
	case DoubtEnd:
		return `"end": ` + strconv.Itoa(guess.End)
	}
	return ""
}
