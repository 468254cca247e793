package e2e

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// The headless run writes what it promises, and tells by its exit code when the
// page refuses.
func TestTheDemoWritesWhatItPromises(t *testing.T) {
	long(t, "the same job as the sample’s, by the program")
	t.Parallel()
	dir := t.TempDir()
	program := filepath.Join(dir, "demo")
	if out, err := exec.Command("go", "build", "-o", program, "./demo").CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	run := func(args ...string) (out string, code int) {
		var b bytes.Buffer
		cmd := exec.CommandContext(t.Context(), program, append([]string{"-server", binary, "-web", web, "-timeout", "60s"}, args...)...)
		cmd.Stdout, cmd.Stderr = &b, &b
		err := cmd.Run()
		var exit *exec.ExitError
		if errors.As(err, &exit) {
			return b.String(), exit.ExitCode()
		}
		if err != nil {
			t.Fatal(err)
		}
		return b.String(), 0
	}

	into := filepath.Join(dir, "out")
	out, code := run("-out", into, "-k", "3", "-mechanism", "ppca-gibbs", "-rows-per-person", "2", "-norm", "1.5")
	if code != 0 {
		t.Fatalf("exit code %d: %s", code, out)
	}
	document, err := os.ReadFile(filepath.Join(into, "release.json"))
	if err != nil {
		t.Fatal(err)
	}
	loadings, err := os.ReadFile(filepath.Join(into, "loadings.csv"))
	if err != nil {
		t.Fatal(err)
	}
	doc := checked(t, document, loadings, "ppca-gibbs", 3, 10)
	if doc.Privacy.RowsPerPerson != 2 || doc.Encoding.NormBound != 1.5 || doc.Privacy.Delta != 0 {
		t.Errorf("%d rows per person, R = %g, δ = %g", doc.Privacy.RowsPerPerson, doc.Encoding.NormBound, doc.Privacy.Delta)
	}
	if pictures, _ := filepath.Glob(filepath.Join(into, "*.png")); len(pictures) != 8 {
		t.Errorf("%d pictures", len(pictures))
	}
	requests, err := os.ReadFile(filepath.Join(into, "requests.txt"))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(requests)) {
		if !strings.HasPrefix(line, "GET http://127.0.0.1:") {
			t.Errorf("a request: %s", line)
		}
	}
	if !strings.Contains(string(requests), "/web/worker.js\n") || !strings.Contains(string(requests), "/app-worker.js\n") {
		t.Errorf("requests of the worker and the service worker are missing:\n%s", requests)
	}

	bad := file(t, "bad.csv", "a,b\n")
	if out, code := run("-out", into, "-data", bad); code != 3 || !strings.Contains(out, "the page") {
		t.Errorf("a file that the page refuses: exit code %d: %s", code, out)
	}
	if _, err := os.Stat(filepath.Join(into, "release.json")); !errors.Is(err, os.ErrNotExist) {
		t.Error("a failed run leaves the document of an earlier one")
	}
	if out, code := run("-out", into, "-data", filepath.Join(dir, "none.csv")); code != 1 || !strings.Contains(out, "none.csv") {
		t.Errorf("a file that is not there: exit code %d: %s", code, out)
	}
	if _, code := run("-relation", "friends"); code != 2 {
		t.Errorf("wrong use: exit code %d", code)
	}
}
