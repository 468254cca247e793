package start

import (
	"fmt"
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/ui"
)

// A page under a path, or at a bare name of this machine, names its neighbours; one with a host name of its own has none.
func TestNeighboursAreNamed(t *testing.T) {
	for _, c := range []struct{ host, path, says string }{
		{"people.example", "/private-pca", "under the path /private-pca of people.example"},
		{"people.example", "/a/b/", "under the path /a/b/"},
		{"127.0.0.1", "", "every program that uses this port"},
		{"localhost", "/", "every program that uses this port"},
		{"pca.example", "", ""},
		{"pca.example", "/", ""},
		{"privatepca-aaaabbbbccccdddd.localhost", "", ""},
		{"", "", ""},
		{"", "/somewhere", ""},
	} {
		note, text := Hosting{Host: c.host, Path: c.path}.neighbours(), ""
		if note != nil {
			text = app.HTMLString(note)
		}
		if (c.says == "") != (note == nil) || !strings.Contains(text, c.says) {
			t.Errorf("%s%s: %q, want %q", c.host, c.path, text, c.says)
		}
	}
}

// Where a host sends no headers and the browser has stored nothing, the page says beside the file's field what is open.
func TestAnOpenVisitSaysSo(t *testing.T) {
	for _, open := range []bool{false, true} {
		t.Run(fmt.Sprint(open), func(t *testing.T) {
			if text := app.HTMLString(Drop{Loose: open}.Draw(&ui.Inbox{})); strings.Contains(text, "less closed") != open {
				t.Error(text)
			}
			if text := app.HTMLString(Hosting{ByPage: true, Served: !open}.note()); strings.Contains(text, "kept in as they are elsewhere") == open {
				t.Error(text)
			}
		})
	}
	if (Hosting{}).note() != nil {
		t.Error("a host that sends headers is said to send none")
	}
}
