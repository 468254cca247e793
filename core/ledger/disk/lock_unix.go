//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package disk

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
)

// lock tries to take the file's lock: a shared one, or with write one that excludes all
// others. Closing the file, also by the end of the program, lets go of it.
func lock(file *os.File, write bool) (locked bool, err error) {
	how := syscall.LOCK_SH
	if write {
		how = syscall.LOCK_EX
	}
	switch err := syscall.Flock(int(file.Fd()), how|syscall.LOCK_NB); {
	case err == nil:
		return true, nil
	case errors.Is(err, syscall.EWOULDBLOCK), errors.Is(err, syscall.EINTR):
		return false, nil
	default:
		return false, os.NewSyscallError("flock", err)
	}
}

// syncFolder waits until the name of the file is on the disk.
func (s *Store) syncFolder() error {
	folder, err := os.Open(filepath.Dir(s.path))
	if err != nil {
		return err
	}
	defer folder.Close()
	return s.sync(folder)
}
