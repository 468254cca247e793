package review

import (
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/account"
	"privatepca/app/draft"
	"privatepca/app/draft/drafttest"
	"privatepca/app/panel"
	"privatepca/app/ui"
	"privatepca/core/plan"
	"privatepca/core/schema"
	"privatepca/wasm/protocol"
)

// ready is a release of two columns that is described to its end, whose file was read.
func ready(told ...draft.Msg) Model {
	d := draft.Draft{Answers: draft.NewAnswers([]string{"age", "sex"}), Choices: draft.NewChoices(plan.Limits{}), Known: draft.Known{Records: 42}}
	drafttest.Answer(&d.Answers,
		draft.ChooseRule{Rule: schema.Clip}, draft.SetKind{Column: 0, Kind: draft.Number}, draft.SetMin{Column: 0, Text: "0"}, draft.SetMax{Column: 0, Text: "110"},
		draft.SetKind{Column: 1, Kind: draft.Category}, draft.SetLevels{Column: 1, Lines: "f\nm"}, draft.SetUnit{Unit: draft.UnitRow})
	drafttest.Tell(&d, append([]draft.Msg{draft.SeePrivacy{}, draft.SetK{Text: "1"}, draft.ChooseMechanism{Name: "gaussian"}}, told...)...)
	b := d.Budget()
	return Model{
		Of: panel.Described{Draft: d}, File: "clinic.csv", Read: true, Phrase: ui.Phrase{Button: "release-button"},
		Account: account.Model{About: account.About{Ready: true, Epsilon: b.Epsilon, Delta: d.Choices.Delta}, Name: "clinic", Shown: true},
	}
}

type inside struct {
	app.Compo
	m Model
	a Around
}

func (i *inside) Render() app.UI { return app.Div().Body(View(i.m, i.a, &ui.Inbox{})...) }

// draw is the page as HTML.
func draw(t *testing.T, m Model) string {
	t.Helper()
	c := &inside{m: m, a: Around{Privacy: "/privacy", Ledger: "/ledger"}}
	d := app.NewClientTester(c)
	defer d.Close()
	d.Consume()
	return app.HTMLString(c)
}

func says(t *testing.T, text string, all ...string) {
	t.Helper()
	for _, want := range all {
		if !strings.Contains(text, want) {
			t.Errorf("the page does not say %q", want)
		}
	}
}

func silent(t *testing.T, text string, all ...string) {
	t.Helper()
	for _, word := range all {
		if strings.Contains(text, word) {
			t.Errorf("the page says %q", word)
		}
	}
}

// The statement, the facts and the button name one price, that of the draft.
func TestThePageNamesOnePrice(t *testing.T) {
	m := ready(draft.SetEpsilon{Text: "0.75"})
	says(t, draw(t, m), "spends ε = 0.75", "Limit for this population", `id="population"`, "The budget is debited ", "Gaussian")
	m.Of.Draft.Known.Public, m.Account.Public = true, true
	says(t, draw(t, m), "not private", "The file was declared public, so no ε covers the result and none is spent.")
	m = ready(draft.ChooseMechanism{Name: "random"})
	m.Account.Free = true
	silent(t, draw(t, m), `id="budget"`, "The budget is debited ")
}

// Before the privacy is chosen there is nothing to release.
func TestWhatIsNotChosenIsNotReleased(t *testing.T) {
	for name, m := range map[string]Model{"not seen": ready(), "no number": ready(draft.SetEpsilon{Text: "much"})} {
		t.Run(name, func(t *testing.T) {
			m.Of.Draft.Choices.Seen = name != "not seen"
			text := draw(t, m)
			says(t, text, "The privacy is not chosen yet", `href="/privacy"`)
			silent(t, text, "release-button")
		})
	}
}

