//go:build !js

package command

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

// A disk that is full at any moment leaves no document without its debit, and a refusal means that nothing was spent.
func TestFullDisk(t *testing.T) {
	if testing.Short() || runtime.GOOS == "windows" {
		t.Skip("starts processes under a limit of file sizes")
	}
	d := newDesk(t, plain)
	codes := map[int]int{}
	for i, blocks := range []int{0, 1, 2, 3, 4, 6, 8, 16, 64, 128, 160, 200, 400, 4000} {
		args := d.releasing("-cap", "1e6", "-out", filepath.Join(d.dir, fmt.Sprint("run", i)))
		cmd := exec.Command("sh", append([]string{"-c", fmt.Sprintf(`trap "" XFSZ; ulimit -f %d; exec "$@"`, blocks), "sh", os.Args[0]}, args...)...)
		cmd.Env = append(os.Environ(), "PRIVATEPCA_AS_COMMAND=1")
		before, had := d.spendings(), released(t, d.dir)
		out, err := cmd.Output()
		code := cmd.ProcessState.ExitCode()
		codes[code]++
		spent, documents := d.spendings(), released(t, d.dir)
		if documents > spent {
			t.Fatalf("%d blocks: %d documents, %d spendings", blocks, documents, spent)
		}
		switch code {
		case codeDone:
			if spent != before+1 || documents != had+1 {
				t.Errorf("%d blocks: it ended well with %d spendings more, %d documents more", blocks, spent-before, documents-had)
			}
		case codeRefused:
			if spent != before || documents != had || len(out) > 0 {
				t.Errorf("%d blocks: it was refused, and %d were spent: %v", blocks, spent-before, err)
			}
		case codeSpent:
			if spent != before+1 {
				t.Errorf("%d blocks: it says spent, and %d were", blocks, spent-before)
			}
		default:
			t.Errorf("%d blocks: code %d: %v", blocks, code, err)
		}
	}
	if codes[codeDone] == 0 || codes[codeRefused] == 0 {
		t.Errorf("codes %v: the limits were not met", codes)
	}
	t.Logf("codes %v", codes)
}

// A ledger that cannot be written is a refusal before a record is read, and nothing is written.
func TestLedgerThatCannotBeWritten(t *testing.T) {
	d := newDesk(t, plain)
	for name, ledger := range map[string]string{
		"no such folder":  filepath.Join(d.dir, "none", "ledger"),
		"a folder":        d.dir,
		"below a file":    filepath.Join(d.table, "ledger"),
		"of the system's": "/proc/privatepca-ledger",
	} {
		code, out, err := run(t, 0, "", d.releasing("-ledger", ledger)...)
		if code != codeRefused || out != "" || strings.Count(strings.TrimSpace(err), "\n") > 6 {
			t.Errorf("%s: code %d: %s", name, code, err)
		}
		if _, err := os.Stat(filepath.Join(d.folder, documentName)); err == nil {
			t.Errorf("%s: a document was written", name)
		}
	}
	if os.Getuid() == 0 {
		return // who may write everything
	}
	d.succeeds(d.releasing()...)
	os.Chmod(d.ledger, 0o444)
	os.Chmod(d.dir, 0o555)
	defer os.Chmod(d.dir, 0o777)
	if code, _, err := run(t, 0, "", d.releasing("-out", t.TempDir())...); code != codeRefused || d.spendings() != 1 {
		t.Errorf("read-only: code %d: %s", code, err)
	}
}

// A clock that is set back, or forward, changes nothing of what was spent: the count has no time.
func TestClockSetBack(t *testing.T) {
	d := newDesk(t, plain)
	args := func(out string) []string {
		return d.releasing("-mechanism", "laplace", "-epsilon", "0.5", "-sum-delta", "0", "-cap", "1", "-out", filepath.Join(d.dir, out))
	}
	at := func(year int, out string) (int, string) {
		p, _, err := ready(t, 0, "")
		p.now = func() time.Time { return time.Date(year, 1, 1, 0, 0, 0, 0, time.UTC) }
		return p.main(args(out)), err.String()
	}
	for i, year := range []int{2026, 1970} {
		if code, err := at(year, fmt.Sprint(i)); code != codeDone {
			t.Fatalf("%d: code %d: %s", year, code, err)
		}
	}
	for i, year := range []int{1969, 1970, 2026, 2500} {
		if code, err := at(year, fmt.Sprint("over", i)); code != codeRefused || !strings.Contains(err, "the limit of this population is 1") {
			t.Errorf("%d: code %d: %s", year, code, err)
		}
	}
	if n := d.spendings(); n != 2 {
		t.Errorf("%d spendings", n)
	}
}

// A ledger that the page exported carries its populations over and back: what was spent there counts here, and the other way round.
func TestLedgerCarriesOver(t *testing.T) {
	d := newDesk(t, plain)
	page := filepath.Join(root, "core", "ledger", "testdata", "second.json")
	code, out, err := run(t, 0, "", "ledger", "import", "-preview", "-ledger", d.ledger, page)
	if code != codeDone || !strings.Contains(out, "would be taken in") || !strings.Contains(err, "spent ε = ") {
		t.Fatalf("code %d: %s%s", code, out, err)
	}
	if _, err := os.Stat(d.ledger); err == nil {
		t.Error("a preview made a ledger")
	}
	if code, _, err := run(t, 0, "", "ledger", "import", "-ledger", d.ledger, page); code != codeRefused || !strings.Contains(err, "say -yes") {
		t.Errorf("an import with marks was taken without asking: code %d: %s", code, err)
	}
	d.succeeds("ledger", "import", "-yes", "-ledger", d.ledger, page)
	// This population has spent ε = 2.375 of at most 0.9 there, and may spend nothing here.
	if code, _, err := run(t, 0, "", d.releasing("-mechanism", "laplace", "-epsilon", "0.01", "-population", "Clinic North")...); code != codeRefused || !strings.Contains(err, "the limit of this population is 0.9") {
		t.Errorf("code %d: %s", code, err)
	}
	before := d.spendings()
	d.succeeds(d.releasing("-population", "carried over")...)
	back := d.write("back.json", d.exported())
	if n := d.spendings(); n != before+1 {
		t.Errorf("%d spendings after %d", n, before)
	}
	// The page takes in what the command exports: to who has the page's entries only the new ones are new.
	other := filepath.Join(d.dir, "other")
	d.succeeds("ledger", "import", "-yes", "-ledger", other, page)
	if out := d.succeeds("ledger", "import", "-ledger", other, back); out != "3 new lines taken in.\n" {
		t.Error(out)
	}
	if out := d.succeeds("ledger", "import", "-ledger", d.ledger, page); out != "0 new lines taken in.\n" {
		t.Error(out)
	}
}
