//go:build !js

package command

import (
	"errors"
	"flag"
	"os"
	"runtime"
	"strings"

	"privatepca/core/fault"
	"privatepca/core/words"
)

// A shell's pattern gives the names of a folder's files, and whoever may write to the folder chooses them. What is typed as a
// name must therefore never be read as a flag.

// unlikeFlags refuses an argument that a flag would be read from and that is the name of a file. What follows -- is a name.
func unlikeFlags(args []string) error {
	for _, a := range args {
		if !strings.HasPrefix(a, "-") {
			continue
		}
		if _, err := os.Lstat(a); err == nil {
			return refusal("There is a file named %s, so this may be that file or a flag. Write ./ before the names of files, as in ./*.csv, or give the file another name.", words.Clip(a, 200))
		}
		if a == "--" {
			return nil
		}
	}
	return nil
}

// A onceOnly is the value of a flag that is stated once, or once for each key.
type onceOnly struct {
	flag.Value
	of    string
	typed map[string]bool // the flag, as ""; of one that gathers statements, their keys
	twice *string         // the first flag that was stated again
}

var errTwice = errors.New("stated twice")

func (o *onceOnly) Set(text string) error {
	key := ""
	if _, gathers := o.Value.(interface{ several() }); gathers {
		key, _, _ = strings.Cut(text, "=")
	}
	if o.typed[key] {
		*o.twice = strings.TrimSpace(o.of + " " + words.Clip(key, 40))
		return errTwice
	}
	o.typed[key] = true
	return o.Value.Set(text)
}

// IsBoolFlag says whether the flag takes no value, as package flag asks.
func (o *onceOnly) IsBoolFlag() bool {
	b, ok := o.Value.(interface{ IsBoolFlag() bool })
	return ok && b.IsBoolFlag()
}

// parseOnce parses flags, of which each may be stated once: of two statements nobody can say which one was meant.
func parseOnce(f *flag.FlagSet, args []string) error {
	if err := unlikeFlags(args); err != nil {
		return err
	}
	var twice string
	f.VisitAll(func(g *flag.Flag) {
		g.Value = &onceOnly{Value: g.Value, of: g.Name, typed: map[string]bool{}, twice: &twice}
	})
	err := f.Parse(args)
	f.VisitAll(func(g *flag.Flag) { g.Value = g.Value.(*onceOnly).Value })
	switch {
	case twice != "":
		return refusal("-%s is stated twice. State it once. If a pattern gave it, write ./ before the pattern.", twice)
	case err != nil && !errors.Is(err, flag.ErrHelp):
		return refusal("%s Call privatepca %s -help.", fault.Sentence(err.Error()), f.Name())
	}
	if err == nil {
		err = unlikeDevices(f, runtime.GOOS)
	}
	return err
}

// onlyWith refuses flags that say nothing about what was asked: of two things that were asked, one would be left undone in silence.
func onlyWith(f *flag.FlagSet, asked string, takes ...string) error {
	known := map[string]bool{asked: true}
	for _, name := range takes {
		known[name] = true
	}
	var err error
	f.Visit(func(g *flag.Flag) {
		if !known[g.Name] && err == nil {
			err = refusal("-%s makes no release, so -%s has no meaning beside it. Leave out one of the two.", asked, g.Name)
		}
	})
	return err
}
