package dataset

import "bytes"

// A grouping says which mark stands between groups of three digits, and which before the fraction.
type grouping struct{ mark, point byte }

// parse is parseNumber, for numbers whose digits may be grouped. Marks stand before the fraction only, between one to
// three digits and groups of three; any other place makes the cell other text: "1.23" is no number where the point groups.
func (g *grouping) parse(cell []byte, point byte) (float64, verdict) {
	if g == nil {
		return parseNumber(cell, point)
	}
	if !bytes.ContainsFunc(cell, g.marks) {
		if g.point == ',' && bytes.IndexByte(cell, '.') >= 0 || g.point == '.' && bytes.IndexByte(cell, ',') >= 0 {
			return 0, isUnparsable
		}
		return parseNumber(cell, g.point)
	}
	if len(trim(cell)) == 0 {
		return 0, isMissing
	}
	var room [64]byte
	out, digits, grouped, odd := room[:0], 0, false, false // odd: there was more than a sign and digits
	rest := bytes.Runes(trim(cell))
	for i, c := range rest {
		switch {
		case c == rune(g.point):
			if grouped && digits != 3 {
				return 0, isUnparsable
			}
			for _, c := range rest[i:] {
				if g.marks(c) || c >= 0x80 {
					return 0, isUnparsable
				}
				out = append(out, byte(c))
			}
			return parseNumber(out, g.point)
		case g.marks(c):
			if digits == 0 || digits > 3 || grouped && digits != 3 || odd {
				return 0, isUnparsable
			}
			digits, grouped = 0, true
		case c >= 0x80:
			return 0, isUnparsable
		default:
			if c >= '0' && c <= '9' {
				digits++
			} else if odd = odd || i > 0 || c != '-' && c != '+'; odd && grouped { // 9.99e2 has no groups
				return 0, isUnparsable
			}
			out = append(out, byte(c))
		}
	}
	if grouped && digits != 3 {
		return 0, isUnparsable
	}
	return parseNumber(out, g.point)
}

// marks reports whether a character is the mark. Spreadsheets write no-break spaces, and a curled apostrophe.
func (g *grouping) marks(c rune) bool {
	switch g.mark {
	case ' ':
		return c == ' ' || c == '\u00a0' || c == '\u202f' || c == '\u2009' || c == '\u2007'
	case '\'':
		return c == '\'' || c == '’'
	}
	return c == rune(g.mark)
}
