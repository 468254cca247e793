//go:build !js && !windows

package command

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"privatepca/core/ledger/disk"
)

// ended starts the command, sends it a signal once ready says so, and gives its code, its last line, and how long it took to end.
func ended(t *testing.T, sent os.Signal, ready func() bool, in io.Reader, args ...string) (code int, last string, took time.Duration) {
	t.Helper()
	cmd := process(args...)
	var said bytes.Buffer
	cmd.Stderr, cmd.Stdin = &said, in
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	for end := time.Now().Add(20 * time.Second); !ready(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			cmd.Process.Kill()
			t.Fatalf("%q did not get there: %s", args, &said)
		}
	}
	start := time.Now()
	cmd.Process.Signal(sent)
	late := time.AfterFunc(5*time.Second, func() { cmd.Process.Kill() })
	cmd.Wait()
	late.Stop()
	return cmd.ProcessState.ExitCode(), strings.TrimSpace(lastLine(said.String())), time.Since(start)
}

// waiting is ready when a process must have begun to wait: after several times what another one, of those arguments, took from its start to its end.
func waiting(t *testing.T, whole ...string) func() bool {
	t.Helper()
	start := time.Now()
	if out, err := process(whole...).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	end := time.Now().Add(300*time.Millisecond + 4*time.Since(start))
	return func() bool { return time.Now().After(end) }
}

// The first signal ends what waits: for a pipe without a writer, a silent standard input, or a ledger that another program holds.
func TestSignalsEndWhatWaits(t *testing.T) {
	if testing.Short() {
		t.Skip("starts processes")
	}
	d := newDesk(t, plain)
	d.succeeds(d.releasing("-out", filepath.Join(d.dir, "first"), "-cap", "9")...)
	pipe := filepath.Join(d.dir, "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	silent, writer, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer writer.Close()
	signals := []os.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP}
	releasing := d.releasing()
	onPipe, onInput := append(releasing[:len(releasing)-1:len(releasing)-1], pipe), append(releasing[:len(releasing)-1:len(releasing)-1], "-")
	for i, c := range []struct {
		name string
		held bool
		args []string
	}{
		{name: "release of a pipe", args: onPipe},
		{name: "release of two", args: append(d.releasing(), pipe)},
		{name: "sum of a pipe", args: []string{"sum", "-schema", d.schema, "-digest", pipe}},
		{name: "inspect", args: []string{"inspect", pipe}},
		{name: "standard input", args: onInput},
		{name: "the ledger", held: true, args: d.releasing()},
		{name: "import", held: true, args: []string{"ledger", "show", "-ledger", d.ledger}},
	} {
		wait := func(f func()) { f() }
		if c.held {
			wait = func(f func()) {
				disk.New(d.ledger).Update(func([]string) ([]string, error) { f(); return nil, nil })
			}
		}
		wait(func() {
			code, last, took := ended(t, signals[i%len(signals)], waiting(t, "inspect", d.table), silent, c.args...)
			if code != codeRefused || !strings.HasSuffix(last, "It was interrupted. Nothing was written, and nothing spent.") || took > 1500*time.Millisecond {
				t.Errorf("%s: code %d after %v: %s", c.name, code, took, last)
			}
		})
		if d.spendings() != 1 {
			t.Fatalf("%s: %d spendings", c.name, d.spendings())
		}
	}
	// A pipe is no moment file, also where one is looked for after the debit.
	if code, _, err := run(t, 0, "", "merge", "-schema", d.schema, "-digest", pipe); code != codeRefused || !strings.Contains(err, "no regular file") {
		t.Errorf("code %d: %s", code, err)
	}
}

// After the debit an interrupted release says that it is spent, whatever the signal and whatever it waits for.
func TestSignalsAfterTheDebit(t *testing.T) {
	if testing.Short() {
		t.Skip("starts processes")
	}
	d := newDesk(t, plain)
	key := filepath.Join(d.dir, "key")
	d.succeeds("key", "new", "-name", "releaser", "-out", key)
	moment := filepath.Join(d.dir, "whole.moment")
	d.succeeds("sum", "-schema", d.schema, "-norm", "sign", "-out", moment, "-to", key+".pub", d.table)
	syscall.Mkfifo(filepath.Join(d.dir, "second-1"), 0o600)
	spends := func() func() bool {
		before := d.spendings()
		return func() bool { return d.spendings() > before }
	}
	merging := replaced(d.releasing(), "-cap", "1e6", "-norm", "sign", "-key", key, "-again", filepath.Join(d.dir, "second-*"))
	merging[0] = "merge"
	for i, sent := range []os.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP} {
		for name, args := range map[string][]string{
			"drawing": d.releasing("-cap", "1e6", "-mechanism", "ppca-gibbs", "-sweeps", "1000000", "-out", filepath.Join(d.dir, fmt.Sprint("drawn", i))),
			"waiting": append(replaced(remove(merging, d.table, 1), "-out", filepath.Join(d.dir, fmt.Sprint("merged", i))), moment),
		} {
			code, last, took := ended(t, sent, spends(), nil, args...)
			if code != codeSpent || !strings.Contains(last, "its budget was debited: count it as spent") || took > 1500*time.Millisecond {
				t.Errorf("%s, %v: code %d after %v: %s", name, sent, code, took, last)
			}
		}
	}
	if n := released(t, d.dir); n != 0 {
		t.Errorf("%d documents", n)
	}
}

