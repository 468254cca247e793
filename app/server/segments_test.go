//go:build !js

package server

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// Three segments, the second before the first, then a section after the data's.
const (
	parted = header + "\x01\x01\x00" + "\x0b\x19" + "\x03" +
		"\x00\x41\x80\x80\x04\x0b\x02AB" + "\x00\x41\xc0\x00\x0b\x01C" + "\x00\x41\x8a\x80\x04\x0b\x01D" + "\x00\x02\x01x"
	tail = "\x00\x02\x01x"
)

func TestJoinedSegmentsAreTheSameMemory(t *testing.T) {
	joined, err := joinSegments([]byte(parted))
	if err != nil {
		t.Fatal(err)
	}
	memory := make([]byte, 0x1000b-0x40) // from 64 on
	copy(memory, "C")
	copy(memory[0x10000-0x40:], "AB")
	copy(memory[0x1000a-0x40:], "D")
	want := header + "\x01\x01\x00" + "\x0b\xd4\xff\x03" + "\x01\x00\x41\xc0\x00\x0b" + "\xcb\xff\x03" + string(memory) + tail
	if string(joined) != want {
		t.Errorf("a module of %d bytes, %d expected: %q…", len(joined), len(want), joined[:40])
	}
	again, err := joinSegments(joined)
	if err != nil || !bytes.Equal(again, joined) {
		t.Errorf("joining again changes it: %v", err)
	}
}

func TestJoinRefusesOtherModules(t *testing.T) {
	for name, module := range map[string]string{
		"no module":         "<html>",
		"cut off":           parted[:len(parted)-1],
		"a passive segment": header + "\x0b\x04\x01\x01\x01A",
		"a computed place":  header + "\x0b\x07\x01\x00\x23\x00\x0b\x01A",
		"a negative place":  header + "\x0b\x07\x01\x00\x41\x7f\x0b\x01A",
		"bytes left over":   header + "\x0b\x08\x01\x00\x41\x00\x0b\x01AA",
		"a segment cut off": header + "\x0b\x07\x01\x00\x41\x00\x0b\x02A",
	} {
		if out, err := joinSegments([]byte(module)); err == nil {
			t.Errorf("%s: %q", name, out)
		}
	}
	if _, err := joinSegments([]byte(header + "\x0b\x07\x01\x00\x41\x00\x0b\x01A")); err != nil {
		t.Errorf("a plain one: %v", err)
	}
}

func TestJoinRewritesPrograms(t *testing.T) {
	web := t.TempDir()
	path := filepath.Join(web, "app.wasm")
	if err := os.WriteFile(path, []byte(parted), 0o666); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := Join(web); err != nil {
			t.Fatal(err)
		}
	}
	want, _ := joinSegments([]byte(parted))
	if got, _ := os.ReadFile(path); !bytes.Equal(got, want) {
		t.Errorf("%d bytes, %d expected", len(got), len(want))
	}
	if err := os.WriteFile(path, []byte("other"), 0o666); err != nil {
		t.Fatal(err)
	}
	if Join(web) == nil {
		t.Error("a file that is no program passed")
	}
}
