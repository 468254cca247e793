// Command wasmtest runs a test binary of GOOS=js GOARCH=wasm in headless
// Chromium, in a web worker as the shipped worker is, or with -window in the
// page itself for packages that need a document:
//
//	GOOS=js GOARCH=wasm go test -exec "$PWD/bin/wasmtest" ./core/... ./wasm/...
//
// It prints what the tests print and ends with their exit code.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"privatepca/app/e2e/drive"
)

func main() {
	window := flag.Bool("window", false, "run in the page, with a document, in place of a worker")
	flag.Usage = func() {
		fmt.Fprintln(os.Stderr, "usage: wasmtest [-window] binary.test [arguments of the test binary]")
		flag.PrintDefaults()
	}
	flag.Parse()
	if flag.NArg() == 0 {
		flag.Usage()
		os.Exit(2)
	}
	code, err := run(flag.Arg(0), flag.Args()[1:], *window)
	if err != nil {
		fmt.Fprintln(os.Stderr, "wasmtest:", err)
		code = max(code, 1)
	}
	os.Exit(code)
}

// run returns the exit code of the tests, or an error where they could not end.
func run(binary string, args []string, window bool) (int, error) {
	s, err := serve(binary, args, window, os.Stdout)
	if err != nil {
		return 1, err
	}
	defer s.Close()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	ctx, cancel := context.WithTimeout(ctx, patience(args))
	defer cancel()

	browser, err := drive.Launch()
	if err != nil {
		return 1, err
	}
	defer browser.Close()
	visit, err := browser.Visit(ctx, os.TempDir())
	if err != nil {
		return 1, err
	}
	if err := visit.Open(ctx, s.URL); err != nil {
		return 1, err
	}
	select {
	case code := <-s.exit:
		return code, nil
	case <-visit.Crashed():
		return 1, errors.New("the browser's process for the tests crashed (out of memory?)")
	case <-ctx.Done():
		return 1, fmt.Errorf("the tests did not end: %w", ctx.Err())
	}
}

// patience is the timeout that go test passed on, and some time to tell of it.
func patience(args []string) time.Duration {
	limit := 10 * time.Minute
	for _, a := range args {
		if text, ok := strings.CutPrefix(a, "-test.timeout="); ok {
			if d, err := time.ParseDuration(text); err == nil && d > 0 {
				limit = d
			}
		}
	}
	return limit + 30*time.Second
}
