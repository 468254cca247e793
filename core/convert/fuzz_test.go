package convert

import (
	"bytes"
	"errors"
	"io"
	"testing"

	"privatepca/core/convert/converttest"
	"privatepca/core/fault"
)

// Whatever the bytes of a file are, in any of the formats, the answer is a text or a fault in words.
func FuzzOpen(f *testing.F) {
	small := converttest.Table{Header: []string{"a", "b, c"}, Rows: [][]string{{"1", "x"}, {"", "é"}, {"-2.5", "x\ny"}}}
	for _, file := range small.Formats() {
		f.Add(file)
		f.Add(file[:len(file)/2])
	}
	f.Add(converttest.Archive(map[string]string{"a.csv": "a\n1\n", "__MACOSX/._a.csv": "x", "../b.txt": "b\n", "a.csv/": ""}))
	f.Fuzz(func(t *testing.T, file []byte) {
		inWords := func(err error) bool {
			var known *fault.Error
			if err != nil && !errors.As(err, &known) {
				t.Fatalf("the error is not in words: %v", err)
			}
			return err == nil
		}
		s, err := Open(bytes.NewReader(file), int64(len(file)))
		if !inWords(err) {
			return
		}
		if _, err := s.Variables(); !inWords(err) {
			return
		}
		for _, part := range append([]string{""}, s.Parts[:min(len(s.Parts), 3)]...) {
			text, err := s.Text(part)
			if !inWords(err) {
				continue
			}
			_, err = io.Copy(io.Discard, io.LimitReader(text, 1<<20))
			inWords(err)
			text.Close()
		}
	})
}
