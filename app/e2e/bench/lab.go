package main

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"math"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"privatepca/app/e2e/drive"
)

//go:embed lab/lab.js
var labScript []byte

// A lab is a page of one worker in which both sides run.
type lab struct {
	server *httptest.Server
	visit  *drive.Visit
}

// A measure is what a task of lab.js answers.
type measure struct {
	MS      float64
	Records int
	Bytes   float64
	Entry   float64 // of the second moment; with Trace, to hold both sides to the same answer
	Trace   float64
	First   float64 // eigenvalues
	Last    float64
}

// newLab builds our side, and serves both.
func newLab(ctx context.Context, b *drive.Browser, folder string, others []byte) (*lab, error) {
	binary, err := filepath.Abs(filepath.Join(folder, "lab.wasm"))
	if err != nil {
		return nil, err
	}
	build := exec.Command("go", "-C", filepath.Join("app", "e2e"), "build", "-trimpath", "-ldflags", "-s -w", "-o", binary, "./bench/lab")
	build.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	if out, err := build.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("go build of the lab: %w\n%s", err, out)
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return nil, err
	}
	support, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec.js"))
	if err != nil {
		return nil, err
	}
	mux := http.NewServeMux()
	text := func(kind string, parts ...[]byte) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", kind)
			for _, p := range parts {
				w.Write(append(p, '\n'))
			}
		}
	}
	mux.HandleFunc("GET /{$}", text("text/html", []byte(labPage)))
	mux.HandleFunc("GET /lab.js", text("text/javascript", support, others, labScript))
	mux.HandleFunc("GET /lab.wasm", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/wasm")
		http.ServeFile(w, r, binary)
	})
	l := &lab{server: httptest.NewServer(mux)}
	if l.visit, err = b.Visit(ctx, folder); err != nil {
		l.close()
		return nil, err
	}
	if err := l.visit.Open(ctx, l.server.URL+"/"); err != nil {
		l.close()
		return nil, err
	}
	return l, nil
}

const labPage = `<!doctype html><meta charset="utf-8"><title>lab</title><script>
const worker = new Worker('/lab.js'), waiting = new Map();
let last = 0;
worker.onmessage = ({ data }) => { const [done, failed] = waiting.get(data.id); waiting.delete(data.id); data.error ? failed(new Error(data.error)) : done(data.result); };
window.run = (task, parameters) => new Promise((done, failed) => { waiting.set(++last, [done, failed]); worker.postMessage({ id: last, task, parameters }); });
</script>`

func (l *lab) close() {
	if l.visit != nil {
		l.visit.Close()
	}
	l.server.Close()
}

type parameters map[string]int

// run runs a task once.
func (l *lab) run(ctx context.Context, task string, p parameters, out any) error {
	raw, err := json.Marshal(p)
	if err != nil {
		return err
	}
	return l.visit.Eval(ctx, fmt.Sprintf("run(%q, %s)", task, raw), out)
}

// best runs a task some times and keeps the fastest.
func (l *lab) best(ctx context.Context, times int, task string, p parameters) (measure, error) {
	best := measure{MS: math.Inf(1)}
	for range times {
		var m measure
		if err := l.run(ctx, task, p, &m); err != nil {
			return best, fmt.Errorf("%s: %w", task, err)
		}
		if m.MS < best.MS {
			best = m
		}
	}
	return best, nil
}
