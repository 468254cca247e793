package view

import (
	"fmt"
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/frame"
	"privatepca/app/pages/privacy"
	"privatepca/app/pages/review"
	"privatepca/app/state"
	"privatepca/app/state/statetest"
	"privatepca/app/ui"
	"privatepca/core/typed"
	"privatepca/core/words"
	"privatepca/wasm/protocol"
)

// of is a page of the state outside of any browser.
func of(s *state.State) page {
	return newPage(&Site{State: s, To: &ui.Inbox{Deliver: s.Models.Deliver}})
}

func (p page) state() *state.State { return p.s }

// An inside is what a page draws within the frame of every page, as a component.
type inside struct {
	app.Compo
	of Page
}

func (c *inside) Render() app.UI {
	s := c.of.(interface{ state() *state.State }).state()
	body := Instead(s)
	if body == nil {
		body = c.of.Draw()
	}
	return app.Main().Body(body...)
}

// draw is the page as HTML.
func draw(t *testing.T, p Page) string {
	t.Helper()
	c := &inside{of: p}
	d := app.NewClientTester(c)
	defer d.Close()
	d.Consume()
	return app.HTMLString(c)
}

func all(s *state.State) map[string]Page {
	return map[string]Page{
		"start":   &startPage{of(s)},
		"privacy": &privacyPage{page: of(s)},
		"release": &releasePage{of(s)},
	}
}

func TestPagesHaveTheirControls(t *testing.T) {
	s := statetest.AtPrivacy(t)
	want := map[string][]string{
		"start":   {"file-input", "sample-everyday-life", "finished-everyday-life", "sample-school-tests", "finished-school-tests", "sample-two-directions", "sample-clinic-visits", "paste-button"},
		"privacy": {"epsilon", "epsilon-slider", "delta", "k", "nb-replace", "nb-addremove", "mech-gaussian", "mech-ppca-gibbs", "to-release", "statement", "odds", "troubles"},
		"release": {"release-button", "statement"},
	}
	for name, c := range all(s) {
		text := draw(t, c)
		for _, id := range want[name] {
			if !strings.Contains(text, fmt.Sprintf(`id="%s"`, id)) {
				t.Errorf("%s lacks #%s", name, id)
			}
		}
	}
}

// A page that is opened without its predecessors' answers leads back to them.
func TestDeepLinksLeadBack(t *testing.T) {
	empty := statetest.New(&statetest.Worker{}, &statetest.Screen{})
	for name, c := range all(empty) {
		if text := draw(t, c); name != "start" && !strings.Contains(text, `href="/"`) {
			t.Errorf("%s without a file does not lead to the start", name)
		}
	}
	s, _, _ := statetest.Opened(t)
	if text := draw(t, &privacyPage{page: of(s)}); !strings.Contains(text, "who is one person") || strings.Contains(text, `id="epsilon"`) {
		t.Error("the privacy page does not say which answers are missing")
	}
}

func TestReleasePageSaysWhatIsSpentAndByWhom(t *testing.T) {
	s := statetest.AtPrivacy(t)
	s.Draft.Choices.Epsilon = typed.ReadNumber("0.25")
	text := draw(t, &releasePage{of(s)})
	for _, want := range []string{"spends ε = 0.25", "before", `value="clinic"`, "Limit for this population", "clinic.csv"} {
		if !strings.Contains(text, want) {
			t.Errorf("the release page does not say %q", want)
		}
	}
}

// What uses no data spends nothing, and says so.
func TestRandomSpendsNothing(t *testing.T) {
	s := statetest.AtPrivacy(t)
	s.Draft.Choices.Mechanism = "random"
	text := draw(t, &releasePage{of(s)})
	if !strings.Contains(text, "spends nothing") || strings.Contains(text, "spends ε") {
		t.Error("the price of a random subspace is not nothing")
	}
	s.Release()
	if s.Worker.Job == nil || s.Worker.Job.Spent {
		t.Errorf("run %+v, want one that spends nothing", s.Worker.Job)
	}
}

func TestPhasesShowWhereItIsSpent(t *testing.T) {
	s, h, _ := statetest.Opened(t)
	statetest.Answer(s)
	s.Draft.Choices.K, s.Draft.Choices.Seen = typed.ReadCount("1"), true
	s.Release()
	h.Say(protocol.TypeProgress, protocol.Progress{Phase: protocol.PhaseRead, Done: 500, Total: 1000, Unit: "bytes", Records: 12})
	text := draw(t, &releasePage{of(s)})
	if !strings.Contains(text, "Nothing is spent yet") || !strings.Contains(text, "12 records, 500 bytes of 1.0 KB") {
		t.Errorf("while reading: %s", text)
	}
	h.Say(protocol.PrepareRequest.Name, protocol.Prepared{Records: 42})
	h.Say(protocol.TypeProgress, protocol.Progress{Phase: protocol.PhaseNoise, Done: 3, Total: 6, Unit: "numbers"})
	text = draw(t, &releasePage{of(s)})
	for _, want := range []string{"stays spent", "3 of 6 numbers", "42 records", `id="cancel-button"`} {
		if !strings.Contains(text, want) {
			t.Errorf("while drawing noise, the page does not say %q", want)
		}
	}
	if strings.Index(text, "is spent from here on") > strings.Index(text, "Draw noise") {
		t.Error("the debit stands after the noise")
	}
}

func TestWords(t *testing.T) {
	for n, want := range map[int64]string{0: "0", 999: "999", 1000: "1,000", 1234567: "1,234,567"} {
		if got := words.Thousands(n); got != want {
			t.Errorf("thousands(%d) = %s", n, got)
		}
	}
}

// A privacyPage is the page of a model, with what stands on it beside that.
type privacyPage struct{ page }

// Draw implements Page.
func (p *privacyPage) Draw() []app.UI {
	s := p.s
	if unready := Unready(s); unready != nil {
		return unready
	}
	return privacy.View(privacy.Model{Draft: s.Draft, Forecast: s.Forecast(), Account: s.Account(), Columns: "/columns"},
		privacy.Around{Problems: Problems(s), Reading: Reading(s, p.site.To), Rail: Rail(s, p.site.To, "The statement so far", ""), Earlier: Earlier(s), Practice: "/practice"}, p.site.To)
}

// A releasePage is that of the next one.
type releasePage struct{ page }

// Draw implements Page.
func (p *releasePage) Draw() []app.UI {
	s := p.s
	if unready := Unready(s); unready != nil {
		return unready
	}
	m := review.Model{Of: DescribedOf(s), Account: s.Account(), File: s.Worker.File.Name, Run: RunOf(s), Read: s.Worker.Prepared != nil, Phrase: PhraseOf(p.site.Guard(), frame.ReleaseButton)}
	if s.Worker.Job != nil && s.Worker.Job.Releasing {
		m.Busy = review.Releasing
	}
	return review.View(m, review.Around{Problems: Problems(s), People: People(s, p.site.To), Privacy: "/privacy", Ledger: "/ledger"}, p.site.To)
}
