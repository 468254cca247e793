package words

import (
	"strings"
	"testing"
)

// The short way to a normal form is the long one's, for every two characters and those around them.
func TestPopulation(t *testing.T) {
	for a := range 256 {
		for _, b := range []string{"", " ", "x", "Z", "\t", "é"} {
			for _, name := range []string{string([]byte{byte(a)}) + b, b + string([]byte{byte(a)}), "x" + string([]byte{byte(a)}) + b + "y"} {
				want := strings.Join(strings.Fields(strings.ToLower(name)), " ")
				if got := Population(name); got != want {
					t.Errorf("%q: %q, want %q", name, got, want)
				}
			}
		}
	}
}
