package drive

import (
	"os/exec"
	"runtime"
	"sync"
	"syscall"
)

// start starts a program that ends with this one, in whatever way this one ends. Linux does so when the
// thread ends that has started it: here one that ends with this program.
func start(cmd *exec.Cmd) error {
	if cmd.SysProcAttr == nil {
		cmd.SysProcAttr = &syscall.SysProcAttr{}
	}
	cmd.SysProcAttr.Pdeathsig = syscall.SIGKILL
	started := make(chan error)
	starter() <- func() { started <- cmd.Start() }
	return <-started
}

var starter = sync.OnceValue(func() chan<- func() {
	todo := make(chan func())
	go func() {
		runtime.LockOSThread()
		for f := range todo {
			f()
		}
	}()
	return todo
})
