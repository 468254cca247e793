package converttest

import (
	"bytes"
	"errors"
	"io"
	"os"
	"testing"
)

// Rows are a table that was opened: Append writes the next row after dst, and returns io.EOF after the last.
type Rows interface {
	Append(dst []byte) ([]byte, error)
}

// FuzzRows opens files that are cut or overwritten: the answer is rows, or an error of the type that has words for people. It begins with the files of these paths, with each
// of them cut at every so many bytes, and with those bytes changed.
func FuzzRows[Words error, T Rows](f *testing.F, step int, open func(file []byte) (T, error), paths ...string) {
	for _, path := range paths {
		file, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(file)
		for cut := 0; cut < len(file); cut += step {
			f.Add(file[:cut])
			damaged := bytes.Clone(file)
			damaged[cut] ^= 0x55
			f.Add(damaged)
		}
	}
	f.Fuzz(func(t *testing.T, file []byte) {
		table, err := open(file)
		var line []byte
		for rows := 0; err == nil && rows < 1000; rows++ {
			line, err = table.Append(line[:0])
		}
		var known Words
		if err != nil && err != io.EOF && !errors.As(err, &known) {
			t.Fatalf("the error is not in words: %v", err)
		}
	})
}
