//go:build !js

package server

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

func source(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", filepath.FromSlash(name)))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// The tables of options and events in docs/embedding.md say what the types say, no more
// and no less; attributes are those that the element reads.
func TestEmbeddingDocs(t *testing.T) {
	types, docs, script := source(t, "web/embed.d.ts"), source(t, "docs/embedding.md"), source(t, "web/embed.js")
	within := func(name string) string {
		_, rest, found := strings.Cut(types, "export interface "+name+" {\n")
		body, _, closed := strings.Cut(rest, "\n}\n")
		if !found || !closed {
			t.Fatalf("embed.d.ts has no %s", name)
		}
		return body
	}
	member := regexp.MustCompile(`(?m)^  /\*\* (.*) \*/\n  "?([\w-]+)"?\??:`)
	var rows []string
	for _, m := range member.FindAllStringSubmatch(within("PrivatePCAOptions"), -1) {
		attribute := regexp.MustCompile(`[A-Z]`).ReplaceAllStringFunc(m[2], func(s string) string { return "-" + strings.ToLower(s) })
		if reads := strings.Contains(script, `at("`+attribute+`")`); reads == (m[2] == "file") {
			t.Errorf("the element reads the attribute %s: %v", attribute, reads)
		} else if reads {
			rows = append(rows, "| `"+attribute+"` | `"+m[2]+"` | "+m[1]+" |")
		} else {
			rows = append(rows, "| | `"+m[2]+"` | "+m[1]+" |")
		}
	}
	for _, m := range member.FindAllStringSubmatch(within("PrivatePCAEventMap"), -1) {
		rows = append(rows, "| `"+m[2]+"` | "+m[1]+" |")
	}
	for _, name := range []string{"PrivatePCAOptions", "PrivatePCAEventMap"} {
		if body := within(name); strings.Count(body, ";\n")+1 != len(member.FindAllString(body, -1)) {
			t.Errorf("%s: a member is not described", name)
		}
	}
	_, section, _ := strings.Cut(docs, "## Attributes, options, events")
	section, _, _ = strings.Cut(section, "\n## ")
	for _, row := range rows {
		if !strings.Contains(section, row+"\n") {
			t.Errorf("docs/embedding.md lacks the row\n%s", row)
		}
	}
	if n := strings.Count(section, "\n| "); n != len(rows)+4 { // two heads, two rules
		t.Errorf("docs/embedding.md has %d rows, want %d", n-4, len(rows))
	}
}

// Each link in the docs leads somewhere.
func TestEmbeddingLinks(t *testing.T) {
	for _, m := range regexp.MustCompile(`\]\((\.\./[^)#]+)\)`).FindAllStringSubmatch(source(t, "docs/embedding.md"), -1) {
		if _, err := os.Stat(filepath.Join("..", "..", "docs", filepath.FromSlash(m[1]))); err != nil {
			t.Error(err)
		}
	}
}

// A manifest asks Dataverse for no token, and for the calls that the page knows.
func TestDataverseManifests(t *testing.T) {
	reader := source(t, "app/frame/dataverse.go")
	for _, kind := range []string{"explore", "preview"} {
		text := source(t, "web/portals/dataverse-"+kind+".json")
		var m struct {
			DisplayName, Description, ToolName, Scope, ToolURL, ContentType, HTTPMethod string
			Types                                                                       []string
			AllowedAPICalls                                                             []struct{ Name, HTTPMethod, URLTemplate string }
		}
		if err := json.Unmarshal([]byte(text), &m); err != nil {
			t.Fatal(kind, err)
		}
		if m.DisplayName == "" || m.Description == "" || m.ToolName == "" || m.Scope != "file" || len(m.Types) != 1 || m.Types[0] != kind ||
			m.ToolURL != "https://pca.example/embed" || m.ContentType == "" || m.HTTPMethod != "GET" {
			t.Errorf("%s: %+v", kind, m)
		}
		if strings.Contains(strings.ToLower(text), "apitoken") {
			t.Errorf("%s asks for a token", kind)
		}
		for _, call := range m.AllowedAPICalls {
			if call.HTTPMethod != "GET" || !strings.Contains(call.URLTemplate, "{fileId}") || !strings.Contains(reader, `"`+call.Name+`"`) {
				t.Errorf("%s: the page does not know the call %+v", kind, call)
			}
		}
		// Without it each look at a table counts as a download, and asks for the guestbook.
		if !strings.Contains(text, `"/api/v1/access/datafile/{fileId}?gbrecs=true"`) {
			t.Errorf("%s has a look at a table counted as a download", kind)
		}
		if len(m.AllowedAPICalls) != 3 {
			t.Errorf("%s allows %d calls", kind, len(m.AllowedAPICalls))
		}
	}
}
