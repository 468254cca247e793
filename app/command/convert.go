//go:build !js

package command

import (
	"path/filepath"

	"privatepca/core/schema"
	"privatepca/core/words"
)

// convert prints a schema in the other of the two standards. Both mean the same.
func (p *program) convert(args []string) error {
	f := p.flags("convert")
	to := f.String("to", "frictionless", "`standard` to write: frictionless or csvw")
	table := f.String("table", "", "`name` of the table, where the description has several, and which CSVW names")
	if err := p.parse(f, args); err != nil {
		return err
	}
	if f.NArg() != 1 {
		return refusal("Name one schema: a file in Frictionless or CSVW, or a data package.")
	}
	if *to != "frictionless" && *to != "csvw" {
		return refusal("-to is frictionless or csvw, not %s.", words.Clip(*to, 40))
	}
	name := f.Arg(0)
	text, err := readSmall(name)
	if err != nil {
		return err
	}
	s, err := schema.ParseFor(text, schema.Table{File: filepath.Base(*table)})
	if err != nil {
		return about(name, schema.Fault(err))
	}
	out := s.Encode()
	if *to == "csvw" {
		out = s.EncodeCSVW(*table)
	}
	_, err = p.out.Write(out)
	return err
}
