//go:build !js

package command

import (
	"fmt"
	"strconv"
	"strings"

	"privatepca/core/momentfile"
	"privatepca/core/schema"
)

// sum sums the tables exactly, as a release does before it draws. It prints the digest of
// the sum, equal wherever the same records were summed under the same schema; under the norm rule
// sign, where the schema states no centre, directions are then taken from the exact mean. And it writes
// the sum to a moment file; of that norm rule's first pass, the sum of the features.
func (p *program) sum(args []string) error {
	var c choosing
	f := p.flags("sum")
	c.schemaFlags(f)
	digest := f.Bool("digest", false, "print the digest of the sum")
	progress := f.String("progress", "auto", "auto, bar, json (lines on standard error) or none")
	threads := f.Int("threads", 0, threadsUsage)
	overlap := f.Bool("accept-overlap", false, overlapUsage)
	var w writing
	w.flags(f)
	run := f.String("run", "", "with -out: `name` of the collection that the moment file is a part of")
	part := f.String("part", "", "with -out: which part it is of how many, as in `2/5`; merge wants each of them once")
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
	s, err := c.schema(nil, names)
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
	if err := file.asks(s.Dialect); err != nil {
		return err
	}
	table := file.under(s, &machine)
	summary, err := table.Sum(p.ctx, meter.progress)
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
	if err := misfits(summary, s.Dialect, c.accept); err != nil {
		return file.about(err)
	}
	warning, err := file.parts.told(*overlap, s.PersonColumn != "")
	if err != nil {
		return err
	}
	if warning != "" {
		meter.clear()
		fmt.Fprintln(p.err, warning)
	}
	first := table
	if *digest && table.Features() != nil {
		if file.once {
			return errOnce
		}
		if table, err = table.AboutMean(p.ctx, meter.progress); err != nil {
			return file.about(err)
		}
	}
	meter.clear()
	if *digest {
		fmt.Fprintln(p.out, table.Matrix().Digest())
	}
	if w.out == "" || failure(p.out) != nil { // a file is written when all else is done
		return nil
	}
	out := momentfile.New(s, first.Fingerprint(), summary, first.Matrix(), first.Features())
	out.Run, out.Part, out.Parts = *run, of, parts
	return w.write(p, out, to)
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
