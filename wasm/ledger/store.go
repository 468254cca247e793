package ledger

import (
	"crypto/rand"
	"slices"
	"sync"
)

// A Store holds entries, in text, and the documents of spendings. Its errors are
// *Unavailable, but for those of the functions it is handed.
type Store interface {
	// Read returns all entries in the order in which they were appended.
	Read() ([]string, error)
	// Update hands all entries to f and appends what f returns: all or none, as if no
	// other Update of any tab ran meanwhile. When it returns nil, they are durable.
	Update(f func(entries []string) ([]string, error)) error
	// Key is the install's random key, made at its first call.
	Key() ([]byte, error)
	// Keep stores the document of a spending.
	Keep(id, document string) error
	// Document returns it, or ErrUnknown.
	Document(id string) (string, error)
	// Documents lists the spendings that have one.
	Documents() (map[string]bool, error)
}

// Unavailable says that the store cannot be read or written.
type Unavailable struct{ Why string }

func (u *Unavailable) Error() string { return "ledger: " + u.Why }

// Memory is a Store that ends with the program. It is safe for concurrent use.
type Memory struct {
	mu        sync.Mutex
	entries   []string
	documents map[string]string
	key       []byte
}

var _ Store = (*Memory)(nil)

// NewMemory returns an empty store with a random key.
func NewMemory() *Memory {
	m := &Memory{documents: map[string]string{}, key: make([]byte, 32)}
	rand.Read(m.key) // never fails
	return m
}

func (m *Memory) Read() ([]string, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Clone(m.entries), nil
}

func (m *Memory) Update(f func([]string) ([]string, error)) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	out, err := f(slices.Clone(m.entries))
	if err == nil {
		m.entries = append(m.entries, out...)
	}
	return err
}

func (m *Memory) Key() ([]byte, error) { return m.key, nil }

func (m *Memory) Keep(id, document string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.documents[id] = document
	return nil
}

func (m *Memory) Document(id string) (string, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if d, ok := m.documents[id]; ok {
		return d, nil
	}
	return "", ErrUnknown
}

func (m *Memory) Documents() (map[string]bool, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	out := map[string]bool{}
	for id := range m.documents {
		out[id] = true
	}
	return out, nil
}
