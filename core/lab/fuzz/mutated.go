package main

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// Fuzzing by coverage executes some thousand inputs a second, and finds what the next change should start from. So its corpus is changed in a second
// stage, in the target's own process and without coverage. A test's program has what runs a fuzz target in the package testing/internal/testdeps: two
// of its methods are replaced, by an overlay, when the program is built.

//go:embed overlay/mutated.go.txt
var mutatedSource []byte

// mostBytes is how many bytes one execution may take in all, until it is reported.
const mostBytes = 64 << 20

// stated are the blocks that a format states itself, which come on top of that.
var stated = map[target]int64{
	{"core/convert", "FuzzOpen"}: 80 << 20, // the window of a zstd frame: at most 64 MB, and an eighth
}

// overlay writes the overlay's list into a folder.
func overlay(folder string) (list string, err error) {
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return "", err
	}
	pkg := filepath.Join(strings.TrimSpace(string(root)), "src", "testing", "internal", "testdeps")
	text, err := os.ReadFile(filepath.Join(pkg, "deps.go"))
	if err != nil {
		return "", err
	}
	for _, method := range []string{"CoordinateFuzzing", "RunFuzzWorker"} {
		head := []byte("func (TestDeps) " + method + "(")
		if bytes.Count(text, head) != 1 {
			return "", errors.New("this toolchain has no such method: " + method)
		}
		text = bytes.Replace(text, head, []byte("func (TestDeps) former"+method+"("), 1)
	}
	replace := map[string]string{}
	for name, content := range map[string][]byte{"deps.go": text, "mutated.go": mutatedSource} {
		replace[filepath.Join(pkg, name)] = filepath.Join(folder, name)
		if err := os.WriteFile(filepath.Join(folder, name), content, 0o644); err != nil {
			return "", err
		}
	}
	content, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return "", err
	}
	list = filepath.Join(folder, "overlay.json")
	return list, os.WriteFile(list, content, 0o644)
}

// mutate executes changes of a target's corpus, at most so many and so long, and reports how many these were and whether nothing was found. The
// changes follow from the seed.
func mutate(root string, t target, each time.Duration, most int64, seed uint64) (executions int64, ok bool) {
	fail := func(err error, said []byte) (int64, bool) {
		fmt.Printf("%s %s: %v\n%s", t.folder, t.name, err, said)
		return executions, false
	}
	folder, err := os.MkdirTemp("", "privatepca-fuzz-")
	if err != nil {
		return fail(err, nil)
	}
	defer os.RemoveAll(folder)
	list, err := overlay(folder)
	if err != nil {
		return fail(err, nil)
	}
	cache, err := exec.Command("go", "env", "GOCACHE").Output()
	if err != nil {
		return fail(err, nil)
	}
	module, err := listed(root)
	if err != nil {
		return fail(err, nil)
	}
	program := filepath.Join(folder, "test")
	build := exec.Command("go", "test", "-vet=off", "-c", "-overlay", list, "-o", program, "./"+filepath.ToSlash(t.folder))
	build.Dir = root
	if said, err := build.CombinedOutput(); err != nil {
		return fail(err, said)
	}
	kept := filepath.Join(strings.TrimSpace(string(cache)), "fuzz", filepath.FromSlash(module), t.folder)
	run := func(more ...string) ([]byte, error) {
		c := exec.Command(program, "-test.run", "^$", "-test.fuzz", "^"+t.name+"$", "-test.fuzzcachedir", kept)
		c.Dir = filepath.Join(root, t.folder)
		c.Env = append(os.Environ(), "GOGC=400", "FUZZ_SEEDS="+filepath.Join(folder, "seeds"), "FUZZ_AT="+filepath.Join(folder, "at"), "FUZZ_SEED="+strconv.FormatUint(seed, 10),
			"FUZZ_CORPUS="+filepath.Join("testdata", "fuzz", t.name), fmt.Sprintf("FUZZ_SECONDS=%d", int(each.Seconds())), fmt.Sprintf("FUZZ_MOST=%d", most), fmt.Sprintf("FUZZ_BYTES=%d", mostBytes+stated[t]))
		if len(more) > 0 {
			c.Args, c.Env = append(c.Args, "-test.fuzzworker"), append(c.Env, more...)
		}
		return c.CombinedOutput()
	}
	if said, err := run(); err != nil {
		return fail(err, said)
	}
	said, err := run("FUZZ_FROM=0")
	executions, _ = strconv.ParseInt(last(`execs: (\d+)`, string(said)), 10, 64)
	fmt.Printf("%s %s: seed %d, %s changed inputs, the slowest in %s, the largest with %s bytes in all\n", t.folder, t.name, seed, last(`execs: (\d+)`, string(said)),
		last(`slowest: (\S+)`, string(said)), last(`largest: (\d+)`, string(said)))
	if err == nil {
		return executions, true
	}
	if at, wrong := os.ReadFile(filepath.Join(folder, "at")); executions == 0 && wrong == nil && len(at) == 8 { // it ended the process
		n := uint64(0)
		for i := range 8 {
			n |= uint64(at[i]) << (8 * i)
		}
		executions = int64(n)
		more, _ := run("FUZZ_WRITE=" + strconv.FormatUint(n, 10))
		said = append(said, more...)
	}
	return fail(err, said)
}

// listed is the module's path.
func listed(root string) (string, error) {
	c := exec.Command("go", "list", "-m")
	c.Dir = root
	out, err := c.Output()
	return strings.TrimSpace(string(out)), err
}
