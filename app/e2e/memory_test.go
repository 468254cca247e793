package e2e

import (
	"fmt"
	"testing"
	"time"

	"privatepca/app/e2e/at"
	"privatepca/app/e2e/drive"
	"privatepca/core/schema/papertest"
)

// mostMemory is what a tab may take beyond what it takes before a file is chosen.
const mostMemory = 256 << 20

// TestMemoryOfATab reads half a million records, 300 MB of text, and as many columns as a phone is promised to hold, in the engine
// and in Chromium: a tab of a phone is closed at some hundred megabytes more.
func TestMemoryOfATab(t *testing.T) {
	byTestBrowsers(t)
	const wide = "500 columns, 100 MB CSV" // mostly sums, for which an engine's time is not promised
	for name, job := range map[string]func(t *testing.T) drive.Job{
		"kdd, 494,021 records": func(t *testing.T) drive.Job {
			return drive.Job{Data: papertest.Path(t, "kddcup10.csv.gz"), Schema: papertest.Path(t, "kddcup10.schema.json"), Epsilon: "1", Delta: "1e-6", K: "4", Mechanism: "gaussian"}
		},
		"300 MB of CSV": func(t *testing.T) drive.Job { return tableOf(t, 1_760_000, "") },
		wide:            func(t *testing.T) drive.Job { return numbersOf(t, 500, 72_000, "") },
	} {
		t.Run(name, func(t *testing.T) {
			line := "Memory of a tab beyond its start, time of reading (times Chromium’s), processors’ time of that: " + name
			feature(t, line)
			j := job(t)
			peak, took, work := tabOf(t, engine, j)
			if peak <= 0 || peak > mostMemory {
				t.Errorf("the tab took %d MB more than at its start, want at most %d", peak>>20, mostMemory>>20)
			}
			if engine == drive.Chromium {
				figure(t, line, fmt.Sprintf("%d MB, %.1f s, %.1f s", peak>>20, took.Seconds(), work.Seconds()))
				return
			}
			_, theirs, works := tabOf(t, drive.Chromium, j)
			t.Logf("Chromium reads it in %v, in %v of processors’ time", theirs, works)
			like, painted := took, ""
			if engine == drive.WebKit {
				// Where there is no graphics processor WebKit paints by one that is emulated, ten times as slow as by the processor,
				// as Chromium paints here. Of reading only the like is compared.
				t.Setenv("WEBKIT_SKIA_ENABLE_CPU_RENDERING", "1")
				_, like, _ = tabOf(t, engine, j)
				t.Logf("painted by the processor it is read in %v", like)
				painted = fmt.Sprintf("; %.1f where it paints by the processor, as Chromium does", like.Seconds()/theirs.Seconds())
			}
			figure(t, line, fmt.Sprintf("%d MB, %.1f s (%.1f times%s), %.1f s", peak>>20, took.Seconds(), took.Seconds()/theirs.Seconds(), painted, work.Seconds()))
			if like > 2*theirs+200*time.Millisecond && thorough() && name != wide { // on a machine that does nothing else
				t.Errorf("read in %v, Chromium in %v", like, theirs)
			}
		})
	}
}

// tabOf does a job in a browser of its own. It returns the tab's peak of memory beyond its start,
// the time from the click that has the file read to the sum, and the processors' time of that.
func tabOf(t *testing.T, kind drive.Engine, j drive.Job) (peak int64, took, work time.Duration) {
	t.Helper()
	b, err := drive.LaunchEngine(kind)
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	p := sitIn(t, b, server, 120*time.Second)
	defer p.Close()
	p.pause(2 * time.Second) // what a start leaves behind is collected
	memory, err := p.Memory()
	p.must(err)
	at.Start(p).Open(j)
	at.Columns(p).Answer(j)
	p.pause(4 * time.Second) // a visitor reads and answers as long, and meanwhile the worker rehearses (session.Rehearse)
	before := memory.Work()
	at.Columns(p).ToPrivacy()
	often := map[drive.Engine]time.Duration{drive.WebKit: 500 * time.Millisecond}[kind] + 20*time.Millisecond // there each question takes processors' time
	p.must(drive.UntilEvery(p.ctx, often, func() bool { return p.answersOfType("prepare") > 0 }))
	work = memory.Work() - before
	took, err = p.Summed()
	p.must(err)
	at.Privacy(p).Answer(j)
	at.Privacy(p).ToRelease()
	p.must(p.Release(p.ctx))
	return memory.Peak(), took, work
}
