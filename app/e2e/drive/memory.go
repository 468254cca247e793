package drive

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// A Memory is what the processes that show pages took when it was begun.
type Memory struct {
	root int           // process of the browser, or of its driver
	idle map[int]int64 // bytes by process
}

// Memory begins to watch the resident sets of the visit's browser: those of the processes that
// show pages and run their workers, in any engine. Other visits of the browser count, too.
func (v *Visit) Memory() (*Memory, error) {
	m := &Memory{idle: map[int]int64{}}
	switch t := v.tab.(type) {
	case *firefoxTab:
		m.root = t.process.Process.Pid
	case *webkitTab:
		m.root = t.driver.Process.Pid
	default:
		m.root = v.browser.process.Process.Pid
	}
	for _, pid := range pages(m.root) {
		m.idle[pid] = status(pid, "VmRSS")
		os.WriteFile(fmt.Sprintf("/proc/%d/clear_refs", pid), []byte("5"), 0) // the peak begins anew; where it may not, it is of the start, too
	}
	if len(m.idle) == 0 {
		return nil, errors.New("drive: no process that shows a page can be found")
	}
	return m, nil
}

// Peak is how much more than at the beginning the process that grew most has taken at any
// moment since, in bytes.
func (m *Memory) Peak() int64 {
	var most int64
	for _, pid := range pages(m.root) {
		most = max(most, status(pid, "VmHWM")-m.idle[pid])
	}
	return most
}

// Work is the processors' time, since the browser's start, of all its processes that have not ended:
// unlike the clock's it does not depend on what else the machine does.
func (m *Memory) Work() time.Duration {
	var ticks int64
	for _, pid := range Below(m.root) {
		text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
		rest := strings.Fields(string(text[bytes.LastIndexByte(text, ')')+1:]))
		if len(rest) < 13 {
			continue // ended since
		}
		for _, field := range rest[11:13] { // in the user's code and in the system's
			n, _ := strconv.ParseInt(field, 10, 64)
			ticks += n
		}
	}
	return time.Duration(ticks) * 10 * time.Millisecond // of a hundredth of a second, on every Linux
}

// pages are the processes below one that show pages.
func pages(root int) []int {
	return slices.DeleteFunc(Below(root), func(pid int) bool {
		line, _ := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid))
		return !bytes.Contains(line, []byte("--type=renderer")) && // Chromium
			!(bytes.Contains(line, []byte("-contentproc")) && bytes.HasSuffix(bytes.TrimRight(line, "\x00"), []byte("tab"))) && // Firefox
			!bytes.Contains(line, []byte("WebKitWebProcess"))
	})
}

// Below are a process and those that it has started, and they.
func Below(root int) (out []int) {
	children := map[int][]int{}
	all, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, name := range all {
		text, err := os.ReadFile(name)
		if err != nil {
			continue // ended since
		}
		pid, _ := strconv.Atoi(strings.Split(name, "/")[2])
		rest := strings.Fields(string(text[bytes.LastIndexByte(text, ')')+1:])) // behind the name, which may hold anything
		if len(rest) > 1 {
			parent, _ := strconv.Atoi(rest[1])
			children[parent] = append(children[parent], pid)
		}
	}
	waiting := []int{root}
	for len(waiting) > 0 {
		pid := waiting[0]
		waiting = append(waiting[1:], children[pid]...)
		out = append(out, pid)
	}
	return out
}

// status is a number of bytes that the system states of a process; 0 where it has ended.
func status(pid int, name string) int64 {
	text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	for line := range strings.Lines(string(text)) {
		var kilobytes int64
		if n, _ := fmt.Sscanf(line, name+": %d kB", &kilobytes); n == 1 {
			return kilobytes << 10
		}
	}
	return 0
}

// Ended reports whether a process is there no more, or waits only for its parent to hear so.
func Ended(pid int) bool {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	return err != nil || bytes.HasPrefix(text[bytes.LastIndexByte(text, ')')+1:], []byte(" Z"))
}
