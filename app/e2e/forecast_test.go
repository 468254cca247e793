package e2e

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"privatepca/app/e2e/at"
	"privatepca/app/e2e/drive"
)

// other has the public facts of smallTable, and other values in every cell.
const other = "age,height,smoker\n119,101,no\n2,229,no\n118,103,no\n1,228,no\n117,105,no\n"

// The forecast stands before anything is spent, moves with the slider without a word to
// a worker, and is the same for a file of the same public facts and other values.
func TestTheForecastStandsBeforeAnythingIsSpent(t *testing.T) {
	t.Parallel()
	var seen [2]at.Forecast
	for i, table := range []string{smallTable, other} {
		p := sit(t, server, 40*time.Second)
		j := small(t)
		j.Data = file(t, "small.csv", table)
		chosen := time.Now()
		at.Start(p).Open(j)
		at.Columns(p).Answer(j)
		page := at.Columns(p).ToPrivacy().Counts("5")
		page.SetK("2").SetRecords("20000").Weighs("20,000") // last: its forecast is of k = 2, too
		seen[i] = page.Forecast()

		asked := len(p.Record().Messages())
		page.Slide("-2")
		page.Until("0.01", true)
		low := page.Forecast()
		if low.Chart == seen[i].Chart || low.Kept == seen[i].Kept || low.Enough == seen[i].Enough {
			t.Errorf("the forecast stays as ε goes from 1 to 0.01:\n%+v\n%+v", seen[i], low)
		}
		if n := len(p.Record().Messages()); n != asked {
			t.Errorf("the slider sent %d messages", n-asked)
		}
		page.UseSolved()
		page.Until("0.01", false)
		if got := "ε = " + page.Epsilon(); got != low.Solved {
			t.Errorf("%q was offered, %q is used", low.Solved, got)
		}
		for name, all := range map[string][]drive.Request{"instruments": p.Record().Requests(), "proxy": p.Witnessed()} {
			t.Run(name, func(t *testing.T) {
				if wrong := wrongRequests(all, p.url, chosen, 0); len(wrong) > 0 {
					t.Errorf("%s:\n%s", name, strings.Join(wrong, "\n"))
				}
			})
		}
	}
	if seen[0] != seen[1] {
		t.Errorf("other values, another forecast: %s %s, %s %s", seen[0].Kept, seen[0].Solved, seen[1].Kept, seen[1].Solved)
	}
}

// The chart follows the handle: no task of the page's main thread lasts 50 ms, while the
// forecast arrives and while the slider moves.
func TestTheSliderIsLight(t *testing.T) {
	onlyChromium(t, "tasks are seen by its tracing")
	long(t, "measures the main thread")
	b, err := drive.Launch() // of its own, so that its thread is this job's
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(b.Close)
	p := sitIn(t, b, server, 60*time.Second)
	at.Start(p).Open(drive.Job{Sample: "clinic-visits"})
	at.Columns(p).Answer(drive.Job{})
	page := at.Columns(p).ToPrivacy()
	page.Forecast()
	p.quiet()
	p.undisturbed(50*time.Millisecond, func() []drive.Task {
		return p.traced(b, func() {
			page.SetK("3")
			for i := range 60 {
				page.Slide(fmt.Sprintf("%.2f", -2+.05*float64(i)))
				p.pause(30 * time.Millisecond) // as a hand moves it
			}
		})
	})
}
