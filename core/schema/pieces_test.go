package schema

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"
	"time"
)

// Pieces are the text but for spaces between tokens, of which one stays, however they are read.
func TestPieces(t *testing.T) {
	for text, want := range map[string]string{
		"":                             "",
		" \n\t\r ":                     " ",
		`{"a b":  [1,   2]}`:           `{"a b": [1, 2]}`,
		`"a  \\\"  b"  1  2`:           `"a  \\\"  b" 1 2`,
		`"\\"  "  "`:                   `"\\" "  "`,
		"1" + strings.Repeat(" ", 1e6): "1 ",
	} {
		t.Run(fmt.Sprintf("%.60s", text), func(t *testing.T) {
			for name, read := range map[string]func(io.Reader) io.Reader{"": func(r io.Reader) io.Reader { return r }, " byte by byte": iotest.OneByteReader} {
				t.Run(name, func(t *testing.T) {
					p := NewPieces([]byte(text), func() {})
					got, err := io.ReadAll(read(p))
					if err != nil || string(got) != want || p.Given != int64(len(want)) {
						t.Errorf("%.20q%s: %.40q, %d given, %v", text, name, got, p.Given, err)
					}
				})
			}
		})
	}
}

// A schema of 64 MB is read in pieces, between which a page can draw, and spaces before a value do not hold it up. (With all spaces handed on, three
// minutes.)
func TestManySpaces(t *testing.T) {
	text := append(append([]byte("{"), bytes.Repeat([]byte(" "), 16<<20)...), `"fields":[]}`...)
	paused, start := 0, time.Now()
	if _, err := ParseFor(text, Table{Pause: func(float64) { paused++ }}); err == nil {
		t.Error("no columns are accepted")
	}
	if took := time.Since(start); took > 20*time.Second || paused < 256 {
		t.Errorf("%v, %d pauses", took, paused)
	}
	var all any
	if err := json.NewDecoder(NewPieces(text, func() {})).Decode(&all); err != nil {
		t.Error(err)
	}
}
