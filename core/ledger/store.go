package ledger

import (
	"crypto/rand"
	"slices"
	"sync"

	"privatepca/core/fault"
)

// A Store holds entries, in text, and the documents of spendings. Its errors are
// *Unavailable, but for those of the functions it is handed.
type Store interface {
	// Read returns all entries in the order in which they were appended.
	Read() ([]string, error)
	// Update hands all entries to f and appends what f returns: all or none, as if no
	// other Update of any tab ran meanwhile. When it returns nil, they are durable.
	Update(f func(entries []string) ([]string, error)) error
	// Key is the store's random key of 32 bytes, made at its first call. Files are
	// recognised under it.
	Key() ([]byte, error)
	// Hasher computes digests for fingerprints, in the fastest way that is at hand.
	Hasher(key []byte) Hasher
	// Keep stores the document of a spending.
	Keep(id, document string) error
	// Document returns it, or ErrUnknown.
	Document(id string) (string, error)
	// Documents lists the spendings that have one.
	Documents() (map[string]bool, error)
	// Describe stores, in place of an earlier text, what the curator decided about the document of a spending: words, which no entry holds
	// and no export of the ledger has.
	Describe(id, text string) error
	// Description returns it, or ErrUnknown.
	Description(id string) (string, error)
}

// Unavailable says that the store cannot be read or written. Why is part of a sentence,
// without a capital and a full stop.
type Unavailable struct{ Why string }

// Error is Why, behind the package's name.
func (u *Unavailable) Error() string { return "ledger: " + u.Why }

// Unwrap returns the same as a fault.
func (u *Unavailable) Unwrap() error {
	return fault.New(fault.CodeBlocked, "The ledger cannot be used: "+u.Why+". Nothing was drawn.")
}

// Memory is a Store that ends with the program. It is safe for concurrent use.
type Memory struct {
	Hash func(key []byte) Hasher // nil: NewHasher

	mu                      sync.Mutex
	entries                 []string
	documents, descriptions map[string]string
	key                     []byte
}

var _ Store = (*Memory)(nil)

// NewMemory returns an empty store with a random key.
func NewMemory() *Memory {
	m := &Memory{documents: map[string]string{}, descriptions: map[string]string{}, key: make([]byte, 32)}
	rand.Read(m.key) // never fails
	return m
}

// Read returns all entries.
func (m *Memory) Read() ([]string, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Clone(m.entries), nil
}

// Update appends what f returns.
func (m *Memory) Update(f func([]string) ([]string, error)) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	out, err := f(slices.Clone(m.entries))
	if err == nil {
		m.entries = append(m.entries, out...)
	}
	return err
}

// Key returns the random key.
func (m *Memory) Key() ([]byte, error) { return m.key, nil }

// Hasher returns what Hash makes.
func (m *Memory) Hasher(key []byte) Hasher {
	if m.Hash != nil {
		return m.Hash(key)
	}
	return NewHasher(key)
}

// Keep stores a document.
func (m *Memory) Keep(id, document string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.documents[id] = document
	return nil
}

// Document returns a document, or ErrUnknown.
func (m *Memory) Document(id string) (string, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if d, ok := m.documents[id]; ok {
		return d, nil
	}
	return "", ErrUnknown
}

// Documents lists the spendings that have a document.
func (m *Memory) Documents() (map[string]bool, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	out := map[string]bool{}
	for id := range m.documents {
		out[id] = true
	}
	return out, nil
}

// Describe stores what was decided about a document.
func (m *Memory) Describe(id, text string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.descriptions[id] = text
	return nil
}

// Description returns it, or ErrUnknown.
func (m *Memory) Description(id string) (string, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if text, ok := m.descriptions[id]; ok {
		return text, nil
	}
	return "", ErrUnknown
}
