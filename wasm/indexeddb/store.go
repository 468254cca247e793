//go:build js && wasm

// Package indexeddb keeps a ledger in a browser: its store, the lock that all tabs
// share, and the hashing of files by the browser.
package indexeddb

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"strings"
	"sync"
	"syscall/js"
	"time"

	"github.com/hack-pad/go-indexeddb/idb"

	"privatepca/core/ledger"
)

// The database and its stores. Values are text; the keys of entries count up. A value of
// entries is one entry, or an array of many that were added together: the browser takes about a
// millisecond to step from one value to the next.
const (
	database  = "privatepca-ledger"
	entries   = "entries"
	documents = "documents" // by the id of a spending
	meta      = "meta"      // "key"
)

// patience is how long the browser may take over one step.
const patience = 10 * time.Second

// A Store is the ledger's store in a browser, shared by its tabs. The zero value is ready.
// Every call blocks the goroutine, so none may be made from a callback of JavaScript.
type Store struct {
	mu    sync.Mutex
	db    *idb.Database       // nil while it is not open
	key   []byte              // nil while it is not read
	split map[string][]string // values that hold many entries, and these
}

var _ ledger.Store = (*Store)(nil)

// Read returns all entries in the order in which they were appended.
func (s *Store) Read() (out []string, err error) {
	err = s.within(idb.TransactionReadOnly, entries, func(ctx context.Context, o *idb.ObjectStore) error {
		out, err = s.all(ctx, o)
		return err
	})
	return out, err
}

// Update runs under a lock that all tabs share, in one transaction that is on disk when
// it is complete. A transaction of this kind already excludes every other one on these
// entries: where there are no locks, it stands alone.
func (s *Store) Update(f func([]string) ([]string, error)) error {
	unlock, err := lock()
	if err != nil {
		return err
	}
	defer unlock()
	var added []string
	var refused error
	err = s.within(idb.TransactionReadWrite, entries, func(ctx context.Context, o *idb.ObjectStore) error {
		old, err := s.all(ctx, o)
		if err != nil {
			return err
		}
		if added, refused = f(old); refused != nil {
			added = nil
		}
		for _, text := range values(added) {
			if _, err := o.Add(js.ValueOf(text)); err != nil {
				return err
			}
		}
		return nil
	})
	if refused != nil {
		return refused
	}
	if err != nil || len(added) == 0 {
		return err
	}
	// The library takes a transaction that the browser aborted without a reason for one
	// that is complete: only what can be read again is there.
	now, err := s.Read()
	if err != nil {
		return err
	}
	kept := make(map[string]bool, len(now))
	for _, text := range now {
		kept[text] = true
	}
	for _, text := range added {
		if !kept[text] {
			return &ledger.Unavailable{Why: "the browser did not keep what was written"}
		}
	}
	return nil
}

// many is how many entries share one value from here on: those of an import. What a
// release adds stays readable for an older version of this page.
const many = 100

// values are what is stored of entries that are added together.
func values(entries []string) []string {
	if len(entries) < many {
		return entries
	}
	return []string{"[" + strings.Join(entries, ",") + "]"}
}

// entriesOf are the entries of a value. What is no array of entries is one, which the ledger
// reads or refuses.
func (s *Store) entriesOf(value string) []string {
	if !strings.HasPrefix(value, "[") {
		return []string{value}
	}
	if out, ok := s.split[value]; ok {
		return out
	}
	var list []json.RawMessage
	if json.Unmarshal([]byte(value), &list) != nil {
		return []string{value}
	}
	out := make([]string, len(list))
	for i, e := range list {
		out[i] = string(e)
	}
	if s.split == nil {
		s.split = map[string][]string{}
	}
	s.split[value] = out
	return out
}

// Key returns the random key of this browser.
func (s *Store) Key() ([]byte, error) {
	if s.key != nil {
		return s.key, nil
	}
	var key []byte
	err := s.within(idb.TransactionReadWrite, meta, func(ctx context.Context, o *idb.ObjectStore) error {
		text, err := get(ctx, o, "key")
		if err != nil {
			return err
		}
		if key, err = hex.DecodeString(text); err == nil && len(key) == 32 {
			return nil
		}
		key = make([]byte, 32)
		rand.Read(key) // never fails
		_, err = o.PutKey(js.ValueOf("key"), js.ValueOf(hex.EncodeToString(key)))
		return err
	})
	if err == nil {
		s.key = key
	}
	return key, err
}

// Hasher has the browser hash.
func (s *Store) Hasher(key []byte) ledger.Hasher { return NewHasher(key) }

// described is the key of what was decided about a document. A store of its own would need a database of a higher version, which a page of an earlier
// one that is still open could not read.
func described(id string) string { return id + "/edition" }

// Describe stores what was decided about the document of a spending.
func (s *Store) Describe(id, text string) error { return s.Keep(described(id), text) }

// Description returns it, or ledger.ErrUnknown.
func (s *Store) Description(id string) (string, error) { return s.Document(described(id)) }

// Keep stores the document of a spending.
func (s *Store) Keep(id, document string) error {
	return s.within(idb.TransactionReadWrite, documents, func(ctx context.Context, o *idb.ObjectStore) error {
		_, err := o.PutKey(js.ValueOf(id), js.ValueOf(document))
		return err
	})
}

