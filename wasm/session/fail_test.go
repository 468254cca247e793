package session

import (
	"errors"
	"strings"
	"testing"

	"privatepca/wasm/protocol"
)

// An error of unknown kind could quote a cell: the page gets none of its text.
func TestUnknownErrorsLoseTheirText(t *testing.T) {
	p := newPage(t, 1)
	p.s.fail(errors.New("strconv: parsing \"4711\": invalid syntax"))
	last := p.sent[len(p.sent)-1]
	if text := string(last.Body); last.Type != protocol.TypeError || strings.Contains(text, "4711") || strings.Contains(text, "strconv") || !strings.Contains(text, protocol.CodeInternal) {
		t.Errorf("%s %s", last.Type, text)
	}
}
