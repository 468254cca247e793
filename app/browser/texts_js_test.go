//go:build js

package browser

import (
	"testing"
	"time"
)

// What was kept is there in another call, and gone when it is removed.
func TestTextsAreKeptAndRemoved(t *testing.T) {
	texts := &Texts{Post: func(f func()) { f() }}
	wait := func(call func(done func(bool))) bool {
		t.Helper()
		done := make(chan bool, 1)
		call(func(ok bool) { done <- ok })
		select {
		case ok := <-done:
			return ok
		case <-time.After(2 * patience):
			t.Fatal("the browser did not answer")
			return false
		}
	}
	all := func() (out map[string]string) {
		t.Helper()
		if !wait(func(done func(bool)) {
			texts.All(func(texts map[string]string, ok bool) { out = texts; done(ok) })
		}) {
			t.Fatal("the browser keeps nothing")
		}
		return out
	}
	for _, text := range []string{"first", "ä second"} {
		if !wait(func(done func(bool)) { texts.Put("key", text, done) }) {
			t.Fatal("not kept")
		}
	}
	if !wait(func(done func(bool)) { texts.Put("other", "x", done) }) {
		t.Fatal("not kept")
	}
	if got := all(); len(got) != 2 || got["key"] != "ä second" {
		t.Errorf("kept %q", got)
	}
	if !wait(func(done func(bool)) { texts.Remove([]string{"key", "other", "never there"}, done) }) {
		t.Fatal("not removed")
	}
	if got := all(); len(got) != 0 {
		t.Errorf("%q is left", got)
	}
}

// Of several calls in a moment the last one counts.
func TestSoonIsOnce(t *testing.T) {
	texts := &Texts{Post: func(f func()) { f() }}
	ran := make(chan int, 9)
	for i := range 3 {
		texts.Soon(func() { ran <- i })
	}
	if got := <-ran; got != 2 {
		t.Errorf("call %d ran, want the last", got)
	}
	select {
	case i := <-ran:
		t.Errorf("call %d ran, too", i)
	case <-time.After(2 * moment):
	}
}
