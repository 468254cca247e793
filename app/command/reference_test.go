//go:build !js

package command

import (
	"cmp"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write docs/flags.md anew")

// docs/flags.md is written from what the command prints as help.
func TestTheListOfFlagsIsTheHelp(t *testing.T) {
	path := filepath.Join(root, "docs", "flags.md")
	want := flagsPage()
	if *update {
		if err := os.WriteFile(path, []byte(want), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := os.ReadFile(path); err != nil || string(got) != want {
		t.Errorf("docs/flags.md is not what the help says (%v): run go test ./app/command -run ListOfFlags -update", err)
	}
}

// flagsPage lists the subcommands, and each flag with those that take it.
func flagsPage() string {
	type row struct{ name, value, usage string }
	takes, rows := map[row][]string{}, []row{}
	for _, s := range subcommands {
		for _, f := range flagsOf(s) {
			value, usage := flag.UnquoteUsage(f)
			if f.DefValue != "" && f.DefValue != "0" && f.DefValue != "false" {
				usage += " (default " + f.DefValue + ")"
			}
			r := row{f.Name, value, usage}
			if takes[r] == nil {
				rows = append(rows, r)
			}
			takes[r] = append(takes[r], s.name)
		}
	}
	slices.SortStableFunc(rows, func(a, b row) int { return cmp.Compare(a.name, b.name) })
	var b strings.Builder
	cell := strings.NewReplacer("|", `\|`, "\n", " ", "<", "&lt;")
	b.WriteString("# Subcommands and flags\n\nThis page is written from the command's own help by `go test ./app/command -run ListOfFlags -update`. A test fails when it is old. [The command](command.md) says what they are for.\n\n| subcommand | takes | does |\n| --- | --- | --- |\n")
	for _, s := range subcommands {
		fmt.Fprintf(&b, "| `%s` | %s | %s |\n", s.name, cell.Replace(s.arguments), cell.Replace(s.about))
	}
	b.WriteString("\n| flag | of | what it says |\n| --- | --- | --- |\n")
	for _, r := range rows {
		fmt.Fprintf(&b, "| `-%s` | %s | %s |\n", strings.TrimSpace(r.name+" "+r.value), strings.Join(takes[r], ", "), cell.Replace(r.usage))
	}
	b.WriteString("\n| exit code | what became of it |\n| --- | --- |\n")
	for _, c := range exitCodes {
		fmt.Fprintf(&b, "| %d | %s |\n", c.code, c.about)
	}
	return b.String()
}
