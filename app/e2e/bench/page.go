package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"privatepca/app/e2e/drive"
)

// clock notes when the page asks its worker and when it is answered.
const clock = `window.clock = [];
window.Worker = class extends Worker {
  constructor(...a) {
    super(...a);
    this.addEventListener('message', ({ data }) => { if (typeof data === 'string') clock.push([JSON.parse(data).type, performance.now()]); });
  }
  postMessage(m, ...rest) { if (m.envelope) clock.push([JSON.parse(m.envelope).type, performance.now()]); return super.postMessage(m, ...rest); }
};`

// cores makes the page believe in so many.
func cores(n int) string {
	return fmt.Sprintf(`Object.defineProperty(Navigator.prototype, 'hardwareConcurrency', { value: %d });`, n)
}

// between is the ms from a request to its answer, the last of each.
func between(ctx context.Context, v *drive.Visit, request, answer string) (ms float64, err error) {
	err = v.Eval(ctx, fmt.Sprintf(`(() => { const at = (t) => clock.findLast(([k]) => k === t)[1]; return at(%q) - at(%q); })()`, answer, request), &ms)
	return ms, err
}

// A table is a file of numbers and its schema.
func (b *bench) table(n, d int) (drive.Job, error) {
	var made struct{ Text, Schema string }
	if err := b.lab.run(b.ctx, "table", parameters{"n": n, "d": d}, &made); err != nil {
		return drive.Job{}, err
	}
	return b.write(made.Text, made.Schema)
}

func (b *bench) write(text, schema string) (j drive.Job, err error) {
	j = drive.Job{Data: filepath.Join(b.folder, "table.csv"), Schema: filepath.Join(b.folder, "table.schema.json"),
		Norm: "clip", Epsilon: "1", Delta: "1e-6", K: "4", Mechanism: "gaussian"}
	if err := os.WriteFile(j.Data, []byte(text), 0o666); err != nil {
		return j, err
	}
	return j, os.WriteFile(j.Schema, []byte(schema), 0o666)
}

// visit does a whole job in a profile of its own and gives the ms of reading and of releasing.
func (b *bench) visit(j drive.Job, scripts ...string) (reading, releasing float64, err error) {
	ctx, cancel := context.WithTimeout(b.ctx, 10*time.Minute)
	defer cancel()
	downloads, err := os.MkdirTemp("", "privatepca-bench-")
	if err != nil {
		return 0, 0, err
	}
	defer os.RemoveAll(downloads)
	v, err := b.browser.Visit(ctx, downloads, append(scripts, clock)...)
	if err != nil {
		return 0, 0, err
	}
	defer v.Close()
	if err := v.Open(ctx, b.server.URL+"/"); err != nil {
		return 0, 0, err
	}
	if err := v.Wait(ctx, `document.querySelector('#file-input') && !document.querySelector('#file-input').disabled`); err != nil {
		return 0, 0, err
	}
	if _, _, err := v.Do(ctx, j); err != nil {
		return 0, 0, err
	}
	if reading, err = between(ctx, v, "prepare", "prepared"); err != nil {
		return 0, 0, err
	}
	releasing, err = between(ctx, v, "release", "released")
	return reading, releasing, err
}

// job: a file of 50,000 × 116 to four directions, through the pages that people use; the
// other side parses it and decomposes the covariance of what it parsed, in a worker.
func (b *bench) job() error {
	const n, d = 50000, 116
	j, err := b.table(n, d)
	if err != nil {
		return err
	}
	best := 1e18
	for range 3 {
		reading, releasing, err := b.visit(j)
		if err != nil {
			return err
		}
		best = min(best, reading+releasing)
	}
	peer, err := b.lab.best(b.ctx, 2, "job/papaparse+ml-pca", parameters{"n": n, "d": d, "k": 4})
	if err != nil {
		return err
	}
	b.faster("whole job, CSV of 50,000 × 116 to release, against npm papaparse + ml-pca", best, peer.MS, "≥ 20",
		"all workers; the other side is not private and keeps all rows")
	return nil
}

// workers: one against two on a whole file, to the second moment.
func (b *bench) workers() error {
	j, err := b.table(100000, 116)
	if err != nil {
		return err
	}
	times := map[int]float64{1: 1e18, 2: 1e18}
	for range 3 {
		for n := range times {
			reading, _, err := b.visit(j, cores(n))
			if err != nil {
				return err
			}
			times[n] = min(times[n], reading)
		}
	}
	b.faster("two workers against one, file of 100,000 × 116 to second moment", times[2], times[1], "≥ 1.8", "")
	return nil
}
