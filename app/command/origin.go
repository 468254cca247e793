//go:build !js

package command

import (
	"crypto/rand"
	"encoding/base32"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// originName is the form of the name under which this installation serves its pages on this machine.
var originName = regexp.MustCompile(`^privatepca-[a-z2-7]{16}$`)

// ownName is the name of this installation's own, below "localhost": random, so that no other program was served under it. It is kept
// in a folder, and made at first use.
func ownName(folder string) (string, error) {
	if folder == "" {
		return "", errors.New("this system names no folder for settings")
	}
	path := filepath.Join(folder, "origin")
	if name, err := readName(path); !errors.Is(err, fs.ErrNotExist) {
		return name, err
	}
	var random [10]byte
	rand.Read(random[:]) // never fails
	name := "privatepca-" + strings.ToLower(base32.StdEncoding.EncodeToString(random[:]))
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return "", err
	}
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, fs.ErrExist) { // another program of this installation made it just now
		return readName(path)
	}
	if err != nil {
		return "", err
	}
	_, err = f.WriteString(name + "\n")
	return name, errors.Join(err, f.Close())
}

func readName(path string) (string, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return "", err
	}
	name := strings.TrimSpace(string(text))
	if !originName.MatchString(name) {
		return "", errors.New(path + " holds no name that this program wrote: remove it")
	}
	return name, nil
}
