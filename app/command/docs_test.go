//go:build !js

package command

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The ten lines of docs/command.md run as they stand there.
func TestTheDocumentsTenLines(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(root, "docs", "command.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, block, _ := strings.Cut(string(text), "## Ten lines to the first release\n\n")
	block, _, _ = strings.Cut(block, "\n\n")
	home, err := filepath.Abs(root)
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	n := 0
	for line := range strings.Lines(block) {
		n++
		line, _, _ = strings.Cut(strings.TrimSpace(line), " #")
		line, into, redirected := strings.Cut(line, " > ")
		words := strings.Fields(line)
		switch words[0] {
		case "cp":
			b, err := os.ReadFile(filepath.Join(home, words[1]))
			if err == nil {
				err = os.WriteFile(words[2], b, 0o666)
			}
			if err != nil {
				t.Fatal(err)
			}
		case "privatepca":
			code, out, err := run(t, 0, "", words[1:]...)
			if code != codeDone {
				t.Fatalf("%s: code %d: %s", line, code, err)
			}
			if redirected {
				os.WriteFile(strings.TrimSpace(into), []byte(out), 0o666)
			}
		default:
			t.Errorf("what is %s?", words[0])
		}
	}
	if n != 10 {
		t.Errorf("%d lines", n)
	}
	for _, name := range []string{"template.json", "first/release.json", "second/release.json"} {
		if info, err := os.Stat(name); err != nil || info.Size() == 0 {
			t.Errorf("%s was not made", name)
		}
	}
}

// Every flag that the document names is one.
func TestTheDocumentsFlags(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(root, "docs", "command.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, help, _ := run(t, 0, "", "release", "-help")
	_, section, _ := strings.Cut(string(text), "## A release")
	section, _, _ = strings.Cut(section, "## What can go wrong")
	names := 0
	for _, word := range strings.FieldsFunc(section, func(r rune) bool { return strings.ContainsRune(" `\n,|", r) }) {
		if len(word) > 2 && word[0] == '-' && 'a' <= word[1] && word[1] <= 'z' {
			names++
			if !strings.Contains(help, "  "+word+" ") && !strings.Contains(help, "  "+word+"\n") {
				t.Errorf("%s is no flag of release", word)
			}
		}
	}
	if names < 15 {
		t.Errorf("%d flags were found", names)
	}
}
