package e2e

import (
	"testing"
	"time"

	"privatepca/app/e2e/drive"
)

// small is what a finger cannot press: a control below 44 CSS pixels in height, of which
// neither its label is that high. Links in a sentence are read, not pressed as controls.
const tooSmall = `[...document.querySelectorAll('button, summary, select, textarea, input, .steps a, .tools a')]
  .filter(e => e.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && e.type !== 'file' && !e.closest('.skip'))
  .filter(e => { const high = [e, ...(e.labels ?? [])].map(x => x.getBoundingClientRect().height);
    return Math.max(...high) > 0 && Math.max(...high) < (['radio', 'checkbox'].includes(e.type) ? 24 : 43.5); })
  .map(e => e.tagName + '#' + e.id + '.' + e.className + ' ' + Math.round(e.getBoundingClientRect().height)).slice(0, 12)`

// On a phone of 390 CSS pixels no page of a job scrolls sideways, and what is pressed is large
// enough for a finger.
func TestTouchTargets(t *testing.T) {
	byTestBrowsers(t)
	t.Parallel()
	feature(t, "A phone of 390 pixels: targets of 44 pixels, nothing scrolls sideways")
	onlyChromium(t, "only its driver can take the mouse away")
	p := sit(t, server, 60*time.Second)
	p.must(p.Touch(p.ctx))
	p.until(`matchMedia('(pointer: coarse)').matches`)
	look := func(page string) {
		t.Helper()
		if got := ask[[]string](p, tooSmall); len(got) > 0 {
			t.Errorf("%s: too small for a finger: %q", page, got)
		}
		if w := ask[float64](p, `document.documentElement.scrollWidth`); w > 390 {
			t.Errorf("%s is %v CSS pixels wide in a window of 390", page, w)
		}
	}
	look("the start")
	j := drive.Job{Sample: "clinic-visits", Epsilon: "1", Delta: "1e-6", K: "2", Mechanism: "gaussian"}
	p.must(p.OpenFile(p.ctx, j))
	look("the columns")
	p.must(p.AnswerColumns(p.ctx, j))
	p.must(p.ToPrivacy(p.ctx))
	look("privacy")
	p.must(p.AnswerPrivacy(p.ctx, j))
	p.must(p.ToRelease(p.ctx))
	p.must(p.AnswerBudget(p.ctx, j))
	look("the release")
	p.must(p.Release(p.ctx))
	look("the result")
	// The same look must notice a small button.
	p.must(p.Eval(p.ctx, `{ const b = document.createElement('button'); b.id = 'tiny'; b.style = 'height:20px;min-height:0'; b.textContent = 'x'; document.querySelector('#main').append(b); }`, nil))
	if got := ask[[]string](p, tooSmall); len(got) == 0 {
		t.Error("a button of 20 pixels went unnoticed")
	}
}
