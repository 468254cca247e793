package session

import (
	"bytes"
	"encoding/csv"
	"io"
	"strconv"
	"strings"
	"testing"

	"privatepca/core/ledger"
	"privatepca/core/noise/noisetest"
	"privatepca/core/pca"
	"privatepca/wasm/pool"
)

// What is rehearsed is a job that succeeds: an error would leave half of it uncompiled.
func TestRehearse(t *testing.T) {
	asked := 0
	if !Rehearse(&pca.Machine{Random: noisetest.New(1), Sharing: pool.New(func() {}, pool.Kernels{})}, ledger.NewHasher, func() bool { asked++; return true }) {
		t.Error("it came to no release")
	}
	for stop := 1; stop <= asked; stop++ {
		left := stop
		if Rehearse(&pca.Machine{Random: noisetest.New(1)}, nil, func() bool { left--; return left > 0 }) {
			t.Errorf("told to stop before step %d, it went on", stop)
		}
	}
	f := newStage()
	if got, err := io.ReadAll(newStream(f)); err != nil || int64(len(got)) != f.Size() || got[len(got)-1] != '\n' {
		t.Errorf("a file of %d bytes, of %d: %v", len(got), f.Size(), err)
	}
}

// The made-up file has a header and whole rows of numbers within the bounds of its schema, of none to three decimals each: every way to read a number
// is taken.
func TestRehearsedNumbers(t *testing.T) {
	text, err := io.ReadAll(newStream(newStage()))
	if err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(bytes.NewReader(text)).ReadAll() // each of as many cells
	if err != nil || len(rows) < 1000 || len(rows[0]) != stageColumns {
		t.Fatalf("%d rows, %v", len(rows), err)
	}
	// The same rows again and again, wherever a chunk begins.
	f := newStage()
	body := bytes.TrimPrefix(text, f.header)
	if len(body) == len(text) || len(body)%len(f.rows) != 0 || !bytes.Equal(body, bytes.Repeat(f.rows, len(body)/len(f.rows))) {
		t.Errorf("%d bytes below a header of %d are no copies of %d bytes", len(body), len(f.header), len(f.rows))
	}
	if len(text) < stageSize-len(f.rows) || len(text) > stageSize+len(f.header) {
		t.Errorf("a file of %d bytes", len(text))
	}
	decimals := map[int]int{}
	for _, row := range rows[1:65] {
		for _, cell := range row {
			x, err := strconv.ParseFloat(cell, 64)
			if err != nil || x < -100 || x > 100 {
				t.Fatalf("the cell %q: %v", cell, err)
			}
			_, fraction, _ := strings.Cut(cell, ".")
			decimals[len(fraction)]++
		}
	}
	for n := range 4 {
		if decimals[n] != 64*stageColumns/4 {
			t.Errorf("cells by their decimals: %v", decimals)
		}
	}
}
