//go:build js

package browser

import (
	"testing"
	"time"

	"github.com/maxence-charriere/go-app/v9/pkg/app"
)

// What the browser has to tell is heard while the page draws, once a slice is over.
func TestPauseHandsTheThreadBack(t *testing.T) {
	heard := false
	channel := app.Window().Get("MessageChannel").New()
	listener := app.FuncOf(func(app.Value, []app.Value) any {
		heard = true
		return nil
	})
	defer listener.Release()
	channel.Get("port1").Set("onmessage", listener)
	resumed = time.Now().Add(time.Hour) // the slice is not over, however slow the machine is
	channel.Get("port2").Call("postMessage", 0)
	Pause()
	if heard {
		t.Error("the thread was handed back before the slice was over")
	}
	resumed = time.Now().Add(-slice)
	Pause()
	if !heard {
		t.Error("a slice is over, and the browser was not heard")
	}
}
