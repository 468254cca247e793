package e2e

import (
	"strings"
	"testing"
	"time"

	"privatepca/app/e2e/at"
	"privatepca/app/e2e/drive"
	"privatepca/core/schema/papertest"
)

// Half a million records: within the memory of a tab, with progress to be seen all
// the time, and a page that answers.
func TestHalfAMillionRecords(t *testing.T) {
	alone(t)
	onlyChromium(t, "memory and tasks are seen by its tracing")
	table, dictionary := papertest.Path(t, "kddcup10.csv.gz"), papertest.Path(t, "kddcup10.schema.json")
	b, err := drive.Launch() // of its own, so that its memory is this job's
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(b.Close)
	p := sitIn(t, b, server, 120*time.Second)
	j := drive.Job{Data: table, Schema: dictionary, Epsilon: "1", Delta: "1e-6", K: "4", Mechanism: "gaussian"}
	p.quiet()
	stop, err := b.Trace(p.ctx)
	p.must(err)
	at.Start(p).Open(j)
	at.Columns(p).Answer(j)
	// The page itself counts, for the reading may be over before this test looks.
	p.must(p.Eval(p.ctx, `{ window.moves = 0; let last = 0;
	  new MutationObserver(() => { const value = document.querySelector('#phases .now progress')?.value ?? 0; if (value > last) { last = value; moves++; } })
	    .observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true }); }`, nil))
	at.Columns(p).ToPrivacy()
	at.Privacy(p).Answer(j)

	p.watch(func() bool { return p.answersOfType("prepare") > 0 })
	at.Privacy(p).ToRelease()
	p.must(p.Release(p.ctx))
	document, loadings, err := p.TakeDocument(p.ctx)
	p.must(err)
	doc := checked(t, document, loadings, "gaussian", 4, 116)
	if doc.N != 494_021 || p.Records() != 494_021 {
		t.Errorf("n = %d, %d records read", doc.N, p.Records())
	}
	moves := ask[int](p, `window.moves`)
	if moves < 3 {
		t.Errorf("progress moved %d times only", moves)
	}
	if n := p.answersOfType("prepare"); n != 1 {
		t.Errorf("the file was read %d times", n)
	}

	peak, err := b.PeakMemory(p.ctx)
	p.must(err)
	t.Logf("peak memory of the tab: %d MB; progress moved %d times", peak>>20, moves)
	if peak >= 512<<20 {
		t.Errorf("the tab took %d MB, want less than 512", peak>>20)
	}
	tasks, err := stop()
	p.must(err)
	for _, task := range tasks {
		t.Logf("long task: %v", task)
		// The thread's own work is what the page answers for; by the clock a task
		// takes longer where the machine has other things to do.
		if task.CPU > patient(100*time.Millisecond) {
			tooLong(t, "the page's main thread was busy too long: %v", task)
		}
	}
}

// watch looks at the progress that the page shows until it is over. It fails
// where progress goes back, or stands still or out of sight for 3 s (longer where the machine
// may be busy).
func (p *person) watch(over func() bool) {
	p.t.Helper()
	type sight struct {
		Value float64
		Text  string
	}
	var last sight
	moved := time.Now()
	p.await(func() bool {
		now := ask[sight](p, `(() => {
		  const e = document.querySelector('#phases .now');
		  return { Value: e?.querySelector('progress')?.value ?? -1, Text: e?.innerText ?? '' };
		})()`)
		switch {
		case now.Value < 0 || !strings.Contains(now.Text, "record"): // not in sight
		case now.Value < last.Value:
			p.t.Errorf("progress went back from %q to %q", last.Text, now.Text)
			last, moved = now, time.Now()
		case now != last:
			last, moved = now, time.Now()
		}
		if since := time.Since(moved); since > patient(3*time.Second) {
			tooLong(p.t, "no progress to be seen for %v, after %q", since, last.Text)
		}
		return over()
	})
}
