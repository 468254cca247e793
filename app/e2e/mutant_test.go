package e2e

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"privatepca/app/e2e/drive"
)

// A mutation plants a line behind a line of a source file, which must be there.
type mutation struct {
	path   string // below the project's folder
	after  string
	plants string
}

// mutant serves one of the three programs with planted faults, and everything else as it is.
func mutant(t *testing.T, name string, mutations ...mutation) *drive.Server {
	t.Helper()
	run, files := planted(t, name, mutations...)
	s, err := drive.Serve(run, files)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

// planted builds one of the three programs, "app.wasm", "worker.wasm" or "serve", with
// planted faults, and returns the server to run and its folder. The sources are not
// touched.
func planted(t *testing.T, name string, mutations ...mutation) (run, files string) {
	t.Helper()
	dir := t.TempDir()
	replace := map[string]string{}
	for _, m := range mutations {
		path, err := filepath.Abs(filepath.Join(root, m.path))
		if err != nil {
			t.Fatal(err)
		}
		earlier := replace[path]
		if earlier == "" {
			earlier = path
		}
		source, err := os.ReadFile(earlier)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Count(string(source), m.after) != 1 {
			t.Fatalf("%s does not hold this exactly once, so the check cannot be checked:\n%s", m.path, m.after)
		}
		planted := filepath.Join(dir, strings.ReplaceAll(m.path, "/", "_"))
		if err := os.WriteFile(planted, []byte(strings.Replace(string(source), m.after, m.after+m.plants, 1)), 0o666); err != nil {
			t.Fatal(err)
		}
		replace[path] = planted
	}
	overlay, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "overlay.json"), overlay, 0o666); err != nil {
		t.Fatal(err)
	}
	files = filepath.Join(dir, "web")
	if err := os.CopyFS(files, os.DirFS(web)); err != nil {
		t.Fatal(err)
	}
	pkg, env := ".", []string{"GOOS=js", "GOARCH=wasm"}
	run = binary
	target := filepath.Join(files, name)
	switch name {
	case "serve":
		run, target, env = filepath.Join(dir, name), filepath.Join(dir, name), nil
	case "worker.wasm":
		pkg = "./wasm"
	}
	if err := os.RemoveAll(target); err != nil {
		t.Fatal(err)
	}
	build := exec.Command("go", "build", "-trimpath", "-ldflags=-s -w", "-overlay", filepath.Join(dir, "overlay.json"), "-o", target, pkg)
	build.Dir = root
	build.Env = append(os.Environ(), env...)
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	stamp := exec.Command(filepath.Join(root, "bin", "publish"), "-quality", "0", "-web", files) // worker.js runs no program that it does not list
	if out, err := stamp.CombinedOutput(); err != nil {
		t.Fatalf("publish: %v\n%s", err, out)
	}
	return run, files
}
