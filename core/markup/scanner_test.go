package markup

import (
	"io"
	"strings"
	"testing"
	"time"
)

// A tag or a text is looked at once, however many of its characters might end it: a file of some kilobytes, unpacked, holds four megabytes of them.
func TestLongTokensAreReadOnce(t *testing.T) {
	const n = MostToken - 1<<10
	for name, text := range map[string]string{
		"signs in an attribute":     `<a b="` + strings.Repeat(">", n) + `"/>`,
		"signs in many attributes":  `<a ` + strings.Repeat(`b=">" `, n/6) + `/>`,
		"marks in a text":           `<a>` + strings.Repeat("&", n) + `</a>`,
		"marks in an attribute":     `<a b="` + strings.Repeat("&", n) + `"/>`,
		"marks far from their ends": `<a>` + strings.Repeat("&", n) + `;</a>`,
	} {
		t.Run(name, func(t *testing.T) {
			began := time.Now()
			x := New(strings.NewReader(text))
			read := 0
			for {
				token, err := x.Next()
				if err == io.EOF {
					break
				}
				if err != nil {
					t.Fatal(err)
				}
				read += len(token.Text) + len(token.Value("b"))
			}
			if took := time.Since(began); took > 5*time.Second || read == 0 {
				t.Errorf("it took %v, and %d characters were read", took, read)
			}
		})
	}
}

// What stands for a character is that character, and what only looks like it stays.
func TestEntities(t *testing.T) {
	for text, want := range map[string]string{
		"a&amp;b&lt;c&gt;": "a&b<c>", "&#65;&#x42;": "AB", "&;": "&;", "&unknown;": "&unknown;", "a & b; c": "a & b; c", "&#1114111;": "\U0010FFFF", "&": "&", "&amp": "&amp", "&&lt;": "&<",
		"&abcdefghijk;x": "&abcdefghijk;x", "&abcdefghijkl;x": "&abcdefghijkl;x",
	} {
		t.Run(text, func(t *testing.T) {
			token, err := New(strings.NewReader(text)).Next()
			if err != nil || string(token.Text) != want {
				t.Errorf("it is %q, %v", token.Text, err)
			}
		})
	}
}
