package at

import "privatepca/app/e2e/drive"

// A ReviewPage is the one before spending, with the button that spends.
type ReviewPage struct{ page }

// Review is that page.
func Review(p Person) ReviewPage { return ReviewPage{page{p}} }

const (
	remains       = "#remains"
	refused       = "#refused"
	blocked       = "#blocked"
	shared        = "#shared-takes, #shared-empty, #shared-unlent" // of a budget that a site lends
	releaseButton = "#release-button"
)

// Stands waits until the ledger has said how the release stands.
func (r ReviewPage) Stands() ReviewPage {
	r.until(`document.querySelector('` + remains + `, ` + refused + `, ` + blocked + `, ` + shared + `')`)
	return r
}

// Answer says which budget is charged, once the ledger or the page asks.
func (r ReviewPage) Answer(j drive.Job) ReviewPage {
	r.until(`document.querySelector('` + remains + `, ` + refused + `, ` + blocked + `, #people')`)
	ctx, v := r.Sits()
	r.Must(v.AnswerBudget(ctx, j))
	return r.Stands()
}

// Remains is where the page says what remains of the budget.
func (ReviewPage) Remains() string { return remains }

// Budget is where it says which one is charged, and why a release is refused.
func (ReviewPage) Budget() string { return "#budget" }

// IsRefused waits until a refusal stands there.
func (r ReviewPage) IsRefused() ReviewPage {
	r.until(`document.querySelector('` + refused + `')`)
	return r
}

// Shut waits until the button cannot be pressed.
func (r ReviewPage) Shut() {
	r.until(`document.querySelector('` + releaseButton + `')?.disabled`)
}

// Fit takes the ε that fits.
func (r ReviewPage) Fit() ReviewPage {
	r.click("#set-epsilon")
	r.until(`document.querySelector('` + remains + `')`)
	return r
}

// AsksConsent waits until consent to a ledger that ends with the page is asked for.
func (r ReviewPage) AsksConsent() ReviewPage {
	r.until(`document.querySelector('#session-consent')`)
	return r
}

// Consent gives it.
func (r ReviewPage) Consent() ReviewPage {
	r.click("#session-consent")
	return r
}

// Button is the one that spends.
func (ReviewPage) Button() string { return releaseButton }

// Press presses the button. What comes of it is for the page to say.
func (r ReviewPage) Press() { r.click(releaseButton) }

// Rests reports whether the page is in view, and nothing is released.
func (r ReviewPage) Rests() bool {
	return !r.holds(`location.pathname !== '/release' || document.querySelector('#cancel-button')`)
}

// Cancel ends what is under way.
func (r ReviewPage) Cancel() { r.click("#cancel-button") }

// Release presses the button, and waits for the result.
func (r ReviewPage) Release() {
	ctx, v := r.Sits()
	r.Must(v.Release(ctx))
}
