package disk

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"

	"privatepca/core/ledger"
)

// A Log follows the file of a store, for a program that keeps its entries in memory: each update hands over what was appended since the one before, by
// whatever program, and appends more under the same lock. One program follows a file at a time; others, such as the command's ledger, read and append
// between two updates.
type Log struct {
	store *Store
	held  *os.File    // beside the ledger, locked as long as the log is open
	seen  os.FileInfo // of the file that was read; nil before
	least int64       // what of it is on the disk, in bytes
	lost  bool        // it was replaced, or lost lines
	end   int64       // up to where it was handed over; 0 for nothing
	open  bool        // its last line is whole but for its end
}

// errFollowed says that another program follows the file.
var errFollowed = errors.New("it is followed")

// errReplaced says that the file is another one, or has lost lines, since it was read.
var errReplaced = errors.New("it was replaced")

// Follow opens the log of a store. It returns an error where another program has it open, or where there is no such file.
func (s *Store) Follow() (*Log, error) {
	if _, err := os.Stat(s.path); err != nil {
		return nil, s.unavailable(err)
	}
	held, err := os.OpenFile(s.path+".service", os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, s.unavailable(err)
	}
	locked, err := lock(held, true)
	if err == nil && !locked {
		err = errFollowed
	}
	if err != nil {
		held.Close()
		return nil, s.unavailable(err)
	}
	return &Log{store: s, held: held}, nil
}

// Close lets go of the file.
func (l *Log) Close() error { return l.held.Close() }

// Rewind has the next update hand over every entry again: for who took in entries of an update that failed.
func (l *Log) Rewind() { l.end, l.open = 0, false }

// Update hands over the entries that were appended since the last update and appends what f returns: all or none, and on the disk when it returns nil.
// It refuses a file that took the place of the one that was read, for good.
func (l *Log) Update(f func(fresh []string) ([]string, error)) error {
	s := l.store
	file, err := s.open(true)
	if err != nil {
		return s.unavailable(err)
	}
	defer file.Close()
	c, err := l.read(file)
	if err != nil {
		return s.unavailable(err)
	}
	added, refused := f(c.entries)
	if refused != nil || len(added) == 0 {
		return refused
	}
	if err := s.ctx.Err(); err != nil {
		return err
	}
	batch := make([]json.RawMessage, len(added))
	for i, text := range added {
		batch[i] = json.RawMessage(text)
	}
	line, err := json.Marshal(batch)
	if err != nil {
		return err
	}
	line = append(line, '\n')
	if c.open {
		l.end++ // the line's end, which append writes first
	}
	if err := s.append(file, c, line); err != nil {
		return s.unavailable(err)
	}
	l.end, l.open = l.end+int64(len(line)), false
	l.least = l.end
	return nil
}

// read reads what was appended since the last update, and remembers where the file ends.
func (l *Log) read(file *os.File) (*contents, error) {
	s := l.store
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	if l.lost = l.lost || l.seen != nil && (!os.SameFile(l.seen, info) || info.Size() < l.least); l.lost {
		return nil, errReplaced
	}
	if _, err := file.Seek(l.end, io.SeekStart); err != nil {
		return nil, err
	}
	text, err := io.ReadAll(io.LimitReader(file, most+1))
	if err != nil {
		return nil, err
	}
	var c *contents
	if l.end == 0 {
		if c, err = parse(text); err == nil && c.key == nil {
			err = &ledger.Unavailable{Why: "holds no budget yet"}
		}
	} else {
		// As behind a header. A line whose end another program wrote later begins with it.
		c = &contents{end: l.end, open: l.open}
		if l.open && len(text) > 0 && text[0] == '\n' {
			text, c.end, c.open = text[1:], c.end+1, false
		}
		err = c.lines(text, 0)
	}
	if err == nil && len(text) > 0 { // who wrote it may have ended before it was on the disk, and answers rest on it from now on
		err = s.sync(file)
	}
	if err != nil {
		return nil, err
	}
	l.seen, l.least, l.end, l.open = info, c.end, c.end, c.open
	return c, nil
}

// lines reads whole lines of entries; before says how many stand before them. A last line that a crash cut off does not count.
func (c *contents) lines(text []byte, before int) error {
	for i, line := range bytes.SplitAfter(text, []byte{'\n'}) {
		if len(line) == 0 {
			break
		}
		whole := line[len(line)-1] == '\n'
		var batch []json.RawMessage
		if err := json.Unmarshal(line, &batch); err != nil {
			if !whole { // cut off: only the last line has no end
				break
			}
			return damaged(before + i + 1)
		}
		for _, e := range batch {
			c.entries = append(c.entries, string(e))
		}
		c.end, c.open = c.end+int64(len(line)), !whole
	}
	return nil
}
