package disk

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"privatepca/core/fault"
	"privatepca/core/ledger"
)

// Documents stand beside the ledger, a file each, in a folder that is named after it.

func (s *Store) folder() string { return s.path + ".documents" }

// Endings of a document's file, and of what was decided about it.
const (
	ofDocument    = ".json"
	ofDescription = ".edition.json"
)

// file is the path of a spending's document, or of its description.
func (s *Store) file(id, ending string) (string, error) {
	if len(id) != 32 || strings.Trim(id, "0123456789abcdef") != "" {
		return "", fault.Request("", "This is no id of a spending.")
	}
	return filepath.Join(s.folder(), id+ending), nil
}

// Keep stores the document of a spending: whole, or not at all.
func (s *Store) Keep(id, document string) error { return s.put(id, ofDocument, document) }

// Describe stores what was decided about it, likewise.
func (s *Store) Describe(id, text string) error { return s.put(id, ofDescription, text) }

func (s *Store) put(id, ending, text string) error {
	path, err := s.file(id, ending)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(s.folder(), 0o700); err != nil {
		return s.unavailable(err)
	}
	file, err := os.CreateTemp(s.folder(), "new-*")
	if err != nil {
		return s.unavailable(err)
	}
	_, err = file.WriteString(text)
	if err = errors.Join(err, s.sync(file), file.Close()); err == nil {
		err = os.Rename(file.Name(), path)
	}
	if err != nil {
		os.Remove(file.Name())
	}
	return s.unavailable(err)
}

// Document returns the document of a spending, or ledger.ErrUnknown.
func (s *Store) Document(id string) (string, error) { return s.get(id, ofDocument) }

// Description returns what was decided about it, or ledger.ErrUnknown.
func (s *Store) Description(id string) (string, error) { return s.get(id, ofDescription) }

func (s *Store) get(id, ending string) (string, error) {
	path, err := s.file(id, ending)
	if err != nil {
		return "", err
	}
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return "", ledger.ErrUnknown
	}
	return string(text), s.unavailable(err)
}

// Documents lists the spendings that have a document.
func (s *Store) Documents() (map[string]bool, error) {
	list, err := os.ReadDir(s.folder())
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, s.unavailable(err)
	}
	out := map[string]bool{}
	for _, e := range list {
		if id, ok := strings.CutSuffix(e.Name(), ofDocument); ok && !strings.HasSuffix(e.Name(), ofDescription) {
			out[id] = true
		}
	}
	return out, nil
}
