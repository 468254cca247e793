package chart

import (
	"strings"
	"unicode"
)

// Cells is how many letters' room a text takes in a font of equal letters: two for a Chinese, Japanese or Korean character and
// for a picture, none for what is drawn on the letter before.
func Cells(s string) (n int) {
	for _, r := range s {
		n += cells(r)
	}
	return n
}

func cells(r rune) int {
	switch {
	case r < 0x300:
		return 1
	case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf):
		return 0
	case full(r):
		return 2
	}
	return 1
}

// full reports whether a character is as wide as it is high: the blocks of wide characters (Unicode Standard Annex 11), and of pictures.
func full(r rune) bool {
	return r >= 0x1100 && (r <= 0x115f || r >= 0x2e80 && r <= 0xa4cf || r >= 0xac00 && r <= 0xd7a3 || r >= 0xf900 && r <= 0xfaff || r >= 0xfe30 && r <= 0xfe6f ||
		r >= 0xff01 && r <= 0xff60 || r >= 0xffe0 && r <= 0xffe6 || r >= 0x1f300 && r <= 0x1faff || r >= 0x20000 && r <= 0x3fffd)
}

// Ems is about how long a text is in the sans-serif font, in units of its size; not less than it is in Arial, Helvetica or Liberation Sans.
func Ems(s string) (wide float64) {
	for _, r := range s {
		switch {
		case cells(r) == 0:
		case full(r), strings.ContainsRune("—…WM@%", r):
			wide++
		case strings.ContainsRune("iljI.,:;'|!’·", r):
			wide += .29
		case strings.ContainsRune(" ftr()[]-/\"", r):
			wide += .36
		case r == 'm' || r == 'w' || unicode.IsUpper(r):
			wide += .8
		default:
			wide += .57
		}
	}
	return wide
}

// Cut shortens a text to so many cells.
func Cut(s string, most int) string {
	if Cells(s) <= most {
		return s
	}
	return first(s, func(r rune) float64 { return float64(cells(r)) }, float64(most-1)) + "…"
}

// Fit shortens a text to so many pixels, in letters of that size.
func Fit(s string, pixels, size float64) string {
	if Ems(s)*size <= pixels {
		return s
	}
	return first(s, func(r rune) float64 { return Ems(string(r)) }, pixels/size-1) + "…"
}

// first is the beginning of a text that has room.
func first(s string, wide func(rune) float64, room float64) string {
	for i, r := range s {
		if room -= wide(r); room < -1e-9 {
			return s[:i]
		}
	}
	return s
}

// Lines breaks a text into at most so many lines of so many pixels, in letters of that size: at spaces, and within what is longer
// than a line. What has no room ends in an ellipsis.
func Lines(s string, pixels, size float64, most int) []string {
	var out []string
	line := ""
	fits := func(s string) bool { return Ems(s)*size <= pixels }
	for word := range strings.FieldsSeq(s) {
		if line == "" || fits(line+" "+word) {
			line = strings.TrimPrefix(line+" "+word, " ")
		} else {
			out, line = append(out, line), word
		}
		for !fits(line) && len(out) < most {
			head := first(line, func(r rune) float64 { return Ems(string(r)) }, pixels/size)
			out, line = append(out, head), line[len(head):]
		}
	}
	out = append(out, line)
	if len(out) > most {
		out = out[:most]
		out[most-1] = Fit(out[most-1]+" …", pixels, size)
	}
	return out
}
