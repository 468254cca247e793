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

// document is the path of a spending's document.
func (s *Store) document(id string) (string, error) {
	if len(id) != 32 || strings.Trim(id, "0123456789abcdef") != "" {
		return "", fault.Request("", "This is no id of a spending.")
	}
	return filepath.Join(s.folder(), id+".json"), nil
}

// Keep stores the document of a spending: whole, or not at all.
func (s *Store) Keep(id, document string) error {
	path, err := s.document(id)
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
	_, err = file.WriteString(document)
	if err = errors.Join(err, s.sync(file), file.Close()); err == nil {
		err = os.Rename(file.Name(), path)
	}
	if err != nil {
		os.Remove(file.Name())
	}
	return s.unavailable(err)
}

// Document returns the document of a spending, or ledger.ErrUnknown.
func (s *Store) Document(id string) (string, error) {
	path, err := s.document(id)
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
		if id, ok := strings.CutSuffix(e.Name(), ".json"); ok {
			out[id] = true
		}
	}
	return out, nil
}
