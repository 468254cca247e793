package e2e

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"privatepca/app/e2e/at"
	"privatepca/app/e2e/drive"
)

// cores makes the page believe in so many.
func cores(n int) string {
	return fmt.Sprintf(`Object.defineProperty(Navigator.prototype, 'hardwareConcurrency', { value: %d });`, n)
}

// keepWorkers lets a test end one of the page's workers, in the order of their start.
const keepWorkers = `window.started = [];
window.Worker = class extends Worker { constructor(...a) { super(...a); started.push(this); } };`

// TestWorkersShareTheReading compares with what the machine gives to two at once: two pages
// that read the file apart. Sharing it may cost a quarter of that.
func TestWorkersShareTheReading(t *testing.T) {
	long(t, "measures time on a machine that does nothing else")
	j := tableOf(t, 1_000_000, "")
	reads := func(pages, workers int) time.Duration {
		all := make([]*person, pages)
		for i := range all {
			all[i] = sit(t, server, 90*time.Second, cores(workers))
			at.Start(all[i]).Open(j)
			at.Columns(all[i]).Answer(j)
		}
		start := time.Now()
		var done sync.WaitGroup
		for _, p := range all {
			done.Go(func() {
				at.Columns(p).ToPrivacy()
				drive.UntilEvery(p.ctx, 5*time.Millisecond, func() bool { return p.answersOfType("prepare") > 0 })
			})
		}
		done.Wait()
		for _, p := range all {
			p.must(p.ctx.Err())
		}
		return time.Since(start)
	}
	one, two, apart := time.Hour, time.Hour, time.Hour
	for range 4 {
		one, two, apart = min(one, reads(1, 1)), min(two, reads(1, 2)), min(apart, reads(2, 1))
	}
	got, most := one.Seconds()/two.Seconds(), 2*one.Seconds()/apart.Seconds()
	t.Logf("one worker %v, two %v: %.2f times; two pages %v: %.2f times", one, two, got, apart, most)
	if got < .75*most {
		t.Errorf("two workers are %.2f times as fast as one, of %.2f that this machine gives", got, most)
	}
}

// A part that ends in the middle of a file: an error in words, no sum; and then the
// file is read without it.
func TestAPartIsLost(t *testing.T) {
	long(t, "reads a long table")
	p := sit(t, server, 120*time.Second, cores(2), keepWorkers)
	j := longTable(t)
	at.Start(p).Open(j)
	at.Columns(p).Answer(j)
	at.Columns(p).ToPrivacy()
	p.underWay("read")
	p.must(p.Eval(p.ctx, `started.at(-2).terminate()`, nil)) // the last makes forecasts
	p.until(`document.querySelector('#error')`)
	err := p.refusal(p.Alert(p.ctx))
	if !strings.Contains(err.Text, "stopped answering") || p.answersOfType("prepare") > 0 {
		t.Errorf("the page says %q", err.Text)
	}
}
