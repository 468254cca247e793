// Package at has the pages as a person meets them: what can be done on each, and what is waited for then. The names of their controls stand here
// alone, so a test says what is done, and a page may change how it looks.
package at

import (
	"context"
	"fmt"

	"privatepca/app/e2e/drive"
)

// A Person sits at a page. Must ends what is done where a step failed.
type Person interface {
	Sits() (context.Context, *drive.Visit)
	Must(err error)
}

// Try does what a person does, in a page of v, until a step fails; it returns why, a *drive.PageError where the page itself refused.
func Try(ctx context.Context, v *drive.Visit, do func(Person)) (err error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case failed:
			err = r.error
		default:
			panic(r)
		}
	}()
	do(trying{ctx, v})
	return nil
}

// trying is a person without a test.
type trying struct {
	context.Context
	visit *drive.Visit
}

func (t trying) Sits() (context.Context, *drive.Visit) { return t.Context, t.visit }

func (trying) Must(err error) {
	if err != nil {
		panic(failed{err})
	}
}

// failed is why a person without a test does not go on.
type failed struct{ error }

// Do goes the whole way, from an open first page to the downloaded document and its loadings.
func Do(ctx context.Context, v *drive.Visit, j drive.Job) (document, loadings []byte, err error) {
	err = Try(ctx, v, func(p Person) {
		Start(p).Open(j)
		Columns(p).Answer(j).ToPrivacy()
		Privacy(p).Answer(j).ToRelease()
		p.Must(v.AnswerBudget(ctx, j))
		p.Must(v.Release(ctx))
	})
	if err != nil {
		return nil, nil, err
	}
	return v.TakeDocument(ctx)
}

// A page is what all of them share.
type page struct{ Person }

func (p page) click(selector string) {
	ctx, v := p.Sits()
	p.Must(v.Click(ctx, selector))
}

func (p page) enter(selector, text string) {
	ctx, v := p.Sits()
	p.Must(v.Type(ctx, selector, text))
}

func (p page) choose(selector string, files ...string) {
	ctx, v := p.Sits()
	p.Must(v.Choose(ctx, selector, files...))
}

func (p page) selects(selector, option string) {
	ctx, v := p.Sits()
	p.Must(v.Select(ctx, selector, option))
}

func (p page) until(condition string) {
	ctx, v := p.Sits()
	p.Must(v.Wait(ctx, condition))
}

func (p page) reach(path, selector string) {
	ctx, v := p.Sits()
	p.Must(v.Reach(ctx, path, selector))
}

// holds reports whether a condition holds in the page now.
func (p page) holds(condition string) (holds bool) {
	ctx, v := p.Sits()
	p.Must(v.Eval(ctx, "!!("+condition+")", &holds))
	return holds
}

// counts is a number that is counted in the page.
func (p page) counts(what string) (n int) {
	ctx, v := p.Sits()
	p.Must(v.Eval(ctx, what, &n))
	return n
}

// count counts elements.
func (p page) count(selector string) int {
	return p.counts(fmt.Sprintf("document.querySelectorAll(%q).length", selector))
}
