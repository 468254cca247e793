package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"privatepca/app/e2e/at"
	"privatepca/app/e2e/drive"
	"privatepca/core/method"
)

// emptyWorker is what any worker in Go costs.
const emptyWorker = `package main

import "syscall/js"

func main() {
	js.Global().Call("postMessage", "up")
	select {}
}
`

// start: the size of what is fetched, and the time to the worker's first word against an
// empty program's.
func (b *bench) start() error {
	for _, f := range []struct{ name, goal string }{{"worker.wasm", "≤ 1.3 MB"}, {"app.wasm", "≤ 2.2 MB"}} {
		for _, coding := range []string{"br", "gzip", "identity"} {
			size, err := served(b.ctx, b.server.URL+"/web/"+f.name, coding)
			if err != nil {
				return err
			}
			row := Row{Name: "size of " + f.name + ", " + coding, Ours: float64(size) / 1e6, Unit: "MB"}
			if coding == "br" {
				row.Goal = f.goal
			}
			b.add(row)
		}
	}

	folder := filepath.Join(b.folder, "_empty") // Go looks into no folder of such a name
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return err
	}
	source := filepath.Join(folder, "main.go")
	if err := os.WriteFile(source, []byte(emptyWorker), 0o666); err != nil {
		return err
	}
	build := exec.Command("go", "build", "-trimpath", "-ldflags", "-s -w", "-o", filepath.Join(folder, "empty.wasm"), source)
	build.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	if out, err := build.CombinedOutput(); err != nil {
		return fmt.Errorf("the empty worker: %w\n%s", err, out)
	}
	empty, err := os.ReadFile(filepath.Join(folder, "empty.wasm"))
	if err != nil {
		return err
	}
	site, err := listing(b.web, folder, empty)
	if err != nil {
		return err
	}
	server, err := drive.Serve(b.command, site)
	if err != nil {
		return err
	}
	defer server.Close()
	ctx, cancel := context.WithTimeout(b.ctx, time.Minute)
	defer cancel()
	v, err := b.browser.Visit(ctx, folder)
	if err != nil {
		return err
	}
	defer v.Close()
	// The page's own policy lets it start workers of this site, which compile the program that they are given.
	if err := v.Open(ctx, server.URL+"/"); err != nil {
		return err
	}
	if err := v.Wait(ctx, `document.querySelector('#file-input') && !document.querySelector('#file-input').disabled`); err != nil {
		return err
	}
	if err := v.Eval(ctx, `window.starts = async (program) => {
	  let best = 1e9;
	  for (let i = 0; i < 7; i++) {
	    const start = performance.now(), w = new Worker('/web/worker.js');
	    await new Promise((said) => { w.onmessage = said; w.postMessage({ program, start: true }); });
	    best = Math.min(best, performance.now() - start);
	    w.terminate();
	  }
	  return best;
	}; true`, nil); err != nil {
		return err
	}
	var ours, peer float64
	if err := v.Eval(ctx, `fetch('/web/worker.wasm').then(r => r.arrayBuffer()).then(starts)`, &ours); err != nil {
		return err
	}
	bytes := make([]string, len(empty))
	for i, c := range empty {
		bytes[i] = fmt.Sprint(c)
	}
	if err := v.Eval(ctx, `starts(new Uint8Array([`+strings.Join(bytes, ",")+`]).buffer)`, &peer); err != nil {
		return err
	}
	b.add(Row{Name: "start of the worker, compiled before, against an empty Go worker", Ours: ours, Peer: peer, Unit: "ms", Ratio: peer / ours, Goal: "≥ 0.5"})
	return nil
}

// listing is a copy of the built files whose worker.js may also run another program: it runs none that it does not list.
func listing(web, folder string, program []byte) (site string, err error) {
	site = filepath.Join(folder, "web")
	if err := os.RemoveAll(site); err != nil {
		return "", err
	}
	if err := os.CopyFS(site, os.DirFS(web)); err != nil {
		return "", err
	}
	script := filepath.Join(site, "worker.js")
	text, err := os.ReadFile(script)
	if err != nil {
		return "", err
	}
	const list = "const programs = {"
	if strings.Count(string(text), list) != 1 {
		return "", errors.New("worker.js lists no programs")
	}
	sum := sha256.Sum256(program)
	return site, os.WriteFile(script, []byte(strings.Replace(string(text), list, list+`"empty":"`+hex.EncodeToString(sum[:])+`",`, 1)), 0o666)
}

