//go:build !js

package command

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// completed is what a shell has to make of what is typed.
var completed = map[string]string{
	"privatepca le":                      "ledger",
	"privatepca release -mech":           "-mechanism",
	"privatepca release -mechanism gau":  "gaussian",
	"privatepca ledger imp":              "import",
	"privatepca sum -norm pa":            "pairs",
	"privatepca completion f":            "fish",
	"privatepca forecast -typical-lengt": "-typical-length",
}

// shell finds a shell, or says loudly that its completion is not tested.
func shell(t *testing.T, name string) string {
	t.Helper()
	if testing.Short() {
		t.Skip("starts shells")
	}
	path, err := exec.LookPath(name)
	if err != nil {
		t.Skipf("NOT TESTED: there is no %s here, so its completion was not run: install the package %s", name, name)
	}
	return path
}

// script is the completion that the command prints for a shell, in a file of that name.
func script(t *testing.T, shell, name string) string {
	t.Helper()
	code, text, err := run(t, 0, "", "completion", shell)
	if code != codeDone {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestBashCompletes(t *testing.T) {
	bash, load := shell(t, "bash"), script(t, "bash", "privatepca.bash")
	for typed, want := range completed {
		words := strings.Fields(typed)
		args := append([]string{"-c", `. "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _privatepca; echo "${COMPREPLY[@]}"`, load}, words...)
		out, err := exec.Command(bash, args...).CombinedOutput()
		if err != nil || strings.TrimSpace(string(out)) != want {
			t.Errorf("%s: %v: %q, want %q", typed, err, out, want)
		}
	}
}

func TestFishCompletes(t *testing.T) {
	fish, load := shell(t, "fish"), script(t, "fish", "privatepca.fish")
	for typed, want := range completed {
		cmd := exec.Command(fish, "--no-config", "-c", "source $LOAD; complete -C $TYPED")
		cmd.Env = append(os.Environ(), "LOAD="+load, "TYPED="+typed, "HOME="+t.TempDir())
		out, err := cmd.CombinedOutput()
		word, _, _ := strings.Cut(strings.TrimSpace(string(out)), "\t") // its description follows
		if err != nil || word != want || strings.Count(strings.TrimSpace(string(out)), "\n") > 0 {
			t.Errorf("%s: %v: %q, want %q", typed, err, out, want)
		}
	}
}

// An interactive zsh, at the end of a line of its own terminal: what it offers when Tab is pressed is written to a file.
const zshSetup = `at=$1
fpath=($at $fpath)
autoload -Uz compinit && compinit -u -D
compadd() {
  builtin compadd "$@"
  local code=$?
  [[ ${@[1,(i)(-|--)]} == *-(O|A|D)\ * ]] && return code
  local -a offered
  builtin compadd -A offered "$@"
  (( $#offered )) && print -rl -- $offered >> $at/offered
  return code
}
over() { touch $at/offered $at/over }
comppostfuncs=(over)
zstyle ':completion:*' insert-tab false
touch $at/ready
`

const zshDrive = `dir=$1; shift
zmodload zsh/zpty
for line; do
  rm -f $dir/offered $dir/over $dir/ready
  zpty shell "PS1= exec zsh -f -i"
  zpty -w shell "source ${(q)dir}/setup.zsh ${(q)dir}"
  until [[ -e $dir/ready ]]; do sleep .02; done
  zpty -w -n shell "$line"$'\t'
  until [[ -e $dir/over ]]; do sleep .02; done
  zpty -d shell
  print -r -- "$line => $(sort -u $dir/offered)"
done
`

func TestZshCompletes(t *testing.T) {
	zsh, load := shell(t, "zsh"), script(t, "zsh", "_privatepca")
	dir := filepath.Dir(load)
	for name, text := range map[string]string{"setup.zsh": zshSetup, "drive.zsh": zshDrive} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	args, want := []string{"-f", filepath.Join(dir, "drive.zsh"), dir}, ""
	for _, typed := range []string{"privatepca le", "privatepca release -mech", "privatepca release -mechanism gau", "privatepca ledger imp"} { // a shell each
		args = append(args, typed)
		want += typed + " => " + completed[typed] + "\n"
	}
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, zsh, args...)
	cmd.Env = append(os.Environ(), "HOME="+dir, "ZDOTDIR="+dir)
	cmd.WaitDelay = time.Second
	if out, err := cmd.CombinedOutput(); err != nil || string(out) != want {
		t.Errorf("%v: %s\nwant\n%s", err, out, want)
	}
}
