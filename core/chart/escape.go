package chart

import (
	"fmt"
	"html"
	"strings"

	"privatepca/core/words"
)

// Escape writes a text of the document for HTML and for SVG, inside an element or a quoted
// attribute. It is the one way in which a text gets there. Besides markup it makes two
// kinds of characters harmless:
//
//   - What XML cannot hold (a control, U+FFFF), and what is no UTF-8, becomes U+FFFD: a
//     drawing would be ill-formed (Extensible Markup Language 1.0, production 2).
//   - What turns the direction of writing becomes visible, as in [U+202E]: it could show the
//     rest of a sentence in another order (Unicode Standard Annex 9, section 2).
func Escape(s string) string {
	var b strings.Builder
	for _, r := range s {
		switch {
		case words.TurnsWriting(r):
			fmt.Fprintf(&b, "[U+%04X]", r)
		case unwritable(r):
			b.WriteRune('\ufffd')
		default:
			b.WriteRune(r)
		}
	}
	return html.EscapeString(b.String())
}

// unwritable reports whether XML cannot hold a character, or no text should.
func unwritable(r rune) bool {
	control := r < ' ' && r != '\t' && r != '\n' && r != '\r' || r >= 0x7f && r <= 0x9f
	return control || r >= 0xfdd0 && r <= 0xfdef || r&0xfffe == 0xfffe
}
