package release

import (
	"os/exec"
	"testing"
)

// Quote is what a literal of the Python loader looks like.
func Quote(s string) string { return quote(s, '0') }

// Interpreter finds a program that runs the check, or skips the test.
func Interpreter(t *testing.T, what, flag, check string, names ...string) string {
	t.Helper()
	for _, name := range names {
		if path, err := exec.LookPath(name); err == nil && exec.Command(path, flag, check).Run() == nil {
			return path
		}
	}
	t.Skipf("no %s here: the loader was not run", what)
	return ""
}
