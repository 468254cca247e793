package browser

import (
	"sync"
	"time"

	"github.com/maxence-charriere/go-app/v9/pkg/app"
)

// slice is how long the page works before it hands the thread back to the browser.
const slice = 8 * time.Millisecond

// Pause goes on in a fresh task of the browser when the one at hand has lasted a
// slice. It blocks the page's goroutine, the only place where it may be called:
// a function that JavaScript waits for must not block.
func Pause() {
	if app.IsServer || time.Since(resumed) < slice {
		return
	}
	post, posted := tasks()
	post()
	<-posted
	resumed = time.Now()
}

var resumed time.Time // when the task at hand began, or one before it

// tasks posts messages to the page itself: timers are held back where they nest,
// and Go runs its own in the task in which they happen to be due.
var tasks = sync.OnceValues(func() (post func(), posted <-chan struct{}) {
	arrived := make(chan struct{}, 1)
	channel := app.Window().Get("MessageChannel").New()
	channel.Get("port1").Set("onmessage", app.FuncOf(func(app.Value, []app.Value) any {
		arrived <- struct{}{}
		return nil
	}))
	from := channel.Get("port2")
	return func() { from.Call("postMessage", 0) }, arrived
})
