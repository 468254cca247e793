//go:build !js

package pagetest

import (
	"fmt"
	"html"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"privatepca/app/draft"
	"privatepca/app/page"
	"privatepca/app/page/tabtest"
	"privatepca/core/release"
	"privatepca/core/words"
	"privatepca/wasm/protocol"
)

// Steps 3 and 4 say the ε that was typed, the worker is asked for that ε, and the result says the one that its document has.
func TestStepsSayOneEpsilon(t *testing.T) {
	for _, name := range []string{"found/factors", "found/plane", "edition/shrunk"} {
		t.Run(name, func(t *testing.T) {
			text := document(t, name)
			d, err := release.Decode(text)
			if err != nil {
				t.Fatal(err)
			}
			price := "ε = " + words.Cost(d.Privacy.Epsilon)
			s, h, _ := tabtest.Opened(t)
			v := At(t, s, page.PrivacyPath)
			v.worker, v.began = h, h.Workers
			tabtest.Summing(s)
			answered(v)
			v.Deliver(draft.SetEpsilon{Text: words.Cost(d.Privacy.Epsilon)})
			v.Settle()
			says := func(step, id string) {
				t.Helper()
				found := ""
				walk(v.shown, func(e app.UI) {
					if attribute(e, "id") == id && found == "" {
						found = plain(e)
					}
				})
				if !strings.Contains(found, price) {
					t.Errorf("%s says %q, want %s", step, found, price)
				}
			}
			says("step 3", "statement")
			v.To(page.ReleasePath)
			answered(v)
			v.Settle()
			says("the statement of step 4", "statement")
			says("the button of step 4", "release-button")
			says("the balance of step 4", "remains")
			if !v.Press("release-button") {
				t.Fatal("it cannot be released")
			}
			var in protocol.Release
			if h.Read(t, protocol.ReleaseRequest.Name, &in); in.Epsilon != d.Privacy.Epsilon {
				t.Fatalf("the worker is asked for ε = %g", in.Epsilon)
			}
			h.Say(protocol.ReleaseRequest.Name, protocol.Released{Document: string(text), Kept: true, Entry: "e1"})
			v.To(page.ResultPath)
			says("the result", "statement")
		})
	}
}

// answered has the worker read the file, and its empty ledger say how the release stands.
func answered(v *Visit) {
	for range 9 {
		switch name := v.worker.Last(); name {
		case protocol.LedgerRequest.Name:
			v.worker.Say(name, protocol.Populations{})
		case protocol.PrepareRequest.Name:
			v.worker.Say(name, protocol.Prepared{Records: 42})
		case protocol.BalanceRequest.Name:
			v.worker.Say(name, protocol.Balanced{Cap: 2, After: 1, Most: 2})
		}
	}
}

// plain is the text of an element.
func plain(e app.UI) string {
	return strings.Join(strings.Fields(html.UnescapeString(regexp.MustCompile(`<[^>]*>`).ReplaceAllString(text(e), ""))), " ")
}

// A click counts where the guard lets it, and then the worker is asked once.
func TestAClickThatDoesNotCountReleasesNothing(t *testing.T) {
	s, h, _ := tabtest.Opened(t)
	v := At(t, s, page.ReleasePath)
	v.worker, v.began = h, h.Workers
	tabtest.Summing(s)
	answered(v)
	v.Settle()
	var pressed []string
	counts := false
	v.Inbox().Counts = func(_ app.Event, button string) bool {
		pressed = append(pressed, button)
		return counts
	}
	if v.Press("release-button"); slices.Contains(v.asked(), protocol.ReleaseRequest.Name) || fmt.Sprint(pressed) != "[release-button]" {
		t.Fatalf("asked %v after a click on %v that does not count", v.asked(), pressed)
	}
	counts = true
	if v.Press("release-button"); h.Last() != protocol.ReleaseRequest.Name || v.Screen.Focused != "cancel-button" {
		t.Fatalf("asked %s, the focus is on %q", h.Last(), v.Screen.Focused)
	}
	workers := h.Workers
	if !v.Press("cancel-button") || h.Workers != workers+1 || !v.Says("as spent. Answers and file are kept.") {
		t.Error("it is not cancelled")
	}
}

// Who the people are is asked in place, and each answer puts the focus on what comes next.
func TestThePeopleAreAskedInPlace(t *testing.T) {
	s, h, _ := tabtest.Opened(t)
	v := At(t, s, page.ReleasePath)
	v.worker, v.began = h, h.Workers
	h.Say(protocol.LedgerRequest.Name, ledgerOf(1))
	tabtest.Summing(s)
	h.Say(protocol.PrepareRequest.Name, protocol.Prepared{Records: 42})
	h.Say(protocol.BalanceRequest.Name, protocol.Balanced{Cap: 2, Most: 2})
	if v.Settle(); !v.Has("people-0") || !v.Press("people-other") || v.Screen.Focused != "population" || !v.Has("population") {
		t.Fatalf("the focus is on %q", v.Screen.Focused)
	}
	if !v.Type("population", "visitors") || h.Last() != protocol.BalanceRequest.Name {
		t.Errorf("asked %s", h.Last())
	}
	if !v.Press("people-change") || v.Screen.Focused != "people" || !v.Press("people-0") || v.Has("people-0") || !v.Says("The people are those of") {
		t.Error("the answer cannot be changed")
	}
	if !v.Press("people-change") || !v.Press("people-other") || !v.Type("cap-epsilon", "1,000") || !v.Says("may be read in two ways") {
		t.Error("a limit that may be read in two ways is taken")
	}
}
