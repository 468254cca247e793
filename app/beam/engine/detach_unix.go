//go:build unix

package engine

import (
	"os/exec"
	"syscall"
)

// detach starts a process in a session of its own.
func detach(c *exec.Cmd) { c.SysProcAttr = &syscall.SysProcAttr{Setsid: true} }
