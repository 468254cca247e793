//go:build !js

package command

import (
	"fmt"
	"io"
	"strings"
	"sync"
	"unicode/utf8"

	"privatepca/core/words"
)

// A printer is standard output or standard error. What it is given may hold names and texts of anybody: it lets no character
// through by which a terminal is moved, coloured or answered, or a line read in another order. It remembers its first error, since
// what was printed may be the only copy.
type printer struct {
	mu     sync.Mutex
	to     io.Writer
	begun  []byte // of a character whose end comes with the next text
	failed error
}

// unsafeOnScreen reports whether a character acts on a terminal: C0 but line feed and tab, DEL, C1, and what turns the direction of writing.
func unsafeOnScreen(r rune) bool {
	return r < ' ' && r != '\n' && r != '\t' || 0x7f <= r && r <= 0x9f || words.TurnsWriting(r)
}

// Write prints a text. Each character that is kept back, and each byte that belongs to none, is shown as U+FFFD.
func (w *printer) Write(text []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	rest := append(w.begun, text...)
	w.begun = nil
	out := make([]byte, 0, len(rest))
	for len(rest) > 0 {
		r, n := utf8.DecodeRune(rest)
		if r == utf8.RuneError && n == 1 && !utf8.FullRune(rest) {
			w.begun = append([]byte(nil), rest...)
			break
		}
		if r == '\r' && len(rest) > 1 && rest[1] == '\n' { // a line end of other systems
			rest = rest[n:]
			continue
		}
		if unsafeOnScreen(r) {
			r = utf8.RuneError
		}
		out = utf8.AppendRune(out, r)
		rest = rest[n:]
	}
	if err := w.put(out); err != nil {
		return 0, err
	}
	return len(text), nil
}

// put writes bytes as they are.
func (w *printer) put(b []byte) error {
	if w.failed == nil {
		_, w.failed = w.to.Write(b)
	}
	return w.failed
}

// asIs prints bytes that this program alone has made, such as the codes of a progress bar or a workbook.
func asIs(w io.Writer, b []byte) error {
	p, ok := w.(*printer)
	if !ok {
		_, err := w.Write(b)
		return err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.put(b)
}

// failure is the first error of what was printed.
func failure(w io.Writer) error {
	p, ok := w.(*printer)
	if !ok {
		return nil
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.failed
}

// shownJSON is a JSON text that means the same, with escapes for characters that act on a terminal. They stand in strings alone.
func shownJSON(text string) string {
	if strings.IndexFunc(text, unsafeOnScreen) < 0 {
		return text
	}
	var out strings.Builder
	for _, r := range text {
		if unsafeOnScreen(r) && r > ' ' {
			fmt.Fprintf(&out, `\u%04x`, r)
		} else {
			out.WriteRune(r)
		}
	}
	return out.String()
}
