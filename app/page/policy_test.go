package page_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	. "privatepca/app/page"
	"privatepca/app/page/tabtest"
	"privatepca/wasm/protocol"
)

// draw is the page at an address, as HTML.
func draw(t *testing.T, s *tabtest.State, path string) string {
	t.Helper()
	c := s.Page.At(path)
	d := app.NewClientTester(c)
	defer d.Close()
	return app.HTMLString(c)
}

var (
	styleAttr = regexp.MustCompile(`\sstyle=`)
	handler   = regexp.MustCompile(`\son[a-z]+=`)
	outside   = regexp.MustCompile(`(?:src|href|action)="?(?:https?:)?//`)
	idAttr    = regexp.MustCompile(`\sid="([^"]+)"`)
)

// Every page stands under the strict policy, names nothing outside, has one h1 and
// no id twice.
func TestPagesKeepThePolicy(t *testing.T) {
	empty := tabtest.New(&tabtest.Worker{}, &tabtest.Screen{})
	full := tabtest.AtPrivacy(t)
	full.Show(protocol.Released{Document: string(tabtest.Document(t, 2))}, nil)
	for when, s := range map[string]*tabtest.State{"empty": empty, "full": full} {
		for _, name := range Pages() {
			text := draw(t, s, name)
			for what, found := range map[string]bool{
				"a style attribute":  styleAttr.MatchString(text),
				"an inline handler":  handler.MatchString(text),
				"an outside address": outside.MatchString(text),
			} {
				if found {
					t.Errorf("%s, %s: %s", when, name, what)
				}
			}
			if n := strings.Count(text, "<h1"); n != 1 {
				t.Errorf("%s, %s: %d h1, want 1", when, name, n)
			}
			seen := map[string]bool{}
			for _, m := range idAttr.FindAllStringSubmatch(text, -1) {
				if seen[m[1]] {
					t.Errorf("%s, %s: id %q stands twice", when, name, m[1])
				}
				seen[m[1]] = true
			}
		}
	}
}
