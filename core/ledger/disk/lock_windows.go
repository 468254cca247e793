package disk

import (
	"errors"
	"os"
	"syscall"
	"unsafe"
)

// Flags and an error of LockFileEx.
const (
	failImmediately = 1
	exclusive       = 2
	lockViolation   = syscall.Errno(33)
)

// lock tries to take the file's lock: a shared one, or with write one that excludes all
// others. Closing the file, also by the end of the program, lets go of it. It stands on a
// byte far behind the end, since Windows would not let others read what is locked.
func lock(file *os.File, write bool) (locked bool, err error) {
	how := uintptr(failImmediately)
	if write {
		how |= exclusive
	}
	at := syscall.Overlapped{OffsetHigh: 1 << 30}
	ok, _, err := syscall.NewLazyDLL("kernel32.dll").NewProc("LockFileEx").Call(file.Fd(), how, 0, 1, 0, uintptr(unsafe.Pointer(&at)))
	switch {
	case ok != 0:
		return true, nil
	case errors.Is(err, lockViolation):
		return false, nil
	}
	return false, os.NewSyscallError("LockFileEx", err)
}

// syncFolder has nothing to do: Windows keeps a name with its file.
func (*Store) syncFolder() error { return nil }
