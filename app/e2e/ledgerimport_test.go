package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"privatepca/app/e2e/at"
	"privatepca/wasm/protocol"
)

// forged is an exported ledger of the release that TestImportOfALedger makes: n spendings of other
// people, and for those of the release a raised cap and two caps that replace each other.
func forged(n int) string {
	entry := func(id int, rest string) string {
		return fmt.Sprintf(`{"id":"%032x","time":"2026-01-02T03:04:05Z",%s}`, id, rest)
	}
	all := []string{
		entry(1, `"kind":"cap","population":"two-directions","cap":2,"replaces":["`+fmt.Sprintf("%032x", 2)+`"]`),
		entry(2, `"kind":"cap","population":"two-directions","cap":2,"replaces":["`+fmt.Sprintf("%032x", 1)+`"]`),
		entry(3, `"kind":"cap","population":"two-directions","cap":1000,"raise":true`),
	}
	for i := range n {
		all = append(all, entry(100+i, fmt.Sprintf(`"kind":"spend","population":"people %d","fingerprint":"f%d","charge":{"mechanism":"laplace","epsilon":0.001,"delta":0,"rho":0,"claim":"exact arithmetic"}`, i%300, i%300)))
	}
	return `{"format":"privatepca/ledger","version":1,"entries":[` + strings.Join(all, ",") + `]}`
}

// An import is shown before it is added. A large one neither holds up the page nor cripples the
// ledger, and a forged one makes no budget larger.
func TestImportOfALedger(t *testing.T) {
	t.Parallel()
	p := sit(t, server, 60*time.Second)
	p.toBudget(sampleJob("1", "gaussian"))
	p.must(p.Release(p.ctx))
	l := at.Ledger(p).Visit()

	n, all := 40_000, "40,003"
	if brief() {
		n, all = 10_000, "10,003"
	}
	file := filepath.Join(t.TempDir(), "ledger.json")
	p.must(os.WriteFile(file, []byte(forged(n)), 0o600))
	l.Choose(file).Previewed()
	p.says(l.Preview(), all+" entries that are not here", "Every later document would state: the limit was raised once more", "two-directions")
	p.says(l.Changes(), "two-directions") // what later documents would state comes first
	p.picture("ledger-7-import")
	p.must(p.Eval(p.ctx, `window.began = performance.now()`, nil))
	l.Confirm()
	took := time.Duration(ask[float64](p, `performance.now() - window.began`) * float64(time.Millisecond))
	p.says(l.Note(), all+" entries added")
	p.says(l.Population("two-directions"), "ε = 1 of 2 at", "the limit was raised once")

	l.Leave()
	p.must(p.Eval(p.ctx, `window.began = performance.now()`, nil))
	l.Visit()
	listed := time.Duration(ask[float64](p, `performance.now() - window.began`) * float64(time.Millisecond))
	t.Logf("%d entries are added in %v; the page Ledger takes %v after that", n, took, listed)
	if thorough() && (took > 15*time.Second || listed > 5*time.Second) { // 5 s and 1 s on a machine with nothing else to do
		t.Errorf("%d entries are added in %v, the page Ledger takes %v after that", n, took, listed)
	}

	p.says("main", "251 more populations are not listed")
	l.Listed(50).Find("people 299", "two-directions") // a field that still moves takes no click
}

// Stop, while the entries of a large file are read: nothing is added, nothing waits to be confirmed, the budget of the table that is
// open can be asked for, and the same file can be imported then.
func TestImportThatIsStopped(t *testing.T) {
	byTestBrowsers(t)
	t.Parallel()
	feature(t, "The import of a ledger, stopped")
	p := sit(t, server, 120*time.Second)
	j := sampleJob("1", "gaussian")
	p.toBudget(j)
	p.must(p.Release(p.ctx))
	l := at.Ledger(p).Visit()

	const n = 40_000
	file := filepath.Join(t.TempDir(), "ledger.json")
	p.must(os.WriteFile(file, []byte(forged(n)), 0o600))
	alone := func(when string) {
		t.Helper()
		l.Listed(1)
		p.says(l.Population("two-directions"), "ε = 1 of 2 at")
		if strings.Contains(p.text(l.Population("two-directions")), "was raised") || !l.Rests() {
			t.Errorf("%s: %q", when, p.text("main"))
		}
	}
	// Where the reading ends before the page has drawn the button, there was nothing to stop, and it is tried again.
	for tries := 1; !l.StopAtOnce().Choose(file).Stopped(); tries++ {
		if tries == 5 {
			t.Fatal("Stop ended no reading in five")
		}
		l.Drop()
	}
	p.says(l.Note(), "Stopped. Nothing was added.")
	alone("stopped")
	answers := p.answersOfType(protocol.LedgerRequest.Name)
	l.Leave()
	l.Visit()
	p.answers(protocol.LedgerRequest.Name, answers) // what is stored, as the worker's successor reads it
	alone("read again")

	p.goPrivacy() // the table is open, and its budget is what it was
	j.Epsilon = "0.5"
	p.again(j)
	p.says(at.Review(p).Remains(), "ε =")
	p.must(p.Release(p.ctx))

	l.Visit().Choose(file).Previewed()
	p.says(l.Preview(), "40,003 entries that are not here")
	l.Confirm()
	p.says(l.Note(), "40,003 entries added")
}
