package e2e

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"privatepca/app/e2e/at"
	"privatepca/app/e2e/drive"
	"privatepca/core/release"
)

// sample is a release from the bundled sample.
func sampleJob(epsilon, mechanism string) drive.Job {
	return drive.Job{Sample: "two-directions", Epsilon: epsilon, Delta: "1e-6", K: "2", Mechanism: mechanism}
}

// toBudget goes from the first page to the budget of a release, and waits until the
// ledger has been asked.
func (p *person) toBudget(j drive.Job) {
	p.t.Helper()
	at.Start(p).Open(j)
	at.Columns(p).Answer(j)
	at.Columns(p).ToPrivacy()
	p.again(j)
}

// again goes from the privacy page to the budget.
func (p *person) again(j drive.Job) {
	p.t.Helper()
	at.Privacy(p).Answer(j)
	at.Privacy(p).ToRelease()
	at.Review(p).Answer(j)
}

// goPrivacy goes back to choose another release.
func (p *person) goPrivacy() {
	p.t.Helper()
	p.click(`nav a[href="/privacy"]`)
	at.Privacy(p).Stands()
}

func (p *person) text(selector string) string {
	p.t.Helper()
	return ask[string](p, `document.querySelector(`+quote(selector)+`)?.innerText ?? ''`)
}

func quote(s string) string {
	b, _ := json.Marshal(s)
	return string(b)
}

// says checks that an element's text holds all words, if not now then soon.
func (p *person) says(selector string, words ...string) {
	p.t.Helper()
	var text string
	lacks := func(w string) bool { return !strings.Contains(text, w) }
	if !p.within(30*time.Second, func() bool {
		text = p.text(selector)
		return !slices.ContainsFunc(words, lacks)
	}) {
		p.t.Errorf("%s says %q, without %q", selector, text, slices.DeleteFunc(words, func(w string) bool { return !lacks(w) }))
	}
}

// The ledger as an analyst meets it: what remains, a refusal in place and the ε that
// fits, a cap raised, a reset, and what each leaves in later documents.
func TestLedgerInThePages(t *testing.T) {
	t.Parallel()
	feature(t, "The ledger in the pages")
	p := sit(t, server, 80*time.Second)
	j := sampleJob("1", "gaussian")
	p.toBudget(j)
	p.says(at.Review(p).Remains(), "ε = 1 of 2", "next release: up to ε =")
	p.picture("ledger-1-first")
	p.must(p.Release(p.ctx))

	p.goPrivacy()
	j.Epsilon = "1.9"
	p.again(j)
	p.says(at.Review(p).Budget(), "This file is known here", "Refused", "Nothing was drawn or spent")
	at.Review(p).Shut()
	p.picture("ledger-2-refused")
	at.Review(p).Fit()
	p.says(at.Review(p).Remains(), "Plain adding would say", "next release: up to")
	p.picture("ledger-3-fits")
	p.must(p.Release(p.ctx))

	l := at.Ledger(p).Visit()
	p.says(l.Population("two-directions"), "of 2 at δ = 10⁻⁶", "released", "first limit", "Composed as μ")
	p.picture("ledger-4-page")
	if n := l.Released(); n != 2 {
		t.Errorf("%d releases in the ledger, want 2", n)
	}
	l.SetCap("two-directions", "4")
	p.says(l.Population("two-directions"), "of 4 at", "the limit was raised once")

	p.goPrivacy()
	j.Epsilon = "1"
	p.again(j)
	p.must(p.Release(p.ctx))
	p.says("#assumptions", "was raised once before this release")

	l.Visit().AskReset("two-directions")
	p.picture("ledger-5-reset")
	l.ConfirmReset("two-directions")
	p.says(l.Population("two-directions"), "The next release sets the limit", "before a reset")
	p.goPrivacy()
	j.Mechanism = "laplace" // its ρ is below that of a pure step, and what it adds with it
	p.again(j)
	p.says(at.Review(p).Remains(), "ε = 0.924 of 2", "for this release of ε = 1")
	p.must(p.Release(p.ctx))
	p.says("#assumptions", "was reset once, which left 3 earlier releases out")
	document, _, err := p.TakeDocument(p.ctx)
	p.must(err)
	if _, err := release.Decode(document); err != nil || strings.Contains(string(document), "two-directions") {
		t.Errorf("the document names the population, or is none: %v", err)
	}

	// The document that the ledger has kept is the one that was shown.
	l.Visit().View()
	p.says("#assumptions", "was reset once")

	// A reload keeps it; the first page lists it.
	p.must(p.Open(p.ctx, p.url+"/"))
	p.until(`document.querySelector('#budgets')`)
	p.says("#budgets", "two-directions")
	p.picture("ledger-6-start")
}
