package result

import (
	"os"
	"testing"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/effect"
	"privatepca/app/ui"
	"privatepca/core/release"
)

// An inside is the page as a component.
type inside struct {
	app.Compo
	m   Model
	tab Tab
	to  *ui.Inbox
}

func (c *inside) Render() app.UI {
	return app.Main().Body(View(c.m, c.tab, Around{Start: "/", Base: Path}, c.to)...)
}

// drawTab is a tab as HTML.
func drawTab(t testing.TB, m Model, tab Tab) string {
	t.Helper()
	c := &inside{m: m, tab: tab, to: &ui.Inbox{}}
	d := app.NewClientTester(c)
	defer d.Close()
	return app.HTMLString(c)
}

// draw is every tab as HTML.
func draw(t testing.TB, m Model) (all string) {
	t.Helper()
	for _, tab := range Tabs() {
		all += drawTab(t, m, tab)
	}
	return all + drawTab(t, after(m, ShowFigure{"heatmap"}), TabLoadings) + drawTab(t, after(m, ShowSpread{"cumulative"}), TabResult)
}

// after is a model after messages, without their effects.
func after(m Model, messages ...Msg) Model {
	for _, msg := range messages {
		m, _ = Update(m, msg, func() {})
	}
	return m
}

// effects are those of the last of some messages.
func effects(m Model, messages ...Msg) (out []effect.Effect) {
	for _, msg := range messages {
		m, out = Update(m, msg, func() {})
	}
	return out
}

// text is a file of core's.
func text(t testing.TB, name string) []byte {
	t.Helper()
	b, err := os.ReadFile("../../../core/release/testdata/" + name + ".json")
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// open is an edition of a document.
func open(t testing.TB, text []byte) release.Edition {
	t.Helper()
	e, err := release.Open(text, func() {})
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// found has a document with a finding in view, as core/pca wrote it, of k directions.
func found(t testing.TB, name string, k int) Model {
	t.Helper()
	return after(Model{}, Shown{Edition: open(t, text(t, "found/"+name))}, Keep{k})
}

// small is a document without a finding, of 42 people, two directions and three features.
func small(t testing.TB) []byte {
	t.Helper()
	b, err := os.ReadFile("testdata/small.json")
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// changed has the small document in view, changed.
func changed(t testing.TB, change func(d *release.Document)) Model {
	t.Helper()
	d, err := release.Decode(small(t))
	if err != nil {
		t.Fatal(err)
	}
	change(d)
	return after(Model{}, Shown{Edition: release.EditionOf(d, small(t))})
}
