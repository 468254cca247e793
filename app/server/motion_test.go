package server

import (
	"os"
	"regexp"
	"testing"
)

// Nothing moves without an end. Else WebKit draws the window for as long as a file is read, and
// without a graphics processor that takes the time of the workers that read it.
func TestNothingMovesWithoutAnEnd(t *testing.T) {
	style, err := os.ReadFile("../../web/app.css")
	if err != nil {
		t.Fatal(err)
	}
	if len(style) < 10_000 {
		t.Fatalf("the style has %d bytes: it is not the one of the pages", len(style))
	}
	for _, a := range regexp.MustCompile(`animation[a-z-]*:[^;}]*\binfinite\b[^;}]*`).FindAllString(string(style), -1) {
		t.Errorf("%q has no end", a)
	}
}
