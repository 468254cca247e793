//go:build !js

package server

import (
	"bytes"
	"debug/gosym"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
)

// deep grows the stack, fills the heap and recovers from faults: all that reads the tables that stay. Its goroutines
// are stopped within loops and calls, and go on where they were.
const deep = `package main

import (
	"fmt"
	"runtime"
)

func down(n int) []byte {
	if n == 0 {
		runtime.GC()
		panic("the bottom")
	}
	var room [256]byte
	return append(down(n-1), room[n%256])
}

func main() {
	defer func() {
		where := make([]byte, 1<<16)
		fmt.Println(recover(), "with", string(where[:runtime.Stack(where, false)]))
	}()
	for range 100 {
		_ = make([]byte, 1<<20)
	}
	fmt.Println(talk(100))
	fmt.Println(faults())
	down(10000)
}

func talk(n int) (sum int) {
	questions, answers := make(chan int), make(chan [3]int)
	for range 3 {
		go func() {
			for q := range questions {
				if q%3 == 0 {
					runtime.Gosched()
				}
				answers <- [3]int{q, q * q, len(fmt.Sprint(q))}
			}
		}()
	}
	for asked, heard := 0, 0; heard < n; {
		ask := questions
		if asked == n {
			ask = nil
		}
		select {
		case ask <- asked + 1:
			asked++
		case a := <-answers:
			heard++
			sum += a[0] + a[1]*a[2]
		}
	}
	return sum
}

type shape interface{ area(scale int) int }
type box struct{ a, b int }

func (b *box) area(scale int) int { return b.a * b.b * scale }

func faults() (said []string) {
	var none *box
	list := []int{1, 2, 3}
	for i, do := range []func(){
		func() { said = append(said, fmt.Sprint(shape(none).area(2))) },
		func() { said = append(said, fmt.Sprint(list[len(said)+2])) },
		func() { said = append(said, fmt.Sprint(7/(len(said)-2))) },
		func() { said = append(said, fmt.Sprint(shape(&box{6, 7}).area(-1))) },
	} {
		func() {
			defer func() {
				if err := recover(); err != nil {
					said = append(said, fmt.Sprint(i, err))
				}
			}()
			do()
		}()
	}
	return said
}
`

// linked is that program, linked as those of the page are.
func linked(t *testing.T) []byte {
	t.Helper()
	module, err := linkedOnce()
	if err != nil {
		t.Fatal(err)
	}
	return module
}

var linkedOnce = sync.OnceValues(func() ([]byte, error) {
	dir, err := os.MkdirTemp("", "lines")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	err = errors.Join(os.WriteFile(filepath.Join(dir, "main.go"), []byte(deep), 0o666),
		os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module deep\n\ngo 1.24\n"), 0o666))
	if err != nil {
		return nil, err
	}
	build := exec.Command("go", "build", "-ldflags=-s -w", "-o", "program.wasm")
	build.Dir, build.Env = dir, append(os.Environ(), "GOOS=js", "GOARCH=wasm", "GOWORK=off", "GOFLAGS=")
	if out, err := build.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("%w: %s", err, out)
	}
	return os.ReadFile(filepath.Join(dir, "program.wasm"))
})

// symbols reads a memory's table of functions by the standard library's reader.
func symbols(t *testing.T, memory []byte) *gosym.Table {
	t.Helper()
	for at := 0; ; at++ {
		n := bytes.Index(memory[at:], tableStart)
		if n < 0 {
			t.Fatal("there is no table of functions")
		}
		at += n
		if table, err := gosym.NewTable(nil, gosym.NewLineTable(memory[at:], 0)); err == nil && len(table.Funcs) > 1000 {
			return table
		}
	}
}

