// Package nfd brings text into Unicode's Normalization Form D (UAX #15): letters with their marks apart. Two texts are canonically
// equivalent, the same on a screen, if and only if they are the same in this form, as they are if and only if they are the same in form C.
//
// The tables of golang.org/x/text/unicode/norm take 120 KB of a compressed program; these take 8, because nothing is composed, and no
// compatibility form is known. A test compares the two.
package nfd

import (
	"slices"
	"strings"
	"sync"
	"unicode/utf8"
)

//go:generate go run gen.go

// A Form brings texts into form D. The zero value is ready; it reads the tables when it first meets a character beyond ASCII. It is safe for
// concurrent use.
type Form struct {
	once    sync.Once
	parts   map[rune]string
	classes map[rune]uint8
}

// String gives a text in form D. Bytes that are no UTF-8 become U+FFFD where any byte is beyond ASCII.
func (t *Form) String(s string) string {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			t.once.Do(t.read)
			return t.apart(s)
		}
	}
	return s
}

// Joined gives a text with the letters that have one character together with their marks as that character, as most programs write them. A text that has
// no marks stays as it is.
func (t *Form) Joined(s string) string {
	if !strings.ContainsFunc(s, func(r rune) bool { return r >= firstMark && r <= lastMark }) {
		return s
	}
	rest := []rune(t.String(s)) // which has read the tables
	var out []rune
	for len(rest) > 0 {
		n := 1
		for n < len(rest) && t.classes[rest[n]] > 0 {
			n++
		}
		letter, joined := rest[0], 1
		for to := n; to > 1; to-- {
			if r := t.whole(string(rest[:to])); r > 0 {
				letter, joined = r, to
				break
			}
		}
		out = append(append(out, letter), rest[joined:n]...)
		rest = rest[n:]
	}
	return string(out)
}

// whole is the first character whose letter and marks are these: of the ohm sign's there are two. It is 0 for none.
func (t *Form) whole(apart string) (r rune) {
	for at, of := range t.parts {
		if of == apart && (r == 0 || at < r) {
			r = at
		}
	}
	return r
}

// Between these stand the marks of Latin, Greek and Cyrillic letters.
const firstMark, lastMark = 0x300, 0x36f

// Of Hangul syllables, by the arithmetic of the Unicode Standard, section 3.12.
const (
	syllables, leads, vowels, trails = 0xac00, 0x1100, 0x1161, 0x11a7

	vowelCount, trailCount, syllableCount = 21, 28, 11172
)

func (t *Form) apart(s string) string {
	out := make([]rune, 0, len(s))
	for _, r := range s {
		if i := r - syllables; i >= 0 && i < syllableCount {
			out = append(out, leads+i/(vowelCount*trailCount), vowels+i%(vowelCount*trailCount)/trailCount)
			if i%trailCount > 0 {
				out = append(out, trails+i%trailCount)
			}
			continue
		}
		if of, ok := t.parts[r]; ok {
			out = append(out, []rune(of)...)
			continue
		}
		out = append(out, r)
	}
	for from := 0; from < len(out); from++ { // marks of a letter stand in the order of their classes
		to := from
		for to < len(out) && t.classes[out[to]] > 0 {
			to++
		}
		if to > from+1 {
			slices.SortStableFunc(out[from:to], func(a, b rune) int { return int(t.classes[a]) - int(t.classes[b]) })
		}
		from = max(from, to)
	}
	return string(out)
}

// read reads the tables.
func (t *Form) read() {
	t.parts, t.classes = map[rune]string{}, map[rune]uint8{}
	for line := range strings.SplitSeq(strings.TrimSuffix(parts, "\n"), "\n") {
		r, n := utf8.DecodeRuneInString(line)
		t.parts[r] = line[n:]
	}
	for rest := classes; rest != ""; {
		r, n := utf8.DecodeRuneInString(rest)
		class, m := utf8.DecodeRuneInString(rest[n:])
		t.classes[r], rest = uint8(class), rest[n+m:]
	}
}
