package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"privatepca/app/e2e/at"
	"privatepca/app/e2e/drive"
)

type options struct {
	job         drive.Job
	out         string
	server, web string
	limit       time.Duration
}

// run goes the whole way. What was requested is written also when a step fails.
func (o *options) run(ctx context.Context) (err error) {
	for _, name := range []string{o.job.Data, o.job.Schema} {
		if name == "" {
			continue
		}
		if _, err := os.Stat(name); err != nil {
			return err
		}
	}
	if err := o.clear(); err != nil {
		return err
	}
	server, err := drive.Serve(o.server, o.web)
	if err != nil {
		return fmt.Errorf("%w (run make build first)", err)
	}
	defer server.Close()
	browser, err := drive.Launch()
	if err != nil {
		return err
	}
	defer browser.Close()
	downloads, err := os.MkdirTemp("", "privatepca-demo-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(downloads)
	visit, err := browser.Visit(ctx, downloads)
	if err != nil {
		return err
	}
	defer visit.Close()
	defer func() {
		err = errors.Join(err, o.write("requests.txt", requests(visit)))
	}()

	started := time.Now()
	var stop func() ([]drive.Task, error)
	pictures := 0
	does := func(f func(at.Person)) error { return at.Try(ctx, visit, f) }
	for _, step := range []struct {
		name string
		do   func() error
	}{
		{"start", func() error { return o.start(ctx, visit, server.URL) }},
		{"columns", func() error {
			var err error
			if stop, err = browser.Trace(ctx); err != nil {
				return err
			}
			return does(func(p at.Person) { at.Start(p).Open(o.job) })
		}},
		{"columns-answered", func() error { return does(func(p at.Person) { at.Columns(p).Answer(o.job) }) }},
		{"privacy", func() error {
			return errors.Join(does(func(p at.Person) { at.Columns(p).ToPrivacy() }), o.forecast(ctx, visit))
		}},
		{"privacy-answered", func() error {
			return errors.Join(does(func(p at.Person) { at.Privacy(p).Answer(o.job) }), o.forecast(ctx, visit))
		}},
		{"release", func() error {
			if err := does(func(p at.Person) { at.Privacy(p).ToRelease() }); err != nil {
				return err
			}
			return visit.AnswerBudget(ctx, o.job)
		}},
		{"running", func() error { return visit.Click(ctx, "#release-button") }},
		{"result", func() error { return visit.Reach(ctx, "/result", "#result-heading") }},
	} {
		failed := step.do()
		picture, err := visit.Screenshot(context.WithoutCancel(ctx))
		if err == nil {
			pictures++
			err = o.write(fmt.Sprintf("%d-%s.png", pictures, step.name), picture)
		}
		if failed != nil || err != nil {
			return errors.Join(failed, err)
		}
	}
	document, loadings, err := visit.TakeDocument(ctx)
	if err != nil {
		return err
	}
	if err := errors.Join(o.write("release.json", document), o.write("loadings.csv", loadings)); err != nil {
		return err
	}
	tasks, err := stop()
	if err != nil {
		return err
	}
	return o.summary(ctx, browser, visit, document, time.Since(started), tasks)
}

// forecast waits until the forecast of what is chosen is drawn. It arrives from a worker of its own, after the page.
func (o *options) forecast(ctx context.Context, v *drive.Visit) error {
	return v.Wait(ctx, `(() => {
	  const forecast = document.querySelector('#forecast:not([aria-busy=true])');
	  const none = forecast?.querySelector('#no-forecast')?.innerText; // it says why, or that it is on its way
	  return document.querySelector('#error') || forecast && (none ? !/being (made|read)/.test(none) : forecast.querySelector('svg'));
	})()`)
}

// start opens the first page and waits until a file can be chosen.
func (o *options) start(ctx context.Context, v *drive.Visit, url string) error {
	if err := v.Open(ctx, url+"/"); err != nil {
		return err
	}
	return v.Wait(ctx, `document.querySelector('#file-input') && !document.querySelector('#file-input').disabled || document.querySelector('#error')`)
}

// clear makes the folder, and removes what an earlier run left in it.
func (o *options) clear() error {
	if err := os.MkdirAll(o.out, 0o777); err != nil {
		return err
	}
	old, _ := filepath.Glob(filepath.Join(o.out, "[0-9]-*.png"))
	for _, name := range append(old, filepath.Join(o.out, "release.json"), filepath.Join(o.out, "loadings.csv"), filepath.Join(o.out, "requests.txt")) {
		if err := os.Remove(name); err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
	}
	return nil
}

func (o *options) write(name string, content []byte) error {
	return os.WriteFile(filepath.Join(o.out, name), content, 0o666)
}

// requests lists every request of every target, a line each.
func requests(v *drive.Visit) []byte {
	var b strings.Builder
	for _, r := range v.Record().Requests() {
		if !r.Local() {
			fmt.Fprintln(&b, r)
		}
	}
	return []byte(b.String())
}

// summary prints what a person wants to know of the run.
func (o *options) summary(ctx context.Context, b *drive.Browser, v *drive.Visit, document []byte, took time.Duration, tasks []drive.Task) error {
	var d struct {
		N        int64 `json:"n"`
		K        int   `json:"n_components_"`
		D        int   `json:"n_features_in_"`
		Privacy  struct{ Mechanism, Claim string }
		Encoding struct {
			R float64 `json:"norm_bound"`
		}
	}
	if err := json.Unmarshal(document, &d); err != nil {
		return fmt.Errorf("the released document: %w", err)
	}
	memory, err := b.PeakMemory(ctx)
	if err != nil {
		return err
	}
	var longest time.Duration
	for _, t := range tasks {
		longest = max(longest, t.CPU)
	}
	fmt.Printf("%s, %s: k = %d of d = %d features, R = %g", d.Privacy.Mechanism, d.Privacy.Claim, d.K, d.D, d.Encoding.R)
	if n := v.Records(); n > 0 {
		fmt.Printf(", %d records", n)
	}
	fmt.Printf("\n%.1f s, peak memory of the tab %d MB, ", took.Seconds(), memory>>20)
	if longest > 0 {
		fmt.Printf("longest task of the page's main thread %d ms of work\n", longest.Milliseconds())
	} else {
		fmt.Printf("no task of the page's main thread over 50 ms\n")
	}
	fmt.Printf("written to %s: release.json, loadings.csv, requests.txt (%d requests), pictures of each step\n",
		o.out, strings.Count(string(requests(v)), "\n"))
	return nil
}