func TestLinesAreDropped(t *testing.T) {
	module := linked(t)
	memory, first := data(t, module)
	before := symbols(t, memory)
	file, line, f := before.PCToLine(before.LookupFunc("main.down").Entry)
	if !strings.HasSuffix(file, "main.go") || line != 8 || f.Name != "main.down" {
		t.Fatalf("before: %s %d %s", file, line, f.Name)
	}
	was := bytes.Clone(memory)
	dropLines(memory, first)
	if bytes.Equal(was, memory) {
		t.Fatal("nothing was dropped")
	}
	after := symbols(t, memory)
	same := func(a, b gosym.Func) bool { return a.Name == b.Name && a.Entry == b.Entry }
	if !slices.EqualFunc(before.Funcs, after.Funcs, same) {
		t.Errorf("%d functions are not the %d from before", len(after.Funcs), len(before.Funcs))
	}
	if i := slices.IndexFunc(after.Funcs, func(f gosym.Func) bool { file, line, _ := after.PCToLine(f.Entry); return line > 0 || file != "" }); i >= 0 {
		t.Errorf("%s still has its lines", after.Funcs[i].Name)
	}
	once := bytes.Clone(memory)
	if dropLines(memory, first); !bytes.Equal(once, memory) {
		t.Error("a second time changes more")
	}
}

// data returns the memory that a module starts with.
func data(t *testing.T, module []byte) (memory []byte, first int) {
	t.Helper()
	for r := (&bytesOf{rest: module[len(header):]}); len(r.rest) > 0; {
		if id, body := r.byte(), r.take(r.unsigned()); id == dataSection {
			memory, first, err := segments(body)
			if err != nil {
				t.Fatal(err)
			}
			return memory, first
		}
	}
	t.Fatal("the program has no data")
	return nil, 0
}

// What a program does is the same, but for files and lines in its traces.
func TestAPreparedProgramRuns(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("node is not here; the tests in browsers run such programs, too")
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	joined, err := joinSegments(linked(t))
	if err != nil {
		t.Fatal(err)
	}
	said := func(module []byte) string {
		path := filepath.Join(t.TempDir(), "program.wasm")
		if err := os.WriteFile(path, module, 0o666); err != nil {
			t.Fatal(err)
		}
		out, err := exec.Command(node, "--stack-size=4096", filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec_node.js"), path).CombinedOutput()
		if err != nil {
			t.Fatalf("%v: %.2000s", err, out)
		}
		return string(out)
	}
	before, beforeTrace, _ := strings.Cut(said(linked(t)), "goroutine 1 ")
	after, afterTrace, _ := strings.Cut(said(joined), "goroutine 1 ")
	if after != before || !strings.HasSuffix(after, "the bottom with ") || !strings.Contains(after, "integer divide by zero") {
		t.Errorf("%q, before %q", after, before)
	}
	if !strings.Contains(beforeTrace, "main.go") || !strings.Contains(afterTrace, "main.down(") || strings.Contains(afterTrace, "main.go") {
		t.Errorf("a trace %.2000s", afterTrace)
	}
}

// A table that is cut, or points beyond itself, is left as it is.
func TestOtherTablesAreLeft(t *testing.T) {
	whole, first := data(t, linked(t))
	at := bytes.Index(whole, tableStart)
	for name, change := range map[string]func(m []byte) []byte{
		"cut in its header":      func(m []byte) []byte { return m[:at+20] },
		"cut in its functions":   func(m []byte) []byte { return m[:at+int(binary.LittleEndian.Uint64(m[at+64:]))+1000] },
		"of pointers of 4 bytes": func(m []byte) []byte { m[at+7] = 4; return m },
		"of too many functions":  func(m []byte) []byte { m[at+8+3] = 1; return m },
		"tables out of order":    func(m []byte) []byte { m[at+8+3*8+2] = 0xff; return m },
	} {
		t.Run(name, func(t *testing.T) {
			memory := change(bytes.Clone(whole))
			was := bytes.Clone(memory)
			if dropLines(memory, first); !bytes.Equal(was, memory) {
				t.Error("it was changed")
			}
		})
	}
}
