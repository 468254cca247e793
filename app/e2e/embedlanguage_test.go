package e2e

import (
	"strings"
	"testing"
	"time"

	"privatepca/app/e2e/drive"
)

// A frame that its host asks to be German has the visitor type what the buttons do in German: what stands above the field counts, and means something to who reads
// the page.
func TestAGermanFrameReleasesAndHandsOver(t *testing.T) {
	t.Parallel()
	feature(t, "In a frame what is typed is in the language of the page")
	h := openPortal(t, binary, web, `<div id="place"></div><script>
	  privatePCA(document.getElementById('place'), { schema: `+quote(fourColumns)+`, epsilonMax: 2, k: 1, lang: 'de',
	    file: new File([`+quote(table(3))+`], 'visits.csv') });</script>`)
	p := h.visit(t, 60*time.Second)
	f := p.inside(0)
	f.toReleasePage(drive.Job{Epsilon: "1", Delta: "1e-6", K: "1", Mechanism: "gaussian"})
	f.until(`document.querySelector('#typed-phrase')`)
	if got := f.phrase(); !strings.HasPrefix(got, "veröffentlichen ") {
		t.Errorf("asked for is %q", got)
	}
	f.release()
	f.handOver()
	if got := ask[int](p, `kept.filter(k => k.name === 'released').length`); got != 1 {
		t.Errorf("the host has %d documents", got)
	}
}
