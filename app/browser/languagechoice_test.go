package browser

import (
	"strings"
	"testing"
)

func TestFirstLanguageThatIsOffered(t *testing.T) {
	offered := []Language{{English, "English"}, {"de", "Deutsch"}}
	for _, c := range []struct {
		want   string
		wishes []string
	}{
		{"de", []string{"de-AT", "en"}},
		{"de", []string{"fr", "DE"}},
		{"en", []string{"en-GB", "de"}},
		{"en", []string{"fr", "da"}},
		{"en", nil},
	} {
		t.Run(strings.Join(c.wishes, " "), func(t *testing.T) {
			if got := firstOffered(c.wishes, offered); got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
		})
	}
}
