//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package command

import "syscall"

// withoutCoreDump forbids images of the memory. Where a program takes them, Linux asks for a limit of 1, and not of 0.
func withoutCoreDump() {
	syscall.Setrlimit(syscall.RLIMIT_CORE, &syscall.Rlimit{Cur: 1, Max: 1})
}
