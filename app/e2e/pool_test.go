package e2e

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// cores makes the page believe in so many.
func cores(n int) string {
	return fmt.Sprintf(`Object.defineProperty(Navigator.prototype, 'hardwareConcurrency', { value: %d });`, n)
}

// keepWorkers lets a test end one of the page's workers, in the order of their start.
const keepWorkers = `window.started = [];
window.Worker = class extends Worker { constructor(...a) { super(...a); started.push(this); } };`

// reads has the long table read and returns how long that took.
func (p *person) reads() time.Duration {
	j := longTable(p.t)
	p.must(p.OpenFile(p.ctx, j))
	p.must(p.AnswerColumns(p.ctx, j))
	start := time.Now()
	p.must(p.ToPrivacy(p.ctx))
	for p.answersOfType("prepared") == 0 {
		if p.ctx.Err() != nil {
			p.must(p.ctx.Err())
		}
		time.Sleep(5 * time.Millisecond)
	}
	return time.Since(start)
}

func TestWorkersShareTheReading(t *testing.T) {
	long(t, "measures time on a machine that does nothing else")
	times := map[int]time.Duration{1: time.Hour, 2: time.Hour}
	for range 3 {
		for n := range times {
			took := sit(t, server, 90*time.Second, cores(n)).reads()
			times[n] = min(times[n], took)
		}
	}
	ratio := times[1].Seconds() / times[2].Seconds()
	t.Logf("one worker %v, two %v: %.2f times", times[1], times[2], ratio)
	if ratio < 1.5 {
		t.Errorf("two workers are %.2f times as fast as one", ratio)
	}
}

// A part that ends in the middle of a file: an error in words, no sum; and then the
// file is read without it.
func TestAPartIsLost(t *testing.T) {
	long(t, "reads a long table")
	p := sit(t, server, 120*time.Second, cores(2), keepWorkers)
	j := longTable(t)
	p.must(p.OpenFile(p.ctx, j))
	p.must(p.AnswerColumns(p.ctx, j))
	p.must(p.ToPrivacy(p.ctx))
	p.underWay("read")
	p.must(p.Eval(p.ctx, `started.at(-2).terminate()`, nil)) // the last makes forecasts
	p.until(`document.querySelector('#error')`)
	err := p.refusal(p.Alert(p.ctx))
	if !strings.Contains(err.Text, "stopped answering") || p.answersOfType("prepared") > 0 {
		t.Errorf("the page says %q", err.Text)
	}
}
