//go:build js && wasm

package indexeddb

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"syscall/js"
	"testing"
	"time"

	"github.com/hack-pad/go-indexeddb/idb"

	"privatepca/core/ledger"
)

// fresh deletes the database.
func fresh(t *testing.T) {
	t.Helper()
	request, err := idb.Global().DeleteDatabase(database)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
	defer cancel()
	if err := request.Await(ctx); err != nil || ctx.Err() != nil {
		t.Fatal(err, ctx.Err())
	}
}

func TestKeepsEntries(t *testing.T) {
	fresh(t)
	s := &Store{}
	start := time.Now()
	for i := range 30 {
		if err := s.Update(func(old []string) ([]string, error) {
			if len(old) != 2*i {
				t.Errorf("entry %d: %d before it", i, len(old))
			}
			return []string{fmt.Sprint(i), fmt.Sprint(i, "b")}, nil
		}); err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("%v an update", time.Since(start)/30)
	if err := s.Update(func([]string) ([]string, error) { return []string{"x"}, ledger.ErrUnknown }); err == nil {
		t.Error("an update that was refused ended well")
	}
	again := &Store{} // as the next worker
	got, err := again.Read()
	if err != nil || len(got) != 60 || got[0] != "0" || got[59] != "29b" {
		t.Fatal(got, err)
	}
	key, err := s.Key()
	if other, err2 := again.Key(); err != nil || err2 != nil || !slices.Equal(key, other) || len(key) != 32 {
		t.Error("the key is not the same", err, err2)
	}
	if err := s.Keep("id", "document"); err != nil {
		t.Fatal(err)
	}
	if text, err := again.Document("id"); err != nil || text != "document" {
		t.Error(text, err)
	}
	if _, err := again.Document("none"); err != ledger.ErrUnknown {
		t.Error(err)
	}
	for _, text := range []string{"one", "another"} {
		if err := s.Describe("id", text); err != nil {
			t.Fatal(err)
		}
		if got, err := again.Description("id"); err != nil || got != text {
			t.Error(got, err)
		}
	}
	if _, err := again.Description("none"); err != ledger.ErrUnknown {
		t.Error(err)
	}
	if ids, err := again.Documents(); err != nil || len(ids) != 1 || !ids["id"] {
		t.Error(ids, err)
	}
}

// Two stores, as of two tabs, lose no update to each other.
func TestUpdatesExclude(t *testing.T) {
	fresh(t)
	const each = 20
	done := make(chan error)
	for range 3 {
		s := &Store{}
		go func() {
			for range each {
				if err := s.Update(func(old []string) ([]string, error) { return []string{fmt.Sprint(len(old))}, nil }); err != nil {
					done <- err
					return
				}
			}
			done <- nil
		}()
	}
	for range 3 {
		if err := <-done; err != nil {
			t.Fatal(err)
		}
	}
	got, err := (&Store{}).Read()
	if err != nil || len(got) != 3*each {
		t.Fatal(len(got), err)
	}
	for i, text := range got {
		if text != fmt.Sprint(i) {
			t.Fatalf("update %d saw %s before it", i, text)
		}
	}
}

// Entries that are added together, as by an import, come back one by one, and beside those that
// came alone. Whatever else stands in the store is handed over as it is.
func TestManyEntries(t *testing.T) {
	fresh(t)
	s := &Store{}
	add := func(entries ...string) {
		t.Helper()
		if err := s.Update(func([]string) ([]string, error) { return entries, nil }); err != nil {
			t.Fatal(err)
		}
	}
	var want []string
	for i := range 40_000 {
		want = append(want, fmt.Sprintf(`{"id":"%032x","kind":"spend","time":"2026-01-02T03:04:05Z","population":"people","charge":{"mechanism":"laplace","epsilon":1e-06,"delta":0,"rho":0,"claim":"exact arithmetic"}}`, i))
	}
	start := time.Now()
	add(want...)
	t.Logf("%d entries are added in %v", len(want), time.Since(start))
	add(`{"alone":1}`)
	add("[no array")
	want = append(want, `{"alone":1}`, "[no array")
	for name, store := range map[string]*Store{"the same": s, "the next worker's": {}} {
		start := time.Now()
		got, err := store.Read()
		t.Logf("read by %s store in %v", name, time.Since(start))
		if err != nil || !slices.Equal(got, want) {
			t.Fatalf("%s store has %d entries (%v), want %d", name, len(got), err, len(want))
		}
	}
}

// A browser may abort a transaction without a reason, as when its site data is cleared;
// the library takes that for success.
func TestNoticesWhatIsNotKept(t *testing.T) {
	fresh(t)
	s := &Store{}
	if _, err := s.Read(); err != nil {
		t.Fatal(err)
	}
	prototype := js.Global().Get("IDBObjectStore").Get("prototype")
	add := prototype.Get("add")
	defer prototype.Set("add", add)
	prototype.Set("add", js.Global().Call("eval", `(function (add) {
	  return function (value) { const r = add.call(this, value); this.transaction.abort(); return r };
	})`).Invoke(add))
	err := s.Update(func([]string) ([]string, error) { return []string{"lost"}, nil })
	if _, ok := err.(*ledger.Unavailable); !ok {
		t.Errorf("an aborted update ended with %v", err)
	}
}

// Without IndexedDB, and where the browser refuses it, errors are words.
func TestBlocked(t *testing.T) {
	for what, open := range map[string]string{
		"no storage": `undefined`,
		"refuses":    `{ open() { throw new DOMException('no', 'SecurityError') } }`,
	} {
		js.Global().Call("eval", `Object.defineProperty(self, 'indexedDB', { configurable: true, value: `+open+` })`)
		s := &Store{}
		err := s.Update(func([]string) ([]string, error) { return nil, nil })
		if u, ok := err.(*ledger.Unavailable); !ok || !strings.Contains(u.Why, what) {
			t.Errorf("%s: %v", what, err)
		}
		if _, err := s.Key(); err == nil {
			t.Error("a key of nowhere")
		}
		js.Global().Call("eval", `delete self.indexedDB`)
	}
	if _, err := (&Store{}).Read(); err != nil {
		t.Error("the browser's own storage:", err)
	}
}
