// Package disk keeps a ledger in one file, for programs that run outside a browser.
//
// The file is text. Its first line says what it is and holds the random key of
// fingerprints. Each further line is what one update appended: an array of entries, which
// are those of an exported ledger.
//
//	{"format":"privatepca/ledger-file","version":1,"key":"…"}
//	[{"id":"…","kind":"open",…},{"id":"…","kind":"spend",…}]
//	[{"id":"…","kind":"spend",…}]
//
// The rules of this package: whoever reads or appends holds the file's lock; lines are
// appended and never changed; an update returns when its line is on the disk; a line that
// a crash cut off was never reported as written, and does not count; a file that is no
// ledger, nor the beginning of one, is never written.
//
// It may know ledger. It must not know mechanisms or documents.
package disk

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"

	"privatepca/core/ledger"
)

const (
	patience = 10 * time.Second      // how long another program may hold the lock
	pause    = 10 * time.Millisecond // between two tries to get it
	most     = 1 << 30               // bytes of a file that are read
)

// A Store is the ledger.Store of one file. Any number of stores, in this program and in
// others, may share the file.
type Store struct {
	path string
	wait time.Duration
	ctx  context.Context      // ends waiting, and refuses updates
	sync func(*os.File) error // waits until a file, or a folder with its names, is on the disk

	mu  sync.Mutex
	key []byte // nil while it is not known; of a file that is not there yet, what the first update writes
}

var _ ledger.Store = (*Store)(nil)

// New returns the store of a file. The first update makes the file, where there is none,
// readable by its owner alone.
func New(path string) *Store {
	return &Store{path: path, wait: patience, sync: (*os.File).Sync, ctx: context.Background()}
}

// Until has a context end the store's waiting for a lock, and refuse every update that has not begun to be written. It returns the store.
func (s *Store) Until(ctx context.Context) *Store {
	s.ctx = ctx
	return s
}

// Read returns all entries in the order in which they were appended: none where there is no
// file yet. The file may be read-only.
func (s *Store) Read() ([]string, error) {
	var out []string
	err := s.within(false, func(_ *os.File, c *contents) error {
		out = c.entries
		return nil
	})
	return out, err
}

// Update hands all entries to f and appends what f returns. The file is locked meanwhile.
// When Update returns nil, the entries are on the disk.
func (s *Store) Update(f func(entries []string) ([]string, error)) error {
	var refused error
	err := s.within(true, func(file *os.File, c *contents) error {
		var added []string
		if added, refused = f(c.entries); refused != nil || len(added) == 0 {
			return nil
		}
		if refused = s.ctx.Err(); refused != nil {
			return nil
		}
		batch := make([]json.RawMessage, len(added))
		for i, text := range added {
			batch[i] = json.RawMessage(text)
		}
		line, err := json.Marshal(batch)
		if err != nil {
			return err
		}
		return s.append(file, c, append(line, '\n'))
	})
	if refused != nil {
		return refused
	}
	return err
}

// append writes a line behind the whole lines of the file, and waits until it is on the disk.
func (s *Store) append(file *os.File, c *contents, line []byte) error {
	if c.open { // the last line is whole but for its end
		line = append([]byte{'\n'}, line...)
	}
	if err := file.Truncate(c.end); err != nil { // what a crash cut off
		return err
	}
	if _, err := file.WriteAt(line, c.end); err != nil {
		return errors.Join(err, file.Truncate(c.end))
	}
	if err := s.sync(file); err != nil { // who is told that it failed must not find it written
		return errors.Join(err, file.Truncate(c.end))
	}
	return nil
}

// Key returns the file's random key. Where there is no file it makes a key and no file: the
// first update writes it, or fails where another program has made the file meanwhile.
func (s *Store) Key() ([]byte, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.key != nil {
		return s.key, nil
	}
	if err := s.within(false, func(_ *os.File, c *contents) error {
		s.key = c.key
		return nil
	}); err != nil {
		return nil, err
	}
	if s.key == nil {
		s.key = make([]byte, 32)
		rand.Read(s.key) // never fails
	}
	return s.key, nil
}

// known is the key that Key has returned; nil before.
func (s *Store) known() []byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.key
}

// Hasher computes digests in Go.
func (s *Store) Hasher(key []byte) ledger.Hasher { return ledger.NewHasher(key) }

