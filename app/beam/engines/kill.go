package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"syscall"
	"time"
)

// Kinds of kill.
const (
	killWorker = "a worker"
	killEngine = "what started it" // Flink's TaskManager, Spark's executor: as a machine that dies
)

// busy is what a worker must have used before it is killed, so that it is at work.
const busy = 600 * time.Millisecond

// errKilled ends the looking.
var errKilled = errors.New("killed")

// killing kills once, as a machine does that loses its power, and starts again what nobody else would.
func killing(ctx context.Context, e *engineRun, program, what string) func(map[int]process) error {
	return func(family map[int]process) error {
		for pid, p := range family {
			if p.cpu < busy || !isWorker(pid, program) {
				continue
			}
			if what == killEngine {
				pid = p.parent
			}
			if err := syscall.Kill(pid, syscall.SIGKILL); err != nil {
				return fmt.Errorf("%s could not be killed: %w", what, err)
			}
			if what == killEngine && e.renew != nil {
				time.Sleep(3 * time.Second)
				if err := e.renew(ctx); err != nil {
					return err
				}
			}
			return errKilled
		}
		return nil
	}
}

// isWorker reports whether a process is a worker that an engine started.
func isWorker(pid int, program string) bool {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid))
	return err == nil && strings.HasPrefix(string(text), program+"\x00--id=")
}
