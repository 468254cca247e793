//go:build !js

package command

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// Modes of files. Raw sums and ledgers are their owner's alone; all else is as the umask says.
const (
	private fs.FileMode = 0o600
	usual   fs.FileMode = 0o666
)

// partial is how the name of a file ends that is being written. The host and the process are in the name.
const partial = ".partial"

// writeWhole writes a file under another name and renames it when it is on the disk. It removes what a process of this machine that
// was killed has left behind of the same file: it may be raw data.
func writeWhole(path string, text []byte, mode fs.FileMode) error {
	folder, host := filepath.Dir(path), hostName()
	prefix := "." + filepath.Base(path) + "-" + host + "-"
	removeLeft(folder, prefix)
	name := filepath.Join(folder, fmt.Sprintf("%s%d%s", prefix, os.Getpid(), partial))
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	err = errors.Join(err, f.Sync(), f.Close())
	if err == nil {
		err = os.Rename(name, path)
	}
	if err != nil {
		os.Remove(name)
	}
	return err
}

// removeLeft removes the files with the prefix whose process has ended.
func removeLeft(folder, prefix string) {
	list, err := os.ReadDir(folder)
	if err != nil {
		return
	}
	for _, e := range list {
		text, ours := strings.CutPrefix(e.Name(), prefix)
		text, whole := strings.CutSuffix(text, partial)
		if pid, err := strconv.Atoi(text); ours && whole && err == nil && (pid == os.Getpid() || !runs(pid)) {
			os.Remove(filepath.Join(folder, e.Name()))
		}
	}
}

// hostName is the machine's name, as a part of a file's.
func hostName() string {
	name, err := os.Hostname()
	if err != nil {
		return "host"
	}
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' {
			return r
		}
		return '_'
	}, name[:min(len(name), 40)])
}
