package at

import (
	"time"

	"privatepca/app/e2e/drive"
)

// A PrivacyPage is the one on which the release is chosen.
type PrivacyPage struct{ page }

// Privacy is that page.
func Privacy(p Person) PrivacyPage { return PrivacyPage{page{p}} }

const (
	epsilonField = "#epsilon"
	deltaField   = "#delta"
	kField       = "#k"
	recordsField = "#forecast-n"
	enoughLine   = "#enough"
)

// Stands waits until the page stands; an error that takes its place ends what is done.
func (p PrivacyPage) Stands() PrivacyPage {
	p.reach("/privacy", epsilonField)
	return p
}

// Answer sets what the release may cost, and how it is made.
func (p PrivacyPage) Answer(j drive.Job) PrivacyPage {
	p.click("#mech-" + j.Mechanism)
	relation := "#nb-replace"
	if j.Relation == "add-remove" {
		relation = "#nb-addremove"
	}
	p.click(relation)
	// Whether δ can be typed follows from the mechanism, once that is drawn.
	ctx, v := p.Sits()
	p.Must(v.Rest(ctx, 100*time.Millisecond))
	for _, field := range [][2]string{{epsilonField, j.Epsilon}, {kField, j.K}, {deltaField, j.Delta}} {
		if field[1] != "" && !p.holds(`document.querySelector('`+field[0]+`')?.disabled ?? true`) { // δ, where the mechanism has none
			p.enter(field[0], field[1])
		}
	}
	return p
}

// SetEpsilon types ε.
func (p PrivacyPage) SetEpsilon(text string) PrivacyPage {
	p.enter(epsilonField, text)
	return p
}

// SetDelta types δ.
func (p PrivacyPage) SetDelta(text string) PrivacyPage {
	p.enter(deltaField, text)
	return p
}

// SetK types how many directions are wanted.
func (p PrivacyPage) SetK(text string) PrivacyPage {
	p.enter(kField, text)
	return p
}

// SetRecords types how many records there are, where the page asks for the forecast's sake.
func (p PrivacyPage) SetRecords(text string) PrivacyPage {
	p.enter(recordsField, text)
	return p
}

// UseSolved takes the ε that is offered for the wanted share.
func (p PrivacyPage) UseSolved() { p.click("#use-epsilon") }

// MeasureAs chooses the document of an earlier release, to measure as that one.
func (p PrivacyPage) MeasureAs(file string) { p.choose("#earlier-document", file) }

// Practise goes to practise with the open file.
func (p PrivacyPage) Practise() { p.click("#practise") }

// Onward asks for the next page, which may be refused.
func (p PrivacyPage) Onward() { p.click("#to-release") }

// ToRelease goes to the review.
func (p PrivacyPage) ToRelease() {
	p.Onward()
	p.reach("/release", "#release-button")
}

// A Forecast is what the page shows of one: every figure and line of it.
type Forecast struct{ Chart, Table, Kept, Enough, Solved string }

// Forecast waits for one with its mark.
func (p PrivacyPage) Forecast() (shown Forecast) {
	p.until(`document.querySelector('#forecast svg .mark')`)
	ctx, v := p.Sits()
	p.Must(v.Eval(ctx, `({
	  Chart: document.querySelector('#forecast svg.wide').outerHTML,
	  Table: document.querySelector('#forecast table').innerText,
	  Kept: [...document.querySelectorAll('.share')].map(e => e.innerText).join(' '),
	  Enough: document.querySelector('`+enoughLine+`').innerText,
	  Solved: document.querySelector('#want-epsilon').innerText,
	})`, &shown))
	return shown
}

// Slide moves the slider of ε to a place on its log scale.
func (p PrivacyPage) Slide(log10 string) {
	ctx, v := p.Sits()
	p.Must(v.Eval(ctx, `{ const e = document.querySelector('#epsilon-slider'); e.value = `+log10+`; e.dispatchEvent(new Event('input', { bubbles: true })); }`, nil))
}

// Epsilon is what stands in its field.
func (p PrivacyPage) Epsilon() (text string) {
	ctx, v := p.Sits()
	p.Must(v.Eval(ctx, `document.querySelector('`+epsilonField+`').value`, &text))
	return text
}

// Until waits until ε is, or where it is not to be is no more, what stands in its field.
func (p PrivacyPage) Until(epsilon string, is bool) {
	equal := " !== "
	if is {
		equal = " === "
	}
	p.until(`document.querySelector('` + epsilonField + `').value` + equal + `'` + epsilon + `'`)
}

// Counts waits until the number of records is known, and offered for the forecast.
func (p PrivacyPage) Counts(records string) PrivacyPage {
	p.until(`document.querySelector('` + recordsField + `').placeholder === '` + records + `'`)
	return p
}

// Weighs waits until it is said whether so many records are enough.
func (p PrivacyPage) Weighs(records string) PrivacyPage {
	p.until(`document.querySelector('` + enoughLine + `')?.innerText.includes('` + records + `')`)
	return p
}

// Finds waits for what the release can be expected to find.
func (p PrivacyPage) Finds() { p.until(`document.querySelector('#found')`) }
