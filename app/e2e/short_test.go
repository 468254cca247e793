package e2e

import (
	"testing"
	"time"

	"privatepca/app/e2e/at"
	"privatepca/app/e2e/drive"
)

// Pages stay short, at 1280 pixels and with what is answered folded: in pixels, a tenth above what they are today. At 390 nothing is wider than the screen.
func TestPagesStayShort(t *testing.T) {
	t.Parallel()
	p := sit(t, server, 60*time.Second)
	height := func(page string, most int) {
		t.Helper()
		p.rest()
		got := ask[int](p, `document.documentElement.scrollHeight`)
		t.Logf("%s: %d pixels", page, got)
		if got > most {
			t.Errorf("%s is %d pixels high, more than %d", page, got, most)
		}
		p.must(p.Width(p.ctx, 390))
		if wide := ask[int](p, `document.documentElement.scrollWidth`); wide > 390 {
			t.Errorf("%s is %d pixels wide on a screen of 390", page, wide)
		}
		p.must(p.Width(p.ctx, 1280))
	}
	height("start", 1320)
	at.Start(p).Open(drive.Job{Sample: "everyday-life"})
	at.Columns(p).SayRow()
	at.Columns(p).ToPrivacy().Finds()
	height("privacy", 2000)
	p.must(p.Eval(p.ctx, `history.back()`, nil))
	at.Columns(p).Stands()
	height("columns", 2000)

	// The tabs of a result, of the same sample's finished release.
	at.Start(p).Return()
	at.Start(p).Finished("everyday-life")
	r := at.Result(p).Stands()
	height("result", 1550)
	r.Tab("loadings")
	height("loadings", 1150)
	r.HeatMap()
	height("heat map", 1150)
	r.Tab("map")
	height("map", 1150)
	r.Tab("compare").CompareWith("../../web/samples/everyday-life.release.json")
	p.until(`document.querySelector('#verdicts')`)
	height("compare", 1000)
	r.Tab("apply")
	height("apply", 1050)
	r.Tab("check")
	r.Finished()
	height("check", 1400)
}
