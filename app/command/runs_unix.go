//go:build !js && !windows

package command

import (
	"errors"
	"syscall"
)

// runs reports whether there is a process of that number.
func runs(pid int) bool { return pid > 0 && !errors.Is(syscall.Kill(pid, 0), syscall.ESRCH) }
