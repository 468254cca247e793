//go:build !js

package command

import (
	"fmt"

	"privatepca/core/pca"
)

// sum sums the tables exactly, as a release does before it draws, and prints the digest of
// the sum: equal wherever the same records were summed under the same schema. Under the norm rule
// sign, where the schema states no centre, directions are taken from the exact mean.
func (p *program) sum(args []string) error {
	var c choosing
	f := p.flags("sum")
	c.schemaFlags(f)
	digest := f.Bool("digest", false, "print the digest of the sum, the only thing there is to print")
	progress := f.String("progress", "auto", "auto, bar, json (lines on standard error) or none")
	if err := p.parse(f, args); err != nil {
		return err
	}
	c.parsed(f)
	meter, err := p.newMeter(*progress)
	if err != nil {
		return err
	}
	defer meter.clear()
	names, err := expand(f.Args())
	if err != nil {
		return err
	}
	if !*digest {
		return refusal("The sum itself is raw data and is not printed. Ask for its digest: -digest.")
	}
	s, err := c.schema(nil, names)
	if err != nil {
		return err
	}
	machine := p.machine
	file := p.open(names)
	table := pca.Open(file, s, &machine)
	if _, err := table.Sum(p.ctx, meter.tell); err != nil {
		return file.about(err)
	}
	if table.ExactMean() != nil {
		if file.once {
			return errOnce
		}
		if table, err = table.AboutMean(p.ctx, meter.tell); err != nil {
			return file.about(err)
		}
	}
	fmt.Fprintln(p.out, table.Matrix().Digest())
	return nil
}
