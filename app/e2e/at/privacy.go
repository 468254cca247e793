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
	p.enter("#forecast-n", text)
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
