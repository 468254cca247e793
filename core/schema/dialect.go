package schema

import (
	"slices"
	"strings"
)

// A Dialect says how the text of a table is written, where the first row does not say it. It is public, as the
// schema is: neighbouring tables have the same. The zero value leaves all to the first row: UTF-8 (or what a byte order
// mark says; Windows-1252 for a first row that is no UTF-8), the delimiter that gives the first row the most cells,
// that row the header, and a comma as decimal mark beside the point where semicolons separate.
type Dialect struct {
	Encoding  Encoding `json:"encoding,omitempty"`
	Delimiter string   `json:"delimiter,omitempty"` // one of Delimiters
	Decimal   string   `json:"decimal,omitempty"`   // "." or ","
	Grouping  string   `json:"grouping,omitempty"`  // between digits in threes: one of Groupings, another than Decimal
	Skip      int      `json:"skip,omitempty"`      // lines above the header
	NoHeader  bool     `json:"no_header,omitempty"` // the first row is a record; columns are named "column 1", …
	Escape    string   `json:"escape,omitempty"`    // Backslash, or none
}

// Backslash stands in a quoted cell before a quotation mark, itself, and n, t and r, as Dataverse writes tables.
const Backslash = "\\"

// An Encoding is how characters are stored.
type Encoding string

// The encodings.
const (
	UTF8        Encoding = "utf-8"
	UTF16LE     Encoding = "utf-16le"
	UTF16BE     Encoding = "utf-16be"
	Windows1252 Encoding = "windows-1252"
	ISO8859_15  Encoding = "iso-8859-15"
)

// Encodings, Delimiters and Groupings are what a Dialect can state. A space stands for a no-break space, too, and ' for ’.
var (
	Encodings  = [...]Encoding{UTF8, UTF16LE, UTF16BE, Windows1252, ISO8859_15}
	Delimiters = [...]string{",", ";", "\t", "|"}
	Groupings  = [...]string{".", ",", " ", "'"}
)

// MaxSkip bounds the lines above the header.
const MaxSkip = 1000

// Problem says what is wrong with the dialect; "" for nothing.
func (d *Dialect) Problem() string {
	switch {
	case d.Encoding != "" && !slices.Contains(Encodings[:], d.Encoding):
		return "the dialect's encoding is none of utf-8, utf-16le, utf-16be, windows-1252, iso-8859-15"
	case d.Delimiter != "" && !slices.Contains(Delimiters[:], d.Delimiter):
		return "the dialect's delimiter is no comma, semicolon, tab or vertical bar"
	case d.Decimal != "" && d.Decimal != "." && d.Decimal != ",":
		return "the dialect's decimal mark is no point and no comma"
	case d.Grouping != "" && !slices.Contains(Groupings[:], d.Grouping):
		return "the dialect's digit grouping is no point, comma, space or apostrophe"
	case d.Grouping != "" && d.Grouping == d.DecimalMark():
		return "the dialect's decimal mark and its digit grouping are the same"
	case d.Escape != "" && d.Escape != Backslash:
		return "the dialect's escape character is no backslash"
	case d.Skip < 0 || d.Skip > MaxSkip:
		return "the dialect's lines above the header are not from 0 to 1,000"
	}
	return ""
}

// DecimalMark is the decimal mark where digits are grouped: Decimal, or else the mark that does not group.
func (d *Dialect) DecimalMark() string {
	switch {
	case d.Decimal != "":
		return d.Decimal
	case d.Grouping == ".":
		return ","
	}
	return "."
}

// String says it in words, for people; "" for the zero value.
func (d Dialect) String() string {
	var says []string
	if d.Encoding != "" {
		says = append(says, strings.Replace(strings.ToUpper(string(d.Encoding)), "WINDOWS", "Windows", 1))
	}
	if d.Delimiter != "" {
		says = append(says, map[string]string{",": "commas", ";": "semicolons", "\t": "tabs", "|": "vertical bars"}[d.Delimiter]+" between cells")
	}
	if d.Decimal == "," || d.Grouping != "" {
		says = append(says, "numbers as "+map[string]string{"": "1234", ".": "1.234", ",": "1,234", " ": "1 234", "'": "1'234"}[d.Grouping]+d.DecimalMark()+"5")
	}
	if d.Escape != "" {
		says = append(says, "backslashes before quotation marks in texts")
	}
	switch {
	case d.NoHeader:
		says = append(says, "no header row")
	case d.Skip == 1:
		says = append(says, "one line above the header")
	}
	return strings.Join(says, ", ")
}