// within opens the file, locks it, reads it and hands it to f. To write, it makes the file
// where there is none; to read, it then hands over no file and no contents.
func (s *Store) within(write bool, f func(*os.File, *contents) error) error {
	file, err := s.open(write)
	if file == nil && err == nil {
		return f(nil, &contents{})
	}
	if err != nil {
		return s.unavailable(err)
	}
	defer file.Close() // which lets go of the lock
	text, err := io.ReadAll(io.LimitReader(file, most+1))
	if err != nil {
		return s.unavailable(err)
	}
	c, err := parse(text)
	if err != nil {
		return s.unavailable(err)
	}
	if write {
		known := s.known()
		switch {
		case c.key == nil:
			if err := s.begin(file, c, known); err != nil {
				return s.unavailable(err)
			}
		case known != nil && !bytes.Equal(known, c.key): // fingerprints were taken under it
			return s.unavailable(errOther)
		}
	}
	return s.unavailable(f(file, c))
}

// open opens the file and takes its lock. It returns no file where there is none to read.
func (s *Store) open(write bool) (*os.File, error) {
	flags := os.O_RDONLY
	if write {
		flags = os.O_RDWR | os.O_CREATE
	}
	for end := time.Now().Add(s.wait); ; s.pause() {
		if err := s.ctx.Err(); err != nil {
			return nil, err
		}
		info, err := os.Stat(s.path)
		switch {
		case errors.Is(err, fs.ErrNotExist) && !write:
			return nil, nil
		case err == nil && !info.Mode().IsRegular(): // one that is opened may never answer
			return nil, errIrregular
		}
		file, err := os.OpenFile(s.path, flags, 0o600)
		if err != nil {
			return nil, err
		}
		locked, err := lock(file, write)
		if err != nil {
			file.Close()
			return nil, err
		}
		// Another program may have put another file in its place meanwhile.
		if locked && s.stands(file) {
			return file, nil
		}
		file.Close()
		if time.Now().After(end) {
			return nil, errHeld
		}
	}
}

// pause waits before another try.
func (s *Store) pause() {
	select {
	case <-s.ctx.Done():
	case <-time.After(pause):
	}
}

// stands reports whether the open file is the one that the path names.
func (s *Store) stands(file *os.File) bool {
	is, err1 := file.Stat()
	named, err2 := os.Stat(s.path)
	return err1 == nil && err2 == nil && os.SameFile(is, named)
}

// begin writes the first line, on the disk with the name of the file. The key is a new one
// where it is nil.
func (s *Store) begin(file *os.File, c *contents, key []byte) error {
	if key == nil {
		key = make([]byte, 32)
		rand.Read(key) // never fails
	}
	line := newHeader(key)
	if err := file.Truncate(0); err != nil {
		return err
	}
	if _, err := file.WriteAt(line, 0); err != nil {
		return errors.Join(err, file.Truncate(0))
	}
	if err := s.sync(file); err != nil {
		return err
	}
	c.key, c.end = key, int64(len(line))
	return s.syncFolder()
}

var (
	errIrregular = errors.New("no regular file")
	errHeld      = errors.New("the lock is held")
	errOther     = errors.New("another key")
)

// unavailable words an error of the file for a person.
func (s *Store) unavailable(err error) error {
	var known *ledger.Unavailable
	why := ""
	switch name := filepath.Base(s.path); {
	case err == nil || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded):
		return err
	case errors.As(err, &known):
		why = name + " " + known.Why
	case errors.Is(err, errIrregular):
		why = name + " is no file"
	case errors.Is(err, errHeld):
		why = "another program holds " + name + " and does not let go"
	case errors.Is(err, errFollowed):
		why = "another service has " + name + " open: one at a time lends its budgets"
	case errors.Is(err, errReplaced):
		why = name + " was replaced, or has lost lines, since the service read it: look at it, then start the service again"
	case errors.Is(err, errOther):
		why = name + " was made by another program while the table was read: start again"
	case errors.Is(err, fs.ErrPermission):
		why = name + " may not be written, or not even read, by this user"
	case errors.Is(err, fs.ErrNotExist):
		why = "there is no folder for " + name
	default:
		why = name + " cannot be written or read: " + cause(err)
	}
	return &ledger.Unavailable{Why: why}
}

// cause is the operating system's word for an error, without the path.
func cause(err error) string {
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err.Error()
	}
	return err.Error()
}
