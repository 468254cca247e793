package ledger

import (
	"encoding/hex"
	"encoding/json"
	"errors"
)

// Where the store is blocked, entries live in the session: in memory, and in the page,
// which has them before a draw is made and hands them to the next worker. As soon as
// the store can be written, they go there.

// union is what both lists hold, without what the second repeats.
func union(a, b []Entry) (all, added []Entry) {
	seen := map[string]bool{}
	for _, e := range a {
		seen[e.ID] = true
	}
	all = a[:len(a):len(a)]
	for _, e := range b {
		if !seen[e.ID] {
			seen[e.ID] = true
			all, added = append(all, e), append(added, e)
		}
	}
	return all, added
}

func decodeAll(texts []string) ([]Entry, error) {
	out := make([]Entry, len(texts))
	for i, t := range texts {
		e, err := decode(t)
		if err != nil {
			return nil, &Unavailable{"the ledger of this browser cannot be read: it is damaged, or of a newer version"}
		}
		out[i] = e
	}
	return out, nil
}

// encodeAll refuses an entry that decode would not read: written once, it would close the
// ledger for good.
func encodeAll(entries []Entry) ([]string, error) {
	out := make([]string, len(entries))
	for i, e := range entries {
		if err := e.validate(); err != nil {
			return nil, err
		}
		out[i] = encode(e)
	}
	return out, nil
}

func (l *Ledger) sessionEntries() []Entry {
	texts, _ := l.session.Read() // memory does not fail
	entries, err := decodeAll(texts)
	if err != nil {
		panic("ledger: the session holds what is no entry")
	}
	return entries
}

// read returns all entries, of store and session; an error where the store is blocked
// and the session has none.
func (l *Ledger) read() ([]Entry, error) {
	texts, err := l.store.Read()
	own := l.sessionEntries()
	if err != nil {
		if len(own) > 0 {
			return own, nil
		}
		return nil, err
	}
	entries, err := decodeAll(texts)
	if err != nil {
		return nil, err
	}
	all, _ := union(entries, own)
	return all, nil
}

// readSession is read where the store may be blocked: then the session alone counts.
func (l *Ledger) readSession() ([]Entry, error) {
	entries, err := l.read()
	var blocked *Unavailable
	if errors.As(err, &blocked) {
		return l.sessionEntries(), nil
	}
	return entries, err
}

// update appends to the store what f makes of all entries, and what the session holds.
func (l *Ledger) update(f func([]Entry) ([]Entry, error)) error {
	return l.store.Update(func(texts []string) ([]string, error) {
		entries, err := decodeAll(texts)
		if err != nil {
			return nil, err
		}
		all, missing := union(entries, l.sessionEntries())
		added, err := f(all)
		if err != nil {
			return nil, err
		}
		return encodeAll(append(missing, added...))
	})
}

// updateSession appends to the session what f makes of all entries that can be read.
func (l *Ledger) updateSession(f func([]Entry) ([]Entry, error)) error {
	entries, err := l.readSession()
	if err != nil {
		return err
	}
	return l.session.Update(func([]string) ([]string, error) {
		added, err := f(entries)
		if err != nil {
			return nil, err
		}
		return encodeAll(added)
	})
}

// Held is what the page keeps of a session.
type held struct {
	Key     string  `json:"key"`
	Entries []Entry `json:"entries"`
}

// Session returns what the session holds, for the page to keep; "" where it is empty.
func (l *Ledger) Session() string {
	entries := l.sessionEntries()
	if len(entries) == 0 {
		return ""
	}
	text, err := json.Marshal(held{hex.EncodeToString(l.session.key), entries})
	if err != nil {
		panic("ledger: a session cannot be encoded") // plain values
	}
	return string(text)
}

// Resume takes over the session of an earlier worker.
func (l *Ledger) Resume(text string) error {
	var h held
	if err := json.Unmarshal([]byte(text), &h); err != nil {
		return errors.New("ledger: this is no session: reload the page")
	}
	key, err := hex.DecodeString(h.Key)
	if err != nil || len(key) != 32 {
		return errors.New("ledger: this session has no key: reload the page")
	}
	for _, e := range h.Entries {
		if err := e.validate(); err != nil {
			return err
		}
	}
	l.session.key = key
	return l.session.Update(func(texts []string) ([]string, error) {
		own, err := decodeAll(texts)
		if err != nil {
			return nil, err
		}
		_, added := union(own, h.Entries)
		return encodeAll(added)
	})
}

// Key is the key of fingerprints: the store's, or the session's where that is blocked.
func (l *Ledger) Key() []byte {
	if key, err := l.store.Key(); err == nil {
		return key
	}
	return l.session.key
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
