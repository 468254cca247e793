package main

import (
	"fmt"
	"strings"
)

// What of the programs of WebAssembly is inlined. Inlining makes the worker a tenth larger, compressed, and the page a twelfth: only what runs hot is
// worth it.
const (
	hot = "encoding/binary internal/byteorder math math/bits strconv internal/strconv compress/flate runtime internal/runtime/..."
	// core's hot packages.
	hotCore = "privatepca/core/dataset privatepca/core/moment privatepca/core/eigen privatepca/core/noise privatepca/core/internal/bingham privatepca/core/internal/nuclear" +
		" privatepca/core/subspace privatepca/core/forecast privatepca/core/shrink privatepca/core/scaling privatepca/core/finding"
	// counted is what the page computes with. Neither Go's runtime nor go-app is inlined there: the tab of correlations of 256 columns takes 360 ms so and
	// 345 with both (least of six, in turn), which are .05 MB.
	counted = "math math/bits strconv internal/strconv syscall/js"
	// converting is what runs hot where other formats are read.
	converting = "io bufio bytes unicode/utf8 hash/crc32 github.com/klauspost/compress/... github.com/pierrec/lz4/... github.com/parquet-go/... privatepca/core/convert/... privatepca/core/markup"
)

// link builds a program of WebAssembly: the page, which is linked with a module file of its own (page-module), the worker, which holds its version, or
// what converts other formats, which is fetched for such a file alone.
func link(args []string) error {
	ldflags := variable("LDFLAGS", "")
	var more []string // flags before those of the compiler
	inlined := []string{hot, hotCore}
	pkg := "."
	switch program := strings.Join(args, " "); program {
	case "page":
		more = []string{"-modfile", "bin/page.mod"}
		inlined = []string{counted, hotCore}
	case "worker":
		ldflags += " -X main.version=" + variable("VERSION", "")
		pkg = "./wasm"
	case "convert":
		inlined = append(inlined, converting)
		pkg = "./wasm/convert"
	default:
		return fmt.Errorf("no program is called %q: page, worker or convert", program)
	}
	command := append([]string{"go", "build"}, more...)
	command = append(command, "-gcflags=all=-l")
	for _, p := range strings.Fields(strings.Join(inlined, " ")) {
		command = append(command, "-gcflags="+p+"=")
	}
	name := map[string]string{"page": "app"}[args[0]]
	if name == "" {
		name = args[0]
	}
	fmt.Println("link web/" + name + ".wasm")
	return run{env: wasm}.do(append(command, "-ldflags", ldflags, "-o", "web/"+name+".wasm", pkg)...)
}
