package frame

import (
	"os"
	"strings"
	"testing"

	"privatepca/app/language"
)

// What is typed says what the button does in the language that the page is read in; the number alone, and the words of the other button, do nothing.
func TestThePhraseIsInTheLanguageOfThePage(t *testing.T) {
	text, err := os.ReadFile("../../web/languages/de.json")
	if err != nil {
		t.Skip("the catalogue is at hand where the tests run natively")
	}
	german, err := language.Read(text)
	if err != nil {
		t.Fatal(err)
	}
	defer language.Speak(nil)
	for name, c := range map[string]struct {
		in                *language.Catalogue
		release, handOver string
	}{"English": {nil, "release 707", "hand over 707"}, "German": {german, "veröffentlichen 707", "übergeben 707"}} {
		t.Run(name, func(t *testing.T) {
			language.Speak(c.in)
			g := &Guard{number: 707}
			if g.phrase(ReleaseButton) != c.release || g.phrase(HandOver) != c.handOver {
				t.Fatalf("asked for are %q and %q", g.phrase(ReleaseButton), g.phrase(HandOver))
			}
			g.Type(" " + strings.ToUpper(c.release))
			if !g.says(ReleaseButton) || g.says(HandOver) {
				t.Errorf("%q counts: %t, for the other button %t", g.Typed(), g.says(ReleaseButton), g.says(HandOver))
			}
			if g.Type("707"); g.says(ReleaseButton) || g.says(HandOver) {
				t.Error("the number alone counts")
			}
		})
	}
}
