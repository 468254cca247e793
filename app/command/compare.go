//go:build !js

package command

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"privatepca/core/fault"
	"privatepca/core/release"
	"privatepca/core/report"
)

// compareDocuments says how released documents lie beside the first of them: what the page says, from the documents alone.
func compareDocuments(p *program, args []string) error {
	f := p.flags("compare")
	other := f.Bool("other-people", false, "ask of releases that were made as the first: do other people differ by more than noise and chance between samples?")
	asJSON := f.Bool("json", false, jsonUsage)
	if err := p.parse(f, args); err != nil {
		return err
	}
	if f.NArg() < 2 || f.NArg() > report.MostCompared {
		return refusal("Name two to %d documents: the first is what the others are compared with.", report.MostCompared)
	}
	var documents []*release.Document
	for _, name := range f.Args() {
		d, _, err := readDocument(name)
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
	if *asJSON {
		return writeJSON(p, toldComparison(beside, f.Args()[1:]))
	}
	fmt.Fprintf(p.out, "%s.\n\n", oneLine(beside.Headline()))
	for i := range matches {
		fmt.Fprintf(p.out, "%d  %s: %s\n", i+2, oneLine(f.Arg(i+1)), oneLine(matches[i].About()))
	}
	fmt.Fprintln(p.out)
	printTable(p.out, beside.Verdicts())
	fmt.Fprintf(p.out, "\n%s\n", beside.Help())
	if differ := beside.Differences(); len(differ.Rows) > 0 {
		fmt.Fprintln(p.out)
		printTable(p.out, differ)
	}
	return nil
}

// printTable prints a table in columns.
func printTable(w io.Writer, t report.Table) {
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
		fmt.Fprintln(w, strings.TrimRight(line.String(), " "))
	}
}
