//go:build !js

package server

import (
	"bytes"
	"debug/gosym"
	"encoding/binary"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// Of a program of today's Go, the lines go and everything else of the table stays.
func TestLinesAreDropped(t *testing.T) {
	folder := t.TempDir()
	source, program := filepath.Join(folder, "main.go"), filepath.Join(folder, "main.wasm")
	if err := os.WriteFile(source, []byte("package main\n\nfunc main() { println(1) }\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	build := exec.Command("go", "build", "-ldflags=-s -w", "-o", program, source)
	build.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	body, err := os.ReadFile(program)
	if err != nil {
		t.Fatal(err)
	}
	before, err := joinSegments(body)
	if err != nil {
		t.Fatal(err)
	}
	after := bytes.Clone(before)
	if !dropLines(after) {
		t.Fatal("this version of Go has another form of table: the worker is larger than it need be")
	}

	was, lines, others := read(t, before)
	is, none, same := read(t, after)
	if len(was) < 1000 || len(was) != len(is) {
		t.Fatalf("%d functions, then %d", len(was), len(is))
	}
	for i := range was {
		if was[i] != is[i] {
			t.Fatalf("function %s became %s", was[i], is[i])
		}
	}
	if lines < 1000 || none != 0 {
		t.Errorf("%d functions with lines, then %d", lines, none)
	}
	if len(others) < 10_000 || !bytes.Equal(others, same) {
		t.Error("tables of stacks and data have changed")
	}
	again := bytes.Clone(after)
	if !dropLines(again) || !bytes.Equal(again, after) {
		t.Error("dropping lines again changes the program")
	}
}

// read returns the functions' names as debug/gosym has them, how many have lines, and all
// other counters one after the other.
func read(t *testing.T, module []byte) (names []string, lines int, counters []byte) {
	t.Helper()
	table := module[bytes.Index(module, []byte(tableMagic)):]
	symbols, err := gosym.NewTable(nil, gosym.NewLineTable(table, 0))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range symbols.Funcs {
		names = append(names, f.Name)
	}
	word := func(at int) int { return int(binary.LittleEndian.Uint32(table[at:])) }
	from, functions := word(8+8*countersAt), word(8+8*functionsAt)
	for i := range len(names) {
		f := functions + word(functions+8*i+4)
		if word(f+lineTable) != 0 {
			lines++
		}
		offsets := []int{word(f + stackTable)}
		for d := range word(f + dataCount) {
			offsets = append(offsets, word(f+dataTables+4*d))
		}
		for _, o := range offsets {
			if o != 0 {
				counters = append(counters, table[from+o:][:counterSize(table[from+o:])]...)
			}
		}
	}
	return names, lines, counters
}

func TestLinesOfAnotherFormStay(t *testing.T) {
	for _, other := range []string{
		parted, header + tableMagic, header + tableMagic + string(make([]byte, 200)),
		header + tableMagic + string(bytes.Repeat([]byte{0xff}, 200)), header + tableMagic + string(bytes.Repeat([]byte{1}, 200)),
	} {
		module := []byte(other)
		if dropLines(module) || string(module) != other {
			t.Errorf("%q was changed", other)
		}
	}
}
