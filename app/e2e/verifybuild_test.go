package e2e

import (
	"crypto/sha256"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// digestOfWorker is that of the worker's program in a folder, in hex.
func digestOfWorker(t *testing.T, folder string) string {
	t.Helper()
	program, err := os.ReadFile(filepath.Join(folder, "worker.wasm"))
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("%x", sha256.Sum256(program))
}

// The worker that is served comes out of this source, built anew in another folder, and no
// other hash does.
func TestVerifyBuild(t *testing.T) {
	t.Parallel()
	onlyChromium(t, "no browser takes part")
	served := digestOfWorker(t, filepath.Join(root, "web")) // as make build left it, not a mutant
	other := strings.Repeat("ab", sha256.Size)
	for hash, want := range map[string]bool{strings.ToUpper(served): true, other: false} {
		t.Run(hash, func(t *testing.T) {
			verify := exec.CommandContext(t.Context(), "make", "verify-build", "SHA256="+hash)
			verify.Dir = root
			out, err := verify.CombinedOutput()
			if (err == nil) != want || !strings.Contains(string(out), "is the worker "+served) || want && !strings.Contains(string(out), "It is the worker that was asked about.") {
				t.Errorf("%s: %v\n%s", hash, err, out)
			}
		})
	}
}
