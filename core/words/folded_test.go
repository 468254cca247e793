package words

import (
	"strings"
	"testing"
)

// The short way is the long one, for every two characters and those around them, and for letters and spaces beyond ASCII.
func TestFolded(t *testing.T) {
	names := []string{"", " ", "a", "a b", "A b", " a", "a ", "a  b", "a\tb", "É", "é", "a\u00a0b", "a\nb", "\x1f", "z~!"}
	for a := range 256 {
		for _, b := range []string{"", " ", "x", "Z", "\t", "é"} {
			one := string([]byte{byte(a)})
			names = append(names, one+b, b+one, "x"+one+b+"y")
		}
	}
	for _, name := range names {
		if got, want := Folded(name), strings.Join(strings.Fields(strings.ToLower(name)), " "); got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
}
