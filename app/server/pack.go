//go:build !js

package server

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"

	"github.com/andybalholm/brotli"
)

// Compressed files stand in a folder of their own below the built ones, each under
// the SHA-256 of what it unpacks to and the effort it was made with. So one can
// never be served for another file, is made once only, and needs no clock.
const packedFolder = ".packed"

func packedName(body []byte, quality int) (brotli, gzip string) {
	sum := sha256.Sum256(body)
	name := hex.EncodeToString(sum[:])
	return fmt.Sprintf("%s.q%d.br", name, quality), name + ".gz"
}

// The least effort is for building all day, the most for what many will download:
// half a second and half a minute for the page's wasm, of which a sixth is saved.
const (
	leastQuality = 5
	mostQuality  = 11
)

// Pack compresses the built files in a folder by brotli and gzip, and forgets what
// it had compressed of files that are gone. What stands at that quality or a better
// one is kept. It panics when the quality is not 5 or 11.
func Pack(web string, quality int) error {
	if quality != leastQuality && quality != mostQuality {
		panic(fmt.Sprintf("server: no such quality: %d", quality))
	}
	files, err := load(web)
	if err != nil {
		return err
	}
	folder := filepath.Join(web, packedFolder)
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return fmt.Errorf("server: %w", err)
	}
	keep := map[string]bool{}
	var jobs []func() error
	for _, name := range files.paths() {
		f := files.byPath[name]
		if !f.packs() {
			continue
		}
		best, zipped := packedName(f.body, mostQuality)
		br, _ := packedName(f.body, quality)
		if exists(filepath.Join(folder, best)) {
			br = best
		}
		keep[br], keep[zipped] = true, true
		if path := filepath.Join(folder, br); !exists(path) {
			jobs = append(jobs, func() error { return write(path, byBrotli(f.body, quality)) })
		}
		if path := filepath.Join(folder, zipped); !exists(path) {
			jobs = append(jobs, func() error { return write(path, byGzip(f.body)) })
		}
	}
	if err := allOf(jobs); err != nil {
		return fmt.Errorf("server: %w", err)
	}
	old, err := os.ReadDir(folder)
	if err != nil {
		return fmt.Errorf("server: %w", err)
	}
	for _, entry := range old {
		if !keep[entry.Name()] {
			os.Remove(filepath.Join(folder, entry.Name()))
		}
	}
	return nil
}

// packed finds what Pack made of a file, nil where it made nothing.
func packed(web string, body []byte) (br, zipped []byte) {
	for _, quality := range []int{mostQuality, leastQuality} {
		b, z := packedName(body, quality)
		if br == nil {
			br, _ = os.ReadFile(filepath.Join(web, packedFolder, b))
		}
		zipped, _ = os.ReadFile(filepath.Join(web, packedFolder, z))
	}
	return br, zipped
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// write puts a file in place at once, so that none is ever found half written.
func write(path string, body []byte) error {
	half := path + ".half"
	if err := os.WriteFile(half, body, 0o666); err != nil {
		return err
	}
	return os.Rename(half, path)
}

// allOf does the jobs, as many at a time as there are processors.
func allOf(jobs []func() error) error {
	var wait sync.WaitGroup
	var mu sync.Mutex
	var failed error
	turn := make(chan struct{}, runtime.NumCPU())
	for _, job := range jobs {
		turn <- struct{}{}
		wait.Go(func() {
			if err := job(); err != nil {
				mu.Lock()
				failed = err
				mu.Unlock()
			}
			<-turn
		})
	}
	wait.Wait()
	return failed
}

func byBrotli(body []byte, quality int) []byte {
	var out bytes.Buffer
	w := brotli.NewWriterOptions(&out, brotli.WriterOptions{Quality: quality, LGWin: 24})
	w.Write(body) // a bytes.Buffer never fails
	w.Close()
	return out.Bytes()
}

func byGzip(body []byte) []byte {
	var out bytes.Buffer
	w, _ := gzip.NewWriterLevel(&out, gzip.BestCompression) // the level is one
	w.Write(body)                                           // a bytes.Buffer never fails
	w.Close()
	return out.Bytes()
}

// packs reports whether compressing gains anything.
func (f *file) packs() bool { return !strings.HasPrefix(f.kind, "image/png") }
