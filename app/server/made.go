//go:build !js

package server

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"
)

// madeFile holds when the built files were made: the time of the commit, since the same source gives the same bytes. It is not served:
// pages and service worker state it.
const madeFile = "made.txt"

// Date writes the time of the commit that the files in the folder were built from, as RFC 3339 in UTC to the second: such times are in
// order where their texts are. For "" it takes the file away.
func Date(web, made string) error {
	name := filepath.Join(web, madeFile)
	if made == "" {
		if err := os.Remove(name); err != nil && !errors.Is(err, os.ErrNotExist) {
			return fmt.Errorf("server: %w", err)
		}
		return nil
	}
	if err := isTime(made); err != nil {
		return err
	}
	if err := write(name, []byte(made)); err != nil {
		return fmt.Errorf("server: %w", err)
	}
	return nil
}

// dated reads it; "" where there is none.
func dated(web string) (string, error) {
	made, err := os.ReadFile(filepath.Join(web, madeFile))
	if errors.Is(err, os.ErrNotExist) {
		return "", nil
	}
	if err != nil {
		return "", fmt.Errorf("server: %w", err)
	}
	return string(made), isTime(string(made))
}

func isTime(made string) error {
	if t, err := time.Parse(time.RFC3339, made); err != nil || t.UTC().Format("2006-01-02T15:04:05Z") != made {
		return fmt.Errorf("server: %s holds %q, which is no time such as 2026-05-03T12:00:00Z: run make build", madeFile, made)
	}
	return nil
}