// Document returns the document of a spending, or ledger.ErrUnknown.
func (s *Store) Document(id string) (text string, err error) {
	err = s.within(idb.TransactionReadOnly, documents, func(ctx context.Context, o *idb.ObjectStore) error {
		text, err = get(ctx, o, id)
		return err
	})
	if err == nil && text == "" {
		err = ledger.ErrUnknown
	}
	return text, err
}

// Documents lists the spendings that have a document.
func (s *Store) Documents() (map[string]bool, error) {
	out := map[string]bool{}
	err := s.within(idb.TransactionReadOnly, documents, func(ctx context.Context, o *idb.ObjectStore) error {
		request, err := o.GetAllKeys()
		if err != nil {
			return err
		}
		keys, err := request.Await(ctx)
		for _, k := range keys {
			if id := k.String(); !strings.Contains(id, "/") { // else it is something beside a document
				out[id] = true
			}
		}
		return err
	})
	return out, err
}

// within runs f in one transaction on one store and waits until it is complete.
func (s *Store) within(mode idb.TransactionMode, name string, f func(context.Context, *idb.ObjectStore) error) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	t, err := s.begin(ctx, mode, name)
	if err != nil {
		return unavailable(err)
	}
	o, err := t.ObjectStore(name)
	if err != nil {
		return unavailable(err)
	}
	if err := f(ctx, o); err != nil {
		t.Abort() // what it did not write is not there
		return unavailable(err)
	}
	if err := t.Await(ctx); err != nil {
		return unavailable(err)
	}
	return nil
}

// begin starts a transaction, on a fresh connection where the browser closed the old one.
func (s *Store) begin(ctx context.Context, mode idb.TransactionMode, name string) (*idb.Transaction, error) {
	options := idb.TransactionOptions{Mode: mode, Durability: idb.DurabilityStrict}
	if s.db != nil {
		if t, err := s.db.TransactionWithOptions(options, name); err == nil {
			return t, nil
		}
		s.db.Close()
		s.db = nil
	}
	db, err := open(ctx)
	if err != nil {
		return nil, err
	}
	s.db = db
	return db.TransactionWithOptions(options, name)
}

// open opens the database, and makes its stores at the first time.
func open(ctx context.Context) (*idb.Database, error) {
	factory := js.Global().Get("indexedDB") // idb.Global panics where there is none
	if !factory.Truthy() {
		return nil, errors.New("none")
	}
	f, err := idb.WrapFactory(factory)
	if err != nil {
		return nil, err
	}
	var upgrade error // an error of the upgrader would panic in a callback
	request, err := f.Open(ctx, database, 1, func(db *idb.Database, _, _ uint) error {
		_, e1 := db.CreateObjectStore(entries, idb.ObjectStoreOptions{AutoIncrement: true})
		_, e2 := db.CreateObjectStore(documents, idb.ObjectStoreOptions{})
		_, e3 := db.CreateObjectStore(meta, idb.ObjectStoreOptions{})
		upgrade = errors.Join(e1, e2, e3)
		return nil
	})
	if err != nil { // thrown, in a form that the library hides
		return nil, idb.NewDOMException("SecurityError")
	}
	db, err := request.Await(ctx)
	if err = errors.Join(err, upgrade, ctx.Err()); err != nil {
		return nil, err
	}
	return db, nil
}

// all reads every entry, in the order in which they were added.
func (s *Store) all(ctx context.Context, o *idb.ObjectStore) ([]string, error) {
	request, err := o.OpenCursor(idb.CursorNext)
	if err != nil {
		return nil, err
	}
	var out []string
	err = request.Iter(ctx, func(c *idb.CursorWithValue) error {
		v, err := c.Value()
		if err != nil {
			return err
		}
		out = append(out, s.entriesOf(v.String())...)
		return nil
	})
	return out, errors.Join(err, ctx.Err())
}

// get reads one text; "" where there is none.
func get(ctx context.Context, o *idb.ObjectStore, key string) (string, error) {
	request, err := o.Get(js.ValueOf(key))
	if err != nil {
		return "", err
	}
	v, err := request.Await(ctx)
	if err = errors.Join(err, ctx.Err()); err != nil || v.IsUndefined() {
		return "", err
	}
	return v.String(), nil
}

// unavailable words an error of the browser.
func unavailable(err error) error {
	why := "the browser’s storage failed"
	switch {
	case js.Global().Get("indexedDB").IsUndefined() || js.Global().Get("indexedDB").IsNull():
		why = "this browser has no storage for it"
	case errors.Is(err, idb.NewDOMException("QuotaExceededError")):
		why = "the browser’s storage is full"
	case errors.Is(err, idb.NewDOMException("SecurityError")), errors.Is(err, idb.NewDOMException("InvalidStateError")), errors.Is(err, idb.NewDOMException("NotAllowedError")):
		why = "the browser refuses storage to this page: a private window, or blocked site data"
	case errors.Is(err, idb.NewDOMException("VersionError")):
		why = "a newer version of this page has written it: reload the page"
	case errors.Is(err, context.DeadlineExceeded):
		why = "the browser’s storage does not answer"
	}
	return &ledger.Unavailable{Why: why}
}
