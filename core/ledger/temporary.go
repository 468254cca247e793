package ledger

import (
	"encoding/hex"
	"encoding/json"
	"errors"

	"privatepca/core/fault"
)

// Where the store is blocked, entries live in a temporary ledger: in memory, and with the
// program that keeps its text, which has it before a draw is made and hands it to the next
// worker. As soon as the store can be written, the entries go there.

func (l *Ledger) temporaryEntries() []Entry {
	texts, _ := l.temporary.Read() // memory does not fail
	entries, err := l.decodeAll(texts)
	if err != nil {
		panic("ledger: the temporary ledger holds what is no entry")
	}
	return entries
}

// read returns all entries, of the store and of the temporary ledger; an error where the store is
// blocked and the temporary ledger is empty.
func (l *Ledger) read() ([]Entry, error) {
	texts, err := l.store.Read()
	own := l.temporaryEntries()
	if err != nil {
		if len(own) > 0 {
			return own, nil
		}
		return nil, err
	}
	entries, err := l.decodeAll(texts)
	if err != nil {
		return nil, err
	}
	all, _, err := union(entries, own)
	return all, err
}

// readAny is read where the store may be blocked: then only the temporary ledger counts.
func readAny(l *Ledger) ([]Entry, error) {
	entries, err := l.read()
	var blocked *Unavailable
	if errors.As(err, &blocked) {
		return l.temporaryEntries(), nil
	}
	return entries, err
}

// update appends to the store what f makes of all entries, and what the temporary ledger holds.
func (l *Ledger) update(f func([]Entry) ([]Entry, error)) error {
	return l.store.Update(func(texts []string) ([]string, error) {
		entries, err := l.decodeAll(texts)
		if err != nil {
			return nil, err
		}
		all, missing, err := union(entries, l.temporaryEntries())
		if err != nil {
			return nil, err
		}
		added, err := f(all)
		if err != nil {
			return nil, err
		}
		return l.encodeAll(append(missing, added...))
	})
}

// updateTemporary appends to the temporary ledger what f makes of all entries that can be read.
func (l *Ledger) updateTemporary(f func([]Entry) ([]Entry, error)) error {
	entries, err := readAny(l)
	if err != nil {
		return err
	}
	return l.temporary.Update(func([]string) ([]string, error) {
		added, err := f(entries)
		if err != nil {
			return nil, err
		}
		return l.encodeAll(added)
	})
}

// kept is the text of a temporary ledger.
type kept struct {
	Key     string  `json:"key"`
	Entries []Entry `json:"entries"`
}

// Temporary returns the temporary ledger as text, for the page to keep; "" where it is empty.
func (l *Ledger) Temporary() string {
	entries := l.temporaryEntries()
	if len(entries) == 0 {
		return ""
	}
	text, err := json.Marshal(kept{hex.EncodeToString(l.temporary.key), entries})
	if err != nil {
		panic("ledger: a temporary ledger cannot be encoded") // plain values
	}
	return string(text)
}

// Resume takes over the temporary ledger of an earlier worker.
func (l *Ledger) Resume(text string) error {
	var h kept
	if err := json.Unmarshal([]byte(text), &h); err != nil {
		return fault.Request("", "This is no temporary ledger. Reload the page.")
	}
	key, err := hex.DecodeString(h.Key)
	if err != nil || len(key) != 32 {
		return fault.Request("", "This temporary ledger has no key. Reload the page.")
	}
	for _, e := range h.Entries {
		if err := e.validate(); err != nil {
			return err
		}
	}
	l.temporary.key = key
	return l.temporary.Update(func(texts []string) ([]string, error) {
		own, err := l.decodeAll(texts)
		if err != nil {
			return nil, err
		}
		_, added, err := union(own, h.Entries)
		if err != nil {
			return nil, err
		}
		return l.encodeAll(added)
	})
}

// Key is the key of fingerprints: the store's, or the temporary ledger's where the store is blocked.
func (l *Ledger) Key() []byte {
	if key, err := l.store.Key(); err == nil {
		return key
	}
	return l.temporary.key
}

// Fingerprint returns the fingerprint of no bytes under a key, which is Key's.
func (l *Ledger) Fingerprint(key []byte) *Fingerprint {
	return NewFingerprint(key, l.store.Hasher)
}

// Blocked says why the store keeps nothing; "" where it does. Only a write can tell.
func (l *Ledger) Blocked() string {
	err := l.update(func([]Entry) ([]Entry, error) { return nil, nil })
	var blocked *Unavailable
	if errors.As(err, &blocked) {
		return blocked.Why
	}
	return ""
}
