package server

import (
	"os"
	"regexp"
	"testing"
)

// What moves without an end moves in steps. Else WebKit draws the window at every refresh of the screen, and
// without a graphics processor that takes the time of the workers that read the file.
func TestEndlessMotionIsInSteps(t *testing.T) {
	style, err := os.ReadFile("../../web/app.css")
	if err != nil {
		t.Fatal(err)
	}
	endless := regexp.MustCompile(`animation:[^;}]*\binfinite\b[^;}]*`).FindAllString(string(style), -1)
	if len(endless) == 0 {
		t.Error("no endless animation was found: the one of what is under way is missing")
	}
	for _, a := range endless {
		if !regexp.MustCompile(`\bsteps\(`).MatchString(a) {
			t.Errorf("%q has no steps()", a)
		}
	}
}
