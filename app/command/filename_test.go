//go:build !js

package command

import (
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// What Windows takes for a device, a stream or another name is told from the name of a file, on every system that this test runs on.
func TestNamesOnWindows(t *testing.T) {
	for path, want := range map[string]string{
		"NUL": "device", "nul": "device", "nul.json": "device", `out\aux.txt`: "device", "a/CON/b": "device", "con .json": "device", "COM1": "device", "lpt9.moment": "device", "COM¹": "device",
		"conin$": "device", "LPT0": "device", `C:\data\prn`: "device", "C:nul": "device",
		`\\.\NUL`: "device", `\\?\C:\a\con`: "device", `\\?\C:\a:b`: "stream",
		"people.moment:hidden": "stream", `C:\a:b`: "stream", "ledger::$DATA": "stream", "1:x": "stream", "é:x": "stream",
		"ledger.": "dropped", "ledger ": "dropped", `out.\ledger`: "dropped", "...": "dropped", ". .": "dropped",
		"ledger": "", "C:ledger": "", `c:\data\out`: "", `\\?\C:\data\out`: "", `\\host\share\out`: "", "console": "", "com10": "", "COM": "", "lpt": "", "nulls.json": "", "..\\out": "", "./out": "", "a.nul": "", "": "", ".privatepca": "", "LPT¹¹": "",
	} {
		if got := onWindows(path); want == "" && got != "" || !strings.Contains(got, want) {
			t.Errorf("%q: %q, want %q", path, got, want)
		}
	}
}

// Every flag that names what is written refuses such names on Windows, before anything is read, and no other system does.
func TestWrittenNamesOnWindows(t *testing.T) {
	found := map[string]bool{}
	for _, s := range subcommands {
		for _, g := range flagsOf(s) {
			writes := strings.Contains(g.Usage, "`file` to write") || strings.Contains(g.Usage, "merged moment `file`,") || strings.HasPrefix(g.Usage, "`folder` for") ||
				strings.Contains(g.Usage, "moment `file` to write") || strings.Contains(g.Usage, "`file` for the") || strings.Contains(g.Usage, "`file` of the ledger") ||
				strings.Contains(g.Usage, "`ledger` whose budgets") || strings.Contains(g.Usage, "made where there is none") || strings.Contains(g.Usage, "`file` to append")
			if writes != slices.Contains(written, g.Name) {
				t.Errorf("%s -%s: %q, which is written: %t", s.name, g.Name, g.Usage, writes)
			}
			if !writes {
				continue
			}
			found[g.Name] = true
			for system, refused := range map[string]bool{"windows": true, "linux": false, "darwin": false} {
				f := flag.NewFlagSet(s.name, flag.ContinueOnError)
				f.String(g.Name, "", "")
				for name, wrong := range map[string]bool{"nul": true, "out:stream": true, "out.": true, "out": false, "postgres://host/db": false, "nul://x": true, "c://x.": true} {
					if err := f.Parse([]string{"-" + g.Name, name}); err != nil {
						t.Fatal(err)
					}
					if err := unlikeDevices(f, system); (err != nil) != (refused && wrong) {
						t.Errorf("%s, -%s %s: %v", system, g.Name, name, err)
					}
				}
			}
		}
	}
	if len(found) != len(written) {
		t.Errorf("of %v only %v are flags", written, found)
	}
}

// The files of a release have names that every system keeps apart, and none that Windows would not keep.
func TestNamesOfWrittenFiles(t *testing.T) {
	d := newDesk(t, plain)
	d.succeeds(d.releasing("-cap", "9")...)
	list, err := os.ReadDir(d.folder)
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]string{}
	for _, e := range list {
		name := e.Name()
		if why := onWindows(name); why != "" {
			t.Errorf("%s %s", name, why)
		}
		if strings.Trim(name, "abcdefghijklmnopqrstuvwxyzR.-_0123456789") != "" {
			t.Errorf("%s has a letter that systems write in several ways", name)
		}
		folded := strings.ToLower(name)
		if seen[folded] != "" {
			t.Errorf("%s and %s are one file where letters have no case", name, seen[folded])
		}
		seen[folded] = name
	}
	if len(seen) < 5 {
		t.Errorf("%d files", len(seen))
	}
}

// A pattern leaves out what macOS puts beside each file of a shared folder, unless it is named.
func TestPatternsLeaveOutHiddenFiles(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"one.moment", "._one.moment", ".two.moment", "three.csv"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("x"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for pattern, want := range map[string][]string{
		"*.moment": {"one.moment"}, ".*.moment": {"._one.moment", ".two.moment"}, "._*": {"._one.moment"}, "*": {"one.moment", "three.csv"}, "?one.*": nil,
	} {
		got, err := matching(filepath.Join(dir, pattern))
		for i := range got {
			got[i] = filepath.Base(got[i])
		}
		if err != nil || !slices.Equal(got, want) && len(got)+len(want) > 0 {
			t.Errorf("%s: %q, %v; want %q", pattern, got, err, want)
		}
	}
	if _, err := matching("["); err == nil {
		t.Error("[ was taken for a pattern")
	}
}
