package main

import (
	"bytes"
	"cmp"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// passes runs compiled tests as a mutant, or as the package is for number 0, and gives the processor's time that they took. A change may ask
// for memory without end, and the machine has other uses.
func (p program) passes(number int, limit limits, flags ...string) (passed bool, took time.Duration) {
	tests := exec.Command("sh", append([]string{
		"-c", `ulimit -v 8000000 2>/dev/null; ulimit -t ` + strconv.Itoa(int(limit.processor/time.Second)) + ` 2>/dev/null; exec "$@"`,
		"sh", p.file, "-test.failfast", "-test.timeout", limit.clock.String(),
	}, flags...)...)
	tests.Dir = p.folder
	tests.Env = append(os.Environ(), chosen+"="+strconv.Itoa(number))
	passed = tests.Run() == nil
	if s := tests.ProcessState; s != nil {
		took = s.UserTime() + s.SystemTime()
	}
	return passed, took
}

// limits are how long tests may take. What loops ends by the processor's time, which does not grow where the machine has other work: a change
// that no test notices must not count as noticed because its run was slow. What waits for ever ends by the clock.
type limits struct{ processor, clock time.Duration }

// A stage is tests to run, and how long they may take.
type stage struct {
	program
	flags []string
	limit limits
}

func (s stage) passes(number int) bool {
	passed, _ := s.program.passes(number, s.limit, s.flags...)
	return passed
}

// all are the stages of the package's own tests: with -short, and all.
func (p *programs) all() []stage {
	own := program{p.own, filepath.Join(p.root, p.pkg)}
	return []stage{{program: own, flags: []string{"-test.short"}}, {program: own}}
}

// beside is the stage of those in the file that is named after the changed one; none if there are none.
func (p *programs) beside(file string) []stage {
	var out []stage
	for _, which := range beside(p.root, file) {
		out = append(out, stage{program: program{p.own, filepath.Join(p.root, p.pkg)}, flags: []string{"-test.short", "-test.run", which}})
	}
	return out
}

// timed runs stages as the package is, which says how long each may take: four times as long and 10 s more of the processor, ten times as
// long and a minute more by the clock. It reports which of them fails; nil for none.
func timed(stages []stage) *stage {
	for i := range stages {
		s := &stages[i]
		start := time.Now()
		passed, took := s.program.passes(0, limits{time.Hour, time.Hour}, s.flags...)
		if !passed {
			return s
		}
		s.limit = limits{4*took + 10*time.Second, 10*time.Since(start) + time.Minute}
	}
	return nil
}

// everyone calls f for every mutant, on all processors.
func everyone(of []mutant, f func(mutant)) {
	queue, busy := make(chan mutant), sync.WaitGroup{}
	for range runtime.NumCPU() {
		busy.Go(func() {
			for m := range queue {
				f(m)
			}
		})
	}
	for _, m := range of {
		queue <- m
	}
	close(queue)
	busy.Wait()
}

// importers are the packages of core and wasm that a package is part of, or their tests. The pages' tests take too long.
func importers(root, pkg string) ([]program, error) {
	list := exec.Command("go", "list", "-f", "{{.ImportPath}}\t{{.Dir}}\t{{join .Imports \" \"}}\t{{join .TestImports \" \"}} {{join .XTestImports \" \"}}", "./...")
	list.Dir = root
	said, err := list.Output()
	if err != nil {
		return nil, err
	}
	folder, err := filepath.Abs(filepath.Join(root, pkg))
	if err != nil {
		return nil, err
	}
	path, imports, tests, folders := "", map[string][]string{}, map[string][]string{}, map[string]string{}
	for line := range bytes.Lines(said) {
		cells := strings.Split(strings.TrimSuffix(string(line), "\n"), "\t")
		if cells[1] == folder {
			path = cells[0]
		}
		folders[cells[0]], imports[cells[0]], tests[cells[0]] = cells[1], strings.Fields(cells[2]), strings.Fields(cells[3])
	}
	part := map[string]bool{path: true} // packages that it is part of
	for more := true; more; {
		more = false
		for of, imported := range imports {
			if !part[of] && slices.ContainsFunc(imported, func(p string) bool { return part[p] }) {
				part[of], more = true, true
			}
		}
	}
	module, _, _ := strings.Cut(path, "/")
	var out []program
	for of := range imports {
		if of == path || strings.HasPrefix(of, module+"/app/") || !part[of] && !slices.ContainsFunc(tests[of], func(p string) bool { return part[p] }) {
			continue
		}
		out = append(out, program{folder: folders[of]})
	}
	slices.SortFunc(out, func(a, b program) int { return cmp.Compare(a.folder, b.folder) })
	return out, nil
}

// beside is a pattern for the tests in the file that is named after this one; none if there is no such file.
func beside(root, file string) []string {
	text, err := os.ReadFile(filepath.Join(root, strings.TrimSuffix(file, ".go")+"_test.go"))
	if err != nil {
		return nil
	}
	var names []string
	for _, m := range regexp.MustCompile(`(?m)^func ((?:Test|Example|Fuzz)\w*)\(`).FindAllSubmatch(text, -1) {
		names = append(names, string(m[1]))
	}
	if names == nil {
		return nil
	}
	return []string{"^(" + strings.Join(names, "|") + ")$"}
}
