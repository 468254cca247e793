package typed

import (
	"math"
	"strconv"
	"strings"

	"privatepca/core/schema"
)

// A Count is a whole number, in which points and commas can only set off groups of three digits.
type Count struct{ Number }

// ReadCount reads a whole number.
func ReadCount(text string) Count {
	part := strings.TrimSpace(text)
	if n, rest := groups(part, ".,"); n > 0 && rest == "" {
		part = strings.NewReplacer(".", "", ",", "").Replace(part)
	}
	return Count{read(text, part)}
}

// CountOf is a whole number as a person would type it.
func CountOf(n int) Count { return ReadCount(strconv.Itoa(n)) }

// From is the number where it is whole and lies between the ends, which it may be; else 0.
func (c Count) From(least, most float64) int {
	if x, ok := c.Number.From(least, most); ok && x == math.Trunc(x) {
		return int(x)
	}
	return 0
}

// UnmarshalText reads what was typed.
func (c *Count) UnmarshalText(text []byte) error {
	*c = ReadCount(string(text))
	return nil
}

// A Percent is a number that a sign of per cent may follow. Its value is in per cent.
type Percent struct{ Number }

// ReadPercent reads a number in per cent.
func ReadPercent(text string) Percent { return Percent{read(text, bare(text))} }

// Bare is what was typed without the sign.
func (p Percent) Bare() string { return bare(p.text) }

func bare(text string) string {
	return strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(text), "%"))
}

// UnmarshalText reads what was typed.
func (p *Percent) UnmarshalText(text []byte) error {
	*p = ReadPercent(string(text))
	return nil
}

// ReadDate reads a date in a format, or as 2020-01-31; where the year alone counts, a year. Its value is in days since 1970-01-01.
func ReadDate(text, format string, part schema.Part) Number {
	if strings.TrimSpace(text) == "" {
		return Number{text: text}
	}
	date := text
	if part == schema.Year && len(text) == 4 {
		date += "-01-01"
	}
	for _, format := range []string{schema.ISO, format} {
		if d, ok := schema.ParseDate([]byte(date), format); ok {
			return Number{text, d.Days, Read}
		}
	}
	return Number{text: text, why: NoDate}
}

// A List is lines as somebody typed them. White space around one, and empty ones, count for nothing.
type List struct{ text string }

// ReadList reads lines.
func ReadList(text string) List { return List{text} }

// ListOf is a list as a person would type it.
func ListOf(items []string) List { return List{strings.Join(items, "\n")} }

// Text is what was typed.
func (l List) Text() string { return l.text }

// IsZero reports whether nothing at all was typed.
func (l List) IsZero() bool { return l.text == "" }

// Items are the lines.
func (l List) Items() []string {
	var items []string
	for line := range strings.Lines(l.text) {
		if line = strings.TrimSpace(line); line != "" {
			items = append(items, line)
		}
	}
	return items
}

// Numbers are the lines as numbers, up to the first that is none; wrong is that one, and the empty number where there is none.
func (l List) Numbers() (numbers []float64, wrong Number) {
	for _, item := range l.Items() {
		n := ReadNumber(item)
		if n.why != Read {
			return numbers, n
		}
		numbers = append(numbers, n.value)
	}
	return numbers, Number{}
}

// MarshalText gives what was typed.
func (l List) MarshalText() ([]byte, error) { return []byte(l.text), nil }

// UnmarshalText reads what was typed.
func (l *List) UnmarshalText(text []byte) error {
	l.text = string(text)
	return nil
}

// Shares are numbers in per cent, as somebody typed them in one line: by spaces and commas, or by semicolons, where commas are decimal marks. A sign of
// per cent may follow each.
type Shares struct{ text string }

// commaInside reports whether a comma stands between digits.
func commaInside(s string) bool {
	for at := range s {
		if before, after := strings.TrimRight(s[:at], "0123456789"), s[at:]; s[at] == ',' && len(before) < at && digits(after[1:]) > 0 {
			return true
		}
	}
	return false
}

// ReadShares reads numbers in per cent.
func ReadShares(text string) Shares { return Shares{text} }

// Text is what was typed.
func (s Shares) Text() string { return s.text }

// Values are the numbers; false where one is none, or not positive, and for the empty line.
func (s Shares) Values() (out []float64, ok bool) {
	semicolons := strings.Contains(s.text, ";")
	if !semicolons && commaInside(s.text) && strings.Contains(strings.TrimSpace(strings.ReplaceAll(s.text, ", ", ",")), " ") {
		return nil, false // 33,3 33,3: decimal commas, or two shares each
	}
	for field := range strings.FieldsFuncSeq(s.text, func(r rune) bool { return r == ',' && !semicolons || r == ';' || r == ' ' || r == '%' || r == '\t' }) {
		x, ok := ReadNumber(field).Value()
		if !ok || x <= 0 {
			return nil, false
		}
		out = append(out, x)
	}
	return out, len(out) > 0
}

// MarshalText gives what was typed.
func (s Shares) MarshalText() ([]byte, error) { return []byte(s.text), nil }

// UnmarshalText reads what was typed.
func (s *Shares) UnmarshalText(text []byte) error {
	s.text = string(text)
	return nil
}
