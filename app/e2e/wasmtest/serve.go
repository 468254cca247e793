package main

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"

	programs "privatepca/app/server"
)

//go:embed run.js
var runScript []byte

// A server hands the tests to the browser and takes what they print.
type server struct {
	*httptest.Server
	exit chan int
}

// serve starts a server on a free port of this machine.
func serve(binary string, args []string, window bool, out io.Writer) (*server, error) {
	module, err := os.ReadFile(binary)
	if err != nil {
		return nil, err
	}
	if module, err = programs.Shorten(module); err != nil { // as what ships
		return nil, err
	}
	support, err := wasmExec()
	if err != nil {
		return nil, err
	}
	start, err := json.Marshal(map[string]any{
		"argv": append([]string{filepath.Base(binary)}, args...), "env": environment(),
	})
	if err != nil {
		return nil, err
	}
	script := fmt.Sprintf("%s\nconst start = %s;\n%s", support, start, runScript)

	s := &server{exit: make(chan int, 1)}
	var once sync.Once
	mux := http.NewServeMux()
	text := func(kind, body string) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", kind)
			io.WriteString(w, body)
		}
	}
	page := `<!DOCTYPE html><meta charset="utf-8"><title>tests</title><script>new Worker('/run.js')</script>`
	if window {
		page = `<!DOCTYPE html><meta charset="utf-8"><title>tests</title><body><script src="/run.js"></script>`
	}
	mux.HandleFunc("GET /{$}", text("text/html", page))
	mux.HandleFunc("GET /run.js", text("text/javascript", script))
	mux.HandleFunc("GET /test.wasm", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/wasm")
		w.Write(module)
	})
	mux.HandleFunc("POST /print", func(w http.ResponseWriter, r *http.Request) {
		io.Copy(out, r.Body)
	})
	mux.HandleFunc("POST /exit", func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		code, err := strconv.Atoi(string(body))
		if err != nil {
			code = 1
		}
		once.Do(func() { s.exit <- code })
	})
	s.Server = httptest.NewServer(mux)
	return s, nil
}

// wasmExec is Go's support script, of the toolchain that is at hand.
func wasmExec() ([]byte, error) {
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return nil, fmt.Errorf("go env GOROOT: %w", err)
	}
	return os.ReadFile(filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec.js"))
}

// environment is what the tests see of ours: the project's own variables.
func environment() map[string]string {
	env := map[string]string{}
	for _, pair := range os.Environ() {
		if name, value, _ := strings.Cut(pair, "="); strings.HasPrefix(name, "PRIVATEPCA_") {
			env[name] = value
		}
	}
	return env
}
