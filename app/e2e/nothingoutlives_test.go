package e2e

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"testing"
	"time"

	"privatepca/app/e2e/drive"
)

// sitsAt names a file that says when TestSitsUntilItIsKilled sits at its page.
const sitsAt = "PRIVATEPCA_SITS_AT"

// A run that is killed leaves no browser, screen, driver or server behind.
func TestNothingOutlivesARun(t *testing.T) {
	t.Parallel()
	if runtime.GOOS != "linux" {
		t.Skip("only Linux ends what a killed program has started")
	}
	sits := filepath.Join(t.TempDir(), "sits")
	run := exec.Command(os.Args[0], "-test.run", "^TestSitsUntilItIsKilled$")
	run.Env = append(os.Environ(), sitsAt+"="+sits, "PRIVATEPCA_FEATURES=")
	var said bytes.Buffer
	run.Stdout, run.Stderr = &said, &said
	if err := run.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan struct{})
	go func() { run.Wait(); close(ended) }()
	late := time.After(patient(120 * time.Second))
	for there := false; !there; there = exists(sits) {
		select {
		case <-ended:
			t.Fatalf("it ended by itself: %s", said.Bytes())
		case <-late:
			run.Process.Kill()
			t.Fatalf("no page came: %s", said.Bytes())
		case <-time.After(20 * time.Millisecond):
		}
	}
	started := drive.Below(run.Process.Pid)[1:]
	if len(started) < 3 { // the server, the browser, and what shows the page
		t.Errorf("only %d processes were found", len(started))
	}
	run.Process.Kill()
	late = time.After(patient(20 * time.Second))
	for {
		left := slices.DeleteFunc(slices.Clone(started), func(pid int) bool { return drive.Ended(pid) })
		if len(left) == 0 {
			return
		}
		select {
		case <-late:
			for _, pid := range left {
				line, _ := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid))
				t.Errorf("left behind: %q", bytes.ReplaceAll(line, []byte{0}, []byte{' '}))
				if p, err := os.FindProcess(pid); err == nil {
					p.Kill()
				}
			}
			return
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// TestSitsUntilItIsKilled is the run that TestNothingOutlivesARun kills.
func TestSitsUntilItIsKilled(t *testing.T) {
	sits := os.Getenv(sitsAt)
	if sits == "" {
		t.Skip("a part of TestNothingOutlivesARun")
	}
	sit(t, server, 60*time.Second)
	if err := os.WriteFile(sits, []byte("here"), 0o666); err != nil {
		t.Fatal(err)
	}
	select {}
}
