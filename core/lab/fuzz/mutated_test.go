package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

// planted has targets with a fault each, that no seed of theirs meets.
const planted = `package planted

import (
	"bytes"
	"os"
	"syscall"
	"testing"
)

var kept [][]byte

func FuzzSound(f *testing.F) {
	f.Add([]byte("abc"), "x", 3, true, uint8(1))
	f.Fuzz(func(t *testing.T, b []byte, s string, n int, yes bool, small uint8) {})
}
func FuzzPanics(f *testing.F) {
	f.Add([]byte("abcdef"))
	f.Fuzz(func(t *testing.T, b []byte) {
		if bytes.HasPrefix(b, []byte("bc")) {
			panic("planted")
		}
	})
}
func FuzzWrong(f *testing.F) {
	f.Add("abc", 3)
	f.Fuzz(func(t *testing.T, s string, n int) {
		if n < 0 && len(s) > 3 {
			t.Error("planted")
		}
	})
}
func FuzzSlow(f *testing.F) {
	f.Add([]byte("abc"))
	f.Fuzz(func(t *testing.T, b []byte) {
		var from, now syscall.Rusage // the processor's time: on a busy machine that passes slowly
		syscall.Getrusage(syscall.RUSAGE_SELF, &from)
		for len(b) > 6 && now.Utime.Nano() < from.Utime.Nano()+1_200_000_000 {
			syscall.Getrusage(syscall.RUSAGE_SELF, &now)
			for range 1_000_000 {
			}
		}
	})
}
func FuzzDies(f *testing.F) {
	f.Add([]byte("abc"))
	f.Fuzz(func(t *testing.T, b []byte) {
		if len(b) == 1 {
			os.Exit(7)
		}
	})
}
func FuzzLarge(f *testing.F) {
	f.Add([]byte("abc"))
	f.Fuzz(func(t *testing.T, b []byte) {
		if len(b) == 1 {
			kept = [][]byte{make([]byte, 65<<20)}
		}
	})
}
`

// Changes of a corpus find what panics, what fails, what ends the process, what takes more than a second and what takes more than 64 MB, and leave the input
// behind, as a file that go test runs; a sound target is executed often, by the same changes for the same seed.
func TestMutate(t *testing.T) {
	root := t.TempDir()
	for name, text := range map[string]string{"go.mod": "module planted\n\ngo 1.26\n", "planted_test.go": planted} {
		if err := os.WriteFile(filepath.Join(root, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	const most = 20_000
	if n, ok := mutate(root, target{".", "FuzzSound"}, time.Minute, most, 1); n != most || !ok {
		t.Errorf("of the sound target %d were executed, %t", n, ok)
	}
	for _, name := range []string{"FuzzPanics", "FuzzWrong", "FuzzSlow", "FuzzLarge", "FuzzDies"} {
		n, ok := mutate(root, target{".", name}, 30*time.Second, most, 1)
		inputs, _ := filepath.Glob(filepath.Join(root, "testdata", "fuzz", name, "mutated-1-*"))
		if ok || len(inputs) == 0 {
			t.Errorf("%s: nothing was found in %d executions", name, n)
			continue
		}
		c := exec.Command("go", "test", "-vet=off", "-run", "^"+name+"$", ".")
		c.Dir = root
		said, err := c.CombinedOutput()
		if shows := err != nil; shows != (name != "FuzzSlow" && name != "FuzzLarge") {
			t.Errorf("%s: the input that was left behind, run by go test: %v, %s", name, err, said)
		}
	}
}
