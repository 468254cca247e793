//go:build !linux

package drive

import "os/exec"

// start starts a program. Where this one is killed, that one goes on.
func start(cmd *exec.Cmd) error { return cmd.Start() }
