package promise

import (
	"syscall/js"
	"testing"
)

func TestWait(t *testing.T) {
	class := js.Global().Get("Promise")
	if v, ok := Wait(class.Call("resolve", 7))(); v.Int() != 7 || !ok {
		t.Errorf("resolved: %v, %v", v, ok)
	}
	if v, ok := Wait(class.Call("reject", "no"))(); v.String() != "no" || ok {
		t.Errorf("rejected: %v, %v", v, ok)
	}
	first, second := Wait(class.Call("resolve", 1)), Wait(class.Call("resolve", 2))
	if v, _ := second(); v.Int() != 2 {
		t.Errorf("the second: %v", v)
	}
	if v, _ := first(); v.Int() != 1 {
		t.Errorf("the first: %v", v)
	}
}

// Whoever runs this test hears of rejected promises that are not ignored, and fails.
func TestIgnore(t *testing.T) {
	Ignore(js.Global().Get("Promise").Call("reject", "no"))
	Wait(js.Global().Get("Promise").New(js.Global().Get("Function").New("done", "setTimeout(done, 50)")))()
}
