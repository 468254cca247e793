package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"time"

	"privatepca/app/e2e/at"
	"privatepca/app/e2e/drive"
	"privatepca/core/method"
)

// clock notes when the page asks its worker and when it is answered, in ms that pages share.
const clock = `window.clock = [];
const now = () => performance.timeOrigin + performance.now();
window.Worker = class extends Worker {
  constructor(...a) {
    super(...a);
    this.addEventListener('message', ({ data }) => { if (typeof data === 'string') clock.push(['answer ' + JSON.parse(data).type, now()]); });
  }
  postMessage(m, ...rest) { if (m.envelope) clock.push([JSON.parse(m.envelope).type, now()]); return super.postMessage(m, ...rest); }
};`

// cores makes the page believe in so many.
func cores(n int) string {
	return fmt.Sprintf(`Object.defineProperty(Navigator.prototype, 'hardwareConcurrency', { value: %d });`, n)
}

// clocked is when the page last sent a request of that name, or got the answer to it.
func clocked(ctx context.Context, v *drive.Visit, message string) (ms float64, err error) {
	err = v.Eval(ctx, fmt.Sprintf(`clock.findLast(([k]) => k === %q)[1]`, message), &ms)
	return ms, err
}

// between is the ms from a request to its answer, the last of each.
func between(ctx context.Context, v *drive.Visit, request string) (ms float64, err error) {
	from, err := clocked(ctx, v, request)
	if err != nil {
		return 0, err
	}
	to, err := clocked(ctx, v, "answer "+request)
	return to - from, err
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
	j = drive.Job{
		Data: filepath.Join(b.folder, "table.csv"), Schema: filepath.Join(b.folder, "table.schema.json"),
		Norm: "clip", Epsilon: "1", Delta: "1e-6", K: "4", Mechanism: method.Default,
	}
	if err := os.WriteFile(j.Data, []byte(text), 0o666); err != nil {
		return j, err
	}
	return j, os.WriteFile(j.Schema, []byte(schema), 0o666)
}

// stand opens the page in a profile of its own, ready to take a file.
func (b *bench) stand(ctx context.Context, scripts ...string) (v *drive.Visit, leave func(), err error) {
	downloads, err := os.MkdirTemp("", "privatepca-bench-")
	if err != nil {
		return nil, nil, err
	}
	v, err = b.browser.Visit(ctx, downloads, append(scripts, clock)...)
	if err != nil {
		os.RemoveAll(downloads)
		return nil, nil, err
	}
	leave = func() {
		v.Close()
		os.RemoveAll(downloads)
	}
	err = v.Open(ctx, b.server.URL+"/")
	if err == nil {
		err = v.Wait(ctx, `document.querySelector('#file-input') && !document.querySelector('#file-input').disabled`)
	}
	if err != nil {
		leave()
		return nil, nil, err
	}
	return v, leave, nil
}

// visit does a whole job and gives the ms of reading and of releasing.
func (b *bench) visit(j drive.Job, scripts ...string) (reading, releasing float64, err error) {
	ctx, cancel := context.WithTimeout(b.ctx, 10*time.Minute)
	defer cancel()
	v, leave, err := b.stand(ctx, scripts...)
	if err != nil {
		return 0, 0, err
	}
	defer leave()
	if _, _, err := at.Do(ctx, v, j); err != nil {
		return 0, 0, err
	}
	if reading, err = between(ctx, v, "prepare"); err != nil {
		return 0, 0, err
	}
	releasing, err = between(ctx, v, "release")
	return reading, releasing, err
}

// reading is the ms in which so many pages, all at once, read a file with so many workers each.
func (b *bench) reading(j drive.Job, pages, workers int) (ms float64, err error) {
	ctx, cancel := context.WithTimeout(b.ctx, 10*time.Minute)
	defer cancel()
	visits := make([]*drive.Visit, pages)
	for i := range visits {
		v, leave, err := b.stand(ctx, cores(workers))
		if err != nil {
			return 0, err
		}
		defer leave()
		if err := at.Try(ctx, v, func(p at.Person) {
			at.Start(p).Open(j)
			at.Columns(p).Answer(j)
		}); err != nil {
			return 0, err
		}
		visits[i] = v
	}
	read := make(chan error, pages)
	for _, v := range visits {
		go func() {
			read <- errors.Join(at.Try(ctx, v, func(p at.Person) { at.Columns(p).ToPrivacy() }), v.Wait(ctx, `clock.some(([k]) => k === 'answer prepare')`))
		}()
	}
	for range visits {
		err = errors.Join(err, <-read)
	}
	if err != nil {
		return 0, err
	}
	first, last := math.Inf(1), 0.0
	for _, v := range visits {
		from, err := clocked(ctx, v, "prepare")
		if err != nil {
			return 0, err
		}
		to, err := clocked(ctx, v, "answer prepare")
		if err != nil {
			return 0, err
		}
		first, last = min(first, from), max(last, to)
	}
	return last - first, nil
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

// workers: one against two on a whole file, to the second moment. What the machine gives to
// two at once stands beside it: two pages that share nothing but the browser.
func (b *bench) workers() error {
	const n, d, times = 100000, 116, 4
	j, err := b.table(n, d)
	if err != nil {
		return err
	}
	if err := repeat(j.Data, times); err != nil {
		return err
	}
	one, two, apart := math.Inf(1), math.Inf(1), math.Inf(1)
	for range 4 {
		for _, m := range []struct {
			best           *float64
			pages, workers int
		}{{&one, 1, 1}, {&two, 1, 2}, {&apart, 2, 1}} {
			ms, err := b.reading(j, m.pages, m.workers)
			if err != nil {
				return err
			}
			*m.best = min(*m.best, ms)
		}
	}
	b.faster(fmt.Sprintf("two workers against one, file of %d × %d to second moment", times*n, d), two, one, "≥ 1.8",
		fmt.Sprintf("two pages that read it apart at the same time get %.2f × the work done", 2*one/apart))
	return nil
}

// repeat makes a table's records so many.
func repeat(name string, times int) error {
	text, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	header := bytes.IndexByte(text, '\n') + 1
	out, err := os.OpenFile(name, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	defer out.Close()
	for range times - 1 {
		if _, err := out.Write(text[header:]); err != nil {
			return err
		}
	}
	return out.Close()
}
