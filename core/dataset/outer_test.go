package dataset

import (
	"strings"
	"testing"
	"unicode"
)

// Blanks of any width and marks of direction and encoding count for nothing; no other character does.
func TestOuter(t *testing.T) {
	const ascii = " \t\r\n\v\f"
	const marks = "\u200b\u200c\u200d\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\u2061\u2062\u2063\u2064\u2065\u2066\u2067\u2068\u2069\ufeff"
	for c := rune(0); c <= 0xffff; c++ {
		want := strings.ContainsRune(ascii, c)
		if c >= 0x80 {
			want = strings.ContainsRune(marks, c) || unicode.IsSpace(c)
		}
		if c >= 0xd800 && c <= 0xdfff { // halves, which are no characters
			want = false
		}
		if got := outer(c); got != want {
			t.Errorf("%U: %t", c, got)
		}
	}
}

// Four signs beside the hyphen stand for a minus.
func TestMinus(t *testing.T) {
	for c := rune(0); c <= 0xffff; c++ {
		if want := strings.ContainsRune("−–－﹣", c); minus(c) != want {
			t.Errorf("%U: %t", c, minus(c))
		}
	}
}
