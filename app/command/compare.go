//go:build !js

package command

import (
	"fmt"
	"os"
	"strings"
	"unicode/utf8"

	"privatepca/core/fault"
	"privatepca/core/release"
	"privatepca/core/report"
)

// compare says how released documents lie beside the first of them: what the page says, from the documents alone.
func (p *program) compare(args []string) error {
	f := p.flags("compare")
	other := f.Bool("other-people", false, "ask of releases that were made as the first: do other people differ by more than noise and chance between samples?")
	if err := p.parse(f, args); err != nil {
		return err
	}
	if f.NArg() < 2 || f.NArg() > report.MostCompared {
		return refusal("Name two to %d documents: the first is what the others are compared with.", report.MostCompared)
	}
	var documents []*release.Document
	for _, name := range f.Args() {
		_, d, err := readDocument(name)
		if err != nil {
			return err
		}
		documents = append(documents, d)
	}
	var matches []report.Match
	for i, d := range documents[1:] {
		m, refused := report.Matched(documents[0], d)
		if refused != "" {
			return about(f.Arg(i+1), fault.New(fault.CodeFile, refused))
		}
		matches = append(matches, m)
	}
	question := release.SamePeople
	if *other {
		question = release.OtherPeople
	}
	beside := report.Beside(documents[0], matches, question)
	if *other && !beside.Asks() {
		fmt.Fprintln(p.err, "None of them was made as the other, so -other-people changes nothing.")
	}
	fmt.Fprintf(p.out, "%s.\n\n", oneLine(beside.Headline()))
	for i := range matches {
		fmt.Fprintf(p.out, "%d  %s: %s\n", i+2, oneLine(f.Arg(i+1)), oneLine(matches[i].About()))
	}
	fmt.Fprintln(p.out)
	p.table(beside.Verdicts())
	fmt.Fprintf(p.out, "\n%s\n", beside.Help())
	if differ := beside.Differences(); len(differ.Rows) > 0 {
		fmt.Fprintln(p.out)
		p.table(differ)
	}
	return nil
}

// readDocument reads a released document, with its text.
func readDocument(name string) (text []byte, d *release.Document, err error) {
	info, err := os.Stat(name)
	if err != nil {
		return nil, nil, unopened(name, err)
	}
	if !info.Mode().IsRegular() || info.Size() > release.MaxSize {
		return nil, nil, about(name, fault.New(fault.CodeFile, "This is no file of a size that a release has."))
	}
	if text, err = os.ReadFile(name); err != nil {
		return nil, nil, unopened(name, err)
	}
	if d, err = release.Decode(text); err != nil {
		return nil, nil, about(name, fault.Public(fault.CodeFile, err))
	}
	return text, d, nil
}

// table prints a table in columns.
func (p *program) table(t report.Table) {
	rows := append([][]string{t.Head}, t.Rows...)
	wide := make([]int, len(t.Head))
	for _, row := range rows {
		for i, cell := range row {
			wide[i] = max(wide[i], utf8.RuneCountInString(oneLine(cell)))
		}
	}
	for _, row := range rows {
		var line strings.Builder
		for i, cell := range row {
			cell = oneLine(cell)
			line.WriteString(cell + strings.Repeat(" ", wide[i]-utf8.RuneCountInString(cell)+2))
		}
		fmt.Fprintln(p.out, strings.TrimRight(line.String(), " "))
	}
}
