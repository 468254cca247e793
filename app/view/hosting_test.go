package view

import (
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/client"
	"privatepca/app/state/statetest"
	"privatepca/core/schema"
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

// Before a release the page says what the site around it stated, and that the visitor did not.
func TestWhatAHostStatedIsSaidBeforeTheRelease(t *testing.T) {
	s := statetest.AtPrivacy(t)
	if text := draw(t, &releasePage{of(s)}); strings.Contains(text, "from-host") {
		t.Error("bounds that were typed are said to be the site's")
	}
	s.Draft.Answers.Columns[0].From = schema.FromHost
	s.Draft.Answers.Count()
	for _, page := range []Page{&releasePage{of(s)}, &columnsPage{page: of(s)}} {
		text := draw(t, page)
		if _, last := page.(*releasePage); last && !strings.Contains(text, "the bounds or categories of 1 column. They come from the site around this page") {
			t.Error("the last page does not say what the site stated")
		}
		if !strings.Contains(text, "portal") {
			t.Errorf("%T does not mark what the site stated", page)
		}
	}
}
