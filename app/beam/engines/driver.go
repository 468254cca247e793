package main

import (
	"bytes"
	"context"
	"fmt"
	"os/exec"
	"path/filepath"
	"syscall"
	"time"
)

// limit is how long a job may go on after its driver.
const limit = 15 * time.Second

// tries is how often a driver is started. Spark takes no job while a canceled one still has its context: "Only one SparkContext should be running".
const tries = 4

// driverEnds has a driver interrupted or killed when its workers are at work: 15 s later no worker of its job may be there, and nothing may be left.
func (b *bench) driverEnds(ctx context.Context, k kind, e *engineRun, staging, how string) {
	say := func(verdict string, clock time.Duration) {
		if verdict != "equal: no worker is left" {
			b.differs++
		}
		b.line([]string{k.name, "sum", "clip, four times", "the driver is " + how, verdict, "", "", fmt.Sprintf("%.1f s", clock.Seconds()), ""})
	}
	var c *exec.Cmd
	var ended chan struct{}
	var earlier map[int]process // workers that the engine keeps of jobs before
	for try := 1; ; try++ {
		earlier = b.workers(e, nil)
		command := b.fourTimes(e, b.killed()[0])
		c = exec.CommandContext(ctx, command[0], command[1:]...)
		var said bytes.Buffer
		c.Stderr = &said
		if err := c.Start(); err != nil {
			say("differs: "+err.Error(), 0)
			return
		}
		ended = make(chan struct{})
		go func() { c.Wait(); close(ended) }()
		if b.begins(e, earlier, ended) {
			break
		}
		if try == tries {
			say("differs: it ended by itself: "+said.String(), 0)
			return
		}
		time.Sleep(5 * time.Second)
	}
	begun := time.Now()
	signal := syscall.SIGINT
	if how == "killed" {
		signal = syscall.SIGKILL
	}
	c.Process.Signal(signal)
	<-ended
	for {
		left, _ := filepath.Glob(filepath.Join(staging, "*"))
		since, on := time.Since(begun), len(b.workers(e, earlier))
		switch {
		case on == 0 && len(left) == 0:
			say("equal: no worker is left", since)
			return
		case since > limit:
			say(fmt.Sprintf("differs: %d workers go on, %d folders are left", on, len(left)), since)
			return
		}
		time.Sleep(often)
	}
}

// workers are the workers of an engine, but for those earlier ones.
func (b *bench) workers(e *engineRun, earlier map[int]process) map[int]process {
	out := map[int]process{}
	var roots []int
	for _, p := range e.processes {
		roots = append(roots, p.Process.Pid)
	}
	for pid, p := range family(processes(), roots) {
		if _, known := earlier[pid]; !known && isWorker(pid, b.beam) {
			out[pid] = p
		}
	}
	return out
}

// begins waits until a worker of a job is at work, and reports whether one was before its driver ended.
func (b *bench) begins(e *engineRun, earlier map[int]process, ended <-chan struct{}) bool {
	for !b.working(e, earlier) {
		select {
		case <-ended:
			return false
		case <-time.After(often):
		}
	}
	return true
}

// working reports whether a worker is at work that is none of those earlier ones.
func (b *bench) working(e *engineRun, earlier map[int]process) bool {
	for _, p := range b.workers(e, earlier) {
		if p.cpu > busy {
			return true
		}
	}
	return false
}
