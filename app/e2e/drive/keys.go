package drive

import (
	"context"
	"fmt"
	"time"

	"github.com/chromedp/cdproto/emulation"
)

// keys that a person presses, by name, with their codes and the text they give.
var keys = map[string]struct {
	code int64
	text string
}{
	"Tab": {9, ""}, "Enter": {13, "\r"}, " ": {32, " "}, "ArrowDown": {40, ""}, "Home": {36, ""}, "Delete": {46, ""},
}

// Press presses a key and lets it go.
func (v *Visit) Press(ctx context.Context, name string) error {
	if _, known := keys[name]; !known {
		panic("drive: no such key: " + name)
	}
	return v.tab.key(ctx, name)
}

// Copy copies all that the control in focus holds, by the keyboard.
func (v *Visit) Copy(ctx context.Context) error {
	if err := v.tab.chord(ctx, "a"); err != nil {
		return err
	}
	return v.tab.chord(ctx, "c")
}

// Paste pastes what the clipboard holds where the cursor stands, by the keyboard.
func (v *Visit) Paste(ctx context.Context) error { return v.tab.chord(ctx, "v") }

// Tab goes to an element by the tabulator, and inside a group of radio buttons by the
// arrows, as a person without a mouse does.
func (v *Visit) Tab(ctx context.Context, selector string) error {
	here := fmt.Sprintf(`(() => {
	  const wanted = document.querySelector(%q), now = document.activeElement;
	  return !wanted ? 'missing' : wanted === now ? 'there' :
	    wanted.type === 'radio' && now.type === 'radio' && wanted.name === now.name && wanted.form === now.form ? 'group' :
	    now !== document.body && wanted.compareDocumentPosition(now) & Node.DOCUMENT_POSITION_FOLLOWING ? 'before' : 'elsewhere';
	})()`, selector)
	backwards, can := v.tab.(interface{ back(context.Context) error })
	var where string
	for range 400 {
		if err := v.Eval(ctx, here, &where); err != nil {
			return err
		}
		key := "Tab"
		switch where {
		case "there":
			return nil
		case "group":
			key = "ArrowDown"
		}
		press := func() error { return v.Press(ctx, key) }
		if where == "before" && can {
			press = func() error { return backwards.back(ctx) }
		}
		if err := press(); err != nil {
			return err
		}
	}
	return fmt.Errorf("drive: the keyboard does not lead to %s: %s", selector, where)
}

// stroke is the time from one key to the next: a run of keys that lie well.
const stroke = 30 * time.Millisecond

// Write replaces what the control in focus holds, key by key.
func (v *Visit) Write(ctx context.Context, text string) error {
	if err := v.tab.chord(ctx, "a"); err != nil {
		return err
	}
	return v.Insert(ctx, text)
}

// Insert types where the cursor stands, and on while the page is still at work on the
// keys before, as a hand does.
func (v *Visit) Insert(ctx context.Context, text string) error {
	for _, r := range text {
		if err := v.tab.stroke(ctx, r); err != nil {
			return err
		}
		if err := Pause(ctx, stroke); err != nil {
			return err
		}
	}
	var settled bool // answered after the keys
	return v.Eval(ctx, `new Promise(requestAnimationFrame).then(() => true)`, &settled)
}

// Slow makes the page's machine slower by a factor; 1 is as it is.
func (v *Visit) Slow(ctx context.Context, factor float64) error {
	if v.browser.engine != nil {
		return ErrOnlyChromium
	}
	_, err := call(ctx, v.browser.conn, v.page.id, emulation.SetCPUThrottlingRate, emulation.SetCPUThrottlingRateParams{Rate: factor})
	return err
}

// ReducedMotion tells the page that its reader wants less motion, or does not.
func (v *Visit) ReducedMotion(ctx context.Context, reduced bool) error {
	if v.browser.engine != nil {
		return ErrOnlyChromium
	}
	value := "no-preference"
	if reduced {
		value = "reduce"
	}
	_, err := call(ctx, v.browser.conn, v.page.id, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: "prefers-reduced-motion", Value: value}},
	})
	return err
}
