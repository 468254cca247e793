//go:build !js

package command

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"privatepca/core/release"
)

// asCommand is the command, which then tells how much memory it took, if that is asked.
func asCommand() {
	if fatal := os.Getenv("PRIVATEPCA_FATAL"); fatal != "" {
		time.AfterFunc(700*time.Millisecond, func() { // in the drawing of who asks for it
			if fatal == "panic" {
				panic("planted")
			}
			kept = make([]byte, 1<<46)
		})
	}
	code := asProcess(os.Args[1:], nil, nil)
	if os.Getenv("PRIVATEPCA_PEAK") != "" {
		fmt.Fprint(os.Stderr, peakMemory())
	}
	os.Exit(code)
}

var kept []byte // more than there is

// peakMemory is the line in which Linux tells how much memory this program took at most.
func peakMemory() string {
	text, _ := os.ReadFile("/proc/self/status")
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "VmHWM:") {
			return line
		}
	}
	return "VmHWM: not told"
}

// process is the command as a process of its own. A hangup that whoever started the tests ignores, as nohup does, would be ignored by it, too: what
// a program listens for is not handed on.
func process(args ...string) *exec.Cmd {
	if signal.Ignored(syscall.SIGHUP) {
		signal.Notify(make(chan os.Signal, 1), syscall.SIGHUP)
	}
	cmd := exec.Command(os.Args[0], args...)
	cmd.Env = append(os.Environ(), "PRIVATEPCA_AS_COMMAND=1")
	return cmd
}

// released counts the whole documents below a folder.
func released(t *testing.T, dir string) int {
	t.Helper()
	n := 0
	found, err := filepath.Glob(filepath.Join(dir, "*", documentName))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range found {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := release.Decode(text); err != nil {
			t.Errorf("%s is no whole document: %v", name, err)
		}
		n++
	}
	return n
}

// Killed at any moment, a release is never there without its debit, and the ledger stays
// readable.
func TestKilled(t *testing.T) {
	if testing.Short() {
		t.Skip("starts 100 processes")
	}
	d := newDesk(t, plain)
	rng := rand.New(rand.NewPCG(1, 1))
	start := time.Now()
	if out, err := process(d.releasing("-cap", "1e6", "-out", filepath.Join(d.dir, "whole"))...).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	whole := time.Since(start)
	finished, cut := 1, 0
	for i := range 100 {
		cmd := process(d.releasing("-out", filepath.Join(d.dir, fmt.Sprint("run", i)))...)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration(rng.Float64() * 1.2 * float64(whole)))
		cmd.Process.Kill()
		if cmd.Wait() == nil {
			finished++
		} else {
			cut++
		}
		spent, documents := d.spendings(), released(t, d.dir)
		if documents > spent || finished > documents {
			t.Fatalf("after %d kills: %d documents, %d spendings, %d processes that ended well", i+1, documents, spent, finished)
		}
	}
	if cut == 0 {
		t.Error("no process was killed before its end")
	}
	t.Logf("%d ended well, %d were killed; %d documents, %d spendings", finished, cut, released(t, d.dir), d.spendings())
	// What was cut off does not stop the next one.
	if out, err := process(d.releasing("-out", filepath.Join(d.dir, "last"))...).CombinedOutput(); err != nil {
		t.Errorf("%v: %s", err, out)
	}
}

// Commands that race on one ledger never spend more than the cap together, and each that
// released was debited.
func TestRacing(t *testing.T) {
	if testing.Short() {
		t.Skip("starts processes")
	}
	d := newDesk(t, plain)
	// Pure ε adds up plainly: three releases of ε = 0.5 fit a cap of 1.5.
	args := func(out string) []string {
		return d.releasing("-mechanism", "laplace", "-epsilon", "0.5", "-sum-delta", "0", "-cap", "1.5", "-out", filepath.Join(d.dir, out))
	}
	if out, err := process(args("first")...).CombinedOutput(); err != nil { // which makes the ledger and its key
		t.Fatalf("%v: %s", err, out)
	}
	var wait sync.WaitGroup
	var mu sync.Mutex
	done, refused := 1, 0
	for i := range 8 {
		wait.Go(func() {
			out, err := process(args(fmt.Sprint("run", i))...).CombinedOutput()
			mu.Lock()
			defer mu.Unlock()
			switch exit, _ := err.(*exec.ExitError); {
			case err == nil:
				done++
			case exit != nil && exit.ExitCode() == codeRefused && strings.Contains(string(out), "the limit of this population is 1.5"):
				refused++
			default:
				t.Errorf("%v: %s", err, out)
			}
		})
	}
	wait.Wait()
	if done != 3 || refused != 6 || released(t, d.dir) != 3 || d.spendings() != 3 {
		t.Errorf("%d released, %d were refused; %d documents, %d spendings", done, refused, released(t, d.dir), d.spendings())
	}
	var l struct {
		Entries []struct {
			Kind   string
			Charge *struct{ Epsilon float64 }
		}
	}
	if err := json.Unmarshal([]byte(d.exported()), &l); err != nil {
		t.Fatal(err)
	}
	total := 0.0
	for _, e := range l.Entries {
		if e.Kind == "spend" {
			total += e.Charge.Epsilon
		}
	}
	if total > 1.5 {
		t.Errorf("ε = %g was spent of 1.5", total)
	}
}
