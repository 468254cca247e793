package e2e

import (
	"testing"
	"time"

	"privatepca/app/e2e/at"
	"privatepca/app/e2e/drive"
)

// await waits until something holds that the test itself sees. What the page shows, until waits for.
func (p *person) await(holds func() bool) {
	p.t.Helper()
	p.must(drive.Until(p.ctx, holds))
}

// answers waits until the worker has answered more than n requests of a type.
func (p *person) answers(kind string, n int) {
	p.t.Helper()
	p.await(func() bool { return p.answersOfType(kind) > n })
}

// within reports whether something comes to hold within a limit, or three times that where the machine is not known.
func (p *person) within(limit time.Duration, holds func() bool) bool {
	p.t.Helper()
	return drive.Within(p.ctx, patient(limit), holds)
}

// never ends the test where something happens within so long. What does not come cannot be waited for, so this takes its time.
func (p *person) never(d time.Duration, what string, happens func() bool) {
	p.t.Helper()
	if drive.Within(p.ctx, d, happens) || happens() {
		p.t.Fatal(what)
	}
	p.must(p.ctx.Err())
}

// pause lets time pass as a visitor does, who looks or reads, and as a page does that is at work on what no test can see.
func (p *person) pause(d time.Duration) {
	p.t.Helper()
	p.must(drive.Pause(p.ctx, d))
}

// quiet waits until a page that has just started is done with it: nothing has changed for a second.
func (p *person) quiet() {
	p.t.Helper()
	p.must(p.Rest(p.ctx, time.Second))
}

// tries does what a person does until a step fails, and says why: what the page refuses, above all.
func (p *person) tries(do func(at.Person)) error { return at.Try(p.ctx, p.Visit, do) }

// part runs a part of a test by its name, on the same page. Where it ends before its end, the page stands anywhere, and the test ends, too.
func (p *person) part(name string, f func(t *testing.T)) {
	p.t.Helper()
	whole, ended := p.t, false
	whole.Run(name, func(t *testing.T) {
		p.t = t
		defer func() { p.t = whole }()
		f(t)
		ended = true
	})
	if !ended {
		whole.FailNow()
	}
}
