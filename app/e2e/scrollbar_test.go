package e2e

import (
	"strings"
	"testing"
	"time"

	"privatepca/app/e2e/drive"
)

// In WebKit on Linux scrollbars stand beside the page, where nothing fades: an overlaid one is drawn anew at
// every refresh of the screen for two seconds. The other engines keep their own.
func TestScrollbarsStandStill(t *testing.T) {
	byTestBrowsers(t)
	p := standAt(t, browser, server.URL+"/help", 60*time.Second)
	p.must(p.Wait(p.ctx, "document.documentElement.scrollHeight > innerHeight + 100"))
	var classes string
	p.must(p.Eval(p.ctx, "document.documentElement.className", &classes))
	if still := strings.Contains(classes, "still-bars"); still != (engine == drive.WebKit) {
		t.Errorf("the page says %q", classes)
	}
	if engine != drive.WebKit {
		return
	}
	var width int
	p.must(p.Eval(p.ctx, "innerWidth - document.documentElement.clientWidth", &width))
	if width != 8 {
		t.Errorf("the scrollbar takes %d pixels beside the page, want 8: at 0 it is overlaid", width)
	}
}
