package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// chosen names the variable of the environment by which a program is told which mutant to be; 0, or none, for the package as it is.
const chosen = "PRIVATEPCA_MUTANT"

// switchFile is added to the package: the number is read once, before anything that a function of the package gives.
const switchFile = `package %s

import (
	"os"
	"strconv"
)

var mutantNumber, _ = strconv.Atoi(os.Getenv("` + chosen + `"))
`

// Programs are the tests of a package, and of those that it is part of, each compiled once with all mutants in it: a function begins with a
// switch that has its changed bodies.
type programs struct {
	root, folder string
	pkg          string
	mutants      []mutant // those that compile
	own          string   // the package's tests
	others       []program
}

// A program is the compiled tests of a package, to be run in its folder.
type program struct{ file, folder string }

// together compiles the tests of a package and of others with the mutants that compile, into folder.
func together(root, pkg, folder string, all []mutant, others []program) (*programs, error) {
	p := &programs{root: root, folder: folder, pkg: pkg, mutants: slices.Clone(all), own: filepath.Join(folder, "own.test")}
	for {
		lines, overlay, err := p.write()
		if err != nil {
			return nil, err
		}
		said, err := p.compile(p.own, overlay, pkg)
		if err == nil {
			break
		}
		refused := refusedBy(said, lines)
		if len(refused) == 0 {
			return nil, fmt.Errorf("%s does not compile, and not for its mutants: %s", pkg, said)
		}
		p.mutants = slices.DeleteFunc(p.mutants, func(m mutant) bool { return refused[m.number] })
	}
	for i, other := range others {
		file := filepath.Join(folder, strconv.Itoa(i)+".test")
		if said, err := p.compile(file, filepath.Join(folder, "overlay.json"), other.folder); err != nil {
			return nil, fmt.Errorf("%s: %s", other.folder, said)
		}
		if _, err := os.Stat(file); err == nil { // a package without tests has none
			p.others = append(p.others, program{file, other.folder})
		}
	}
	return p, nil
}

// compile compiles the tests of a package, and gives what the compiler said.
func (p *programs) compile(out, overlay, pkg string) (string, error) {
	c := exec.Command("go", "test", "-vet=off", "-c", "-gcflags=-e", "-ldflags=-s -w", "-overlay", overlay, "-o", out, pkg)
	c.Dir = p.root
	said, err := c.CombinedOutput()
	return string(said), err
}

// write writes the changed files and the list that the compiler takes instead of the source. It gives, by the name of a file, the number of
// the mutant that each line is of; 0 for none.
func (p *programs) write() (lines map[string][]int, overlay string, err error) {
	lines, replace := map[string][]int{}, map[string]string{}
	byFile, name := map[string][]mutant{}, ""
	for _, m := range p.mutants {
		byFile[m.file] = append(byFile[m.file], m)
	}
	put := func(file, text string) error {
		whole, err := filepath.Abs(filepath.Join(p.root, file))
		changed := filepath.Join(p.folder, filepath.Base(file))
		replace[whole] = changed
		return errors.Join(err, os.WriteFile(changed, []byte(text), 0o644))
	}
	for file, of := range byFile {
		source, err := os.ReadFile(filepath.Join(p.root, file))
		if err != nil {
			return nil, "", err
		}
		text, which := switched(string(source), of)
		lines[filepath.Base(file)] = which
		if err := put(file, text); err != nil {
			return nil, "", err
		}
		name = regexp.MustCompile(`(?m)^package (\w+)`).FindStringSubmatch(text)[1]
	}
	if name != "" {
		err = put(filepath.Join(p.pkg, "mutant_number.go"), fmt.Sprintf(switchFile, name))
	}
	list, wrong := json.Marshal(map[string]any{"Replace": replace})
	overlay = filepath.Join(p.folder, "overlay.json")
	return lines, overlay, errors.Join(err, wrong, os.WriteFile(overlay, list, 0o644))
}

// switched puts a function's changed bodies before its own, and gives the mutant that each line of the text is of.
func switched(source string, of []mutant) (text string, which []int) {
	var out strings.Builder
	add := func(s string, number int) {
		out.WriteString(s)
		for range strings.Count(s, "\n") {
			which = append(which, number)
		}
	}
	last := 0
	for i, m := range of {
		if i == 0 || of[i-1].body != m.body {
			add(source[last:m.body.from]+"\nswitch mutantNumber {\n", 0)
			last = m.body.from
		}
		body := source[m.body.from:m.at.from] + m.new + source[m.at.to:m.body.to]
		switch number := strconv.Itoa(m.number); {
		case m.results != "": // a body of its own, so that one without a return at its end does not compile
			add("case "+number+":\nreturn func() "+m.results+" {"+body+"\n}()\n", m.number)
		case m.labelled:
			add("case "+number+":\nfunc() {"+body+"\n}()\nreturn\n", m.number)
		default: // a body that calls recover may be a deferred function's
			add("case "+number+":\n"+body+"\nreturn\n", m.number)
		}
		if i == len(of)-1 || of[i+1].body != m.body {
			add("}\n", 0)
		}
	}
	add(source[last:], 0)
	return out.String(), append(which, 0)
}

var message = regexp.MustCompile(`(?m)^\S*?(\w+\.go):(\d+)(?::\d+)?: `)

// refusedBy is which mutants the compiler's messages are about.
func refusedBy(said string, lines map[string][]int) map[int]bool {
	refused := map[int]bool{}
	for _, m := range message.FindAllStringSubmatch(said, -1) {
		line, _ := strconv.Atoi(m[2])
		if which := lines[m[1]]; line >= 1 && line <= len(which) && which[line-1] != 0 {
			refused[which[line-1]] = true
		}
	}
	return refused
}
