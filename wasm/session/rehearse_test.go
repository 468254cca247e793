package session

import (
	"io"
	"testing"

	"privatepca/core/ledger"
	"privatepca/core/noise/noisetest"
	"privatepca/core/pca"
	"privatepca/wasm/pool"
)

// What is rehearsed is a job that succeeds: an error would leave half of it uncompiled.
func TestRehearse(t *testing.T) {
	asked := 0
	if !Rehearse(&pca.Machine{Random: noisetest.New(1), Sharing: pool.New(func() {}, pool.Kernels{})}, ledger.NewHasher, func() bool { asked++; return true }) {
		t.Error("it came to no release")
	}
	for stop := 1; stop <= asked; stop++ {
		left := stop
		if Rehearse(&pca.Machine{Random: noisetest.New(1)}, nil, func() bool { left--; return left > 0 }) {
			t.Errorf("told to stop before step %d, it went on", stop)
		}
	}
	f := newStage()
	if got, err := io.ReadAll(newStream(f)); err != nil || int64(len(got)) != f.Size() || got[len(got)-1] != '\n' {
		t.Errorf("a file of %d bytes, of %d: %v", len(got), f.Size(), err)
	}
}
