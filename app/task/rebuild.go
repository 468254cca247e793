package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// inCopy calls f with a folder that holds a copy of the source: what git tracks, and what it does
// not ignore.
func inCopy(f func(dir string) error) error {
	dir, err := os.MkdirTemp("", "privatepca-source-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	names, err := (run{}).out("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
	if err != nil {
		return err
	}
	for name := range strings.SplitSeq(strings.TrimRight(string(names), "\x00"), "\x00") {
		if err := copyFile(name, filepath.Join(dir, name)); err != nil && !errors.Is(err, os.ErrNotExist) { // a tracked file may have been removed
			return err
		}
	}
	return f(dir)
}

func copyFile(from, to string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	info, err := in.Stat()
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		return err
	}
	out, err := os.OpenFile(to, os.O_CREATE|os.O_WRONLY|os.O_TRUNC, info.Mode().Perm())
	if err != nil {
		return err
	}
	if _, err := io.Copy(out, in); err != nil {
		out.Close()
		return err
	}
	return out.Close()
}

// verifyRelease builds a second release, of a copy of the source in another folder: it has to be
// the same bytes.
func verifyRelease([]string) error {
	first := filepath.Join(variable("RELEASE", "out/release"), "SHA256SUMS")
	want, err := os.ReadFile(first)
	if err != nil {
		return fmt.Errorf("%w; `make release` writes it", err)
	}
	return inCopy(func(dir string) error {
		to := filepath.Join(dir, "out", "release")
		if _, err := (run{}).out("make", "-s", "-C", dir, "release", "VERSION="+variable("VERSION", ""), "MADE="+variable("MADE", ""), "TARGETS="+variable("TARGETS", ""), "RELEASE="+to); err != nil {
			return err
		}
		got, err := os.ReadFile(filepath.Join(to, "SHA256SUMS"))
		if err != nil {
			return err
		}
		if !bytes.Equal(got, want) {
			return fmt.Errorf("this source gives other bytes. %s has\n%sthis source\n%s", first, want, got)
		}
		fmt.Printf("The release %s comes out of this source.\n", filepath.Dir(first))
		return nil
	})
}

// verifyBuild builds the worker anew and compares its hash with SHA256, or with that of the
// worker that was built here.
func verifyBuild([]string) error {
	version, toolchain, asked := variable("VERSION", "development"), variable("TOOLCHAIN", "local"), variable("SHA256", "")
	if asked == "" {
		asked, _ = digest("web/worker.wasm") // none was built: the hash alone is said
	}
	return inCopy(func(dir string) error {
		plain := run{env: []string{"GOTOOLCHAIN=" + toolchain, "GOFLAGS=", "GOEXPERIMENT=", "GOWASM="}}
		if err := plain.do("make", "-s", "-C", dir, "VERSION="+version, "bin/publish", "web/worker.wasm"); err != nil {
			return err
		}
		web := filepath.Join(dir, "web")
		if err := (run{}).do(filepath.Join(dir, "bin", "publish"), "-quality", "0", "-web", web); err != nil {
			return err
		}
		built, err := digest(filepath.Join(web, "worker.wasm"))
		if err != nil {
			return err
		}
		fmt.Printf("This source, version %s, built with %s, is the worker %s.\n", version, toolchain, built)
		switch {
		case asked == "":
			return errors.New("compare it with a document's worker_sha256: make verify-build SHA256=…")
		case !strings.EqualFold(built, asked):
			return fmt.Errorf("it is not the worker %s. Check out the version that the document states, and call make verify-build SHA256=… again", asked)
		}
		fmt.Println("It is the worker that was asked about.")
		return nil
	})
}
