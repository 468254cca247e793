//go:build !js

package command

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"privatepca/core/fault"
	"privatepca/core/method"
	"privatepca/core/momentfile"
	"privatepca/core/passes"
	"privatepca/core/pca"
	"privatepca/core/schema"
	"privatepca/core/words"
)

// sum sums the tables exactly, as a release does before it draws. It prints the digest of
// the sum, equal wherever the same records were summed under the same schema; under the norm rule
// sign, where the schema states no centre, directions are then taken from the exact mean. And it writes
// the sum to a moment file; of that norm rule's first pass, the sum of the features. Under the norm rule mean it sums one pass: the first, or a later
// one by the numbers of a file that merge wrote.
func (p *program) sum(args []string) error {
	c := choosing{follows: true, choices: pca.Choices{Mechanism: method.Default}}
	f := p.flags("sum")
	c.schemaFlags(f)
	digest := f.Bool("digest", false, "print the digest of the sum")
	asJSON := f.Bool("json", false, "with -digest: "+jsonUsage)
	progress := f.String("progress", "auto", "auto, bar, json (lines on standard error) or none")
	threads := f.Int("threads", 0, threadsUsage)
	overlap := f.Bool("accept-overlap", false, overlapUsage)
	var w writing
	w.flags(f)
	run := f.String("run", "", "with -out: `name` of the collection that the moment file is a part of")
	part := f.String("part", "", "with -out: which part it is of how many, as in `2/5`; merge wants each of them once")
	pass := f.String("pass", "", passUsage)
	if err := p.parse(f, args); err != nil {
		return err
	}
	c.parsed(f)
	c.header = func(table, part string, d schema.Dialect) []string { return headerOf(p, table, part, d) }
	meter, err := newMeter(p, *progress)
	if err != nil {
		return err
	}
	defer meter.clear()
	names, err := expandTables(p, f.Args())
	if err != nil {
		return err
	}
	if !*digest && w.out == "" {
		return refusal("The sum itself is raw data and is not printed. Ask for its digest, -digest, or for a sealed moment file, -out FILE -to KEY.")
	}
	if *asJSON && !*digest {
		return refusal("-json prints the digest of a sum: say -digest, too.")
	}
	of, parts, err := partOf(*part)
	if err != nil {
		return err
	}
	var to *momentfile.Key
	if w.out != "" {
		if to, err = w.key(); err != nil {
			return err
		}
	}
	s, wanted, err := c.summed(p, *pass, names)
	if err != nil {
		return err
	}
	machine := p.machine
	if machine.Sharing, err = sharing(*threads); err != nil {
		return err
	}
	file, err := p.open(names, c.part, s)
	if err != nil {
		return err
	}
	if err := file.asks(s); err != nil {
		return err
	}
	if wanted != nil {
		machine.RowsMemory = -1 // each pass is summed by itself
	}
	table := file.under(s, &machine)
	var summary *pca.Summary
	var passed *passes.Sum
	if wanted != nil {
		passed, summary, err = table.SumPass(p.ctx, *wanted, meter.progress)
	} else {
		summary, err = table.Sum(p.ctx, meter.progress)
	}
	if err != nil {
		return file.about(err)
	}
	meter.clear()
	for _, line := range lines(s, summary) {
		fmt.Fprintln(p.err, line)
	}
	if err := c.showUnmatched(p, table); err != nil {
		return file.about(err)
	}
	if err := misfits(summary, s.Dialect, c.accept, file.guessed); err != nil {
		return file.about(err)
	}
	warning, err := file.told(*overlap, s.PersonColumn != "")
	if err != nil {
		return err
	}
	if warning != "" {
		meter.clear()
		fmt.Fprintln(p.err, warning)
	}
	first := table
	if *digest && wanted == nil && table.Features() != nil {
		if file.once {
			return errOnce
		}
		if table, err = table.AboutMean(p.ctx, meter.progress); err != nil {
			return file.about(err)
		}
	}
	meter.clear()
	if *digest {
		facts := summedFacts{Schema: momentfile.SchemaDigest(s)}
		if passed != nil {
			facts.Digest, facts.Pass = passed.Digest(), wanted.Number
		} else {
			facts.Digest = table.Matrix().Digest()
		}
		if err := facts.print(p, *asJSON); err != nil {
			return err
		}
	}
	if w.out == "" || failure(p.out) != nil { // a file is written when all else is done
		return nil
	}
	var out *momentfile.File
	if passed != nil {
		out = momentfile.NewPass(s, *wanted, first.Fingerprint(), summary, passed)
	} else {
		out = momentfile.New(s, first.Fingerprint(), summary, first.Matrix(), first.Features())
	}
	out.Run, out.Part, out.Parts = *run, of, parts
	return w.write(p, out, to)
}

