package chart

import (
	"encoding/xml"
	"html"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

// Every character, and what is none, becomes text that XML holds and that turns nothing.
func TestEscapeOfEveryCharacter(t *testing.T) {
	const together = 512 // characters that are parsed as one text, for parsing each alone takes long
	var texts strings.Builder
	for r := rune(0); r <= unicode.MaxRune; r++ {
		out := Escape("a" + string(r) + "b")
		if !straight(out) {
			t.Fatalf("%U becomes %q", r, out)
		}
		if texts.WriteString(out); (r+1)%together == 0 {
			if !parses(texts.String()) {
				t.Fatalf("%U to %U become %q", r+1-together, r, texts.String())
			}
			texts.Reset()
		}
		kept := r >= ' ' && r != 0x7f && !(r >= 0x80 && r <= 0x9f) && utf8.ValidRune(r) && !turnsOrNone(r)
		if kept && html.UnescapeString(out) != "a"+string(r)+"b" {
			t.Fatalf("%U is changed to %q", r, out)
		}
	}
	for in, want := range map[string]string{
		"\u202eabc": "[U+202E]abc", "\u2067": "[U+2067]", "\u200f": "[U+200F]", "\uffff": "\ufffd", "\x00\x1b": "\ufffd\ufffd", "\xff": "\ufffd",
		`<a "b" 'c' &`: "&lt;a &#34;b&#34; &#39;c&#39; &amp;", "é漢😀\tx\n": "é漢😀\tx\n", "שלום": "שלום",
	} {
		if got := Escape(in); got != want {
			t.Errorf("%q becomes %q, want %q", in, got, want)
		}
	}
}

// turnsOrNone is the rule of Unicode's own tables.
func turnsOrNone(r rune) bool {
	return unicode.Is(unicode.Bidi_Control, r) || unicode.Is(unicode.Noncharacter_Code_Point, r)
}

// straight reports whether a text is UTF-8 in which nothing turns the direction of writing, and without controls.
func straight(text string) bool {
	for _, r := range text {
		if r < ' ' && r != '\t' && r != '\n' && r != '\r' || turnsOrNone(r) {
			return false
		}
	}
	return utf8.ValidString(text)
}

// parses reports whether XML takes a text in an element, and in an attribute.
func parses(text string) bool {
	return xml.Unmarshal([]byte("<x a=\""+text+"\">"+text+"</x>"), new(struct{})) == nil
}
