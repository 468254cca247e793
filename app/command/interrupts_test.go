//go:build !js && !windows

package command

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"privatepca/core/ledger"
	"privatepca/core/ledger/disk"
	"privatepca/core/momentfile"
)

// An end is how one run of the command was ended, and what it left.
type end struct {
	what, how string
	code      int    // -1: by a signal
	last      string // the error on standard error; "" for none
	spent     int    // in the ledger
	documents int    // whole, in the folder
	sums      int    // whole moment files
	partial   int    // files that were being written
}

// disagrees says what does not fit together of an end; "" where all does.
func (e end) disagrees() string {
	says := func(list ...string) bool {
		return slices.ContainsFunc(list, func(s string) bool { return strings.Contains(e.last, s) })
	}
	release := e.what == "merge" || strings.HasPrefix(e.what, "release")
	spent := says("debited", "is spent", "count it as spent", "by hand")
	switch {
	case e.documents > e.spent:
		return "a document without its debit"
	case e.partial > 0 && e.code >= 0:
		return "a file that was being written is left"
	case e.code == codeDone && release && (e.spent != 1 || e.documents != 1), e.code == codeDone && !release && (e.sums != 1 || e.spent != 0):
		return "done, and it is not there"
	case e.code == codeDone && e.last != "":
		return "done, and an error is said"
	case e.code == codeNo && (release || e.sums != 1):
		return "a code of what was written, and nothing was"
	case e.code == codeRefused && (e.spent != 0 || e.documents != 0 || e.sums != 0):
		return "refused, and something was written or spent"
	case e.code == codeRefused && spent:
		return "refused, and the line says spent"
	case e.code == codeSpent && e.spent != 1:
		return "the code says spent, and the ledger does not"
	case e.code == codeSpent && !spent:
		return "the line does not say spent"
	case e.code == codeSpent && says("No document was written") && e.documents > 0, e.code == codeSpent && says("release stands in", "It stands in") && !says("the ledger:") && e.documents == 0:
		return "the line and the folder differ"
	case e.code == -1 && e.how != "KILL" && (e.spent > 0 || e.sums > 0): // before the command has begun, a signal ends it
		return "a signal that is caught ended it"
	case e.code == -1 && (spent || says("nothing spent")):
		return "it was killed, and a line says what became of it"
	case e.code > codeSpent:
		return "a code that says nothing"
	}
	return ""
}

// An interrupter ends runs of the command at random moments.
type interrupter struct {
	*desk
	rng     *rand.Rand
	moments []string                 // files of sums
	whole   map[string]time.Duration // of a whole run
}

// args are a call that leaves its files in a folder.
func (n *interrupter) args(what, dir string) []string {
	moment := filepath.Join(dir, "sum.moment")
	releasing := remove(replaced(n.releasing(), "-ledger", filepath.Join(dir, "ledger"), "-out", filepath.Join(dir, "out")), n.table, 1)
	switch what {
	case "release":
		return append(releasing, n.table)
	case "release, Gibbs":
		return append(releasing, "-mechanism", "ppca-gibbs", "-sweeps", "10000", n.table)
	case "merge":
		releasing[0] = "merge"
		return append(append(releasing, "-apart"), n.moments...)
	case "sum":
		return []string{"sum", "-schema", n.schema, "-out", moment, "-" + clearFlag, "-digest", n.table}
	}
	return append([]string{"merge", "-schema", n.schema, "-moments", moment, "-" + clearFlag, "-digest", "-apart"}, n.moments...)
}

