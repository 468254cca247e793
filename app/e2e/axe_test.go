package e2e

import (
	"os"
	"strings"
	"testing"
	"time"

	"privatepca/app/e2e/at"
	"privatepca/app/e2e/drive"
)

// The version is fixed, so that a new rule does not fail an old page overnight.
const axeVersion = "4.11.0"

// axe is the source of axe-core.
func axe(t *testing.T) string {
	t.Helper()
	source, err := os.ReadFile(fromNPM(t, "axe-core", axeVersion, "axe-core", "axe.min.js"))
	if err != nil {
		t.Fatal(err)
	}
	return string(source)
}

// audits are the checks of one visit: every page that it comes by, in both colour schemes,
// by the rules of WCAG 2.2 AA and good practice.
type audits struct {
	*person
	applied int // rules
}

func audit(t *testing.T) *audits {
	source := axe(t)
	a := &audits{person: sit(t, server, 90*time.Second)}
	a.must(a.Eval(a.ctx, source, nil))
	return a
}

// settled waits until nothing moves and no colour fades over any more, and what stands is drawn.
func (p *person) settled() {
	p.t.Helper()
	p.must(p.Rest(p.ctx, 100*time.Millisecond))                                                                             // the page that was asked for is drawn
	const twice = `await new Promise(r => { requestAnimationFrame(() => requestAnimationFrame(r)); setTimeout(r, 500); });` // a frame out of sight is not drawn
	p.must(p.Eval(p.ctx, `(async () => { `+twice+`
	  await Promise.allSettled(document.getAnimations().filter(a => a.effect?.getComputedTiming().endTime < Infinity).map(a => a.finished)); `+twice+` return true; })()`, nil))
}

func (a *audits) check(page string) {
	a.t.Helper()
	// What the scheme changes is colour: the other rules are looked at once.
	for scheme, rules := range map[string]string{"light": "", "dark": `runOnly: ['color-contrast', 'link-in-text-block'],`} {
		a.must(a.Scheme(a.ctx, scheme))
		a.settled()
		type violation struct{ ID, Help, Nodes string }
		found := ask[struct {
			Passes     int
			Violations []violation
		}](a.person, `axe.run(document, { `+rules+` resultTypes: ['violations'] }).then(r => ({
		  passes: r.passes.length,
		  violations: r.violations.map(v => ({ id: v.id, help: v.help,
		    nodes: v.nodes.slice(0, 3).map(n => n.target.join(' ') + ' ' + n.html.slice(0, 160) + ' ' + n.any.map(a => a.message).join('; ').slice(0, 200)).join('\n    ') })),
		}))`)
		a.applied += found.Passes
		for _, v := range found.Violations {
			a.t.Errorf("%s, %s: %s (%s)\n    %s", page, scheme, v.Help, v.ID, v.Nodes)
		}
	}
}

// done checks the check: it did run, and notices a picture that nobody can hear described.
func (a *audits) done() {
	a.t.Helper()
	if a.applied < 50 {
		a.t.Errorf("only %d rules applied: the check itself did not run", a.applied)
	}
	caught := ask[string](a.person, `(() => {
	  document.querySelector('main').append(Object.assign(new Image(), { src: '/web/icons/icon-192.png' }));
	  return axe.run(document).then(r => r.violations.map(v => v.id).join());
	})()`)
	if !strings.Contains(caught, "image-alt") {
		a.t.Errorf("a picture without words went unnoticed: %q", caught)
	}
}

func TestPagesOfAJobAreAccessible(t *testing.T) {
	t.Parallel()
	p := audit(t)
	p.check("start")
	j := drive.Job{Sample: "clinic-visits", Epsilon: "1", Delta: "1e-6", K: "3", Mechanism: "gaussian"}
	at.Start(p).Open(j)
	p.check("columns")
	at.Columns(p).SelectAll()
	p.check("columns, all selected")
	at.Columns(p).Answer(j)
	at.Columns(p).ToPrivacy()
	p.check("privacy")
	at.Privacy(p).SetEpsilon("-1")
	p.check("privacy, with a fault")
	at.Privacy(p).Answer(j)
	at.Privacy(p).ToRelease()
	p.check("release")
	p.must(p.Release(p.ctx))
	p.check("result")
	at.Ledger(p).Visit()
	p.check("ledger")
	p.must(p.Eval(p.ctx, `(() => { const t = new DataTransfer(); t.items.add(new File(['x,y\n1,2\n'], 'other.csv'));
	  dispatchEvent(new DragEvent('drop', { dataTransfer: t, cancelable: true })); })()`, nil))
	p.until(`document.querySelector('#second')`)
	p.check("a second table")
	p.click("#second-replace")
	p.must(p.Reach(p.ctx, "/columns", "#people"))
	p.check("columns, where the ledger has populations")
	p.click(`nav a[href="/"]`)
	p.done()
}

func TestFurtherPagesAreAccessible(t *testing.T) {
	t.Parallel()
	p := audit(t)
	p.click("#help")
	p.until(`location.pathname === '/help'`)
	p.check("help")
	p.click(`nav a[href="/"]`)
	p.until(`location.pathname === '/' && document.querySelector('#file-input')`)
	p.refusal(p.tries(func(p at.Person) { at.Start(p).Open(drive.Job{Data: file(t, "empty.csv", "")}) }))
	p.check("error")
	p.leaveAlert()
	p.click(`nav a[href="/"]`)
	p.until(`location.pathname === '/' && document.querySelector('#file-input')`)
	at.Start(p).Practise("two-directions")
	at.Practice(p).Over()
	p.check("practice")
	p.done()
}