// Who interrupts at the question has spent nothing, whatever is typed later.
func TestInterruptAtTheQuestion(t *testing.T) {
	d := newDesk(t, plain)
	p, _, _ := ready(t, 0, "")
	in, typed := io.Pipe()
	ctx, cancel := context.WithCancel(t.Context())
	asked := &watched{word: "Type yes:", seen: cancel}
	p.ctx, p.in, p.err, p.person = ctx, in, asked, true
	code := p.main(remove(d.releasing("-progress", "none"), "-yes", 1))
	go typed.Write([]byte("yes\n"))
	time.Sleep(20 * time.Millisecond)
	if code != codeRefused || !strings.Contains(asked.String(), "interrupted. Nothing was written, and nothing spent") || d.spendings() != 0 {
		t.Errorf("code %d, %d spendings: %s", code, d.spendings(), asked)
	}
	// Nor has who answers yes at the moment of the signal.
	p, _, said := ready(t, 0, "")
	ctx, cancel = context.WithCancel(t.Context())
	p.ctx, p.person, p.in = ctx, true, readerFunc(func(b []byte) (int, error) {
		cancel()
		return copy(b, "yes\n"), nil
	})
	if code := p.main(remove(d.releasing("-progress", "none"), "-yes", 1)); code != codeRefused || d.spendings() != 0 {
		t.Errorf("code %d, %d spendings: %s", code, d.spendings(), said)
	}
}

type readerFunc func([]byte) (int, error)

func (f readerFunc) Read(b []byte) (int, error) { return f(b) }

// watched is a text that tells when a word was written.
type watched struct {
	bytes.Buffer
	word string
	seen func()
}

func (w *watched) Write(b []byte) (int, error) {
	if strings.Contains(string(b), w.word) {
		w.seen()
	}
	return w.Buffer.Write(b)
}

// What does not return is left: by the second signal at once, with the code of what was debited. While a debit is being written no
// code can be told.
func TestWhatDoesNotReturn(t *testing.T) {
	for name, c := range map[string]struct {
		state func(p *program, forever chan struct{})
		hurry bool
		want  int
		said  string
	}{
		"before the debit": {func(p *program, forever chan struct{}) { <-forever }, true, codeRefused, "nothing spent"},
		"first signal":     {func(p *program, forever chan struct{}) { <-forever }, false, codeRefused, "nothing spent"},
		"after the debit":  {func(p *program, forever chan struct{}) { p.spent.Store(true); <-forever }, true, codeSpent, "count it as spent"},
		"after the release": {func(p *program, forever chan struct{}) {
			p.spent.Store(true)
			p.stands.Store("out/release.json")
			<-forever
		}, true, codeSpent, "It stands in out/release.json"},
		"after a file": {func(p *program, forever chan struct{}) {
			p.writes(p.ctx, func() error { return nil })
			<-forever
		}, true, codeNo, "Nothing was spent"},
		"in the debit": {func(p *program, forever chan struct{}) {
			p.commits(p.ctx, func() error { <-forever; return nil })
		}, true, codeUnknown, "the ledger says"},
		"writing after the debit": {func(p *program, forever chan struct{}) {
			p.spent.Store(true)
			p.commits(p.ctx, func() error { <-forever; return nil })
		}, true, codeSpent, "count it as spent"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p, _, said := ready(t, 0, "")
			hurry, forever := make(chan struct{}), make(chan struct{})
			defer close(forever)
			ctx, cancel := context.WithCancel(t.Context())
			p.ctx, p.hurry = ctx, hurry
			begun := make(chan struct{})
			s := subcommand{name: "release", run: func(p *program, _ []string) error {
				go func() { time.Sleep(50 * time.Millisecond); close(begun) }()
				c.state(p, forever)
				return nil
			}}
			go func() {
				<-begun
				cancel()
				if c.hurry {
					close(hurry)
				}
			}()
			if code := p.ended("release", guarded(p, s, nil)); code != c.want || !strings.Contains(said.String(), c.said) {
				t.Errorf("code %d, want %d: %s", code, c.want, said)
			}
		})
	}
}