// run runs the command in a folder of its own, ends it, and looks at what is left.
func (n *interrupter) run(what, how string) end {
	t := n.t
	dir := t.TempDir()
	args := n.args(what, dir)
	cmd := process(args...)
	if how == "disk full" {
		limits := []int{0, 1, 2, 4, 8, 16, 32, 64, 128, 160, 200, 400} // blocks of 512 bytes, of one file
		cmd = exec.Command("sh", append([]string{"-c", fmt.Sprintf(`trap "" XFSZ; ulimit -f %d; exec "$@"`, limits[n.rng.IntN(len(limits))]), "sh", os.Args[0]}, args...)...)
		cmd.Env = append(os.Environ(), "PRIVATEPCA_AS_COMMAND=1")
	}
	var said, printed bytes.Buffer
	cmd.Stderr, cmd.Stdout = &said, &printed
	var reader *os.File
	if how == "closed pipe" {
		var writer *os.File
		var err error
		if reader, writer, err = os.Pipe(); err != nil {
			t.Fatal(err)
		}
		cmd.Stdout = writer
		defer writer.Close()
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	time.Sleep(time.Duration(n.rng.Float64() * 1.2 * float64(n.whole[what])))
	switch how {
	case "closed pipe":
		reader.Close()
	case "disk full":
	default:
		cmd.Process.Signal(map[string]os.Signal{"INT": syscall.SIGINT, "TERM": syscall.SIGTERM, "HUP": syscall.SIGHUP, "KILL": syscall.SIGKILL}[how])
	}
	cmd.Wait()
	e := end{what: what, how: how, code: cmd.ProcessState.ExitCode()}
	if last := strings.TrimSpace(lastLine(said.String())); strings.HasPrefix(last, "privatepca") {
		e.last = last
	}
	n.left(dir, &e)
	return e
}

// left counts what a run has left in its folder.
func (n *interrupter) left(dir string, e *end) {
	e.documents = released(n.t, dir)
	list, err := ledger.New(disk.New(filepath.Join(dir, "ledger")), time.Now).Populations()
	if err != nil {
		n.t.Errorf("%+v: the ledger cannot be read: %v", *e, err)
	}
	for _, p := range list {
		e.spent += len(p.Charges)
	}
	if text, err := os.ReadFile(filepath.Join(dir, "sum.moment")); err == nil {
		if _, err := momentfile.Decode(text); err != nil {
			n.t.Errorf("%+v: the moment file is not whole: %v", *e, err)
		}
		e.sums = 1
	}
	for _, pattern := range []string{".*" + partial, "out/.*" + partial} {
		found, _ := filepath.Glob(filepath.Join(dir, pattern))
		e.partial += len(found)
	}
}

// However a run is ended, at whatever moment, its code, its last line, the ledger and the folder say the same. make interrupts ends
// 1,000 runs, and prints the table.
func TestInterrupts(t *testing.T) {
	runs, seed := 60, uint64(time.Now().UnixNano())
	if os.Getenv("PRIVATEPCA_SLOW") != "" {
		runs = 1000
	}
	n := &interrupter{desk: newDesk(t, plain), rng: rand.New(rand.NewPCG(seed, 1)), whole: map[string]time.Duration{}}
	tables, _, _ := n.holders()
	for i, table := range tables {
		n.moments = append(n.moments, filepath.Join(n.dir, fmt.Sprint(i, ".moment")))
		n.succeeds("sum", "-schema", n.schema, "-out", n.moments[i], "-"+clearFlag, table)
	}
	whats := []string{"release", "release, Gibbs", "sum", "merge", "merge -moments"}
	for _, what := range whats {
		start := time.Now()
		if out, err := process(n.args(what, t.TempDir())...).CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		n.whole[what] = time.Since(start)
	}
	hows := []string{"INT", "TERM", "HUP", "KILL", "disk full", "closed pipe"}
	type row struct {
		what, how string
		code      int
	}
	table, disagree := map[row]int{}, map[row]int{}
	for i := range runs {
		e := n.run(whats[i%len(whats)], hows[i/len(whats)%len(hows)])
		r := row{e.what, e.how, e.code}
		table[r]++
		if why := e.disagrees(); why != "" {
			disagree[r]++
			t.Errorf("seed %d: %s: %+v", seed, why, e)
		}
	}
	var lines []string
	for r, n := range table {
		code := fmt.Sprint(r.code)
		if r.code < 0 {
			code = "signal"
		}
		lines = append(lines, fmt.Sprintf("%-15s %-12s %-6s %5d  %5d", r.what, r.how, code, n, n-disagree[r]))
	}
	slices.Sort(lines)
	t.Logf("%d ends, seed %d: exit code, last line, ledger and folder\n%-15s %-12s %-6s %5s  agree\n%s", runs, seed, "of", "ended by", "code", "ends", strings.Join(lines, "\n"))
}

// The comparison finds what does not agree: each of these ends is a fault.
func TestDisagreementsAreFound(t *testing.T) {
	for _, e := range []end{
		{what: "release", code: codeDone},
		{what: "release", code: codeDone, spent: 1},
		{what: "release", code: codeRefused, spent: 1},
		{what: "release", code: codeRefused, last: "privatepca release: The budget is spent."},
		{what: "release", code: codeSpent, last: "privatepca release: Its budget was debited."},
		{what: "release", code: codeSpent, spent: 1, last: "privatepca release: nothing spent"},
		{what: "release", code: codeSpent, spent: 1, documents: 1, last: "privatepca release: No document was written, but its budget was debited"},
		{what: "release", code: codeSpent, spent: 1, last: "privatepca release: The release stands in out, and its budget was debited"},
		{what: "release", code: -1, how: "TERM", spent: 1},
		{what: "release", code: -1, how: "KILL", documents: 1},
		{what: "release", code: codeUnknown},
		{what: "sum", code: codeDone},
		{what: "sum", code: codeNo},
		{what: "sum", code: codeRefused, sums: 1},
		{what: "sum", code: codeRefused, partial: 1},
	} {
		if e.disagrees() == "" {
			t.Errorf("%+v is no fault", e)
		}
	}
	for _, e := range []end{
		{what: "release", code: codeDone, spent: 1, documents: 1},
		{what: "release", code: codeRefused, last: "privatepca release: It was interrupted. Nothing was written, and nothing spent."},
		{what: "release", code: codeSpent, spent: 1, last: "privatepca release: The release was ended before it was finished. No document was written, but its budget was debited: count it as spent."},
		{what: "release", code: -1, how: "KILL", spent: 1, partial: 1},
		{what: "sum", code: codeDone, sums: 1},
	} {
		if why := e.disagrees(); why != "" {
			t.Errorf("%+v: %s", e, why)
		}
	}
}