// Why the sum in the ledger grows by another ε than that of the release is said: it is stated at another δ, or releases compose.
func TestWhyTheSumIsAnother(t *testing.T) {
	for _, c := range []struct {
		name string
		told []draft.Msg
		b    protocol.Balanced
		says string // "" for nothing
	}{
		{"the same", nil, protocol.Balanced{Cap: 2, Delta: 1e-6, After: 1, Plain: 1}, ""},
		{"pure sums", []draft.Msg{draft.ChooseMechanism{Name: "laplace"}}, protocol.Balanced{Cap: 2, After: 1, Plain: 1}, ""},
		{
			"without a δ",
			[]draft.Msg{draft.ChooseMechanism{Name: "laplace"}},
			protocol.Balanced{Cap: 2, Delta: 1e-6, After: .9238, Plain: 1},
			"The release has ε = 1, without a δ. The sum is stated at δ = 10⁻⁶, where it counts as ε = 0.924.",
		},
		{
			"another δ",
			[]draft.Msg{draft.SetDelta{Text: "1e-4"}},
			protocol.Balanced{Cap: 2, Delta: 1e-6, After: 1.21, Plain: 1},
			"The release has ε = 1, at its own δ = 10⁻⁴. The sum is stated at δ = 10⁻⁶, where it counts as ε = 1.21.",
		},
		{"μ", nil, protocol.Balanced{Cap: 2, Delta: 1e-6, Spent: 1, SpentMu: .2, After: 1.5, AfterMu: .3, Plain: 2, Releases: 1}, "Releases compose: μ² = 0.04 + 0.05, so μ = 0.3, which is ε = 1.5. Plain adding would say 2."},
		{"ρ", nil, protocol.Balanced{Cap: 2, Delta: 1e-6, Spent: 1, SpentRho: .02, After: 1.5, AfterRho: .05, Plain: 2, Releases: 1}, "Releases compose: ρ = 0.02 + 0.03 = 0.05, which is ε = 1.5. Plain adding would say 2."},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := ready(c.told...)
			m.Account.Balance, m.Account.Fresh = &c.b, true
			if text := draw(t, m); c.says == "" {
				says(t, text, `id="remains"`)
				silent(t, text, "counts as", "Releases compose")
			} else {
				says(t, text, c.says)
			}
		})
	}
}

// What the ledger refuses, or would, cannot be pressed; the ε that fits is offered, unless it is that already.
func TestARefusalIsSaidInPlace(t *testing.T) {
	m := ready()
	m.Account.Balance, m.Account.Fresh = &protocol.Balanced{Name: "clinic", Cap: 2, Spent: 1.5, Most: .5, Refused: "it is over the limit of 2"}, true
	text := draw(t, m)
	says(t, text, "It is over the limit of 2.", "Nothing was drawn or spent.", "Set ε = 0.5", `href="/ledger"`)
	silent(t, text, `id="remains"`, `disabled="false"`)
	m = ready(draft.SetEpsilon{Text: "0.5"})
	m.Account.Refusal = &protocol.Error{Message: "it was over the limit", Most: .5}
	text = draw(t, m)
	says(t, text, "It was over the limit.")
	silent(t, text, "Set ε = 0.5")
	says(t, text, `disabled="false"`)
}

// Until the ledger has said how the release stands, no amount is shown; a browser that keeps no ledger asks for consent.
func TestWhatIsNotKnownIsNotShown(t *testing.T) {
	m := ready()
	silent(t, draw(t, m), `id="remains"`, "spent by")
	m.Busy = Reading
	says(t, draw(t, m), "What is left is shown when the file has been read.", "This spends nothing.", `id="cancel-button"`)
	m = ready()
	m.Account.Blocked = "this browser has no storage"
	says(t, draw(t, m), "The ledger cannot be kept.", "This browser has no storage.", `id="session-consent"`, "Tick this to release without a kept ledger.")
	m.Account.Consent = true
	silent(t, draw(t, m), "Tick this")
	m.Account.Pressed = "a release"
	says(t, draw(t, m), "The release follows as soon as the ledger has said whether it knows this file.")
}

// While it runs, the phases stand in the place of the button: what is done, what is under way, what is spent from where on.
func TestARunShowsItsPhases(t *testing.T) {
	m := ready()
	m.Busy, m.Run = Releasing, panel.Run{Phase: protocol.PhaseRead, Said: map[string]protocol.Progress{protocol.PhaseRead: {Done: 5, Total: 10, Unit: "bytes", Records: 7}}}
	text := draw(t, m)
	says(t, text, "7 records", "Cancel stops at once. Nothing is spent yet.", "ε = 1 is spent from here on", `value="500"`)
	silent(t, text, "release-button")
	m.Run = panel.Run{Spent: true, Phase: protocol.PhaseNoise, Records: 42, Said: map[string]protocol.Progress{protocol.PhaseNoise: {Done: 3, Total: 6, Unit: "numbers"}}}
	says(t, draw(t, m), "42 records", "3 of 6 numbers", "The release has been asked for, so ε = 1 stays spent.")
}

// In a frame the button stands in one box with its sentence and the field for its phrase.
func TestInAFrameThePhraseIsTyped(t *testing.T) {
	m := ready()
	silent(t, draw(t, m), "typed-phrase")
	m.Phrase = ui.Phrase{Button: "release-button", Box: "release-button-box", Words: "release 123", Typed: "release 12", Refusal: "This click was not yours, so nothing was done."}
	says(t, draw(t, m), `id="release-button-box"`, `id="release-button"`, "<b>release 123</b>", `value="release 12"`, "This click was not yours", "This button spends ε = 1 of the privacy budget, for good")
}
