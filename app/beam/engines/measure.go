package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// A process is one of this machine, as /proc states it.
type process struct {
	parent   int
	name     string
	cpu      time.Duration
	resident int64 // bytes
}

const (
	tick = 10 * time.Millisecond // of /proc: USER_HZ is 100 wherever Linux shows it
	page = 4096
)

// processes are all that run.
func processes() map[int]process {
	out := map[int]process{}
	found, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, path := range found {
		text, err := os.ReadFile(path)
		if err != nil {
			continue // it has ended
		}
		from, to := bytes.IndexByte(text, '('), bytes.LastIndexByte(text, ')')
		pid, err := strconv.Atoi(strings.TrimSpace(string(text[:max(from, 0)])))
		fields := strings.Fields(string(text[to+1:]))
		if err != nil || len(fields) < 22 {
			continue
		}
		n := func(i int) int64 { x, _ := strconv.ParseInt(fields[i], 10, 64); return x }
		out[pid] = process{int(n(1)), string(text[from+1 : to]), time.Duration(n(11)+n(12)) * tick, n(21) * page}
	}
	return out
}

// family gives the processes that are, or descend from, some.
func family(all map[int]process, roots []int) map[int]process {
	out := map[int]process{}
	for pid, p := range all {
		for at, depth := pid, 0; at > 1 && depth < 64; depth++ {
			for _, root := range roots {
				if at == root {
					out[pid] = p
				}
			}
			at = all[at].parent
		}
	}
	return out
}

// A measured run is what a command cost, with what it had an engine's processes do.
type measured struct {
	out, err     string
	code         int
	clock        time.Duration
	cpu, ours    time.Duration // of all, and of Go's programs
	resident     int64         // at most at a time, summed: shared pages count twice
	interference error
}

// often is how often processes are looked at.
const often = 150 * time.Millisecond

// measure runs a command beside an engine's processes. Meanwhile, if not nil, looks at the engine's family each time, and may kill some of it.
func measure(ctx context.Context, e *engineRun, meanwhile func(family map[int]process) error, command ...string) measured {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Minute)
	defer cancel()
	c := exec.CommandContext(ctx, command[0], command[1:]...)
	var out, said bytes.Buffer
	c.Stdout, c.Stderr = &out, &said
	engines := func() (pids []int) {
		if e != nil {
			for _, p := range e.processes {
				pids = append(pids, p.Process.Pid)
			}
		}
		return pids
	}
	before := family(processes(), engines())
	m, begun := measured{}, time.Now()
	if err := c.Start(); err != nil {
		m.code, m.err = -1, err.Error()
		return m
	}
	ended := make(chan error, 1)
	go func() { ended <- c.Wait() }()
	cpu := map[int]process{}
	for done := false; !done; {
		select {
		case err := <-ended:
			var exit *exec.ExitError
			if err != nil && !errors.As(err, &exit) {
				m.err = err.Error()
			}
			done = true
		case <-time.After(often):
		}
		if done { // times of a process that has ended are its parent's alone
			break
		}
		all := processes()
		own := family(all, append(engines(), c.Process.Pid))
		resident := int64(0)
		for pid, p := range own {
			p.cpu -= before[pid].cpu
			cpu[pid] = p
			resident += p.resident
		}
		m.resident = max(m.resident, resident)
		if meanwhile != nil {
			if err := meanwhile(family(all, engines())); err != nil {
				m.interference = err
				meanwhile = nil
			}
		}
	}
	m.clock = time.Since(begun)
	own := family(processes(), engines())
	for pid, p := range own {
		p.cpu -= before[pid].cpu
		cpu[pid] = p
	}
	if state := c.ProcessState; state != nil {
		m.code = state.ExitCode()
		cpu[c.Process.Pid] = process{name: "driver", cpu: state.UserTime() + state.SystemTime()}
	}
	for _, p := range cpu {
		m.cpu += p.cpu
		if p.name != "java" {
			m.ours += p.cpu
		}
	}
	m.out, m.err = strings.TrimSpace(out.String()), strings.TrimSpace(m.err+"\n"+said.String())
	return m
}

// cost is what a table says of a run.
func (m measured) cost() []string {
	return []string{
		fmt.Sprintf("%.1f s", m.cpu.Seconds()), fmt.Sprintf("%.1f s", m.ours.Seconds()), fmt.Sprintf("%.0f s", m.clock.Seconds()), fmt.Sprintf("%d MB", m.resident>>20),
	}
}
