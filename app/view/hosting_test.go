package view

import (
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/client"
	"privatepca/app/state/statetest"
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
		note, text := neighbourNote(c.host, c.path), ""
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
	s, _, _ := statetest.Opened(t)
	for _, c := range []struct {
		by     client.Isolation
		served bool
		says   bool
	}{{client.ByServer, false, false}, {client.ByPage, true, false}, {client.ByPage, false, true}, {client.IsolationUnknown, false, false}} {
		s.Isolation, s.Served = func() client.Isolation { return c.by }, func() bool { return c.served }
		if text := app.HTMLString(dropArea(s)); strings.Contains(text, "less closed") != c.says {
			t.Errorf("%+v: %s", c, text)
		}
		if c.by == client.ByPage {
			if text := app.HTMLString(hostingNote(s)); strings.Contains(text, "kept in as they are elsewhere") != c.served {
				t.Errorf("%+v: %s", c, text)
			}
		}
	}
}
