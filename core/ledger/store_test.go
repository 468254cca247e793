package ledger

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"strings"
	"testing"
	"time"
)

// Two stores in memory have two keys of 32 bytes, none of them of zeros, and each lists the documents that it was given.
func TestStoresInMemoryAreApart(t *testing.T) {
	a, b := NewMemory(), NewMemory()
	one, err := a.Key()
	accepted(t, err)
	other, err := b.Key()
	accepted(t, err)
	if zero := make([]byte, 32); len(one) != 32 || len(other) != 32 || bytes.Equal(one, other) || bytes.Equal(one, zero) || bytes.Equal(other, zero) {
		t.Errorf("keys %x and %x", one, other)
	}
	for _, id := range []string{"x", "y", "x"} {
		accepted(t, a.Keep(id, "text"))
	}
	for range 2 { // the second call would wait for ever if the first kept the lock
		got, err := a.Documents()
		if accepted(t, err); !maps.Equal(got, map[string]bool{"x": true, "y": true}) {
			t.Errorf("documents of %v", got)
		}
	}
	if got, err := b.Documents(); err != nil || len(got) != 0 {
		t.Errorf("documents of %v in the other store, %v", got, err)
	}
}

// keyless is a blocked store that cannot give its key either.
type keyless struct{ blocked }

func (s *keyless) Key() ([]byte, error) { return nil, &Unavailable{"blocked"} }

// Files are recognised under the store's key, and under the temporary ledger's where the store has none to give.
func TestWhoseKey(t *testing.T) {
	memory := NewMemory()
	if l := New(memory, time.Now); !bytes.Equal(l.Key(), memory.key) || bytes.Equal(l.Key(), l.temporary.key) {
		t.Error("not the key of the store")
	}
	l := New(&keyless{blocked{memory, true}}, time.Now)
	if got := l.Key(); len(got) != 32 || !bytes.Equal(got, l.temporary.key) {
		t.Errorf("%x is not the key of the temporary ledger", got)
	}
}

// A store says why it keeps nothing; one that fails in another way, or not at all, is not blocked.
func TestWhyAStoreIsBlocked(t *testing.T) {
	for _, c := range []struct {
		store Store
		want  string
	}{{NewMemory(), ""}, {&blocked{Memory: NewMemory()}, "full"}, {&refusing{NewMemory()}, ""}} {
		t.Run(fmt.Sprintf("%T", c.store), func(t *testing.T) {
			if got := New(c.store, time.Now).Blocked(); got != c.want {
				t.Errorf("%T: %q, want %q", c.store, got, c.want)
			}
		})
	}
}

// One entry in the temporary ledger is enough to go on where the store cannot be read, and none is too few.
func TestOneTemporaryEntryIsRead(t *testing.T) {
	l := New(&blocked{NewMemory(), true}, time.Now)
	file := Identity{Fingerprint: "f"}
	var u *Unavailable
	if _, err := l.Public(file); !errors.As(err, &u) {
		t.Errorf("nothing can be read: %v", err)
	}
	accepted(t, l.Declare(file, true))
	if public, err := l.Public(file); err != nil || !public {
		t.Errorf("the file was declared public: %t, %v", public, err)
	}
}

// A file is public where it was declared so and nothing was debited for it: neither one that nobody declared, nor one that was debited.
func TestWhichFilesArePublic(t *testing.T) {
	l := newLedger()
	accepted(t, l.Declare(Identity{Fingerprint: "open", Records: "r"}, false))
	accepted(t, spend(l, "p", "spent", pure, 1, laplace(.5)))
	both := Entry{ID: identity(1), Kind: Public, Fingerprint: "spent"}
	if _, err := l.Import(exported(both)); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		file              Identity
		public, protected bool
	}{
		{Identity{Fingerprint: "open"}, true, false},
		{Identity{Fingerprint: "copy", Records: "r"}, true, false},
		{Identity{Fingerprint: "new"}, false, false},
		{Identity{Fingerprint: "new", Records: "other"}, false, false},
		{Identity{Fingerprint: "spent"}, false, true},
	} {
		t.Run(fmt.Sprint(c.file), func(t *testing.T) {
			public, err := l.Public(c.file)
			accepted(t, err)
			protected, err := Protected(l, c.file)
			accepted(t, err)
			if public != c.public || protected != c.protected {
				t.Errorf("%+v: public %t, protected %t; want %t, %t", c.file, public, protected, c.public, c.protected)
			}
		})
	}
}

// Neither a name that nobody used nor one that has entries but no budget can be reset or get a cap; one whose opening is its only entry can.
func TestOnlyBudgetsAreChanged(t *testing.T) {
	change := map[string]func(*Ledger) error{
		"a reset": func(l *Ledger) error { return l.Reset("people") },
		"a cap":   func(l *Ledger) error { return l.SetCap("people", 1) },
	}
	for what, do := range change {
		t.Run(what, func(t *testing.T) {
			l := newLedger()
			if err := do(l); !errors.Is(err, ErrUnknown) {
				t.Errorf("%s of nobody's: %v", what, err)
			}
			if _, err := l.Import(exported(spending(1, .5))); err != nil {
				t.Fatal(err)
			}
			if err := do(l); !errors.Is(err, ErrUnknown) {
				t.Errorf("%s where no budget was opened: %v", what, err)
			}
			l = newLedger()
			if _, err := l.Import(exported(opening(1, 2))); err != nil {
				t.Fatal(err)
			}
			if err := do(l); err != nil {
				t.Errorf("%s of a budget that was only opened: %v", what, err)
			}
		})
	}
}

// As many objects as the largest ledger can have are read; what is then refused is what they are.
func TestMostObjectsOfAnImport(t *testing.T) {
	for extra, want := range []string{"not an exported ledger", "more entries"} {
		if _, err := readExport(strings.Repeat("{", mostObjects+extra), nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%d objects beyond the most: %v, want %q", extra, err, want)
		}
	}
}
