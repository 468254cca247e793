package e2e

import (
	"testing"
	"time"

	"privatepca/app/e2e/drive"
)

// Where the browser blocks what sites store, the page starts all the same, says so, and
// releases after consent. In Firefox even a channel to other pages of the site throws then.
func TestWithSiteDataBlocked(t *testing.T) {
	byTestBrowsers(t)
	t.Parallel()
	onlyIn(t, "its driver blocks no storage", drive.Chromium, drive.Firefox)
	feature(t, "Site data blocked: the page starts, and releases after consent")
	p := stand(t, browser, server, 60*time.Second, `for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches'])
	    Object.defineProperty(window, name, { get() { throw new DOMException('The operation is insecure.', 'SecurityError'); }, configurable: true });
	  window.BroadcastChannel = function () { throw new DOMException('The operation is insecure.', 'SecurityError'); };`)
	p.until(`document.querySelector('#file-input') && !document.querySelector('#file-input').disabled`)
	if err := p.Alert(p.ctx); err != nil {
		t.Errorf("the page shows %v", err)
	}
	p.must(p.OpenFile(p.ctx, small(t)))
}
