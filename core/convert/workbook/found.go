package workbook

import (
	"bytes"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"privatepca/core/convert/cell"
	"privatepca/core/fault"
	"privatepca/core/markup"
	"privatepca/core/words"
)

// Hidden says what is done with rows and columns that the sheet does not show.
type Hidden string

// What can be done with them. Ask reads them, and Problem then says that there are some.
const (
	Ask  Hidden = ""
	Read Hidden = "read"
	Skip Hidden = "skip"
)

// A span is columns from one to another, from 0.
type span struct{ from, to int }

// Found is what was met in a sheet that a reader of its cells does not see.
type found struct {
	rows, hiddenRows int
	columns          map[int]bool // hidden ones with a value
	unsaved          map[int]int  // formulas of a column without a stored result
	zeros, others    map[int]int  // formulas of a column whose stored result is 0, and is another
	names            map[int]string
	named            bool
	off              bool // what is read is left out
	errors           int  // cells that show an error, as #REF! or #N/A
}

// end is io.EOF, or says why a sheet with cells has no value: a reader of its lines would call it empty.
func (f *found) end() error {
	if f.rows > 0 || f.errors == 0 {
		return io.EOF
	}
	return fault.New(fault.CodeFile, "The sheet holds no value, but "+words.Count(f.errors, "cell")+" with an error, such as #REF! or #N/A. Mend the formulas in Excel and save it, or choose another sheet.")
}

// row counts a row with a value. Names of columns are texts of the first of them.
func (f *found) row(hidden bool) {
	f.rows++
	f.named = true
	if hidden && f.rows > 1 {
		f.hiddenRows++
	}
}

// name keeps the name of a column for words.
func (f *found) name(column int, text []byte) {
	if f.names == nil {
		f.names = map[int]string{}
	}
	f.names[column] = string(text)
}

// formula counts a formula by the text of its stored value.
func (f *found) formula(c place, raw []byte, stored bool) {
	add := func(to *map[int]int) {
		if *to == nil {
			*to = map[int]int{}
		}
		(*to)[c.column]++
	}
	switch raw = bytes.TrimSpace(raw); {
	case f.off:
	case !stored, c.kind == number && len(raw) == 0:
		add(&f.unsaved)
	case c.kind == number && string(raw) == "0":
		add(&f.zeros)
	default:
		add(&f.others)
	}
}

// column learns whether columns are hidden: by hand, in a collapsed group, or of no width.
func (r *Rows) column(t markup.Token) error {
	var s span
	hidden := false
	for {
		name, value, ok := t.Attr()
		if !ok {
			break
		}
		switch string(name) {
		case "min":
			s.from, _ = strconv.Atoi(string(value))
		case "max":
			s.to, _ = strconv.Atoi(string(value))
		case "hidden":
			hidden = hidden || isTrue(value)
		case "width":
			hidden = hidden || isZero(value)
		}
	}
	if hidden && s.from > 0 && s.to >= s.from && len(r.away) < mostColumns {
		r.away = append(r.away, span{s.from - 1, min(s.to, mostColumns) - 1})
	}
	return nil
}

// shown reports whether a cell is read, and moves it to the left by the hidden columns that are not.
func (r *Rows) shown(c *place) bool {
	before := 0
	for _, s := range r.away {
		if c.column >= s.from && c.column <= s.to {
			if r.found.columns == nil {
				r.found.columns = map[int]bool{}
			}
			r.found.columns[c.column] = true
			if r.hidden == Skip {
				return false
			}
		}
		if s.to < c.column {
			before += s.to - s.from + 1
		}
	}
	if r.hidden == Skip {
		c.column -= before
	}
	return true
}

// Problem says, once all rows were read, what of them is not as a person sees it: formulas without a result, and what is hidden where
// nobody said what to do with it. It is nil for nothing. How says how a person answers.
func (r *Rows) Problem(how string) error {
	f := &r.found
	unsaved := maps.Clone(f.unsaved)
	if r.book.recalculated { // the program that wrote it stored zeros in place of results
		for column, n := range f.zeros {
			if f.others[column] == 0 {
				if unsaved == nil {
					unsaved = map[int]int{}
				}
				unsaved[column] += n
			}
		}
	}
	if len(unsaved) > 0 {
		var says []string
		for _, column := range slices.Sorted(maps.Keys(unsaved)) {
			if len(says) == 5 {
				says = append(says, "and others")
				break
			}
			says = append(says, fmt.Sprintf("%s in %s", words.Count(unsaved[column], "formula"), f.column(column)))
		}
		return fault.New(fault.CodeFile, "The sheet has formulas without a stored result: "+strings.Join(says, ", ")+". Open the workbook in Excel or LibreOffice, save it, and choose it again.")
	}
	if r.hidden == Ask && (f.hiddenRows > 0 || len(f.columns) > 0) {
		var says []string
		if f.hiddenRows > 0 {
			says = append(says, fmt.Sprintf("%s of the %s below the first", words.Thousands(f.hiddenRows), words.Count(f.rows-1, "row")))
		}
		if len(f.columns) > 0 {
			var names []string
			for _, column := range slices.Sorted(maps.Keys(f.columns)) {
				names = append(names, f.column(column))
			}
			says = append(says, words.Count(len(names), "column")+" ("+words.Some(names, 5)+")")
		}
		return fault.New(fault.CodeRequest, "The sheet hides "+strings.Join(says, " and ")+", by hand, a filter or a collapsed group. Say whether they are read or left out: "+how)
	}
	return nil
}

// column names one for words.
func (f *found) column(i int) string {
	if name := f.names[i]; name != "" {
		return strconv.Quote(words.Clip(name, 60))
	}
	letters := ""
	for n := i + 1; n > 0; n = (n - 1) / 26 {
		letters = string(rune('A'+(n-1)%26)) + letters
	}
	return "column " + letters
}

func isTrue(value []byte) bool { return string(value) == "1" || string(value) == "true" }

func isZero(value []byte) bool {
	x, err := strconv.ParseFloat(string(value), 64)
	return err == nil && x == 0
}

// exactDigits is how many characters a number has at most that is written as it is stored. Spreadsheets show 15 digits, and store what
// they compute in 17: 744.6799999999999 is shown, and meant, as 744.68.
const exactDigits = 15

// appendShown writes a number as its 15 leading digits.
func appendShown(dst, raw []byte) []byte {
	x, err := strconv.ParseFloat(string(raw), 64)
	if err != nil || !(math.Abs(x) < 1e15) || !bytes.ContainsRune(raw, '.') { // a long whole number may name somebody
		return append(dst, raw...)
	}
	shown, err := strconv.ParseFloat(strconv.FormatFloat(x, 'g', exactDigits, 64), 64)
	if err != nil {
		return append(dst, raw...)
	}
	return cell.AppendFloat(dst, shown, 64)
}