// served is how many bytes come for an address in a coding.
func served(ctx context.Context, address, coding string) (int64, error) {
	request, err := http.NewRequestWithContext(ctx, "GET", address, nil)
	if err != nil {
		return 0, err
	}
	request.Header.Set("Accept-Encoding", coding)
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return 0, err
	}
	defer answer.Body.Close()
	if got := answer.Header.Get("Content-Encoding"); got != coding && coding != "identity" {
		return 0, fmt.Errorf("%s came as %q instead of %s", address, got, coding)
	}
	return io.Copy(io.Discard, answer.Body)
}

// memory: a file of 5 GB goes through a tab. The file is one blob of ten megabytes, named five
// hundred times: nobody holds it.
func (b *bench) memory() error {
	for _, size := range []struct {
		name        string
		columns     int
		block, many int // records of a block, blocks
		goal        string
	}{
		{"CSV of 5 GB, 33,500,000 × 50", 50, 67000, 500, "≤ 256"},
		{"CSV of 20,000,000 × 20", 20, 200000, 100, "≤ 256"},
	} {
		if err := b.large(size.name, size.columns, size.block, size.many, size.goal); err != nil {
			return fmt.Errorf("%s: %w", size.name, err)
		}
	}
	return nil
}

func (b *bench) large(name string, columns, block, many int, goal string) error {
	browser, err := drive.Launch() // of its own, so that its memory is this job's
	if err != nil {
		return err
	}
	defer browser.Close()
	ctx, cancel := context.WithTimeout(b.ctx, 15*time.Minute)
	defer cancel()
	v, err := browser.Visit(ctx, b.folder, clock)
	if err != nil {
		return err
	}
	defer v.Close()
	if err := v.Open(ctx, b.server.URL+"/"); err != nil {
		return err
	}
	if err := v.Wait(ctx, `document.querySelector('#file-input') && !document.querySelector('#file-input').disabled`); err != nil {
		return err
	}
	before, err := browser.PeakMemory(ctx)
	if err != nil {
		return err
	}
	var bytes float64
	if err := v.Eval(ctx, fmt.Sprintf(`(() => {
	  const columns = %d, names = Array.from({ length: columns }, (_, j) => 'c' + j), lines = [];
	  for (let i = 0; i < 1000; i++) lines.push(names.map((_, j) => (i * 7 + j * 13) %% 100).join(','));
	  const thousand = new Blob([lines.join('\n') + '\n']), block = new Blob(Array(%d).fill(thousand));
	  const table = new File([names.join(',') + '\n', ...Array(%d).fill(block)], 'large.csv');
	  const schema = new File([JSON.stringify({ fields: names.map((name) => ({ name, type: 'number', constraints: { minimum: 0, maximum: 100 } })) })], 'large.schema.json');
	  const chosen = new DataTransfer();
	  chosen.items.add(table); chosen.items.add(schema);
	  const input = document.querySelector('#file-input');
	  input.files = chosen.files;
	  input.dispatchEvent(new Event('change', { bubbles: true }));
	  return table.size;
	})()`, columns, block/1000, many), &bytes); err != nil {
		return err
	}
	j := drive.Job{Norm: "clip", Epsilon: "1", Delta: "1e-6", K: "4", Mechanism: method.Default}
	if err := at.Try(ctx, v, func(p at.Person) {
		at.Columns(p).Stands().Answer(j).ToPrivacy()
		at.Privacy(p).Answer(j).ToRelease()
		p.Must(v.Release(ctx))
	}); err != nil {
		return err
	}
	if n := v.Records(); n != int64(block)*int64(many) {
		return fmt.Errorf("%d records were read", n)
	}
	ms, err := between(ctx, v, "prepare")
	if err != nil {
		return err
	}
	after, err := browser.PeakMemory(ctx)
	if err != nil {
		return err
	}
	b.add(Row{
		Name: name + ": memory that the tab takes more at its peak than before the file", Ours: float64(after-before) / (1 << 20), Unit: "MiB", Goal: goal,
		Note: fmt.Sprintf("%.0f s, %.0f MB/s; the tab's whole peak %d MiB", ms/1e3, bytes/ms/1e3, after>>20),
	})
	return nil
}
