package codebook

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"privatepca/core/schema"
	"privatepca/core/words"
)

// A point or a comma before three digits is a decimal mark or stands between thousands: 15.000 is fifteen or fifteen thousand. The other bounds of the
// list tell which; where they do not, the bound is left open.

// marks are the decimal marks of a list's bounds.
type marks struct{ comma, point bool }

// add takes a bound into account.
func (m *marks) add(cell string) {
	cell = strings.TrimLeft(cell, "+-−")
	at := strings.LastIndexAny(cell, ".,")
	if at < 0 || strings.Trim(cell, "0123456789.,") != "" {
		return
	}
	mark, other := cell[at], byte('.'+','-cell[at])
	switch alone := strings.Count(cell, string(mark)) == 1; {
	case alone && strings.IndexByte(cell, other) >= 0, alone && !grouped(cell, mark): // 1.234,5; 0,5
		m.comma, m.point = m.comma || mark == ',', m.point || mark == '.'
	case !alone: // 1.234.567
		m.comma, m.point = m.comma || mark == '.', m.point || mark == ','
	}
}

// grouped reports whether digits stand in groups of three behind a mark, so that it may stand between thousands.
func grouped(cell string, mark byte) bool {
	groups := strings.Split(cell, string(mark))
	if len(groups) < 2 || len(groups[0]) < 1 || len(groups[0]) > 3 || groups[0][0] == '0' {
		return false
	}
	return !slices.ContainsFunc(groups[1:], func(g string) bool { return len(g) != 3 })
}

// marksOf are the marks of all bounds of a list.
func (l *list) marksOf(at map[Heading]int, pause func()) (m marks) {
	rows := *l.rows
	for {
		pause()
		row, err := rows.Read()
		if err != nil {
			return m
		}
		for _, h := range []Heading{Min, Max} {
			if i, ok := at[h]; ok && i < len(row) {
				m.add(strings.TrimSpace(words.Edited(row[i])))
			}
		}
	}
}

// A reading says how a bound was read.
type reading int8

const (
	unread    reading = iota // it is no number
	plainly                  // it is one
	thousands                // with a mark between thousands
	twoWays                  // it may be one of two
)

// bound reads a bound. An empty one is NaN.
func (m marks) bound(cell string) (x float64, as reading) {
	if cell == "" {
		return math.NaN(), plainly
	}
	text, as := strings.Replace(cell, "−", "-", 1), plainly
	bare := strings.TrimLeft(text, "+-")
	point, comma := strings.Count(bare, "."), strings.Count(bare, ",")
	switch {
	case point > 0 && comma == 1 && strings.IndexByte(bare, ',') > strings.LastIndexByte(bare, '.'): // 1.234,5
		whole, _, _ := strings.Cut(bare, ",")
		if !grouped(whole, '.') {
			return math.NaN(), unread
		}
		text, as = strings.Replace(strings.ReplaceAll(text, ".", ""), ",", ".", 1), thousands
	case comma > 0 && point == 1 && strings.IndexByte(bare, '.') > strings.LastIndexByte(bare, ','): // 1,234.5
		whole, _, _ := strings.Cut(bare, ".")
		if !grouped(whole, ',') {
			return math.NaN(), unread
		}
		text, as = strings.ReplaceAll(text, ",", ""), thousands
	case point+comma > 0 && point*comma == 0 && grouped(bare, bare[strings.IndexAny(bare, ".,")]):
		mark, decimal, other := ".", m.point, m.comma
		if comma > 0 {
			mark, decimal, other = ",", m.comma, m.point
		}
		switch several := point+comma > 1; {
		case several || other && !decimal:
			text, as = strings.ReplaceAll(text, mark, ""), thousands
		case decimal && !other:
			text = strings.Replace(text, mark, ".", 1)
		default:
			return math.NaN(), twoWays
		}
	case comma == 1 && point == 0:
		text = strings.Replace(text, ",", ".", 1)
	}
	x, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsNaN(x) || math.IsInf(x, 0) {
		return math.NaN(), unread
	}
	return x, as
}

// bounds reads those of a number, and says what is to be known of how.
func (b *Book) bounds(v *listed) (least, most float64, ok bool) {
	var as [2]reading
	least, as[0] = b.marks.bound(v.min)
	most, as[1] = b.marks.bound(v.max)
	for i, cell := range []string{v.min, v.max} {
		switch as[i] {
		case twoWays:
			b.problem(v.name, "its bound %s may be %s or %s and is left open: type it", cell, strings.NewReplacer(".", "", ",", "").Replace(cell), strings.Replace(cell, ",", ".", 1))
		case thousands:
			if b.thousands++; b.thousands <= mostScaleNotes {
				b.Notes = append(b.Notes, fmt.Sprintf("%s: the bound %s is read as %s.", v.name, cell, strconv.FormatFloat([]float64{least, most}[i], 'f', -1, 64)))
			}
		}
	}
	return least, most, as[0] != unread && as[1] != unread
}

// mostApart is how far the bounds of levels in order may be apart that are not listed.
const mostApart = 11

// between lists the levels of a column in order that has none: the whole numbers from its minimum to its maximum, where these are few. It is a number
// where they are not.
func (b *Book) between(v *listed) {
	kind, _, _ := strings.Cut(v.kind, "(")
	if len(v.levels) > 0 || !oneOf(ordinals, kind) || v.min == "" || v.max == "" {
		return
	}
	lo, one := b.marks.bound(v.min)
	hi, other := b.marks.bound(v.max)
	whole := one == plainly && other == plainly && lo == math.Trunc(lo) && hi == math.Trunc(hi) && math.Abs(lo) < 1e6
	switch {
	case whole && lo < hi && hi-lo <= mostApart:
		for x := lo; x <= hi; x++ {
			v.levels = append(v.levels, strconv.FormatFloat(x, 'f', -1, 64))
		}
		b.spanned = append(b.spanned, v.name)
	case one != unread && other != unread:
		v.kind = string(schema.Number)
		b.asNumbers = append(b.asNumbers, v.name)
	}
}

// noteBetween says which columns have levels in order that the list does not name.
func (b *Book) noteBetween() {
	if len(b.spanned) > 0 {
		b.Notes = append(b.Notes, words.Some(b.spanned, namedOfScale)+": no levels are listed. They are the whole numbers from the minimum to the maximum, in order.")
	}
	if len(b.asNumbers) > 0 {
		b.Notes = append(b.Notes, words.Some(b.asNumbers, namedOfScale)+": no levels are listed, and the bounds leave too many. They are read as numbers.")
	}
}
