package e2e

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

// fromNPM returns where a file of a package of npm's stands, which is kept in the user's
// cache. Without npm, or without a network, the test is skipped.
func fromNPM(t *testing.T, name, version string, path ...string) string {
	t.Helper()
	cache, err := os.UserCacheDir()
	if err != nil {
		t.Skip("no folder for caches: ", err)
	}
	dir := filepath.Join(cache, "privatepca", name+"-"+version)
	wanted := filepath.Join(append([]string{dir, "node_modules"}, path...)...)
	if _, err := os.Stat(wanted); err == nil {
		return wanted
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	install := exec.CommandContext(ctx, "npm", "install", "--no-save", "--no-audit", "--no-fund", "--ignore-scripts", "--prefix", dir, name+"@"+version)
	if out, err := install.CombinedOutput(); err != nil {
		t.Skipf("%s cannot be had from npm (offline?): %v\n%s", name, err, out)
	}
	return wanted
}
