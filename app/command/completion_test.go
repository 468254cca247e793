//go:build !js

package command

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"privatepca/core/schema"
)

// Every subcommand and every flag is in each shell's completion and in the manual page.
func TestCompletionAndManAreWhole(t *testing.T) {
	_, man, _ := run(t, 0, "", "man")
	texts := map[string]string{"man": strings.ReplaceAll(man, `\-`, "-")}
	for _, shell := range []string{"bash", "zsh", "fish"} {
		code, out, err := run(t, 0, "", "completion", shell)
		if code != codeDone {
			t.Fatal(err)
		}
		texts[shell] = out
	}
	flags := 0
	for _, s := range subcommands {
		for name, text := range texts {
			if !strings.Contains(text, s.name) {
				t.Errorf("%s lacks %s", name, s.name)
			}
		}
		for _, f := range flagsOf(s) {
			flags++
			for name, text := range texts {
				want := "-" + f.Name
				if name == "fish" {
					want = "-o " + f.Name + " "
				}
				if !strings.Contains(text, want) {
					t.Errorf("%s lacks %s -%s", name, s.name, f.Name)
				}
			}
		}
	}
	if flags < 60 {
		t.Errorf("%d flags", flags)
	}
	for _, args := range [][]string{{"completion"}, {"completion", "tcsh"}, {"man", "x"}} {
		if code, out, _ := run(t, 0, "", args...); code != codeRefused || out != "" {
			t.Errorf("%v: code %d", args, code)
		}
	}
}

// Asking for flags does nothing else, whatever the subcommand.
func TestFlagsOfDoesNothing(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, s := range subcommands {
		flagsOf(s)
	}
	if entries, err := os.ReadDir("."); err != nil || len(entries) > 0 {
		t.Errorf("%v: %v", err, entries)
	}
	if list := flagsOf(subcommands[0]); !hasFlag(list, "addr") {
		t.Error("serve has no -addr")
	}
}

func hasFlag(list []*flag.Flag, name string) bool {
	for _, f := range list {
		if f.Name == name {
			return true
		}
	}
	return false
}

// A schema means the same in both standards, there and back.
func TestConvert(t *testing.T) {
	d := newDesk(t, plain)
	csvw := d.write("table.csv-metadata.json", d.succeeds("convert", "-to", "csvw", "-table", "table.csv", d.schema))
	back := d.succeeds("convert", csvw)
	first, err := schema.Parse([]byte(d.read(d.schema)))
	if err != nil {
		t.Fatal(err)
	}
	if string(first.Encode()) != back {
		t.Errorf("%s\nbecame\n%s", first.Encode(), back)
	}
	for _, name := range []string{csvw, d.write("back.json", back)} {
		if d.succeeds("sum", "-schema", name, "-digest", d.table) != d.succeeds("sum", "-schema", d.schema, "-digest", d.table) {
			t.Errorf("under %s the sum is another", filepath.Base(name))
		}
	}
	for _, args := range [][]string{{"convert"}, {"convert", "-to", "xml", d.schema}, {"convert", d.table}, {"convert", filepath.Join(d.dir, "none")}} {
		if code, out, _ := run(t, 0, "", args...); code != codeRefused || out != "" {
			t.Errorf("%v: code %d, %q", args, code, out)
		}
	}
}
