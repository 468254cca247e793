package e2e

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"privatepca/core/release"

	"privatepca/app/e2e/at"
)

// A finished release is one click away; what it says follows the noise test; the curator's words stand in what is downloaded; it is compared
// with another and applied to public rows; all of that is accessible, and fits 320 to 2,560 pixels.
func TestAFinishedReleaseIsShown(t *testing.T) {
	t.Parallel()
	p := audit(t)
	p.until(`document.querySelector('#finished-everyday-life')`)
	at.Start(p).Finished("everyday-life")
	p.until(at.Result(p).Says(`At least 3 directions relate columns`))
	p.until(at.Result(p).Says(`Has savings for three months`))

	r := at.Result(p).Name(1, "Means").SetTitle("Everyday life")
	d, err := release.Decode(r.Take("release.json"))
	if err != nil || d.About == nil || d.About.Title != "Everyday life" || d.About.Directions[0] != "Means" {
		t.Errorf("%v: the document says %+v", err, d.About)
	}
	if table := r.Tab("loadings").Picture("loadings", "csv"); !bytes.HasPrefix(table, []byte("Feature,Label,Direction 1,\"From, people like these\",to,")) {
		t.Errorf("%.60q", table)
	}
	r.HeatMap()
	r.Enlarge("heatmap")
	p.until(r.Slide("heatmap")) // WebKit: as it is shown
	r.Enlarge("heatmap")
	p.until(`!` + r.Slide("heatmap"))
	if ask[bool](p.person, `!!document.querySelector('#rotate')`) {
		t.Error("directions that stand alone can be rotated into each other")
	}

	// The values of a chart are read without a mouse: by the arrow keys, and by a press.
	for i, chart := range []string{"loadings", "heatmap"} {
		[]func(){r.Bars, r.HeatMap}[i]()
		box := "#" + chart + " .marks"
		p.until(`document.querySelector('` + box + `')`)
		p.must(p.Tab(p.ctx, box))
		said := func() string { return ask[string](p.person, `document.querySelector('`+box+` .said').innerText`) }
		if got := said(); got != "" {
			t.Errorf("%s: %q is said before a key is pressed", chart, got)
		}
		var titles, got []string
		for range 3 { // a drawing that is not over yet ends what was said: then the keys are pressed again
			titles = ask[[]string](p.person, `[...document.querySelectorAll('`+box+` svg title')].filter(t => t.parentElement.checkVisibility()).map(t => t.textContent)`)
			if len(titles) < 3 {
				t.Fatalf("%s: %d values", chart, len(titles))
			}
			p.must(p.Tab(p.ctx, box))
			got = nil
			for _, key := range []string{"Home", "ArrowDown"} {
				p.must(p.Press(p.ctx, key))
				got = append(got, said())
			}
			if got[0] != "" && got[1] != "" {
				break
			}
		}
		if got[0] != strings.TrimSpace(titles[0]) || got[1] != strings.TrimSpace(titles[1]) {
			t.Errorf("%s: the keys read %q, want %q", chart, got, titles[:2])
		}
		p.must(p.Eval(p.ctx, `{ const e = [...document.querySelectorAll('`+box+` svg title')].filter(t => t.parentElement.checkVisibility())[2].parentElement, b = e.getBoundingClientRect();
		  e.dispatchEvent(new MouseEvent('click', { bubbles: true, clientX: b.x + b.width / 2, clientY: b.y + b.height / 2 })); }`, nil))
		if got := said(); got != strings.TrimSpace(titles[2]) {
			t.Errorf("%s: a press reads %q, want %q", chart, got, titles[2])
		}
	}

	other, err := os.ReadFile("../../web/samples/everyday-life.release.json")
	p.must(err)
	r.Tab("compare").CompareWith(file(t, "other.json", string(other)))
	p.until(r.Says(`one and the same release`))

	r.Tab("apply").DeclarePublic()
	r.Place(file(t, "groups.csv", "district,banks_online,has_a_garden,home=owns\nOld Town,7,2,.3\nUplands,4,9,.8\n"))
	p.until(r.Says(`Uplands`))
	if ask[bool](p.person, `!!`+r.Drawn("scores")) {
		t.Error("a picture without its source can be saved")
	}
	r.SetSource("A yearbook")
	r.Draws("scores")
	for _, tab := range r.Tabs() {
		r.Tab(tab)
		p.check("finished release, " + tab)
		for _, width := range []int64{320, 768, 2560, 1280} {
			p.must(p.Width(p.ctx, width))
			p.rest()
			if over := ask[float64](p.person, `document.documentElement.scrollWidth`); over > float64(width) {
				t.Errorf("%s: at %d px the page is %v wide", tab, width, over)
			}
		}
	}
	p.picture("finished-2560")
	p.done()
	for _, line := range p.Record().Console() {
		if line.Level == "error" && !strings.Contains(line.Text, "favicon") {
			t.Errorf("on the console: %+v", line)
		}
	}
}
