package e2e

import (
	"testing"
	"time"

	"privatepca/app/e2e/at"
	"privatepca/app/e2e/drive"
)

// quick types into a control on a machine so slow that the page draws earlier letters
// while later ones arrive, and returns what it holds when the page has come to rest.
func (p *person) quick(selector, text string) string {
	p.t.Helper()
	control := `document.querySelector('` + selector + `')`
	p.until(control + ` && !` + control + `.disabled`)
	p.must(p.Eval(p.ctx, control+`.focus()`, nil))
	p.must(p.Slow(p.ctx, 10))
	p.must(p.Write(p.ctx, text))
	p.must(p.Slow(p.ctx, 1))
	p.rest()
	return ask[string](p, control+`.value`)
}

// rest waits until nothing has been drawn for a while.
func (p *person) rest() {
	p.t.Helper()
	p.must(p.Rest(p.ctx, 150*time.Millisecond))
}

// typedOnTheWay types into the controls of a job, from page to page, and then visits them
// again: what is drawn anew comes from the state. It tells what got lost.
func (p *person) typedOnTheWay(j drive.Job) (lost []string) {
	p.t.Helper()
	wants := map[string]string{}
	write := func(selector, text string) {
		wants[selector] = text
		if got := p.quick(selector, text); got != text {
			lost = append(lost, selector+": "+got)
		}
	}
	again := func(selectors ...string) {
		for _, selector := range selectors {
			p.until(`document.querySelector('` + selector + `')`)
			if got := ask[string](p, `document.querySelector('`+selector+`').value`); got != wants[selector] {
				lost = append(lost, selector+", drawn anew: "+got)
			}
		}
	}
	at.Start(p).Open(j)
	at.Columns(p).Answer(j)
	write("#max-1", "271.828182845")
	at.Columns(p).ToPrivacy()
	p.click("#mech-gaussian")
	write("#epsilon", "0.9876543")
	write("#delta", "0.000001234")
	write("#k", "00002")
	write("#forecast-n", "1234567")
	if len(lost) > 0 {
		return lost // and no way on, maybe
	}
	at.Privacy(p).ToRelease()
	write("#population", "all who came in 2026")
	write("#cap-epsilon", "3.14159265")
	p.click(`nav a[href="/privacy"]`)
	again("#epsilon", "#delta", "#k", "#forecast-n")
	p.click(`nav a[href="/columns"]`)
	again("#max-1")
	return lost
}

// What the program puts into a field shows, over what was typed there before; typing in
// the middle of a field goes on in the middle; and keys pressed in a list all count.
func TestTheProgramWritesFields(t *testing.T) {
	onlyChromium(t, "only its driver makes the machine slower, and only there a script can paste")
	t.Parallel()
	p := sit(t, server, 60*time.Second)
	holds := func(selector, want, after string) {
		t.Helper()
		var got string
		if !p.within(10*time.Second, func() bool {
			got = ask[string](p, `document.querySelector('`+selector+`').value`)
			return got == want
		}) {
			t.Errorf("%s holds %q after %s, want %q", selector, got, after, want)
		}
	}
	j := small(t)
	at.Start(p).Open(j)
	at.Columns(p).Answer(j)
	at.Columns(p).SetMax(1, "250")
	at.Columns(p).Schema(j.Schema)
	p.until(`document.querySelector('#max-1').value === '230'`)
	at.Columns(p).SetMax(1, "250")
	p.rest()
	p.must(p.Eval(p.ctx, `(() => { // typed, and written over before anything is drawn
	  const e = document.querySelector('#max-1'), d = new DataTransfer();
	  d.setData('text', '250\n7'); // the row below is no number
	  e.value = '260';
	  e.dispatchEvent(new InputEvent('input', { bubbles: true }));
	  e.dispatchEvent(new ClipboardEvent('paste', { clipboardData: d, bubbles: true, cancelable: true }));
	})()`, nil))
	p.rest()
	holds("#max-1", "250", "lines were pasted over what was typed")
	p.click("#select-1")
	p.until(`!document.querySelector('#bulk-max').disabled`)
	p.quick("#bulk-max", "240")
	p.must(p.Eval(p.ctx, `document.querySelector('#bulk-apply').click()`, nil))
	p.rest()
	holds("#max-1", "240", "an answer in bulk")
	holds("#bulk-max", "", "it was applied")

	p.quick("#find", "hgt")
	p.must(p.Eval(p.ctx, `document.querySelector('#find').setSelectionRange(1, 1)`, nil))
	p.must(p.Slow(p.ctx, 10))
	p.must(p.Insert(p.ctx, "ei"))
	p.must(p.Slow(p.ctx, 1))
	p.rest()
	holds("#find", "heigt", "typing in its middle")
	if at := ask[int](p, `document.querySelector('#find').selectionStart`); at != 3 {
		t.Errorf("the cursor stands at %d, want 3", at)
	}
	p.enter("#find", "")

	at.Columns(p).ToPrivacy()
	p.until(`document.querySelector('#use-epsilon')`)
	at.Privacy(p).SetEpsilon("0.01")
	p.until(`document.querySelector('#use-epsilon')`)
	p.click("#assumed > summary") // what is folded has no text
	offered := ask[string](p, `document.querySelector('#want-epsilon').innerText.replace('ε = ', '')`)
	at.Privacy(p).UseSolved()
	p.rest()
	holds("#epsilon", offered, "the offer was taken")
	at.Privacy(p).Slide("-1")
	p.rest()
	holds("#epsilon", "0.1", "the slider was moved")
	at.Privacy(p).SetEpsilon("10")
	p.rest()
	holds("#epsilon-slider", "1", "ε was typed")

	p.must(p.Eval(p.ctx, `document.querySelector('#spectrum').focus()`, nil))
	at := ask[int](p, `document.activeElement.selectedIndex`)
	p.must(p.Slow(p.ctx, 10))
	for range 3 {
		p.must(p.Press(p.ctx, "ArrowDown"))
	}
	p.must(p.Slow(p.ctx, 1))
	p.rest()
	if now := ask[int](p, `document.querySelector('#spectrum').selectedIndex`); now != at+3 {
		t.Errorf("three steps down the list led from %d to %d", at, now)
	}
}

// No letter is lost, however slow the machine.
func TestTypingOnASlowMachine(t *testing.T) {
	long(t, "runs alone, on a machine made slow")
	p := sit(t, server, 60*time.Second)
	if lost := p.typedOnTheWay(small(t)); len(lost) > 0 {
		t.Errorf("lost: %q", lost)
	}
}

// The same typing notices a page that writes what it draws.
func TestTypingNoticesLostLetters(t *testing.T) {
	long(t, "builds a page with a fault")
	s := mutant(t, "app.wasm", overwriting)
	p := sit(t, s, 60*time.Second)
	if lost := p.typedOnTheWay(small(t)); len(lost) == 0 {
		t.Error("a page that writes every field whenever it is drawn went unnoticed")
	} else {
		t.Logf("lost: %q", lost)
	}
}
