package session

import (
	"testing"

	"privatepca/wasm/protocol"
)

// Every request of the protocol has one handler, and no handler is of another request.
func TestEveryRequestHasOneHandler(t *testing.T) {
	count := map[string]int{}
	for _, h := range handlers {
		count[h.name]++
	}
	for _, r := range protocol.All {
		if n := count[r.RequestName()]; n != 1 {
			t.Errorf("%d handlers of %s, want 1", n, r.RequestName())
		}
		delete(count, r.RequestName())
	}
	for name := range count {
		t.Errorf("a handler of %s, which is no request", name)
	}
}
