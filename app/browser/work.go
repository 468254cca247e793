package browser

import (
	"math"
	"runtime"
	"time"

	"github.com/maxence-charriere/go-app/v9/pkg/app"
)

// Work that takes longer than unseen shows how far it is, drawn anew every redraw.
const (
	unseen = 500 * time.Millisecond
	redraw = 100 * time.Millisecond
)

// Work runs f, which reads a file of that name, in slices: f calls at wherever it can wait, with the share that it has done, from 0 to 1, or −1
// where it does not know. Where it takes long, the page shows that, and a button to stop it. Then f ends within at, and Work reports false.
//
// It blocks the page's goroutine, so that nothing else changes meanwhile; f runs on another one, which can end in the middle. The panel stands
// beside what go-app draws: go-app draws on the goroutine that waits.
func Work(name string, f func(at func(share float64))) (whole bool) {
	if app.IsServer {
		f(func(float64) {})
		return true
	}
	w := &working{name: name, began: time.Now()}
	over := make(chan struct{})
	go func() {
		defer close(over)
		f(w.at)
		whole = true
	}()
	<-over
	w.hide()
	return whole
}

// A working is the panel of one Work.
type working struct {
	name         string
	began, drawn time.Time
	stopped      bool

	panel, bar app.Value // nil while there is none
	click      app.Func
}

func (w *working) at(share float64) {
	now := time.Now()
	if w.panel == nil && now.Sub(w.began) > unseen {
		w.show()
	}
	if w.panel != nil && now.Sub(w.drawn) > redraw {
		w.drawn = now
		if share < 0 {
			w.bar.Call("removeAttribute", "value")
		} else {
			w.bar.Set("value", math.Min(share, 1))
		}
	}
	Pause()
	if w.stopped {
		runtime.Goexit()
	}
}

func (w *working) show() {
	document := app.Window().Get("document")
	element := func(tag, class, text string) app.Value {
		e := document.Call("createElement", tag)
		e.Set("className", class)
		e.Set("textContent", text)
		return e
	}
	w.panel = element("div", "working note", "")
	w.panel.Set("id", "working")
	w.panel.Call("setAttribute", "role", "status")
	w.bar = element("progress", "grow", "")
	w.bar.Call("setAttribute", "aria-label", "How much of the file is read")
	stop := element("button", "btn btn-s", "Stop")
	stop.Set("id", "stop-working")
	stop.Set("type", "button")
	w.click = app.FuncOf(func(app.Value, []app.Value) any {
		w.stopped = true
		return nil
	})
	stop.Set("onclick", w.click)
	for _, e := range []app.Value{element("p", "", "Reading "+w.name+" …"), w.bar, stop} {
		w.panel.Call("appendChild", e)
	}
	document.Get("body").Call("appendChild", w.panel)
}

func (w *working) hide() {
	if w.panel == nil {
		return
	}
	focused := w.panel.Call("contains", app.Window().Get("document").Get("activeElement")).Bool()
	w.panel.Call("remove")
	w.click.Release()
	if focused {
		FocusHeading()
	}
}
