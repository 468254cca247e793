//go:build !js

package command

import (
	"cmp"
	"fmt"
	"os"

	"privatepca/core/fault"
	"privatepca/core/receipt"
	"privatepca/core/release"
)

// verify computes again what documents say of themselves. It ends in errNo where a check
// fails.
func (p *program) verify(args []string) error {
	f := p.flags("verify")
	quiet := f.Bool("quiet", false, "print only the checks that fail")
	asJSON := f.Bool("json", false, jsonUsage)
	key := f.String("receipt-key", "", "the site’s public `key`, in hex, that must have signed the receipts of all these documents")
	if err := p.parse(f, args); err != nil {
		return err
	}
	if f.NArg() == 0 {
		return refusal("Name a document: a file release.json.")
	}
	documents, texts := make([]*release.Document, f.NArg()), make([][]byte, f.NArg())
	for i, name := range f.Args() {
		var err error
		if documents[i], texts[i], err = readDocument(name); err != nil {
			return err
		}
	}
	var result error
	told := verified{CannotTell: release.CannotTell}
	for i, d := range documents {
		one := toldChecks(f.Arg(i), d, append(release.Verify(d, texts[i]), receipts(d, *key)...), *quiet)
		told.Documents = append(told.Documents, one)
		if !one.Holds {
			result = errNo
		}
		if *asJSON {
			continue
		}
		for _, c := range one.Checks {
			word := "holds"
			if !c.Holds {
				word = "FAILS"
			}
			fmt.Fprintf(p.out, "%s  %s (%s)\n", word, oneLine(c.What), oneLine(c.Detail))
		}
		if one.Holds {
			fmt.Fprintf(p.out, "%s agrees with itself. It states: %s\n", f.Arg(i), oneLine(one.Statement))
		} else {
			fmt.Fprintf(p.out, "%s does not agree with itself.\n", f.Arg(i))
		}
	}
	if *asJSON {
		return cmp.Or(writeJSON(p, told), result)
	}
	if !*quiet {
		fmt.Fprintln(p.out, "No reading of a document can tell:")
		for _, line := range release.CannotTell {
			fmt.Fprintln(p.out, "- "+line)
		}
	}
	return result
}

// receipts checks the signature of a document's receipt. A document without one fails where a key was named.
func receipts(d *release.Document, key string) []release.Check {
	switch {
	case d.Receipt != nil:
		return []release.Check{receipt.Check(d.Receipt, key)}
	case key != "":
		return []release.Check{{What: "It has a receipt of the site", Detail: "It has none."}}
	}
	return nil
}

// readDocument reads a released document, and gives its text, too.
func readDocument(name string) (*release.Document, []byte, error) {
	info, err := os.Stat(name)
	if err != nil {
		return nil, nil, unopened(name, err)
	}
	if !info.Mode().IsRegular() || info.Size() > release.MaxSize {
		return nil, nil, about(name, fault.New(fault.CodeFile, "This is no file of a size that a release has."))
	}
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, nil, unopened(name, err)
	}
	d, err := release.Decode(text)
	if err != nil {
		return nil, nil, about(name, fault.Public(fault.CodeFile, err))
	}
	return d, text, nil
}
