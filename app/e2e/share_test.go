package e2e

import (
	"testing"
	"time"

	"privatepca/app/e2e/at"
	"privatepca/app/e2e/drive"
)

// On a device that is touched a document goes to the share sheet, if the browser takes it; what
// the sheet refuses is downloaded, and what its user closes is left alone.
func TestAShareSheetTakesADocument(t *testing.T) {
	byTestBrowsers(t)
	t.Parallel()
	feature(t, "Downloads by the share sheet of a touched device (both simulated by a script), else as a file")
	p := sit(t, server, 60*time.Second)
	_, _, err := at.Do(p.ctx, p.Visit, drive.Job{Sample: "two-directions", Epsilon: "2", Delta: "1e-6", K: "2", Mechanism: "gaussian", Relation: "add-remove"})
	p.must(err)
	p.must(p.Eval(p.ctx, `{ const real = matchMedia; window.shared = []; window.answer = () => Promise.resolve();
	  window.matchMedia = q => q === '(pointer: coarse)' ? { matches: true } : real.call(window, q);
	  Object.defineProperty(navigator, 'canShare', { value: d => d.files.length === 1, configurable: true });
	  Object.defineProperty(navigator, 'share', { value: d => { shared.push(d.files[0].name + ' ' + d.files[0].type); return answer(); }, configurable: true }); }`, nil))
	p.click("#download-json")
	p.until(`shared.join() === 'release.json application/json'`)
	p.must(p.Eval(p.ctx, `{ window.answer = () => Promise.reject(new DOMException('closed', 'AbortError')); }`, nil))
	p.click("#download-json")
	p.until(`shared.length === 2`)
	p.must(p.Eval(p.ctx, `{ window.answer = () => Promise.reject(new DOMException('not in a frame', 'NotAllowedError')); }`, nil))
	p.click("#download-csv")
	if text, err := p.Download(p.ctx, "loadings.csv"); err != nil || len(text) == 0 {
		t.Errorf("what the sheet refuses is not downloaded: %v", err)
	}
}
