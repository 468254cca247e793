package dataset

import (
	"bytes"
	"io"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"privatepca/core/schema"
)

// A Candidate is an encoding that a text may be in, with the first of its cells that tell, for the curator's eyes alone.
type Candidate struct {
	Encoding schema.Encoding
	Cells    []string // at most MostTelling, of at most 40 characters
}

// MostTelling is how many cells of a candidate are shown.
const MostTelling = 4

// likely are the encodings that are compared, those that hold in others' places first. All others can be named.
var likely = [...]schema.Encoding{
	"windows-1252", "windows-1250", "windows-1251", "windows-1253", "windows-1254", "windows-1255", "windows-1256", "windows-1257", "windows-1258", "windows-874",
	"gbk", "big5", "shift_jis", "euc-jp", "euc-kr", "koi8-r", "ibm866", "iso-8859-2", "iso-8859-7", "iso-8859-5", "macintosh", "x-mac-cyrillic",
}

// Candidates compares the encodings that the first bytes of a text, unpacked, may be in: those that leave no character unread, of those that read the
// shown cells alike the first, and the likeliest first. There are none for UTF-8. decode reads what Tabled does not, as pca.Machine.Decode; nil for what this
// package has.
func Candidates(raw []byte, d schema.Dialect, decode func(io.Reader, schema.Encoding) io.Reader) (list []Candidate) {
	if raw = raw[:min(len(raw), sniffed)]; bytes.HasPrefix(raw, []byte("\xff\xfe")) || bytes.HasPrefix(raw, []byte("\xfe\xff")) || validUTF8(raw, len(raw) < sniffed) {
		return nil
	}
	if cut := bytes.LastIndexByte(raw, '\n'); len(raw) == sniffed && cut > 0 {
		raw = raw[:cut+1]
	}
	scores := map[schema.Encoding]float64{}
	for _, e := range likely {
		of := d
		of.Encoding = schema.UTF8
		var src io.Reader = bytes.NewReader(raw)
		if decode != nil && !Tabled(e) {
			src = decode(src, e)
		} else {
			src = decoded(src, e)
		}
		text, err := io.ReadAll(src)
		if err != nil || bytes.ContainsFunc(text, unread) {
			continue
		}
		rows, _ := First(bytes.NewReader(text), of, 60, 60)
		c := Candidate{Encoding: e, Cells: telling(rows)}
		if len(c.Cells) == 0 || slices.ContainsFunc(list, func(other Candidate) bool { return slices.Equal(other.Cells, c.Cells) }) {
			continue
		}
		scores[e] = likelihood(text)
		list = append(list, c)
	}
	slices.SortStableFunc(list, func(a, b Candidate) int {
		switch x, y := scores[a.Encoding], scores[b.Encoding]; {
		case x > y:
			return -1
		case x < y:
			return 1
		}
		return 0
	})
	return list
}

// unread reports whether a character is none of a text: what could not be read, a control character of no text, or one for private use.
func unread(c rune) bool {
	return c == utf8.RuneError || c >= 0x7f && c < 0xa0 || c < ' ' && c != '\n' && c != '\r' && c != '\t' || c >= 0xe000 && c <= 0xf8ff
}

// telling are the first cells with more than ASCII.
func telling(rows [][]string) (cells []string) {
	for _, row := range rows {
		for _, c := range row {
			if len(cells) < MostTelling && !slices.Contains(cells, c) && strings.ContainsFunc(c, func(c rune) bool { return c >= utf8.RuneSelf }) {
				cells = append(cells, c)
			}
		}
	}
	return cells
}

// likelihood is the share of a text's characters beyond ASCII that are letters where letters stand: not a capital behind a small letter, not between
// letters of another script, no half-width syllable of Japanese or part of a Korean one, and no accented Latin letter behind another.
func likelihood(text []byte) float64 {
	before, good, all := ' ', 0.0, 0.0
	for _, c := range string(text) {
		if c >= utf8.RuneSelf {
			all++
			switch {
			case !unicode.IsLetter(c), c >= 0xff61 && c <= 0xff9f, c >= 0x3130 && c <= 0x318f:
			case unicode.IsUpper(c) && unicode.IsLower(before):
			case unicode.IsLetter(before) && script(before) != script(c):
			case before >= utf8.RuneSelf && script(c) == 'L' && script(before) == 'L':
				good += .5
			case script(c) == 'K': // Chinese read as Korean is a mixture
				good += 1.02
			default:
				good++
			}
		}
		before = c
	}
	return good / max(all, 1)
}

// script is one for all letters of a kind that stand beside each other.
func script(c rune) rune {
	switch {
	case unicode.Is(unicode.Latin, c):
		return 'L'
	case unicode.Is(unicode.Cyrillic, c):
		return 'C'
	case unicode.Is(unicode.Greek, c):
		return 'G'
	case unicode.Is(unicode.Hangul, c):
		return 'K'
	case unicode.In(c, unicode.Han, unicode.Hiragana, unicode.Katakana), c == 0x30fc, c == 0x3005:
		return 'J'
	}
	return 'O'
}
