package e2e

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"privatepca/app/e2e/at"
	"privatepca/app/e2e/drive"
)

// Where the browser blocks what sites store, the page starts all the same, says so, and
// releases after consent: by the user's own setting, and where each name of a store throws.
func TestWithSiteDataBlocked(t *testing.T) {
	byTestBrowsers(t)
	t.Parallel()
	feature(t, "Site data blocked: the page starts, and releases after consent")
	t.Run("by a setting", func(t *testing.T) {
		b, err := drive.LaunchWithoutStorage(engine)
		if errors.Is(err, drive.ErrNoSetting) { // the page is tried by its names alone
			fmt.Fprintf(os.Stderr, "\n*** NOT TESTED in %s: site data blocked by the user's own setting: %v ***\n\n", engine, err)
			noted.skip(t, strings.TrimPrefix(err.Error(), "drive: "))
			t.Skip(err)
		}
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(b.Close)
		withoutStorage(t, stand(t, b, server, 60*time.Second), true)
	})
	t.Run("by its names", func(t *testing.T) {
		withoutStorage(t, stand(t, browser, server, 60*time.Second, `for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches'])
		    Object.defineProperty(window, name, { get() { throw new DOMException('The operation is insecure.', 'SecurityError'); }, configurable: true });
		  window.BroadcastChannel = function () { throw new DOMException('The operation is insecure.', 'SecurityError'); };`), false)
	})
}

// withoutStorage goes from the start to a release. Where the worker is blocked, too, its ledger
// ends with the page, and a release needs consent to that.
func withoutStorage(t *testing.T, p *person, worker bool) {
	t.Helper()
	p.until(takesFiles)
	if stores := ask[bool](p, `(async () => { try { const r = indexedDB.open('x'); return await new Promise(y => { r.onsuccess = () => y(true); r.onerror = () => y(false); }); } catch { return false; } })()`); stores {
		t.Fatal("nothing is blocked: the page can store")
	}
	if err := p.Alert(p.ctx); err != nil {
		t.Errorf("the page shows %v", err)
	}
	j := small(t)
	at.Start(p).Open(j)
	toRelease(p, j)
	p.must(p.AnswerBudget(p.ctx, j))
	if worker {
		at.Review(p).AsksConsent()
		if text := p.text(at.Review(p).Budget()); !strings.Contains(text, "The ledger cannot be kept") {
			t.Errorf("the page says of its ledger %q", text)
		}
		at.Review(p).Consent()
	}
	p.must(p.Release(p.ctx))
	_, _, err := p.TakeDocument(p.ctx)
	p.must(err)
}
