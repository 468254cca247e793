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

// A body without a form in JSON is a defect, and ends the request as one: no empty answer is posted.
func TestABodyWithoutAFormIsADefect(t *testing.T) {
	p := newPage(t, 1)
	defer func() {
		if recover() == nil || len(p.sent) != 0 {
			t.Errorf("%d messages were posted", len(p.sent))
		}
	}()
	p.s.send("kind", func() {})
}
