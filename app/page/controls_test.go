package page_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	. "privatepca/app/page"
	"privatepca/app/page/tabtest"
	"privatepca/core/typed"
	"privatepca/core/words"
	"privatepca/wasm/protocol"
)

// drawnAt is what the page at an address shows of a state, as HTML.
func drawnAt(t *testing.T, s *tabtest.State, path string) string {
	t.Helper()
	c := s.Page.At(path)
	d := app.NewClientTester(c)
	defer d.Close()
	d.Consume()
	text := app.HTMLString(c)
	return text[strings.Index(text, "<main"):]
}

func TestPagesHaveTheirControls(t *testing.T) {
	s := tabtest.AtPrivacy(t)
	want := map[string][]string{
		StartPath:   {"file-input", "sample-everyday-life", "finished-everyday-life", "sample-school-tests", "finished-school-tests", "sample-two-directions", "sample-clinic-visits", "paste-button"},
		PrivacyPath: {"epsilon", "epsilon-slider", "delta", "k", "nb-replace", "nb-addremove", "mech-gaussian", "mech-ppca-gibbs", "to-release", "statement", "odds", "troubles"},
		ReleasePath: {"release-button", "statement"},
	}
	for name, ids := range want {
		text := drawnAt(t, s, name)
		for _, id := range ids {
			if !strings.Contains(text, fmt.Sprintf(`id="%s"`, id)) {
				t.Errorf("%s lacks #%s", name, id)
			}
		}
	}
}

// A page that is opened without its predecessors' answers leads back to them.
func TestDeepLinksLeadBack(t *testing.T) {
	empty := tabtest.New(&tabtest.Worker{}, &tabtest.Screen{})
	for _, name := range []string{PrivacyPath, ReleasePath} {
		if text := drawnAt(t, empty, name); !strings.Contains(text, `href="/"`) {
			t.Errorf("%s without a file does not lead to the start", name)
		}
	}
	s, _, _ := tabtest.Opened(t)
	if text := drawnAt(t, s, PrivacyPath); !strings.Contains(text, "who is one person") || strings.Contains(text, `id="epsilon"`) {
		t.Error("the privacy page does not say which answers are missing")
	}
}

func TestReleasePageSaysWhatIsSpentAndByWhom(t *testing.T) {
	s := tabtest.AtPrivacy(t)
	s.Draft.Choices.Epsilon = typed.ReadNumber("0.25")
	text := drawnAt(t, s, ReleasePath)
	for _, want := range []string{"spends ε = 0.25", "before", `value="clinic"`, "Limit for this population", "clinic.csv"} {
		if !strings.Contains(text, want) {
			t.Errorf("the release page does not say %q", want)
		}
	}
}

// What uses no data spends nothing, and says so.
func TestRandomSpendsNothing(t *testing.T) {
	s := tabtest.AtPrivacy(t)
	s.Draft.Choices.Mechanism = "random"
	text := drawnAt(t, s, ReleasePath)
	if !strings.Contains(text, "spends nothing") || strings.Contains(text, "spends ε") {
		t.Error("the price of a random subspace is not nothing")
	}
	s.Release()
	if s.Worker.Job == nil || s.Worker.Job.Spent {
		t.Errorf("run %+v, want one that spends nothing", s.Worker.Job)
	}
}

func TestPhasesShowWhereItIsSpent(t *testing.T) {
	s, h, _ := tabtest.Opened(t)
	tabtest.Answer(s)
	s.Draft.Choices.K, s.Draft.Choices.Seen = typed.ReadCount("1"), true
	s.Release()
	h.Say(protocol.TypeProgress, protocol.Progress{Phase: protocol.PhaseRead, Done: 500, Total: 1000, Unit: "bytes", Records: 12})
	text := drawnAt(t, s, ReleasePath)
	if !strings.Contains(text, "Nothing is spent yet") || !strings.Contains(text, "12 records, 500 bytes of 1.0 KB") {
		t.Errorf("while reading: %s", text)
	}
	h.Say(protocol.PrepareRequest.Name, protocol.Prepared{Records: 42})
	h.Say(protocol.TypeProgress, protocol.Progress{Phase: protocol.PhaseNoise, Done: 3, Total: 6, Unit: "numbers"})
	text = drawnAt(t, s, ReleasePath)
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
