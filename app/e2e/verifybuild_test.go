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

// The worker that is served comes out of this source, built anew in another folder, and no
// other hash does.
func TestVerifyBuild(t *testing.T) {
	t.Parallel()
	onlyChromium(t, "no browser takes part")
	worker, err := os.ReadFile(filepath.Join(root, "web", "worker.wasm")) // as make build left it, not a mutant
	if err != nil {
		t.Fatal(err)
	}
	served := fmt.Sprintf("%x", sha256.Sum256(worker))
	other := strings.Repeat("ab", sha256.Size)
	for hash, want := range map[string]bool{strings.ToUpper(served): true, other: false} {
		verify := exec.CommandContext(t.Context(), "make", "verify-build", "SHA256="+hash)
		verify.Dir = root
		out, err := verify.CombinedOutput()
		if (err == nil) != want || !strings.Contains(string(out), "is the worker "+served) || want && !strings.Contains(string(out), "It is the worker that was asked about.") {
			t.Errorf("%s: %v\n%s", hash, err, out)
		}
	}
}
