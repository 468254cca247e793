//go:build !js

package server

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// The script that tells old browsers so is one that they can read, and names the versions that
// docs/browsers.md does.
func TestOldBrowsersCanReadWhatTheyAreTold(t *testing.T) {
	text, err := os.ReadFile("../../web/least.js")
	if err != nil {
		t.Fatal(err)
	}
	code := regexp.MustCompile(`(?m)//.*$`).ReplaceAllString(string(text), "")
	code = regexp.MustCompile(`"(?:[^"\\]|\\.)*"`).ReplaceAllString(code, `""`)
	if found := regexp.MustCompile("=>|`|\\b(?:let|const|class|async|await|for \\([^)]* of)\\b|\\?\\.|\\?\\?|\\.\\.\\.").FindString(code); found != "" {
		t.Errorf("an old browser cannot read %q", found)
	}
	if strings.Contains(code, "\\d+") == false { // what is looked for above is found where it is
		t.Error("the patterns of the browsers' names are gone")
	}
	page, err := os.ReadFile("../../docs/browsers.md")
	if err != nil {
		t.Fatal(err)
	}
	for name, row := range map[string]string{"Chrome": `\| Chrome, Edge \| (\d+) \|`, "Edge": `\| Chrome, Edge \| (\d+) \|`, "Firefox": `\| Firefox \| (\d+) \|`, "Safari": `\| Safari \| (\d+) \|`} {
		said := regexp.MustCompile(row).FindStringSubmatch(string(page))
		if said == nil || !strings.Contains(string(text), `"`+name+`", "`+said[1]+`"`) {
			t.Errorf("of %s docs/browsers.md says %v, web/least.js another", name, said)
		}
	}
}