// passUsage explains the flag -pass.
const passUsage = "`file` pass-2.json or pass-3.json, which merge -again wrote: the later pass of -norm mean to sum. It holds the schema, and is not signed: with -schema FILE beside it, the schema of pass 1, one of another schema is refused"

// summed gives the schema under which tables are summed, and the pass under the norm rule mean; nil under others. The file of a pass is not signed: it
// is compared with the schema of -schema, where that is named, and else its schema is told, for who sums to compare with pass 1.
func (c *choosing) summed(p *program, file string, tables []string) (*schema.Schema, *passes.Pass, error) {
	var stated *schema.Schema
	if file == "" || c.schemaFile != "" {
		var err error
		stated, err = c.schema(nil, tables)
		if sayNotes(p, c.notes); err != nil {
			return nil, nil, err
		}
	}
	if file == "" {
		if stated.NormRule != schema.Mean {
			return stated, nil, nil
		}
		fmt.Fprintf(p.err, "Pass 1 is of the schema %s. The files of later passes must hold the same.\n", schemaNamed(stated))
		first := passes.First()
		return stated, &first, nil
	}
	for _, name := range sumFlags {
		if stated == nil && c.set[name] && !slices.Contains([]string{"pass", "key", "apart", "table"}, name) {
			return nil, nil, refusal("The file of a pass holds the schema: leave out -%s, or state it with the schema of pass 1, -schema FILE.", name)
		}
	}
	text, err := readSmall(file)
	if err != nil {
		return nil, nil, err
	}
	s, wanted, err := momentfile.DecodePass(text)
	if err != nil {
		return nil, nil, about(file, err)
	}
	switch {
	case stated == nil:
		fmt.Fprintf(p.err, "The file of pass %d holds the schema %s. Compare it with that of pass 1, or name that one: -schema FILE.\n", wanted.Number, schemaNamed(s))
	case momentfile.SchemaDigest(stated) != momentfile.SchemaDigest(s):
		return nil, nil, about(file, fault.New(fault.CodeFile, fmt.Sprintf("This file of pass %d holds the schema %s, and -schema the schema %s. It is of another release, or was replaced. Nothing was summed. Ask whoever merges for the file again, and for the SHA-256 of its schema.", wanted.Number, schemaNamed(s), schemaNamed(stated))))
	}
	return s, &wanted, nil
}

// schemaNamed is a schema by what two people can compare.
func schemaNamed(s *schema.Schema) string {
	return fmt.Sprintf("with the SHA-256 %s, of %s", momentfile.SchemaDigest(s), words.Count(len(s.Fields), "column"))
}

// partOf reads which part a file is, as in 2/5; zeros where nobody said.
func partOf(text string) (part, parts int, err error) {
	if text == "" {
		return 0, 0, nil
	}
	a, b, ok := strings.Cut(text, "/")
	part, first := strconv.Atoi(a)
	parts, second := strconv.Atoi(b)
	if !ok || first != nil || second != nil || part < 1 || part > parts || parts > 1e6 {
		return 0, 0, refusal("-part says which part of how many this is, as in 2/5.")
	}
	return part, parts, nil
}
