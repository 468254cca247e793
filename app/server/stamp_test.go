//go:build !js

package server

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The script that starts the programs lists their digests, whatever it listed before, and is served beside no others.
func TestTheScriptListsThePrograms(t *testing.T) {
	web := t.TempDir()
	folder(t, web, "first")
	read := func() string {
		text, err := os.ReadFile(filepath.Join(web, "worker.js"))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	digest := func(body string) string {
		sum := sha256.Sum256([]byte(body))
		return hex.EncodeToString(sum[:])
	}
	if text := read(); !strings.Contains(text, digest("worker")) || !strings.Contains(text, digest("converter")) || !strings.HasPrefix(text, "// worker\n") {
		t.Errorf("the script is\n%s", text)
	}
	if err := os.WriteFile(filepath.Join(web, "worker.wasm"), []byte("another"), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := New(web, Embedding{}); err == nil || !strings.Contains(err.Error(), "make build") {
		t.Errorf("served with another program: %v", err)
	}
	if err := Stamp(web); err != nil {
		t.Fatal(err)
	}
	if text := read(); !strings.Contains(text, digest("another")) || strings.Contains(text, digest("worker")) {
		t.Errorf("stamped again, the script is\n%s", text)
	}
	if _, err := New(web, Embedding{}); err != nil {
		t.Error(err)
	}
	if err := os.WriteFile(filepath.Join(web, "worker.js"), []byte("// no list"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := Stamp(web); err == nil {
		t.Error("a script without a list was stamped")
	}
	if err := Stamp(t.TempDir()); err != nil {
		t.Errorf("where there is no script: %v", err)
	}
}