// A fatal error of the runtime, which nothing can recover from, ends by a signal: its code is none of the command's.
func TestFatalErrorIsASignal(t *testing.T) {
	if testing.Short() {
		t.Skip("starts a process")
	}
	d := newDesk(t, plain)
	for _, fatal := range []string{"memory", "panic"} {
		cmd := process(d.releasing("-cap", "1e6", "-mechanism", "ppca-gibbs", "-sweeps", "1000000")...)
		cmd.Env = append(cmd.Env, "PRIVATEPCA_FATAL="+fatal, "GOTRACEBACK=none")
		out, err := cmd.CombinedOutput()
		state, ok := cmd.ProcessState.Sys().(syscall.WaitStatus)
		if !ok || !state.Signaled() || state.CoreDump() {
			t.Errorf("%s: %v: %.300s", fatal, err, out)
		}
	}
}

// A full standard output is an error of every subcommand that prints, and the code says what became of all else.
func TestStandardOutputIsFull(t *testing.T) {
	d := newDesk(t, plain)
	d.succeeds(d.releasing("-cap", "9")...)
	d.succeeds(d.releasing("-out", filepath.Join(d.dir, "second"))...)
	id := regexp.MustCompile(`document ([0-9a-f]{32})`).FindStringSubmatch(d.succeeds("ledger", "show", "-ledger", d.ledger))[1]
	document := filepath.Join(d.folder, documentName)
	plan := []string{"-schema", d.schema, "-k", "2", "-epsilon", "1"}
	exported := d.write("exported.json", d.exported())
	moment := filepath.Join(d.dir, "x.moment")
	full := func(input string, args ...string) (int, string) {
		p, _, said := ready(t, 0, input)
		p.out = writerFunc(func([]byte) (int, error) { return 0, syscall.ENOSPC })
		return p.main(args), said.String()
	}
	for want, list := range map[int][][]string{
		codeRefused: {
			{"help"},
			{"version"},
			{"man"},
			{"release", "-help"},
			{"completion", "bash"},
			{"completion", "zsh"},
			{"completion", "fish"},
			{"inspect", d.table},
			append([]string{"plan"}, plan...), append([]string{"plan", "-json"}, plan...),
			append([]string{"forecast", "-n", "500"}, plan...), append([]string{"forecast", "-json", "-n", "500"}, plan...),
			{"verify", document},
			{"ledger", "show", "-ledger", d.ledger},
			{"ledger", "export", "-ledger", d.ledger},
			{"ledger", "document", "-ledger", d.ledger, id},
			{"ledger", "import", "-preview", "-ledger", d.ledger, exported},
			{"sum", "-schema", d.schema, "-digest", d.table},
			{"sum", "-schema", d.schema, "-digest", "-out", moment, "-" + clearFlag, d.table},
			{"sum", "-schema", d.schema, "-norm", "sign", "-digest", "-out", moment, "-" + clearFlag, d.table},
			{"convert", d.schema},
			{"convert", "-to", "csv", d.schema},
			{"convert", "-to", "csvw", d.schema},
			{"convert", "-to", "xlsx", d.schema},
		},
		codeNo: {
			{"key", "new", "-name", "a", "-out", filepath.Join(d.dir, "key")},
			{"ledger", "import", "-yes", "-ledger", filepath.Join(d.dir, "other"), exported},
			{"ledger", "lower", "-ledger", d.ledger, "-population", "people", "-cap", "5"},
			d.releasing("-mechanism", "random", "-out", filepath.Join(d.dir, "free")),
		},
		codeSpent: {d.releasing("-out", filepath.Join(d.dir, "third"))},
	} {
		for _, args := range list {
			before, spent := listed(t, d.dir), d.spendings()
			code, said := full("", args...)
			if code != want || !strings.Contains(said, "standard output") || strings.Contains(said, "unknown kind") {
				t.Errorf("%q: code %d, want %d: %s", args, code, want, said)
			}
			if same := listed(t, d.dir) == before; same != (want == codeRefused) {
				t.Errorf("%q: code %d, and what stands there is the same: %v", args, code, same)
			}
			if more := d.spendings() - spent; (more > 0) != (want == codeSpent) {
				t.Errorf("%q: %d spendings", args, more)
			}
		}
	}
	// A sum that cannot be finished leaves no file.
	code, said := full("", "sum", "-schema", d.schema, "-norm", "sign", "-out", moment, "-"+clearFlag, "-digest", "-")
	if _, err := os.Stat(moment); code != codeRefused || !errors.Is(err, os.ErrNotExist) {
		t.Errorf("code %d, %v: %s", code, err, said)
	}
}

type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(b []byte) (int, error) { return f(b) }

