package ui

import (
	"regexp"
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/effect"
	"privatepca/app/language"
	"privatepca/core/privacy"
)

// What has nothing to say takes no place among facts.
func TestFactsLeaveOutWhatIsEmpty(t *testing.T) {
	text := app.HTMLString(Facts(Says("Released", "today"), Says("Source", ""), Fact{Term: "Worker"}))
	if !strings.Contains(text, "Released") || strings.Contains(text, "Source") || strings.Contains(text, "Worker") {
		t.Errorf("facts: %s", text)
	}
}

// Text is text, whatever it holds.
func TestTextIsEscaped(t *testing.T) {
	const hostile = `<img src=x onerror=alert(1)>`
	for what, drawn := range map[string]app.UI{
		"rich":   app.P().Body(Rich(hostile, hostile)...),
		"badge":  Badge(hostile),
		"fault":  Fault("x", hostile),
		"facts":  Facts(Says(hostile, hostile)),
		"choose": (&Inbox{}).Choose("x", hostile, []Option{{hostile, hostile}}, func(string) effect.Msg { return effect.Focus{} }),
		"tick":   (&Inbox{}).Tick("x", hostile, hostile, true, func(bool) effect.Msg { return effect.Focus{} }),
		"button": (&Inbox{}).Button("x", hostile, effect.Focus{}),
	} {
		if text := app.HTMLString(drawn); regexp.MustCompile(`>[^<]*<img`).MatchString(text) {
			t.Errorf("%s: %s", what, text)
		}
	}
}

// What stands above the field is what is to be typed, whatever the catalogue makes of such words.
func TestThePhraseIsShownAsItIsTyped(t *testing.T) {
	c, err := language.Read([]byte(`{"tag":"de","name":"Deutsch","decimal":",","thousands":".","texts":{"release {n}":"Veröffentlichung {n}"}}`))
	if err != nil {
		t.Fatal(err)
	}
	language.Speak(c)
	defer language.Speak(nil)
	if text := app.HTMLString((&Inbox{}).Boxed(Phrase{Words: "release 1,707"}, "spends", app.Button())); !strings.Contains(text, "release 1,707</b>") {
		t.Error(text)
	}
}

// A list shows its value, and each claim has a badge of its own words.
func TestValuesAndClaims(t *testing.T) {
	text := app.HTMLString((&Inbox{}).Choose("order", "b", []Option{{"a", "first"}, {"b", "second"}}, func(string) effect.Msg { return effect.Focus{} }))
	if !strings.Contains(text, `<option selected value="b">`) && !strings.Contains(text, `<option value="b" selected>`) {
		t.Errorf("the list shows another value: %s", text)
	}
	seen := map[string]bool{}
	for _, claim := range []privacy.Claim{privacy.Exact, privacy.Idealised, privacy.Conditional, privacy.NotPrivate} {
		seen[app.HTMLString(ClaimBadge(claim))] = true
	}
	if len(seen) != 4 || !strings.Contains(app.HTMLString(ClaimBadge(privacy.NotPrivate)), "warn") {
		t.Errorf("the badges of four claims: %v", seen)
	}
}
