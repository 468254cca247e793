package e2e

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"privatepca/app/e2e/at"
	"privatepca/app/e2e/drive"
)

// Pages stay short: at 1280 pixels, with what is answered folded, none is higher than its goal; at 390 none is higher than its other goal, and nothing is
// wider than the screen.
func TestPagesStayShort(t *testing.T) {
	t.Parallel()
	const line = "Height in pixels of a page, 1,280 and 390 wide, with the sample Everyday life"
	feature(t, line)
	var measured []string
	p := sit(t, server, 60*time.Second)
	height := func(page string, most, narrow int) {
		t.Helper()
		p.rest()
		wide := ask[int](p, `document.documentElement.scrollHeight`)
		p.must(p.Width(p.ctx, 390))
		p.rest()
		got := ask[[2]int](p, `[document.documentElement.scrollHeight, document.documentElement.scrollWidth]`)
		measured = append(measured, fmt.Sprintf("%s %d, %d", page, wide, got[0]))
		if wide > most || got[0] > narrow {
			t.Errorf("%s is %d pixels high, and %d on a screen of 390: more than %d, %d", page, wide, got[0], most, narrow)
		}
		if got[1] > 390 {
			t.Errorf("%s is %d pixels wide on a screen of 390", page, got[1])
		}
		p.must(p.Width(p.ctx, 1280))
	}
	height("start", 1250, 2549)
	at.Start(p).Open(drive.Job{Sample: "everyday-life"})
	at.Columns(p).SayRow()
	at.Columns(p).ToPrivacy().Finds()
	height("privacy", 1550, 2719)
	p.must(p.Eval(p.ctx, `history.back()`, nil))
	at.Columns(p).Stands()
	height("columns", 1500, 2400)

	// The tabs of a result, of the same sample's finished release.
	at.Start(p).Return()
	at.Start(p).Finished("everyday-life")
	r := at.Result(p).Stands()
	height("result", 1550, 3621)
	r.Tab("loadings")
	height("loadings", 1150, 1726)
	r.HeatMap()
	height("heat map", 1150, 1726)
	r.Tab("map")
	height("map", 1150, 1489)
	r.Tab("correlations").Draws("correlations")
	height("correlations", 2600, 4400)
	r.Tab("compare").CompareWith("../../web/samples/everyday-life.release.json")
	r.Compared()
	height("compare", 1000, 2218)
	r.Tab("apply")
	height("apply", 1050, 1833)
	r.Tab("check")
	r.Finished()
	height("check", 1400, 2600)
	figure(t, line, strings.Join(measured, "; "))
}
