package main

import (
	"encoding/json"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// What a program for browsers was linked from stands in the bill: the modules of all its packages, as go list has them.
func TestProgramsForBrowsers(t *testing.T) {
	const root = "../../.."
	security, err := os.ReadFile(filepath.Join(root, "SECURITY.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, ships, _ := strings.Cut(string(security), "## What ships")
	ships, _, _ = strings.Cut(ships, "\n## ")
	for _, pkg := range []string{"./wasm", "./wasm/convert", "."} {
		run := func(args ...string) string {
			t.Helper()
			c := exec.Command("go", args...)
			c.Dir, c.Env = root, append(os.Environ(), "GOOS=js", "GOARCH=wasm")
			c.Stderr = os.Stderr
			out, err := c.Output()
			if err != nil {
				t.Fatalf("go %v: %v", args, err)
			}
			return string(out)
		}
		path := filepath.Join(t.TempDir(), "program.wasm")
		run("build", "-ldflags", "-s -w", "-o", path, pkg)
		out, err := describe([]string{path})
		if err != nil {
			t.Fatalf("%s: %v", pkg, err)
		}
		got, want := map[string]string{}, map[string]string{"stdlib": strings.TrimPrefix(runtime.Version(), "go")}
		for _, c := range out.Components {
			if c.Type == "library" {
				got[c.Name] = c.Version
			}
		}
		for line := range strings.Lines(run("list", "-deps", "-f", "{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}}{{end}}{{end}}", pkg)) {
			if name, version, found := strings.Cut(strings.TrimSpace(line), " "); found {
				want[name] = version
			}
		}
		for name := range want {
			if name != "stdlib" && !strings.Contains(ships, name[strings.LastIndex(strings.TrimSuffix(strings.TrimSuffix(name, "/v9"), "/v4"), "/")+1:]) {
				t.Errorf("%s is linked from %s, which SECURITY.md does not name under “What ships”", pkg, name)
			}
		}
		if !maps.Equal(got, want) {
			t.Errorf("%s: the bill has %v, want %v", pkg, slices.Sorted(maps.Keys(got)), slices.Sorted(maps.Keys(want)))
		}
		if len(want) < 2 {
			t.Errorf("%s is linked from %v alone: the test shows nothing", pkg, want)
		}
	}
}

// A program that the linker wrote no modules into is not described as one without any.
func TestNoModules(t *testing.T) {
	path := filepath.Join(t.TempDir(), "empty.wasm")
	if err := os.WriteFile(path, []byte("\x00asm\x01\x00\x00\x00"), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := describe([]string{path}); err == nil || !strings.Contains(err.Error(), "no modules") {
		t.Errorf("%v", err)
	}
}

// The test program itself is described: every module that it was linked from, once, with its hash.
func TestDescribe(t *testing.T) {
	out, err := describe([]string{os.Args[0]})
	if err != nil {
		t.Fatal(err)
	}
	first, err := json.Marshal(out)
	if err != nil {
		t.Fatal(err)
	}
	files, libraries := 0, map[string]bool{}
	for _, c := range out.Components {
		switch c.Type {
		case "file":
			files++
			if len(c.Hashes) != 1 || len(c.Hashes[0].Content) != 64 {
				t.Errorf("%+v", c)
			}
		case "library":
			libraries[c.Name] = true
			if c.Version == "" || c.PURL == "" {
				t.Errorf("%+v", c)
			}
		}
	}
	if files != 1 || !libraries["stdlib"] || len(out.Dependencies) != 1 || len(out.Dependencies[0].Uses) != len(libraries) {
		t.Errorf("%d files, %v", files, libraries)
	}
	again, err := describe([]string{os.Args[0]})
	if err != nil {
		t.Fatal(err)
	}
	if second, _ := json.Marshal(again); string(first) != string(second) {
		t.Error("another document of the same program")
	}
	if _, err := describe(nil); err == nil {
		t.Error("nothing was described")
	}
	if _, err := describe([]string{"main.go"}); err == nil {
		t.Error("a source file was described as a program")
	}
}
