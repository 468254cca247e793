package e2e

import (
	"testing"
	"time"

	"privatepca/app/e2e/at"
	"privatepca/app/e2e/drive"
	pages "privatepca/app/page"
)

// small is what a finger cannot press: a control below 44 CSS pixels in height, of which
// neither its label is that high. Links in a sentence are read, not pressed as controls.
const tooSmall = `[...document.querySelectorAll('button, summary, select, textarea, input, .steps a, .tools a')]
  .filter(e => e.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && e.type !== 'file' && !e.closest('.skip'))
  .filter(e => { const high = [e, ...(e.labels ?? [])].map(x => x.getBoundingClientRect().height);
    return Math.max(...high) > 0 && Math.max(...high) < (['radio', 'checkbox'].includes(e.type) ? 24 : 43.5); })
  .map(e => e.tagName + '#' + e.id + '.' + e.className + ' ' + Math.round(e.getBoundingClientRect().height)).slice(0, 12)`

// On a phone of 390 CSS pixels no page of a job scrolls sideways, what is pressed is large enough for a finger, a field that takes a
// minus or an exponent has the keyboard with them, and a file of any ending can be chosen. A width of 320 is tried in every engine: TestEveryPageKeepsTheRules.
func TestAFingerMeetsWhatIsPressed(t *testing.T) {
	byTestBrowsers(t)
	t.Parallel()
	feature(t, "A phone of 390 pixels: targets of 44 pixels (boxes and circles of 24), nothing scrolls sideways, keyboards fit")
	onlyChromium(t, "only its driver can take the mouse away")
	p := sit(t, server, 60*time.Second)
	p.must(p.Touch(p.ctx))
	p.until(`matchMedia('(pointer: coarse)').matches`)
	look := func(page string) {
		t.Helper()
		if w := ask[float64](p, `document.documentElement.scrollWidth`); w > 390 {
			t.Errorf("%s is %v CSS pixels wide in a window of 390", page, w)
		}
		if got := ask[[]string](p, tooSmall); len(got) > 0 {
			t.Errorf("%s: too small for a finger: %q", page, got)
		}
		if got := ask[[]string](p, `[...document.querySelectorAll('[data-part=min], [data-part=max], #bulk-min, #bulk-max, #delta, #sum-delta')]
		  .filter(e => ['decimal', 'numeric'].includes(e.inputMode)).map(e => e.id)`); len(got) > 0 {
			t.Errorf("%s: no minus and no exponent can be typed into %q", page, got)
		}
	}
	look("the start")
	if ask[string](p, `document.querySelector('#file-input').accept`) != "" {
		t.Error("a phone may offer no file whose ending it does not know")
	}
	j := drive.Job{Sample: "clinic-visits", Epsilon: "1", Delta: "1e-6", K: "2", Mechanism: "gaussian"}
	at.Start(p).Open(j)
	look("the columns")
	at.Columns(p).Answer(j)
	at.Columns(p).ToPrivacy()
	look("privacy")
	at.Privacy(p).Answer(j)
	at.Privacy(p).ToRelease()
	p.must(p.AnswerBudget(p.ctx, j))
	look("the release")
	p.must(p.Release(p.ctx))
	for _, tab := range append(at.Result(p).Tabs(), "") {
		at.Result(p).Tab(tab)
		look("the result, " + tab)
	}
	for _, path := range pages.Paths() {
		p.must(p.Open(p.ctx, p.url+path))
		p.until(`document.querySelector('#main h1') && !document.querySelector('#app-wasm-loader')`)
		look(path)
	}
	// The same look must notice a small button.
	p.must(p.Eval(p.ctx, `{ const b = document.createElement('button'); b.id = 'tiny'; b.style = 'height:20px;min-height:0'; b.textContent = 'x'; document.querySelector('#main').append(b); }`, nil))
	if got := ask[[]string](p, tooSmall); len(got) == 0 {
		t.Error("a button of 20 pixels went unnoticed")
	}
}
