package e2e

import (
	"strings"
	"testing"
	"time"

	"privatepca/app/e2e/at"
	"privatepca/app/e2e/drive"
)

// germanBrowser is a browser whose reader prefers German.
const germanBrowser = `Object.defineProperty(navigator, "languages", { get: () => ["de-AT", "de", "en"] });`

// Whose browser prefers German reads the page in German, from the first file to the result; what is published stays English. The choice in the header
// goes before what the browser prefers, and is kept.
func TestTheWholeJobInGerman(t *testing.T) {
	t.Parallel()
	feature(t, "The page in German")
	p := sit(t, server, 40*time.Second, germanBrowser)
	l := at.Languages(p)
	p.until(l.Is("de", "Veröffentlichen Sie die Muster in Ihren Daten, nicht die Daten"))
	document, loadings, err := at.Do(p.ctx, p.Visit, drive.Job{Sample: "two-directions", Epsilon: "2", Delta: "1e-6", K: "2", Mechanism: "gaussian", Relation: "add-remove"})
	p.must(err)
	doc := checked(t, document, loadings, "gaussian", 2, 10)
	p.until(l.Is("de", "Richtungen heben sich vom Rauschen ab"))
	p.until(l.States(strings.Join(strings.Fields(doc.Statement().String()), " ")))

	l.Choose("en")
	p.until(l.Is("en", "directions"))
	l.Choose("de")
	p.until(l.Is("de", "Richtungen"))
}

// The page is German from its first paint on, before its program runs: here that never starts.
func TestTheFirstPaintIsGerman(t *testing.T) {
	t.Parallel()
	p := stand(t, browser, server, 30*time.Second, germanBrowser, `WebAssembly.instantiate = () => new Promise(() => {})`)
	p.until(at.Languages(p).Is("de", "Veröffentlichen Sie die Muster in Ihren Daten, nicht die Daten"))
	if n := ask[int](p, `document.querySelectorAll("h1").length`); n != 1 {
		t.Errorf("%d headings are drawn", n)
	}
}

// A window that is opened beside the page is German, too: its own words, and what its script says.
func TestWindowsAreGerman(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ path, script, heading, state string }{
		{"/web/confirm.html#lang=de", "", "Eine Veröffentlichung übergeben", "Hier wartet kein Rahmen"},
		{"/web/confirm.html#lang=en", germanBrowser, "Hand over a release", "No frame waits"},
		{"/web/arrive.html", germanBrowser, "Ein Budgetbuch und Antworten übernehmen", "Keine Seite wartet"},
	} {
		p := stand(t, browser, server, 30*time.Second, c.script)
		p.must(p.Open(p.ctx, p.url+c.path))
		p.until(at.Languages(p).Window(c.heading, c.state))
	}
}

// What columns lack is said in a badge that is not cut, in German, too, whose words are longer.
func TestBadgesOfColumnsAreWhole(t *testing.T) {
	t.Parallel()
	p := sit(t, server, 40*time.Second, germanBrowser)
	at.Start(p).Open(drive.Job{Data: small(t).Data})
	c := at.Columns(p).SelectAll().AllNumbers("", "")
	p.until(c.BadgesFit(2))
}
