//go:build !js

package server

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"privatepca/app/language"
)

// reads is a string that a visitor reads: a sentence, or two words or more. Names in code, media types and such have no space, or say nothing.
var reads = regexp.MustCompile(`^[A-Z][a-z].* .*[a-z.…:]$|^[A-Z][a-z]+$|^[a-z]+( [a-z]+)+ \{n\}$`)

// notRead are strings of that form which are no text: headers, keys, names of events, browsers by their own names, and an error that nobody sees.
var notRead = []string{"Content-Security-Policy", "WebAssembly", "Apple", "Linux", "Firefox", "Edge", "Chrome", "Safari", "Enter", "Event", "Go", "Storage is blocked."}

// Each text that a visitor reads where the page's program does not run is said in each language.
func TestTextsBeforeTheProgramAreTranslated(t *testing.T) {
	catalogues, err := filepath.Glob("../../web/languages/*.json")
	if err != nil || len(catalogues) == 0 {
		t.Fatalf("no catalogue: %v", err)
	}
	texts := map[string]string{} // where each is
	for _, name := range append(slices.Clone(sayers), "moved.html") {
		body := movedPage
		if name != "moved.html" {
			if body, err = os.ReadFile("../.." + name); err != nil {
				t.Fatal(err)
			}
		}
		if filepath.Ext(name) == ".js" {
			body = regexp.MustCompile(`(?m)(^|\s)//.*$`).ReplaceAll(body, nil)
		}
		for _, text := range stringsOf(name, body) {
			if reads.MatchString(text) && !slices.Contains(notRead, text) || filepath.Ext(name) == ".html" && regexp.MustCompile(`[A-Za-z]`).MatchString(text) && !strings.Contains(text, "{{") {
				texts[text] = name
			}
		}
	}
	for _, want := range []string{"Hand over a release", "hand over {n}", "It is at", "To hand it over, type", "This browser lacks {s}.", "Go on in the window that has opened."} {
		if texts[want] == "" {
			t.Errorf("%q is not found among the texts", want)
		}
	}
	for _, name := range catalogues {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(filepath.Base(name), func(t *testing.T) {
			c, err := language.Read(text)
			if err != nil {
				t.Fatal(err)
			}
			for text, where := range texts {
				if c.Texts[text] == "" {
					t.Errorf("no entry says %q (%s)", text, where)
				}
			}
		})
	}
}

// least.js is given what the catalogues have of what stands in these scripts, and of nothing else.
func TestTheFirstScriptHasItsTexts(t *testing.T) {
	declare()
	web := t.TempDir()
	folder(t, web, "wasm")
	put := func(name, text string) {
		t.Helper()
		if err := write(filepath.Join(web, name), []byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.MkdirAll(filepath.Join(web, "languages"), 0o777); err != nil {
		t.Fatal(err)
	}
	put("least.js", "\"use strict\";\n  var texts = {};\n")
	put("confirm.js", `say("Nothing was read.");`)
	put("confirm.html", "<p>Hand it over <b></b></p>")
	put("languages/de.json", `{"tag":"de","name":"Deutsch","decimal":",","thousands":".","texts":{"Nothing was read.":"Nichts</script>","Hand it over":"Übergeben","Help":"Hilfe"}}`)
	h, err := New(web, Embedding{})
	if err != nil {
		t.Fatal(err)
	}
	line := regexp.MustCompile(`(?m)^  var texts = (.*);$`).FindStringSubmatch(get(h, "GET", leastScript).Body.String())
	if line == nil {
		t.Fatal("least.js has no texts")
	}
	got := map[string]map[string]string{}
	if err := json.Unmarshal([]byte(line[1]), &got); err != nil || len(got) != 1 || len(got["de"]) != 2 || got["de"]["Hand it over"] != "Übergeben" || got["de"]["Nothing was read."] != "Nichts</script>" {
		t.Errorf("least.js has %s: %v", line[1], err)
	}
}