// A closed pipe after the debit is said, not a sudden end.
func TestClosedPipe(t *testing.T) {
	if testing.Short() {
		t.Skip("starts a process")
	}
	d := newDesk(t, plain)
	cmd := exec.Command("sh", append([]string{"-c", `{ "$@"; echo "code $?" >&2; } | :`, "sh", os.Args[0]}, d.releasing()...)...)
	cmd.Env = append(os.Environ(), "PRIVATEPCA_AS_COMMAND=1")
	out, _ := cmd.CombinedOutput()
	if !strings.Contains(string(out), "code 3") || !strings.Contains(string(out), "The release stands in") || d.spendings() != 1 || released(t, d.dir) != 1 {
		t.Errorf("%d spendings: %s", d.spendings(), out)
	}
}

// Raw sums and ledgers are their owner's alone, and all else is as the umask says.
func TestModes(t *testing.T) {
	for _, umask := range []int{0o022, 0o077} {
		defer syscall.Umask(syscall.Umask(umask))
		d := newDesk(t, plain)
		key, sealed := filepath.Join(d.dir, "key"), filepath.Join(d.dir, "a.moment")
		d.succeeds("key", "new", "-name", "releaser", "-out", key)
		d.succeeds("sum", "-schema", d.schema, "-out", sealed, "-to", key+".pub", d.table)
		d.succeeds("sum", "-schema", d.schema, "-out", filepath.Join(d.dir, "b.moment"), "-"+clearFlag, d.table)
		d.succeeds("merge", "-schema", d.schema, "-key", key, "-moments", filepath.Join(d.dir, "c.moment"), "-to", key+".pub", sealed)
		d.succeeds(d.releasing()...)
		d.succeeds("ledger", "export", "-ledger", d.ledger, "-out", filepath.Join(d.dir, "exported"))
		for name, want := range map[string]os.FileMode{
			"key": 0o600, "key.pub": 0o666, "a.moment": 0o600, "b.moment": 0o600, "c.moment": 0o600, "ledger": 0o600, "exported": 0o600,
			"out/release.json": 0o666, "out/report.html": 0o666, "out/config.json": 0o666, "out": 0o777,
		} {
			info, err := os.Stat(filepath.Join(d.dir, name))
			if err != nil {
				t.Fatal(err)
			}
			if got, want := info.Mode().Perm(), want&^os.FileMode(umask); got != want {
				t.Errorf("umask %03o: %s is %03o, want %03o", umask, name, got, want)
			}
		}
	}
}

// What a killed process has left of a raw sum goes with the next one of that name. What one that runs is writing stays.
func TestLeftovers(t *testing.T) {
	d := newDesk(t, plain)
	gone := exec.Command("true")
	if err := gone.Run(); err != nil {
		t.Skip(err)
	}
	name := func(file string, pid int) string { return fmt.Sprintf(".%s-%s-%d%s", file, hostName(), pid, partial) }
	left := d.write(name("x.moment", gone.ProcessState.Pid()), "raw")
	stay := []string{d.write(name("x.moment", os.Getppid()), "raw"), d.write(name("y.moment", gone.ProcessState.Pid()), "raw"), d.write(".x.moment-backup", "mine")}
	d.succeeds("sum", "-schema", d.schema, "-out", filepath.Join(d.dir, "x.moment"), "-"+clearFlag, d.table)
	if _, err := os.Stat(left); err == nil {
		t.Error("the leftover is there")
	}
	for _, path := range stay {
		if _, err := os.Stat(path); err != nil {
			t.Error(err)
		}
	}
}

// A ledger that is erased while the mechanism draws has its spending again when the document is written, and somebody is told.
func TestLedgerErasedWhileDrawing(t *testing.T) {
	d := newDesk(t, plain)
	d.succeeds(d.releasing("-out", filepath.Join(d.dir, "first"), "-cap", "9")...)
	erasing := func(out string, then func()) (int, string) {
		p, _, said := ready(t, 0, "")
		p.err = &watched{word: `"phase":"noise"`, seen: func() { os.Remove(d.ledger); then() }}
		code := p.main(d.releasing("-progress", "json", "-out", filepath.Join(d.dir, out)))
		return code, p.shown() + said.String()
	}
	code, said := erasing("second", func() {})
	if code != codeDone || !strings.Contains(said, "it was written again") || d.spendings() != 1 || released(t, d.dir) != 2 {
		t.Errorf("code %d, %d spendings: %s", code, d.spendings(), said)
	}
	if out := d.succeeds("ledger", "show", "-ledger", d.ledger); !strings.Contains(out, "spent ε = 1 of at most 9") || !strings.Contains(out, "document ") {
		t.Error(out)
	}
	// Where another ledger stands there, it cannot be.
	code, said = erasing("third", func() { d.write("ledger", "no ledger\n") })
	if code != codeSpent || !strings.Contains(said, "add ε = 1 to what is spent on these people by hand") || released(t, d.dir) != 3 {
		t.Errorf("code %d: %s", code, said)
	}
}

// shown is what was written to standard error.
func (p *program) shown() string { return p.err.(*printer).to.(fmt.Stringer).String() }
