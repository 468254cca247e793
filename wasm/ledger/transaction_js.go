package ledger

import (
	"syscall/js"
	"time"
)

// What IndexedDB says by events, said by return. While a goroutine waits for an event
// it may go on before the browser's turn ends, so a transaction stays open between requests.

// A failure is an error of the browser: the name of a DOMException.
type failure string

func (f failure) Error() string { return "ledger: " + string(f) }

// late is the failure of a browser that does not answer; aborted is that of one that gives
// no reason.
const (
	late    failure = "late"
	aborted failure = "AbortError"
)

// caught makes an error of what JavaScript throws. It is to be deferred.
func caught(err *error) {
	switch r := recover().(type) {
	case nil:
	case js.Error:
		*err = nameOf(r.Value)
	default:
		panic(r)
	}
}

func nameOf(err js.Value) failure {
	if err.Type() == js.TypeObject && err.Get("name").Type() == js.TypeString {
		return failure(err.Get("name").String())
	}
	return "Error"
}

// outcome receives the name of the first of these events that is fired at target.
func outcome(target js.Value, events ...string) <-chan string {
	first := make(chan string, 1)
	var fired js.Func
	fired = js.FuncOf(func(_ js.Value, args []js.Value) any {
		for _, name := range events {
			target.Set("on"+name, nil)
		}
		fired.Release()
		first <- args[0].Get("type").String()
		return nil
	})
	for _, name := range events {
		target.Set("on"+name, fired)
	}
	return first
}

// A deadline is when patience ends.
type deadline <-chan time.Time

// result waits for a request's.
func (d deadline) result(request js.Value) (js.Value, error) {
	select {
	case event := <-outcome(request, "success", "error"):
		if event == "error" {
			return js.Undefined(), nameOf(request.Get("error"))
		}
		return request.Get("result"), nil
	case <-d:
		return js.Undefined(), late
	}
}

// A transaction is on one object store.
type transaction struct {
	deadline
	value, store js.Value
	ended        <-chan string
}

func (d deadline) begin(db js.Value, mode, store string) (t *transaction, err error) {
	defer caught(&err)
	value := db.Call("transaction", store, mode, map[string]any{"durability": "strict"})
	return &transaction{d, value, value.Call("objectStore", store), outcome(value, "complete", "abort")}, nil
}

// call makes a request of the store and waits for its result.
func (t *transaction) call(method string, args ...any) (result js.Value, err error) {
	defer caught(&err)
	return t.result(t.store.Call(method, args...))
}

// texts are an array's.
func texts(array js.Value) []string {
	out := make([]string, array.Length())
	for i := range out {
		out[i] = array.Index(i).String()
	}
	return out
}

// complete waits until everything is kept.
func (t *transaction) complete() error {
	select {
	case event := <-t.ended:
		if event == "complete" {
			return nil
		}
		if why := t.value.Get("error"); why.Truthy() {
			return nameOf(why)
		}
		return aborted
	case <-t.deadline:
		return late
	}
}

// abort takes back what was written, if it is not so already.
func (t *transaction) abort() (err error) {
	defer caught(&err)
	t.value.Call("abort")
	return nil
}
