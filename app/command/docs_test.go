//go:build !js

package command

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
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
		word, _, _ = strings.Cut(word, "=")
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

// The lines of docs/scale.md for several holders run as they stand there.
func TestTheLinesForSeveralHolders(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(root, "docs", "scale.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, block, _ := strings.Cut(string(text), "## Several holders")
	_, block, _ = strings.Cut(block, "\n\n    ")
	block, _, _ = strings.Cut(block, "\n\n")
	samples, err := filepath.Abs(filepath.Join(root, "web", "samples"))
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	read := func(name string) string {
		b, err := os.ReadFile(filepath.Join(samples, name))
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	records := strings.SplitAfter(read("clinic-visits.csv"), "\n")
	for name, text := range map[string]string{
		"visits.json": read("clinic-visits.schema.json"),
		"north.csv":   strings.Join(records[:1000], ""), "south.csv": records[0] + strings.Join(records[1000:], ""),
	} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	var lines []string
	for line := range strings.Lines(block) {
		line, _, _ = strings.Cut(strings.TrimSpace(line), " #")
		if lines = append(lines, line); strings.Contains(line, "north") {
			lines = append(lines, strings.NewReplacer("north", "south", "1/2", "2/2").Replace(line))
		}
	}
	var merged chan int
	var said fmt.Stringer
	for _, line := range lines {
		words := strings.Fields(line)[1:]
		if words[0] == "merge" { // it waits for the lines below
			p, _, stderr := ready(t, 0, "")
			merged, said = make(chan int, 1), stderr
			for i, word := range words {
				words[i] = strings.Trim(word, "'") // as a shell does
			}
			go func() { merged <- p.main(words) }()
			continue
		}
		if at := slices.Index(words, "-pass"); at > 0 {
			waitFor(t, words[at+1])
		}
		if code, _, err := run(t, 0, "", words...); code != codeDone {
			t.Fatalf("%s: code %d: %s", line, code, err)
		}
	}
	if code := <-merged; code != codeDone {
		t.Fatalf("merge: code %d: %s", code, said)
	}
	if _, err := os.Stat("first/release.json"); err != nil || len(lines) != 8 {
		t.Errorf("%d lines, %v", len(lines), err)
	}
}

// The tables of docs/analysis.md are what its commands print, rounded.
func TestTheAnalysesTables(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(root, "docs", "analysis.md"))
	if err != nil {
		t.Fatal(err)
	}
	var rows map[string][]string
	compared := 0
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		if call, ok := strings.CutPrefix(line, "privatepca matrix "); ok && strings.Contains(call, "-columns") && strings.Contains(call, "web/samples") {
			args := strings.Fields(call)
			args[len(args)-1] = filepath.Join(root, args[len(args)-1])
			rows = map[string][]string{}
			for _, row := range rowsOf(t, append([]string{"matrix"}, args...)...)[1:] {
				rows[row[0]+row[1]] = row
			}
			continue
		}
		cells := strings.Split(strings.Trim(line, "| "), " | ")
		if len(cells) != 9 || rows[cells[0]+cells[1]] == nil {
			continue
		}
		for i, want := range cells[2:8] {
			have, _ := strconv.ParseFloat(rows[cells[0]+cells[1]][i+2], 64)
			if got := strings.Replace(strconv.FormatFloat(have, 'f', 3, 64), "0.", ".", 1); got != want && got != "-"+want {
				t.Errorf("%s and %s: %s, printed as %s", cells[0], cells[1], want, got)
			}
			compared++
		}
	}
	if compared != 7*6 {
		t.Errorf("%d numbers were compared", compared)
	}
}

// Each test that the list of faults names is in the package that it is said to be in.
func TestFaultsHaveTheirTests(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(root, "docs", "security", "faults.md"))
	if err != nil {
		t.Fatal(err)
	}
	named := 0
	for line := range strings.Lines(string(text)) {
		fault, places, _ := strings.Cut(strings.Trim(line, "| \n"), " | ")
		if !strings.Contains(places, "Test") {
			continue
		}
		t.Run(fault, func(t *testing.T) {
			for place := range strings.SplitSeq(places, "; ") {
				folder, tests, _ := strings.Cut(place, ": ")
				source := testsIn(t, folder)
				for name := range strings.SplitSeq(tests, ", ") {
					if named++; !strings.Contains(source, "\nfunc "+name+"(t *testing.T) {") {
						t.Errorf("%s has no %s", folder, name)
					}
				}
			}
		})
	}
	if named < 60 {
		t.Errorf("%d tests are named", named)
	}
}

// testsIn is the text of a folder's tests.
func testsIn(t *testing.T, folder string) string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(root, filepath.FromSlash(folder), "*_test.go"))
	if err != nil || len(files) == 0 {
		t.Errorf("%s: no tests are there: %v", folder, err)
	}
	var source strings.Builder
	for _, file := range files {
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		source.Write(b)
	}
	return source.String()
}
