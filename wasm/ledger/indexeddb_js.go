package ledger

import (
	"crypto/rand"
	"encoding/hex"
	"sync"
	"syscall/js"
	"time"
)

// The database and its stores. Values are text; the keys of entries count up.
const (
	database  = "privatepca-ledger"
	entries   = "entries"
	documents = "documents" // by the id of a spending
	meta      = "meta"      // "key"

	readOnly  = "readonly"
	readWrite = "readwrite"
)

// patience is how long the browser may take over one step.
const patience = 10 * time.Second

// IndexedDB is the Store of a browser, shared by its tabs. Every call blocks the
// goroutine, so none may be made from a callback of JavaScript.
type IndexedDB struct {
	mu  sync.Mutex
	db  js.Value // undefined while it is not open
	key []byte   // nil while it is not read
}

var _ Store = (*IndexedDB)(nil)

func (s *IndexedDB) Read() (out []string, err error) {
	err = s.within(readOnly, entries, func(t *transaction) error {
		all, err := t.call("getAll")
		if err == nil {
			out = texts(all)
		}
		return err
	})
	return out, err
}

// Update runs under a lock that all tabs share, in one transaction that is on disk when
// it is complete. A transaction of this kind already excludes every other one on these
// entries: where there are no locks, it stands alone.
func (s *IndexedDB) Update(f func([]string) ([]string, error)) error {
	unlock, err := lock()
	if err != nil {
		return err
	}
	defer unlock()
	var refused error
	err = s.within(readWrite, entries, func(t *transaction) error {
		old, err := t.call("getAll")
		if err != nil {
			return err
		}
		var added []string
		if added, refused = f(texts(old)); refused != nil {
			return nil // which adds nothing
		}
		for _, text := range added {
			if _, err := t.call("add", text); err != nil {
				return err
			}
		}
		return nil
	})
	if refused != nil {
		return refused
	}
	return err
}

func (s *IndexedDB) Key() ([]byte, error) {
	if s.key != nil {
		return s.key, nil
	}
	var key []byte
	err := s.within(readWrite, meta, func(t *transaction) error {
		text, err := t.call("get", "key")
		if err != nil {
			return err
		}
		if text.Type() == js.TypeString {
			if key, err = hex.DecodeString(text.String()); err == nil && len(key) == 32 {
				return nil
			}
		}
		key = make([]byte, 32)
		rand.Read(key) // never fails
		_, err = t.call("put", hex.EncodeToString(key), "key")
		return err
	})
	if err != nil {
		return nil, err
	}
	s.key = key
	return key, nil
}

func (s *IndexedDB) Keep(id, document string) error {
	return s.within(readWrite, documents, func(t *transaction) error {
		_, err := t.call("put", document, id)
		return err
	})
}

func (s *IndexedDB) Document(id string) (text string, err error) {
	var found js.Value
	err = s.within(readOnly, documents, func(t *transaction) (err error) {
		found, err = t.call("get", id)
		return err
	})
	if err == nil && found.Type() != js.TypeString {
		err = ErrUnknown
	}
	if err != nil {
		return "", err
	}
	return found.String(), nil
}

func (s *IndexedDB) Documents() (map[string]bool, error) {
	out := map[string]bool{}
	err := s.within(readOnly, documents, func(t *transaction) error {
		keys, err := t.call("getAllKeys")
		if err != nil {
			return err
		}
		for _, id := range texts(keys) {
			out[id] = true
		}
		return nil
	})
	return out, err
}

// within runs f in one transaction on one store and waits until it is complete.
func (s *IndexedDB) within(mode, store string, f func(*transaction) error) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	timer := time.NewTimer(patience)
	defer timer.Stop()
	t, err := s.begin(timer.C, mode, store)
	if err != nil {
		return unavailable(err)
	}
	if err := f(t); err != nil {
		t.abort() // what it did not write is not there
		return unavailable(err)
	}
	if err := t.complete(); err != nil {
		return unavailable(err)
	}
	return nil
}

// begin starts a transaction, on a fresh connection where the browser closed the old one.
func (s *IndexedDB) begin(d deadline, mode, store string) (*transaction, error) {
	if !s.db.IsUndefined() {
		if t, err := d.begin(s.db, mode, store); err == nil {
			return t, nil
		}
		s.db.Call("close")
		s.db = js.Undefined()
	}
	db, err := open(d)
	if err != nil {
		return nil, err
	}
	s.db = db
	return d.begin(db, mode, store)
}

// open opens the database, and makes its stores at the first time.
func open(d deadline) (db js.Value, err error) {
	defer caught(&err)
	factory := js.Global().Get("indexedDB")
	if !factory.Truthy() {
		return js.Undefined(), failure("none")
	}
	request := factory.Call("open", database, 1)
	var upgraded error // thrown in a callback, it would end the worker
	upgrade := js.FuncOf(func(js.Value, []js.Value) any {
		defer caught(&upgraded)
		db := request.Get("result")
		db.Call("createObjectStore", entries, map[string]any{"autoIncrement": true})
		db.Call("createObjectStore", documents)
		db.Call("createObjectStore", meta)
		return nil
	})
	request.Set("onupgradeneeded", upgrade)
	if db, err = d.result(request); err != nil {
		return js.Undefined(), err // and leaves upgrade to a browser that is late
	}
	upgrade.Release()
	// Who deletes the database need not wait for this connection.
	var closing js.Func
	closing = js.FuncOf(func(js.Value, []js.Value) any {
		db.Call("close")
		closing.Release()
		return nil
	})
	db.Set("onversionchange", closing)
	return db, upgraded
}

// unavailable words an error of the browser.
func unavailable(err error) error {
	why := "the browser’s storage failed"
	if storage := js.Global().Get("indexedDB"); storage.IsUndefined() || storage.IsNull() {
		return &Unavailable{"this browser has no storage for it"}
	}
	switch err {
	case failure("QuotaExceededError"):
		why = "the browser’s storage is full"
	case failure("SecurityError"), failure("InvalidStateError"), failure("NotAllowedError"):
		why = "the browser refuses storage to this page: a private window, or blocked site data"
	case failure("VersionError"):
		why = "a newer version of this page has written it: reload the page"
	case aborted:
		why = "the browser did not keep what was written"
	case late:
		why = "the browser’s storage does not answer"
	}
	return &Unavailable{why}
}
