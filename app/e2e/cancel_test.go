package e2e

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"privatepca/app/e2e/at"
	"privatepca/app/e2e/drive"
)

// longTable is of cells in quotes, which take the workers some seconds to read, in which a
// test finds the time to meddle, also on a machine that is fast.
func longTable(t *testing.T) drive.Job { return tableOf(t, longRecords, `"`) }

const longRecords = 800_000

// tableOf has so many records of 60 numbers between quotes.
func tableOf(t *testing.T, records int, quote string) drive.Job {
	return numbersOf(t, 60, records, quote)
}

// numbersOf has so many columns of numbers between quotes.
func numbersOf(t *testing.T, columns, records int, quote string) drive.Job {
	t.Helper()
	var head, fields strings.Builder
	var row []string
	for i := range columns {
		if i > 0 {
			head.WriteByte(',')
			fields.WriteByte(',')
		}
		fmt.Fprintf(&head, "c%d", i)
		fmt.Fprintf(&fields, `{"name":"c%d","type":"number","constraints":{"minimum":0,"maximum":100}}`, i)
		row = append(row, quote+fmt.Sprint(i*7%100)+quote)
	}
	name := file(t, "long.csv", head.String()+"\n")
	out, err := os.OpenFile(name, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	part := strings.Repeat(strings.Join(row, ",")+"\n", records/100)
	for range 100 {
		if _, err := out.WriteString(part); err != nil {
			t.Fatal(err)
		}
	}
	return drive.Job{
		Data: name, Schema: file(t, "long.schema.json", `{"fields":[`+fields.String()+`]}`),
		Epsilon: "1", Delta: "1e-6", K: "2", Mechanism: "gaussian",
	}
}

// wideTable has few records and 600 features, whose subspace takes long to sample.
func wideTable(t *testing.T) drive.Job {
	levels := make([]string, 300)
	var table strings.Builder
	table.WriteString("a,b\n")
	for i := range levels {
		levels[i] = fmt.Sprintf(`"v%d"`, i)
		fmt.Fprintf(&table, "v%d,v%d\n", i, i*7%300)
	}
	column := `","type":"string","constraints":{"enum":[` + strings.Join(levels, ",") + `]}}`
	return drive.Job{
		Data:    file(t, "wide.csv", table.String()),
		Schema:  file(t, "wide.schema.json", `{"fields":[{"name":"a`+column+`,{"name":"b`+column+`]}`),
		Epsilon: "0.5", Delta: "1e-6", K: "60", Mechanism: "ppca-gibbs",
	}
}

// answersOfType counts the worker's answers of one type so far.
func (p *person) answersOfType(kind string) int {
	n := 0
	for _, m := range p.Record().Messages() {
		if strings.Contains(m.Text, `"type":"`+kind+`"`) {
			n++
		}
	}
	return n
}

// The bars of phases under way.
const (
	readingBar   = `#phases [data-phase="read"].now progress`
	releasingBar = `#phases:has(.debit) [data-phase="read"].now progress` // read for a release that is asked for
	noiseBar     = `#phases [data-phase="noise"].now progress`
)

// cancelAt clicks Cancel as soon as a bar has moved, and returns after how long a fresh worker has the file again and the
// page answers to the hand. The page itself watches and clicks, since the phase may end before a hand gets there.
// Begin does what begins the phase.
func (p *person) cancelAt(moved string, begin func()) time.Duration {
	p.t.Helper()
	p.must(p.Eval(p.ctx, `(() => {
	  window.__cancelled = null;
	  const look = () => {
	    const bar = document.querySelector('`+moved+`'), cancel = document.querySelector('#cancel-button');
	    if (!(bar?.value > 0) || !cancel) return;
	    watch.disconnect();
	    const value = id => document.getElementById(id)?.value ?? '';
	    const endless = document.getAnimations().filter(a => a.effect.getComputedTiming().iterations === Infinity).length;
	    window.__cancelled = { at: Date.now(), endless, epsilon: value('epsilon'), k: value('k'), delta: value('delta') };
	    cancel.click();
	  };
	  const watch = new MutationObserver(look);
	  watch.observe(document, { subtree: true, childList: true, attributes: true });
	})()`, nil))
	opened := p.answersOfType("open")
	begin()
	p.until(`window.__cancelled`)
	before := ask[struct {
		At                float64
		Endless           int
		Epsilon, K, Delta string
	}](p, `window.__cancelled`)
	if before.Endless > 0 { // each has a browser without a graphics processor draw on the cores that the workers need
		p.t.Errorf("%d animations without an end run during the work", before.Endless)
	}
	p.until(`!document.querySelector('#cancel-button')`)
	p.says("#note", "Cancelled") // else the phase had ended before the click
	p.answers("open", opened)
	p.click(`nav a[href="/privacy"]`)
	p.until(`location.pathname === '/privacy' && document.querySelector('#epsilon')`)
	took := time.Duration(ask[float64](p, `Date.now()`)-before.At) * time.Millisecond
	p.t.Logf("usable again after %d ms", took.Milliseconds())
	for id, was := range map[string]string{"epsilon": before.Epsilon, "k": before.K, "delta": before.Delta} {
		if now := ask[string](p, `document.querySelector('#`+id+`').value`); was != "" && now != was {
			p.t.Errorf("after cancelling %s is %q, was %q", id, now, was)
		}
	}
	return took
}

// atOnce checks that cancelling takes a second at most, where the machine does nothing else; three
// in engines that take longer to start a worker. It takes two times, since something may hold up one
// of them.
func (p *person) atOnce(took ...time.Duration) {
	p.t.Helper()
	limit := patient(time.Second)
	if engine != drive.Chromium {
		limit *= 3
	}
	if slices.Min(took) > limit || slices.Max(took) > 5*limit {
		tooLong(p.t, "usable again after %v, want within %v", took, limit)
	}
}

// underWay waits until a phase has got somewhere, and is not over.
func (p *person) underWay(phase string) {
	p.t.Helper()
	p.until(`document.querySelector('#phases [data-phase="` + phase + `"].now progress')?.value > 0`)
}

func TestCancelWhileReading(t *testing.T) {
	feature(t, "Cancelling while a file is read")
	p := sit(t, server, 90*time.Second)
	records := longRecords
	if engine == drive.Chromium && !brief() {
		records *= 2 // beside other engines the first bar is drawn late
	}
	j := tableOf(t, records, `"`)
	chosen := time.Now()
	at.Start(p).Open(j)
	at.Columns(p).Answer(j)
	first := p.cancelAt(readingBar, func() { at.Columns(p).ToPrivacy() })
	at.Privacy(p).Answer(j)

	// Again, with the release already asked for.
	second := p.cancelAt(releasingBar, func() {
		at.Privacy(p).ToRelease()
		at.Review(p).Press()
	})
	p.atOnce(first, second)
	if n := p.answersOfType("release"); n > 0 {
		t.Error("it was released although it was cancelled")
	}

	// A new run succeeds, with the same file.
	at.Privacy(p).ToRelease()
	p.must(p.Release(p.ctx))
	if n := p.Records(); n != int64(records) {
		t.Errorf("%d records read in the end", n)
	}
	if wrong := wrongRequests(p.Witnessed(), p.url, chosen, 2); len(wrong) > 0 {
		t.Errorf("requests:\n%s", strings.Join(wrong, "\n"))
	}
}

func TestCancelWhileSampling(t *testing.T) {
	p := sit(t, server, 90*time.Second)
	j := wideTable(t)
	at.Start(p).Open(j)
	at.Columns(p).Answer(j)
	at.Columns(p).ToPrivacy()
	at.Privacy(p).Answer(j)
	var took []time.Duration
	for range 2 {
		took = append(took, p.cancelAt(noiseBar, func() {
			at.Privacy(p).ToRelease()
			at.Review(p).Press()
		}))
	}
	p.atOnce(took...)

	// A new run succeeds.
	j.Mechanism, j.K, j.Epsilon = "gaussian", "2", "0.25" // what two pure releases leave, as μ² adds up
	at.Privacy(p).Answer(j)
	at.Privacy(p).ToRelease()
	p.must(p.Release(p.ctx))
	document, loadings, err := p.TakeDocument(p.ctx)
	p.must(err)
	checked(t, document, loadings, "gaussian", 2, 600)
}
