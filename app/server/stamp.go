//go:build !js

package server

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
)

// programs are those that worker.js may run, by the names under which it lists their digests.
var programs = map[string]string{"worker": "worker.wasm", "convert": "convert.wasm"}

// listed is the line of worker.js that lists them: see wasm/worker.js.
var listed = regexp.MustCompile(`(?m)^const programs = (\{.*\});$`)

// Stamp writes the digests of the built programs into the script that starts them, which runs no others. What was compressed of the
// script before is of other bytes. Where there is no script, as where a program alone is built to be compared, there is nothing to write.
func Stamp(web string) error {
	script := filepath.Join(web, filepath.Base(workerScript))
	text, err := os.ReadFile(script)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("server: %w", err)
	}
	if n := len(listed.FindAll(text, -1)); n != 1 {
		return fmt.Errorf("server: %s has %d lines that list the programs that it may run, not one: run make build", script, n)
	}
	digests := map[string]string{}
	for name, file := range programs {
		body, err := os.ReadFile(filepath.Join(web, file))
		if err != nil {
			return fmt.Errorf("server: %w", err)
		}
		sum := sha256.Sum256(body)
		digests[name] = hex.EncodeToString(sum[:])
	}
	list, err := json.Marshal(digests)
	if err != nil {
		return fmt.Errorf("server: %w", err)
	}
	stamped := listed.ReplaceAll(text, []byte("const programs = "+string(list)+";"))
	if bytes.Equal(stamped, text) {
		return nil
	}
	if err := write(script, stamped); err != nil {
		return fmt.Errorf("server: %w", err)
	}
	return nil
}

// errStamp says that worker.js would run none of the programs beside it.
var errStamp = errors.New("server: worker.js was built for other programs than those beside it, and would start none: run make build")

// stamped checks that the worker's script may run the programs that are served with it.
func (fs *files) stamped() error {
	found := listed.FindSubmatch(fs.byPath[workerScript].body)
	if found == nil {
		return errStamp
	}
	digests := map[string]string{}
	if json.Unmarshal(found[1], &digests) != nil {
		return errStamp
	}
	for name, file := range programs {
		sum := sha256.Sum256(fs.byPath["/web/"+file].body)
		if digests[name] != hex.EncodeToString(sum[:]) {
			return errStamp
		}
	}
	return nil
}
