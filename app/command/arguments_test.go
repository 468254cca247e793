//go:build !js

package command

import (
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// A file whose name is a flag, beside genuine ones that a pattern gives, is never taken for the flag: of every subcommand and each of
// its flags. Nothing is written, and nothing asked of the table.
func TestNamesOfFilesAreNoFlags(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("its shell leaves patterns to the program")
	}
	d := newDesk(t, plain)
	d.succeeds("key", "new", "-name", "releaser", "-out", filepath.Join(d.dir, "key"))
	moment := filepath.Join(d.dir, "whole.moment")
	d.succeeds("sum", "-schema", d.schema, "-out", moment, "-to", filepath.Join(d.dir, "key.pub"), d.table)
	typed := map[string][]string{
		"release": d.releasing()[1:13], "sum": {"-schema", d.schema, "-digest"}, "plan": {"-schema", d.schema, "-k", "2", "-epsilon", "1"},
		"merge": append(d.releasing()[1:13], "-key", filepath.Join(d.dir, "key")), "ledger": {"import", "-ledger", d.ledger}, "serve": nil,
		"forecast": {"-schema", d.schema, "-n", "500", "-k", "2", "-epsilon", "1"}, "key": {"new", "-out", filepath.Join(d.dir, "other")},
	}
	n := 0
	for _, s := range subcommands {
		for _, f := range flagsOf(s) {
			folder := t.TempDir()
			for _, name := range []string{"a.csv", "b.moment"} {
				text := d.read(d.table)
				if name == "b.moment" {
					text = d.read(moment)
				}
				os.WriteFile(filepath.Join(folder, name), []byte(text), 0o666)
			}
			hostile := []string{"-" + f.Name + "=x.csv", "--" + f.Name + "=7", "-" + f.Name}[n%3]
			if n++; isSwitch(f) {
				hostile = "-" + f.Name
			}
			os.WriteFile(filepath.Join(folder, hostile), nil, 0o666)
			t.Chdir(folder)
			given, err := exec.Command("sh", "-c", "printf '%s\\n' *").Output()
			if err != nil {
				t.Fatal(err)
			}
			names := strings.Fields(string(given))
			if !slices.Contains(names, hostile) {
				t.Fatalf("the shell gives %q", names)
			}
			before := listed(t, d.dir) + listed(t, folder)
			for _, given := range [][]string{names, {"a.csv", hostile}} { // shells sort differently
				args := slices.Concat([]string{s.name}, typed[s.name], given)
				code, out, said := run(t, 0, "", args...)
				if code != codeRefused || out != "" || !strings.Contains(said, "Write ./ before the names") || !strings.Contains(said, hostile) {
					t.Errorf("%q: code %d: %s%s", args, code, out, said)
				}
			}
			if after := listed(t, d.dir) + listed(t, folder); after != before {
				t.Errorf("%s: files were\n%s and are\n%s", hostile, before, after)
			}
		}
	}
	if n < 100 {
		t.Errorf("%d flags were tried", n)
	}
	// The advice helps, and so does --.
	t.Chdir(d.dir)
	for _, given := range [][]string{{"./-k=1.csv"}, {"--", "-k=1.csv"}} {
		d.write("-k=1.csv", d.read(d.table))
		d.succeeds(append([]string{"sum", "-schema", d.schema, "-digest"}, given...)...)
	}
}

// A flag is stated once, also where a folder or its file is in the flag's value.
func TestFlagsStatedTwice(t *testing.T) {
	d := newDesk(t, plain)
	for _, s := range subcommands {
		for _, f := range flagsOf(s) {
			value := f.DefValue
			if value == "" {
				value = "x"
			}
			args := []string{s.name, "-" + f.Name + "=" + value, "--" + f.Name + "=" + value}
			if isSwitch(f) {
				args = []string{s.name, "-" + f.Name, "-" + f.Name}
			}
			if f.Name == "dialect" { // each of them states another key
				continue
			}
			if code, _, err := run(t, 0, "", args...); code != codeRefused || !strings.Contains(err, "-"+f.Name) || !strings.Contains(err, " is stated twice") {
				t.Errorf("%q: code %d: %s", args, code, err)
			}
		}
	}
	if code, _, err := run(t, 0, "", append(d.releasing(), "-ledger", "x")...); code != codeRefused {
		t.Errorf("code %d: %s", code, err)
	}
}

// Flags of a release say nothing about a merged sum, and are refused beside it; so are flags of a written sum beside a release.
func TestMergeTakesOneTask(t *testing.T) {
	d := newDesk(t, plain)
	sum := []string{"schema", "table", "norm", "rows-per-person", "person", rowWeight, rowWeightMost, rowWeightMissing, "key", "apart", "pass", "digest", "moments", "to", "recipient", clearFlag}
	var merge subcommand
	for _, s := range subcommands {
		if s.name == "merge" {
			merge = s
		}
	}
	for _, f := range flagsOf(merge) {
		args := []string{"merge", "-schema", d.schema, "-moments", filepath.Join(d.dir, "all.moment")}
		if !slices.Contains(sum, f.Name) {
			if code, _, err := run(t, 0, "", append(args, typedFlag(f), d.table)...); code != codeRefused || !strings.Contains(err, "-"+f.Name+" has no meaning beside it") {
				t.Errorf("%s: code %d: %s", f.Name, code, err)
			}
		}
	}
	for _, name := range []string{"to", "recipient", clearFlag} {
		args := append(append([]string{"merge"}, d.releasing()[1:13]...), typedFlag(merge.flag(name)), d.table)
		if code, _, err := run(t, 0, "", args...); code != codeRefused || !strings.Contains(err, "-moments FILE") {
			t.Errorf("%s: code %d: %s", name, code, err)
		}
	}
}

func (s subcommand) flag(name string) *flag.Flag {
	for _, f := range flagsOf(s) {
		if f.Name == name {
			return f
		}
	}
	panic("no flag " + name)
}

// typedFlag is a flag with a value that it takes.
func typedFlag(f *flag.Flag) string {
	switch {
	case isSwitch(f):
		return "-" + f.Name
	case f.DefValue == "":
		return "-" + f.Name + "=x"
	}
	return "-" + f.Name + "=" + f.DefValue
}
