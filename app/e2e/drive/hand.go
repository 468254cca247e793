package drive

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"time"
)

// place finds where a hand would click an element: the middle of it, or of its
// label where the control itself is hidden. It says what is in the way.
const place = `(async selector => {
  const element = document.querySelector(selector);
  if (!element) return { why: 'there is none' };
  // What is folded is opened first, as a person would.
  for (let d; d = element.parentElement.closest('details:not([open])'); ) {
    if (d.querySelector(':scope > summary').contains(element)) break;
    d.open = true;
  }
  if (element.disabled) return { why: 'it is disabled' };
  const candidates = [element, ...(element.labels || [])];
  let why = 'it has no size';
  for (const e of candidates) {
    e.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    await Promise.race([new Promise(requestAnimationFrame), new Promise(r => setTimeout(r, 500))]); // a window may be drawn late
    const r = e.getBoundingClientRect();
    if (r.width < 5 || r.height < 5) continue;
    const x = r.x + Math.min(r.width / 2, 200), y = r.y + r.height / 2;
    const hit = document.elementFromPoint(x, y);
    if (hit && candidates.some(c => c.contains(hit))) {
      window.__driveHit = null;
      // What came under the hand meanwhile is not pressed: it may be the button of an error, which would be gone unseen.
      window.__driveAim?.abort();
      window.__driveAim = new AbortController();
      addEventListener('click', e => {
        window.__driveHit = candidates.some(c => c.contains(e.target));
        if (!window.__driveHit) { e.stopImmediatePropagation(); e.preventDefault(); }
      }, { capture: true, once: true, signal: window.__driveAim.signal });
      return { x, y };
    }
    why = 'it is covered by ' + (hit ? hit.outerHTML.slice(0, 100) : 'nothing');
  }
  return { why };
})`

// Click clicks an element with the mouse, once it is there, enabled and in reach.
// It aims again where the page moved between the look and the click, and ends with
// the page's own error where that shows one instead.
func (v *Visit) Click(ctx context.Context, selector string) error {
	quoted, _ := json.Marshal(selector)
	for {
		var at struct {
			X, Y float64
			Why  string
		}
		err := v.Eval(ctx, place+"("+string(quoted)+")", &at)
		if err == nil && at.Why == "" {
			if err := v.press(ctx, at.X, at.Y); err != nil {
				return err
			}
			var missed bool
			if v.Eval(ctx, `[false, null].includes(window.__driveHit)`, &missed); !missed {
				return nil
			}
		}
		if e := v.taken(ctx); e != nil && at.Why != "" {
			return e
		}
		if errors.Is(err, ErrEnded) {
			return err
		}
		if Pause(ctx, moment) != nil {
			return fmt.Errorf("drive: cannot click %s: %s %v", selector, at.Why, err)
		}
	}
}

// PressInside clicks at a place of the view, whatever stands there.
func (v *Visit) PressInside(ctx context.Context, x, y float64) error { return v.press(ctx, x, y) }

// press clicks at a place of the view.
func (v *Visit) press(ctx context.Context, x, y float64) error {
	outerX, outerY, err := v.around(ctx, x, y)
	if err != nil {
		return err
	}
	return v.tab.press(ctx, spot{outerX, outerY, x, y})
}

// Wheel turns the mouse's wheel down by so many pixels, over the middle of the page, or of
// what is in view of a frame.
func (v *Visit) Wheel(ctx context.Context, pixels float64) error {
	around, of := v, `({ top: 0, bottom: innerHeight, left: 0, right: innerWidth })`
	if v.outer != nil {
		around, of = v.outer, fmt.Sprintf(`document.querySelectorAll('iframe')[%d].getBoundingClientRect()`, v.place)
	}
	var at struct{ X, Y float64 }
	err := around.Eval(ctx, `(r => ({ x: (r.left + r.right) / 2, y: (Math.max(0, r.top) + Math.min(innerHeight, r.bottom)) / 2 }))(`+of+`)`, &at)
	if err != nil {
		return err
	}
	return around.tab.wheel(ctx, at.X, at.Y, pixels)
}

// Type replaces what a text control holds. It ends with the page's own error where that
// takes the control away.
func (v *Visit) Type(ctx context.Context, selector, text string) (err error) {
	defer func() {
		if e := v.taken(ctx); e != nil && err != nil {
			err = e
		}
	}()
	if err := v.Click(ctx, selector); err != nil {
		return err
	}
	quoted, _ := json.Marshal(selector)
	focused := `(e => { e?.focus(); e?.select(); return !!e; })(document.querySelector(` + string(quoted) + `))`
	if err := v.Wait(ctx, focused+` || `+alerted); err != nil { // the page may have drawn an alert in place of the control
		return err
	}
	if e := v.taken(ctx); e != nil {
		return e
	}
	put := func() error { return v.tab.insert(ctx, text) }
	if text == "" {
		put = func() error { return v.tab.key(ctx, "Delete") }
	}
	if err := put(); err != nil {
		return err
	}
	want, _ := json.Marshal(text)
	holds := `document.querySelector(` + string(quoted) + `)?.value === ` + string(want)
	for { // an alert may take the control away at any moment
		if err := v.Wait(ctx, holds+` || `+alerted); err != nil {
			return err
		}
		if e := v.taken(ctx); e != nil {
			return e
		}
		var there bool
		if err := v.Eval(ctx, holds, &there); err != nil || there {
			return err
		}
	}
}

// Select chooses an option of a drop-down list by its value, once the list is there, enabled and has it.
func (v *Visit) Select(ctx context.Context, selector, value string) error {
	s, _ := json.Marshal(selector)
	o, _ := json.Marshal(value)
	if err := v.Wait(ctx, `(e => e && !e.disabled && [...e.options].some(o => o.value === `+string(o)+`))(document.querySelector(`+string(s)+`))`); err != nil {
		return err
	}
	return v.Eval(ctx, `{ const e = document.querySelector(`+string(s)+`); e.value = `+string(o)+`; e.dispatchEvent(new Event('change', { bubbles: true })); }`, nil)
}

// Rest waits until nothing of the page has changed for so long by its own clock: the page's timers end in their order, so what
// an event has it draw within a shorter time is drawn, however slow the machine is. What a worker is still to answer is not waited for.
func (v *Visit) Rest(ctx context.Context, quiet time.Duration) error {
	return v.Eval(ctx, fmt.Sprintf(`new Promise(done => {
	  const seen = new MutationObserver(() => { clearTimeout(timer); timer = setTimeout(over, %[1]d); });
	  const over = () => { seen.disconnect(); done(true); };
	  let timer = setTimeout(over, %[1]d);
	  seen.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
	})`, quiet.Milliseconds()), nil)
}

// Choose gives files to a file control, once it is enabled, as its picker would.
func (v *Visit) Choose(ctx context.Context, selector string, files ...string) error {
	for i, f := range files {
		full, err := filepath.Abs(f)
		if err != nil {
			return err
		}
		files[i] = full
	}
	quoted, _ := json.Marshal(selector)
	find := `document.querySelector(` + string(quoted) + `)`
	if err := v.Wait(ctx, find+" && !"+find+".disabled"); err != nil {
		return err
	}
	return v.tab.choose(ctx, find, files)
}
