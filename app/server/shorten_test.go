//go:build !js

package server

import (
	"bytes"
	"encoding/hex"
	"strings"
	"testing"
)

// function3 is a section of four functions, the last of which is of these bytes.
func function3(t *testing.T, body string) []byte {
	t.Helper()
	b, err := hex.DecodeString(strings.ReplaceAll(body, " ", ""))
	if err != nil {
		t.Fatal(err)
	}
	return append([]byte("\x04\x02\x00\x0b\x02\x00\x0b\x02\x00\x0b"+string(rune(len(b)))), b...)
}

const (
	begins = "23 00 21 01 "
	three  = "02 40 02 40 02 40 20 00 0e 02 00 01 02 0b " // a row of three blocks, with its table
	pushes = "20 01 41 08 6b 22 01 24 00 20 01 "          // makes room for where a call returns to
)

func TestShorten(t *testing.T) {
	for name, c := range map[string]struct{ was, want string }{
		"a jump ahead and one back": {
			"02 01 7f 01 7e" + begins + "03 40" + three + "20 02 50 04 40 41 02 21 00 0c 03 0b 0b 41 01 21 00 0c 01 0b 41 00 0f 0b 00 0b",
			"02 01 7f 01 7e" + begins + "03 40" + three + "20 02 50 0d 01 0b 41 01 21 00 0c 01 0b 41 00 0f 0b 00 0b",
		},
		"jumps ahead alone": {
			"01 01 7f" + begins + "03 40" + three + "20 01 04 40 41 02 21 00 0c 03 0b 0b 41 05 21 00 0c 01 0b 41 00 0f 0b 00 0b",
			"01 01 7f" + begins + three + "20 01 0d 01 0b 0c 00 0b 41 00 0f 00 0b",
		},
		"a call that may stop": {
			"01 01 7f" + begins + "02 40 02 40 02 40 20 00 0e 01 00 01 0b" + pushes + "42 81 80 8c 80 01 37 03 00 41 00 10 05 23 00 21 01 0d 01 0b 41 00 0f 00 0b 41 01 0b",
			"02 01 7f 01 7e" + begins + "42 80 80 8c 80 01 21 02 02 40 02 40 20 00 0e 01 00 01 0b" + pushes +
				"20 02 42 01 84 37 03 00 41 00 10 05 23 00 21 01 04 40 41 01 0f 0b 0b 41 00 0f 00 0b",
		},
		"locals behind the new one": {
			"03 01 7f 02 7e 01 7c" + begins + pushes + "42 80 80 8c 80 01 37 03 00 20 02 21 03 20 04 1a 00 0b",
			"03 01 7f 03 7e 01 7c" + begins + "42 80 80 8c 80 01 21 02" + pushes + "20 02 42 00 84 37 03 00 20 03 21 04 20 05 1a 00 0b",
		},
		"a frame that ends": {
			"01 01 7f" + begins + "20 01 41 18 6a 22 01 24 00 20 01 41 08 6a 22 01 24 00 41 00 0f 0b",
			"01 01 7f" + begins + "20 01 41 20 6a 24 00 41 00 0f 0b",
		},
		"addresses on the stack": {
			"01 01 7f" + begins + "20 01 ad 42 08 7c a7 20 01 ad 42 10 7c a7 29 03 00 37 03 04 00 0b",
			"01 01 7f" + begins + "20 01 20 01 29 03 10 37 03 0c 00 0b",
		},
		"an address that is no access’s": {
			"01 01 7f" + begins + "20 01 ad 42 08 7c a7 41 04 6a 28 02 00 1a 20 01 ad 42 08 7c a7 20 01 41 04 fc 0a 00 00 00 0b",
			"01 01 7f" + begins + "20 01 41 08 6a 41 04 6a 28 02 00 1a 20 01 41 08 6a 20 01 41 04 fc 0a 00 00 00 0b",
		},
	} {
		t.Run(name, func(t *testing.T) {
			got := shorten(function3(t, c.was))
			if want := function3(t, c.want); !bytes.Equal(got, want) {
				t.Errorf("% x\nwant\n% x", got, want)
			}
			if again := shorten(got); !bytes.Equal(again, got) {
				t.Errorf("a second time\n% x", again)
			}
		})
	}
}

func TestShortenLeavesOthers(t *testing.T) {
	for name, was := range map[string]string{
		"not begun as Go does":            "01 01 7f 20 01 ad 42 08 7c a7 29 03 00 1a 00 0b",
		"an instruction of another sort":  "01 01 7f" + begins + "fd 0c 20 01 ad 42 08 7c a7 29 03 00 1a 00 0b",
		"a label too far":                 "01 01 7f" + begins + "0c 07 20 01 ad 42 08 7c a7 29 03 00 1a 00 0b",
		"cut off":                         "01 01 7f" + begins + "20 01 ad 42 08 7c a7 29 03 00 1a 00",
		"a number that is read elsewhere": "01 01 7f" + begins + "03 40" + three + "20 00 04 40 41 02 21 00 0c 03 0b 0b 0b 41 00 0f 0b 00 0b",
		"a jump by another number":        "01 01 7f" + begins + "03 40" + three + "20 01 21 00 0c 02 0b 41 02 21 00 0c 01 0b 41 00 0f 0b 00 0b",
		"another function’s place":        "01 01 7f" + begins + pushes + "42 81 80 90 80 01 37 03 00 00 0b",
		"a block that ends before":        "01 01 7f" + begins + "02 40 20 01 0d 00 0b 02 40 00 0b 41 01 0b",
		"an address that goes far":        "01 01 7f" + begins + "20 01 ad 42 80 80 80 01 7c a7 29 03 00 1a 00 0b",
	} {
		t.Run(name, func(t *testing.T) {
			section := function3(t, was)
			if got := shorten(section); !bytes.Equal(got, section) {
				t.Errorf("% x\nwas\n% x", got, section)
			}
		})
	}
	if cut := function3(t, "01 01 7f"+begins+"00 0b")[:12]; !bytes.Equal(shorten(cut), cut) {
		t.Error("a section that is cut off was changed")
	}
}
