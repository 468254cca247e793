package e2e

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"privatepca/app/e2e/at"
	"privatepca/app/e2e/screens"
)

// highest is how high a page may be at 1,280 pixels, by the beginning of its states' names. What is opened, enlarged or asked has no such limit.
var highest = map[string]int{
	"start.first": 1250, "columns.table": 1500, "everyday.columns": 1500, "privacy.main": 1550, "privacy.open": 1550, "everyday.privacy": 1550,
	"result.fresh": 1550, "result.close": 1550, "result.rename": 1550, "result.turned": 1550, "wide.result": 1550,
	"loadings.bars": 1150, "loadings.heat": 1150, "wide.loadings": 1150, "wide.heat": 1150, "compare.changed": 1000,
}

// Every state that a walk through the drawn screens reaches is measured at 1,280 and 390 pixels, needs no scrolling sideways at either, nor at 320, and has
// no fault that axe finds, at each width and in both colour schemes.
func TestDrawnScreens(t *testing.T) {
	byTestBrowsers(t)
	onlyChromium(t, "the drawings are measured in one engine")
	const line = "Height in pixels of the states of the drawn screens, 1,280 and 390 wide"
	feature(t, line)
	place := screens.Place{URL: server.URL, Files: t.TempDir(), Web: web}
	if err := place.Tables(); err != nil {
		t.Fatal(err)
	}
	source := axe(t)
	var measured []string
	for _, walk := range screens.Walks {
		named := slices.IndexFunc(walk, func(s screens.State) bool { return s.Name != "" })
		t.Run(walk[named].Name, func(t *testing.T) {
			a := &audits{person: sit(t, server, 20*time.Minute)}
			for _, state := range walk {
				a.must(a.Width(a.ctx, 1280))
				within, cancel := context.WithTimeout(a.ctx, patient(60*time.Second))
				err := at.Try(within, a.Visit, func(p at.Person) { state.Reach(place, p) })
				cancel()
				if err != nil {
					t.Fatalf("%s: %v", state.Name, err) // what follows is reached from here
				}
				if state.Name == "" {
					continue
				}
				a.must(a.Eval(a.ctx, `window.axe ? true : (() => { `+source+`; return true; })()`, nil))
				var heights [2]int
				for i, width := range []int64{1280, 390, 320} {
					a.must(a.Width(a.ctx, width))
					a.must(a.Rest(a.ctx, 300*time.Millisecond))
					size := ask[[2]int](a.person, `[document.documentElement.scrollHeight, document.documentElement.scrollWidth]`)
					if i < len(heights) {
						heights[i] = size[0]
					}
					if size[1] > int(width) {
						t.Errorf("%s is %d pixels wide on a screen of %d", state.Name, size[1], width)
					}
					a.check(fmt.Sprintf("%s at %d", state.Name, width))
				}
				measured = append(measured, fmt.Sprintf("%s %d, %d", state.Name, heights[0], heights[1]))
				if most := highest[state.Name]; most > 0 && heights[0] > most {
					t.Errorf("%s is %d pixels high, more than %d", state.Name, heights[0], most)
				}
			}
			a.done()
		})
	}
	for name := range highest {
		if !strings.Contains(strings.Join(measured, ";"), name+" ") {
			t.Errorf("%s was not measured", name)
		}
	}
	figure(t, line, strings.Join(measured, "; "))
}
